"""Damaged dumps: an error that names the place, or a problem that is counted and passed over."""

import bz2
import re
from pathlib import Path
from typing import Any

import pytest
from dump_samples import FOOTER, HEADER, page, pages, streams

from tweetctx.corpus import read_articles
from tweetctx.corpus.dumps import articles, work
from tweetctx.corpus.dumps import pages as page_limits
from tweetctx.errors import CorpusError, ParameterError

here = pytest.mark.usefixtures("_no_processes")

PAGE = "<page> with <title>, <id> and <text>"
NOTHING = "pages, and nothing between them"
LINE = 18  # behind the header and two pages
WHOLE = "a whole bzip2 stream"


def check(path: Path, content: str | bytes, found: list[str], kept: list[int], **options: Any) -> None:
    """Expect these problems, the first of them as an error, and these of `pages` where they are skipped."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(CorpusError) as caught:
        list(read_articles([path], **options))
    assert str(caught.value) == f"{path}{found[0]}"
    corpus = read_articles([path], on_error="skip", **options)
    assert [article.title for article in corpus] == [f"Mill {number}" for number in kept]
    assert corpus.problems == tuple(f"{path}{message}" for message in found)
    assert corpus.skipped == len(found)


MILL = page(5, "Mill 5", "x")


@here
@pytest.mark.parametrize(
    ("broken", "found"),
    [
        (MILL.replace("<text", "<test"), f", page 'Mill 5': found a <page> without <text>; expected {PAGE}"),
        (MILL.replace("</text>", ""), ", page 'Mill 5': found a <text> without its end; expected </text>"),
        (MILL.replace("<id>", "<ix>"), f", page 'Mill 5': found a <page> without <id>; expected {PAGE}"),
        (MILL.replace("<title>", "<titel>"), f", page '': found a <page> without <title>; expected {PAGE}"),
        (MILL.replace("Mill 5", " "), f", page '': found a <page> without <title>; expected {PAGE}"),
        (
            MILL.replace("x<", "\ufffe<"),
            ", page 'Mill 5': found byte 0xff after 0 bytes of <text>; expected text in UTF-8",
        ),
        (
            MILL.replace("Mill 5", "M\ufffe"),
            ", page 'M\ufffd': found byte 0xff after 1 byte of <title>; expected text in UTF-8",
        ),
        (MILL.replace("</page>", ""), ": found a <page> that begins before the last one ended; expected </page>"),
        ("  loose text\n", f": found 'loose text' outside of a <page>; expected {NOTHING}"),
        ("  </page>\n", f": found '</page>' outside of a <page>; expected {NOTHING}"),
    ],
)
def test_a_broken_page_among_others(tmp_path: Path, broken: str, found: str) -> None:
    content = HEADER + pages(0, 2) + broken + pages(2, 4) + FOOTER
    check(tmp_path / "f", content.encode().replace("\ufffe".encode(), b"\xff"), [f", line {LINE}{found}"], [0, 1, 2, 3])


@here
def test_the_end_of_the_file_inside_a_page(tmp_path: Path) -> None:
    found = f", line {LINE}: found the end of the data inside a <page>; expected </page>"
    check(tmp_path / "f", HEADER + pages(0, 2) + MILL[:60], [found], [0, 1])


@here
def test_the_end_of_the_file_between_pages(tmp_path: Path) -> None:
    found = ", at its end: found no </mediawiki>; expected a whole dump"
    check(tmp_path / "f", HEADER + pages(0, 2), [found], [0, 1])
    check(tmp_path / "f", b"".join(streams(pages(0, 2), pages(2, 4))[:3]), [found], [0, 1, 2, 3])


@here
def test_entities_that_stand_for_gigabytes_are_not_expanded(tmp_path: Path) -> None:
    levels = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 20))
    bomb = f'<!DOCTYPE mediawiki [<!ENTITY l0 "ha">{levels}]>\n'
    found = ", line 1: found a declaration of the entity l0; expected pages, and nothing between them"
    check(tmp_path / "f", bomb + HEADER + pages(0, 2) + FOOTER, [found], [0, 1])
    content = HEADER + page(0, "Mill 0", "l").replace(">l<", ">&l19; &amp;l19;<") + FOOTER
    (tmp_path / "f").write_text(bomb + content)
    [article] = read_articles([tmp_path / "f"], on_error="skip")
    assert article.sections[0].paragraphs == ("&l19; &l19;",)


@pytest.fixture
def _small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_limits, "MAX_PAGE", 300_000)
    monkeypatch.setattr(page_limits, "MAX_BETWEEN", 300_000)


@here
@pytest.mark.usefixtures("_small_limits")
@pytest.mark.parametrize("size", [300_000, 2_000_000])
def test_a_page_over_the_limit_and_one_that_never_ends(tmp_path: Path, size: int) -> None:
    found = f", line {LINE}: found a <page> of more than 300000 bytes; expected one that MediaWiki can store"
    long = page(5, "Long", "x" * size)
    check(tmp_path / "f", HEADER + pages(0, 2) + long + pages(2, 3) + FOOTER, [found], [0, 1, 2])
    if size > 300_000:
        check(tmp_path / "f", HEADER + pages(0, 2) + long.replace("</page>", ""), [found], [0, 1])


@here
@pytest.mark.usefixtures("_small_limits")
def test_endless_text_between_pages(tmp_path: Path) -> None:
    found = f", line {LINE - 1}: found more than 300000 bytes outside of a <page>; expected {NOTHING}"
    check(tmp_path / "f", HEADER + pages(0, 2) + "x\n" * 900_000 + pages(2, 3) + FOOTER, [found], [0, 1, 2])


@pytest.mark.thorough
def test_a_page_that_takes_too_long_is_passed_over(tmp_path: Path) -> None:
    slow = page(5, "Slow", "'''x''' [[y|z]] {{w|v}}\n" * 80_000)
    found = f", line {LINE}, page 'Slow': found more than 0.8 seconds of work; expected a page that can be converted"
    path = tmp_path / "f"
    path.write_text(HEADER + pages(0, 2) + FOOTER)
    assert len(list(read_articles([path]))) == 2  # what a process imports for its first page may be compiled for it
    path.write_text(HEADER + pages(0, 2) + slow + pages(2, 4) + FOOTER)
    corpus = read_articles([path], on_error="skip", page_seconds=0.8)
    assert [article.title for article in corpus] == [f"Mill {number}" for number in range(4)]
    assert corpus.problems == (f"{path}{found}",)


def test_wrong_parameters(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="page_seconds: found 0"):
        read_articles([tmp_path], page_seconds=0)
    with pytest.raises(ParameterError, match="workers: found 0"):
        read_articles([tmp_path], workers=0)


PARTS = streams(pages(0, 3), pages(3, 6), pages(6, 9))
STARTS = [sum(map(len, PARTS[:number])) for number in range(len(PARTS))]


def flipped(part: bytes, at: int) -> bytes:
    """With another byte at one place."""
    return part[:at] + bytes([part[at] ^ 0x55]) + part[at + 1 :]


def test_a_damaged_stream_among_others_in_processes(tmp_path: Path) -> None:
    content = b"".join([*PARTS[:2], flipped(PARTS[2], 50), *PARTS[3:]])
    (tmp_path / "f").write_bytes(content)
    corpus = read_articles([tmp_path / "f"], on_error="skip", workers=2)
    assert [article.title for article in corpus] == [f"Mill {number}" for number in (0, 1, 2, 6, 7, 8)]
    assert corpus.skipped == 1


@here
@pytest.mark.parametrize("at", [12, -40, -3])  # the checksum of the block, its data, the checksum of the stream
def test_a_damaged_stream_among_others(tmp_path: Path, at: int) -> None:
    damaged = [*PARTS[:2], flipped(PARTS[2], at % len(PARTS[2])), *PARTS[3:]]
    lost = "its articles, up to a hundred, are lost"
    found = f", stream at byte {STARTS[2]}: found damage (Invalid data stream); {lost}; expected {WHOLE}"
    check(tmp_path / "f", b"".join(damaged), [found], [0, 1, 2, 6, 7, 8])


@pytest.mark.thorough
@here
def test_a_stream_too_large_to_be_held_is_read_up_to_its_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "".join(page(n, f"Mill {n}", "".join(str(pow(n + 2, m, 10**50)) for m in range(4000))) for n in range(20))
    part = bz2.compress(text.encode(), 1)
    path = tmp_path / "f"
    path.write_bytes(b"".join([*PARTS[:2], flipped(part, len(part) // 2), *PARTS[3:]]))

    def count() -> int:
        return len(list(read_articles([path], on_error="skip"))) - len(list(read_articles([path.with_name("others")])))

    (tmp_path / "others").write_bytes(b"".join([*PARTS[:2], *PARTS[3:]]))
    assert count() == 0
    monkeypatch.setattr(work, "MAX_HELD", 1 << 18)
    assert 3 < count() < 12


@pytest.mark.thorough
@here
def test_the_end_of_the_file_inside_a_stream(tmp_path: Path) -> None:
    long = bz2.compress("".join(page(n, f"Mill {n}", str(7**5000 + n)) for n in range(3, 200)).encode(), 1)
    content = b"".join(PARTS[:2]) + long[: len(long) // 2]
    path = tmp_path / "f"
    path.write_bytes(content)
    corpus = read_articles([path], on_error="skip")
    titles = [article.title for article in corpus]
    assert 5 < len(titles) < 150
    assert titles == [f"Mill {n}" for n in range(len(titles))]
    lost = "the rest of its articles is lost"
    found = f"found the end of the file, at byte {len(content)}, inside it; {lost}; expected {WHOLE}"
    assert corpus.problems == (f"{path}, stream at byte {STARTS[2]}: {found}",)
    assert corpus.skipped == 1


@pytest.mark.thorough
@here
def test_the_end_of_the_file_inside_its_only_stream(tmp_path: Path) -> None:
    path = tmp_path / "f"
    whole = bz2.compress((HEADER + pages(0, 9000) + FOOTER).encode(), 1)
    path.write_bytes(whole[: len(whole) // 2])
    corpus = read_articles([path], on_error="skip")
    assert len(list(corpus)) > 1000
    found = f"{path}: truncated, it ends at byte {len(whole) // 2}; expected the rest of its bzip2 data"
    assert corpus.problems == (found,)
    with pytest.raises(CorpusError, match="truncated"):
        list(read_articles([path]))


@here
@pytest.mark.parametrize(
    "garbage",
    [b"garbage", b"BZh91AY&SY but not really", b"\0\0BZh91AY&SY\0\0BZh91AY&SY", flipped(PARTS[3], 30)],
)
def test_garbage_between_streams(tmp_path: Path, garbage: bytes) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"".join([*PARTS[:3], garbage, *PARTS[3:]]))
    corpus = read_articles([path], on_error="skip", workers=2)
    assert [article.title for article in corpus] == [f"Mill {number}" for number in range(9)]
    assert 1 <= corpus.skipped <= 2
    assert all(re.search(rf"byte ({STARTS[3]}|{STARTS[3] + 2}|{STARTS[3] + 14})[,:]", m) for m in corpus.problems)


@here
def test_zeros_between_streams_do_not_matter(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"\0\0\0".join(PARTS) + b"\0" * 9)
    assert len(list(read_articles([tmp_path / "f"]))) == 9


@here
def test_bytes_behind_the_last_stream(tmp_path: Path) -> None:
    at = sum(map(len, PARTS))
    found = f", byte {at}: found 5 bytes of something else; expected a bzip2 stream"
    check(tmp_path / "f", b"".join(PARTS) + b"waste", [found], list(range(9)))


@here
def test_a_stream_whose_beginning_is_lost(tmp_path: Path) -> None:
    found = f", byte {STARTS[2]}: found {len(PARTS[2])} bytes of something else; expected a bzip2 stream"
    content = b"".join([*PARTS[:2], b"XX" + PARTS[2][2:], *PARTS[3:]])
    check(tmp_path / "f", content, [found], [0, 1, 2, 6, 7, 8])


def test_a_magic_inside_a_stream_is_no_stream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance puts one there once in ages: here every third byte is taken for one."""
    content = b"".join(PARTS)
    (tmp_path / "f").write_bytes(content)
    starts = sorted({*STARTS, *range(0, len(content), 3)})
    monkeypatch.setattr(articles, "stream_starts", lambda _path, _begin=0: iter(starts))
    monkeypatch.setattr(articles, "is_multistream", lambda _path: True)
    assert len(list(read_articles([tmp_path / "f"], workers=2))) == 9
