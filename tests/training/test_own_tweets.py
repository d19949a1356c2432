"""The tweets that were written to train the linker with, most of which name nothing."""

import json
from pathlib import Path

import pytest
from plain_collection import titled_index

from tweetctx import open_index
from tweetctx.errors import ParameterError
from tweetctx.evaluation.references import read_references
from tweetctx.linking.columns import NO_YEAR, Column
from tweetctx.training.examples import read_set, read_sets
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


def test_dated_tweets_are_learned_from_with_and_without_their_dates(tmp_path: Path) -> None:
    flood = "The Paris flood was on 5 May 2016 in Paris, a flood of rain."
    engine = open_index(titled_index(tmp_path, {"Paris": "Paris is a city in France.", "Paris flood": flood}))
    tweets, references = tmp_path / "tweets.jsonl", tmp_path / "refs.jsonl"
    write_lines(tweets, [{"id": "1", "text": "A flood in Paris", "date": "2016-05-06"}, {"id": "2", "text": "Paris"}])
    write_lines(references, [{"id": name, "entities": ["Paris"], "reference": ""} for name in ("1", "2")])
    dated, undated = read_sets([(tweets, references)], engine)
    assert (dated.name, undated.name) == ("tweets", "tweets without dates")
    assert [one.id for one in dated.examples] == ["1", "2"]
    assert [one.id for one in undated.examples] == ["1"]
    years = [one.scored.features[:, Column.opening_years].min() for one in (dated.examples[0], undated.examples[0])]
    assert years == [0.0, NO_YEAR]
    write_lines(tweets, [{"id": "2", "text": "Paris"}])
    assert [one.name for one in read_sets([(tweets, references)], engine)] == ["tweets"]


def write_lines(path: Path, records: list[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
