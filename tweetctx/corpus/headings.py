"""Paragraphs under headings, from lines of text.

WikiExtractor writes a section's heading as a line of its own that ends in a full stop, "Early life.", so that nothing
but its form tells it from a short paragraph, "He died in 1990." `is_heading` goes by that form: a heading is a noun
phrase, and what gives a sentence away is its finite verb, or a way to begin that headings do not have. A closed list of
frequent verbs does, longer for longer lines, because two of three headings have one or two words and are clear.

Judged by eye on 48 MB drawn from all over the English Wikipedia of 2015 and the Simple English one of 2022: 299 of 300
random headings that it found were headings; of 300 random lines of that shape that it took for sentences 6 were
headings, which with the few of other shapes ("iTunes.", "Walmart U.S..") makes a recall above 99 %. Precision falls
with length, from about 99 % at five and six words to 85 % at seven, 80 % at eight, 70 % at nine and 60 % at ten; lines
of seven words and more are 2 % of what it finds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tweetctx.corpus.brackets import tidy_brackets
from tweetctx.corpus.cleaning import clean_leftovers
from tweetctx.corpus.first_paragraph import ENDS, PROSE, first_paragraph_first, tidy_first
from tweetctx.corpus.notes import heads_references, heads_works, is_citation, without_notes
from tweetctx.errors import InputError
from tweetctx.text.case import CAPITALS
from tweetctx.text.languages import language_of_url, tables_of
from tweetctx.types import Section

MAX_LINES = 1 << 16  # of an article; the longest lists of Wikipedia have some 10,000
MAX_CHARS = 80
MAX_WORDS = 10
MAX_LAST_WORDS = 3  # an article rarely ends in a heading: "External links." does, longer lines are sentences

_CLOSING = ENDS + ":;,"  # what a heading does not end in
_OPENING_QUOTES = "\"'“‘«„"

# A word of four or more letters that ends in a full stop ends a sentence; "St.", "vs." and "U.S." do not.
_INNER_STOP = re.compile(r"[.!?](?<=\w{4}[.!?])[\"'”’)]*\s")


_ENGLISH: dict[str, str] = tables_of("en")["headings"]


def _one_of(table: str) -> str:
    return f"(?:{'|'.join(_ENGLISH[table].split())})"


def _finite(table: str) -> str:
    return rf"(?<!['’-])(?<!to )(?<!not ){_one_of(table)}(?![\w'’-])"


# "How it works.", "What genes do.": headings with a verb.
_QUESTION = re.compile(rf"{_one_of('question_words')} ")
_SIGNS_OF_SHORT = (
    _finite("finite_verbs"),
    rf"^{_one_of('subjects')} [a-z]+ \S",
    rf"^{_one_of('invitations')} [A-Z\"]",
    rf"(?<!['’-]){_ENGLISH['verb']} {_one_of('object_words')}\b",
)
_SIGNS_OF_LONG = (
    _finite("more_finite_verbs"),
    rf"{_one_of('modals')}(?: {_one_of('after_modals')})? (?!{_one_of('no_verbs')}\b)[a-z]",
    rf"^{_one_of('time_words')}\b.{{0,30}}\d{{4}},",
    _ENGLISH["reference"],
)
_SHORT_SENTENCE, _LONG_SENTENCE = (
    re.compile(rf"(?<!\w)(?:{'|'.join(signs)})") for signs in (_SIGNS_OF_SHORT, _SIGNS_OF_SHORT + _SIGNS_OF_LONG)
)


_NAMES_BOOK = re.compile(rf"[,\d(:/\"]|\b[{CAPITALS}]\.")  # what a line among references has, and a heading seldom


def is_heading(line: str, *, last: bool = False) -> bool:
    """Tells whether a line that ends in a full stop is a section's heading, as WikiExtractor writes them.

    `last` says that no line of the article follows. The line is taken as stripped of outer white space.

    >>> is_heading("Etymology and terminology."), is_heading("He died in 1990.")
    (True, False)
    """
    if len(line) > MAX_CHARS or line[-1:] != "." or line[-2:] == "..":
        return False
    spaces = line.count(" ")
    if spaces >= (MAX_LAST_WORDS if last else MAX_WORDS):
        return False
    first = line[0]
    if not (first.isupper() or first.isdigit() or first in _OPENING_QUOTES):
        return False
    if _INNER_STOP.search(line):
        return False
    if spaces < 7 and _QUESTION.match(line):
        return True
    return not (_SHORT_SENTENCE if spaces < 4 else _LONG_SENTENCE).search(line)


def is_bare_heading(line: str, following: str) -> bool:
    """Tells whether a line without a full stop is a heading, by its form and by the prose that follows it.

    Data sets made with mwparserfromhell's `strip_code` have such. In 106 articles of the English Wikipedia, stripped so
    by us, 92 % of the 907 lines found were headings, most others items of lists that introduce a text as one does; 99 %
    of the headings in front of prose were found. Those in front of lists and other headings are not.
    """
    if line[-1:] in _CLOSING or len(following) < PROSE or following[-1] not in ENDS:
        return False
    return is_heading(line + ".")


def _marked_heading(line: str) -> str:
    """Returns the text between equal signs, as many on either side; the empty string where there is none."""
    text = line.strip("=")
    before = len(line) - len(line.lstrip("="))
    after = len(line) - len(line.rstrip("="))
    return text.strip() if 2 <= before == after <= 6 else ""


class SectionBuilder:
    """Collects headings and paragraphs in order; raises InputError above the limit of an article.

    whole: references and links are kept, as for a text that was written from an article. language: that of the article,
    if it is known.
    """

    def __init__(self, *, whole: bool = False, language: str | None = None) -> None:
        self._whole, self._language = whole, language
        self.in_references = False  # whether the section is one of references or links
        self._of_works = False  # or of works and notes
        self._sections: list[Section] = []
        self._heading = ""
        self._paragraphs: list[str] = []
        self._room = MAX_LINES  # for headings and paragraphs in the sections that follow

    def heading(self, text: str) -> None:
        """Begins a section; the one before is kept, even if it has no paragraph."""
        self._room -= 1 + len(self._paragraphs)
        if self._room < 0:
            raise _too_many_lines()
        if self._heading or self._paragraphs:
            self._sections.append(Section(self._heading, tuple(self._paragraphs)))
        self._heading, self._paragraphs = text, []
        self.in_references = not self._whole and heads_references(text, self._language)
        self._of_works = not self._whole and heads_works(text, self._language)

    def paragraph(self, text: str) -> None:
        """Adds a paragraph to the current section, unless it is a reference or a link to read on."""
        if self.in_references or (self._of_works and is_citation(text)):
            return
        if len(self._paragraphs) > self._room:
            raise _too_many_lines()
        self._paragraphs.append(text)

    def build(self) -> tuple[Section, ...]:
        """All sections."""
        self.heading("")
        return tuple(self._sections)


def split_text(text: str) -> list[str]:
    """The lines of an article's text; raises InputError above the limit of an article."""
    if len(text) > MAX_LINES and text.count("\n") > MAX_LINES:
        raise _too_many_lines()
    return text.split("\n")


