"""Lines to paragraphs, headings and list items."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tweetctx.corpus.chunks import MAX_LINE
from tweetctx.corpus.holes import ANY, BOX, MARKS, QUIET, SHOWN
from tweetctx.corpus.notes import begins_note
from tweetctx.corpus.wikitext.content import Content, ContentBuilder
from tweetctx.corpus.wikitext.inline import BREAK, QUOTED, UNQUOTED, finish
from tweetctx.corpus.wikitext.marks import PLAIN, take_links

_RULE = re.compile(r"-{4,}|=+\s*$|!(?=.*!!|\s)|!\s*scope")
# The rest of a line on which a table begins, where no table was seen: attributes, by themselves or behind `{|`.
_ATTRIBUTE = r"""\s*(?:class|style|border|cell(?:padding|spacing)|align|valign|width|bgcolor|rules|id|summary)\s*=\s*"""
_VALUE = rf"""(?:"[^"]*"|'[^']*'|[\w#%]+\b)(?=\s*$|{_ATTRIBUTE})"""
_OPENS_TABLE = re.compile(rf"[\s{MARKS}]*{_ATTRIBUTE}{_VALUE}.*$")
_RULES = "-=!"
_FIRST_MARKS = f"{MARKS}{BREAK} \t"
_ONLY_MARKS = re.compile(rf"[\s{QUIET}{SHOWN}{BREAK}]*+[{ANY}][\s{MARKS}{BREAK}]*+")
_UNSEEN = f"{QUIET}{SHOWN}"
_LIST_MARKS = "*#:;"
_LINE_MARKS = ("", *"=|!{", *_LIST_MARKS)
_SENTENCE_ENDS = tuple('.!?…"”’»)')
_FEWEST_SPACES = 7


def build_page(texts: Iterable[str], *, title: str, lists: bool, disambiguation: bool, language: str) -> Content:
    """Builds the content of a page from chunks without templates, tables and tags, with links marked.

    Consecutive lines form a paragraph, an empty line ends it. A list item is a paragraph of its own, or dropped. An
    indented line that is a whole sentence is a paragraph too, since articles set off quotations so. A heading ends all
    block quotations. A paragraph has at most about MAX_LINE characters.
    """
    page = _Page(ContentBuilder(title, disambiguation=disambiguation, language=language), lists=lists)
    for line in (line for text in texts for line in text.removeprefix("\n").split("\n")):
        if line[:1] in _UNSEEN and (rest := line.lstrip(f"{_UNSEEN} "))[:1] in _LINE_MARKS:
            line = rest
        first = line[:1]
        if not line or line.isspace():
            page.end_paragraph()
        elif first == "=" and (heading := _heading(line)):
            page.heading(heading)
        elif first in _LIST_MARKS:
            page.marked(line)
        elif line in (QUOTED, UNQUOTED):
            page.quotation(begins=line == QUOTED)
        elif first == "|" or (first in _RULES and _RULE.match(line)):  # a broken table, a rule
            page.end_paragraph()
        else:
            page.text(line)
    page.end_paragraph()
    return page.content.build()


class _Page:
    """The content so far, the open paragraph, and whether a list or a block quotation is open."""

    def __init__(self, content: ContentBuilder, *, lists: bool) -> None:
        self.content = content
        self.in_list = False
        self._lists = lists
        self._quotations = 0  # that are open
        self._lines: list[str] = []  # of the open paragraph
        self._room = MAX_LINE  # characters that it may still take

    def end_paragraph(self) -> None:
        self.in_list = False
        if self._lines:
            for paragraph in self._lines if len(self._lines) == 1 else _between_notes(self._lines):
                self.content.paragraph(paragraph, quoted=self._quotations > 0)
            self._lines.clear()
            self._room = MAX_LINE

    def text(self, line: str) -> None:
        """Adds a line to the paragraph; what is missing on lines of its own is a box, if sentences end before it."""
        if "{|" in line:
            line = line.partition("{|")[0].rstrip()
        if not line or ("=" in line and _OPENS_TABLE.match(line)):
            return
        if line[0] in _FIRST_MARKS and _ONLY_MARKS.fullmatch(line):
            line = BOX
        self._lines.append(line)
        self._room -= 1 + len(line)
        if self._room < 0:
            self.end_paragraph()
        self.in_list = False

    def heading(self, text: str) -> None:
        self.end_paragraph()
        self._quotations = 0
        if text := text if PLAIN.fullmatch(text) else finish(take_links(text)[0]):
            self.content.heading(text)

    def marked(self, line: str) -> None:
        """Adds a list item, or an indented line; `; term : definition` becomes "term: definition"."""
        in_list = self.in_list
        self.end_paragraph()
        text = line.lstrip(_LIST_MARKS)
        indented = not in_list and set(line[: len(line) - len(text)]) == {":"}
        self.in_list = not indented
        if not indented:
            self.content.entry(text)
            if not self._lists:
                return
        if line.startswith(";"):
            text = text.replace(" : ", ": ", 1)
        if self._lists or is_prose(finish(take_links(text)[0])):
            self.content.paragraph(text, quoted=self._quotations > 0)

    def quotation(self, *, begins: bool) -> None:
        """Begins or ends a block quotation."""
        self.end_paragraph()
        self._quotations = max(0, self._quotations + (1 if begins else -1))


def _between_notes(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a paragraph joined, but for those with which a note begins: these are paragraphs of their own."""
    together: list[str] = []
    for line in lines:
        if not begins_note(line):
            together.append(line)
            continue
        if together:
            yield " ".join(together)
            together.clear()
        yield line
    if together:
        yield " ".join(together)


def is_prose(text: str) -> bool:
    """Whether a line is a sentence, not a formula, a step of a derivation or a reference to another page."""
    return text[-1:] in _SENTENCE_ENDS and text.count(" ") >= _FEWEST_SPACES


def _heading(line: str) -> str:
    """Returns the text between equal signs; the empty string where there is none."""
    line = line.rstrip()
    before = len(line) - len(line.lstrip("="))
    after = len(line) - len(line.rstrip("="))
    level = min(before, after, 6)
    return line[level : len(line) - level].strip() if level else ""
