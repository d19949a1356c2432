"""Every tweet of the data folder becomes a context; run with TWEETCTX_DATA set to that folder."""

import json
import os
import time
from pathlib import Path

import pytest

from tweetctx import Contextualizer

DATA = os.environ.get("TWEETCTX_DATA")

pytestmark = pytest.mark.skipif(not DATA, reason="TWEETCTX_DATA names no folder of data")


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


def test_every_tweet_in_40_seconds(tweets: list[str], demo_index: Path) -> None:
    assert len(tweets) == 10_679
    contextualizer = Contextualizer.open(demo_index, "dcu-185")
    begin = time.perf_counter()
    contexts = list(contextualizer.contextualize_many(tweets))
    took = time.perf_counter() - begin
    assert [context.tweet for context in contexts] == tweets
    for context in contexts:
        assert len(context.text) <= 500
        assert context.text == " ".join(sentence.text for sentence in context.sentences)
        assert bool(context.sentences) <= bool(context.query)
    assert sum(bool(context.sentences) for context in contexts) > len(tweets) // 2
    assert took < 40
