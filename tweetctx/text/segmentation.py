"""Segments text into sentences by rules, fast enough for a Wikipedia.

One pattern finds the few chunks between white space that could end a sentence; a simpler one, which `re` finds faster,
says where to look for them. Tables of the language and, for English, spaCy's tokenizer decide once for each chunk
whether its full stop belongs to the word. One scale then compares what the chunk needs after it to end a sentence with
what the next chunk offers as the beginning of one.

43 MB of English take 1.2 s, a seventh of an index build in one process.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Protocol

import regex

from tweetctx.errors import ParameterError
from tweetctx.text.boundaries import boundaries_of, stands_alone
from tweetctx.text.language import Boundaries
from tweetctx.text.patterns import patterns_for
from tweetctx.text.unicode import encodable

if TYPE_CHECKING:
    from spacy.language import Language

Span = tuple[int, int]

# The scale of beginnings.
NOTHING = 0  # the sentence continues: a lower-case letter, a comma, a dash
ANYTHING = 1  # a capital, a number, a letter of a script without cases
OPENER = 2  # a word that opens sentences
SURE_OPENER = 3  # one that is never part of a name
IMPOSSIBLE = 4  # needed by what never ends a sentence, offered by nothing
UNCLEAR = -1  # the end of an abbreviation with inner spaces: what it needs depends on the text before

_CACHED = 1 << 16  # chunks; four in five chunks of Wikipedia repeat

_LOOKBACK = 60  # characters before a boundary that are examined
_MIXED_CASE = regex.compile(r"\p{Ll}{1,2}\p{Lu}")  # iPhone, eBay, pH, mRNA: they may open a sentence
_DOTTED = regex.compile(r"(?:\p{L}\p{M}*\.){2,}")
_LETTERS = re.compile(r"[^\W\d_]+\.")  # a word that has nothing around it, nor marks inside
_INITIAL = regex.compile(r"\p{Lu}\p{M}*\.")
_ORDINAL = regex.compile(r"\p{Nd}{1,3}\.|[IVXLCDM]{1,7}\.")
# The spaces inside an abbreviation at the end of a chunk (z. B., и т. д., EE. UU.), and the one before a guillemet.
_INSIDE = regex.compile(r"(?<=(?<!\p{L})\p{L}{1,2}\.)\s(?=(?:\p{L}{1,3}\.\s?)++[^\s\p{L}]*$)|\s(?=»$)")
_AFTER_SPACE = regex.compile(r"(?:\p{L}{1,3}\.)*+[^\s\p{L}]*")  # what follows the last of these spaces

# The number of a list item, or marks alone: not a sentence yet.
_FRAGMENT = regex.compile(r"\W*+(?:\d{1,3}|\p{L}|[ivxIVX]+)?\W*+")
_FRAGMENT_LENGTH = 8
_ASIDE = 250  # characters of an aside in brackets that is not cut
_QUOTATION = 100  # characters of a quotation inside a sentence that is not cut
_TO_BRACKET = regex.compile(r"[^()]*+(?:\([^()]*+\)[^()]*+)*+\)")  # the one that closes an aside
_GOES_ON = regex.compile(r"""["”“»«][)\]]*(?:[,;:]|\s+[\p{Ll}(\[–—])|[」』](?:と|って)""")
_WINDOW = 1000  # characters in which brackets are counted, so that time stays linear in a sentence


class Segmenter(Protocol):
    """Finds the sentences of a paragraph."""

    def spans(self, text: str) -> list[Span]:
        """Returns the sentences as [start, end) in characters: ordered, disjoint, stripped, all but white space."""


def open_segmenter(spacy_model: str | None = None, language: str = "en") -> Segmenter:
    """Returns the segmenter by rules for a language, or that of a spaCy pipeline, given by name or folder.

    Raises ParameterError if the pipeline is not installed, cannot be loaded, or finds no sentences.
    """
    return _by_rules(language) if spacy_model is None else ModelSegmenter(spacy_model)


@cache
def _by_rules(language: str) -> RuleSegmenter:
    return RuleSegmenter(boundaries_of(language))


