"""WikiQA, SelQA and MultiRC as published, counted by plain parsing; run with TWEETCTX_DATA set to their folder."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tweetctx import parse_scorer
from tweetctx.evaluation.collections import SentenceCollection, candidates, pool_of, read_collection
from tweetctx.evaluation.rankings import RankedLabels
from tweetctx.evaluation.sentences import evaluate_run
from tweetctx.runs.trec import Judgement, ranking, read_qrels, read_trec_run, write_qrels, write_run
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig

DATA = Path(os.environ.get("TWEETCTX_DATA", "")) / "sentences"

pytestmark = pytest.mark.skipif("TWEETCTX_DATA" not in os.environ, reason="TWEETCTX_DATA names no folder of data")


def counts(collection: SentenceCollection) -> tuple[int, int, int, int]:
    """Questions, documents, sentences of documents, and relevant labels."""
    return (
        len(collection.queries),
        len(collection.documents),
        sum(map(len, collection.documents)),
        sum(len(query.relevant) for query in collection.queries),
    )


def judgements(collection: SentenceCollection) -> Iterator[Judgement]:
    """The labels of all queries, also of those without a relevant sentence."""
    for query in collection.queries:
        for docno, label in candidates(collection, query):
            yield Judgement(query.id, docno, int(label))


@pytest.mark.parametrize(
    ("name", "expected"),
    [("WikiQA-train.tsv", (2118, 1995, 18_841, 1040)), ("WikiQA-dev.tsv", (296, 293, 2_708, 140))],
)
def test_wikiqa(name: str, expected: tuple[int, int, int, int]) -> None:
    rows = [line.split("\t") for line in (DATA / name).read_text("utf-8").split("\n")[1:] if line]
    documents = {(row[2], row[4]) for row in rows}
    plain = (
        len({row[0] for row in rows}),
        len({row[2] for row in rows}),
        len(documents),
        sum(row[6].strip() == "1" for row in rows),
    )
    found = read_collection(DATA / name)
    assert counts(found) == plain == expected
    judged = [*judgements(found)]
    assert len(judged) == len(rows)
    relevant = {(row[0], row[4]) for row in rows if row[6].strip() == "1"}
    assert {(j.query, j.docno) for j in judged if j.relevance} == relevant


def test_selqa() -> None:
    records = json.loads((DATA / "selqa-dev.json").read_text("utf-8"))
    documents = {(record["article"], record["section"]): record["candidates"] for record in records}
    plain = (
        len(records),
        len(documents),
        sum(map(len, documents.values())),
        sum(len(record["answers"]) for record in records),
    )
    found = read_collection(DATA / "selqa-dev.json")
    assert counts(found) == plain == (785, 680, 8_179, 893)
    query, record = found.queries[500], records[500]
    assert query.text == record["question"]
    assert [found.documents[row][place] for row, place in sorted(query.relevant)] == [
        record["candidates"][place] for place in sorted(record["answers"])
    ]


def test_multirc() -> None:
    records = json.loads((DATA / "multirc-train.json").read_text("utf-8"))["data"]
    questions = [question for record in records for question in record["paragraph"]["questions"]]
    texts = [re.findall("<b>Sent [0-9]+: </b>(.*?)<br>", record["paragraph"]["text"], re.DOTALL) for record in records]
    plain = (
        len(questions),
        len(records),
        sum(map(len, texts)),
        sum(len(set(question["sentences_used"])) for question in questions),
    )
    found = read_collection(DATA / "multirc-train.json")
    assert counts(found) == plain == (5131, 456, 6574, 11_953)
    assert found.documents == tuple(tuple(text.strip() for text in document) for document in texts)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["WikiQA-dev.tsv", "selqa-dev.json", "multirc-train.json"])
def test_memory_agrees_with_trec_eval_through_files(name: str, tmp_path: Path) -> None:
    found = read_collection(DATA / name)
    all_ids = [identifier for row in range(len(found.documents)) for identifier in found.sentence_ids(row)]
    assert len(set(all_ids)) == sum(map(len, found.documents))
    analyzer = Analyzer(AnalyzerConfig.named("plain"))
    pool, scorer = pool_of(found, analyzer), parse_scorer("2s-i(lam=0.3, mu=50)")
    expected, entries = {}, []
    for query in found.queries:
        scores = scorer.score(analyzer.terms(query.text), pool.of_documents(query.documents))
        ids, labels = zip(*candidates(found, query), strict=True)
        if any(labels):
            expected[query.id] = RankedLabels([np.array(labels)]).measures(scores)[0]
        entries += list(ranking(query.id, ids, scores, ranks_as_scores=True))
    write_run(tmp_path / "run", entries, "tag")
    write_qrels(tmp_path / "qrels", judgements(found))
    evaluation = evaluate_run("run", read_trec_run(tmp_path / "run"), read_qrels(tmp_path / "qrels"))
    assert evaluation.topics == tuple(expected)
    np.testing.assert_allclose(
        np.stack([*evaluation.values.values()], axis=1), np.array(list(expected.values())), rtol=1e-12
    )
    assert len(evaluation.left_out) == len(found.queries) - len(expected)
    assert evaluation.means["AP"] > 0.4
