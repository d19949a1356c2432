"""HTML as MediaWiki writes it, to paragraphs under headings: Parsoid's, the skins', and what Kiwix makes of them.

Read as a stream of tags, without a tree: what MediaWiki writes is well-formed, and time and memory grow with the length
of a page whatever it holds. A parser that repairs as browsers do is open to pages of 40 kB that become trees of
gigabytes (`<p>` and thousands of unclosed `<b>`, then as many `<p>`), or take minutes to nest.
"""

from __future__ import annotations

import re

from tweetctx.corpus.chunks import MAX_LINE
from tweetctx.corpus.cleaning import decode_entities
from tweetctx.corpus.elements import ATTRIBUTE, CLASS, STYLE, is_overlined, is_struck, is_unwanted, value_of
from tweetctx.corpus.exponents import LOWER, LOWERED, RAISE, RAISED
from tweetctx.corpus.holes import LOST, QUIET, SHOWN
from tweetctx.corpus.struck import READINGS, STRUCK, lost_for
from tweetctx.corpus.variants import variant_of_attribute
from tweetctx.corpus.wikitext.blocks import is_prose
from tweetctx.corpus.wikitext.content import Content, ContentBuilder
from tweetctx.corpus.wikitext.formulas import operand, read_formula, root
from tweetctx.corpus.wikitext.inline import BREAK, GAP, finish
from tweetctx.corpus.wikitext.marks import BAR, BOLD, CLOSE, OPEN, take_links, without_marks
from tweetctx.text.language import words

