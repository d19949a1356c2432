"""The inner loops of segmentation, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from tweetctx.arrays.types import Ints
from tweetctx.runtime.compiled import njit
from tweetctx.text.names.kernels import mixed
from tweetctx.text.patterns import BLANK, FRAGMENT_LENGTH, SPACE

# Columns of candidates.
TEXT, MARK, END, FOLLOWING, CHUNK, OFFER, NEED = range(7)
# The state of `find_cuts`: the next candidate, its text, the beginning of the sentence, the end of the last candidate,
# the number of cuts, the pair that is open, and where it was opened last, −1 if none is.
NEXT, OWN, START, BEHIND, CUTS, PAIR, OPENED = range(7)
# What `find_cuts` asks.
DONE, NEEDED, WHOLE = range(3)

_WINDOW = 1000  # characters in which brackets are counted, so that time stays linear in a sentence

_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@njit()
def last_chunks(codes: Ints, since: Ints, ends: Ints) -> Any:
    """Returns where the last chunk between two places begins: after a blank, or at the first place."""
    begins = np.empty(len(ends), np.int64)
    for row in range(len(ends)):
        at = ends[row]
        while at > since[row] and codes[at - 1] != BLANK:
            at -= 1
        begins[row] = at
    return begins


@njit()
def chunk_ends(codes: Ints, begins: Ints, longest: int, signs: Ints) -> Any:
    """Returns where the chunks that begin at some places end: before white space, or when they are `longest`."""
    ends = np.empty(len(begins), np.int64)
    for row in range(len(begins)):
        at = begins[row]
        while at < begins[row] + longest and not signs[codes[at]] & SPACE:
            at += 1
        ends[row] = at
    return ends


@njit()
def hashes(codes: Ints, begins: Ints, ends: Ints) -> Any:
    """Returns a hash of the characters of each range [begin, end)."""
    out = np.empty(len(begins), np.uint64)
    for row in range(len(begins)):
        value = np.uint64(1)
        for at in range(begins[row], ends[row]):
            value = value * _FACTOR + np.uint64(codes[at])
        out[row] = mixed(value)
    return out


@njit(allocates=False)
def find_cuts(
    candidates: Ints,
    first: Ints,
    places: Ints,
    characters: Ints,
    openings: Ints,
    closings: Ints,
    state: Ints,
    cuts: Ints,
) -> int:
    """Writes where sentences begin, but for the first of each text, into `cuts`; returns DONE, or what it asks.

    candidates: ordered, with their columns; a negative NEED is asked. first: where each text begins. places,
    characters: of all marks of pairs; openings, closings: the pairs. NEEDED asks what the chunk needs, WHOLE whether
    the sentence is complete although it is short or a pair is open.
    """
    at, text, start, behind, count = state[NEXT], state[OWN], state[START], state[BEHIND], state[CUTS]
    asked = DONE
    while at < len(candidates):
        if candidates[at, TEXT] != text:
            text = candidates[at, TEXT]
            start = first[text]
        end = candidates[at, END]
        if candidates[at, MARK] < behind:  # one of the marks of the last candidate
            at += 1
            continue
        if candidates[at, OFFER]:
            if candidates[at, NEED] < 0 or candidates[at, CHUNK] < start:
                asked = NEEDED
                break
            if candidates[at, OFFER] >= candidates[at, NEED]:
                since = max(start, end - _WINDOW)
                state[PAIR], state[OPENED] = _open_pair(since, end, places, characters, openings, closings)
                if state[OPENED] >= 0 or end - start <= FRAGMENT_LENGTH:
                    asked = WHOLE
                    break
                start = cuts[count] = candidates[at, FOLLOWING]
                count += 1
        behind = end
        at += 1
    state[NEXT], state[OWN], state[START], state[BEHIND], state[CUTS] = at, text, start, behind, count
    return asked


@njit(allocates=False)
def _open_pair(since: int, end: int, places: Ints, characters: Ints, openings: Ints, closings: Ints) -> tuple[int, int]:
    """Returns the first pair opened more often than closed between two places, and where last, −1 if none is."""
    first = np.searchsorted(places, since)
    last = first
    while last < len(places) and places[last] < end:
        last += 1
    if last == first:
        return 0, -1
    for pair in range(len(openings)):
        opened, closed, place = 0, 0, -1
        for mark in range(first, last):
            if characters[mark] == openings[pair]:
                opened, place = opened + 1, places[mark]
            closed += characters[mark] == closings[pair]
        if opened % 2 if openings[pair] == closings[pair] else opened > closed:
            return pair, place
    return 0, -1
