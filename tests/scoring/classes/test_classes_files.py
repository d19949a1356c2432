import errno
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.errors import ClassesError
from tweetctx.scoring.classes import TermClasses, read_classes, write_classes

TERMS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\r\n#\ufeff"), min_size=1)
NAMES = st.from_regex(r"[a-z]{1,8}", fullmatch=True)


def test_the_file_as_it_stands(tmp_path: Path) -> None:
    classes = TermClasses({"monday": 0, "friday": 0, "são": 1}, {"analyzer": "english", "words": "3"})
    write_classes(classes, tmp_path / "c.tsv")
    expected = "# analyzer: english\n# words: 3\nmonday\t0\nfriday\t0\nsão\t1\n"
    assert (tmp_path / "c.tsv").read_bytes() == expected.encode()
    assert [path.name for path in tmp_path.iterdir()] == ["c.tsv"]
    assert classes.members() == {0: ["monday", "friday"], 1: ["são"]}


@given(of=st.dictionaries(TERMS, st.integers(0, 10**9 - 1), min_size=1), origin=st.dictionaries(NAMES, NAMES))
def test_what_was_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, of: dict[str, int], origin: dict[str, str]
) -> None:
    path = tmp_path_factory.mktemp("classes") / "c.tsv"
    write_classes(TermClasses(of, origin), path)
    found = read_classes(path)
    assert (found.of, found.origin) == (of, origin)
    assert [*found.of] == [*of]


def test_a_value_stays_on_its_line(tmp_path: Path) -> None:
    write_classes(TermClasses({"a": 0}, {"index": "a: file\nwith two\tlines"}), tmp_path / "c")
    assert read_classes(tmp_path / "c").origin == {"index": "a: file with two lines"}


@pytest.mark.parametrize(
    ("content", "of"),
    [
        (b"a\t0\nb\t0", {"a": 0, "b": 0}),
        (b"a\t0\r\nb\t7\r\n", {"a": 0, "b": 7}),
        (b"# x: y\n#\na\t00\n", {"a": 0}),
        (b"a\t0\n\nb\t1\n", {"a": 0, "b": 1}),
        ("a\u2028b\t1\n".encode(), {"a\u2028b": 1}),
    ],
)
def test_files_by_hand(tmp_path: Path, content: bytes, of: dict[str, int]) -> None:
    (tmp_path / "c").write_bytes(content)
    assert read_classes(tmp_path / "c").of == of


@pytest.mark.parametrize(
    ("content", "line", "found"),
    [
        (b"a\t0\nb 1\n", 2, "found 'b 1', expected a word, a tab and the number of a class"),
        (b"\t0\n", 1, r"found '\\t0'"),
        (b"a\t-1\n", 1, r"found 'a\\t-1'"),
        (b"a\t1.5\n", 1, r"found 'a\\t1.5'"),
        ("a\t٣\n".encode(), 1, r"found 'a\\t٣'"),
        (b"a\t1\tb\n", 1, r"found 'a\\t1\\tb'"),
        (b"a\t0\n# b: c\n", 2, "found '# b: c'"),
        (b"a\t0\nb\t1\na\t1\n", 3, "found 'a' a second time, expected every word once"),
        (b"# x: y\na\t0\nb\xff\t1\n", 3, "found byte 0xff at column 2; expected text in UTF-8"),
        (b"\x93NUMPY\x01\x00", 1, "found byte 0x93 at column 1"),
        (b'{"a": 1}', 1, "expected a word, a tab"),
        (b"x" * 1000, 1, f"found '{'x' * 80}', expected"),
        (b"a\t" + b"1" * 5000, 1, "expected a word, a tab and the number of a class"),
    ],
)
def test_broken_files(tmp_path: Path, content: bytes, line: int, found: str) -> None:
    path = tmp_path / "c"
    path.write_bytes(content)
    with pytest.raises(ClassesError, match=found) as error:
        read_classes(path)
    assert str(error.value).startswith(f"{path}, line {line}: ")
    assert "\n" not in str(error.value)


def test_no_file(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(ClassesError, match=r"cannot be read \(") as error:
            read_classes(path)
        assert str(error.value).startswith(f"{path}: ")


@pytest.mark.parametrize("term", ["", "a\tb", "a\nb", "a\r", "#a", "\ufeffa"])
def test_terms_that_the_format_cannot_hold(tmp_path: Path, term: str) -> None:
    with pytest.raises(ClassesError, match=r"c: found the term .*, expected one without tabs"):
        write_classes(TermClasses({"a": 0, term: 1}), tmp_path / "c")
    assert [*tmp_path.iterdir()] == []


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "c"
    write_classes(TermClasses({"a": 0}), path)

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        write_classes(TermClasses({"b": 0}), path)
    assert read_classes(path).of == {"a": 0}
    assert [file.name for file in tmp_path.iterdir()] == ["c"]


@pytest.mark.parametrize("content", [b"", b"\n"])
def test_an_empty_file(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "c").write_bytes(content)
    with pytest.raises(ClassesError) as error:
        read_classes(tmp_path / "c")
    expected = "found nothing, expected words, each with a tab and the number of its class"
    assert str(error.value) == f"{tmp_path / 'c'}: {expected}"
