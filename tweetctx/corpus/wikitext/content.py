"""The content of a page: its text, links and names."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sized
from dataclasses import dataclass, replace

from tweetctx.corpus.headings import SectionBuilder
from tweetctx.corpus.note_marks import without_note_marks
from tweetctx.corpus.notes import without_beginning, without_notes
from tweetctx.corpus.wikitext.inline import finish
from tweetctx.corpus.wikitext.marks import OPEN, take_links
from tweetctx.errors import InputError
from tweetctx.text.case import SMALL
from tweetctx.text.languages import code_of, find_language
from tweetctx.text.quotations import as_quotation
from tweetctx.text.titles import unqualified
from tweetctx.types import Article, Section, WikiLink

_LETTER = re.compile(r"\w")
_COORDINATES = re.compile(r"(?:[^\W\d_]+: )?[\d°′″.,\s]+[NS] [\d°′″.,\s]+[EWO]")
MAX_LINKS = 1 << 15  # of an article; the longest lists of Wikipedia have some 10,000
_MAX_NAME = 100  # characters; longer text in bold is not a name
_BOLD = re.compile(r"'{3,}")
# A word of four letters or a number, a mark that ends sentences, and a beginning: "Jr." and "St." do not end one.
_SENTENCE_END = re.compile(rf"(?:\w{{4}}|(?<!\d)\d{{1,2}}|\d)[.!?]['\"”»’)\]]*\s+(?=[^\W\d_{SMALL}]|['\"“«])|[。！？।]")
_ORDINAL = re.compile(r"(?<!\d)\d{1,2}\.\s")
_AROUND_NAMES = ' \t"“”«»„,;:'
# Headings of disambiguation pages under which entries stand that are not senses.
_SEE_ALSO_HEADINGS = """
see also; siehe auch; voir aussi; articles connexes; véase también; voci correlate; см. также; ver também; 関連項目
انظر أيضا; انظر أيضًا; zie ook; zobacz też; se även; se også; див. також; 参见; 參見
"""
_SEE_ALSO = frozenset(name.strip() for name in _SEE_ALSO_HEADINGS.strip().replace("\n", ";").split(";"))


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a page; see `Article`. redirect: the title of its target if it is a redirect."""

    sections: tuple[Section, ...] = ()
    disambiguation: bool = False
    links: tuple[WikiLink, ...] = ()
    aliases: tuple[str, ...] = ()
    senses: tuple[str, ...] = ()
    redirect: str | None = None

    def complete(self, article: Article) -> Article:
        """Returns the article with this content."""
        return replace(
            article,
            sections=self.sections,
            disambiguation=article.disambiguation or self.disambiguation,
            links=self.links,
            aliases=self.aliases,
            senses=self.senses,
        )


class ContentBuilder:
    """Collects the content of a page block by block, with links marked as in `wikitext.marks`."""

    def __init__(self, title: str, *, disambiguation: bool, language: str = "en") -> None:
        self.disambiguation = disambiguation
        self.title = title
        self._language = language
        self._sections = SectionBuilder(language=language)
        self._links: dict[WikiLink, None] = {}
        self._aliases: tuple[str, ...] = ()
        self._senses: dict[str, None] = {}
        self.in_lead = True  # and without a paragraph so far
        self._see_also = False

    def anew(self) -> ContentBuilder:
        """A builder of the same page, with nothing so far."""
        return ContentBuilder(self.title, disambiguation=self.disambiguation, language=self._language)

    def heading(self, text: str) -> None:
        """Begins a section with a heading, which is plain text."""
        self._sections.heading(text)
        self._see_also = text.lower() in _SEE_ALSO
        self.in_lead = False

    def paragraph(self, line: str, *, quoted: bool = False) -> None:
        """Adds a paragraph without notes and what lost its subject, unless there is no letter or digit in it.

        quoted: whether it is part of a block quotation.
        """
        plain, links = take_links(line)
        text = without_beginning(without_notes(finish(plain)))
        if "]" in text:
            text = without_note_marks(text, extracted=False)
        if not _LETTER.search(text) or _COORDINATES.fullmatch(text):
            return
        for link in links:
            if link.title != self.title:
                self._links[link] = None
        check_links(self._links)
        if self.in_lead:
            self._aliases = tuple(bold_names(line, self.title, self._language))
            self.in_lead = False
        if self.disambiguation and links:
            shown, title = links[0]  # "Mercury usually means ..."
            if _unqualified(self.title) in (shown.casefold(), _unqualified(title)):
                self._senses[title] = None
        self._sections.paragraph(as_quotation(text) if quoted else text)

    def entry(self, line: str) -> None:
        """Adds a list item that is not part of the text; in a disambiguation page it is a sense."""
        if self.disambiguation and not self._see_also and (links := take_links(line)[1]):
            self._senses[links[0].title] = None
            check_links(self._senses)

    def build(self) -> Content:
        """Returns the content."""
        links, senses = tuple(self._links), tuple(self._senses)
        return Content(self._sections.build(), self.disambiguation, links, self._aliases, senses)


def check_links(links: Sized) -> None:
    """Raises InputError above the limit of links."""
    if len(links) > MAX_LINKS:
        raise InputError(f"more than {MAX_LINKS} links", "the text of one article")


def bold_names(line: str, title: str, language: str) -> Iterable[str]:
    """Returns the distinct names in bold in the first sentence of a paragraph, without the title.

    A name in bold that is a link names something else: "the pentathlon at the '''[[2004 Summer Olympics]]'''".
    language: that of the paragraph, which may write ordinals with a full stop.
    """
    if "'''" not in line:
        return ()
    pieces = _BOLD.split(line[: _first_sentence(line, language)])
    names = (finish(piece).strip(_AROUND_NAMES) for piece in pieces[1::2] if OPEN not in piece)
    known = ("", title.casefold(), _unqualified(title))
    return dict.fromkeys(name for name in names if name.casefold() not in known and len(name) <= _MAX_NAME)


def _unqualified(title: str) -> str:
    """A title without its qualifier, "mercury" for "Mercury (planet)", folded."""
    return unqualified(title).casefold()


def _first_sentence(line: str, language: str) -> int:
    """The end of the first sentence: the first sentence boundary outside brackets and names in bold."""
    code = code_of(language)
    ordinals = code is not None and find_language(code).boundaries.ordinals
    bold = [mark.start() for mark in _BOLD.finditer(line)]
    for end in _SENTENCE_END.finditer(line):
        marks = bisect_left(bold, end.end())
        in_name = marks % 2 == 1 and marks < len(bold)
        balanced = line.count("(", 0, end.start()) == line.count(")", 0, end.end())
        if balanced and not in_name and not (ordinals and _ORDINAL.match(line, end.start())):
            return end.end()
    return len(line)