# Text, and the tag after it. A tag that does not end takes the rest of the page, as in the HTML standard; so does a
# comment, and a script or another element whose content is not markup. Nothing is scanned twice.
_TOKEN = re.compile(
    r"""
    ( (?: [^<]++ | <(?![a-z/!?]) )*+ )
    (?: <(/?)(?!(?:script|style|title|textarea|iframe|noscript)[\s/>])([a-z][^\s/>]*+)
            ((?: [^>=]++ | =\s*+(?:"[^"]*+"|'[^']*+')?+ )*+)(?:>|\Z)
      | <([a-z]++)[\s/>].*?(?:</\5(?=[\s/>])[^>]*+>|\Z)
      | <!--.*?(?:-->|\Z)
      | <[!?/][^>]*+>?
      | \Z )
    """,
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
_VOID = words("area base br col embed hr img input link meta param source track wbr")
_BLOCKS = words("""
    address article aside blockquote body caption center dd details div dl dt figcaption figure footer form h1 h2 h3 h4
    h5 h6 header hr html li main nav ol p pre section summary table tbody tfoot thead tr ul
""")
_DROPPED = words("audio button figure footer form head iframe map math nav object select svg template video")
_DROPPED |= READINGS | STRUCK
_CELLS = words("td th")
_CELL = "\x1f"  # between cells while a row is gathered: the separator of units, which no page shows
_HEADINGS = words("h1 h2 h3 h4 h5 h6")
_LISTS = words("ul ol dt")
_TABLES = words("table")

_ALT = re.compile(ATTRIBUTE.format("alt(?:text)?"), re.IGNORECASE)
# What a span may be: an operand of a fraction, or of these styles; an inline block of several lines is the last.
_OPERAND, _OVERLINED, _STACKED_LINES = "operand", "overlined", "stacked"
_BELOW_LINE, _INLINE_BLOCK, _BLOCK = r"border-top\s*:", r"display\s*:\s*inline-block", r"display\s*:\s*block"
_CHANGED = (_OPERAND, _OVERLINED, _STACKED_LINES, _BELOW_LINE)
_DEEPEST_SPAN = 32  # of those whose kind matters
_OPERANDS = words("num den")
_DIGIT = re.compile(r"\d")
_FRACTIONS = frozenset(("frac", "sfrac", "fraction", "tion", "num"))  # a number before them is a whole one
_TAG = re.compile(r"<[^<>]*>")
_VARIANT = re.compile(ATTRIBUTE.format("data-mw-variant"), re.IGNORECASE)
# The page property is Parsoid's, whatever the language; the boxes are those of the English and the German Wikipedia.
_DISAMBIGUATION = re.compile(
    r"""\sproperty="mw:PageProp/disambiguation"|\sid=["']?(?:disambigbox|Vorlage_Begriffsklaerung)\b"""
)
_HREF = re.compile(ATTRIBUTE.format("href"), re.IGNORECASE)
# The name of a page in an address: of the skins, of Parsoid, and relative as in ZIM files.
_WIKI_ADDRESS = re.compile(r"(?:(?:https?:)?//[^/?]+/wiki/|/wiki/|(?:\.{1,2}/)*(?!/))((?!\w+://)[^?#]+)")
_NO_LINKS = words("external extiw image internal mw-file-description new")
_SEEN = words("autonumber mw-file-description")  # of links that show a number or a picture
_BOLDS = words("b strong")
_ITEMS = words("li dt")
# A charge above the number of atoms: `<sup>2−</sup><br><sub>4</sub>`.
_STACKED = re.compile(rf"(?<=[\w)\]])({RAISE}[^{LOWER}{LOWERED}]*{RAISED}) ({LOWER}[^{RAISE}{RAISED}]*{LOWERED})")
_LEVELS = {"sup": (RAISE, RAISED), "sub": (LOWER, LOWERED)}
_WORD = re.compile(r"\w")
_ENDS = tuple('.!?…"”)')
_PIECE = 1  # character that text between two tags counts for besides its own


def convert(
    html: str,
    *,
    title: str,
    language: str = "en",
    lists: bool = False,
    tables: bool = False,
    disambiguation: bool = False,
) -> Content:
    """Returns the content of a page of a Wikipedia; its markup may show that it is a disambiguation page.

    Paragraphs and headings are kept as they are rendered; list items and table rows, one paragraph each with bars
    between cells, only if asked for. Of formulas the simple ones are kept. References, infoboxes, navigation, notes
    above a text, figures, coordinates, links to edit and whatever is not displayed are removed. Indented sentences
    are kept, as in wikitext, since articles set off quotations by them. Of a skin's page only the article is read.
    """
    html = without_marks(html)
    disambiguation = disambiguation or _DISAMBIGUATION.search(html) is not None
    page = _Page(ContentBuilder(title, disambiguation=disambiguation, language=language), lists=lists)
    kept = lists or disambiguation
    unwanted = _DROPPED | (frozenset() if kept else _LISTS) | (frozenset() if tables else _TABLES)
    skipped: _Skipped | None = None
    for match in _TOKEN.finditer(html):
        text, slash, name, attributes, _ = match.groups()
        if name:
            name = name.lower()
        if skipped:
            if skipped.ends(text, slash, name):
                skipped.show(page)
                page.noted = skipped.name == "sup"
                skipped = None
            continue
        if text:
            page.text(text)
        if not name:
            continue
        if slash:
            page.close(name)
            continue
        attributes = attributes[:MAX_LINE]
        if name not in _VOID and (name in unwanted or (attributes and is_unwanted(attributes))):
            skipped = _Skipped(name, attributes)
            page.boundary(name)
            if "error" in attributes and "error" in value_of(CLASS, attributes).split():
                page.words.append(LOST)  # what a template or formula would have shown
            elif name == "dt":
                page.defining = True
        else:
            page.open(name, attributes)
        if page.ended:
            break
    return page.build()


class _Skipped:
    """An element whose content is not shown. The TeX of a formula and the end of struck-out text are kept."""

    def __init__(self, name: str, attributes: str) -> None:
        self.name = name
        self._depth = 1  # elements of its name that are open
        self._text = value_of(_ALT, attributes) if name == "math" else ""
        self._seen = name == "a" and not _SEEN.isdisjoint(value_of(CLASS, attributes).split())
        self._struck = name in STRUCK or is_struck(attributes)

    def ends(self, text: str, slash: str, name: str | None) -> bool:
        """Reads a text and the tag after it; returns whether that tag ends the element."""
        if self._struck:
            self._text = (self._text + text)[-MAX_LINE:]
        elif self.name == "math" and slash and name == "annotation":
            self._text = self._text or text
        if name == "ruby" and slash and self.name in READINGS:  # whose closing tag may be left out
            return True
        if name == self.name:
            self._depth += -1 if slash else 1
        return not self._depth

    def show(self, page: _Page) -> None:
        """Adds what the page shows in place of the element."""
        if self.name == "math":
            page.formula(self._text)
        elif self._struck:
            page.words.append(lost_for(self._text))
        elif self._seen:
            page.words.append(SHOWN)


def _span_kind(attributes: str) -> str:
    """How a span changes what its text means, by its class or style; empty if it does not."""
    if "class" in attributes and not _OPERANDS.isdisjoint(value_of(CLASS, attributes).split()):
        return _OPERAND
    if "style" not in attributes:
        return ""
    if is_overlined(attributes):
        return _OVERLINED
    style = value_of(STYLE, attributes)
    return next((kind for kind in (_BELOW_LINE, _INLINE_BLOCK, _BLOCK) if re.search(kind, style)), "")


def _link_target(attributes: str) -> str:
    """The target of a link to another page of the wiki; empty for other links, and links to missing pages."""
    if "class" in attributes and not _NO_LINKS.isdisjoint(value_of(CLASS, attributes).split()):
        return ""
    href = _WIKI_ADDRESS.match(value_of(_HREF, attributes))
    return decode_entities(href[1]) if href else ""


class _Page:
    """Collects the text of a page between the boundaries of its blocks."""

    def __init__(self, content: ContentBuilder, *, lists: bool) -> None:
        self.words: list[str] = []
        self.ended = False
        self.noted = False  # whether a note stands right before
        self.defining = False  # whether the <dl> opened last has terms, so that it is a list
        self._lists = lists
        self._indented = False  # whether a <dd> is open
        self._room = MAX_LINE  # characters that the paragraph may still take
        self._raised = 0  # how many <sup> are open
        self._beside_formula = False  # whether one stands right before, so that a picture repeats it
        self._content = content
        self._spans: list[tuple[str, int]] = []  # that are open: their kinds, and how many words stand before them
        self._item = False  # whether an item of a list is open
        self._linked = False  # whether a link to an article is open
        self._quoting = ""  # the name of the element that is the open block quotation
        self._quoted = 0  # elements of that name, from it on
        self._root = ""  # the name of the element that holds the article, where the page marks it
        self._open = 0  # elements of that name, from it on

    def text(self, text: str) -> None:
        """Adds text; an overlong paragraph is split into several.

        A note between two sentences or words without a space leaves a mark; see `corpus.holes`.
        """
        if self.noted:
            self.noted = False
            before = self.words[-1][-1:] if self.words else ""
            parts_sentences = before in _ENDS and (text[0] == OPEN or text[0].isupper())
            if before and (parts_sentences or not (before.isspace() or text[0].isspace())):
                self.words.append(QUIET)
        self._beside_formula = self._beside_formula and text.isspace()
        for begin in range(0, len(text), MAX_LINE):
            piece = text[begin : begin + MAX_LINE]
            self._room -= len(piece) + _PIECE
            if self._room < 0:
                self.boundary("p")
                self._room = MAX_LINE
            self.words.append(piece)

    def open(self, name: str, attributes: str) -> None:
        self.boundary(name)
        if name == "a":
            if target := _link_target(attributes):
                self.text(f"{OPEN}{target}{BAR}")
                self._linked = True
        elif name in _BOLDS:
            self._bold()
        elif name in _ITEMS:
            self._item = True
        elif name in _LEVELS:
            self.words.append(_LEVELS[name][0])
            self._raised += name == "sup"
        elif name in _CELLS:
            self.words.append(_CELL)
        elif name == "span" and "mw:LanguageVariant" in attributes:
            self.text(_TAG.sub("", variant_of_attribute(decode_entities(value_of(_VARIANT, attributes)))))
        elif name == "span" and not _FRACTIONS.isdisjoint(value_of(CLASS, attributes).split()):
            while self.words and self.words[-1].strip() in ("", "+"):  # for screen readers, behind the whole number
                self.words.pop()
            self.words.append(GAP)
        elif name == "img" and ("mwe-math" in attributes or "tex" in value_of(CLASS, attributes).split()):
            if not self._beside_formula:
                self.formula(value_of(_ALT, attributes))
            self._beside_formula = False
        elif name == "img":
            self.words.append(SHOWN)
        elif name == "dl":
            self.defining = False
        elif name == "dd":
            self._indented = True
        elif name == "q":
            self.words.append("“")
        if name == "span":
            kind = _span_kind(attributes) if len(self._spans) < _DEEPEST_SPAN else ""
            if kind == _BLOCK:
                self._stack_lines()
            self._spans.append((kind, len(self.words)))
        if name == self._quoting:
            self._quoted += 1
        elif not self._quoting and (name == "blockquote" or "poem" in value_of(CLASS, attributes).split()):
            self._quoting, self._quoted = name, 1
        if name == self._root:
            self._open += 1
        elif not self._root and "mw-parser-output" in value_of(CLASS, attributes).split():
            self._root, self._open = name, 1
            self._content = self._content.anew()
            self.words.clear()

    def close(self, name: str) -> None:
        if name == "a":
            if self._linked:
                self.words.append(CLOSE)
            self._linked = False
        elif name in _BOLDS:
            self._bold()
        elif name in _LEVELS:
            self.words.append(_LEVELS[name][1])
            self._raised -= name == "sup"
        elif name == "span":
            self._close_span()
        elif name in _HEADINGS:
            heading, self._quoting = finish(take_links(self._take())[0]), ""
            if _WORD.search(heading) and not (name == "h1" and heading == self._content.title):
                self._content.heading(heading)
        elif name == "q":
            self.words.append("”")
        else:
            self.boundary(name)
            self._item = self._item and name not in _ITEMS
            self._indented = self._indented and name not in ("dd", "dl")
        if name == self._quoting:
            self._quoted -= 1
            self._quoting = name if self._quoted else ""
        if name == self._root:
            self._open -= 1
            if not self._open:  # an element without a paragraph was not that of the article
                self.ended, self._root = not self._content.in_lead, ""

    def boundary(self, name: str) -> None:
        """Ends a paragraph at the boundary of a block, and a word at a line break."""
        if name in _BLOCKS:
            if not (line := self._take()) or line.lstrip().startswith("{|"):  # a table that was never closed
                return
            if self._item:
                self._content.entry(line)
            if self._lists or not (self._item or self._indented) or self._is_quotation(line):
                self._content.paragraph(line, quoted=bool(self._quoting))
        elif name == "br":
            self.words.append(" ")
            self._stack_lines()

    def _stack_lines(self) -> None:
        """Notes that the innermost inline block has several lines, which stand above each other."""
        if self._spans and self._spans[-1][0] == _INLINE_BLOCK:
            self._spans[-1] = (_STACKED_LINES, self._spans[-1][1])

    def _close_span(self) -> None:
        """Writes what the innermost span shows by its place or by a line: a fraction, a root, digits that recur."""
        kind, begin = self._spans.pop() if self._spans else ("", 0)
        if kind not in _CHANGED:
            return
        text = "".join(self.words[begin:])
        if kind == _OPERAND:
            shown = operand(text)
        elif kind == _BELOW_LINE and self.words[:begin] and self.words[begin - 1].endswith("√"):
            shown = root(text).removeprefix("√")
        elif kind in (_OVERLINED, _STACKED_LINES) and _DIGIT.search(text) and RAISE not in text:
            shown = LOST
        else:
            return
        self.words[begin:] = [shown]

    def _bold(self) -> None:
        """Marks where bold begins or ends, while names may occur."""
        if self._content.in_lead and self._raised <= 0:
            self.words.append(BOLD)

    def _is_quotation(self, line: str) -> bool:
        """Whether an indented line is a quotation that is set off."""
        return not (self._item or self.defining) and is_prose(finish(take_links(line)[0]))

    def formula(self, tex: str) -> None:
        """Adds a formula. tex: its TeX, from an attribute or an annotation, with HTML entities."""
        shown = read_formula(decode_entities(tex)) or LOST
        self.words += [GAP, shown] if shown[0].isdigit() else [shown]
        self._beside_formula = True

    def build(self) -> Content:
        self.boundary("body")
        return self._content.build()

    def _take(self) -> str:
        """The text since the last boundary, as one line of wikitext; empty without a word in it."""
        if not self.words:
            return ""
        text = "".join(self.words).replace("''", "&#39;&#39;")  # which no longer mark anything
        text = text.replace(BOLD, f"{BREAK}'''{BREAK}")
        if _CELL in text:
            text = " &#124; ".join(cell for cell in text.split(_CELL) if cell.strip())
        if f"{RAISED} {LOWER}" in text:
            text = _STACKED.sub(r"\2\1", text)
        self.words.clear()
        self._spans = [("", 0)] * len(self._spans)
        self._room = MAX_LINE
        self._raised = 0
        return text if _WORD.search(text) else ""
