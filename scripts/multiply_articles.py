"""Makes a collection of the size of a large Wikipedia of the articles of a small one, for measurements.

    python scripts/multiply_articles.py SOURCE... --copies 22 -o FOLDER

Articles keep their lengths. Names, links and words are as in a large Wikipedia: a third of the titles of a copy are
names that other copies have too, told apart in brackets, and the others are new; the first mention of an article in
another is a link, six in ten by a name that copies share, whose senses have counts by Zipf's law; an article has one or
two redirects, and few have many; and a third of the rare words of a copy are new. FOLDER gets a file for each copy,
JSON Lines packed by zstandard. The same call makes the same files.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from random import Random
from zlib import crc32

import zstandard

from tweetctx.corpus import read_articles
from tweetctx.corpus.jsonl import record_of
from tweetctx.types import Article

NAME_OR_WORD = re.compile(r"\b[A-Z][\w'’-]*(?: (?:(?:of|the|and|de) )?[A-Z][\w'’-]*)*|\b[a-z]{5,}\b")
RARE = 8  # occurrences in the source that a rare word has at most
NEW_WORDS = 0.35  # of the rare words of a copy
SHARED_NAMES = 0.6  # of the links have a name that copies share
EXPONENT = 1.2  # of Zipf's law for the senses of a shared name


@dataclass(frozen=True, slots=True)
class Template:
    """An article whose links and rare words can be replaced.

    pieces: its text in literal pieces, rare words (in tuples of one) and links (text and title). headings: the numbers
    of the lines that are headings.
    """

    title: str
    pieces: tuple[str | tuple[str, ...], ...]
    headings: tuple[int, ...]


def rare_words(articles: Iterable[Article]) -> set[str]:
    """The lower-case words that occur a few times only."""
    counts: Counter[str] = Counter()
    for article in articles:
        for section in article.sections:
            for text in section.paragraphs:
                counts.update(re.findall(r"\b[a-z]{5,}\b", text))
    return {word for word, count in counts.items() if count <= RARE}


def template_of(article: Article, titles: dict[str, str], rare: set[str]) -> Template:
    """Finds what can be replaced in an article; titles: of each name, the title that it means."""
    record = json.loads(record_of(article))
    text = record["text"]
    pieces: list[str | tuple[str, ...]] = []
    linked = {article.title}
    done = 0
    for match in NAME_OR_WORD.finditer(text):
        word = match[0]
        if word in rare:
            piece: tuple[str, ...] = (word,)
        else:
            title = titles.get(word, "")
            if not title or title in linked:
                continue
            linked.add(title)
            piece = (word, title)
        pieces += [text[done : match.start()], piece]
        done = match.end()
    pieces.append(text[done:])
    return Template(article.title, tuple(pieces), tuple(record["headings"]))


def syllables(copy: int) -> str:
    """What the names and words of a copy end in, as a word may end."""
    ending = ""
    while copy:
        copy, letter = divmod(copy, 60)
        ending += "bdfgklmnprst"[letter % 12] + "aeiou"[letter // 12]
    return ending


def called(title: str, copy: int) -> str:
    """The title of an article in a copy; that of copy 0 is its own."""
    if not copy:
        return title
    if crc32(f"{title}{copy}".encode()) % 3 == 0:
        return f"{name_of(title)} ({syllables(copy).capitalize()} {crc32(title.encode()) % 100})"
    first, bracket, rest = title.partition(" (")
    name, comma, region = first.partition(", ")
    return f"{name}{syllables(copy)}{comma}{region}{bracket}{rest}"


def name_of(title: str) -> str:
    """A title without what tells it apart."""
    return title.partition(" (")[0]


class Multiplier:
    """Makes the records of a copy."""

    def __init__(self, templates: Sequence[Template], copies: int, copy: int) -> None:
        self._templates = templates
        self._copies = copies
        self._copy = copy
        self._shares = list(accumulate(rank**-EXPONENT for rank in range(1, copies + 1)))
        self._chance = Random(copy)  # noqa: S311

    def records(self) -> Iterator[bytes]:
        """A line of JSON for each article."""
        for number, template in enumerate(self._templates):
            title = called(template.title, self._copy)
            links: dict[tuple[str, str], None] = {}
            text = self._text(template, links)
            record: dict[str, object] = {"id": f"{self._copy}.{number}", "url": "", "title": title, "text": text}
            record |= {"headings": template.headings, "redirects": self._redirects(title), "links": list(links)}
            yield json.dumps(record, ensure_ascii=False).encode() + b"\n"

    def _text(self, template: Template, links: dict[tuple[str, str], None]) -> str:
        made = []
        ending = syllables(self._copy)
        for piece in template.pieces:
            if isinstance(piece, str):
                made.append(piece)
            elif len(piece) == 1:
                made.append(piece[0] + ending if self._chance.random() < NEW_WORDS else piece[0])
            else:
                name, title = self._link(piece[0], piece[1])
                links[name, title] = None
                made.append(name)
        return "".join(made)

    def _link(self, name: str, title: str) -> tuple[str, str]:
        if self._chance.random() < SHARED_NAMES:
            sense = bisect(self._shares, self._chance.random() * self._shares[-1])
            return name, called(title, (sense + crc32(title.encode())) % self._copies)
        own = called(title, self._copy)
        return name_of(own), own

    def _redirects(self, title: str) -> list[str]:
        first, _, last = name_of(title).rpartition(" ")
        initials = "".join(f"{word[0]}. " for word in first.split())
        names = [
            title.upper(),
            f"The {title}",
            f"{title} (topic)",
            initials + last,
            title.replace(" ", ""),
            f"{last}, {first}",
            f"{title}s",
            title[:-2] + title[-1] + title[-2:-1],
        ]
        number = min(int(self._chance.paretovariate(1.1)) - 1, len(names))
        return [name for name in dict.fromkeys(self._chance.sample(names, number)) if name != title]


def multiply(sources: Sequence[Path], copies: int, folder: Path, share: int = 1, workers: int = 2) -> None:
    """Writes so many copies of the articles, or of every nth one. workers: processes, which begin as forks."""
    articles = [one for number, one in enumerate(read_articles(sources)) if number % share == 0]
    rare = rare_words(articles)
    titles = {name_of(article.title): article.title for article in articles}
    templates = [template_of(article, titles, rare) for article in articles]
    del articles
    folder.mkdir(parents=True, exist_ok=True)
    forking = multiprocessing.get_context("fork")  # the templates are shared, not sent
    for first in range(0, copies, workers):
        some = range(first, min(first + workers, copies))
        running = [forking.Process(target=write_copy, args=(templates, copies, copy, folder)) for copy in some]
        for process in running:
            process.start()
        for process in running:
            process.join()
            if process.exitcode:
                raise SystemExit(f"a copy ended with code {process.exitcode}")


def write_copy(templates: Sequence[Template], copies: int, copy: int, folder: Path) -> None:
    """Writes the file of a copy."""
    packed = zstandard.ZstdCompressor(level=1)
    with (folder / f"copy-{copy:02}.jsonl.zst").open("wb") as file, packed.stream_writer(file) as writer:
        for record in Multiplier(templates, copies, copy).records():
            writer.write(record)


def main() -> None:
    """Makes the collection."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", type=Path)
    parser.add_argument("--copies", type=int, default=22)
    parser.add_argument("--share", type=int, default=1, help="take every nth article of the sources")
    parser.add_argument("-o", "--output", type=Path, required=True)
    arguments = parser.parse_args()
    multiply(arguments.sources, arguments.copies, arguments.output, arguments.share)


if __name__ == "__main__":
    main()
