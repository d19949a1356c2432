"""A tweet in every language has a context in it, with every preset."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from language_articles import SAMPLES
from properties import one_in

from tweetctx import Contextualizer, build_index, open_index
from tweetctx.scoring.classes import train_classes
from tweetctx.scoring.presets import PRESETS, tuned_presets
from tweetctx.text.languages import CODES


def test_there_is_a_sample_of_every_language() -> None:
    assert set(SAMPLES) == set(CODES)


@pytest.mark.thorough
@pytest.mark.parametrize("language", one_in(6, CODES))
def test_one_tweet_in_a_context_out(language: str, tmp_path: Path) -> None:
    check(language, ["default", "dcu-185"], tmp_path)


@pytest.mark.thorough
@pytest.mark.parametrize("language", CODES)
def test_the_same_with_every_preset(language: str, tmp_path: Path) -> None:
    check(language, [*PRESETS, *tuned_presets()], tmp_path)


def check(language: str, presets: Iterable[str], folder: Path) -> None:
    """The first sentence of the article that a tweet mentions is in its context."""
    sample = SAMPLES[language]
    separator = "" if language in ("ja", "zh") else " "
    texts = {sample.title: separator.join(sample.sentences), sample.other_title: sample.other_text}
    lines = [{"id": title, "url": "", "title": title, "text": text} for title, text in texts.items()]
    source = folder / "corpus.jsonl"
    source.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), "utf-8")
    build_index(source, folder / "index", language=language, workers=1)
    train_classes(folder / "index", folder / "classes", classes=2, words=10)  # which some presets need
    index = open_index(folder / "index")
    for preset in presets:
        context = Contextualizer(index, preset, classes=folder / "classes").contextualize(sample.tweet)
        assert sample.sentences[0] in [sentence.text for sentence in context.sentences], preset
        assert {sentence.title for sentence in context.sentences} <= set(texts)
