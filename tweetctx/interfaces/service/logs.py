"""The log of the service: one line per request, as text or as JSON."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Final

from tweetctx.interfaces.terminal import printable

LOGGER: Final = logging.getLogger("tweetctx.interfaces.service")
_FIELDS: Final = "fields"  # of a record, besides its message
_MOMENT: Final = "moment"  # of what a record tells, in seconds since 1970


def log(message: str, level: int = logging.INFO, *, moment: float | None = None, **fields: Any) -> None:
    """Logs a message with fields that programs can read. moment: when it happened, in seconds since 1970; else now."""
    LOGGER.log(level, message, extra={_FIELDS: fields, _MOMENT: moment})


class TextFormatter(logging.Formatter):
    """`2026-11-22T09:00:00.123Z INFO message name=value ...`."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line, and a traceback below it if it has one."""
        fields = "".join(f" {name}={_shown(value)}" for name, value in getattr(record, _FIELDS, {}).items())
        text = f"{_time(record)} {record.levelname} {printable(record.getMessage())}{fields}"
        return f"{text}\n{self.formatException(record.exc_info)}" if record.exc_info else text


class JsonFormatter(logging.Formatter):
    """One object per line: time, level, logger, message, and the fields of the record."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        about = {"time": _time(record), "level": record.levelname, "logger": record.name, "pid": record.process}
        line = about | {"message": record.getMessage()} | getattr(record, _FIELDS, {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def write_logs(form: str) -> None:
    """Sends the logs of tweetctx and uvicorn to stderr. form: text or json."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    for name, level in (("tweetctx", logging.INFO), ("uvicorn", logging.ERROR)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False


def _time(record: logging.LogRecord) -> str:
    moment = getattr(record, _MOMENT, None) or record.created
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _shown(value: object) -> str:
    """A value as the log shows it: quoted unless it is plain, and escaped where it would control a terminal."""
    text = str(value)
    if text and text.isprintable() and not any(c in text for c in ' "='):
        return text
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in json.dumps(text, ensure_ascii=False))
