"""Segments text into sentences by rules, fast enough for a Wikipedia.

One pattern finds the few chunks between white space that could end a sentence. Most of them end with a mark and a
blank, which a table of characters finds in many texts at once. Tables of the language and, for English, spaCy's
tokenizer decide once for each chunk whether its full stop belongs to the word. One scale then compares what the chunk
needs after it to end a sentence with what the next chunk offers as the beginning of one.

43 MB of English take half a second, a twelfth of an index build in one process.
"""

from __future__ import annotations

import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import regex
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged
from tweetctx.errors import ParameterError
from tweetctx.text.boundaries import boundaries_of, stands_alone
from tweetctx.text.language import Boundaries
from tweetctx.text.names.keys import code_points
from tweetctx.text.patterns import BLANK, CHUNK, END, FRAGMENT_LENGTH, GUILLEMET, PAIR, SPACE, patterns_for, signs_for
from tweetctx.text.unicode import encodable

if TYPE_CHECKING:
    from spacy.language import Language

Span = tuple[int, int]
Numbers = NDArray[np.int64]

# The scale of beginnings.
NOTHING = 0  # the sentence continues: a lower-case letter, a comma, a dash
NUMBERED = 1  # a word that a number may belong to: 1. FC Köln
NUMBER = 2  # a number, also a Roman one
ANYTHING = 3  # a capital, a letter of a script without cases
OPENER = 4  # a word that opens sentences, a title before a name
SURE_OPENER = 5  # a word that opens sentences and is never part of a name
IMPOSSIBLE = 6  # needed by what never ends a sentence, offered by nothing
UNCLEAR = -1  # the end of an abbreviation with inner spaces: what it needs depends on the text before

_KNOWN = 18  # the logarithm of the number of chunks that are remembered; four in five chunks of Wikipedia repeat

_LOOKBACK = 60  # characters before a boundary that are examined
_MIXED_CASE = regex.compile(r"\p{Ll}{1,2}\p{Lu}")  # iPhone, eBay, pH, mRNA: they may open a sentence
_DOTTED = regex.compile(r"(?:\p{L}\p{M}*\.){2,}")
_LETTERS = re.compile(r"[^\W\d_]+\.")  # a word that has nothing around it, nor marks inside
_INITIAL = regex.compile(r"\p{Lu}\p{M}*\.")
_ROMAN = re.compile("[IVXLC]{2,7}")
_RANK = re.compile(r"\(?[1-4]\.")  # of a league, or the first club of a place
_ORDINAL = regex.compile(r"\p{Nd}{1,3}\.|[IVXLCDM]{1,7}\.")
# The spaces inside an abbreviation at the end of a chunk (z. B., и т. д., EE. UU.), and the one before a guillemet.
_INSIDE = regex.compile(r"(?<=(?<!\p{L})\p{L}{1,2}\.)\s(?=(?:\p{L}{1,3}\.\s?)++[^\s\p{L}]*$)|\s(?=»$)")
_AFTER_SPACE = regex.compile(r"(?:\p{L}{1,3}\.)*+[^\s\p{L}]*")  # what follows the last of these spaces

# The number of a list item, a time of day or marks alone: not a sentence yet.
_TIME = r"(?:At|By|From|Around|About|Until|Before|After|Since) (?:about )?\d{1,2}(?:[:.]\d\d)? ?[aApP]\. ?[mM]\."
_FRAGMENT = regex.compile(rf"\W*+(?:\d{{1,3}}|\p{{L}}|[ivxIVX]+)?\W*+|{_TIME}")
_ASIDE = 250  # characters of an aside in brackets that is not cut
_QUOTATION = 100  # characters of a quotation inside a sentence that is not cut
_TO_BRACKET = regex.compile(r"[^()]*+(?:\([^()]*+\)[^()]*+)*+\)")  # the one that closes an aside
_GOES_ON = regex.compile(
    r"""["”“»«][)\]]*(?:[,;:]|\s+[\p{Ll}(\[–—])|[」』](?:と|って|[をはがのにへでもや]|など|から|まで)"""
)


