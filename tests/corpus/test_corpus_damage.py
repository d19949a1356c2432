"""Broken records of every kind: the message, and what "skip" goes on with."""

import gzip
import json
import lzma
from codecs import BOM_UTF16_BE
from pathlib import Path

import pytest

from tweetctx.corpus import Corpus, read_articles
from tweetctx.corpus.formats import FORMATS
from tweetctx.errors import CorpusError
from tweetctx.reading import lines

GOOD = '{"id": "1", "title": "Good", "text": "A."}'
RECORD = 'an object {"id", "url", "title", "text"} on one line'
HEAD = '<doc id="..." url="..." title="...">'
PAGE = "<page> with <ID> and <title>"
GOOD_DOC = '<doc id="1" url="" title="Good">\nGood\n\n</doc>'
GOOD_PAGE = "<page><ID>1</ID><title>Good</title></page>"


def check(path: Path, content: bytes, message: str, kept: int) -> None:
    """Expect one problem with that message, and so many articles where it is skipped."""
    path.write_bytes(content)
    with pytest.raises(CorpusError) as caught:
        list(read_articles([path]))
    assert str(caught.value) == f"{path}{message}"
    corpus = read_articles([path], on_error="skip")
    assert [article.title for article in corpus] == ["Good"] * kept
    assert corpus.skipped == 1
    assert corpus.problems == (f"{path}{message}",)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"id": "1"', f"no JSON (Expecting ',' delimiter, column 11); expected {RECORD}"),
        (b'{"id": "1", "title": "a\tb"}', f"no JSON (Invalid control character at, column 24); expected {RECORD}"),
        (b"[]", f"JSON that is a list; expected {RECORD}"),
        (b'{"title": "T", "text": ""}', f'no "id"; expected {RECORD}'),
        (b'{"id": "1", "text": ""}', f'no "title"; expected {RECORD}'),
        (b'{"id": "1", "title": "T"}', f'no "text"; expected {RECORD}'),
        (b'{"id": true, "title": "T", "text": ""}', '"id" that is a boolean; expected a string or a number'),
        (b'{"id": "1", "title": 5, "text": ""}', '"title" that is a number; expected a string'),
        (b'{"id": "1", "title": "T", "text": ["x"]}', '"text" that is a list; expected a string'),
        (b'{"id": "1", "title": "T", "text": null}', '"text" that is null; expected a string'),
        (b'{"id": "1", "url": {}, "title": "T", "text": ""}', '"url" that is an object; expected a string'),
        (b'{"id": "1", "title": "\xff"}', "byte 0xff at column 23; expected text in UTF-8"),
        (b'{"id": "\xed\xa0\x80"}', "byte 0xed at column 9; expected text in UTF-8"),
    ],
)
def test_a_broken_line_of_json(tmp_path: Path, line: bytes, message: str) -> None:
    content = b"\n".join([GOOD.encode(), b"", line, GOOD.encode()])
    check(tmp_path / "f", content, f", line 3: found {message}", 2)


def read_all(corpus: Corpus, *, by_portions: bool) -> None:
    for portion in corpus.portions(100) if by_portions else ():
        read = portion.read()
        corpus.done(read, read.flaws)
    for _ in () if by_portions else corpus:
        pass


@pytest.mark.parametrize("by_portions", [False, True])
def test_broken_records_that_come_from_damaged_compression(tmp_path: Path, *, by_portions: bool) -> None:
    """Deflate gives out wrong text before its checksum, at the end, tells so."""
    text = b"\n".join(b'{"id": "%d", "title": "Good", "text": "A."}' % n for n in range(100))
    packed = gzip.compress(text, 0)  # stored, so that a byte can be changed
    path = tmp_path / "f.gz"
    path.write_bytes(packed.replace(b'"id": "50"', b'"id": x50"'))
    corpus = read_articles([path])
    with pytest.raises(CorpusError, match=r"f\.gz: damaged at about byte \d+ .*; expected whole gzip data"):
        read_all(corpus, by_portions=by_portions)
    path.write_bytes(gzip.compress(text.replace(b'"id": "50"', b'"id": x50"')))
    with pytest.raises(CorpusError, match="line 51: found no JSON"):
        list(corpus)


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 100_000])
def test_json_that_python_refuses(tmp_path: Path, value: str) -> None:
    path = tmp_path / "f"
    path.write_text(f'{GOOD}\n{{"id": {value}\n')
    with pytest.raises(
        CorpusError, match=r"f, line 2: found (no JSON \(|JSON with a number of too|JSON that is nested too)"
    ):
        list(read_articles([path]))


