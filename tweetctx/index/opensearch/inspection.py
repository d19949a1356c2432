"""What an index in a cluster holds, and whether that is what its build wrote."""

from __future__ import annotations

import random
from typing import Any, Final

from tweetctx.index.opensearch.connection import Connection
from tweetctx.index.opensearch.documents import FORMAT, StoredPassage, token_of
from tweetctx.index.opensearch.opening import Collection, check_version
from tweetctx.index.opensearch.reader import Reader
from tweetctx.text.languages import described

_SAMPLE: Final = 200  # passages that are looked at
_MOST_CLAUSES: Final = 50
_KINDS: Final = {"file": "blob"}  # streams whose documents are of another kind


def information(collection: Collection, reader: Reader) -> dict[str, Any]:
    """What an index holds, how it was made, and how the cluster is that keeps it."""
    connection, index = reader.connection, reader.index
    description = collection.description
    stored = connection.call("GET", f"/{index}/_stats/store")["_all"]
    settings = connection.call("GET", f"/{index}/_settings")[index]["settings"]["index"]
    health = connection.call("GET", f"/_cluster/health/{index}")
    config = collection.analyzer.config
    return {
        "path": str(connection.address),
        "version": FORMAT,
        "analyzer": config.name,
        "language": described(config.language),
        "sentences_by": description["spacy_model"] or "rules",
        **description["counts"],
        "terms": description["documents"]["term"],
        "index": index,
        "cluster": check_version(connection),
        "health": health["status"],
        "nodes": health["number_of_nodes"],
        "shards": int(settings["number_of_shards"]),
        "replicas": int(settings["number_of_replicas"]),
        "documents_stored": connection.call_all("GET", f"/{index}/_count")["count"],
        "bytes": stored["total"]["store"]["size_in_bytes"],
    }


def verify(collection: Collection, reader: Reader, seed: int = 0) -> list[str]:
    """Counts the documents of every kind, and reads a sample of passages; a line for each thing that is wrong.

    Of a passage in the sample, the text must give the terms that are stored with it, and a search for its terms must
    find it.
    """
    address = reader.connection.address
    expected: dict[str, int] = {"meta": 1}
    for name, count in collection.description["documents"].items():
        kind = _KINDS.get(name, name)
        expected[kind] = expected.get(kind, 0) + count
    wrong = []
    for kind, count in expected.items():
        found = _count(reader.connection, reader.index, kind)
        if found != count:
            wrong.append(f"{address}: found {found} documents of the kind {kind!r}, expected {count}")
    total = collection.size.passages
    numbers = random.Random(seed).sample(range(total), min(_SAMPLE, total))  # noqa: S311
    documents = reader.get(f"p{number}" for number in numbers)
    wrong += [f"{address}: found no passage {number}" for number in numbers if f"p{number}" not in documents]
    return wrong + _wrong_passages(collection, reader, list(documents.values()))


def _count(connection: Connection, index: str, kind: str) -> int:
    return int(connection.call_all("POST", f"/{index}/_count", {"query": {"term": {"kind": kind}}})["count"])


def _wrong_passages(collection: Collection, reader: Reader, documents: list[dict[str, Any]]) -> list[str]:
    passages = [StoredPassage.of(document["article"], document["data"]) for document in documents]
    terms = [[term for text in one.texts for term in collection.analyzer.terms(text)] for one in passages]
    number_of = _numbers(collection, reader, {term for own in terms for term in own})
    wrong = []
    for passage, own in zip(passages, terms, strict=True):
        if [number_of.get(term) for term in own] != passage.sentences.values.tolist():
            wrong.append(f"passage {passage.number}: its text does not give the terms that it has")
    bodies = [_search(passage.number, own) for passage, own in zip(passages, terms, strict=True)]
    for passage, hits in zip(passages, reader.search(bodies), strict=True):
        if not hits:
            wrong.append(f"passage {passage.number}: a search for its terms does not find it")
    return [f"{reader.connection.address}: {line}" for line in wrong]


def _numbers(collection: Collection, reader: Reader, terms: set[str]) -> dict[str, int]:
    """The numbers of terms."""
    from tweetctx.index.opensearch.engine import OpenSearchEngine

    stats = OpenSearchEngine(collection, reader).term_stats(sorted(terms))
    return dict(zip(stats.texts, stats.keys.tolist(), strict=True))


def _search(number: int, terms: list[str]) -> dict[str, Any]:
    clauses = [{"term": {"terms": token_of(term)}} for term in dict.fromkeys(terms)][:_MOST_CLAUSES]
    return {"query": {"bool": {"filter": [*clauses, {"term": {"number": number}}]}}, "size": 1, "_source": False}
