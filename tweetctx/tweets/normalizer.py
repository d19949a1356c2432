"""Normalizes the text of a tweet to the words of a query."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, Literal

import regex

from tweetctx.errors import ParameterError, TweetError
from tweetctx.tweets.cleaning import clean_characters, decode_entities
from tweetctx.tweets.dates import When, day_of_id, parse_date
from tweetctx.tweets.dcu import dcu_words
from tweetctx.tweets.elongation import CountOf, shortened
from tweetctx.tweets.hashtags import split_name
from tweetctx.tweets.parsing import parse
from tweetctx.tweets.plain import plain_letters
from tweetctx.tweets.records import EvidenceKind, EvidenceText, Post, Tweet, TweetParts
from tweetctx.tweets.urls import remove_addresses, remove_urls

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import date as Day  # noqa: N812

    from tweetctx.tweets.word_breaker import WordBreaker

Rules = Literal["default", "dcu"]

# The weight in the query of a word that came with a post; the post's own words have 1. Small, so that many words of a
# quoted post do not outweigh the few of the post itself. Not learned: no labelled posts with all this exist.
WEIGHTS: Final[Mapping[EvidenceKind, float]] = {
    "author": 0.3,
    "quoted": 0.3,
    "answered": 0.2,
    "linked": 0.3,
    "pictured": 0.2,
}

_MOST_CHARACTERS: Final = 1_000_000  # of a tweet; above some ten times that, patterns run out of memory
# A tweet is not about those whom it quotes.
_CREDIT: Final = regex.compile(
    r"(?<![\p{L}\p{M}\p{N}_@#])(?:RT|MT|via|h/t)\b\s*+:?\s*+[\"“”']?@[A-Za-z0-9_]++(?:\s*+:)?",
    regex.IGNORECASE,
)

_ALNUM = r"[\p{L}\p{M}\p{N}]"
_RUN = r"[\p{L}\p{N}][\p{L}\p{M}\p{N}\u200C\u200D]*+"
_APOSTROPHE = "['’´`]"
# A dot belongs to a word before these only (Node.js, Amazon.com); elsewhere a space was forgotten (end.Next).
_DOT_ENDINGS = "com|org|net|edu|gov|mil|co|uk|ca|au|de|fr|eu|io|ai|tv|fm|js|py"
# The characters that may stand inside a word, with what must precede and follow them.
_JOIN = rf"""(?:
      {_APOSTROPHE}(?=\p{{L}})                                              # Houston's
    | [-‐‑](?=[\p{{L}}\p{{N}}])                                             # stake-out, 24-7
    | (?<=\p{{N}})[.,:/–٫٬](?=\p{{N}})                                      # 1.5m, 41,5 %, 10:30, 9/11, 2011–12
    | \.(?=(?i:{_DOT_ENDINGS})(?!{_ALNUM}))
    | (?<=\p{{Lu}})&(?=\p{{Lu}})                                            # AT&T
)"""
_TOKEN: Final = regex.compile(
    rf"""
      [#@](?<name>[\p{{L}}\p{{M}}\p{{N}}_\u200C\u200D]++)(?<tail>{_APOSTROPHE}s(?!{_ALNUM}))?
    | (?<name>(?!Mac\p{{Lu}})(?:\p{{Lu}}\p{{Ll}}{{2,}}+){{2,}}+)(?!{_ALNUM})(?<tail>{_APOSTROPHE}s(?!{_ALNUM}))?
    | (?<word>\p{{L}}(?:\.\p{{L}}(?!{_ALNUM}))++\.?)                        # U.S.
    | (?<word>{_RUN}(?:{_JOIN}{_RUN})*+)
    | (?<!{_ALNUM})[:;=](?:[-~^o]?[DPpOoSsXx]|-[03]|3)++(?!{_ALNUM})        # emoticons made with letters
    | (?<!{_ALNUM})<3++(?!{_ALNUM}) | \\[oO]/
    """,
    regex.VERBOSE,
)
_LAUGH: Final = regex.compile(r"[xX]D+")


def normalize(
    text: str | Post, *, rules: Rules = "default", words: WordBreaker | None = None, date: When = None
) -> Tweet:
    """Finds the words of a tweet that a search for its context uses, in order, with their case.

    text: a text, or a post; what comes with a post becomes the tweet's evidence.

    The default rules drop URLs, credits (`RT @user:`), emoji, emoticons and punctuation, and split hashtags and user
    names; normalizing the words again gives the same words. `rules="dcu"` does what DCU@INEX-2012 did and no more.
    words: splits names without capitals too (`#whitneyhouston`), by the counts of an index; without it, only the rules
    split. DCU's rules ignore it. date: when the tweet was written, a date, a text as platforms write it,
    or Unix time; if None, the post's date, or the one behind its text, or the one that its id tells. Raises TweetError
    if `text` is neither or has more than a million characters, ParameterError for unknown rules or a value that is not
    a date.
    """
    if not isinstance(text, str | Post):
        raise TweetError(f"tweet: found {type(text).__name__}, expected a string or a Post")
    post = Post(text) if isinstance(text, str) else text
    text = post.text
    if len(text) > _MOST_CHARACTERS:
        raise TweetError(f"tweet: found {len(text)} characters, expected at most {_MOST_CHARACTERS}")
    if rules not in ("default", "dcu"):
        raise ParameterError(f"rules: found {rules!r}, expected 'default' or 'dcu'")
    find = _default_finder(words) if rules == "default" else dcu_words
    parts, tokens = parse(text, words.count_of if words else None), tuple(find(text))
    who = parts.speakers
    behind = text[len(who.body) :]
    last = tuple(find(behind)) if behind else ()
    trailing = len(last) if tokens[len(tokens) - len(last) :] == last else 0
    dated = len(tuple(find(text[who.trailer.user[1] :]))) if who.trailer and trailing else 0
    written = who.trailer.day if who.trailer else None
    created_at = parse_date(date) or parse_date(post.created_at) or written or day_of_id(post.id)
    author = post.author or who.author
    evidence = tuple(_evidence(post, find)) if rules == "default" else ()
    return Tweet(text, tokens, author, created_at, _years(parts, created_at), trailing, dated, parts, post, evidence)


def _years(parts: TweetParts, created_at: Day | None) -> tuple[int, ...]:
    """Returns the year in which a tweet was written, and the years of the dates in it."""
    trailer, end = parts.speakers.trailer, len(parts.speakers.body)
    written = created_at.year if created_at else trailer.year if trailer else None
    years = {mention.year for mention in parts.dates if mention.end <= end} | ({written} if written else set())
    return tuple(sorted(years))


def _evidence(post: Post, find: Callable[[str], Iterable[str]]) -> Iterator[EvidenceText]:
    """Yields the texts that came with a post, each with its words; those without words are left out."""
    texts: list[tuple[EvidenceKind, str]] = []
    above: tuple[tuple[EvidenceKind, Post | None], ...] = (("quoted", post.quoted), ("answered", post.answered))
    texts.append(("author", post.author))
    for kind, other in above:
        if other:
            texts += [(kind, other.text), (kind, other.author), *((kind, page.text) for page in other.pages)]
    texts += [("linked", page.text) for page in post.pages]
    texts += [("pictured", text) for text in post.pictures]
    for kind, text in texts:
        if words := tuple(find(text[:_MOST_CHARACTERS])):
            yield EvidenceText(kind, text, words, WEIGHTS[kind])


def _default_finder(words: WordBreaker | None) -> Callable[[str], Iterator[str]]:
    if words is None:
        return partial(_default_words, split=split_name, count_of=None)
    return partial(_default_words, split=words.split, count_of=words.count_of)


def _default_words(text: str, split: Callable[[str], list[str]], count_of: CountOf | None) -> Iterator[str]:
    """Yields the words of a tweet by the default rules."""
    for name, tail, word in _TOKEN.findall(_prepare(text, count_of)):
        words = _name_words(split(name), tail) if name else [word]
        yield from (word for word in words if word and not (word[0] in "xX" and _LAUGH.fullmatch(word)))


def _prepare(text: str, count_of: CountOf | None) -> str:
    """Removes what contains no words; later steps rely on the earlier ones."""
    text = clean_characters(plain_letters(decode_entities(text)))
    text = remove_addresses(remove_urls(text))
    text = shortened(text, count_of) if count_of else text
    if "@" in text:
        text = _CREDIT.sub(" ", text)
    return text.replace("’", "'").replace("´", "'").replace("`", "'")


def _name_words(words: list[str], tail: str) -> list[str]:
    """Returns the words of a name; its possessive belongs to the last."""
    if words and tail:
        words[-1] += "'s"
    return words
