"""Describes and verifies an index in a cluster."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from tweetctx.corpus import read_articles
from tweetctx.errors import counted
from tweetctx.index.opensearch.documents import FORMAT, StoredPassage, token_of
from tweetctx.index.opensearch.engine import OpenSearchEngine
from tweetctx.index.opensearch.fetching import Reader
from tweetctx.index.opensearch.opening import check_version
from tweetctx.text.languages import described
from tweetctx.types import Article

_SAMPLE: Final = 200  # passages that are looked at
_MOST_CLAUSES: Final = 50
_SEED: Final = 0
_KINDS: Final = {"file": "blob"}  # streams whose documents are of another kind


def information(engine: OpenSearchEngine) -> dict[str, Any]:
    """The counts of an index, how it was made, and the health of its cluster."""
    collection, connection, index = engine.collection, engine.reader.connection, engine.reader.index
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
        **collection.origin.described(),
        "index": index,
        "cluster": check_version(connection),
        "health": health["status"],
        "nodes": health["number_of_nodes"],
        "shards": int(settings["number_of_shards"]),
        "replicas": int(settings["number_of_replicas"]),
        "documents_stored": connection.call_all("GET", f"/{index}/_count")["count"],
        "bytes": stored["total"]["store"]["size_in_bytes"],
    }


def verify(engine: OpenSearchEngine, sources: Sequence[Path] = ()) -> list[str]:
    """Counts the documents of every kind and checks a sample of passages; returns a line for each error.

    The text of a sampled passage must have the terms that are stored with it, and a search for these must find it.
    sources: those of the index; title and text of a sample of their articles must be those that are stored.
    """
    reader, address = engine.reader, engine.reader.connection.address
    expected: dict[str, int] = {"meta": 1}
    for name, count in engine.collection.description["documents"].items():
        kind = _KINDS.get(name, name)
        expected[kind] = expected.get(kind, 0) + count
    wrong = []
    for kind, count in expected.items():
        query = {"query": {"term": {"kind": kind}}}
        stored = reader.connection.call_all("POST", f"/{reader.index}/_count", query)["count"]
        if stored != count:
            wrong.append(f"{address}: found {counted(stored, 'document')} of the kind {kind!r}, expected {count}")
    total = engine.size.passages
    passages = random.Random(_SEED).sample(range(total), min(_SAMPLE, total))  # noqa: S311
    documents = reader.get(f"p{passage}" for passage in passages)
    wrong += [f"{address}: found no passage {passage}" for passage in passages if f"p{passage}" not in documents]
    wrong += _wrong_passages(engine, list(documents.values()))
    return wrong + _wrong_articles(reader, sources)


def _wrong_passages(engine: OpenSearchEngine, documents: list[dict[str, Any]]) -> list[str]:
    passages = [StoredPassage.of(document["article"], document["data"]) for document in documents]
    terms = [[term for text in one.texts for term in engine.analyzer.terms(text)] for one in passages]
    stats = engine.term_stats(sorted({term for row in terms for term in row}))
    number_of = dict(zip(stats.texts, stats.keys.tolist(), strict=True))
    wrong = []
    for passage, row in zip(passages, terms, strict=True):
        if [number_of.get(term) for term in row] != passage.sentences.values.tolist():
            wrong.append(f"passage {passage.number}: its text does not give the terms that it has")
    bodies = [_search(passage.number, row) for passage, row in zip(passages, terms, strict=True)]
    for passage, hits in zip(passages, engine.reader.search(bodies), strict=True):
        if not hits:
            wrong.append(f"passage {passage.number}: a search for its terms does not find it")
    return [f"{engine.reader.connection.address}: {line}" for line in wrong]


def _wrong_articles(reader: Reader, sources: Sequence[Path]) -> list[str]:
    """Yields the differences between a sample of the sources' articles and their documents."""
    if not sources:
        return []
    sample = _sampled(read_articles(list(sources), on_error="skip"))
    bodies = [{"query": {"bool": {"filter": [{"term": {"id": one.id}}]}}, "size": 1} for one in sample]
    documents = [hits[0]["_source"] if hits else None for hits in reader.search(bodies)]
    wrong = [
        f"article {one.id!r}: is not there" for one, document in zip(sample, documents, strict=True) if not document
    ]
    for one, document in zip(sample, documents, strict=True):
        if document and document["data"]["title"] != one.title:
            wrong.append(f"article {one.id!r}: found the title {document['data']['title']!r}, expected {one.title!r}")
        if document and _texts(reader, document["article"]) != _paragraphs(one):
            wrong.append(f"article {one.id!r}: its passages are not those of the source")
    return [f"{reader.connection.address}: {line}" for line in wrong]


def _sampled(articles: Iterable[Article]) -> list[Article]:
    """A uniform random sample of articles (Vitter 1985, algorithm R)."""
    chance = random.Random(_SEED)  # noqa: S311
    sample: list[Article] = []
    for index, article in enumerate(articles):
        slot = index if index < _SAMPLE else chance.randrange(index + 1)
        if slot < _SAMPLE:
            sample[slot : slot + 1] = [article]
    return sample


def _texts(reader: Reader, article: int) -> list[str]:
    query = {"bool": {"filter": [{"term": {"kind": "passage"}}, {"term": {"article": article}}]}}
    hits = reader.all({"query": query, "sort": [{"number": "asc"}], "_source": ["data.text"]})
    return [hit["_source"]["data"]["text"] for hit in hits]


def _paragraphs(article: Article) -> list[str]:
    return [text for section in article.sections for paragraph in section.paragraphs if (text := paragraph.strip())]


def _search(passage: int, terms: list[str]) -> dict[str, Any]:
    clauses = [{"term": {"terms": token_of(term)}} for term in dict.fromkeys(terms)][:_MOST_CLAUSES]
    return {"query": {"bool": {"filter": [*clauses, {"term": {"number": passage}}]}}, "size": 1, "_source": False}