@pytest.mark.parametrize(
    ("broken", "message", "kept"),
    [
        (
            '<doc id="2" title="B">\nB\n' + GOOD_DOC,
            ", line 7: found a <doc> inside the <doc> of line 5; expected </doc>",
            2,
        ),
        ('<doc url="2" title="B">\nB\n</doc>', f", line 5: found a <doc> without id; expected {HEAD}", 1),
        ('<doc id="2">\nB\n</doc>', f", line 5: found a <doc> without title; expected {HEAD}", 1),
        ("</doc>", f", line 5: found </doc> without a <doc>; expected {HEAD}", 1),
        ("loose\ntext\n\n" + GOOD_DOC, f", line 5: found text outside of a <doc>; expected {HEAD}", 2),
        (
            '<doc id="2" title="B">\nB\n',
            ", line 6: found the end of the file inside the <doc> of line 5; expected </doc>",
            1,
        ),
        (
            '<doc id="2" title="B">\nB\ufffe\nrest \ufffe\n</doc>\n' + GOOD_DOC,
            ", line 6: found byte 0xff at column 2; expected text in UTF-8",
            2,
        ),
    ],
)
def test_a_broken_doc(tmp_path: Path, broken: str, message: str, kept: int) -> None:
    content = f"{GOOD_DOC}\n{broken}".encode().replace("\ufffe".encode(), b"\xff")
    check(tmp_path / "f", content, message, kept)


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ("<page></s></page>", f"broken XML (mismatched tag, column 9); expected {PAGE}"),
        ("<page><ID>&eacute;</ID></page>", f"broken XML (undefined entity, column 11); expected {PAGE}"),
        ("<page><ID>1</ID>", f"broken XML (no element found, column 17); expected {PAGE}"),
        ("<page><title>T</title></page>", f"a <page> without <ID>; expected {PAGE}"),
        ("<page><ID>1</ID></page>", f"a <page> without <title>; expected {PAGE}"),
        ("<page><page></page></page>", "a <page> inside a <page>; expected </page>"),
    ],
)
def test_a_broken_page_ends_its_file(tmp_path: Path, broken: str, message: str) -> None:
    content = f"\n<xml>{GOOD_PAGE}\n{broken}"
    check(tmp_path / "f", content.encode(), f", line 3: found {message}", 1)


def test_other_xml(tmp_path: Path) -> None:
    message = f", line 1: found XML without a <page>, its root is <html>; expected {PAGE}"
    check(tmp_path / "f", b"<html><p>x</p></html>", message, 0)


def test_declared_entities_are_refused_before_they_expand(tmp_path: Path) -> None:
    levels = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 20))
    bomb = f'<!DOCTYPE page [<!ENTITY l0 "ha">\n{levels}]><page><ID>1</ID><title>&l19;</title></page>'
    check(
        tmp_path / "f",
        bomb.encode(),
        ", line 1: found a declaration of the entity l0; expected XML without such declarations",
        0,
    )


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "an empty file"),
        (b" \n\n", "an empty file"),
        (b"id,title,text of it", "a file that begins with 'id,title,text of'"),
        ('{"id"'.encode("utf-16"), "text in UTF-16, not in UTF-8"),
        (BOM_UTF16_BE + '{"id"'.encode("utf-16-be"), "text in UTF-16, not in UTF-8"),
        (b"[{}]", "a file that begins with '[{}]'"),
    ],
)
def test_an_unknown_format(tmp_path: Path, content: bytes, found: str) -> None:
    names = [form.name for form in FORMATS if form.name]
    assert {"Parquet", "INEX XML (<page>)", "MediaWiki's XML (<mediawiki>)"} <= {*names}
    check(tmp_path / "f", content, f": found {found}; expected {', '.join(names[:-1])}, or {names[-1]}", 0)


