"""The tweets that were written to train the linker with, most of which name nothing."""

import json
from pathlib import Path

import pytest
from plain_collection import titled_index

from tweetctx import open_index
from tweetctx.errors import ParameterError
from tweetctx.evaluation.references import read_references
from tweetctx.training.examples import read_set
from tweetctx.tweets.topics import read_topics

MODELS = Path(__file__).parents[2] / "models"


def test_each_tweet_has_its_entities_or_none() -> None:
    tweets, references = [*read_topics(MODELS / "tweets.jsonl")], read_references(MODELS / "tweets.refs.jsonl")
    assert [one.id for one in tweets] == [one.id for one in references]
    assert all(one.linked for one in references)
    assert len({one.text.lower() for one in tweets}) == len(tweets)
    nothing = sum(not one.entities for one in references)
    assert nothing > len(references) / 2 > 50


def test_a_tweet_that_names_nothing_is_an_example(tmp_path: Path) -> None:
    engine = open_index(titled_index(tmp_path, {"Paris": "Paris is a city in France.", "Rain": "Rain is water."}))
    tweets, references = tmp_path / "tweets.jsonl", tmp_path / "refs.jsonl"
    write_lines(tweets, [{"id": "1", "text": "rain again"}, {"id": "2", "text": "In Paris"}, {"id": "3", "text": "x"}])
    write_lines(references, [{"id": "1", "reference": "", "entities": []}, {"id": "2", "reference": ""}])
    (only,) = read_set(tweets, references, engine).examples
    assert only.id == "1"
    assert not only.entities
    assert not only.labels.any()
    assert "Rain" in only.titles
    write_lines(references, [{"id": "2", "reference": ""}])
    with pytest.raises(ParameterError, match="found no entities of the tweets"):
        read_set(tweets, references, engine)


def write_lines(path: Path, records: list[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
