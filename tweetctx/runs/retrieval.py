"""Retrieves passages for a file of tweets, as a TREC run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from tweetctx.index import open_index
from tweetctx.index.first_pass import DEFAULT_LAM, DEFAULT_PASSAGES, check_first_pass
from tweetctx.index.queries import query_of
from tweetctx.runs.run_formats import strictly_decreasing
from tweetctx.runs.topics import TopicsOrFile, TopicSource
from tweetctx.runs.trec import RunEntry, one_word
from tweetctx.tweets import Rules, normalize


def retrieve_topics(
    topics: TopicsOrFile,
    *,
    index: str | Path,
    k: int = DEFAULT_PASSAGES,
    lam: float = DEFAULT_LAM,
    rules: Rules = "default",
    on_partial: Callable[[str], None] | None = None,
) -> Iterator[RunEntry]:
    """Yields the k best passages of each topic, best first; a topic without results has no entry.

    topics: a file or folder of tweets, or several `tweetctx.tweets.topics.Topic(id, text)` with ids that differ. A
    docno is the passage's id: that of its article, a colon, and how many sentences of the article precede it. Equal
    scores are lowered so that they decrease, as trec_eval would order them by docno.
    on_partial: called with the id of each topic for which a part of the collection did not answer.

    Raises TopicsError for topics that cannot be read, RunError for an id that is not one word, ParameterError for an
    argument out of its range.
    """
    check_first_pass(k, lam, "passages")
    opened = open_index(index)
    words = opened.breaker
    for topic in TopicSource(topics, "trec", "stop"):
        session = opened.session()
        hits = session.retrieve(query_of(normalize(topic.post, rules=rules, words=words), session), k, lam)
        if session.partial and on_partial:
            on_partial(topic.id)
        for hit, score in enumerate(strictly_decreasing(hits.scores.tolist())):
            yield RunEntry(topic.id, one_word(hits.passage_id(hit)), score)
