"""HTML read as a stream of tags gives what a tree gives, and nothing makes it fail."""

from html import escape

from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode

from tweetctx.corpus.html import convert

BLOCKS = ("div", "p", "section", "h2", "h3", "blockquote", "center", "li", "ul", "table", "tbody", "tr")
LEFT_OUT = ("ul", "table", "style")
WORDS = ["mill", " ", "wheel ", " \n", "1 < 2", "a > b", "&", "\xa0", "“x”", "ö", "='", '="', "</", "-->"]
ATTRIBUTES = ["", " id='x'", ' data-mw=\'{"a": "<p>"}\'', ' title="a > b"', " hidden=x", ' class="reference"']
ATTRIBUTES += [' style="color: red"', ' style="display:none"', ' class="a noprint b"', " role='note'"]
EMPTY = ["<br>", "<br/>", '<img alt="x">', "<!-- <p>x</p> -->", "<wbr>", "<style>a>b{}</style>"]
PIECES = ["<p", "<", ">", "/>", "</p>", "</", "<!--", "-->", "<script>", "</script", "='", '"', "&amp;", "&#x", ";"]
PIECES += ["<table>", "</table>", "<div class=toc>", " mw-parser-output", "<h2>", "</h2>", "x ", "\0", "é", "/"]
PIECES += ["<body class='mw-parser-output'>"]

attributes = st.sampled_from(ATTRIBUTES)
words = st.lists(st.sampled_from(WORDS), max_size=4).map(lambda parts: escape("".join(parts), quote=False))


def element(names: list[str], inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds("<{0}{1}>{2}</{0}>".format, st.sampled_from(names), attributes, inside)


inline = st.recursive(
    words | st.sampled_from(EMPTY),
    # No formulas and no exponents: those that no line can show cost their sentence.
    lambda inner: element(["b", "i", "span"], inner) | st.builds("{}{}".format, inner, inner),
    max_leaves=8,
)
blocks = st.recursive(
    element(["p", "h2", "h3"], inline)
    | st.builds("<ul{}><li>{}</li><li>{}</ul>".format, attributes, inline, inline)
    | st.builds("<table{}><tbody><tr><td>{}</td></tr></tbody></table>".format, attributes, inline),
    lambda inner: element(["div", "section", "center"], inner) | st.builds("{}{}{}".format, inner, words, inner),
    max_leaves=8,
)


def by_tree(html: str) -> list[str]:
    """The same by a tree: text between the boundaries of blocks, without the branches that are no text."""
    body = LexborHTMLParser(f"<body>{html}").body
    assert body
    lines = [""]
    walk(body, lines)
    joined = [" ".join(line.split()) for line in lines]
    return [line for line in joined if any(sign.isalnum() for sign in line)]


def walk(node: LexborNode, lines: list[str]) -> None:
    for child in node.iter(include_text=True):
        if child.is_text_node:
            lines[-1] += child.text_content or ""
        elif child.is_element_node:
            lines += [""] * (child.tag in BLOCKS)
            lines[-1] += " " * (child.tag == "br")
            if not is_left_out(child):
                walk(child, lines)
            lines += [""] * (child.tag in BLOCKS)


def is_left_out(node: LexborNode) -> bool:
    values = node.attributes
    hidden = values.get("class") in ("reference", "a noprint b") or values.get("style") == "display:none"
    return node.tag in LEFT_OUT or hidden or values.get("role") == "note"


@given(blocks)
def test_a_stream_of_tags_gives_what_a_tree_gives(html: str) -> None:
    sections = convert(html, title="T").sections
    lines = [text for part in sections for text in (part.heading, *part.paragraphs) if text]
    assert lines == by_tree(html)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.booleans())
def test_whatever_stands_there_gives_clean_lines(html: str, everything: bool) -> None:
    sections = convert(html, title="T", lists=everything, tables=everything).sections
    for section in sections:
        for text in section.paragraphs:
            assert text
            assert text == " ".join(text.split())
            assert "\0" not in text
