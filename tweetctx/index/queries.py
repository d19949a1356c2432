"""The query of a tweet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Final

import numpy as np

from tweetctx.index.calendar import month_terms
from tweetctx.index.protocol import Engine
from tweetctx.text.analyzer import Analyzer
from tweetctx.tweets import Tweet
from tweetctx.tweets.greetings import words_of_greetings
from tweetctx.types import Query, QueryTerm

# Of a word of the author's name: it finds others of that name, too.
_AUTHOR_WEIGHT: Final = 0.5
_GREETING_WEIGHT: Final = 0.25  # of a word of a greeting, which finds songs and films of that name
_MOST_EVIDENCE: Final = 24  # terms of what came with a post: those of one other post, as a rule


def query_of(tweet: Tweet, index: Engine, *, weighted: bool = False) -> Query:
    """The terms of a tweet's words and of its evidence that the collection contains, and those of its years.

    weighted: whether words weigh less that stand only in the author's name behind the tweet, or in greetings.
    """
    analyzer = index.analyzer
    tags = (word for tag in tweet.parts.tags for word in index.breaker.split(tag.name))
    capitals = set(analyzer.words(" ".join((*filter(analyzer.is_name, tweet.words), *tags))))
    name, date = (len(tweet.words) - count for count in (tweet.trailing, tweet.dated))
    parts = tweet.words[:name], tweet.words[name:date], tweet.words[date:]
    before, named, behind = (analyzer.words(" ".join(words)) for words in parts)
    body, dated = (set(analyzer.with_phrases(words)) for words in (before, behind))
    counts = Counter(analyzer.with_phrases(before + named + behind))
    weights = _weights(tweet.words[:name], counts.keys() - body - dated, analyzer) if weighted else {}
    terms = [
        QueryTerm(term, count * weights.get(term, 1.0), term in body, term in capitals)
        for term, count in counts.items()
    ]
    evidence = {term: weight for term, weight in _evidence_terms(tweet, analyzer) if term not in counts}
    terms += [QueryTerm(term, weight, in_body=False) for term, weight in evidence.items()]
    own_terms = {*counts, *evidence}
    years = dict.fromkeys(analyzer.terms(" ".join(map(str, tweet.years))))
    day = tweet.created_at
    month = month_terms(analyzer, day.month) if day else []
    if not years and not month:
        return index.query(Query(tuple(terms), day=day))
    others = [QueryTerm(term, 1.0) for term in (*years, *month) if term not in own_terms]
    query = index.query(Query((*terms, *others)))  # one call of the engine for all
    kinds = (own_terms, years, month)
    own_rows, *time_rows = ([row for row, term in enumerate(query.terms) if term.term in kind] for kind in kinds)
    stats, of_years, of_month = (query.stats.take(np.array(rows, np.int64)) for rows in (own_rows, *time_rows))
    return Query(tuple(query.terms[row] for row in own_rows), stats, of_years, of_month, day)


def _weights(words: Sequence[str], of_author: AbstractSet[str], analyzer: Analyzer) -> dict[str, float]:
    """The weights of terms that weigh less than others. words: the author's own. of_author: terms of the name alone."""
    said = words_of_greetings(words, analyzer.config.language)
    if not said:
        return dict.fromkeys(of_author, _AUTHOR_WEIGHT)
    left = [*(Counter(words) - Counter(said)).elements()]
    greeting, others = ({*analyzer.with_phrases(analyzer.words(" ".join(some)))} for some in (said, left))
    return dict.fromkeys(of_author, _AUTHOR_WEIGHT) | dict.fromkeys(greeting - others, _GREETING_WEIGHT)


def _evidence_terms(tweet: Tweet, analyzer: Analyzer) -> Iterator[tuple[str, float]]:
    """Yields the first terms of the texts that came with a tweet, each once, with the highest weight that it has."""
    weights = dict[str, float]()
    for text in tweet.evidence:
        for term in analyzer.words(" ".join(text.words)):
            weights[term] = max(weights.get(term, 0.0), text.weight)
    yield from islice(weights.items(), _MOST_EVIDENCE)
