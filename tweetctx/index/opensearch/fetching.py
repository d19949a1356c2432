"""Documents of one index, fetched in few requests."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from tweetctx.errors import IndexUnreachableError, counted
from tweetctx.index.opensearch.connection import Connection, error_text

Document = dict[str, Any]
_FETCHED = 5000  # documents in a request


class Reader:
    """Fetches documents and searches; threads can share it.

    partial: whether an answer lacked a shard; false unless such answers are allowed.
    """

    def __init__(self, connection: Connection, index: str) -> None:
        self.connection = connection
        self.index = index
        self.partial = False

    def get(self, ids: Iterable[str]) -> dict[str, Document]:
        """The documents with these ids that are there."""
        wanted = list(dict.fromkeys(ids))
        result: dict[str, Document] = {}
        for at in range(0, len(wanted), _FETCHED):
            ids = {"ids": wanted[at : at + _FETCHED]}
            documents = self.connection.call_parts(f"/{self.index}/_mget", ids, "docs")
            result |= {document["_id"]: document["_source"] for document in documents if document.get("found")}
            if any("error" in document for document in documents):
                self._lacks()
        return result

    def search(self, bodies: Sequence[Mapping[str, Any]]) -> list[list[Document]]:
        """The results of several searches, in one request."""
        if not bodies:
            return []
        address = self.connection.address
        head = json.dumps({"allow_partial_search_results": address.allow_partial})
        lines = "".join(f"{head}\n{json.dumps(body)}\n" for body in bodies)
        answers = self.connection.call_parts(f"/{self.index}/_msearch", lines, "responses")
        lacking = [one for one in answers if "error" in one or _missing_shards(one["_shards"]) or one["timed_out"]]
        if lacking and not address.allow_partial:
            raise IndexUnreachableError(f"{address}: {_what_is_missing(lacking[0])}")
        if lacking:
            self._lacks()
        return [answer["hits"]["hits"] if "hits" in answer else [] for answer in answers]

    def all(self, body: Mapping[str, Any], size: int = 1000) -> Iterator[Document]:
        """Yields all results of a search in the order of its `sort`, whose values must be distinct."""
        after: dict[str, Any] = {}
        while True:
            (hits,) = self.search([{**body, **after, "size": size, "track_total_hits": False}])
            yield from hits
            if len(hits) < size:
                return
            after = {"search_after": hits[-1]["sort"]}

    def _lacks(self) -> None:
        """Called when an answer lacks a shard. Readers are shared: only those of one context remember it."""


class SessionReader(Reader):
    """The reader of one context: fetches nothing twice, and prefetches with the first documents."""

    def __init__(self, reader: Reader, expected: Callable[[], Iterable[str]]) -> None:
        """expected: returns the ids of documents to prefetch."""
        super().__init__(reader.connection, reader.index)
        self._held: dict[str, Document | None] = {}
        self._expected: Callable[[], Iterable[str]] | None = expected

    def get(self, ids: Iterable[str]) -> dict[str, Document]:
        """The documents with these ids that are there."""
        wanted = list(ids)
        missing = [identifier for identifier in wanted if identifier not in self._held]
        if missing:
            expected, self._expected = self._expected, None
            missing += expected() if expected else ()
            self._held |= dict.fromkeys(missing)
            self._held |= super().get(missing)
        pairs = ((identifier, self._held[identifier]) for identifier in wanted)
        return {identifier: document for identifier, document in pairs if document is not None}

    def _lacks(self) -> None:
        self.partial = True


def _missing_shards(shards: Mapping[str, int]) -> int:
    """How many shards did not answer; `failed` leaves out those that no node holds."""
    return shards["total"] - shards["successful"]


def _what_is_missing(answer: Mapping[str, Any]) -> str:
    """How many shards an answer lacks, and why."""
    shards = answer["_shards"]
    failures = shards.get("failures") or [{}]
    otherwise = "timed out" if answer["timed_out"] else "on no node"
    why = error_text(failures[0]["reason"]) if "reason" in failures[0] else otherwise
    return f"{_missing_shards(shards)} of {counted(shards['total'], 'shard')} did not answer ({why})"
