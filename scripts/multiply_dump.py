"""Multiplies a dump in XML, for measurements: python scripts/multiply_dump.py SOURCE COPIES -o OUT.

A copy has its own titles and ids, and one in a hundred of its long words is new. Its links lead to the articles of the
same copy, one in ten of them to those of another, and every article has about one redirect and a half, as in the
English Wikipedia. OUT is a multistream file.
"""

from __future__ import annotations

import argparse
import bz2
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

PAGE = re.compile(r"<page>.*?</page>", re.DOTALL)
TITLE = re.compile(r"(?<=<title>).*?(?=</title>)")
ID = re.compile(r"(?<=<id>)[0-9]+(?=</id>)")
LINK = re.compile(r"\[\[([^\[\]|#:\n]{1,200})(?=[\]|#])")
WORD = re.compile(r"\b[a-z]{7,}\b")
A_STREAM = 100  # pages
NEW_WORDS = 0.01  # of the long words of a copy


def copied(page: str, number: int, copies: int, articles: set[str], chance: Random) -> str:
    """A page as it is in a copy."""

    def link(found: re.Match[str]) -> str:
        title = found[1][:1].upper() + found[1][1:]
        own = number if chance.random() < 0.9 else chance.randrange(copies)
        return f"[[{called(title, own)}" if title in articles else found[0]

    def word(found: re.Match[str]) -> str:
        return f"{found[0]}{number}x" if chance.random() < NEW_WORDS else found[0]

    head, text = page.partition("<text")[::2]
    head = ID.sub(lambda found: str(int(found[0]) * copies + number), TITLE.sub(lambda t: called(t[0], number), head))
    return f"{head}<text{WORD.sub(word, LINK.sub(link, text))}"


def called(title: str, number: int) -> str:
    """The title of a page in a copy."""
    return f"{title} {number}" if number else title


def redirects(title: str, first: int, chance: Random) -> list[str]:
    """Pages that redirect to a title."""
    names = [title.upper(), f"The {title}", f"{title} (topic)"]
    pages = []
    for place, name in enumerate(chance.sample(names, chance.choice([0, 1, 2, 3]))):
        pages.append(
            f'<page><title>{name}</title><ns>0</ns><id>{first + place}</id><redirect title="{title}" /><revision>'
            f"<id>{first + place}</id><text>#REDIRECT [[{title}]]</text></revision></page>"
        )
    return pages


def multiply(source: Path, copies: int, output: Path) -> None:
    """Writes a dump of so many copies of another."""
    whole = bz2.decompress(source.read_bytes()).decode()
    pages = PAGE.findall(whole)
    with output.open("wb") as out:
        out.write(bz2.compress(whole.partition("<page>")[0].encode()))
        made = all_pages(pages, copies)
        while held := [*islice(made, A_STREAM)]:
            out.write(bz2.compress("\n".join(held).encode()))
        out.write(bz2.compress(b"</mediawiki>\n"))


def all_pages(pages: list[str], copies: int) -> Iterator[str]:
    """The pages of all copies, each article with its redirects behind it."""
    articles = {TITLE.search(page)[0] for page in pages}  # type: ignore[index]
    chance, free = Random(1), 10**8  # noqa: S311
    for number in range(copies):
        for page in pages:
            made = copied(page, number, copies, articles, chance)
            yield made
            if "<redirect" not in made:
                more = redirects(TITLE.search(made)[0], free, chance)  # type: ignore[index]
                yield from more
                free += len(more)


def main() -> None:
    """Writes the dump."""
    parser = argparse.ArgumentParser(description="Multiplies a dump in XML.")
    parser.add_argument("source", type=Path)
    parser.add_argument("copies", type=int)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    multiply(options.source, options.copies, options.output)


if __name__ == "__main__":
    main()