class Segmenter(ABC):
    """Finds the sentences of paragraphs."""

    @abstractmethod
    def starts(self, texts: Sequence[str]) -> Ragged:
        """Returns where the sentences of each text begin, in characters."""

    def spans(self, text: str) -> list[Span]:
        """Returns the sentences as [start, end) in characters: ordered, disjoint, stripped, all but white space."""
        starts = self.starts([text]).values.tolist()
        return [(start, start + len(text[start:end].rstrip())) for start, end in pairwise([*starts, len(text)])]


def open_segmenter(spacy_model: str | None = None, language: str = "en") -> Segmenter:
    """Returns the segmenter by rules for a language, or that of a spaCy pipeline, given by name or folder.

    Raises ParameterError if the pipeline is not installed, cannot be loaded, or finds no sentences.
    """
    return _by_rules(language) if spacy_model is None else ModelSegmenter(spacy_model)


@cache
def _by_rules(language: str) -> RuleSegmenter:
    return RuleSegmenter(boundaries_of(language))


@dataclass(frozen=True, slots=True)
class _Joined:
    """Texts joined by line feeds, and the code points of that; each text ends with one.

    begins, first, ends: for each text where it begins, where its first character other than white space is, and where
    its line feed is.
    """

    texts: Sequence[str]
    text: str
    codes: NDArray[np.uint32]
    begins: Numbers
    first: Numbers
    ends: Numbers

    @classmethod
    def of(cls, texts: Sequence[str]) -> _Joined:
        """Joins texts."""
        joined = "\n".join([*texts, ""])
        sizes = np.fromiter(map(len, texts), np.int64, len(texts))
        ends = np.cumsum(sizes + 1) - 1
        indents = [len(text) - len(text.lstrip()) if text[:1].isspace() else 0 for text in texts]
        begins = ends - sizes
        return cls(texts, joined, code_points(joined), begins, begins + np.array(indents, np.int64), ends)


class _Known:
    """Remembers what a rule says of chunks: the score of each by its hash; a new chunk may replace an older one."""

    def __init__(self, score: Callable[[str], int]) -> None:
        self._score = score
        self._entries = np.zeros(1 << _KNOWN, np.uint64)  # a hash, but for its last three bits: 1 more than the score

    def scores(self, text: str, begins: Numbers, ends: Numbers, hashes: NDArray[np.uint64]) -> Numbers:
        """Returns the score of each text[begin:end] with these hashes."""
        slots = hashes >> np.uint64(64 - _KNOWN)
        entries = self._entries[slots]
        scores: Numbers = (entries & 7).astype(np.int64) - 1
        new = np.flatnonzero((entries ^ hashes) > 7)
        _, one, same = np.unique(hashes[new], return_index=True, return_inverse=True)
        bounds = zip(begins[new[one]].tolist(), ends[new[one]].tolist(), strict=True)
        scores[new] = np.array([self._score(text[begin:end]) for begin, end in bounds], np.int64)[same]
        self._entries[slots[new]] = hashes[new] & ~np.uint64(7) | (scores[new] + 1).astype(np.uint64)
        return scores


