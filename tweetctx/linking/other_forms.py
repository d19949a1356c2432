"""Forms of a tweet that are not its words as they stand: accounts, numbers, shortened places, names behind l'."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import chain, islice, product, zip_longest
from typing import Final, NamedTuple

import numpy as np
import regex

from tweetctx.arrays.types import Bools
from tweetctx.linking.account_names import names_in_account
from tweetctx.linking.organisations import own_abbreviations
from tweetctx.linking.spans import FormKind, MentionKind, Mentions, SpanRow
from tweetctx.text.languages import find_language, tables_of
from tweetctx.text.names.keys import NameRows, signed_keys
from tweetctx.text.names.letters import BREAK, CAPITAL, COMMA, MIXED, SMALL
from tweetctx.text.names.numerals import HIGHEST_WORD, Number, find_numbers, spellings
from tweetctx.text.resources import stop_words_of
from tweetctx.tweets.records import Tag, Tweet

_LONGEST_HEAD: Final = 6  # words before a number
_LONGEST_RESPELLED: Final = 6  # words of a name that goes on behind its number
_LONGEST_PLACE: Final = 3  # words of a place before a larger one that is shortened
_LONGEST_ELIDED: Final = 4  # words of a name behind an elision
# Words between a name and its number: Elizabeth the 2nd, Godfather part 2.
_FILLERS: Final = frozenset({"the", "part", "pt", "chapter", "volume", "vol", "episode", "no", "number"})
_MOST_RESPELLED: Final = 2  # numbers of one name: 2 Fast 2 Furious
_PARTS: Final = ("", "Part ")  # between a name and its number in a title
_MOST_NUMBERS: Final = 8  # of a tweet; one with more is a list of results
# Signs that stand for letters inside a word: Ke$ha, A$AP, P!nk.
_GLUED_BEFORE: Final = regex.compile(r"\p{L}([$!])(?!\Z)")
_GLUED_AFTER: Final = regex.compile(r"([$!])(\p{L})")
# What stands beside the number of an amount, a result, a time of day or a year.
_AMOUNT: Final = regex.compile(r"[-–:/.,]\d|\s?%|\s(?:A\.?D|B\.?C|B\.?C\.?E|C\.?E)\b")
_BEFORE_AMOUNT: Final = regex.compile(r"(?:[\p{Sc}+/]|\d[-–:.,])\Z")
_ELISION: Final = regex.compile(r"(\p{L}+)['’](?=\p{L})")


class Other(NamedTuple):
    """A span [start, end) of the tweet, the tokens [first, last) that it touches, and another form of it.

    share: of the letters of a user name that the form has.
    """

    start: int
    end: int
    first: int
    last: int
    kind: MentionKind
    form: FormKind
    text: str
    share: float = 1.0


class _Whole(NamedTuple):
    """A number in a tweet, and the tokens [first, last) that it consists of."""

    number: Number
    first: int
    last: int


def with_other_forms(
    mentions: Mentions, tweet: Tweet, language: str, split: Callable[[str], Sequence[str]]
) -> Mentions:
    """Adds the other forms of a tweet, and leaves out spans that cut a stock symbol or a word like Ke$ha.

    split: the name of an account as words.
    """
    mentions = _marked(mentions.take(_whole(mentions, tweet)), tweet.parts.cashtags)
    text = tweet.parts.names_text
    others = [
        *_signed(mentions, tweet),
        *_renumbered(mentions, text, language),
        *_spelled_out(mentions, text, language),
    ]
    others += _of_author(mentions, own_abbreviations(tweet, split))
    others += _in_accounts(mentions, tweet, split)
    others += _elided(mentions, text, find_language(language).elisions)
    if not others:
        return mentions
    spans = np.zeros((len(SpanRow), len(others)), np.int64)
    for row in ("start", "end", "first", "last", "kind", "form"):
        spans[SpanRow[row]] = [getattr(other, row) for other in others]
    keys = NameRows.of([other.text for other in others]).keys
    signed = [row for row, other in enumerate(others) if other.form == FormKind.SIGNED]
    keys[signed] = signed_keys([others[row].text for row in signed])
    return mentions.with_more(spans, keys, np.array([other.share for other in others]))


def _whole(mentions: Mentions, tweet: Tweet) -> Bools:
    """Whether each span is whole: it neither crosses nor cuts a stock symbol, nor cuts a word like Ke$ha."""
    text, whole = tweet.parts.names_text, np.ones(len(mentions.keys), np.bool_)
    for tag in tweet.parts.cashtags:
        touches = (mentions.starts < tag.end) & (mentions.ends > tag.start)
        whole &= ~touches | ((mentions.starts == tag.start + 1) & (mentions.ends == tag.end))
    if "$" in text or "!" in text:
        behind = {sign.end() for sign in _GLUED_BEFORE.finditer(text) if sign[1] == "$" or text[sign.end()].islower()}
        before = {sign.start() for sign in _GLUED_AFTER.finditer(text) if sign[1] == "$" or sign[2].islower()}
        spans = zip(mentions.starts.tolist(), mentions.ends.tolist(), strict=True)
        whole &= np.array([start not in behind and end not in before for start, end in spans], np.bool_)
    return whole


def _marked(mentions: Mentions, cashtags: tuple[Tag, ...]) -> Mentions:
    """Marks the spans that are a stock symbol without its sign."""
    for tag in cashtags:
        is_ticker = (mentions.starts == tag.start + 1) & (mentions.ends == tag.end)
        mentions.spans[SpanRow.form, is_ticker] = FormKind.TICKER
    return mentions


def _signed(mentions: Mentions, tweet: Tweet) -> Iterator[Other]:
    """Yields accounts and stock symbols as forms of their own."""
    tokens = mentions.tokens
    for tag in (*tweet.parts.accounts, *tweet.parts.cashtags):
        first, last = np.searchsorted(tokens.starts, (tag.start, tag.end)).tolist()
        kind = MentionKind.USER if tag.sign == "@" else MentionKind.WORDS
        if first < last:
            yield Other(tag.start + 1, tag.end, first, last, kind, FormKind.SIGNED, tag.sign + tag.name)


def _in_accounts(mentions: Mentions, tweet: Tweet, split: Callable[[str], Sequence[str]]) -> Iterator[Other]:
    """Yields the names in user names."""
    for tag in tweet.parts.accounts:
        first, last = np.searchsorted(mentions.tokens.starts, (tag.start, tag.end)).tolist()
        words = split(tag.name) if first < last else []
        letters = sum(map(len, words))
        for name in names_in_account(words):
            share = sum(map(len, name)) / letters
            form = MentionKind.USER, FormKind.ACCOUNT_PART, " ".join(name), share
            yield Other(tag.start + 1, tag.end, first, last, *form)


def _of_author(mentions: Mentions, abbreviations: Iterable[tuple[int, int, str]]) -> Iterator[Other]:
    """Yields abbreviations of the author as the names that they may stand for."""
    for start, end, name in abbreviations:
        first, last = np.searchsorted(mentions.tokens.starts, (start, end)).tolist()
        if first < last:
            yield Other(start, end, first, last, MentionKind.WORDS, FormKind.OWN, name)


def _renumbered(mentions: Mentions, text: str, language: str) -> Iterator[Other]:
    """Yields names with a number, with the number as titles have it."""
    numbers = _whole_numbers(mentions, text)
    if not numbers or len(numbers) > _MOST_NUMBERS:
        return
    for whole in numbers:
        yield from _ending_in(whole, mentions, text)
    inside = [whole for whole in numbers if _may_be_inside(whole.number, text)]
    for row, whole in enumerate(inside):
        least = inside[row - 1].last if row else 0
        for first, last in _spans_beyond(whole, least, mentions, text, language):
            respelled = [one for one in inside[row : row + _MOST_RESPELLED] if one.last <= last]
            start, end = int(mentions.tokens.starts[first]), int(mentions.tokens.ends[last - 1])
            for form in _respelled([one.number for one in respelled], start, end, text):
                yield Other(start, end, first, last, MentionKind.WORDS, FormKind.RENUMBERED, form)


def _whole_numbers(mentions: Mentions, text: str) -> list[_Whole]:
    """The numbers that are words of their own and no letters, unlike that of A.I., and the tokens of each."""
    tokens, whole = mentions.tokens, list[_Whole]()
    for number in find_numbers(text):
        first, last = np.searchsorted(tokens.starts, (number.start, number.end)).tolist()
        if first < last and tokens.starts[first] == number.start:
            whole.append(_Whole(number, first, last))
    return whole


def _may_be_inside(number: Number, text: str) -> bool:
    """Whether a name may go on behind a number that has other spellings.

    It is no letter, amount, result, time of day or year before Christ.
    """
    if number.value > HIGHEST_WORD or (number.roman and number.end - number.start == 1):
        return False
    before = _BEFORE_AMOUNT.search(text, max(number.start - 2, 0), number.start)
    return not (before or _AMOUNT.match(text, number.end))


def _ending_in(whole: _Whole, mentions: Mentions, text: str) -> Iterator[Other]:
    """Yields names that end in a number: Elizabeth the 2nd, Godfather part 2."""
    tokens, number = mentions.tokens, whole.number
    head = whole.first  # the token behind the last one of the name
    while head > 0 and tokens.gaps[head] != BREAK and _word(mentions, text, head - 1) in _FILLERS:
        head -= 1
    as_is = text[number.start : number.end].lower() if head == whole.first else ""
    if number.roman and len(as_is) == 1:
        return  # a word or a letter
    for first in range(head - 1, max(head - _LONGEST_HEAD, 0) - 1, -1):
        if tokens.gaps[first + 1] == BREAK:
            break
        start, end = int(tokens.starts[first]), int(tokens.ends[head - 1])
        for spelling in (one for one in spellings(number) if one.lower() != as_is):
            for part in _PARTS:
                other = f"{text[start:end]} {part}{spelling}"
                yield Other(start, number.end, first, whole.last, MentionKind.WORDS, FormKind.RENUMBERED, other)


def _spans_beyond(whole: _Whole, least: int, mentions: Mentions, text: str, language: str) -> Iterator[tuple[int, int]]:
    """Yields the spans of tokens that have a number and go on behind it. least: the token that none begins before.

    None ends with a stop word in lower case.
    """
    tokens, stops = mentions.tokens, _stop_words(language)
    lasts = list[int]()
    for last in range(whole.last + 1, min(whole.first + _LONGEST_RESPELLED, len(tokens)) + 1):
        if tokens.gaps[last - 1]:
            break
        if tokens.cases[last - 1] != SMALL or _word(mentions, text, last - 1) not in stops:
            lasts.append(last)
    first = whole.first
    while lasts and lasts[0] - first <= _LONGEST_RESPELLED:
        yield from ((first, last) for last in lasts if last - first <= _LONGEST_RESPELLED)
        if first == least or tokens.gaps[first]:
            break
        first -= 1


@cache
def _stop_words(language: str) -> AbstractSet[str]:
    return stop_words_of(find_language(language))


def _respelled(numbers: Sequence[Number], start: int, end: int, text: str) -> Iterator[str]:
    """Yields text[start:end] with some numbers in it in other ways. numbers: in order, one or more."""
    written = [text[number.start : number.end] for number in numbers]
    ways = [
        [as_is, *(one for one in spellings(number, leading=number.start == start) if one.lower() != as_is.lower())]
        for as_is, number in zip(written, numbers, strict=True)
    ]
    ends, starts = [start, *(one.end for one in numbers)], [*(one.start for one in numbers), end]
    between = [text[one:other] for one, other in zip(ends, starts, strict=True)]
    for chosen in islice(product(*ways), 1, None):  # the first is as it is written
        yield "".join(chain.from_iterable(zip_longest(between, chosen, fillvalue="")))
    head, first = between[0].removesuffix(" the "), numbers[0]
    if first.ordinal and head != between[0]:  # Charles the 1st of England
        yield f"{head} {spellings(first)[0]}{text[first.end : end]}"


def _spelled_out(mentions: Mentions, text: str, language: str) -> Iterator[Other]:
    """Yields places whose name is shortened behind a comma and a name that is not in capitals: Springfield, MO.

    Each by itself, and with the name before the comma.
    """
    tokens = mentions.tokens
    for token in np.flatnonzero(tokens.gaps[1:] == COMMA).tolist():
        if tokens.cases[token] not in (CAPITAL, MIXED):
            continue
        start, end = int(tokens.starts[token + 1]), int(tokens.ends[token + 1])
        place = _shortened(language).get(text[start:end].replace(".", ""))
        if not place:
            continue
        yield Other(start, end, token + 1, token + 2, MentionKind.WORDS, FormKind.SPELLED_OUT, place)
        for first in range(token, max(token - _LONGEST_PLACE, -1), -1):
            if first < token and tokens.gaps[first + 1]:
                break
            if tokens.cases[first] in (CAPITAL, MIXED):
                begin, name = int(tokens.starts[first]), text[tokens.starts[first] : tokens.ends[token]]
                both = f"{name}, {place}"
                yield Other(begin, end, first, token + 2, MentionKind.WORDS, FormKind.SPELLED_OUT, both)


def _elided(mentions: Mentions, text: str, elisions: AbstractSet[str]) -> Iterator[Other]:
    """Yields names behind a word that has lost its vowel: Espagne in d'Espagne."""
    if not elisions:
        return
    tokens = mentions.tokens
    ends = tokens.ends[: tokens.ends.searchsorted(len(text), "right")].tolist()
    for first, (start, end) in enumerate(zip(tokens.starts.tolist(), ends, strict=False)):
        elided = _ELISION.match(text, start, end)
        if not elided or elided[1].lower() not in elisions:
            continue
        for last in range(first + 1, min(first + _LONGEST_ELIDED, len(ends)) + 1):
            if last > first + 1 and tokens.gaps[last - 1] == BREAK:
                break
            name = elided.end(), ends[last - 1]
            yield Other(*name, first, last, MentionKind.WORDS, FormKind.WRITTEN, text[slice(*name)])


@cache
def _shortened(language: str) -> dict[str, str]:
    """The names of places by how they are shortened, as they are written."""
    table = tables_of(language).get("shortened_places", {})
    return {short: name for name, shorts in table.items() for short in shorts.split()}


def _word(mentions: Mentions, text: str, token: int) -> str:
    return text[mentions.tokens.starts[token] : mentions.tokens.ends[token]].lower()
