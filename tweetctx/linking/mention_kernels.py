"""The spans of a tweet that may be mentions, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.linking.spans import MentionKind, SpanRow
from tweetctx.runtime.compiled import njit
from tweetctx.text.names.kernels import all_spans, find_tokens, span_key, word_keys
from tweetctx.text.names.letters import BASE, MIXED, SMALL

_LEAST_PLURAL: Final = 4  # letters
_LEAST_JOINED: Final = 4  # characters of a hashtag that may be several words
_LEAST_WORD_JOINED: Final = 6  # letters of a word that may be several words
_MOST_OF_PART: Final = 0.99  # the share of a hashtag that some of its words take, at most
_APOSTROPHE: Final = 39
_V, _S = ord("v"), ord("s")  # of v and vs, `hashtags.VERSUS`
_FOLDED_S: Final = np.uint64(_S)  # and that of "S"
_WITHOUT: Final = np.uint64(pow(BASE, -1, 1 << 64))  # a hash times this is that of one letter less
_WORDS, _USER = int(MentionKind.WORDS), int(MentionKind.USER)
_SPAN_ROWS: Final = len(SpanRow)


@njit(nogil=True)
def find_spans(codes: Any, letters: Any, size: int, tags: Any, longest: int, stops: Any) -> Any:
    """The spans of words, then single words without their final s, then those of each hashtag, and user names.

    codes: code points of the tweet, so many of them, and behind it of each tag the letters and the words. letters: what
    `find_tokens` knows of them. tags: rows of start and end in the tweet, MentionKind, where its letters begin in
    `codes`, and where its words begin and end. longest: tokens of a span. stops: see `add_words`. Returns the tokens of
    the tweet, spans (9, M), keys (M,) and shares (M,).
    """
    tokens = find_tokens(codes, *letters)
    starts, ends, hashes, powers, sizes, cases, gaps = tokens
    in_tweet = np.searchsorted(starts, size)
    every = all_spans(hashes[:in_tweet], powers[:in_tweet], sizes[:in_tweet], gaps[:in_tweet], longest)
    most = len(every[0]) + in_tweet + len(tags) + longest * (len(starts) - in_tweet)
    spans, keys, shares = np.zeros((_SPAN_ROWS, most), np.int64), np.empty(most, np.uint64), np.ones(most)
    tagged = np.empty((len(tags), 2), np.int64)
    for tag in range(len(tags)):
        tagged[tag, 0], tagged[tag, 1] = np.searchsorted(starts, tags[tag, 0]), np.searchsorted(starts, tags[tag, 1])
    count = add_words(every, tokens, tags, tagged, stops, spans, keys)
    count = add_singular(codes, tokens, spans, keys, count)
    for tag in range(len(tags)):
        if tagged[tag, 0] < tagged[tag, 1]:
            begin = count
            count = add_whole(tokens, tags[tag], spans, keys, count)
            if tags[tag, 2] != _USER:  # the pieces of a user name name nothing
                count = add_parts(codes, tokens, tags[tag], longest, spans, keys, shares, count)
            spans[SpanRow.first, begin:count] = tagged[tag, 0]
            spans[SpanRow.last, begin:count] = tagged[tag, 1]
            spans[SpanRow.kind, begin:count] = tags[tag, 2]
    of_tweet = (
        starts[:in_tweet],
        ends[:in_tweet],
        hashes[:in_tweet],
        powers[:in_tweet],
        sizes[:in_tweet],
        cases[:in_tweet],
        gaps[:in_tweet],
    )
    return of_tweet, spans[:, :count].copy(), keys[:count], shares[:count]


@njit(nogil=True)
def add_words(every: Any, tokens: Any, tags: Any, tagged: Any, stops: Any, spans: Any, kept: Any) -> Any:
    """Adds spans of words, `every` as `all_spans` finds them; returns how many.

    tagged: the first token of each tag, and the one behind its last. A hashtag may be a span of words, and a user name
    begin one. stops: the hashes of stop words, ascending: in lower case, one is no name alone: us, who, may.
    """
    starts, ends, hashes, _, letters, cases, _ = tokens
    keys, firsts, lasts = every
    count = 0
    for span in range(len(keys)):
        first, last = firsts[span], lasts[span]
        kind, fits = 0, True
        for tag in range(len(tags)):
            begin, end = tagged[tag, 0], tagged[tag, 1]
            if first == begin and last == end:
                kind = tags[tag, 2]
            crosses = begin < end and last > begin and first < end
            if tags[tag, 2] == _USER and crosses and not (first == begin and last >= end):
                fits = False
        word = last - first == 1 and kind == _WORDS
        if word and cases[first] == SMALL:
            stop = np.searchsorted(stops, hashes[first])
            fits = fits and (stop == len(stops) or stops[stop] != hashes[first])
        if fits:
            spans[SpanRow.start, count], spans[SpanRow.end, count] = starts[first], ends[last - 1]
            spans[SpanRow.first, count], spans[SpanRow.last, count], spans[SpanRow.kind, count] = first, last, kind
            spans[SpanRow.joined, count] = word and (letters[first] >= _LEAST_WORD_JOINED or cases[first] == MIXED)
            kept[count] = keys[span]
            count += 1
    return count


@njit(nogil=True)
def add_singular(codes: Any, tokens: Any, spans: Any, keys: Any, count: int) -> Any:
    """Adds single words without their final s behind `count` spans of words; returns how many spans there are then."""
    _, ends, hashes, _, letters, _, _ = tokens
    for word in range(count):
        first = spans[SpanRow.first, word]
        alone = spans[SpanRow.last, word] - first == 1 and letters[first] >= _LEAST_PLURAL
        if alone and codes[ends[first] - 1] in (115, 83):
            spans[:, count] = spans[:, word]
            spans[SpanRow.plural, count], spans[SpanRow.joined, count] = 1, 0
            keys[count] = word_keys(hashes[first : first + 1] * _WITHOUT - _FOLDED_S * _WITHOUT)[0]
            count += 1
    return count


@njit(nogil=True)
def add_whole(tokens: Any, tag: Any, spans: Any, keys: Any, count: int) -> Any:
    """Adds a hashtag or user name as letters alone, if it is long enough; returns how many spans there are then."""
    starts, _, hashes, powers, letters, _, _ = tokens
    first, last = np.searchsorted(starts, tag[3]), np.searchsorted(starts, tag[4])
    if first < last and tag[1] - tag[0] > _LEAST_JOINED:
        spans[SpanRow.start, count], spans[SpanRow.end, count] = tag[0] + 1, tag[1]
        spans[SpanRow.joined, count] = 1
        keys[count] = span_key(hashes, powers, letters, first, last)
        count += 1
    return count


@njit(nogil=True)
def add_parts(codes: Any, tokens: Any, tag: Any, longest: int, spans: Any, keys: Any, shares: Any, count: int) -> Any:
    """Adds what the words of a hashtag or user name make; returns how many spans there are then."""
    starts, ends, hashes, powers, letters, _, gaps = tokens
    begin, end = np.searchsorted(starts, tag[4]), np.searchsorted(starts, tag[5])
    found = word_spans(codes, starts[begin:end], ends[begin:end], tag[0] + 1, tag[1])
    made, firsts, lasts = all_spans(hashes[begin:end], powers[begin:end], letters[begin:end], gaps[begin:end], longest)
    sides, total = sides_of(codes, starts[begin:end], letters[begin:end]), np.sum(letters[begin:end])
    for span in range(len(made)):
        first, last = firsts[span], lasts[span]
        if last - first == 1 and sides[first] % 2 == 1:
            continue
        spans[SpanRow.start, count], spans[SpanRow.end, count] = found[first, 0], found[last - 1, 1]
        keys[count] = made[span]
        whole, taken = total, np.sum(letters[begin + first : begin + last])
        if sides[-1] > 0 and sides[first] == sides[last - 1]:
            whole = np.sum(letters[begin:end][sides == sides[first]])
        is_side = taken == whole and whole < total
        shares[count] = 1.0 if is_side else min(taken / max(whole, 1), _MOST_OF_PART)
        count += 1
    return count


@njit(nogil=True)
def sides_of(codes: Any, starts: Any, letters: Any) -> Any:
    """The number of the part of a hashtag that each word belongs to: 0, 2, … for the sides of a match, 1, 3, … for v.

    #USAvGER names its sides as #USA and #GER do. 0 for all words where no v or vs stands between others.
    """
    sides = np.zeros(len(starts), np.int64)
    for word in range(1, len(starts) - 1):
        if codes[starts[word]] == _V and (letters[word] == 1 or (letters[word] == 2 and codes[starts[word] + 1] == _S)):
            sides[word] += 1
            sides[word + 1 :] += 2
    return sides


@njit(nogil=True)
def word_spans(codes: Any, starts: Any, ends: Any, begin: int, end: int) -> Any:
    """Where in a hashtag [begin, end) its words stand, shape (words, 2).

    starts, ends: of the words, elsewhere in `codes`; the split may have added apostrophes. A word that is not in the
    hashtag stands where the one before ends.
    """
    spans = np.empty((len(starts), 2), np.int64)
    behind = begin
    for word in range(len(starts)):
        letters = codes[starts[word] : ends[word]]
        letters = letters[letters != _APOSTROPHE]
        start = behind
        while start + len(letters) <= end and np.any(codes[start : start + len(letters)] != letters):
            start += 1
        if start + len(letters) > end:
            start = behind
        behind = min(start + len(letters), end)
        spans[word, 0], spans[word, 1] = start, behind
    return spans