class RuleSegmenter(Segmenter):
    """Finds sentences by rules and by lists of words, spaCy's and our own; threads can share it."""

    def __init__(self, boundaries: Boundaries) -> None:
        from tweetctx.text import sentence_kernels

        self._kernels: Any = sentence_kernels
        self._boundaries = boundaries
        self._patterns = patterns_for(boundaries)
        self._pairs = (("(", ")"), ('"', '"'), *boundaries.quotations)
        self._openings, self._closings = (code_points("".join(marks)) for marks in zip(*self._pairs, strict=True))
        self._signs = signs_for(boundaries, chain.from_iterable(self._pairs))
        self._noted = self._signs & (END | PAIR) > 0
        self._offers, self._needs = _Known(self._offer_of), _Known(self._need_of_chunk)

    def starts(self, texts: Sequence[str]) -> Ragged:
        """Returns where the sentences of each text begin, in characters."""
        batch = _Joined.of(texts)
        marks = np.flatnonzero(self._noted.take(batch.codes))
        signs = self._signs[batch.codes[marks]]
        cuts = self._cuts(batch, self._candidates(batch, marks[signs & END > 0]), marks[signs & PAIR > 0])
        starts = np.sort(np.concatenate([batch.first[batch.first < batch.ends], cuts]))
        offsets = np.concatenate([[0], np.searchsorted(starts, batch.ends)])
        return Ragged(starts - np.repeat(batch.begins, np.diff(offsets)), offsets)

    def _candidates(self, batch: _Joined, marks: Numbers) -> Numbers:
        """Returns the candidates that begin at some of the marks, with the columns of `sentence_kernels`."""
        codes, kernels = batch.codes, self._kernels
        rows = np.searchsorted(batch.ends, marks)
        inside = marks + 1 < batch.ends[rows]
        marks, rows = marks[inside], rows[inside]
        plain = (codes[marks + 1] == BLANK) & (self._signs[codes[marks + 2]] & (SPACE | GUILLEMET) == 0)
        ends, following, last = marks + 1, marks + 2, np.zeros(len(marks), np.int64)
        last[plain] = kernels.chunk_ends(codes, following[plain], CHUNK, self._signs)
        for index in np.flatnonzero(~plain).tolist():
            begin = int(batch.begins[rows[index]])
            if match := self._patterns.candidate.match(batch.texts[rows[index]], int(marks[index]) - begin):
                ends[index], following[index], last[index] = (at + begin for at in (match.end(), *match.span(1)))
        marks, rows, ends, following, last = (each[last > 0] for each in (marks, rows, ends, following, last))
        chunks = kernels.last_chunks(codes, np.maximum(ends - _LOOKBACK, batch.first[rows]), ends)
        offers = self._offers.scores(batch.text, following, last, kernels.hashes(codes, following, last))
        needs = self._needs.scores(batch.text, chunks, ends, kernels.hashes(codes, chunks, ends))
        return np.column_stack([rows, marks, ends, following, chunks, offers, needs])

    def _cuts(self, batch: _Joined, candidates: Numbers, pairs: Numbers) -> Numbers:
        """Returns where sentences begin, but for the first of each text. pairs: marks around asides and quotations."""
        kernels = self._kernels
        cuts = np.empty(len(candidates), np.int64)
        state = np.full(7, -1)
        state[kernels.NEXT] = state[kernels.CUTS] = 0
        given = candidates, batch.first, pairs, batch.codes[pairs], self._openings, self._closings, state, cuts
        while asked := kernels.find_cuts(*given):
            row, _, behind, following, *_ = candidates[state[kernels.NEXT]].tolist()
            text, begin = batch.texts[row], int(batch.begins[row])
            start, end, opened = int(state[kernels.START]) - begin, behind - begin, int(state[kernels.OPENED]) - begin
            if asked == kernels.NEEDED:
                need = self._need_within(text[max(start, end - _LOOKBACK) : end])
                candidates[state[kernels.NEXT], [kernels.CHUNK, kernels.NEED]] = behind, need
                continue
            if _complete(text, start, end, opened, self._pairs[state[kernels.PAIR]]):
                cuts[state[kernels.CUTS]] = state[kernels.START] = following
                state[kernels.CUTS] += 1
            state[kernels.NEXT] += 1
            state[kernels.BEHIND] = behind
        return cuts[: state[kernels.CUTS]]

    def _offer_of(self, chunk: str) -> int:
        """Returns how likely the chunk begins a sentence, on the scale of beginnings."""
        if chunk.replace("’", "'").partition("-")[0] in self._boundaries.lowercase_openers:
            return SURE_OPENER
        if chunk.isalpha():
            opening, word, joiner = "", chunk, ""
        elif match := self._patterns.next.match(chunk):
            opening, word, joiner = match.groups()
        else:
            return NOTHING
        if word[0].islower():
            return ANYTHING if _MIXED_CASE.match(word) else NOTHING
        if opening.endswith(("¿", "¡")):
            return SURE_OPENER
        if not word[0].isalpha() or _ROMAN.fullmatch(word):
            return NUMBER
        if word in self._boundaries.numbered:
            return NUMBERED
        if word in self._boundaries.titles or chunk in self._boundaries.titles:
            return OPENER
        word = word.replace("’", "'")
        # "The Rock" and A.-B. after an abbreviation are names.
        if opening or joiner or word not in self._boundaries.openers:
            return ANYTHING
        return OPENER if word in self._boundaries.doubtful_openers else SURE_OPENER

    def _need_of_chunk(self, chunk: str) -> int:
        """Returns what the chunk needs whatever stands before it."""
        unclear = self._boundaries.spaces and _AFTER_SPACE.fullmatch(chunk.rsplit(None, 1)[-1])
        return UNCLEAR if unclear else self._need_of(chunk)

    def _need_within(self, text: str) -> int:
        """Returns what the last chunk needs, with all that decides about it before it."""
        need = self._need_of_chunk(text[text.rfind(" ") + 1 :])
        return self._need_of(_INSIDE.sub("", text)) if need == UNCLEAR else need

    def _need_of(self, text: str) -> int:
        """Returns what must follow for the last chunk of a text to end a sentence, on the scale of beginnings."""
        chunk = text.rsplit(None, 1)[-1]
        if _LETTERS.fullmatch(chunk):
            return self._need_of_word(chunk)
        if not self._boundaries.ordinals and _RANK.fullmatch(chunk):
            return NUMBER
        bare = self._patterns.closed.sub("", chunk)
        need = self._need_of_word(self._patterns.left.sub("", bare, count=1))
        return need if bare == chunk else min(need, OPENER)  # closed, even a title can be last: (the Rev.)

    def _need_of_word(self, word: str) -> int:
        known = self._boundaries
        stem = word[:-1]
        if not word.endswith(".") or stem.endswith("."):
            return OPENER if word in known.marked_names else NUMBERED
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
        alone = stands_alone(word) if known.asks_tokenizer else len(stem) > 1 or not stem[:1].isalpha()
        if not alone:
            return OPENER
        before = stem in known.before_numbers or stem.endswith(known.ends_before_numbers)
        return ANYTHING if before else NUMBERED


