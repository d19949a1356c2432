"""Measures the reading of wikitext: MB a second in one process, and what it leaves behind.

    scripts/bench wikitext [DUMP] [--rounds 3]

DUMP is a pages-articles file, plain or bz2, small enough for memory; without it, the sample under $TWEETCTX_DATA. Our
`convert`, mwparserfromhell's `strip_code` and gensim's WikiCorpus (filter_wiki and tokenize, as its process_article)
read the same pages in turns, round by round, so that all of them meet the same machine; the best round of each counts.
Prints a line of JSON: MB of wikitext a second of processor time, our ratio to the others, paragraphs, and debris in
1,000 paragraphs by kind.
"""

from __future__ import annotations

import argparse
import bz2
import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import mwparserfromhell
from gensim.corpora.wikicorpus import ARTICLE_MIN_WORDS, TOKEN_MAX_LEN, TOKEN_MIN_LEN, filter_wiki, tokenize
from wikitext_debris import count_debris

from tweetctx.corpus.wikitext import convert

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SAMPLE = "wikipedia/enwiki-pages-articles-sample.xml.bz2"


def read_pages(path: Path) -> Iterator[tuple[str, str]]:
    """The title and wikitext of each page in namespace 0."""
    with bz2.open(path) if path.suffix == ".bz2" else path.open("rb") as stream:
        for _, element in ET.iterparse(stream):  # noqa: S314
            if element.tag.rpartition("}")[2] == "page":
                fields = {child.tag.rpartition("}")[2]: child.text or "" for child in element.iter()}
                if fields["ns"] == "0":
                    yield fields["title"], fields.get("text", "")
                element.clear()


def ours(title: str, text: str) -> object:
    """Our conversion."""
    return convert(text, title=title)


def strip_code(_: str, text: str) -> object:
    """The one of mwparserfromhell."""
    return mwparserfromhell.parse(text).strip_code()


def wiki_corpus(_: str, text: str) -> object:
    """The one of gensim, with its defaults."""
    tokens = tokenize(filter_wiki(text), TOKEN_MIN_LEN, TOKEN_MAX_LEN, True)
    return tokens if len(tokens) >= ARTICLE_MIN_WORDS else None


def time_of(read: Callable[[str, str], object], pages: list[tuple[str, str]]) -> float:
    """Seconds of processor time for all pages."""
    begin = time.process_time()
    for title, text in pages:
        read(title, text)
    return time.process_time() - begin


def main() -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dump", nargs="?", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    if arguments.dump is None and "TWEETCTX_DATA" not in os.environ:
        parser.error("found neither DUMP nor $TWEETCTX_DATA; expected one of them")
    pages = list(read_pages(arguments.dump or Path(os.environ["TWEETCTX_DATA"]) / SAMPLE))
    megabytes = sum(len(text.encode()) for _, text in pages) / 1e6
    seconds: dict[Callable[[str, str], object], list[float]] = {ours: [], strip_code: [], wiki_corpus: []}
    for _ in range(arguments.rounds):
        for read, times in seconds.items():
            times.append(time_of(read, pages))
    speeds = {read: megabytes / min(times) for read, times in seconds.items()}
    converted = [convert(text, title=title) for title, text in pages]
    paragraphs = [text for page in converted for section in page.sections for text in section.paragraphs]
    debris = count_debris(paragraphs)
    print(
        json.dumps(
            {
                "pages": len(pages),
                "redirects": sum(page.redirect is not None for page in converted),
                "megabytes": round(megabytes, 2),
                "rounds": arguments.rounds,
                "ours_mb_s": round(speeds[ours], 2),
                "strip_code_mb_s": round(speeds[strip_code], 2),
                "wiki_corpus_mb_s": round(speeds[wiki_corpus], 2),
                "ours_to_strip_code": round(speeds[ours] / speeds[strip_code], 1),
                "ours_to_wiki_corpus": round(speeds[ours] / speeds[wiki_corpus], 1),
                "paragraphs": len(paragraphs),
                "debris_per_1000": {kind: round(count * 1000 / len(paragraphs), 3) for kind, count in debris.items()},
                "debris_per_1000_all": round(sum(debris.values()) * 1000 / len(paragraphs), 3),
            }
        )
    )


if __name__ == "__main__":
    main()
