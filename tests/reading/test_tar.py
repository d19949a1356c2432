"""Tar archives in pieces, compared with those that the standard library writes."""

import io
import tarfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.errors import CorpusError
from tweetctx.reading.tar import BLOCK, TarReader, is_tar

FORMATS = [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT]


def archive(files: dict[str, bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=form) as tar:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def read(data: bytes, size: int = 1000) -> dict[str, bytes]:
    pieces = (data[start : start + size] for start in range(0, len(data), size))
    return {name: b"".join(content) for name, content in TarReader(Path("x.tar"), pieces, CorpusError).members()}


def with_size(data: bytes, field: bytes) -> bytes:
    """The same with another size in the first header, and the sum that fits."""
    header = bytearray(data[:BLOCK])
    header[124:136] = field
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header) + data[BLOCK:]


@given(
    st.dictionaries(st.text("abc", min_size=1), st.binary(max_size=1500), max_size=4),
    st.sampled_from(FORMATS),
    st.integers(1, 3000),
)
def test_what_was_written_is_read_in_any_pieces(files: dict[str, bytes], form: int, size: int) -> None:
    assert read(archive(files, form), size) == files


def test_members_need_not_be_read() -> None:
    data = archive({"a": b"1" * 5000, "b": b"2"})
    names = [name for name, _ in TarReader(Path("x.tar"), iter([data]), CorpusError).members()]
    assert names == ["a", "b"]


def test_sizes_in_the_number_of_gnu_and_in_a_record_of_pax() -> None:
    assert read(with_size(archive({"a": b"123"}), b"\x80" + (3).to_bytes(11, "big"))) == {"a": b"123"}
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as tar:
        info = tarfile.TarInfo("a")
        info.size, info.pax_headers = 3, {"size": "3", "comment": "12 size=9"}
        tar.addfile(info, io.BytesIO(b"123"))
    assert read(buffer.getvalue()) == {"a": b"123"}


@pytest.mark.parametrize("field", [b"-0000000001\0", b"12345678901\0".replace(b"1", b"9"), b"x" * 12])
def test_sizes_that_are_none(field: bytes) -> None:
    with pytest.raises(CorpusError, match=r"x\.tar: damaged, found a broken header \(.*\) at byte 0 of the tar"):
        read(with_size(archive({"a": b"123"}), field))


def test_a_member_larger_than_the_archive() -> None:
    data = with_size(archive({"a": b"123"}), b"77777777777\0")
    with pytest.raises(CorpusError, match=rf"x\.tar: truncated, the tar ends at byte {len(data)}; expected the rest"):
        read(data)


@pytest.mark.parametrize("form", FORMATS)
def test_an_archive_is_known_by_its_beginning(form: int) -> None:
    assert is_tar(archive({"a": b""}, form))
    assert not is_tar(b"x" * BLOCK)
    assert not is_tar(b"")