class RuleSegmenter:
    """Finds sentences by rules and by lists of words, spaCy's and our own; threads can share it."""

    def __init__(self, boundaries: Boundaries) -> None:
        self._boundaries = boundaries
        self._patterns = patterns_for(boundaries)
        self._pairs = (("(", ")"), ('"', '"'), *boundaries.quotations)
        self._offer = lru_cache(_CACHED)(self._offer_of)
        self._need = lru_cache(_CACHED)(self._need_of)
        self._need_of_chunk = lru_cache(_CACHED)(self._need_alone) if boundaries.spaces else self._need

    def spans(self, text: str) -> list[Span]:
        """Returns the sentences of a paragraph, in characters."""
        candidate, offer_of, need_of_chunk = self._patterns.candidate, self._offer, self._need_of_chunk
        pairs = [pair for pair in self._pairs if pair[0] in text]
        spans = []
        start = len(text) - len(text.lstrip())
        end = 0
        for mark in self._patterns.mark.finditer(text):
            if mark.start() < end:  # one of the marks of the last candidate
                continue
            match = mark if mark[1] else candidate.match(text, mark.start())
            if match is None:
                continue
            end = match.end()
            if not (offer := offer_of(match[1])):
                continue
            since = end - _LOOKBACK if end - start > _LOOKBACK else start
            need = need_of_chunk(text[text.rfind(" ", since, end) + 1 or since : end])
            if need == UNCLEAR:
                need = self._need(_INSIDE.sub("", text[since:end]))
            if offer >= need and _complete(text, start, end, pairs):
                spans.append((start, end))
                start = match.start(1)
        end = len(text.rstrip())
        return [*spans, (start, end)] if start < end else spans

    def _offer_of(self, chunk: str) -> int:
        """Returns how likely the chunk begins a sentence, on the scale of beginnings."""
        if chunk.replace("’", "'").partition("-")[0] in self._boundaries.lowercase_openers:
            return SURE_OPENER
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
        """Returns what the chunk needs whatever stands before it."""
        return UNCLEAR if _AFTER_SPACE.fullmatch(chunk.rsplit(None, 1)[-1]) else self._need(chunk)

    def _need_of(self, text: str) -> int:
        """Returns what must follow for the last chunk of a text to end a sentence, on the scale of beginnings."""
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
        alone = stands_alone(word) if known.asks_tokenizer else len(stem) > 1 or not stem[:1].isalpha()
        return ANYTHING if alone else OPENER


def _complete(text: str, start: int, end: int, pairs: Iterable[tuple[str, str]]) -> bool:
    """Whether text[start:end] can be a sentence: not a list number, not cut off in an aside or a quotation.

    pairs: the marks around asides and quotations that occur in the text.
    """
    if end - start <= _FRAGMENT_LENGTH and _FRAGMENT.fullmatch(text, start, end):
        return False
    since = max(start, end - _WINDOW)
    for opening, closing in pairs:
        number = text.count(opening, since, end)
        if number and (number % 2 if opening == '"' else number > text.count(closing, since, end)):
            opened = text.rfind(opening, since, end)
            if opening == "(":
                return opened == start or _TO_BRACKET.match(text, end, opened + _ASIDE) is None
            return not _quoted_within(text, opened, end, closing)
    return True


def _quoted_within(text: str, opened: int, end: int, mark: str) -> bool:
    """Whether the quotation closes soon and its sentence continues: "Tora! Tora! Tora!" is a film."""
    closed = text.find(mark, end, opened + _QUOTATION)
    return closed >= 0 and _GOES_ON.match(text, closed) is not None


class ModelSegmenter:
    """Finds sentences by a trained spaCy pipeline that the user provides."""

    __slots__ = ("_pipeline",)

    def __init__(self, model: str) -> None:
        self._pipeline = _load(model)

    def spans(self, text: str) -> list[Span]:
        """Returns the sentences of a text, in characters."""
        sentences = self._pipeline(encodable(text)).sents if text.strip() else ()
        stripped = (_strip(text, sentence.start_char, sentence.end_char) for sentence in sentences)
        return [(start, end) for start, end in stripped if start < end]


def _strip(text: str, start: int, end: int) -> Span:
    sentence = text[start:end]
    return end - len(sentence.lstrip()), start + len(sentence.rstrip())


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
