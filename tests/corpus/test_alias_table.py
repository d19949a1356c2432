"""Tables of other names: what a row is, and what is said of a line that is none."""

import lzma
from pathlib import Path

import pytest

from tweetctx.corpus.names import Alias, AliasTable
from tweetctx.errors import CorpusError, ParameterError


def table(folder: Path, text: str | bytes, name: str = "names.tsv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("NYC\tNew York City\t12\n", [Alias("NYC", "New York City", 12)]),
        ("NYC\tNew_York_City\r\n\n the Apple \t New York City \t\n", [
            Alias("NYC", "New York City", 1),
            Alias("the Apple", "New York City", 1),
        ]),
        ("Count\tTitle\tSources\tAlias\n3\tParis\twikidata\tParigi\n", [Alias("Parigi", "Paris", 3)]),
        ("alias\ttitle\nParigi\tParis\tnot a number\n", [Alias("Parigi", "Paris", 1)]),
        ("\ufeffalias\ttitle\tcount\nA\tB\t0\textra\n", [Alias("A", "B", 0)]),
        ("alias\tAlias (film)\n", [Alias("alias", "Alias (film)", 1)]),
        ("", []),
    ],
)  # fmt: skip
def test_rows(tmp_path: Path, text: str, rows: list[Alias]) -> None:
    assert list(AliasTable(table(tmp_path, text))) == rows


def test_a_compressed_table_is_read_as_often_as_wanted(tmp_path: Path) -> None:
    names = AliasTable(table(tmp_path, lzma.compress(b"NYC\tNew York City\n"), "names.tsv.xz"))
    assert list(names) == list(names) == [Alias("NYC", "New York City", 1)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"NYC", "line 2: found no title; expected alias, title and, if known, count, separated by tabs"),
        (b"\tNew York City", "line 2: found no alias; expected alias"),
        (b"NYC\tNew York City\t-1", "line 2: found a count of '-1'; expected a whole number from 0"),
        (b"NYC\tNew York City\t" + b"9" * 5000, "line 2: found a count of '99999999999"),
        (b"NYC\t\xff", "line 2: found byte 0xff at column 5; expected text in UTF-8"),
    ],
)
def test_a_line_that_is_no_row(tmp_path: Path, line: bytes, message: str) -> None:
    path = table(tmp_path, b"A\tB\n" + line + b"\nC\tD\n")
    with pytest.raises(CorpusError) as error:
        list(AliasTable(path))
    assert str(error.value).startswith(f"{path}, {message}")
    names = AliasTable(path, on_error="skip")
    for _ in range(2):
        assert list(names) == [Alias("A", "B"), Alias("C", "D")]
        assert (names.skipped, list(names.problems)) == (1, [str(error.value)])


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="missing"):
        list(AliasTable(tmp_path / "missing", on_error="skip"))
    damaged = table(tmp_path, lzma.compress(b"A\tB\n" * 1000)[:-20])
    with pytest.raises(CorpusError, match=r"names\.tsv"):
        list(AliasTable(damaged, on_error="skip"))
    with pytest.raises(ParameterError, match="on_error"):
        AliasTable(damaged, on_error="ignore")  # type: ignore[arg-type]
