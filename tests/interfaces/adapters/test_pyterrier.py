"""The transformers in PyTerrier's pipelines and experiments, and measures equal to trec_eval's."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyterrier", reason="needs python-terrier")

import pandas as pd
import pyterrier as pt
import pytrec_eval

import tweetctx
from tweetctx.errors import ParameterError
from tweetctx.interfaces.adapters.pyterrier import Contextualizer, Retriever

QUERIES = [
    ("q1", "whitney houston funeral"),
    ("q2", "#OccupyWallStreet camp"),
    ("q3", "xqzv"),
    ("q4", "climate change"),
]
RELEVANT = {
    "q1": {"demo-whitney-houston": 2, "demo-newark-new-jersey": 1, "demo-cnn": 0},
    "q2": {"demo-occupy-wall-street": 1},
    "q3": {"demo-cnn": 1},
    "q4": {"demo-climate-change": 1, "demo-whitney-houston": 1},
}


@pytest.fixture(scope="module")
def topics() -> Any:
    return pd.DataFrame(QUERIES, columns=["qid", "query"])


@pytest.fixture(scope="module")
def retriever(demo_index: Path) -> Retriever:
    return Retriever(demo_index, num_results=200)


def test_results_are_articles_by_their_best_passage(retriever: Retriever, topics: Any) -> None:
    results = retriever.transform(topics.assign(split="dev"))
    assert list(results.columns) == ["qid", "query", "split", "docno", "rank", "score", "title", "text", "url"]
    assert set(results["qid"]) == {"q1", "q2", "q4"}
    for _, found in results.groupby("qid"):
        assert list(found["rank"]) == list(range(len(found)))
        assert found["score"].is_monotonic_decreasing
        assert found["docno"].is_unique
    first = tweetctx.open_index(retriever.index.path).search("whitney houston funeral", k=1)[0]  # type: ignore[attr-defined]
    best = results[results["qid"] == "q1"].iloc[0]
    assert (best["title"], best["text"], best["score"]) == (first.title, first.text, first.score)


def test_no_queries_give_an_empty_frame_with_all_columns(retriever: Retriever, topics: Any) -> None:
    results = retriever.transform(topics[:0])
    assert list(results.columns) == ["qid", "query", "docno", "rank", "score", "title", "text", "url"]
    assert retriever.transform(topics[topics["qid"] == "q3"]).empty


def test_a_frame_without_queries_is_refused(retriever: Retriever, demo_index: Path) -> None:
    for transformer in (retriever, Contextualizer(demo_index)):
        with pytest.raises(pt.validate.InputValidationError):
            transformer.transform(pd.DataFrame({"qid": ["1"], "docno": ["d"]}))
    with pytest.raises(ParameterError, match="num_results: found 0"):
        Retriever(demo_index, num_results=0)


def test_contexts_are_those_of_the_library(demo_index: Path, topics: Any) -> None:
    opened = tweetctx.Contextualizer.open(demo_index)
    for given in (demo_index, opened):
        found = Contextualizer(given, limit=120, unit="utf16").transform(topics)
        expected = [opened.contextualize(query, limit=120, unit="utf16") for _, query in QUERIES]
        assert list(found["qcontext"]) == [context.text for context in expected]
        assert list(found["attribution"]) == [context.attribution for context in expected]
        assert list(found["qid"]) == [qid for qid, _ in QUERIES]


def test_pytierrers_own_inspection_knows_the_columns(retriever: Retriever, demo_index: Path) -> None:
    assert pt.inspect.transformer_inputs(retriever) == [["qid", "query"]]
    outputs = pt.inspect.transformer_outputs(retriever, ["qid", "query"])
    assert outputs == ["qid", "query", "docno", "rank", "score", "title", "text", "url"]
    contexts = Contextualizer(demo_index)
    assert pt.inspect.transformer_outputs(contexts, ["qid", "query"]) == ["qid", "query", "qcontext", "attribution"]


@pytest.mark.thorough
def test_an_experiment_measures_what_trec_eval_measures(retriever: Retriever, demo_index: Path, topics: Any) -> None:
    shorter = Retriever(demo_index, num_results=200, lam=0.9) % 3
    expand = pt.apply.query(lambda row: f"{row['query']} {row['qcontext']}")
    expanded = Contextualizer(demo_index, limit=200) >> expand >> retriever
    systems = {"all": retriever, "three": shorter, "expanded": expanded}
    qrels = pd.DataFrame(
        [(qid, docno, label) for qid, of_query in RELEVANT.items() for docno, label in of_query.items()],
        columns=["qid", "docno", "label"],
    )
    names = ["map", "ndcg", "recip_rank", "P_5", "recall_1000"]
    table = pt.Experiment([*systems.values()], topics, qrels, names, names=[*systems], perquery=True)
    measured = {(row.name, row.qid, row.measure): row.value for row in table.itertuples(index=False)}
    judge = pytrec_eval.RelevanceEvaluator(RELEVANT, {"map", "ndcg", "recip_rank", "P.5", "recall.1000"})
    compared = 0
    for name, system in systems.items():
        results = system.transform(topics)
        run: dict[str, dict[str, float]] = {}
        for row in results.itertuples():
            run.setdefault(row.qid, {})[row.docno] = row.score
        for qid, values in judge.evaluate(run).items():
            for measure in names:
                assert measured[name, qid, measure] == pytest.approx(values[measure], abs=1e-12)
                compared += 1
        assert measured[name, "q1", "recip_rank"] > 0
    assert compared == 3 * 3 * len(names)


def test_a_query_that_is_no_text_is_named(retriever: Retriever, demo_index: Path) -> None:
    empty = pd.DataFrame([("q7", float("nan"))], columns=["qid", "query"])
    for transformer in (retriever, Contextualizer(demo_index)):
        with pytest.raises(ParameterError, match="query of qid q7: found nan, expected a string"):
            transformer(empty)
