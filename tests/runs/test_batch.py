"""A file of tweets to a file of contexts, on the demonstration corpus."""

import json
import multiprocessing
import os
import re
import shutil
import signal
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import index_contents
import numpy as np
import pytest

import tweetctx
from tweetctx import Contextualizer, build_index
from tweetctx.context import UNITS
from tweetctx.errors import IndexMissingError, ParameterError, RunError, ScorerError, TopicsError
from tweetctx.runs import BatchProgress, BatchReport, contextualize_batch, read_run, retrieve_topics
from tweetctx.runtime import bundled
from tweetctx.runtime.durable import part_of
from tweetctx.scoring.topics import TopicModel, write_topics
from tweetctx.tweets.topics import Topic

TWEETS = """\
RT @CNNLive: The funeral of #WhitneyHouston begins at noon in Newark http://t.co/x1
zzqx blorft
Police clear #OccupyWallStreet camp at Zuccotti Park, 200 arrested
Sandy is coming, the subway in NYC is closed #HurricaneSandy
http://t.co/x2
one small step for man #Apollo11
Adele swept the #GRAMMYs
BP oil still in the Gulf of Mexico #DeepwaterHorizon
First picture of a black hole
yellow jersey and doping, #TourDeFrance as ever
They found the Higgs at #CERN!
"""
TOPICS = [Topic(f"t{number}", text) for number, text in enumerate(TWEETS.splitlines(), 1)]
MANY = [Topic(f"{copy}-{topic.id}", topic.text) for copy in range(12) for topic in TOPICS]
FORMATS = ("inex", "jsonl")


@pytest.fixture
def topics_file(tmp_path: Path) -> Path:
    path = tmp_path / "tweets.jsonl"
    path.write_text("".join(json.dumps({"id": topic.id, "text": topic.text}) + "\n" for topic in TOPICS))
    return path


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return tmp_path / "a.run"


