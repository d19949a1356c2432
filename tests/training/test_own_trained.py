"""Programs that use a linker and a sentence model of their own, as docs/linking.md and docs/default-model.md say."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tweetctx import Contextualizer
from tweetctx.linking.model import HAND_WEIGHTS
from tweetctx.presets import parse_preset
from tweetctx.runtime.bundled import MODELS
from tweetctx.scoring.learned.model import read_model

PAGE = Path(__file__).parents[2] / "docs" / "linking.md"
TWEET = "RT @CNNLive: The funeral of #WhitneyHouston begins at noon in Newark"


@pytest.mark.thorough
def test_a_linker_from_a_file(demo_index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wiki.idx").symlink_to(demo_index)
    probabilities = []
    for text in ((MODELS / "linker.json").read_text(), None):
        if text is None:
            HAND_WEIGHTS.write(tmp_path / "linker.json", {})
        else:
            (tmp_path / "linker.json").write_text(text)
        names: dict[str, object] = {}
        exec(code, names)  # noqa: S102
        contextualizer = names["contextualizer"]
        assert isinstance(contextualizer, Contextualizer)
        probabilities.append([link.probability for link in contextualizer.link(TWEET).links])
    default = [link.probability for link in Contextualizer.open(demo_index).link(TWEET).links]
    assert probabilities[0] == default != probabilities[1]


@pytest.mark.thorough
def test_a_sentence_model_from_a_file(demo_index: Path) -> None:
    preset = parse_preset("default")
    model = read_model(MODELS / "sentences.json")
    half = replace(model, trees=replace(model.trees, value=model.trees.value * np.float32(0.5)))
    scores = []
    for own in (model, half):
        scorer: Any = replace(preset.scorer, model=own)  # type: ignore[type-var]
        context = Contextualizer.open(demo_index, replace(preset, scorer=scorer)).contextualize(TWEET)
        scores.append([sentence.score for sentence in context.sentences])
    default = [one.score for one in Contextualizer.open(demo_index).contextualize(TWEET).sentences]
    assert scores[0] == default != scores[1]