def _complete(text: str, start: int, end: int, opened: int, pair: tuple[str, str]) -> bool:
    """Whether text[start:end] can be a sentence: not a list number, not cut off in an aside or a quotation.

    opened: where the pair of marks around it was opened and not closed; before `start` if none is open.
    """
    if end - start <= FRAGMENT_LENGTH and _FRAGMENT.fullmatch(text, start, end):
        return False
    if opened < start:
        return True
    if pair[0] == "(":
        return opened == start or _TO_BRACKET.match(text, end, opened + _ASIDE) is None
    return not _quoted_within(text, opened, end, pair[1])


def _quoted_within(text: str, opened: int, end: int, mark: str) -> bool:
    """Whether the quotation closes soon and its sentence continues: "Tora! Tora! Tora!" is a film."""
    closed = text.find(mark, end, opened + _QUOTATION)
    return closed >= 0 and _GOES_ON.match(text, closed) is not None


class ModelSegmenter(Segmenter):
    """Finds sentences by a trained spaCy pipeline that the user provides."""

    def __init__(self, model: str) -> None:
        self._pipeline = _load(model)

    def starts(self, texts: Sequence[str]) -> Ragged:
        """Returns where the sentences of each text begin, in characters."""
        return Ragged.from_rows([*self._starts(text)] for text in texts)

    def _starts(self, text: str) -> Iterator[int]:
        for sentence in self._pipeline(encodable(text)).sents if text.strip() else ():
            content = text[sentence.start_char : sentence.end_char]
            if content.strip():
                yield sentence.end_char - len(content.lstrip())


def _load(model: str) -> Language:
    import spacy

    try:
        pipeline = spacy.load(model, exclude=["ner"])
    except OSError as error:
        raise ParameterError(
            f"spacy_model: found no pipeline {model!r}; expected the path of one, or the name of an installed one "
            f"(install it with: python -m spacy download {model})"
        ) from error
    except (ImportError, KeyError, ValueError) as error:
        raise ParameterError(f"spacy_model: the pipeline {model!r} cannot be loaded: {error}") from error
    pipeline.max_length = sys.maxsize  # no limit on the length of a paragraph
    if not pipeline("One stop. Two stops.").has_annotation("SENT_START"):
        raise ParameterError(
            f"spacy_model: the pipeline {model!r} finds no sentences (it has {pipeline.pipe_names}); "
            "expected a parser, a senter or a sentencizer in it"
        )
    return pipeline