LIMIT = 1_000_000  # above the size of a piece


@pytest.fixture
def _small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_RECORD", LIMIT)


@pytest.mark.usefixtures("_small_limit")
@pytest.mark.parametrize("excess", [1, 3 * LIMIT])
@pytest.mark.parametrize("last", [True, False])
def test_a_line_over_the_limit(tmp_path: Path, excess: int, last: bool) -> None:
    long = '{"x": "' + "x" * (LIMIT - 9 + excess) + '"}'
    content = f"{GOOD}\n{GOOD}\n{long}" if last else f"{GOOD}\n{GOOD}\n{long}\n{GOOD}\n"
    message = f", line 3: found a line of more than {LIMIT} bytes; expected one record a line"
    check(tmp_path / "f", content.encode(), message, 2 if last else 3)


@pytest.mark.usefixtures("_small_limit")
def test_a_line_at_the_limit_is_read(tmp_path: Path) -> None:
    long = json.dumps({"id": "1", "title": "T", "text": ""})
    (tmp_path / "f").write_text(f"{GOOD}\n{long}{' ' * (LIMIT - len(long))}\n{GOOD}")
    assert len(list(read_articles([tmp_path / "f"]))) == 3


@pytest.mark.usefixtures("_small_limit")
def test_a_doc_over_the_limit(tmp_path: Path) -> None:
    content = f'{GOOD_DOC}\n<doc id="2" title="B">\n' + ("x" * 99 + "\n") * 20_000 + GOOD_DOC
    message = f", line 10107: found more than {LIMIT} characters since the <doc> of line 5; expected </doc>"
    check(tmp_path / "f", content.encode(), message, 2)


@pytest.mark.usefixtures("_small_limit")
def test_a_page_over_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text(f"<xml>{GOOD_PAGE}{GOOD_PAGE}<page><a>{'x' * 2 * LIMIT}</a></page></xml>")
    with pytest.raises(CorpusError, match=f"line 1: found more than {LIMIT} bytes without the end of a <page>"):
        list(read_articles([path]))
    assert len(list(read_articles([path], on_error="skip"))) == 2


def test_skipping_counts_all_and_keeps_twenty_messages(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text("{}\n" * 25 + GOOD)
    corpus = read_articles([path], on_error="skip")
    for _ in range(2):  # the counts begin anew
        assert len(list(corpus)) == 1
        assert corpus.skipped == 25
        assert len(corpus.problems) == 20
        assert corpus.problems[19].startswith(f'{path}, line 20: found no "id"')


@pytest.mark.thorough
def test_articles_come_before_the_damage_behind_them_is_reached(tmp_path: Path) -> None:
    path = tmp_path / "f"
    many = "".join(json.dumps({"id": n, "title": "Good", "text": str(pow(7, n, 10**40))}) + "\n" for n in range(6_000))
    whole = lzma.compress(many.encode())
    path.write_bytes(whole[: len(whole) * 3 // 4])
    articles = iter(read_articles([path]))
    assert next(articles).id == "0"
    with pytest.raises(CorpusError, match="f: truncated, it ends at byte"):
        list(articles)
    corpus = read_articles([path, path], on_error="skip")
    got = [article.id for article in corpus]
    assert len(got) > 6_000  # more than half of each
    assert got == [str(n) for n in range(len(got) // 2)] * 2
    assert corpus.skipped == 2


@pytest.mark.thorough
def test_a_file_is_read_no_further_than_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text(f"{GOOD}\n" * 100_000)
    corpus = read_articles([path])
    articles = iter(corpus)
    next(articles)
    assert 0 < corpus.bytes_read < corpus.bytes_total / 10
    assert sum(1 for _ in articles) == 99_999
    assert corpus.bytes_read == corpus.bytes_total == path.stat().st_size
