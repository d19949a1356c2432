"""Deadlines, cancellation, and the times of stages."""

import asyncio
import contextvars
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tweetctx import Contextualizer, TweetctxError, build_index, open_index, pipeline
from tweetctx.errors import DeadlineError, IndexAccessError, ParameterError, WorkCancelledError
from tweetctx.index.protocol import NO_FORMS, FormKeys
from tweetctx.linking import other_forms
from tweetctx.runtime.deadlines import Work, checkpoint, stage
from tweetctx.scoring.topics.passages import fit_topics
from tweetctx.types import Links

TWEET = "RT @CNNLive: The funeral of #WhitneyHouston begins at noon in Newark"
STAGES = ["normalize", "analyze", "search", "link", "pool", "score", "select"]


class Endless:
    """A linker that never ends by itself; it says when it began and when it ended."""

    def __init__(self) -> None:
        self.began, self.ended = threading.Event(), threading.Event()

    def forms(self, *_: object) -> FormKeys:
        return NO_FORMS

    def link(self, *_: object) -> Links:
        self.began.set()
        try:
            while True:
                checkpoint()
        finally:
            self.ended.set()


@pytest.fixture(scope="module")
def demo(demo_index: Path) -> Contextualizer:
    return Contextualizer.open(demo_index)


def test_outside_of_work_nothing_is_checked() -> None:
    checkpoint()
    with stage("search"):
        checkpoint()


@pytest.mark.parametrize("deadline", [0.0, -1.0, float("inf"), float("nan"), "5", True])
def test_a_bad_deadline(deadline: Any, demo: Contextualizer) -> None:
    with pytest.raises(ParameterError, match=r"^deadline: found .*, expected seconds above 0$"):
        Work(deadline)
    for ask in (demo.contextualize, demo.explain, demo.link, demo.explain_links):
        with pytest.raises(ParameterError, match=r"^deadline: "):
            ask(TWEET, deadline=deadline)


def test_every_answer_has_a_deadline(demo: Contextualizer) -> None:
    for ask in (demo.contextualize, demo.explain, demo.link, demo.explain_links):
        with pytest.raises(DeadlineError):
            ask(TWEET, deadline=1e-9)


def test_work_that_is_cancelled_ends_at_a_checkpoint() -> None:
    work = Work()
    with work.current():
        checkpoint()
        work.cancel()
        with pytest.raises(WorkCancelledError):
            checkpoint()
        with pytest.raises(WorkCancelledError), stage("search"):
            pytest.fail("the stage began")
    checkpoint()
    assert work.times == {}


def test_work_inside_work_ends_with_it() -> None:
    outer = Work()
    with outer.current():
        inner = Work(1000.0)
        with inner.current():
            with stage("search"):
                pass
            outer.cancel()
            with pytest.raises(WorkCancelledError):
                checkpoint()
    assert list(outer.times) == list(inner.times) == ["search"]
    assert outer.times == inner.times


def test_the_time_of_a_stage_adds_up() -> None:
    work = Work()
    work.add("search", 0.25)
    work.add("link", 1.0)
    work.add("search", 0.5)
    assert work.times == {"search": 0.75, "link": 1.0}


def test_a_context_tells_its_stages_in_their_order(demo: Contextualizer) -> None:
    work = Work(1000.0)
    with work.current():
        demo.contextualize(TWEET)
    assert list(work.times) == STAGES
    assert all(seconds > 0 for seconds in work.times.values())
    assert work.left is not None
    assert 0 < work.left < 1000.0


def test_a_deadline_ends_the_work(demo_index: Path) -> None:
    endless = Endless()
    with pytest.raises(DeadlineError, match=r"longer than its deadline of 0\.02 s"):
        Contextualizer.open(demo_index, linker=endless).contextualize(TWEET, deadline=0.02)
    assert issubclass(DeadlineError, TimeoutError)
    assert endless.began.is_set() == endless.ended.is_set()  # the stages before may take all the time


def test_a_deadline_ends_the_work_of_a_thread(demo_index: Path) -> None:
    endless = Endless()
    contextualizer = Contextualizer.open(demo_index, linker=endless)
    with pytest.raises(DeadlineError):
        asyncio.run(contextualizer.acontextualize(TWEET, deadline=0.02))
    assert not endless.began.is_set() or endless.ended.wait(10)


def test_a_cancelled_task_ends_the_work_of_its_thread(demo_index: Path) -> None:
    endless = Endless()
    contextualizer = Contextualizer.open(demo_index, linker=endless)

    async def cancelled() -> None:
        task = asyncio.create_task(contextualizer.acontextualize(TWEET))
        await asyncio.to_thread(endless.began.wait, 10)
        assert not endless.ended.is_set()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    assert endless.ended.wait(10)


def test_a_timeout_of_an_engine_is_not_the_deadline(demo_index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: object) -> None:
        raise TimeoutError("the engine did not answer")

    contextualizer = Contextualizer.open(demo_index)
    monkeypatch.setattr(contextualizer.index, "retrieve", slow)
    with pytest.raises(TimeoutError, match="the engine did not answer"):
        asyncio.run(contextualizer.acontextualize(TWEET, deadline=1000.0))


