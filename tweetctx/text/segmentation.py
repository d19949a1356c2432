"""Sentences of English text, at the speed of a Wikipedia.

spaCy's tokenizer works on each chunk between white space by itself. So one pattern finds the few chunks that could end
a sentence, the tokenizer says, once for each chunk, whether the full stop belongs to its word, and one scale decides:
what the chunk NEEDS after it to end a sentence, against what the next chunk OFFERS as the beginning of one.
"""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Protocol

import regex

from tweetctx.errors import ParameterError
from tweetctx.text.abbreviations import DOUBTFUL_OPENERS, MARKED_NAMES, NEVER_LAST, OPENERS, SELDOM_LAST

if TYPE_CHECKING:
    from spacy.language import Language

Span = tuple[int, int]

# The scale of beginnings.
NOTHING = 0  # the sentence goes on: a lower-case letter, a comma, a dash
ANYTHING = 1  # a capital, a number, a letter of a script without cases
OPENER = 2  # a word that opens sentences
SURE_OPENER = 3  # one that is never part of a name
IMPOSSIBLE = 4  # needed by what never ends a sentence, offered by nothing

_CACHED = 1 << 16  # chunks remembered; the text of Wikipedia repeats four in five

_SPACE = r"[\s\x1c-\x1f]"  # as str.strip has it
_OPEN = r"""\p{Ps}\p{Pi}"'"""
_CLOSE = r"""\p{Pe}\p{Pf}"'"""
_END = r"\p{STerm}…"
_WIDE = "。！？｡．"  # no space follows these
_REFERENCE = r"\[(?:\w{1,3}|(?:note|nb)\ \d+|citation\ needed)\]"

# Sentences with no space between them: in the East, and by mistake, as in 1962.He or Kashmir.The, but not Example.Com.
_NO_SPACE = rf"""
      (?<= [{_WIDE}] [{_CLOSE}]{{0,5}} )
    | (?<= (?<! [\p{{L}}\p{{N}}.] ) (?: \p{{Ll}}{{3,}} | (?:1\d|20)\d\d ) \. )
      (?= \p{{Lu}}\p{{Ll}}*+ [\s,] ) (?! (?:Com|Edu|Gov|Js|Net|Org)\b )
    | (?<= [\p{{L}}\p{{N}}]{{2}}\)\. | \p{{Ll}}{{3}}\. ) (?= \L<openers> [\s,] )
"""
_CANDIDATE = regex.compile(
    rf"""
    [{_END}] (?: [{_END}{_CLOSE}] | {_REFERENCE} ){{0,50}}+     # what closes goes with its sentence
    (?= (?: {_SPACE}++ | {_NO_SPACE} ) (?P<next> [^\s\x1c-\x1f]{{1,24}}+ ) )
    """,
    regex.VERBOSE,
    openers=OPENERS,
)
_LOOKBACK = 60  # characters of the chunk before a boundary that are looked at
_CLOSED = regex.compile(rf"(?:[{_CLOSE}]|{_REFERENCE})+$")
_LEFT = regex.compile(rf"(?:.*[-–—])?[{_OPEN}]*")
_NEXT = regex.compile(rf"([{_OPEN}]*)(\p{{L}}[\p{{L}}\p{{M}}\p{{N}}]*|(?<![(\[])[\p{{N}}\p{{Sc}}#•])([.-]?)")
_MIXED_CASE = regex.compile(r"\p{Ll}{1,2}\p{Lu}")  # iPhone, eBay, pH, mRNA: they may open a sentence
_DOTTED = regex.compile(r"(?:\p{L}\p{M}*\.){2,}")
_SURROGATE = regex.compile(r"\p{Cs}")
_INITIAL = regex.compile(r"\p{Lu}\p{M}*\.")
# No abbreviation looks like these (5%. 150m. 3D. LaTeX. R&B. km/h.), nor is any as long: the tokenizer is not asked.
_ORDINARY = regex.compile(
    r"""(?: [^\p{L}\p{M}] | \p{N}\p{L} | [\p{Ll}\p{N}]\p{Lu} | [/&]\p{L}+ | (?<!\p{L})\p{Ll}{3,} | \p{Ll}{7} )\.$""",
    regex.VERBOSE,
)

# The number of a list item, or marks alone: no sentence yet.
_FRAGMENT = regex.compile(r"\W*+(?:\d{1,3}|\p{L}|[ivxIVX]+)?\W*+")
_FRAGMENT_LENGTH = 8
_ASIDE = 250  # characters of an aside in brackets that is not cut
_QUOTATION = 100  # characters of a quotation inside a sentence that is not cut
_TO_BRACKET = regex.compile(r"[^()]*+(?:\([^()]*+\)[^()]*+)*+\)")  # the one that closes an aside
_GOES_ON = regex.compile(r"""["”][)\]]*(?:[,;:]|\s+[\p{Ll}(\[–—])""")
_WINDOW = 1000  # characters in which brackets are counted, lest an endless sentence cost its square


class Segmenter(Protocol):
    """Finds the sentences of a paragraph."""

    def spans(self, text: str) -> list[Span]:
        """Give the sentences as [start, end) in characters: in order, apart, stripped, covering all but white space."""


