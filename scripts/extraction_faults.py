"""Finds what an extractor lost or left behind in sentences, given the source of their page; see docs/extraction.md."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import mwparserfromhell
from mwparserfromhell.nodes import Tag, Template, Text

_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]+")
_TOKEN = re.compile(r"\w+")
_GROUPS = re.compile(r"(?<=\d)[,.\u00a0\u202f ](?=\d{3}\b)")
# Templates that show no number of theirs, or another one: references, doubts, pronunciations, dates in words.
_NOT_SHOWN = re.compile(
    r"(?i)(cite|#tag|citation|sfn|harv|efn|refn|ref|rp|note|cn|fact|clarify|when|who|by whom|which|dubious|page needed"
    r"|update|verify|dead link|age|inflation|currentyear|ipa|audio|flagicon|better|failed|pronounc|respell|full|or$|r$"
    r"|anchor|format price|years ago|lang|transl|zh|nihongo|ill|nobots|death date|birth date|start date|coord missing)"
)
_NO_SUBJECT = re.compile(
    r"[\W_]*(?:(?:is|was|are|were|has|had|have|became|can|may|will|would|could|should|did|does)\b|['’]s\b)|[,;:)\]]|\.(?!\.)"
)
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_NOTES = re.compile(r"\{\{[^{}]*\}\}|\[https?:[^\]]*\]")
_EMPTY_BRACKET = re.compile(r"\(\s*[;,:/–-]*\s*\)|\(\s*[;,:]|[;,:]\s*\)(?!\))|\(\s+(?=\w)")
_SOURCE = re.compile(
    r"\{\{|\}\}|\[\[|\]\]|\{\||\|\}|\|-|</?[a-z]+[^<>]*>|'''?|__[A-Z]{3,}__|\b(?:class|style|colspan|align)\s?=\s?\"?\w"
    r"|\b(?:thumb|right|left|upright|\d+px)\||^(?:File|Image|Category):|&(?:nbsp|ndash|amp|lt|gt);|::::|\bformatnum:"
    r"|^[a-z]{2,3}(?:-[a-z-]+)?:\w|^(?:Main article|See also|Further information)s?:|^[*#:;|!=]",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Source:
    """What a page's source says, by whatever form: its numbers, its words, and its templates between words."""

    numbers: frozenset[str]
    words: frozenset[str]
    pairs: frozenset[str]  # of words that follow each other, joined
    gaps: tuple[tuple[str, str, str, str], ...] = ()  # the words before and behind, the number between, and its markup

    @classmethod
    def of_wikitext(cls, wikitext: str) -> Source:
        """Reads wikitext with mwparserfromhell, which has no part in our reader."""
        linked = _LINK.sub(r"\1", wikitext)
        shown = html.unescape(re.sub(r"<[^<>]*>", " ", linked.replace("'''", "").replace("''", "")))
        words = _WORD.findall(shown)
        bare = _WORD.findall(_NOTES.sub(" ", shown))
        known = frozenset(words) | frozenset(_WORD.findall(re.sub(r"</?su[bp]>|''+", "", linked)))
        return cls(_numbers(shown), known, _pairs(words) | _pairs(bare), tuple(_gaps(wikitext)))

    @classmethod
    def of_html(cls, page: str) -> Source:
        """Reads rendered HTML with selectolax, which has no part in our reader."""
        from selectolax.lexbor import LexborHTMLParser

        tree = LexborHTMLParser(page)
        for node in tree.css("script, style"):
            node.decompose()
        text = tree.body.text(separator=" ") if tree.body else ""
        joined = tree.body.text() if tree.body else ""
        words = _WORD.findall(text)
        known = frozenset(words) | frozenset(_WORD.findall(joined))
        return cls(_numbers(text), known, _pairs(words))


def faults(sentences: Iterable[str], source: Source) -> Iterator[tuple[str, str]]:
    """Yields the kind of each fault in the sentences of a page, and the sentence."""
    sentences = list(sentences)
    for sentence in sentences:
        if changed := [
            number for number in _NUMBER.findall(_plain(sentence)) if number.lstrip("0") not in source.numbers
        ]:
            yield "numbers", f"{changed} in {sentence}"
        if _NO_SUBJECT.match(sentence):
            yield "no subject", sentence
        if _EMPTY_BRACKET.search(sentence):
            yield "brackets", sentence
        if _SOURCE.search(sentence):
            yield "marks", sentence
        if joined := [word for word in _WORD.findall(sentence) if _is_joined(word, source)]:
            yield "joined", f"{joined} in {sentence}"
    squeezed = " ".join(_TOKEN.findall(_plain(" ".join(sentences))))
    for before, after, number, markup in source.gaps:
        between = re.search(rf"\b{re.escape(before)} (.{{0,80}}?)\b{re.escape(after)}\b", squeezed)
        if between and number not in between[1]:
            yield "numbers", f"{markup} in {between[0]}"


def _plain(text: str) -> str:
    return _GROUPS.sub("", text)


def _numbers(text: str) -> frozenset[str]:
    """The numbers of a text without leading zeros; groups of digits are one number, and each by itself as well."""
    return frozenset(number.lstrip("0") for number in _NUMBER.findall(_plain(text)) + _NUMBER.findall(text))


def _pairs(words: list[str]) -> frozenset[str]:
    return frozenset(map("".join, pairwise(words)))


def _is_joined(word: str, source: Source) -> bool:
    """Whether a word that the source lacks is two that follow each other there, or two with a capital between."""
    if word in source.words:
        return False
    cuts = [cut for cut in range(1, len(word)) if word[cut - 1].islower() and word[cut].isupper()]
    return word in source.pairs or any({word[:cut], word[cut:]} <= source.words for cut in cuts)


def _gaps(wikitext: str) -> Iterator[tuple[str, str, str, str]]:
    """Templates with a number between two texts of three words at least."""
    nodes = [
        node
        for node in mwparserfromhell.parse(wikitext, skip_style_tags=True).nodes
        if not (isinstance(node, Tag) and str(node.tag).lower() == "ref")
    ]
    for before, node, after in zip(nodes, nodes[1:], nodes[2:], strict=False):
        if not (isinstance(before, Text) and isinstance(node, Template) and isinstance(after, Text)):
            continue
        values = " ".join(str(value.value) for value in node.params if not value.showkey)
        number = _NUMBER.search(_plain(values))
        left = _TOKEN.findall(str(before).split("\n")[-1])[-3:]
        right = _TOKEN.findall(str(after).split("\n")[0])[:3]
        if number and len(left) == 3 and len(right) == 3 and not _NOT_SHOWN.match(str(node.name).strip()):
            yield " ".join(left), " ".join(right), number[0].lstrip("0"), str(node)
