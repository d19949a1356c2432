"""Notes by which a page leads to others, "Main article: …", "For other uses, see …": no text of an article.

The languages' files list how they begin. Those of all languages are known in every source, as one may copy another's.
Headings of references are those of the language and the English ones, or those of all where its file has none.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import chain

from tweetctx.corpus.ends import sentence_ends
from tweetctx.text.languages import CODES, code_of, tables_of

_LONGEST_START = 60  # characters
_LONGEST_SENTENCE = 150
_LONGEST_CITATION = 400  # characters
# A book's number, an address, a year in brackets before a full stop, pages, a year at the end, the mark of a footnote.
_CITATION = re.compile(
    r"""
    \b(?:ISBN|ISSN|OCLC|doi|DOI|JSTOR|arXiv)\b | https?:// | \bwww\. | \((?:[^()]*\s)?\d{4}[a-z]?\)[.,:]
    | \b(?:pp?|[Ss]|[Vv]ol|Bd|nr|[Nn]o|стр|[Сс])\.\s?\d | \b(?:Hrsg|[Ee]ds?|hg)\.\)?[,:]
    | \b(?:Press|Verlag|Publishers|Éditions|Editorial|Edizioni|Издательство)\b.{,20}\b\d{4}
    | [,(]\s*(?:1[4-9]|20)\d\d\)?\W*$ | ^\W*(?:\w{1,3}\W{1,3})?\^ | ^\s*[*†‡§]
    | \b(?:Retrieved|Accessed|Abgerufen|consulté|consultado)\b
    """,
    re.VERBOSE,
)
_BEFORE = r"[\s'\"“«(\[→►»›:*•–—-]*"  # marks of emphasis, brackets, arrows


def begins_note(line: str) -> bool:
    """Whether a line begins with a note, in whatever language."""
    return _end_of_start(line) > 0


def without_notes(line: str) -> str:
    """Removes notes from the beginning of a paragraph, each to the end of its sentence.

    >>> without_notes("Main article: Watermill"), without_notes("For other mills, see Mill. It is old.")
    ('', 'It is old.')
    """
    while start := _end_of_start(line):
        end = next((end for end in sentence_ends(line) if end > start), len(line))
        line = line[end:].lstrip()
    return line


def _end_of_start(line: str) -> int:
    """Where the words end by which a note begins; 0 if a line does not begin with one."""
    start = line[:_LONGEST_START]
    match = _sentences().match(line)
    if not match and (":" in start or "：" in start):
        match = _labels().match(start.lower())
    if match:
        return match.end()
    beginning = line[:_LONGEST_SENTENCE]
    for phrase in _phrases():
        if phrase in beginning:
            end = beginning.index(phrase) + 1
            return 0 if any(sentence_ends(beginning[:end])) else end
    return 0


def heads_references(heading: str, language: str | None = None) -> bool:
    """Whether a heading is one of references or links. language: that of the article; any, if it is not known.

    >>> heads_references("Notes and references"), heads_references("Citations"), heads_references("Citations", "fr")
    (True, True, False)
    """
    return _folded(heading) in _headings("sections", language)


def heads_works(heading: str, language: str | None = None) -> bool:
    """Whether a heading is one such as *Notes* or *Sources*, of prose or of citations. language: likewise."""
    return _folded(heading) in _headings("sections_of_works", language)


def is_citation(text: str) -> bool:
    """Whether a paragraph under a heading such as *Notes* or *Sources* is a citation and not prose.

    >>> is_citation("Eve Hill (1990). Mills. London: Dale.")
    True
    """
    return len(text) <= _LONGEST_CITATION and _CITATION.search(text) is not None


def without_beginning(line: str) -> str:
    """Removes the first sentence of a paragraph that begins with a finite verb: its subject is missing.

    >>> without_beginning("is heavy. Lead is soft."), without_beginning("Lead is soft.")
    ('Lead is soft.', 'Lead is soft.')
    """
    verb, space, _ = line.partition(" ")
    if space and verb[:1].islower() and verb in _verbs():
        return line[next(sentence_ends(line), len(line)) :]
    return line


def _folded(heading: str) -> str:
    return heading.strip(" .:：").casefold()


@cache
def _headings(kind: str, language: str | None) -> frozenset[str]:
    code = code_of(language) if language else None
    own = _listed(code, kind) if code else frozenset[str]()
    if code and own:
        return own | (_listed("en", kind) - _listed(code, "sections_of_prose"))
    return frozenset().union(*(_listed(code, kind) for code in CODES))


def _listed(code: str, kind: str) -> frozenset[str]:
    table: str = tables_of(code).get("notes", {}).get(kind, "")
    return frozenset(heading.strip().casefold() for heading in table.split(",") if heading.strip())


@cache
def _verbs() -> frozenset[str]:
    return frozenset(chain.from_iterable(tables_of(code).get("notes", {}).get("verbs", "").split() for code in CODES))


@cache
def _labels() -> re.Pattern[str]:
    tables = [table for code in CODES if (table := tables_of(code).get("notes"))]
    labels = [label.strip() for table in tables for label in table.get("labels", "").replace("\n", " ").split(",")]
    longest_first = sorted({re.escape(label.lower()) for label in labels if label}, key=len, reverse=True)
    return re.compile(rf"{_BEFORE}(?:{'|'.join(longest_first)})['\"”»]*\s?[:：]")


@cache
def _phrases() -> tuple[str, ...]:
    tables = (tables_of(code).get("notes", {}).get("phrases", "") for code in CODES)
    return tuple(phrase.strip() for table in filter(None, tables) for phrase in table.split(","))


@cache
def _sentences() -> re.Pattern[str]:
    patterns = (tables_of(code).get("notes", {}).get("sentences", "").replace("\n", "") for code in CODES)
    return re.compile(rf"{_BEFORE}(?:{'|'.join(filter(None, patterns))})")
