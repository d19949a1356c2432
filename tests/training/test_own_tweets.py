"""The tweets that were written to train the linker with, most of which name nothing."""

import json
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from plain_collection import titled_index

from tweetctx import Contextualizer, open_index
from tweetctx.errors import ParameterError
from tweetctx.evaluation.references import read_references
from tweetctx.linking.columns import NO_YEAR, Column
from tweetctx.linking.model import default_model
from tweetctx.training.examples import check_names, read_set, read_sets
from tweetctx.training.linker import Fold, Training
from tweetctx.training.linker_report import write_contexts
from tweetctx.tweets import Post, normalize
from tweetctx.tweets.topics import read_topics
from tweetctx.types import Context

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


def test_contexts_out_of_fold_are_of_tweets_with_and_without_their_dates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_index(titled_index(tmp_path, {"Paris": "Paris is a city in France."}))
    tweets, references = tmp_path / "tweets.jsonl", tmp_path / "refs.jsonl"
    write_lines(tweets, [{"id": "1", "text": "A flood in Paris", "date": "2016-05-06"}])
    write_lines(references, [{"id": "1", "entities": ["Paris"], "reference": ""}])
    sets = [*read_sets([(tweets, references)], engine)]
    given: list[date | None] = []

    whole = Contextualizer.contextualize

    def contextualize(contextualizer: Contextualizer, post: Post) -> Context:
        given.append(normalize(post).created_at)
        return whole(contextualizer, post)

    monkeypatch.setattr(Contextualizer, "contextualize", contextualize)
    training = Training(default_model(), (Fold(default_model(), np.arange(2)),), [])
    write_contexts(sets, training, engine, tmp_path / "contexts")
    assert given == [date(2016, 5, 6), None]
    assert sorted(path.name for path in (tmp_path / "contexts").iterdir()) == [
        "tweets without dates.jsonl",
        "tweets.jsonl",
    ]


def test_names_of_sets_differ() -> None:
    assert check_names([Path("a/x.jsonl"), Path("b/y.jsonl")]) == ["x", "x without dates", "y", "y without dates"]
    with pytest.raises(ParameterError, match=r"b/x\.jsonl: found a second file of this name, expected names that tell"):
        check_names([Path("a/x.jsonl"), Path("b/x.jsonl")])


def write_lines(path: Path, records: list[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
