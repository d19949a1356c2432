"""The answered mentions of a bot, on disk."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from tweetctx.interfaces.bots.connection import BotError

KEPT = 30 * 86400  # seconds that an answer is remembered


class Memory:
    """The ids of answered mentions; processes can share it."""

    def __init__(self, path: Path) -> None:
        """Opens or creates the file; raises BotError if that fails."""
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, isolation_level=None)
            self._database.execute("create table if not exists answered (id text primary key, author text, at real)")
            self._database.execute("delete from answered where at < ?", (time.time() - KEPT,))
        except (OSError, sqlite3.Error) as error:
            raise BotError(f"{path}: cannot be opened ({error}); expected a place for the bot's memory") from error

    def __contains__(self, identifier: str) -> bool:
        return self._run("select 1 from answered where id = ?", identifier).fetchone() is not None

    def claim(self, identifier: str, author: str) -> bool:
        """Records that a mention is about to be answered; returns False if it is recorded already."""
        query = "insert or ignore into answered values (?, ?, ?)"
        return self._run(query, identifier, author, time.time()).rowcount == 1

    def release(self, identifier: str) -> None:
        """Forgets a mention that was claimed and that got no answer."""
        self._run("delete from answered where id = ?", identifier)

    def answers_to(self, author: str, seconds: float) -> int:
        """How many mentions of an author were answered in the last seconds."""
        query = "select count(*) from answered where author = ? and at > ?"
        row: tuple[int] = self._run(query, author, time.time() - seconds).fetchone()
        return row[0]

    def _run(self, query: str, *values: str | float) -> sqlite3.Cursor:
        """Runs a query; raises BotError if the file cannot be read or written."""
        try:
            return self._database.execute(query, values)
        except sqlite3.Error as error:
            raise BotError(f"{self._path}: cannot be used ({error}); expected room for the bot's memory") from error

    def close(self) -> None:
        """Closes the file."""
        self._database.close()