def sections_of_text(text: str, url: str, *, bare: bool = False) -> tuple[Section, ...]:
    """The sections of a text that an extractor made of the article at a URL, which tells its language.

    What the extractor left is cleaned. bare: see `build_sections`. InputError above the limit of an article.
    """
    language = language_of_url(url)
    return build_sections(split_text(clean_leftovers(text, language)), bare=bare, language=language)


def _too_many_lines() -> InputError:
    return InputError(f"more than {MAX_LINES} paragraphs and headings", "the text of one article")


def build_sections(lines: Iterable[str], *, bare: bool = False, language: str | None = None) -> tuple[Section, ...]:
    """Groups lines, each a paragraph or a heading, under their headings.

    `== Heading ==` (2 to 6 equal signs) always is a heading; a line that ends in a full stop is when `is_heading`
    says so and it is not the article's first. A heading is given without the signs or that full stop, which are not
    part of it. With `bare` it is lines without a full stop that are headings, when `is_bare_heading` says so. Lines of
    white space vanish, and so do notes by which a page leads to others; brackets with holes, which extraction leaves,
    are tidied. Captions before the first paragraph are moved behind it, since an article's first paragraph says what
    it is about: see `first_paragraph_first`. language: that of the article, if it is known.
    """
    stripped = (without_notes(line) for line in map(str.strip, lines))
    kept = [tidied for line in stripped if (tidied := tidy_brackets(line) if "(" in line or "（" in line else line)]
    kept = first_paragraph_first(kept)
    if kept:
        kept[0] = tidy_first(kept[0])
    builder = SectionBuilder(language=language)
    end = len(kept) - 1
    for index, line in enumerate(kept):
        if line[0] == "=" and (marked := _marked_heading(line)):
            builder.heading(marked)
        elif index and len(line) <= MAX_CHARS and heads_references(line, language):
            builder.heading(line.rstrip(" .:："))
        elif bare and 0 < index < end and is_bare_heading(line, kept[index + 1]):
            builder.heading(line)
        elif builder.in_references and _NAMES_BOOK.search(line):
            continue
        elif not bare and index and len(line) <= MAX_CHARS and is_heading(line, last=index == end):
            builder.heading(line[:-1].rstrip())
        else:
            builder.paragraph(line)
    return builder.build()