def test_contexts_within_a_deadline_are_the_same(demo: Contextualizer) -> None:
    expected = demo.contextualize(TWEET, limit=200)
    for context in (
        demo.contextualize(TWEET, limit=200, deadline=1000.0),
        asyncio.run(demo.acontextualize(TWEET, limit=200, deadline=1000.0)),
    ):
        assert (context.text, context.links) == (expected.text, expected.links)


def ended_after(checks: int, run: Callable[[], object]) -> bool:
    """Whether a run ends early when its work is cancelled at the checkpoint of this number."""

    class Counting(Work):
        def check(self) -> None:
            self.seen = getattr(self, "seen", 0) + 1
            if self.seen > checks:
                self.cancel()
            super().check()

    with Counting().current():
        try:
            run()
        except WorkCancelledError:
            return True
    return False


@pytest.mark.parametrize("preset", ["default", "dcu-185", "dcu-186", "dcu-187"])
def test_a_context_ends_at_any_checkpoint(preset: str, demo_index: Path) -> None:
    contextualizer = Contextualizer.open(demo_index, preset)
    for checks in range(len(STAGES)):
        assert ended_after(checks, lambda: contextualizer.contextualize(TWEET))
    assert not ended_after(1_000_000, lambda: contextualizer.contextualize(TWEET))


def test_fitting_topics_ends_between_passes() -> None:
    counts = np.array([[2.0, 1.0, 0.0], [0.0, 1.0, 3.0]])
    assert ended_after(3, lambda: fit_topics(counts, 2, 1))


def test_close(demo_index: Path) -> None:
    with Contextualizer.open(demo_index) as contextualizer:
        assert contextualizer.contextualize(TWEET)
        assert mapped(demo_index)
    for ask in (contextualizer.contextualize, contextualizer.link, contextualizer.explain):
        with pytest.raises(IndexAccessError, match="found it closed"):
            ask(TWEET)
    contextualizer.close()


def test_a_closed_index_says_so(demo_index: Path) -> None:
    index = open_index(demo_index)
    index.close()
    for ask in (index.search, lambda _: index.stats, lambda _: index.breaker):
        with pytest.raises(IndexAccessError, match="found it closed"):
            ask(TWEET)
    with pytest.raises(AttributeError, match="no_such_name"):
        getattr(index, "no_such_name")  # noqa: B009
    index.close()


def test_a_given_index_stays_open(demo: Contextualizer) -> None:
    with Contextualizer(demo.index) as contextualizer:
        assert contextualizer.contextualize(TWEET)
    assert demo.contextualize(TWEET)


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="the system does not tell what is mapped")
def test_close_unmaps_the_files(demo_corpus: list[Path], tmp_path: Path) -> None:
    build_index(demo_corpus[:1], tmp_path / "x.idx", workers=1)
    contextualizer = Contextualizer.open(tmp_path / "x.idx")
    contextualizer.contextualize(TWEET)
    assert mapped(tmp_path / "x.idx")
    contextualizer.close()
    assert not mapped(tmp_path / "x.idx")


def mapped(index: Path) -> bool:
    return str(index) in Path("/proc/self/maps").read_text()


def test_warm_takes_every_stage(demo_index: Path) -> None:
    work = Work()
    with work.current():
        Contextualizer.open(demo_index).warm()
    assert list(work.times) == STAGES


def test_warm_leaves_nothing_to_compile_for_accounts_and_searches(
    demo_index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have loops of their own, which took a second each while the first caller waited."""
    asked: dict[str, tuple[Any, ...]] = {}

    def noted(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def noting(*given: Any) -> Any:
            asked[name] = given
            return call(*given)

        return noting

    for module, name in ((other_forms, "signed_keys"), (pipeline, "readable_passages")):
        monkeypatch.setattr(module, name, noted(name, getattr(module, name)))
    Contextualizer.open(demo_index).warm()
    assert asked["signed_keys"] == (["@wikipedia"],)
    assert asked["readable_passages"][2] == 1


def test_warm_an_empty_index(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text('{"id": "1", "title": "", "text": ""}\n')
    build_index(tmp_path / "none.jsonl", tmp_path / "x.idx", workers=1)
    Contextualizer.open(tmp_path / "x.idx").warm()


def test_the_logger_is_silent_by_default_and_never_tells_the_tweet(
    demo: Contextualizer, caplog: pytest.LogCaptureFixture
) -> None:
    assert [type(handler) for handler in logging.getLogger("tweetctx").handlers] == [logging.NullHandler]
    with caplog.at_level(logging.DEBUG, "tweetctx"):
        demo.contextualize(TWEET)
    assert len(caplog.records) == 1
    assert "Houston" not in caplog.text


def test_errors_are_ours() -> None:
    assert issubclass(DeadlineError, TweetctxError)
    assert issubclass(WorkCancelledError, TweetctxError)


def test_work_is_that_of_one_thread() -> None:
    work = Work()
    seen: list[Any] = []

    def other() -> None:
        checkpoint()
        seen.append("went on")

    with work.current():
        work.cancel()
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        copied = contextvars.copy_context()
    assert seen == ["went on"]
    with pytest.raises(WorkCancelledError):
        copied.run(checkpoint)
