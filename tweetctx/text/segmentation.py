"""Sentences, at the speed of a Wikipedia.

One pattern finds the few chunks between white space that could end a sentence; tables of the language and, for English,
spaCy's tokenizer say, once for each chunk, whether the full stop belongs to its word; and one scale decides: what the
chunk NEEDS after it to end a sentence, against what the next chunk OFFERS as the beginning of one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from itertools import pairwise
from string import ascii_uppercase, digits
from threading import Lock
from typing import Protocol

import numpy as np
import regex
from numpy.typing import NDArray

from tweetctx.ragged import Ragged
from tweetctx.text.boundaries import Boundaries, boundaries_of
from tweetctx.text.many_values import ManyValues
from tweetctx.text.model_segmenter import ModelSegmenter
from tweetctx.text.patterns import first_plane, patterns_for

Span = tuple[int, int]

# The scale of beginnings.
NOTHING = 0  # the sentence goes on: a lower-case letter, a comma, a dash
ANYTHING = 1  # a capital, a number, a letter of a script without cases
OPENER = 2  # a word that opens sentences
SURE_OPENER = 3  # one that is never part of a name
IMPOSSIBLE = 4  # needed by what never ends a sentence, offered by nothing
UNCLEAR = -1  # what the end of an abbreviation with spaces inside needs is told by the whole of it

_REMEMBERED = 1 << 16  # chunks; the text of Wikipedia repeats four in five

_LOOKBACK = 60  # characters of the chunk before a boundary that are looked at
_MIXED_CASE = regex.compile(r"\p{Ll}{1,2}\p{Lu}")  # iPhone, eBay, pH, mRNA: they may open a sentence
_DOTTED = regex.compile(r"(?:\p{L}\p{M}*\.){2,}")
_LETTERS = re.compile(r"[^\W\d_]+\.")  # a word that has nothing around it, nor marks inside
_INITIAL = regex.compile(r"\p{Lu}\p{M}*\.")
_ORDINAL = regex.compile(r"\p{Nd}{1,3}\.|[IVXLCDM]{1,7}\.")
# The spaces in an abbreviation at the end of a chunk (z. B., и т. д., EE. UU.), and the one before a guillemet.
_INSIDE = regex.compile(r"(?<=(?<!\p{L})\p{L}{1,2}\.)\s(?=(?:\p{L}{1,3}\.\s?)++[^\s\p{L}]*$)|\s(?=»$)")
_AFTER_SPACE = regex.compile(r"(?:\p{L}{1,3}\.)*+[^\s\p{L}]*")  # what stands behind the last of these spaces

# The number of a list item, or marks alone: no sentence yet.
_FRAGMENT = regex.compile(r"\W*+(?:\d{1,3}|\p{L}|[ivxIVX]+)?\W*+")
_FRAGMENT_LENGTH = 8
_ASIDE = 250  # characters of an aside in brackets that is not cut
_QUOTATION = 100  # characters of a quotation inside a sentence that is not cut
_TO_BRACKET = regex.compile(r"[^()]*+(?:\([^()]*+\)[^()]*+)*+\)")  # the one that closes an aside
_GOES_ON = regex.compile(r"""["”“»«][)\]]*(?:[,;:]|\s+[\p{Ll}(\[–—])|[」』](?:と|って)""")
_WINDOW = 1000  # characters in which brackets are counted, lest an endless sentence cost its square


class Segmenter(Protocol):
    """Finds the sentences of a paragraph."""

    def spans(self, text: str) -> list[Span]:
        """Give the sentences as [start, end) in characters: in order, apart, stripped, covering all but white space."""

    def starts(self, texts: Sequence[str]) -> list[list[int]]:
        """Give where the sentences of each of many paragraphs start."""


def open_segmenter(spacy_model: str | None = None, language: str = "en") -> Segmenter:
    """Give the segmenter by rules for a language, or the one of a spaCy pipeline, named or in a folder.

    Raises ParameterError when the pipeline is not installed, cannot be loaded, or finds no sentences.
    """
    return _by_rules(language) if spacy_model is None else ModelSegmenter(spacy_model)


