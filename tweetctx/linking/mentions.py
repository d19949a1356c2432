"""The spans of a tweet that may be mentions: contiguous words, hashtags whole and in parts, and user names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.linking.other_forms import with_other_forms
from tweetctx.linking.spans import MentionKind, Mentions, SpanRow
from tweetctx.runtime.compiled import late
from tweetctx.text.languages import find_language
from tweetctx.text.names.keys import NameTokens, code_points, token_tables, word_hashes
from tweetctx.text.resources import stop_words_of
from tweetctx.tweets.greetings import Greeting, find_greetings, is_greeting
from tweetctx.tweets.records import Tweet
from tweetctx.tweets.speakers import Speakers
from tweetctx.tweets.tag_words import SHORT_FORMS

_kernels: Final = late("tweetctx.linking.mention_kernels")
LONGEST: Final = 6  # tokens of a mention


def find_mentions(tweet: Tweet, split: Callable[[str], Sequence[str]], language: str = "en") -> Mentions:
    """Finds the spans of a tweet that may be mentions. split: a hashtag (without its mark) as words.

    language: whose stop words, greetings, elisions and shortened names of places are known. Only the first
    MOST_LETTERS code points are looked at.
    """
    text = tweet.parts.names_text
    parts, tags, at = [text], list[tuple[int, ...]](), len(text) + 1
    for start, end, sign, name in tweet.parts.tags:
        if sign == "$" or (sign == "#" and name in SHORT_FORMS):
            continue
        words = split(name)
        whole, apart = name.replace("_", ""), " ".join(words) if len(words) > 1 else ""
        kind = MentionKind.USER if sign == "@" else MentionKind.HASHTAG
        if kind == MentionKind.USER and whole[-1:].isdigit():
            letters = name.rstrip("0123456789")  # digits only make a full name unique: @GarethBale22, not @austin4
            whole = letters.replace("_", "") if sum(len(word) > 1 for word in split(letters)) > 1 else whole
        begin = at + len(whole) + 1
        tags.append((start, end, kind, at, begin, begin + len(apart)))
        parts += [whole, apart]
        at = begin + len(apart) + 1
    together = "\n".join(parts)
    rows = np.array(tags, np.int64).reshape(-1, 6)
    stops = _never_names(language)
    tokens, *spans = _kernels().find_spans(code_points(together), token_tables(), len(text), rows, LONGEST, stops)
    found = with_other_forms(Mentions(tweet.text, NameTokens(*tokens), *spans), tweet, language, split)
    greetings = [*find_greetings(text, language), *_in_hashtags(tweet, split, language)]
    return _with_roles(_without_greetings(found, greetings), tweet.parts.speakers)


@cache
def _never_names(language: str) -> NDArray[np.uint64]:
    """The hashes of words that are no names in lower case, a language's stop words and short forms, ascending."""
    return word_hashes(stop_words_of(find_language(language)) | SHORT_FORMS)


def _in_hashtags(tweet: Tweet, split: Callable[[str], Sequence[str]], language: str) -> Iterator[Greeting]:
    """Yields the hashtags that are greetings: #GoodMorning."""
    for start, end, sign, name in tweet.parts.tags:
        if sign == "#" and is_greeting(" ".join(split(name)), language):
            yield Greeting(start, end, end)


def _without_greetings(mentions: Mentions, greetings: Sequence[Greeting]) -> Mentions:
    """Leaves out the mentions in greetings, except names of occasions: *Merry Christmas* goes, *Christmas* stays."""
    if not greetings:
        return mentions
    spans = zip(mentions.starts.tolist(), mentions.ends.tolist(), strict=True)
    kept = [not any(greeting.says(*span) for greeting in greetings) for span in spans]
    return mentions.take(np.array(kept, np.bool_))


def _with_roles(mentions: Mentions, who: Speakers) -> Mentions:
    """Leaves out mentions that cannot be names, and sets the role of the others: author, addressed user or neither."""
    spans = mentions.spans
    if who.trailer:
        fits = mentions.ends <= who.trailer.body
        behind = (~fits).nonzero()[0]
        names = zip(mentions.starts[behind].tolist(), mentions.ends[behind].tolist(), strict=True)
        fits[behind] = [who.may_name(*span) for span in names]
        rows = fits.nonzero()[0]
        spans = spans.take(rows, axis=1)
        mentions = Mentions(mentions.text, mentions.tokens, spans, mentions.keys[rows], mentions.shares[rows])
    spans[SpanRow.speaker] = who.roles(mentions.starts, mentions.ends)
    return mentions
