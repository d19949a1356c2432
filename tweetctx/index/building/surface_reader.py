"""Collects surface forms from articles: their names, their links, and how their texts capitalize words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from tweetctx.arrays.types import Ints
from tweetctx.index.building.opening_names import (
    bare_name,
    club_initials,
    initials_of,
    is_person,
    leading_name,
    names_in_opening,
    surname_first,
    without_kind,
    written_small,
)
from tweetctx.index.storage.surface_rows import ANCHORS, FACTS, SURFACES, TITLES, WRITTEN, Rows, added_rows
from tweetctx.index.subjects import demonyms_of, subject_of
from tweetctx.index.surface_forms import SUBJECT_BITS, ArticleKind, FormSource, Subject
from tweetctx.text.language import Language
from tweetctx.text.languages import compiled, find_language, tables_of
from tweetctx.text.names.keys import (
    CAPITAL_WORD,
    SMALL_WORD,
    Keys,
    NameRows,
    count_groups,
    count_keys,
    pair_keys,
    run_keys,
    title_keys,
    token_keys,
    tokenize_names,
    word_hashes,
)
from tweetctx.text.names.letters import CAPITALS, SMALL
from tweetctx.types import Article

_LONGEST: Final = 80  # characters of a name
_LEAST_GIVEN: Final = 3  # letters of a first name that names a person alone
_LONG: Final = 2500  # characters of the article on a person who may be called by the first name alone
_POINTER_LENGTH: Final = 200  # characters of a first paragraph that only points to other articles, at most
_YOUNGER: Final = frozenset({"Jr.", "Sr.", "Jr", "Sr", "II", "III", "IV"})


class SurfaceReader:
    """Collects the surface forms in articles of one language."""

    def __init__(self, language: str, stop_words: Iterable[str]) -> None:
        self._language = find_language(language)
        self._short_first_names = tables_of(self._language.code).get("short_first_names", {})
        self._stops = word_hashes(sorted(stop_words))

    def batch(self, articles: Sequence[Article]) -> dict[str, Rows]:
        """Returns the rows of some articles for each of the TABLES; articles are numbered from 0 within the batch."""
        text = self._text(map(_content, articles))
        subjects = [_subject(article, self._language) for article in articles]
        title_forms = _TitleForms(subjects, text, self._language.demonyms)
        names = [*self._names(subjects)]
        keys = NameRows.of([name for _, _, name in names]).keys
        surfaces = _rows(
            SURFACES,
            key=keys,
            article=[article for article, _, _ in names],
            source=[source for _, source, _ in names],
            count=np.zeros(len(names), np.int64),
        )
        surfaces = np.concatenate(
            [surfaces[keys > 0], title_forms.parts(), title_forms.initials(), title_forms.demonyms()]
        )
        return {
            "surfaces": added_rows(surfaces),
            "anchors": _anchors(subjects),
            "written": text.written(),
            "titles": _titles(articles),
            "facts": _rows(
                FACTS,
                base=title_forms.bases.keys,
                length=[_length(article) for article in articles],
                kind=[_kind(subject, self._language) for subject in subjects],
            ),
        }

    def written_in(self, contents: Iterable[str]) -> Rows:
        """Counts the articles in which words are written as names, in lower case or in capitals; contents: texts."""
        return self._text(contents).written()

    def _text(self, contents: Iterable[str]) -> _Text:
        texts = [*contents]
        tokens = tokenize_names("\n".join(texts))
        ends = np.cumsum([len(text) + 1 for text in texts], dtype=np.int64)
        articles = np.repeat(np.arange(len(texts)), np.diff(np.searchsorted(tokens.starts, ends), prepend=0))
        names, first = run_keys(tokens, self._stops)
        rows = [np.flatnonzero(tokens.cases == case) for case, _ in _MARKS]
        words = [token_keys(tokens.hashes[chosen]) ^ mark for chosen, (_, mark) in zip(rows, _MARKS, strict=True)]
        article = articles[np.concatenate([first, *rows])]
        keys, counts = count_groups(np.concatenate([names, *words]), article)
        return _Text(keys, counts, pair_keys(names, article[: len(names)]))

    def _names(self, subjects: Sequence[_Subject]) -> Iterable[tuple[int, int, str]]:
        """Yields the names of articles, some of them several times: article, source, name."""
        for article, subject in enumerate(subjects):
            for source, name in self._names_of(subject):
                if 0 < len(name) <= _LONGEST:
                    yield article, source, name

    def _names_of(self, subject: _Subject) -> Iterable[tuple[int, str]]:
        article, name, opening, person, kind = subject
        title = article.title
        yield FormSource.TITLE, title
        if name != title:
            yield FormSource.NAME, name
        town, comma, _ = name.partition(", ")
        if comma:  # a person has a title behind it: Prince Philip, Duke of Edinburgh
            yield FormSource.NAME if person and " " in town else FormSource.PLACE, town
        short = without_kind(name)
        if short != name:
            yield FormSource.SHORT, short
        if kind == Subject.TEAM and (initials := club_initials(name)):
            yield FormSource.SHORT, initials
        for redirect in article.redirects:
            yield from ((FormSource.REDIRECT, form) for form in _redirect_names(redirect))
        for alias in article.aliases:
            yield FormSource.ALIAS, alias
        for other in names_in_opening(opening, english=self._language.code == "en"):
            yield FormSource.OPENING, without_kind(other) if other != name else other
        if self._language.surname_first and (parted := surname_first(name)):
            yield from zip((FormSource.SURNAME, FormSource.NAME), parted, strict=True)
        elif person:
            words = name.split(" ")
            younger = words[-1] in _YOUNGER and len(words) > 2
            yield FormSource.SURNAME, words[-2].rstrip(",") if younger else words[-1]
            for first in self._short_first_names.get(words[0], "").split():
                yield FormSource.SHORT, " ".join([first, *words[1:]])
            if len(words[0]) >= _LEAST_GIVEN and "." not in words[0] and _length(article) >= _LONG:
                yield FormSource.GIVEN, words[0]


class _Subject(NamedTuple):
    """An article, its title without qualifier, and its first paragraph.

    person: whether that gives the years of a life, or says that the subject is a person. kind: what it says that the
    subject is.
    """

    article: Article
    name: str
    opening: str
    person: bool
    kind: Subject


def _subject(article: Article, language: Language) -> _Subject:
    name = bare_name(article.title)
    opening = next((section.paragraphs[0] for section in article.sections if section.paragraphs), "")
    kind = subject_of(opening, language.code)
    person = (kind >= Subject.PERSON and " " in name) or is_person(name, opening)
    return _Subject(article, name, opening, person, Subject.PERSON if person and kind < Subject.PERSON else kind)


@dataclass(frozen=True, slots=True)
class _Text:
    """The keys that occur in the articles of a batch.

    keys: of names, and of words written in lower case or in capitals. articles: in how many each occurs.
    names: of key and article for each span where a name stands.
    """

    keys: Keys
    articles: Ints
    names: Keys

    def count(self, keys: Keys, articles: Ints) -> Ints:
        """Counts how often each of some names occurs in the article beside it."""
        return count_keys(pair_keys(keys, articles), self.names)

    def written(self) -> Rows:
        """Returns the number of articles in which each key occurs."""
        return _rows(WRITTEN, key=self.keys, count=self.articles)


_MARKS: Final = ((SMALL, SMALL_WORD), (CAPITALS, CAPITAL_WORD))


class _TitleForms:
    """Parts, initials and demonyms of the titles of a batch, with how often the articles themselves use them."""

    def __init__(self, subjects: Sequence[_Subject], text: _Text, endings: Mapping[str, str]) -> None:
        """endings: of places, and of their demonyms."""
        self._names = [subject.name for subject in subjects]
        self._leading_names = [leading_name(subject.opening) for subject in subjects]
        self._places = [article for article, subject in enumerate(subjects) if subject.kind == Subject.PLACE]
        self._endings = endings
        self._text = text
        self.bases = NameRows.of(self._names)

    def parts(self) -> Rows:
        """Returns beginnings and ends of titles that the article uses as a name."""
        return self._used(*self.bases.parts(), FormSource.PART)

    def initials(self) -> Rows:
        """Returns initials of titles, and of what openings begin with, that the article uses as a name."""
        made = [
            (article, short)
            for article, (name, leading) in enumerate(zip(self._names, self._leading_names, strict=True))
            for short in set().union(*map(initials_of, {name, leading}))
        ]
        articles = np.array([article for article, _ in made], np.int64)
        return self._used(NameRows.of([initials for _, initials in made]).keys, articles, FormSource.INITIALS)

    def demonyms(self) -> Rows:
        """Returns adjectives of places, and what their people are called, that the article uses as a name."""
        made = [
            (article, demonym)
            for article in self._places
            for demonym in demonyms_of(self._names[article], self._endings)
        ]
        articles = np.array([article for article, _ in made], np.int64)
        return self._used(NameRows.of([demonym for _, demonym in made]).keys, articles, FormSource.DEMONYM)

    def _used(self, keys: Keys, articles: Ints, source: int) -> Rows:
        counts = self._text.count(keys, articles)
        used = counts > 0
        sources = np.full(int(used.sum()), source)
        return _rows(SURFACES, key=keys[used], article=articles[used], source=sources, count=counts[used])


def _anchors(subjects: Sequence[_Subject]) -> Rows:
    """Returns the links of articles, and the senses that disambiguation pages list."""
    pairs = [
        (article, text, target)
        for article, subject in enumerate(subjects)
        for text, target in [*subject.article.links, *((subject.name, sense) for sense in subject.article.senses)]
        if 0 < len(text) <= _LONGEST
    ]
    keys = NameRows.of([text for _, text, _ in pairs]).keys
    targets = title_keys([target.partition("#")[0] for _, _, target in pairs])
    rows = _rows(
        ANCHORS, key=keys, target=targets, source=[n for n, _, _ in pairs], count=np.ones(len(pairs), np.int64)
    )
    return rows[keys > 0]


def _titles(articles: Sequence[Article]) -> Rows:
    return title_rows([(article.title, article.redirects) for article in articles])


def _redirect_names(redirect: str) -> Iterable[str]:
    """The names of an article by a redirect to it: its title with and without a qualifier in brackets."""
    return dict.fromkeys((redirect, bare_name(redirect)))


def redirect_rows(redirects: Sequence[Sequence[str]]) -> Rows:
    """Returns the rows of the table SURFACES that redirects make. redirects: the titles that lead to each article."""
    names = [
        (article, name)
        for article, titles in enumerate(redirects)
        for redirect in titles
        for name in _redirect_names(redirect)
        if 0 < len(name) <= _LONGEST
    ]
    keys = NameRows.of([name for _, name in names]).keys
    sources, counts = np.full(len(names), FormSource.REDIRECT), np.zeros(len(names), np.int64)
    rows = _rows(SURFACES, key=keys, article=[article for article, _ in names], source=sources, count=counts)
    return rows[keys > 0]


def title_rows(titles: Sequence[tuple[str, Sequence[str]]]) -> Rows:
    """Returns the rows of the table TITLES. titles: of each article, its title and its redirects."""
    pairs = [(article, name) for article, (title, redirects) in enumerate(titles) for name in (title, *redirects)]
    return _rows(TITLES, key=title_keys([name for _, name in pairs]), article=[article for article, _ in pairs])


def _kind(subject: _Subject, language: Language) -> int:
    article, name, opening, person, kind = subject
    return (
        kind << SUBJECT_BITS
        | ArticleKind.PERSON * person
        | ArticleKind.DISAMBIGUATION * _is_disambiguation(article, opening, language)
        | ArticleKind.COMMON * written_small(name, opening)
        | ArticleKind.QUALIFIED * (name != article.title)
    )


def _is_disambiguation(article: Article, opening: str, language: Language) -> bool:
    """Whether an article is a disambiguation page by its source, its title's qualifier or a short first paragraph."""
    qualifier, pattern = language.disambiguation_title, language.disambiguation_text
    if article.disambiguation or (qualifier and article.title.endswith((f"({qualifier})", f"（{qualifier}）"))):
        return True
    return pattern is not None and len(opening) < _POINTER_LENGTH and compiled(pattern).search(opening) is not None


def _content(article: Article) -> str:
    return "\n".join(paragraph for section in article.sections for paragraph in section.paragraphs)


def _length(article: Article) -> int:
    return sum(sum(map(len, section.paragraphs)) for section in article.sections)


def _rows(dtype: np.dtype[Any], **columns: Any) -> Rows:
    first = next(iter(columns.values()))
    rows = np.empty(len(first), dtype)
    for name, values in columns.items():
        rows[name] = values
    return rows
