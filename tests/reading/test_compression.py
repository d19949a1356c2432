import bz2
import gzip
import lzma
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import pytest
import zstandard

from tweetctx.errors import CorpusError
from tweetctx.reading import compression
from tweetctx.reading.compression import read_pieces

# Text that compresses to many blocks: pseudo-random numbers, the same in each run.
CONTENT = b"".join(b"%d\n" % (pow(7, n, 1_000_003) * n) for n in range(100_000))


def zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


METHODS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": partial(lzma.compress, preset=0),  # in a fifth of the time, read in the same way
    "zstandard": zstd,
}


@cache
def compressed(name: str) -> bytes:
    """CONTENT compressed by a method, once for all tests."""
    return METHODS[name](CONTENT)


each_method = pytest.mark.parametrize("name", METHODS)


def write(folder: Path, data: bytes) -> Path:
    path = folder / "file.txt"  # the name says nothing
    path.write_bytes(data)
    return path


def read(path: Path) -> bytes:
    return b"".join(read_pieces(path, lambda _: None, CorpusError))


def collect(path: Path, into: list[bytes]) -> None:
    for piece in read_pieces(path, lambda _: None, CorpusError):
        into.append(piece)  # noqa: PERF402, what came before an error is to be kept


def test_a_plain_file_is_read_as_it_is_and_counted(tmp_path: Path) -> None:
    counts: list[int] = []
    assert b"".join(read_pieces(write(tmp_path, CONTENT), counts.append, CorpusError)) == CONTENT
    assert sum(counts) == len(CONTENT)


def test_an_empty_file_has_no_pieces(tmp_path: Path) -> None:
    assert list(read_pieces(write(tmp_path, b""), lambda _: None, CorpusError)) == []


@pytest.mark.thorough
@each_method
def test_what_was_compressed_comes_back_and_stored_bytes_are_counted(tmp_path: Path, name: str) -> None:
    data = compressed(name)
    counts: list[int] = []
    assert b"".join(read_pieces(write(tmp_path, data), counts.append, CorpusError)) == CONTENT
    assert sum(counts) == len(data)


@each_method
def test_all_streams_of_a_file_are_read(tmp_path: Path, name: str) -> None:
    compress = METHODS[name]
    assert read(write(tmp_path, compress(b"one\n") + compress(b"") + compressed(name))) == b"one\n" + CONTENT


@each_method
def test_zeros_may_pad_a_stream(tmp_path: Path, name: str) -> None:
    data = METHODS[name](b"one\n")
    assert read(write(tmp_path, data + bytes(8) + data + bytes(100_000))) == b"one\none\n"


@pytest.mark.thorough
@each_method
def test_a_stream_is_read_in_pieces_of_bounded_size(tmp_path: Path, name: str) -> None:
    pieces = list(read_pieces(write(tmp_path, METHODS[name](bytes(80 << 20))), lambda _: None, CorpusError))
    assert sum(map(len, pieces)) == 80 << 20
    assert max(map(len, pieces)) <= 64 << 20


@each_method
@pytest.mark.parametrize("cut", [0.9, 0.5, 7])
def test_a_truncated_file_is_an_error_after_what_could_be_read(tmp_path: Path, name: str, cut: float) -> None:
    data = compressed(name)
    size = int(len(data) * cut) if cut < 1 else int(cut)
    path = write(tmp_path, data[:size])
    pieces: list[bytes] = []
    with pytest.raises(CorpusError) as caught:
        collect(path, pieces)
    expected = f"{path}: truncated, it ends at byte {size}; expected the rest of its {name} data"
    assert str(caught.value) == expected
    got = b"".join(pieces)
    assert CONTENT.startswith(got)
    assert got or size == 7 or name == "bzip2"  # a block of bzip2 holds 900 kB: all or nothing here


@each_method
def test_a_checksum_that_lacks_its_last_byte_is_noticed(tmp_path: Path, name: str) -> None:
    with pytest.raises(CorpusError, match="truncated"):
        read(write(tmp_path, METHODS[name](b"one\n")[:-1]))


@each_method
def test_damage_is_an_error_that_tells_about_where(tmp_path: Path, name: str) -> None:
    data = bytearray(compressed(name))
    middle = len(data) // 2
    data[middle : middle + 50] = bytes(50)
    path = write(tmp_path, bytes(data))
    with pytest.raises(CorpusError) as caught:
        read(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: damaged at about byte ")
    assert message.endswith(f"; expected whole {name} data")
    assert ("what was read of it before may be wrong" in message) == (name != "bzip2")
    assert middle <= int(message.removeprefix(f"{path}: damaged at about byte ").split()[0]) <= len(data)


@pytest.mark.thorough
@pytest.mark.parametrize("content", [CONTENT[:600_000], CONTENT[:100_000] + bytes(1 << 20) + CONTENT[:300_000]])
def test_a_damaged_block_of_bzip2_gives_nothing(tmp_path: Path, content: bytes) -> None:
    data = bz2.compress(content)
    for at in range(100, len(data), len(data) // 4):
        for damaged in (data[:at], data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]):
            pieces: list[bytes] = []
            with pytest.raises(CorpusError):
                collect(write(tmp_path, damaged), pieces)
            assert content.startswith(b"".join(pieces))


def test_the_blocks_of_bzip2_before_a_damaged_one_are_read(tmp_path: Path) -> None:
    data = bytearray(bz2.compress(CONTENT, 1))
    data[-200_000] ^= 1
    pieces: list[bytes] = []
    with pytest.raises(CorpusError, match="expected whole bzip2 data"):
        collect(write(tmp_path, bytes(data)), pieces)
    assert CONTENT.startswith(b"".join(pieces))
    assert len(CONTENT) // 4 < sum(map(len, pieces)) < len(CONTENT)


def test_little_is_held_of_bzip2_that_is_larger_than_it_seems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compression, "BZIP2_BLOCK", 1 << 20)
    path = write(tmp_path, bz2.compress(bytes(5 << 20)))
    sizes = [len(piece) for piece in read_pieces(path, lambda _: None, CorpusError)]
    assert sum(sizes) == 5 << 20
    assert max(sizes) <= (1 << 20) + compression.PIECE


@each_method
@pytest.mark.parametrize("tail", [b"garbage after the end", b"\x1f\x8b\x08garbage..................."])
def test_garbage_after_a_stream_is_damage(tmp_path: Path, name: str, tail: bytes) -> None:
    with pytest.raises(CorpusError, match=r"damaged|truncated"):
        read(write(tmp_path, METHODS[name](b"one\n") + tail))


def test_a_skippable_frame_begins_zstandard_too(tmp_path: Path) -> None:
    frame = b"\x50\x2a\x4d\x18" + (4).to_bytes(4, "little") + b"skip"
    assert read(write(tmp_path, frame + zstd(b"one\n"))) == b"one\n"


def test_xz_that_wants_too_much_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compression, "XZ_MEMORY", 1 << 16)
    with pytest.raises(CorpusError, match="damaged"):
        read(write(tmp_path, lzma.compress(b"one\n")))


def test_a_folder_or_nothing_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"cannot be read .*; expected a readable file"):
        read(tmp_path)
    with pytest.raises(CorpusError, match="missing: cannot be read"):
        read(tmp_path / "missing")
