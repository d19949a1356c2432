"""No number of the source is lost in prose: it stands in the text, or its sentence is left out whole."""

import bz2
import os
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_wikitext import paragraphs

from tweetctx.corpus.dumps.pages import Block, Splitter, parse_page
from tweetctx.corpus.wikitext import convert

# What a sentence may say; N stands for a number that is nowhere else.
SHOWN = [
    "N", "[[Mill|N]]", "''N''", '"N"', "(N)", "{{nowrap|N km}}", "{{convert|N|km|mi}}",
    "{{unknown|N}}", "{{unknown|a=N}}",
    "({{unknown|N}})", "(born N; aged {{age|1980|5|1}})", "(N, {{unknown|N|x}})", "{{val|N|u=kg}}", "{{circa|N}}",
    "{{unknown|{{nowrap|N}}}}", "<math>x = N</math>", "<math>\\begin{matrix}N\\end{matrix}</math>", "N{{unknown|N}}",
    "{{nowrap|{{unknown|N}}}}", "<span>N</span>", "[https://x.org N]", "{{lang|fr|N}}", "{{US$|N}}",
    "N{{cn|date=May 2010}}", "{{coord|N|N|display=inline}}", "{{#if:x|N|y}}", "{{unknown|\"N\"}}", "$N", "N%",
    "{{frac|1|N}}", "{{#invoke:Data|show|N}}", "{{#tag:math|N}}", "{{#ifexist:Mill|N|x}}", "{{clarify|text=N m}}",
    "{{height|N}}", "{{abbr||N}}", "{{RMB|N}}", "{{co2|N}}", "{{sqrt|2|N}}", "{{{1|N}}}", "<code>N</code>",
    "<score>N</score>", "<syntaxhighlight inline>N</syntaxhighlight>", "<hiero>N</hiero>",
]  # fmt: skip
HIDDEN = [
    "",
    "{{age|1980|5|1}}",
    "<ref>N</ref>",
    "{{sfn|Miller|N}}",
    "<!-- N -->",
    "{{efn|N}}",
    "{{CURRENTYEAR}}",
    "{{small|}}",
    "{{#tag:ref|N}}",
    "{{lang|fr}}",
    "''x''",
]
CLOSERS = [".", ".<ref>N</ref>", ".{{unknown|N}}", ".{{sfn|Miller|N}} ", "{{cn|N}}."]


@st.composite
def pages(draw: st.DrawFn) -> list[tuple[str, str, str, list[str]]]:
    """Sentences: as wikitext, a word at their beginning, one at their end, and the numbers that they show."""
    numbers = count(100)
    sentences = []
    for place in range(draw(st.integers(1, 5))):
        shown: list[str] = []

        def fill(text: str, *, keep: bool, shown: list[str] = shown) -> str:
            filled = ""
            for part in re.split("(N)", text):
                value = str(next(numbers)) if part == "N" else part
                shown += [value] if part == "N" and keep else []
                filled += value
            return filled

        bits = []
        for _ in range(draw(st.integers(0, 3))):
            bits.append(fill(draw(st.sampled_from(SHOWN)), keep=True))
            bits.append(fill(draw(st.sampled_from(HIDDEN)), keep=False))
        first, last = f"First{chr(97 + place)}x", f"last{chr(97 + place)}x"
        closer = fill(draw(st.sampled_from(CLOSERS)), keep=False)
        sentences.append((f"{first} says {' that '.join(bits)} to {last}{closer}", first, last, shown))
    return sentences


@given(pages(), st.sampled_from(["en", "de", "fr", "ja"]))
def test_every_number_stands_in_the_text_or_its_sentence_does_not(
    sentences: list[tuple[str, str, str, list[str]]], language: str
) -> None:
    text = " ".join(paragraphs(" ".join(sentence for sentence, *_ in sentences), language=language))
    found = set(re.findall(r"\d+", text))
    for _, first, last, numbers in sentences:
        assert (first in text) == (last in text)
        if first in text:
            assert set(numbers) <= found, text


# A second reading of the same pages: what templates between two texts hold, by mwparserfromhell.
NOT_SHOWN = re.compile(
    r"(?i)(cite|#tag|citation|sfn|harv|efn|refn|ref|rp|note|cn|fact|clarify|when|who|by whom|which|dubious|page needed"
    r"|update|verify|dead link|age|inflation|currentyear|ipa|audio|flagicon|better|failed|pronounc|respell|full|or$|r$"
    r"|anchor|format price|years ago|lang|transl|zh|nihongo|ill|nobots|death date|birth date|start date|coord missing)"
)
WORDS = re.compile(r"\w+")


def missing(wikitext: str, text: str) -> Iterator[tuple[str, str]]:
    """Templates whose number does not stand between the words around them, though these do, and what stands there."""
    parser = pytest.importorskip("mwparserfromhell", reason="no release for this Python")
    tag, template, text_node = parser.nodes.Tag, parser.nodes.Template, parser.nodes.Text
    squeezed = " ".join(WORDS.findall(text.replace(",", "")))
    nodes = [
        node
        for node in parser.parse(wikitext, skip_style_tags=True).nodes
        if not (isinstance(node, tag) and str(node.tag).lower() == "ref")
    ]
    for before, node, after in zip(nodes, nodes[1:], nodes[2:], strict=False):
        if not (isinstance(before, text_node) and isinstance(node, template) and isinstance(after, text_node)):
            continue
        number = re.search(
            r"\d+", " ".join(str(value.value) for value in node.params if not value.showkey).replace(",", "")
        )
        left, right = WORDS.findall(str(before).split("\n")[-1])[-3:], WORDS.findall(str(after).split("\n")[0])[:3]
        if not number or NOT_SHOWN.match(str(node.name).strip()) or len(left) < 3 or len(right) < 3:
            continue
        around = rf"{re.escape(' '.join(left))} (.{{0,80}}?)\b{re.escape(' '.join(right))}"
        if (found := re.search(around, squeezed)) and number[0] not in found[1]:
            yield str(node), found[0]


DATA = os.environ.get("TWEETCTX_DATA")


@pytest.mark.thorough
@pytest.mark.skipif(not DATA, reason="needs the dump under TWEETCTX_DATA")
def test_no_number_of_a_template_is_lost_between_the_words_of_real_sentences() -> None:
    path = Path(DATA or "") / "wikipedia" / "enwiki-pages-articles-sample.xml.bz2"
    blocks = Splitter().split([bz2.decompress(path.read_bytes())])
    lost = []
    for page in (parse_page(block.data, frozenset()) for block in blocks if isinstance(block, Block)):
        if page and not page.redirect:
            sections = convert(page.text, title=page.title).sections
            lost += list(missing(page.text, "\n".join(text for part in sections for text in part.paragraphs)))
    assert lost == []


def test_the_second_reading_finds_what_is_lost() -> None:
    wikitext = "The mill stands in the {{unknown|12 km}} and it is very old."
    assert list(missing(wikitext, "The mill stands in the and it is very old.")) != []
    assert list(missing(wikitext, "The mill stands in the 12 km and it is very old.")) == []
    assert list(missing(wikitext, "Another.")) == []
