"""Turns text into index terms."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, get_args

from tweetctx.errors import ParameterError
from tweetctx.text.languages import described, find_language
from tweetctx.text.resources import stemmer_of, stop_words_of
from tweetctx.text.unicode import TYPOGRAPHY, fold
from tweetctx.text.words import word_rules

AnalyzerName = Literal["english", "plain", "dcu"]

_REMEMBERED = 1 << 14  # tokens whose terms are cached


@dataclass(frozen=True, slots=True)
class AnalyzerConfig:
    """The settings that determine the terms of a text. An index stores those it was built with.

    stemmer: the name of a Snowball stemmer, lovins or none. phrases: how many of the collection's most frequent word
    bigrams are terms too; 0 for none. language: the code, in `tweetctx.text.languages`, of the rules for words.
    """

    name: str
    stop_words: frozenset[str]
    stemmer: str
    phrases: int = 0
    language: str = "en"

    @classmethod
    def named(cls, name: str | None = None, language: str = "en") -> AnalyzerConfig:
        """Returns the configuration for a name in `AnalyzerName`, or for None that of the language.

        english: spaCy's stop words, Snowball's English stemmer. Other languages use those that spaCy and Snowball have
                 for them, without a name.
        plain:   spaCy's stop words, no stemming: the setup of Fernández et al. (2011), in any language.
        dcu:     SMART's stop list, the Lovins stemmer, 100,000 bigrams: the setup of DCU's runs at INEX 2012.

        Raises ParameterError for an unknown name or language, and for `english` or `dcu` in another language.
        """
        entry = find_language(language)
        language = entry.code
        if name is not None and name not in get_args(AnalyzerName):
            raise ParameterError(f"analyzer: found {name!r}, expected one of {', '.join(get_args(AnalyzerName))}")
        if name in ("english", "dcu") and language != "en":
            raise ParameterError(
                f"analyzer: found {name!r}, which is for English, with the language {described(language)}; expected "
                "'plain', or none to stem as the language does"
            )
        if name == "dcu":
            from tweetctx.text.smart import SMART_STOP_WORDS

            return cls("dcu", SMART_STOP_WORDS, "lovins", 100_000)
        stop_words = frozenset(fold(word, word_rules(language).letters) for word in stop_words_of(entry))
        if name == "plain":
            return cls("plain", stop_words, "none", 0, language)
        return cls(entry.name.lower(), stop_words, stemmer_of(entry), 0, language)

    def to_json(self) -> dict[str, Any]:
        """Returns the configuration as plain values."""
        return {
            "name": self.name,
            "stop_words": sorted(self.stop_words),
            "stemmer": self.stemmer,
            "phrases": self.phrases,
            "language": self.language,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> AnalyzerConfig:
        """Reads what `to_json` wrote; ParameterError for a stemmer that this version does not have."""
        stemmer = values["stemmer"]
        if stemmer not in _stemmers():
            raise ParameterError(f"stemmer: found {stemmer!r}, expected one of {', '.join(_stemmers())}")
        return cls(values["name"], frozenset(values["stop_words"]), stemmer, values["phrases"], values["language"])


class Analyzer:
    """Turns text into terms as its configuration says.

    With `config.phrases`, two neighbouring terms are a term of their own if `phrases` contains them joined by one
    space; an index passes its vocabulary.
    """

    def __init__(self, config: AnalyzerConfig, phrases: Container[str] = ()) -> None:
        self.config = config
        self._phrases = phrases
        rules = word_rules(config.language)
        self._find, self._bare, self._letters = rules.find, rules.bare, rules.letters
        stem = _stemmer(config.stemmer, rules.accents)
        self._find_term = partial(_term, config.stop_words, rules.bare, stem)
        self._term = lru_cache(_REMEMBERED)(self._find_term)
        self._lists: dict[str, frozenset[str]] = {}  # here, as a cache beside the class would keep an index mapped
        self.terms_per_word = rules.terms_per_word

    def tokens(self, text: str) -> list[str]:
        """Returns the lowercased words of a text: letters, marks, digits and inner apostrophes. Numbers are not split.

        For languages with a script without spaces, the words of that script are its overlapping pairs of characters.
        ParameterError for anything but a text.
        """
        if not isinstance(text, str):
            raise ParameterError(f"text: found {text!r:.80}, expected a string")
        return self._find(fold(text, self._letters))

    def term(self, token: str) -> str | None:
        """Returns the term of a token without elision and contraction, or None for a stop word."""
        return self._term(token)

    def terms_of(self, tokens: Iterable[str]) -> list[str | None]:
        """Returns the terms of many different tokens, without caching them."""
        return [*map(self._find_term, tokens)]

    def is_name(self, word: str) -> bool:
        """Whether a word is written as names are: with a capital, or in a script that has none.

        The capital follows what is elided: l'Espagne. In English names it can stand anywhere: iPhone.
        """
        if self.config.language == "en":
            return any(map(str.isupper, word))
        straight = word.translate(TYPOGRAPHY)
        first = self._bare(straight)[:1] if "'" in straight else word[:1]
        return first.isupper() or (first.isalpha() and first == first.upper())

    def words(self, text: str) -> list[str]:
        """Returns the terms of a text in order, without phrases."""
        return [term for token in self.tokens(text) if (term := self._term(token)) is not None]

    def terms_of_list(self, words: str) -> frozenset[str]:
        """The distinct terms of a list of words. They are kept, as analyzing a list takes longer than a post."""
        if words not in self._lists:
            self._lists[words] = frozenset(self.words(words))
        return self._lists[words]

    def terms(self, text: str) -> list[str]:
        """Returns the terms of a text in order, then its phrases."""
        return self.with_phrases(self.words(text))

    def with_phrases(self, words: list[str]) -> list[str]:
        """Returns neighbouring terms, then their phrases."""
        if not self.config.phrases:
            return words
        pairs = (f"{left} {right}" for left, right in pairwise(words))
        return words + [pair for pair in pairs if pair in self._phrases]


def check_analyzer(file: str | Path, made_by: object, expected: str) -> None:
    """Raises ParameterError for a file of terms by another analyzer than `expected`; made_by: None if it tells none."""
    if made_by not in (None, expected):
        found = f"found terms of the analyzer {made_by}"
        raise ParameterError(f"{file}: {found}, expected those of the analyzer {expected}")


def _term(stop_words: frozenset[str], bare: Callable[[str], str], stem: Callable[[str], str], token: str) -> str | None:
    if token in stop_words:
        return None
    if "'" in token:
        if stop_words and token.endswith("n't"):  # an ending of auxiliary verbs only
            return None
        token = bare(token)
        if token in stop_words:
            return None
    return stem(token)


def _stemmers() -> list[str]:
    import Stemmer as snowball  # noqa: N813

    return ["lovins", "none", *snowball.algorithms()]


def _stemmer(name: str, accents: Mapping[int, str | None]) -> Callable[[str], str]:
    if name == "lovins":
        from tweetctx.text.lovins import stem

        return stem
    if name == "none":
        return (lambda token: token.translate(accents)) if accents else str
    import Stemmer as snowball  # noqa: N813

    # Without PyStemmer's cache, so that threads can share an analyzer.
    stem_word: Callable[[str], str] = snowball.Stemmer(name, 0).stemWord
    return (lambda token: stem_word(token).translate(accents)) if accents else stem_word
