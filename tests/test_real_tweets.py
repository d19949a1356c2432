"""Every tweet of the data folder becomes a context; run with TWEETCTX_DATA set to that folder."""

import json
import os
from pathlib import Path

import pytest

from tweetctx import Contextualizer

DATA = os.environ.get("TWEETCTX_DATA")

pytestmark = [pytest.mark.thorough, pytest.mark.skipif(not DATA, reason="TWEETCTX_DATA names no folder of data")]


@pytest.fixture(scope="module")
def tweets() -> list[str]:
    folder = Path(str(DATA)) / "tweets"
    texts = [
        json.loads(line)["text"]
        for name in ("news.jsonl", "tweeki-dev.jsonl")
        for line in (folder / name).read_text("utf-8").split("\n")
        if line
    ]
    return texts + (folder / "tweetqa.txt").read_text("utf-8").removesuffix("\n").split("\n")


def test_contexts_of_real_tweets(tweets: list[str], demo_index: Path) -> None:
    assert len(tweets) == 10_679
    some = tweets[::4]
    contexts = list(Contextualizer.open(demo_index, "dcu-185").contextualize_many(some))
    assert [context.tweet for context in contexts] == some
    for context in contexts:
        assert len(context.text) <= 500
        assert context.text == " ".join(sentence.text for sentence in context.sentences)
        assert bool(context.sentences) <= bool(context.query)
    assert sum(bool(context.sentences) for context in contexts) > len(some) // 2
