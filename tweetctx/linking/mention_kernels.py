"""The spans of words that may be mentions, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.compiled import njit
from tweetctx.linking.places import MentionKind, Place
from tweetctx.text.names.kernels import all_spans, word_keys
from tweetctx.text.names.letters import BASE

_LEAST_PLURAL: Final = 4  # letters
_S: Final = np.uint64(ord("s"))  # and "S", folded
_WITHOUT: Final = np.uint64(pow(BASE, -1, 1 << 64))  # a hash times this is that of one letter less
_USER: Final = int(MentionKind.USER)
_PLACES: Final = len(Place)


@njit(nogil=True)
def word_spans(codes: Any, tokens: Any, tags: Any, longest: int) -> Any:
    """The spans of up to `longest` tokens, and then single words without their final s: places (8, M) and keys (M,).

    codes: code points of the text. tokens: the arrays of NameTokens. tags: rows of the first token of a hashtag or user
    name, the one behind its last, and its MentionKind. A hashtag may be a span of words, and a user name begin one.
    """
    starts, ends, hashes, powers, letters, _, gaps = tokens
    keys, firsts, lasts = all_spans(hashes, powers, letters, gaps, longest)
    places, kept = np.zeros((_PLACES, len(keys) + len(starts)), np.int64), np.empty(len(keys) + len(starts), np.uint64)
    count = 0
    for span in range(len(keys)):
        first, last = firsts[span], lasts[span]
        kind, fits = 0, True
        for tag in range(len(tags)):
            begin, end = tags[tag, 0], tags[tag, 1]
            if first == begin and last == end:
                kind = tags[tag, 2]
            if tags[tag, 2] == _USER and last > begin and first < end and not (first == begin and last >= end):
                fits = False
        if fits:
            places[Place.start, count], places[Place.end, count] = starts[first], ends[last - 1]
            places[Place.first, count], places[Place.last, count], places[Place.kind, count] = first, last, kind
            kept[count] = keys[span]
            count += 1
    for word in range(count):
        first = places[Place.first, word]
        alone = places[Place.last, word] - first == 1 and letters[first] >= _LEAST_PLURAL
        if alone and codes[ends[first] - 1] in (115, 83):
            places[:, count] = places[:, word]
            places[Place.plural, count] = 1
            kept[count] = word_keys(hashes[first : first + 1] * _WITHOUT - _S * _WITHOUT)[0]
            count += 1
    return places[:, :count], kept[:count]