@cache
def _by_rules(language: str) -> RuleSegmenter:
    return RuleSegmenter(boundaries_of(language))


class RuleSegmenter:
    """Sentences by spaCy's words of a language and ours for Wikipedia's."""

    def __init__(self, boundaries: Boundaries) -> None:
        self._boundaries = boundaries
        self._patterns = patterns_for(boundaries)
        self._pairs = (("(", ")"), *boundaries.quotations)
        self._marks = ('"', *(opening for opening, _ in self._pairs))
        self._offers = _Remembered(self._offer_of)
        self._needs = _Remembered(self._need_of)
        self._needs_alone = _Remembered(self._need_alone) if boundaries.spaces else self._needs
        self._needs_of_many = ManyValues(self._need_alone if boundaries.spaces else self._need_of)
        self._offers_of_many = ManyValues(self._offer_of)
        self._lock = Lock()  # what these remember is for one thread at a time

    def spans(self, text: str) -> list[Span]:
        """Give the sentences of a paragraph, in characters."""
        spans = self._spans(text, self._patterns.simple)
        return self._spans(text, self._patterns.candidate) or [] if spans is None else spans

    def starts(self, texts: Sequence[str]) -> list[list[int]]:
        """Give where the sentences of each of many paragraphs start, faster than `spans` does."""
        from tweetctx.text import sentence_kernels as kernels  # late: it loads numba

        text = "".join(texts)
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
        ends = np.cumsum([len(text) for text in texts], dtype=np.int64)
        found, counts, unusual = kernels.candidates(codes, ends, self._flags, _LOOKBACK)
        with self._lock:
            needs = self._needs_of_many(codes, found[:, 0], found[:, 1])
            offers = self._offers_of_many(codes, found[:, 2], found[:, 3])
        pairs = np.array([(ord(opening), ord(closing)) for opening, closing in self._pairs], np.uint32)
        places, totals = kernels.starts(
            codes, ends, self._flags, found, counts, needs, offers, pairs, unusual, _FRAGMENT_LENGTH, _WINDOW
        )
        rows = Ragged(places, np.append(0, totals))
        local = (places - np.repeat(ends - np.diff(ends, prepend=0), rows.lengths)).tolist()
        return [
            [start for start, _ in self.spans(given)] if is_unusual else local[first:last]
            for given, is_unusual, (first, last) in zip(
                texts, unusual.tolist(), pairwise(rows.offsets.tolist()), strict=True
            )
        ]

    @cached_property
    def _flags(self) -> NDArray[np.uint8]:
        """What the kernels know of each character of the first plane."""
        from tweetctx.text import sentence_kernels as kernels

        flags = np.zeros(kernels.PLANE, np.uint8)
        for flag, characters in (
            (kernels.END, self._patterns.ends),
            (kernels.CLOSING, self._patterns.closings),
            (kernels.SPACE, filter(str.isspace, first_plane())),
            (kernels.INSIDE, self._patterns.inside),
            (kernels.UPPER, ascii_uppercase),
            (kernels.DIGIT, digits),
            (kernels.MARK, '"' + "".join(map("".join, self._pairs))),
        ):
            flags[[ord(character) for character in characters]] |= flag
        return flags

    def _spans(self, text: str, candidates: re.Pattern[str] | regex.Pattern[str]) -> list[Span] | None:
        """Give the sentences; None where the text is not as simple as the pattern takes it to be."""
        offers, needs = self._offers, self._needs_alone
        unmarked = not any(map(text.__contains__, self._marks))
        spans = []
        start = len(text) - len(text.lstrip())
        for match in candidates.finditer(text):
            following = match[1]
            if following is None:
                return None
            if offer := offers[following]:
                end = match.end()
                least = start if end - start < _LOOKBACK else end - _LOOKBACK
                need = needs[text[text.rfind(" ", least, end) + 1 or least : end]]
                if need == UNCLEAR:
                    need = self._needs[_INSIDE.sub("", text[least:end])]
                if offer >= need and (
                    (unmarked and end - start > _FRAGMENT_LENGTH) or self._complete(text, start, end)
                ):
                    spans.append((start, end))
                    start = match.start(1)
        end = len(text.rstrip())
        return [*spans, (start, end)] if start < end else spans

    def _offer_of(self, chunk: str) -> int:
        """Say how much of a beginning the chunk is."""
        if chunk.isalpha():
            opening, word, joined = "", chunk, ""
        elif match := self._patterns.next.match(chunk):
            opening, word, joined = match.groups()
        else:
            return NOTHING
        if word[0].islower():
            return ANYTHING if _MIXED_CASE.match(word) else NOTHING
        if opening.endswith(("¿", "¡")):
            return SURE_OPENER
        word = word.replace("’", "'")
        # "The Rock" and A.-B. after an abbreviation are names.
        if opening or joined or word not in self._boundaries.openers:
            return ANYTHING
        return OPENER if word in self._boundaries.doubtful_openers else SURE_OPENER

    def _need_alone(self, chunk: str) -> int:
        """Say what the chunk needs whatever stands before it."""
        return UNCLEAR if _AFTER_SPACE.fullmatch(chunk.rsplit(None, 1)[-1]) else self._needs[chunk]

    def _need_of(self, text: str) -> int:
        """Say how much of a beginning must follow for the last chunk of a text to end a sentence."""
        chunk = text.rsplit(None, 1)[-1]
        if _LETTERS.fullmatch(chunk):
            return self._need_of_word(chunk)
        bare = self._patterns.closed.sub("", chunk)
        need = self._need_of_word(self._patterns.left.sub("", bare, count=1))
        return need if bare == chunk else min(need, OPENER)  # closed, even a title can be last: (the Rev.)

    def _need_of_word(self, word: str) -> int:
        known = self._boundaries
        stem = word[:-1]
        if not word.endswith(".") or stem.endswith("."):
            return OPENER if word in known.marked_names else ANYTHING
        if stem in known.never_last:
            return IMPOSSIBLE
        if stem in known.seldom_last or ("." in stem and _DOTTED.fullmatch(word)):
            return OPENER
        if not stem[1:].isalpha() and _INITIAL.fullmatch(word):
            return OPENER if stem in "IVX" else SURE_OPENER  # World War I. He; Malcolm X. He
        if known.ordinals and _ORDINAL.fullmatch(word):
            return OPENER
        if known.spaces and "." in stem:  # two abbreviations in a row, as in "см. рис. 5"
            return self._need_of_word(word[stem.rindex(".") + 1 :])
        return ANYTHING if known.stands_alone(word) else OPENER

    def _complete(self, text: str, start: int, end: int) -> bool:
        """Say whether text[start:end] can be a sentence: no list number, not cut off in an aside or a quotation."""
        if end - start <= _FRAGMENT_LENGTH and _FRAGMENT.fullmatch(text, start, end):
            return False
        since = max(start, end - _WINDOW)
        opened = text.rfind("(", since, end)
        if opened >= 0 and text.count("(", since, end) > text.count(")", since, end):
            return opened == start or _TO_BRACKET.match(text, end, opened + _ASIDE) is None
        if text.count('"', since, end) % 2:
            return not _quoted_within(text, text.rfind('"', since, end), end, '"')
        for opening, closing in self._boundaries.quotations:
            if text.count(opening, since, end) > text.count(closing, since, end):
                return not _quoted_within(text, text.rfind(opening, since, end), end, closing)
        return True


def _quoted_within(text: str, opened: int, end: int, mark: str) -> bool:
    """Say whether the quotation closes soon and its sentence goes on: "Tora! Tora! Tora!" is a film."""
    closed = text.find(mark, end, opened + _QUOTATION)
    return closed >= 0 and _GOES_ON.match(text, closed) is not None


class _Remembered(dict[str, int]):
    """What a function says of texts, up to a size at which it starts anew."""

    def __init__(self, function: Callable[[str], int]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, text: str) -> int:
        if len(self) >= _REMEMBERED:
            self.clear()
        value = self[text] = self._function(text)
        return value
