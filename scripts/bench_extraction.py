"""Counts what the extraction of text from Wikipedia loses, for each reader, in 1,000 sentences.

    scripts/bench extraction [DUMP] [--html ARCHIVE] [--show]

DUMP is a pages-articles file, plain or bz2, small enough for memory; ARCHIVE a tar of pages as MediaWiki rendered them.
Without them, the samples under $TWEETCTX_DATA. Our `convert`,
mwparserfromhell's `strip_code` and gensim's `filter_wiki` (WikiCorpus) read the wikitext of the same pages; of the
rendered pages only ours reads anything. The same segmenter finds the sentences of all. Prints a line of JSON for each
form: sentences, and faults in 1,000 sentences by kind. --show writes each fault of ours to stderr. How each is counted
says docs/extraction.md.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tarfile
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import mwparserfromhell
from bench_wikitext import SAMPLE, read_pages
from extraction_faults import Source, faults
from gensim.corpora.wikicorpus import filter_wiki

from tweetctx.corpus import html as html_reader
from tweetctx.corpus.wikitext import convert
from tweetctx.text.segmentation import open_segmenter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tweetctx.corpus.wikitext import Content

RENDERED = "wikipedia/enwiki-html-sample.tar.xz"
LEAST_WORDS = 5  # of a line that counts as prose; shorter ones are headings, captions and cells


def _lines(content: Content) -> list[str]:
    return [text for section in content.sections for text in section.paragraphs]


READERS: dict[str, Callable[[str, str], list[str]]] = {
    "tweetctx": lambda title, text: _lines(convert(text, title=title)),
    "mwparserfromhell": lambda _, text: mwparserfromhell.parse(text).strip_code().split("\n"),
    "gensim": lambda _, text: filter_wiki(text).split("\n"),
}


@dataclass(slots=True)
class Count:
    """The sentences of a reader and its faults by kind."""

    sentences: int
    kinds: Counter[str]

    def per_thousand(self) -> dict[str, float]:
        """The faults in 1,000 sentences."""
        shown = {kind: round(number * 1000 / max(1, self.sentences), 2) for kind, number in sorted(self.kinds.items())}
        return {
            "sentences": self.sentences,
            **shown,
            "all": round(1000 * self.kinds.total() / max(1, self.sentences), 2),
        }


def sentences_of(lines: Iterable[str]) -> Iterator[str]:
    """The sentences of lines, as our segmenter finds them."""
    segmenter = open_segmenter()
    for line in lines:
        yield from (line[begin:end] for begin, end in segmenter.spans(line))


def count(pages: Iterable[tuple[str, Source, list[str]]], show: bool) -> Count:
    """Counts the faults in the lines that a reader made of pages."""
    total = Count(0, Counter())
    for title, source, lines in pages:
        kept = [line.strip() for line in lines if len(line.split()) >= LEAST_WORDS]
        sentences = list(sentences_of(kept))
        total.sentences += len(sentences)
        halves = (("brackets", line) for line in kept if line.count("(") != line.count(")"))
        for kind, where in chain(faults(sentences, source), halves):
            total.kinds[kind] += 1
            if show:
                sys.stderr.write(f"{kind} | {title} | {where}\n")
    return total


def rendered_pages(archive: Path) -> Iterator[tuple[str, str]]:
    """The name and HTML of each page of an archive."""
    with tarfile.open(archive) as tar:
        for member in tar:
            if member.isfile() and (file := tar.extractfile(member)):
                yield Path(member.name).stem, file.read().decode("utf-8", "replace")


def main() -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dump", nargs="?", type=Path)
    parser.add_argument("--html", type=Path)
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    data = os.environ.get("TWEETCTX_DATA")
    if arguments.dump is None and data is None:
        parser.error("found neither DUMP nor $TWEETCTX_DATA; expected one of them")
    pages = [page for page in read_pages(arguments.dump or Path(data or "") / SAMPLE) if page[1][:1] != "#"]
    sources = {title: Source.of_wikitext(text) for title, text in pages}
    results = {
        name: count(((title, sources[title], read(title, text)) for title, text in pages), arguments.show and not place)
        for place, (name, read) in enumerate(READERS.items())
    }
    print(json.dumps({"form": "wikitext", "pages": len(pages), **{k: v.per_thousand() for k, v in results.items()}}))
    archive = arguments.html or (Path(data) / RENDERED if data else None)
    if archive and archive.is_file():
        rendered = list(rendered_pages(archive))
        ours = count(
            ((title, Source.of_html(text), _lines(html_reader.convert(text, title=title))) for title, text in rendered),
            arguments.show,
        )
        print(json.dumps({"form": "html", "pages": len(rendered), "tweetctx": ours.per_thousand()}))


if __name__ == "__main__":
    main()
