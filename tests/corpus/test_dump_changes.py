"""Daily additions and changes: the newest revision of each page, whatever stands around it."""

from random import Random

import pytest

from tweetctx.corpus.dumps.changes import Kind, SeenPage, newest_revisions, read_changes
from tweetctx.corpus.dumps.pages import MAX_PAGE
from tweetctx.errors import InputError

HEADER = b'<mediawiki xml:lang="en"><siteinfo><base>https://en.wikipedia.org/wiki/Main_Page</base></siteinfo>\n'
END = b"</mediawiki>\n"


def revision(number: int, text: str, *, model: str = "wikitext", hidden: bool = False) -> bytes:
    shown = '<text deleted="deleted" />' if hidden else f"<text>{text}</text>"
    user = "<contributor><username>A</username><id>99999</id></contributor>"
    return f"<revision><id>{number}</id>{user}<model>{model}</model>{shown}</revision>".encode()


def page(number: int, title: str, *revisions: bytes, namespace: int = 0, redirect: str = "") -> bytes:
    to = f'<redirect title="{redirect}" />' if redirect else ""
    head = f"<page><title>{title}</title><ns>{namespace}</ns><id>{number}</id>{to}"
    return head.encode() + b"".join(revisions) + b"</page>\n"


def read(content: bytes, step: int = 1 << 18) -> tuple[list[SeenPage], list[InputError]]:
    problems: list[InputError] = []
    pieces = (content[at : at + step] for at in range(0, len(content), step))
    site, _, pages = read_changes(pieces, problems.append)
    assert site.base == "https://en.wikipedia.org/wiki/"
    return [*pages], problems


@pytest.mark.parametrize("step", [1, 7, 100, 1 << 18])
def test_the_newest_revision_is_that_with_the_largest_number(step: int) -> None:
    first = page(1, "Mill", revision(30, "A."), revision(32, "C."), revision(31, "B."))
    content = HEADER + first + page(2, "Lock", revision(40, "A &lt;revision&gt; lock.")) + END
    (mill, lock), problems = read(content, step)
    assert (mill.id, mill.title, mill.revision, mill.kind) == ("1", "Mill", 32, Kind.ARTICLE)
    assert mill.data == page(1, "Mill", revision(32, "C.")).strip()
    assert b"A &lt;revision&gt; lock." in lock.data
    assert problems == []


def test_pages_of_all_kinds() -> None:
    content = HEADER + b"".join(
        [
            page(1, "A", revision(1, "#REDIRECT [[B]]"), redirect="B"),
            page(2, "B", revision(2, "#redirect [[c#Part]]")),  # as dumps up to 2010 have it
            page(3, "Draft:A", revision(3, "x"), namespace=118),
            page(4, "Data", revision(4, "{}", model="json")),
            page(5, "Template:x y", revision(5, "short"), namespace=10),
            page(6, "Template:Long", revision(6, "{| a table"), namespace=10),
        ]
    )
    pages, problems = read(content + END)
    assert [(own.id, own.kind, own.target) for own in pages] == [
        ("1", Kind.REDIRECT, "B"),
        ("2", Kind.REDIRECT, "C"),
        ("3", Kind.OTHER, ""),
        ("4", Kind.OTHER, ""),
        ("5", Kind.TEMPLATE, ""),
        ("6", Kind.TEMPLATE, ""),
    ]
    assert [(own.template_name, own.template is None) for own in pages[4:]] == [("x y", False), ("long", True)]
    assert problems == []


def test_a_hidden_text_does_not_count() -> None:
    content = HEADER + page(1, "A", revision(1, "x"), revision(2, "", hidden=True))
    pages, problems = read(content + page(2, "B", revision(3, "", hidden=True)) + END)
    assert [(own.id, own.revision) for own in pages] == [("1", 1)]
    assert problems == []


def test_many_large_revisions_of_a_page_are_no_large_page() -> None:
    text = "a mill " * 300_000
    content = HEADER + page(1, "A", *(revision(number, text) for number in range(12))) + END
    assert len(content) > MAX_PAGE
    (own,), problems = read(content)
    assert (own.revision, problems) == (11, [])
    assert len(own.data) < MAX_PAGE


@pytest.mark.thorough
def test_a_revision_that_is_too_large_is_reported() -> None:
    content = HEADER + page(1, "A", revision(1, "x" * (MAX_PAGE + 1000))) + page(2, "B", revision(2, "y")) + END
    pages, problems = read(content)
    assert [own.id for own in pages] == ["2"]
    assert [problem.found for problem in problems] == [f"a <page> of more than {MAX_PAGE} bytes"]


def test_broken_pages_are_reported_and_the_next_is_read() -> None:
    broken = b"<page><ns>0</ns><id>7</id>" + revision(1, "x") + b"</page>\n"
    pages, problems = read(HEADER + broken + page(2, "B", revision(2, "y")) + END)
    assert [own.id for own in pages] == ["2"]
    assert [problem.found for problem in problems] == ["a <page> without <title>"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html><body>Try later</body></html>",
        HEADER + page(2, "B", revision(2, "y")),
        (HEADER + page(2, "B", revision(2, "y")))[:-20],
        HEADER + page(2, "B", revision(2, "&lt;/mediawiki>")),
    ],
)
def test_a_file_that_is_not_whole_is_an_error(content: bytes) -> None:
    _, _, pages = read_changes([content], lambda _: None)
    with pytest.raises(InputError, match="at its end: found no </mediawiki>; expected a whole file"):
        list(pages)


def test_random_pieces_change_nothing() -> None:
    chance = Random(4)  # noqa: S311
    pages = [
        page(n, f"T {n}", *(revision(chance.randrange(1000), "x" * n) for _ in range(chance.randint(1, 4))))
        for n in range(1, 40)
    ]
    content = HEADER + b"".join(pages) + END
    whole = b"".join(newest_revisions([content]))
    assert whole.count(b"<revision>") == 39
    for _ in range(20):
        cuts = sorted(chance.sample(range(len(content)), 30))
        pieces = [content[a:b] for a, b in zip([0, *cuts], [*cuts, len(content)], strict=True)]
        assert b"".join(newest_revisions(pieces)) == whole
