"""The statistics of surface forms, the names of articles."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Final

import numpy as np

from tweetctx.arrays.types import Ints


class FormSource(IntFlag):
    """The sources of a surface form."""

    TITLE = 1  # its title, whole
    NAME = 2  # its title without the qualifier in brackets, or a person's name that the title has in another form
    PLACE = 4  # what stands before a comma of its title; a single word if it is about a person
    SHORT = 8  # its title without an article, without what kind of body it is, or with a first name for short
    REDIRECT = 16
    ALIAS = 32  # other names that the source tells: those in bold in the first sentence
    OPENING = 64  # other names that the opening tells in words or brackets
    SURNAME = 128
    PART = 256  # what its title begins or ends with, and its own text uses as a name
    INITIALS = 512  # those of its title, where its own text uses them
    LINK = 1024  # texts of links, senses of disambiguation pages, tables of aliases
    DEMONYM = 2048  # an adjective of a place, or what its people are called, that its own text uses
    GIVEN = 4096  # the first name of a person whose article is long
    FOUND = 8192  # what its title begins or ends with, where a tweet's words find it; no index stores this


# A name from one of these counts as a hundred uses where a form has more than MOST_SENSES articles.
OWN: Final = FormSource.TITLE | FormSource.NAME | FormSource.PLACE
TITLED: Final = FormSource.TITLE | FormSource.NAME
WHOLE: Final = TITLED | FormSource.REDIRECT
MOST_SENSES: Final = 32  # of a form; those with most links and uses


class ArticleKind(IntFlag):
    """Properties of the subject of an article, found by the build of an index."""

    PERSON = 1
    DISAMBIGUATION = 2
    COMMON = 4  # its opening writes its title small: no proper name
    QUALIFIED = 8  # its title has a qualifier in brackets


class Subject(IntEnum):
    """What the first sentence of an article says that its subject is; OTHER if it says nothing of these."""

    OTHER = 0
    NAME = 1  # a name, an abbreviation, a word
    EVENT = 2
    WORK = 3
    PRODUCT = 4
    BODY = 5  # a company, an agency, a party
    TEAM = 6
    PLACE = 7
    BAND = 8
    PERSON = 9
    OFFICIAL = 10  # a person who holds or held an office
    ATHLETE = 11
    PERFORMER = 12


SUBJECT_BITS: Final = 4  # the lower bits of the kind of an article, its ArticleKind; those above are its Subject


@dataclass(frozen=True, slots=True)
class SurfaceForms:
    """The statistics of K surface forms, which have S senses in all.

    names, small, capitals: in how many articles the form is written as a name, small, and in capitals, shape (K,);
    the last two of single words alone. The senses of form k are the rows `offsets[k]` to `offsets[k + 1]` (excluded),
    shape (K + 1,). Of each sense, shape (S,):

    articles: the engine's identifier. sources: a union of FormSource. links: how many links with this text lead to the
    article. uses: how often the article itself uses the form. names_of: in how many articles the title of the
    article is written as a name. namesakes: how many articles have that title, but for a qualifier. lengths: characters
    of the article. kinds: a union of ArticleKind, and above SUBJECT_BITS a Subject.
    """

    names: Ints
    small: Ints
    capitals: Ints
    offsets: Ints
    articles: Ints
    sources: Ints
    links: Ints
    uses: Ints
    names_of: Ints
    namesakes: Ints
    lengths: Ints
    kinds: Ints

    def __len__(self) -> int:
        return len(self.names)

    @property
    def of_senses(self) -> tuple[Ints, ...]:
        """The offsets and the fields of senses as one tuple, for compiled loops."""
        fields = self.sources, self.links, self.uses, self.names_of, self.namesakes, self.lengths, self.kinds
        return self.offsets, *fields

    @classmethod
    def empty(cls, forms: int) -> SurfaceForms:
        """Forms without statistics."""
        none, nothing = np.zeros(forms, np.int64), np.empty(0, np.int64)
        offsets = np.zeros(forms + 1, np.int64)
        return cls(none, none, none, offsets, *[nothing] * 8)
