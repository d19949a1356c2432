"""Runs of passages in TREC's form, from `search` and from `batch`."""

import json
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import ir_measures
import pytest

from tweetctx import Contextualizer, build_index, normalize, open_index
from tweetctx.errors import ParameterError, RunError
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.queries import query_of
from tweetctx.interfaces.commands.cli import main
from tweetctx.runs import retrieve_topics
from tweetctx.runs.run_formats import check_identifier, trec_lines
from tweetctx.runs.trec import one_word, read_trec_run
from tweetctx.types import Context, Query, ScoredSentence

ARTICLES = {
    "ada reed": "Ada Reed was a sailor from Hull. She crossed two oceans.\nHer boat was lost near Whitby. It sank.",
    "hull": "Hull is a port. Sailors live in Hull.",
    "100% whitby": "Whitby is a town with an abbey. Sailors come from it.",
}
TWEETS = {"t1": "sailors from #Hull", "t2": "the abbey at Whitby", "t3": "zzqx"}
THEIRS: Any = ir_measures  # not annotated


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("trec")
    lines = [json.dumps({"id": name, "title": name.title(), "text": text}) for name, text in ARTICLES.items()]
    (place / "wiki.jsonl").write_text("\n".join(lines))
    build_index(place / "wiki.jsonl", place / "wiki.idx", workers=1)
    (place / "topics.tsv").write_text("".join(f"{name}\t{text}\n" for name, text in TWEETS.items()))
    return place


def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    monkeypatch.setattr(sys, "argv", ["tweetctx", *map(str, arguments)])
    with pytest.raises(SystemExit) as end:
        main()
    return int(end.value.code or 0), capsys.readouterr().out


def test_a_search_of_topics_is_a_run_that_trec_eval_reads(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = (
        "--topics",
        folder / "topics.tsv",
        "--format",
        "trec",
        "--index",
        folder / "wiki.idx",
        "--run-id",
        "mine",
    )
    code, out = command(monkeypatch, capsys, "search", *options)
    assert code == 0
    rows = [line.split(" ") for line in out.splitlines()]
    assert all(len(row) == 6 and row[1] == "Q0" and row[5] == "mine" for row in rows)
    engine = open_index(folder / "wiki.idx")
    for name, text in TWEETS.items():
        hits = engine.retrieve(query_of(normalize(text), engine), 20, 0.4)
        own = [row for row in rows if row[0] == name]
        assert [row[2].rpartition(":")[0] for row in own] == [one_word(source.article_id) for source in hits.sources]
        assert [float(row[4]) for row in own] == pytest.approx(hits.scores.tolist(), abs=1e-3)
        assert [row[3] for row in own] == [str(rank) for rank in range(1, len(own) + 1)]
        assert len({row[2] for row in own}) == len(own)
    # The passage on the abbey is the first of its article; the second of Ada Reed's begins after two sentences.
    qrels = [THEIRS.Qrel("t1", "hull:0", 1), THEIRS.Qrel("t2", "100%25%20whitby:0", 1), THEIRS.Qrel("t2", "no:0", 1)]
    run = list(THEIRS.read_trec_run(StringIO(out)))
    found = {
        (one.query_id, str(one.measure)): one.value for one in THEIRS.iter_calc([THEIRS.RR, THEIRS.AP], qrels, run)
    }
    assert found == {("t1", "RR"): 1.0, ("t1", "AP"): 1.0, ("t2", "RR"): 1.0, ("t2", "AP"): 0.5}
    assert {"ada%20reed:0", "ada%20reed:2"} >= {row[2] for row in rows if row[2].startswith("ada")} != set()


def test_a_batch_ranks_the_passages_that_contexts_quote(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = folder / "contexts.run"
    scorer = "none | jm | policy(min_terms=2)"
    options = ("--index", folder / "wiki.idx", "--format", "trec", "--scorer", scorer, "--workers", 1, "--force")
    code, _ = command(monkeypatch, capsys, "batch", folder / "topics.tsv", "-o", run, *options)
    assert code == 0
    entries = [*read_trec_run(run)]
    assert [tuple(doc) for doc in THEIRS.read_trec_run(str(run))] == entries
    contextualizer = Contextualizer.open(folder / "wiki.idx", scorer)
    for name, text in TWEETS.items():
        sentences = contextualizer.contextualize(text).sentences
        own = [entry for entry in entries if entry.query == name]
        assert {entry.docno for entry in own} == {one_word(sentence.passage_id) for sentence in sentences}
        assert len({entry.docno for entry in own}) == len(own) == len({sentence.passage for sentence in sentences})
        assert [entry.score for entry in own] == sorted({entry.score for entry in own}, reverse=True)


def test_a_passage_is_ranked_once_by_its_best_sentence() -> None:
    def sentence(passage: str, score: float) -> ScoredSentence:
        return ScoredSentence("x", "t", "u", score, "a", 0, 0, 0, passage)

    sentences = (sentence("a:0", -3.0), sentence("b c:1", -1.0), sentence("a:0", -1.0), sentence("d:0", -2.0))
    context = Context("tweet", Query(()), "x", sentences, (), 1.0)
    assert trec_lines("7", context, "me") == "7 Q0 a:0 1 -1.0 me\n7 Q0 b%20c:1 2 -1.0001 me\n7 Q0 d:0 3 -2.0 me\n"


def test_ids_of_several_words_are_refused(folder: Path) -> None:
    with pytest.raises(RunError, match="topic 'a b': found white space in its id; expected one word"):
        check_identifier("a b", "trec")
    (folder / "spaces.jsonl").write_text('{"id": "a b", "text": "sailors"}\n')
    with pytest.raises(RunError, match="topic 'a b'"):
        list(retrieve_topics(folder / "spaces.jsonl", index=folder / "wiki.idx"))


@pytest.mark.parametrize("options", [{"k": 0}, {"lam": 2}])
def test_a_run_with_an_argument_out_of_its_range(folder: Path, options: Any) -> None:
    with pytest.raises(ParameterError, match=rf"^{next(iter(options))}: found "):
        retrieve_topics([], index=folder / "wiki.idx", **options)


def test_a_run_closes_its_index(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []
    monkeypatch.setattr(EmbeddedIndex, "close", lambda index: closed.append(index.path.name))
    assert [*retrieve_topics([], index=folder / "wiki.idx")] == []
    assert closed == ["wiki.idx"]


def test_nothing_found_for_any_topic(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "none.tsv").write_text("1\tzzqx\n")
    options = ("--topics", folder / "none.tsv", "--format", "trec", "--index", folder / "wiki.idx")
    assert command(monkeypatch, capsys, "search", *options) == (3, "")


@pytest.mark.parametrize("arguments", [["x", "--format", "trec"], [], ["x", "--topics", "y", "--format", "trec"]])
def test_a_query_or_topics_with_trec(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(monkeypatch, capsys, "search", *arguments) == (2, "")
