"""From text to index terms."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, get_args

import regex

from tweetctx.errors import ParameterError
from tweetctx.text.unicode import compose

AnalyzerName = Literal["english", "plain", "dcu"]
Stemmer = Literal["english", "lovins", "none"]

# A number keeps its separators: 3,000 and 1.5 are one word each.
_WORD = regex.compile(
    r"\p{N}++(?:[.,]\p{N}++)++(?![\p{L}\p{M}])|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:'[\p{L}\p{M}\p{N}]+)*"
)
_CONTRACTIONS = ("n't", "'s", "'ll", "'re", "'ve", "'d", "'m")
# Apostrophes as people type them; joiners and the soft hyphen are invisible and split no word.
_TYPOGRAPHY = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "\u200c": None, "\u200d": None, "\u00ad": None})


@dataclass(frozen=True, slots=True)
class AnalyzerConfig:
    """All that decides which terms a text has; it is stored with the index it made.

    phrases: how many of the collection's most frequent word bigrams are terms too; 0 for none.
    """

    name: AnalyzerName
    stop_words: frozenset[str]
    stemmer: Stemmer
    phrases: int = 0

    @classmethod
    def named(cls, name: str) -> AnalyzerConfig:
        """The configuration of one of the names in `AnalyzerName`.

        english: spaCy's stop words, Snowball's English stemmer.
        plain:   spaCy's stop words, no stemming: the set-up of Fernández et al. (2011).
        dcu:     SMART's stop list, the Lovins stemmer, 100,000 bigrams: that of DCU's runs at INEX 2012.
        """
        if name == "dcu":
            from tweetctx.text.smart import SMART_STOP_WORDS

            return cls("dcu", SMART_STOP_WORDS, "lovins", 100_000)
        if name not in get_args(AnalyzerName):
            raise ParameterError(f"analyzer: found {name!r}, expected one of {', '.join(get_args(AnalyzerName))}")
        from spacy.lang.en.stop_words import STOP_WORDS

        stop_words = frozenset(_fold(word) for word in STOP_WORDS)
        return cls("plain", stop_words, "none") if name == "plain" else cls("english", stop_words, "english")

    def to_json(self) -> dict[str, Any]:
        """The configuration as plain values."""
        return {
            "name": self.name,
            "stop_words": sorted(self.stop_words),
            "stemmer": self.stemmer,
            "phrases": self.phrases,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> AnalyzerConfig:
        """Reads what `to_json` wrote; ParameterError for a stemmer that this version does not have."""
        if values["stemmer"] not in get_args(Stemmer):
            raise ParameterError(
                f"stemmer: found {values['stemmer']!r}, expected one of {', '.join(get_args(Stemmer))}"
            )
        return cls(values["name"], frozenset(values["stop_words"]), values["stemmer"], values["phrases"])


class Analyzer:
    """Turns text into terms as its configuration says.

    With `config.phrases`, two neighbouring terms are a term of their own if `phrases` contains them joined by one
    space; an index passes its vocabulary.
    """

    def __init__(self, config: AnalyzerConfig, phrases: Container[str] = ()) -> None:
        self.config = config
        self._phrases = phrases
        self._stem = _stemmer(config.stemmer)

    def tokens(self, text: str) -> list[str]:
        """The lowercased words of a text: letters, marks and digits, with apostrophes inside; numbers whole."""
        words: list[str] = _WORD.findall(_fold(text))
        return words

    def term(self, token: str) -> str | None:
        """The term of a token, or None for a stop word. The ending of a contraction is no part of its word."""
        stop_words = self.config.stop_words
        if token in stop_words or (stop_words and token.endswith("n't")):  # which only auxiliary verbs have
            return None
        if "'" in token:
            token = _without_contraction(token)
            if token in stop_words:
                return None
        return self._stem(token)

    def words(self, text: str) -> list[str]:
        """The terms of a text in their order, without phrases."""
        return [term for token in self.tokens(text) if (term := self.term(token)) is not None]

    def terms(self, text: str) -> list[str]:
        """The terms of a text in their order; phrases stand after the words."""
        words = self.words(text)
        if not self.config.phrases:
            return words
        pairs = (f"{left} {right}" for left, right in pairwise(words))
        return words + [pair for pair in pairs if pair in self._phrases]


def _fold(text: str) -> str:
    if not text.isascii():
        text = compose("NFKC", text.translate(_TYPOGRAPHY))
    return text.lower()


def _without_contraction(token: str) -> str:
    for ending in _CONTRACTIONS:
        if token.endswith(ending) and len(token) > len(ending):
            return token.removesuffix(ending)
    return token


def _stemmer(name: Stemmer) -> Callable[[str], str]:
    if name == "lovins":
        from tweetctx.text.lovins import stem

        return stem
    if name == "english":
        import Stemmer as snowball  # noqa: N813

        # No cache: what an analyzer holds is never written, so that threads can share it.
        stem_word: Callable[[str], str] = snowball.Stemmer("english", 0).stemWord
        return stem_word
    return str