@pytest.fixture(scope="session")
def many(demo_index: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run of many topics that was never broken off."""
    path = tmp_path_factory.mktemp("many") / "unbroken.run"
    contextualize_batch(MANY, path, index=demo_index, workers=1)
    return path


def test_inex_holds_what_the_contextualizer_says(topics_file: Path, run: Path, demo_index: Path) -> None:
    report = contextualize_batch(topics_file, run, index=demo_index, scorer="dcu-185", run_id="185", workers=1)
    contextualizer = Contextualizer.open(demo_index, "dcu-185")
    lines = [line.split("\t") for line in run.read_text("utf-8").splitlines()]
    begin = 0
    for topic in TOPICS:
        sentences = contextualizer.contextualize(topic.text).sentences
        own = lines[begin : begin + len(sentences)]
        begin += len(sentences)
        assert [line[:2] + line[5:6] for line in own] == [[topic.id, "Q0", "185"]] * len(own)
        assert [line[2] for line in own] == [
            index_contents.source(contextualizer.index, s.article)[0] for s in sentences
        ]
        assert [line[3] for line in own] == [str(rank) for rank in range(1, len(own) + 1)]
        assert [line[6] for line in own] == [sentence.text for sentence in sentences]
        scores = [float(line[4]) for line in own]
        assert all(later < earlier for earlier, later in pairwise(scores))
        for rank, (written, sentence) in enumerate(zip(scores, sentences, strict=True)):
            before = min((scores[:rank]), default=float("inf"))
            assert written == sentence.score or (written < sentence.score and sentence.score >= before)
    assert begin == len(lines) == report.sentences
    assert report == BatchReport(topics=11, contexts=9, empty=2, sentences=len(lines), skipped=0)
    assert not part_of(run).exists()


def test_in_the_order_of_score_the_scores_are_the_model_s_but_for_ties(run: Path, demo_index: Path) -> None:
    contextualize_batch(TOPICS, run, index=demo_index, order="score", workers=1)
    contextualizer = Contextualizer.open(demo_index, order="score")
    texts = {topic.id: topic.text for topic in TOPICS}
    kept = 0
    for context in read_run(run):
        scores = [sentence.score for sentence in contextualizer.contextualize(texts[context.id]).sentences]
        assert scores == sorted(scores, reverse=True)
        before = float("inf")
        for written, score in zip((sentence.score for sentence in context.sentences), scores, strict=True):
            assert written == (score if score < before else pytest.approx(before - 1e-4, abs=1e-12))
            kept += written == score
            before = written
    assert kept > len(TOPICS)


def test_jsonl_has_a_line_for_every_topic(topics_file: Path, run: Path, demo_index: Path) -> None:
    report = contextualize_batch(str(topics_file), str(run), index=str(demo_index), format="jsonl", workers=1)
    records = [json.loads(line) for line in run.read_text("utf-8").splitlines()]
    contextualizer = Contextualizer.open(demo_index)
    assert [(record["id"], record["tweet"]) for record in records] == [(topic.id, topic.text) for topic in TOPICS]
    for record in records:
        found = contextualizer.contextualize(record["tweet"])
        assert list(record) == [
            "id",
            "tweet",
            "query",
            "text",
            "sentences",
            "links",
            "attribution",
            *("reason", "confidence", "index"),
        ]
        assert record["text"] == found.text
        assert [s["score"] for s in record["sentences"]] == [s.score for s in found.sentences]
        assert [s["url"] for s in record["sentences"]] == [s.url for s in found.sentences]
    assert (report.contexts, report.empty) == (9, 2)
    assert [record["id"] for record in records if not record["sentences"]] == ["t2", "t5"]


@pytest.mark.parametrize("form", FORMATS)
def test_both_forms_are_read_back_as_the_same_texts(form: Any, run: Path, demo_index: Path) -> None:
    contextualize_batch(TOPICS, run, index=demo_index, format=form, workers=1)
    contextualizer = Contextualizer.open(demo_index)
    expected = {topic.id: contextualizer.contextualize(topic.text).text for topic in TOPICS}
    found = {context.id: context.text for context in read_run(run)}
    assert found == {name: text for name, text in expected.items() if text or form == "jsonl"}


@pytest.mark.parametrize(
    ("limit", "unit"), [(500, "words"), (40, "words"), (200, "chars"), (100, "bytes"), (0, "words")]
)
def test_limits(limit: int, unit: str, run: Path, demo_index: Path) -> None:
    contextualize_batch(TOPICS, run, index=demo_index, scorer="dcu-185", limit=limit, unit=unit, workers=1)
    lengths = [UNITS[unit](context.text) for context in read_run(run)]
    assert all(0 < length <= limit for length in lengths)
    assert bool(lengths) == (limit > 0)
    if (limit, unit) == (500, "words"):
        assert max(lengths) > 120  # words, more than 500 characters hold


@pytest.mark.parametrize("scorer", ["dcu-185", pytest.param("dcu-187", marks=pytest.mark.thorough)])
def test_the_same_bytes_on_any_number_of_workers(scorer: str, run: Path, demo_index: Path, thorough: bool) -> None:
    for workers in (1, 2, 3) if thorough else (1, 3):
        path = run.with_name(f"{workers}.run")
        contextualize_batch(MANY[:60], path, index=demo_index, scorer=scorer, format="jsonl", workers=workers)
        assert path.read_bytes() == run.with_name("1.run").read_bytes()


@pytest.mark.thorough
@pytest.mark.parametrize("form", FORMATS)
def test_resumed_from_any_byte(form: Any, run: Path, demo_index: Path, thorough: bool) -> None:
    def complete(**options: Any) -> BatchReport:
        return contextualize_batch(TOPICS[4:7], run, index=demo_index, limit=99, format=form, workers=1, **options)

    report = complete()
    assert (report.contexts, report.empty) == (2, 1)
    whole = run.read_bytes()
    notes = run.with_name(f"{run.name}.part.json")
    for size in [*range(0, len(whole), 7 if thorough else 83), len(whole)]:
        run.unlink()
        with pytest.raises(KeyboardInterrupt):
            complete(on_progress=interrupt_at(3))
        assert notes.exists()
        part_of(run).write_bytes(whole[:size])
        assert complete(resume=True) == report
        assert run.read_bytes() == whole


def interrupt_at(topics: int) -> Any:
    def interrupt(progress: BatchProgress) -> None:
        if progress.topics >= topics:
            signal.raise_signal(signal.SIGINT)

    return interrupt


@pytest.mark.thorough
@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_interrupted_and_resumed(workers: int, run: Path, demo_index: Path, many: Path) -> None:
    for topics in (1, 40, 100):
        with pytest.raises(KeyboardInterrupt):
            contextualize_batch(
                MANY, run, index=demo_index, workers=workers, resume=True, on_progress=interrupt_at(topics)
            )
        assert not run.exists()
        assert many.read_bytes().startswith(part_of(run).read_bytes())
    seen: list[BatchProgress] = []
    report = contextualize_batch(MANY, run, index=demo_index, workers=1, resume=True, on_progress=seen.append)
    assert run.read_bytes() == many.read_bytes()
    assert (report.topics, report.contexts, report.empty) == (132, 108, 24)
    assert report.sentences == run.read_bytes().count(b"\n")
    assert seen[0].topics > 100
    assert seen[-1] == BatchProgress(132, 132)


@pytest.mark.thorough
def test_a_worker_that_dies(run: Path, demo_index: Path, many: Path) -> None:
    def kill_one(_: BatchProgress) -> None:
        for child in multiprocessing.active_children()[:1]:
            assert child.pid
            os.kill(child.pid, signal.SIGKILL)
            child.join()

    with pytest.raises(RunError, match="a worker process died"):
        contextualize_batch(MANY, run, index=demo_index, workers=2, on_progress=kill_one)
    assert multiprocessing.active_children() == []
    contextualize_batch(MANY, run, index=demo_index, workers=2, resume=True)
    assert run.read_bytes() == many.read_bytes()


@pytest.mark.thorough
def test_a_complete_run_is_compared(run: Path, demo_index: Path, many: Path) -> None:
    run.write_bytes(many.read_bytes())
    assert contextualize_batch(MANY, run, index=demo_index, workers=1, resume=True).topics == 132
    with pytest.raises(RunError, match="found another file than this work makes; expected the same"):
        contextualize_batch(MANY, run, index=demo_index, scorer="dcu-185", workers=1, resume=True)
    assert run.read_bytes() == many.read_bytes()
    with pytest.raises(RunError, match="found a file; expected none; --resume completes"):
        contextualize_batch(MANY, run, index=demo_index, workers=1)


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"scorer": "dcu-185"}, "scorer"),
        ({"limit": 140}, "limit"),
        ({"unit": "words"}, "unit"),
        ({"passages": 10}, "passages"),
        ({"lam": 0.5}, "lam"),
        ({"rules": "dcu"}, "rules"),
        ({"order": "score"}, "order"),
        ({"format": "jsonl"}, "format"),
        ({"run_id": "other"}, "run_id"),
    ],
)
def test_a_run_with_other_settings_is_not_resumed(
    change: dict[str, Any], name: str, run: Path, demo_index: Path
) -> None:
    with pytest.raises(KeyboardInterrupt):
        contextualize_batch(MANY, run, index=demo_index, workers=1, on_progress=interrupt_at(1))
    before = part_of(run).read_bytes()
    with pytest.raises(RunError, match=rf"a\.run\.part: found {name} .*; expected {name} .*, with which it was begun"):
        contextualize_batch(MANY, run, index=demo_index, workers=1, resume=True, **change)
    assert part_of(run).read_bytes() == before


def test_a_run_of_another_version_is_not_resumed(run: Path, demo_index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyboardInterrupt):
        contextualize_batch(MANY, run, index=demo_index, workers=1, on_progress=interrupt_at(1))
    monkeypatch.setattr("tweetctx.runs.batch.__version__", "99.0")
    expected = re.escape(f"part: found tweetctx '99.0'; expected tweetctx '{tweetctx.__version__}', with which")
    with pytest.raises(RunError, match=expected):
        contextualize_batch(MANY, run, index=demo_index, workers=1, resume=True)


@pytest.mark.thorough
def test_word_classes_belong_to_the_settings(run: Path, demo_index: Path, tmp_path: Path) -> None:
    """By their content, not by the name of their file."""
    options: dict[str, Any] = {"index": demo_index, "scorer": "class(mu=100)", "workers": 1}
    one, same, other = (tmp_path / name for name in ("one.tsv", "same.tsv", "other.tsv"))
    one.write_text("houston\t0\ncamp\t0\n")
    same.write_bytes(one.read_bytes())
    other.write_text("houston\t0\ncamp\t1\n")
    contextualize_batch(MANY, tmp_path / "b.run", classes=one, **options)
    with pytest.raises(KeyboardInterrupt):
        contextualize_batch(MANY, run, classes=one, on_progress=interrupt_at(1), **options)
    with pytest.raises(RunError, match="part: found classes '"):
        contextualize_batch(MANY, run, classes=other, resume=True, **options)
    contextualize_batch(MANY, run, classes=str(same), resume=True, **options)
    assert run.read_bytes() == (tmp_path / "b.run").read_bytes()


@pytest.mark.thorough
def test_topics_of_a_scorer_belong_to_the_settings(run: Path, demo_index: Path, tmp_path: Path) -> None:
    file, terms = tmp_path / "t.topics", ["houston", "camp", "black"]

    def write(seed: int) -> None:
        write_topics(TopicModel(terms, np.random.default_rng(seed).gamma(1, 1, (3, 2)).astype(np.float32), 0.4), file)

    options: dict[str, Any] = {"index": demo_index, "scorer": f"lbdm(topics={file})", "workers": 1}
    write(1)
    contextualize_batch(MANY, tmp_path / "b.run", **options)
    with pytest.raises(KeyboardInterrupt):
        contextualize_batch(MANY, run, on_progress=interrupt_at(1), **options)
    write(2)
    with pytest.raises(RunError, match="part: found topics_of_scorer '"):
        contextualize_batch(MANY, run, resume=True, **options)
    write(1)
    contextualize_batch(MANY, run, resume=True, **options)
    assert run.read_bytes() == (tmp_path / "b.run").read_bytes()


@pytest.mark.thorough
def test_a_run_with_another_linker_is_not_resumed(
    run: Path, demo_index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(KeyboardInterrupt):
        contextualize_batch(MANY, run, index=demo_index, workers=1, on_progress=interrupt_at(1))
    monkeypatch.setattr(bundled, "MODELS", tmp_path)
    (tmp_path / "linker.json").write_text("another")
    with pytest.raises(RunError, match=r"part: found models \{'linker.json'"):
        contextualize_batch(MANY, run, index=demo_index, workers=1, resume=True)


@pytest.mark.parametrize(
    "topics", [MANY[1:], MANY[:-1], [*MANY[:-1], Topic("x", MANY[-1].text)], [*MANY[:-1], Topic(MANY[-1].id, "x")]]
)
def test_a_run_of_other_topics_is_not_resumed(topics: list[Topic], run: Path, demo_index: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        contextualize_batch(MANY, run, index=demo_index, workers=1, on_progress=interrupt_at(1))
    with pytest.raises(RunError, match="part: found topics '"):
        contextualize_batch(topics, run, index=demo_index, workers=1, resume=True)


def test_a_run_on_another_index_is_not_resumed(run: Path, demo_index: Path, tmp_path: Path) -> None:
    source = tmp_path / "wiki.jsonl"
    source.write_text(json.dumps({"id": "1", "url": "u", "title": "T", "text": "Adele sang a song in London."}))
    build_index(source, tmp_path / "x.idx", workers=1)
    with pytest.raises(KeyboardInterrupt):
        contextualize_batch(MANY, run, index=demo_index, workers=1, on_progress=interrupt_at(1))
    with pytest.raises(RunError, match="part: found index '"):
        contextualize_batch(MANY, run, index=tmp_path / "x.idx", workers=1, resume=True)


def test_an_index_that_is_replaced_meanwhile(run: Path, demo_index: Path, tmp_path: Path) -> None:
    """Workers open the index after the run has begun; a twin of it with other articles must not be used."""
    source, index = tmp_path / "wiki.jsonl", tmp_path / "x.idx"
    shutil.copytree(demo_index, index)
    source.write_text(json.dumps({"id": "1", "url": "u", "title": "T", "text": "Adele sang a song in London."}))
    build_index(source, tmp_path / "other.idx", workers=1)

    def topics() -> Iterator[Topic]:
        index.rename(tmp_path / "old.idx")
        (tmp_path / "other.idx").rename(index)
        yield from MANY

    with pytest.raises(RunError, match=r"x\.idx: found another index than at the start of the run"):
        contextualize_batch(topics(), run, index=index, workers=2)
    assert not run.exists()


@pytest.mark.thorough
def test_topics_that_can_be_read_only_once(run: Path, demo_index: Path, many: Path) -> None:
    seen: list[BatchProgress] = []
    with pytest.raises(KeyboardInterrupt):
        contextualize_batch(iter(MANY), run, index=demo_index, workers=1, on_progress=interrupt_at(50))
    with pytest.raises(RunError, match="topics: found 3; expected at least the 56 that are in the run already"):
        contextualize_batch(iter(MANY[:3]), run, index=demo_index, workers=1, resume=True)
    contextualize_batch(iter(MANY), run, index=demo_index, workers=1, resume=True, on_progress=seen.append)
    assert seen[-1] == BatchProgress(132, None)
    assert run.read_bytes() == many.read_bytes()


@pytest.mark.thorough
def test_topics_are_not_read_far_ahead(run: Path, demo_index: Path) -> None:
    taken = 0

    def endless() -> Iterator[Topic]:
        nonlocal taken
        while True:
            taken += 1
            yield Topic(str(taken), "Whitney Houston")

    with pytest.raises(KeyboardInterrupt):
        contextualize_batch(endless(), run, index=demo_index, workers=2, on_progress=interrupt_at(80))
    assert 80 <= taken <= 80 + 8 * 6


def test_a_broken_topic(run: Path, topics_file: Path, demo_index: Path) -> None:
    good = contextualize_batch(topics_file, run, index=demo_index, workers=1)
    lines = topics_file.read_text().splitlines(keepends=True)
    topics_file.write_text("".join([*lines[:9], '{"id": "broken", "te\n', *lines[9:]]))
    other = run.with_name("b.run")
    with pytest.raises(TopicsError, match="line 10: "):
        contextualize_batch(topics_file, other, index=demo_index, workers=1)
    assert not other.exists()
    assert not part_of(other).exists()
    report = contextualize_batch(topics_file, other, index=demo_index, workers=1, on_error="skip")
    assert other.read_bytes() == run.read_bytes()
    assert (report.topics, report.sentences, report.skipped) == (11, good.sentences, 1)
    assert len(report.problems) == 1
    assert "line 10: " in report.problems[0]


def test_an_id_that_is_no_column(run: Path, demo_index: Path) -> None:
    topics = [*TOPICS, Topic("a\tb", "Whitney Houston")]
    with pytest.raises(RunError, match=r"^topic 'a\\tb': found a tab or line break in its id; expected"):
        contextualize_batch(topics, run, index=demo_index, workers=1)
    assert not run.exists()
    contextualize_batch(topics, run, index=demo_index, workers=1, format="jsonl")
    assert [context.id for context in read_run(run)][-1] == "a\tb"


@pytest.mark.parametrize(
    ("topics", "error", "message"),
    [
        (5, ParameterError, "topics: found 5, expected a file, or records of tweetctx.tweets.topics.Topic"),
        (None, ParameterError, "topics: found None, expected a file, or records"),
        ([("1", "x")], ParameterError, "topics: found ('1', 'x'), expected a file, or records"),
        (["x"], ParameterError, "topics: found 'x', expected a file, or records"),
        (
            [TOPICS[0], {"id": "1", "text": "x"}],
            ParameterError,
            "topics: found {'id': '1', 'text': 'x'}, expected a file",
        ),
        ([Topic(1, "x")], ParameterError, "topics: found Topic(id=1, "),  # type: ignore[arg-type]
        ([TOPICS[0], TOPICS[1], TOPICS[0]], RunError, "topic 't1': found the id again; expected ids that differ"),
    ],
)
def test_topics_of_a_program_that_are_none(
    topics: Any, error: type[Exception], message: str, run: Path, demo_index: Path
) -> None:
    with pytest.raises(error) as caught:
        contextualize_batch(topics, run, index=demo_index, workers=1)
    assert str(caught.value).startswith(message)
    assert not run.exists()
    with pytest.raises(error) as caught:
        list(retrieve_topics(topics, index=demo_index))
    assert str(caught.value).startswith(message)


def test_half_a_surrogate_pair(run: Path, demo_index: Path) -> None:
    topics = [Topic("1", "Whitney \ud83d Houston")]
    contextualize_batch(topics, run, index=demo_index, workers=1, format="jsonl")
    assert json.loads(run.read_bytes())["tweet"] == topics[0].text


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"scorer": "bm52"}, ScorerError, "scorer: found 'bm52'"),
        ({"workers": 0}, ParameterError, "workers: found 0, expected a number of processes from 1"),
        ({"resume": True, "force": True}, ParameterError, "resume, force: found both, expected one"),
        ({"index": "nowhere.idx"}, IndexMissingError, "nowhere.idx: found nothing, expected an index"),
        ({"topics": "nowhere.txt"}, TopicsError, "nowhere.txt: not found; expected a file or a folder"),
        ({"on_error": "ask", "topics": __file__}, ParameterError, "on_error: found 'ask'"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_written(
    options: dict[str, Any], error: type[Exception], message: str, run: Path, demo_index: Path
) -> None:
    arguments = {"topics": TOPICS, "index": demo_index, "workers": 1, **options}
    with pytest.raises(error) as caught:
        contextualize_batch(arguments.pop("topics"), run, **arguments)
    assert str(caught.value).startswith(message)
    assert not run.exists()


@pytest.mark.parametrize("name", ["a.run", "index.json", "segment-000001"])
def test_a_run_is_not_written_into_an_index(name: str, topics_file: Path, demo_index: Path) -> None:
    before = {path.name: path.read_bytes() for path in demo_index.iterdir()}
    with pytest.raises(RunError, match=f"{name}: found a folder that is an index, expected a place outside it"):
        contextualize_batch(topics_file, demo_index / name, index=demo_index, workers=1, force=True)
    assert {path.name: path.read_bytes() for path in demo_index.iterdir()} == before


def test_the_topics_are_not_replaced_by_their_run(topics_file: Path, demo_index: Path) -> None:
    before = topics_file.read_bytes()
    with pytest.raises(RunError, match="found the file of topics itself, expected another file for the run"):
        contextualize_batch(topics_file, topics_file, index=demo_index, workers=1, force=True)
    assert topics_file.read_bytes() == before
