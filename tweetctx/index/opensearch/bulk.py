"""Writes documents to an index as fast as the cluster accepts them, and retries those it rejects."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final

from tweetctx.errors import IndexAccessError, IndexUnreachableError, counted
from tweetctx.index.opensearch.connection import PASSING, Connection, pause
from tweetctx.index.opensearch.export import Document

_BYTES: Final = 2 << 20  # of a request
_LEAST_BYTES: Final = 64 << 10
PATIENCE: Final = 180.0  # seconds for which documents are sent again that the cluster cannot take at the moment
_TIMEOUT: Final = 120.0

Lines = list[tuple[str, str]]  # a document as two lines: its id, and both lines


class BulkWriter:
    """Writes documents by their ids: the next request is made while the last is on its way.

    Documents that an overloaded cluster rejects are sent again, one by one and after a pause, and requests become
    smaller until it keeps up.
    """

    def __init__(self, connection: Connection, index: str, patience: float = PATIENCE) -> None:
        self._connection = connection
        self._index = index
        self._patience = patience
        self._bytes = _BYTES

    def write(self, documents: Iterable[Document], on_written: Callable[[int], None] = lambda _count: None) -> None:
        """Writes documents. on_written: called after each request with how many of them, in their order, are written.

        Raises IndexAccessError for a document that is rejected for good, or if the cluster accepts nothing for long.
        """
        with ThreadPoolExecutor(1) as pool:
            written = 0
            waiting: Future[int] | None = None
            try:
                for batch in self._batches(documents):
                    if waiting:
                        written += waiting.result()
                        on_written(written)
                    waiting = pool.submit(self._send, batch)
                if waiting:
                    on_written(written + waiting.result())
            except BaseException:  # also an interrupt: what is refused from here on is not sent again
                self._patience = 0.0
                raise

    def _batches(self, documents: Iterable[Document]) -> Iterator[Lines]:
        batch: Lines = []
        size = 0
        for identifier, document in documents:
            action = json.dumps({"index": {"_id": identifier}}, ensure_ascii=False)
            lines = f"{action}\n{json.dumps(document, ensure_ascii=False)}\n"
            batch.append((identifier, lines))
            size += len(lines)
            if size >= self._bytes:
                yield batch
                batch, size = [], 0
        if batch:
            yield batch

    def _send(self, batch: Lines) -> int:
        """Sends documents until all are written; returns how many."""
        begin = time.monotonic()
        rest, attempt = batch, 0
        while refused := self._refused(rest):
            spent = time.monotonic() - begin
            if spent > self._patience:
                identifier, reason = next(iter(refused.items()))
                raise IndexUnreachableError(
                    f"{self._connection.address}: {len(refused)} of {counted(len(batch), 'document')} not "
                    f"written, first {identifier!r}: {reason} (tried {counted(attempt + 1, 'time')} in {spent:.0f} s)"
                )
            self._bytes = max(self._bytes // 2, _LEAST_BYTES)
            pause(attempt)
            attempt += 1
            rest = [line for line in rest if line[0] in refused]
        if not attempt:
            self._bytes = min(self._bytes * 2, _BYTES)
        return len(batch)

    def _refused(self, batch: Lines) -> dict[str, str]:
        """Sends documents once; returns those that were refused for now, with the reason."""
        body = "".join(lines for _, lines in batch)
        try:
            answer = self._connection.call("POST", f"/{self._index}/_bulk", body, tries=1, timeout=_TIMEOUT)
        except IndexUnreachableError as error:
            return {identifier: str(error) for identifier, _ in batch}
        refused: dict[str, str] = {}
        for item in (item["index"] for item in answer["items"]) if answer["errors"] else ():
            if "error" not in item:
                continue
            reason = _reason(item["error"])
            if item["status"] not in PASSING:
                raise IndexAccessError(f"{self._connection.address}: the document {item['_id']!r} is refused: {reason}")
            refused[item["_id"]] = reason
        return refused


def _reason(error: dict[str, Any]) -> str:
    cause = error.get("caused_by", {}).get("reason")
    return f"{error.get('type')}: {error.get('reason')}" + (f" ({cause})" if cause else "")