def open_segmenter(spacy_model: str | None = None) -> Segmenter:
    """Give the segmenter by rules, or the one of a spaCy pipeline, named or in a folder.

    Raises ParameterError when the pipeline is not installed, cannot be loaded, or finds no sentences.
    """
    return RuleSegmenter() if spacy_model is None else ModelSegmenter(spacy_model)


class RuleSegmenter:
    """Sentences by spaCy's rules for English words and ours for Wikipedia's."""

    __slots__ = ()

    def spans(self, text: str) -> list[Span]:
        """Give the sentences of a paragraph, in characters."""
        spans = []
        start = len(text) - len(text.lstrip())
        for match in _CANDIDATE.finditer(text):
            end = match.end()
            chunk = text[max(start, end - _LOOKBACK) : end].rsplit(None, 1)[-1]
            if _offer(match["next"]) >= _need(chunk) and _complete(text, start, end):
                spans.append((start, end))
                start = match.start("next")
        end = len(text.rstrip())
        return [*spans, (start, end)] if start < end else spans


class ModelSegmenter:
    """Sentences as a spaCy pipeline finds them."""

    __slots__ = ("_pipeline",)

    def __init__(self, model: str) -> None:
        self._pipeline = _load(model)

    def spans(self, text: str) -> list[Span]:
        """Give the sentences of a text, in characters."""
        sentences = self._pipeline(_encodable(text)).sents if text.strip() else ()
        stripped = (_strip(text, sentence.start_char, sentence.end_char) for sentence in sentences)
        return [(start, end) for start, end in stripped if start < end]


@lru_cache(_CACHED)
def _offer(chunk: str) -> int:
    """Say how much of a beginning the chunk is."""
    match = _NEXT.match(chunk)
    if not match:
        return NOTHING
    opening, word, joined = match.groups()
    if word[0].islower():
        return ANYTHING if _MIXED_CASE.match(word) else NOTHING
    # "The Rock" and A.-B. after an abbreviation are names.
    if opening or joined or word not in OPENERS:
        return ANYTHING
    return OPENER if word in DOUBTFUL_OPENERS else SURE_OPENER


@lru_cache(_CACHED)
def _need(chunk: str) -> int:
    """Say how much of a beginning must follow for the chunk to end a sentence."""
    bare = _CLOSED.sub("", chunk)
    need = _need_of_word(_LEFT.sub("", bare, count=1))
    return need if bare == chunk else min(need, OPENER)  # closed, even a title can be last: (the Rev.)


def _need_of_word(word: str) -> int:
    stem = word[:-1]
    if not word.endswith(".") or stem.endswith("."):
        return OPENER if word in MARKED_NAMES else ANYTHING
    if stem in NEVER_LAST:
        return IMPOSSIBLE
    if stem in SELDOM_LAST or _DOTTED.fullmatch(word):
        return OPENER
    if _INITIAL.fullmatch(word):
        return OPENER if stem in "IVX" else SURE_OPENER  # World War I. He; Malcolm X. He
    return ANYTHING if _ORDINARY.search(word) or _stands_alone(word) else OPENER


def _complete(text: str, start: int, end: int) -> bool:
    """Say whether text[start:end] can be a sentence: no mere list number, not cut off in an aside or a quotation."""
    if end - start <= _FRAGMENT_LENGTH and _FRAGMENT.fullmatch(text, start, end):
        return False
    since = max(start, end - _WINDOW)
    if text.count("(", since, end) > text.count(")", since, end):
        opened = text.rfind("(", since, end)
        return opened == start or _TO_BRACKET.match(text, end, opened + _ASIDE) is None
    if text.count('"', since, end) % 2:
        return not _quoted_within(text, text.rfind('"', since, end), end, '"')
    if text.count("“", since, end) > text.count("”", since, end):
        return not _quoted_within(text, text.rfind("“", since, end), end, "”")
    return True


def _quoted_within(text: str, opened: int, end: int, mark: str) -> bool:
    """Say whether the quotation closes soon and its sentence goes on: "Tora! Tora! Tora!" is a film."""
    closed = text.find(mark, end, opened + _QUOTATION)
    return closed >= 0 and _GOES_ON.match(text, closed) is not None


def _strip(text: str, start: int, end: int) -> Span:
    sentence = text[start:end]
    return end - len(sentence.lstrip()), start + len(sentence.rstrip())


def _encodable(text: str) -> str:
    """Replace lone surrogates, which spaCy cannot store; the length stays."""
    encodable: str = _SURROGATE.sub("\ufffd", text)
    return encodable


_ASKING = Lock()


@cache
def _english() -> Language:
    import spacy

    return spacy.blank("en")


def _stands_alone(word: str) -> bool:
    """Say whether spaCy's tokenizer parts the last full stop from its word, so that its sentencizer would end there."""
    with _ASKING, _english().memory_zone():  # the zone forgets the word: a Wikipedia has a million
        return _english().tokenizer(_encodable(word))[-1].text == "."


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
    pipeline.max_length = sys.maxsize  # a paragraph is never too long to be tried
    if not pipeline("One stop. Two stops.").has_annotation("SENT_START"):
        raise ParameterError(
            f"spacy_model: the pipeline {model!r} finds no sentences (it has {pipeline.pipe_names}); "
            "expected a parser, a senter or a sentencizer in it"
        )
    return pipeline
