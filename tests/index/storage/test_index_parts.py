"""The parts that the files of an index are made of, each by itself."""

import io
import json
import random
import struct
import threading
import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
import zstandard
from array_files import arrays_of, replace_arrays, written
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from properties import examples

from tweetctx.arrays.ragged import Ragged
from tweetctx.errors import IndexDamagedError
from tweetctx.index.protocol import UNKNOWN
from tweetctx.index.search.vocabulary import LayeredVocabulary, StoredVocabulary, write_vocabulary
from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter, smallest
from tweetctx.index.storage.column_kernels import lengths_of
from tweetctx.index.storage.lengths import (
    CODE_LENGTHS,
    CODES,
    EXACT,
    SHARES,
    Lengths,
    length_codes,
    share_codes,
    write_lengths,
)
from tweetctx.index.storage.pages import PAGE, PagedArray
from tweetctx.index.storage.rows import RowsWriter
from tweetctx.index.storage.stored_words import WordCountsWriter, read_word_counts
from tweetctx.index.storage.texts import (
    BLOCK_BYTES,
    LEAST_SAMPLES,
    SAMPLE_BYTES,
    Texts,
    TextsWriter,
    join_texts,
    train_dictionary,
)
from tweetctx.text.word_counts import TABLES, WordCounts
from tweetctx.text.word_counts import Counts as Table

# files of arrays


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.uint32, np.int64, np.uint64])
@pytest.mark.parametrize("parts", [[], [[]], [[1]], [[1, 2], [], [200], [3] * 1000]])
def test_arrays_are_given_back(tmp_path: Path, kind: type[np.generic], parts: list[list[int]]) -> None:
    whole = np.array([value for part in parts for value in part], kind)

    def write(file: ArrayFileWriter) -> None:
        writer = file.array("parts", kind)
        file.write("whole", whole)
        for part in parts:
            writer.append(np.array(part, np.int64))
        writer.close()

    file = written(tmp_path / "a", write)
    for name in ("parts", "whole"):
        assert (file.array(name, kind).dtype, file.array(name, kind).tolist()) == (np.dtype(kind), whole.tolist())
    assert list(file.altered()) == []
    with pytest.raises(IndexDamagedError, match="a: damaged, the array other is missing"):
        file.array("other")


def test_a_file_of_arrays_by_hand(tmp_path: Path) -> None:
    def write(file: ArrayFileWriter) -> None:
        file.write("x", np.array([1, 2], np.uint16))
        file.write("y", np.array([1, 2], np.uint16))

    written(tmp_path / "a", write)
    content = (tmp_path / "a").read_bytes()
    assert content[:8] == b"tweetctx"
    assert content[64:68] == content[128:132] == b"\1\0\2\0"
    crc32 = zlib.crc32(content[64:68])
    table = json.dumps({"x": ["<u2", 2, 64, crc32], "y": ["<u2", 2, 128, crc32]}).encode()
    assert content[132:-20] == table
    assert struct.unpack("<QQI", content[-20:]) == (132, len(table), zlib.crc32(table))


def test_a_file_can_be_read_while_it_is_written(tmp_path: Path) -> None:
    file = ArrayFileWriter(tmp_path / "a")
    file.write("x", np.arange(9, dtype=np.uint64))
    before = file.readable()
    file.write("y", np.arange(5, dtype=np.uint64))
    assert before.array("x").tolist() == file.readable().array("x").tolist() == [*range(9)]
    assert "y" not in before
    file.close()
    assert ArrayFile(tmp_path / "a").array("y").tolist() == [*range(5)]


def test_any_flipped_bit_of_a_file_is_found(tmp_path: Path) -> None:
    def write(file: ArrayFileWriter) -> None:
        file.write("x", np.arange(9))
        writer = file.array("y", np.uint8, paged=True)
        writer.append(np.arange(200, dtype=np.uint8))
        writer.close()

    checksum = written(tmp_path / "a", write).checksum
    whole = (tmp_path / "a").read_bytes()
    for place in range(len(whole)):
        altered = bytearray(whole)
        altered[place] ^= 1 << place % 8
        (tmp_path / "a").write_bytes(altered)
        try:
            file = ArrayFile(tmp_path / "a")
        except IndexDamagedError:
            continue
        assert list(file.altered()), place
        assert file.checksum == checksum


@pytest.mark.parametrize(
    "entry",
    [
        ["<u2", 2, 64],
        ["<u2", 2, 64, 1, 1],
        ["<u3", 2, 64, 1],
        ["|O", 2, 64, 1],
        ["<u2", -2, 64, 1],
        ["<u2", 2, -64, 1],
        ["<u2", 2, 63, 1],
        ["<u2", 2.0, 64, 1],
        ["<u2", True, 64, 1],
        ["<u2", 2, 64, "1"],
        ["<u8", 1 << 61, 64, 1],
        ["<u2", 200, 64, 1],
        3,
        None,
    ],
)
def test_a_table_of_contents_that_is_crafted(tmp_path: Path, entry: object) -> None:
    table = json.dumps({"x": entry}).encode()
    head = b"tweetctx" + bytes(60)
    (tmp_path / "a").write_bytes(head + table + struct.pack("<QQI", len(head), len(table), zlib.crc32(table)))
    with pytest.raises(IndexDamagedError, match="a: damaged, "):
        ArrayFile(tmp_path / "a")


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_disk_that_is_full_is_told(tmp_path: Path, small_disk: Callable[[int], AbstractContextManager[None]]) -> None:
    """Also by writes so small that they wait for others; a file with a hole in it would pass for what was written."""

    def append() -> None:
        file = ArrayFileWriter(tmp_path / "a")
        writer = file.array("x", np.int64)
        for number in range(9):
            writer.append(np.array([number]))
        writer.close()
        file.close()

    def rows() -> None:
        file = ArrayFileWriter(tmp_path / "b")
        writer = RowsWriter(file, "x")
        for _ in range(30):
            writer.append(Ragged.from_rows([[300] * 7]))
        writer.close()
        file.close()

    for write in (append, rows):
        write()
        with small_disk(150), pytest.raises(OSError, match="File too large"):
            write()


def test_the_smallest_type_that_holds_a_number() -> None:
    borders = {0: 1, 255: 1, 256: 2, 65_535: 2, 65_536: 4, 2**32 - 1: 4, 2**32: 8, 2**63: 8}
    assert {largest: np.dtype(smallest(largest)).itemsize for largest in borders} == borders


# arrays by the page


def paged(path: Path, content: bytes) -> PagedArray:
    def write(file: ArrayFileWriter) -> None:
        writer = file.array("f", np.uint8, paged=True)
        writer.append(np.frombuffer(content, np.uint8))
        writer.close()

    return written(path, write).pages("f")


@pytest.mark.parametrize("size", [0, 1, 7, PAGE - 1, PAGE, PAGE + 1, 3 * PAGE, 33 * PAGE + 5])
def test_a_paged_array_holds_its_bytes(tmp_path: Path, size: int) -> None:
    content = random.Random(size).randbytes(size)  # noqa: S311
    array = paged(tmp_path / "a", content)
    array.need(np.array([0, 0, size]), np.array([size, 0, size]))
    array.need(np.empty(0, np.int64), np.empty(0, np.int64))
    assert array.values.tobytes() == array.whole().tobytes() == content
    assert array.at(np.arange(size)[::-1]).tobytes() == content[::-1]
    assert ArrayFile(tmp_path / "a").array("f").tobytes() == content
    if size:
        damaged = bytearray((tmp_path / "a").read_bytes())
        damaged[64 + size // 2] ^= 1
        (tmp_path / "a").write_bytes(damaged)
        with pytest.raises(IndexDamagedError, match="the array f does not fit its checksum"):
            ArrayFile(tmp_path / "a").array("f")


def test_a_large_array_is_checked_by_pages(tmp_path: Path) -> None:
    for values, paged in ((16 * PAGE, True), (16 * PAGE - 1, False)):
        file = written(tmp_path / "a", partial(ArrayFileWriter.write, name="f", values=np.zeros(values, np.uint8)))
        assert (file.entries["f"].crc32 is None) == paged == ("f.pages" in file)
        assert len(file.array("f")) == values


def test_only_what_is_needed_is_checked_and_every_time_until_it_is_right(tmp_path: Path) -> None:
    paged(tmp_path / "a", bytes(5 * PAGE))
    with (tmp_path / "a").open("r+b") as file:
        file.seek(64 + 3 * PAGE)
        file.write(b"\1")
    array = ArrayFile(tmp_path / "a").pages("f")
    array.need(np.array([0, 4 * PAGE]), np.array([3 * PAGE, 5 * PAGE]))
    for begin, end in ((3 * PAGE, 3 * PAGE + 1), (0, 3 * PAGE + 1), (4 * PAGE - 1, 4 * PAGE + 1), (0, 5 * PAGE)):
        with pytest.raises(
            IndexDamagedError, match=f"a: damaged, the array f does not fit its checksum from byte {3 * PAGE} on"
        ):
            array.need(np.array([begin]), np.array([end]))


@pytest.mark.parametrize(("begin", "end"), [(-1, 5), (0, 2 * PAGE + 1), (3 * PAGE, 3 * PAGE + 1)])
def test_ranges_outside_of_a_paged_array(tmp_path: Path, begin: int, end: int) -> None:
    array = paged(tmp_path / "a", bytes(PAGE + 9))
    with pytest.raises(IndexDamagedError, match="does not fit the arrays beside it"):
        array.need(np.array([begin]), np.array([end]))


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.uint32, np.uint64])
def test_pages_are_found_for_items_of_any_size(tmp_path: Path, kind: type[np.generic]) -> None:
    """A page is found damaged by the items that stand in it, and by no others; what it holds is looked at once."""
    looked: list[int] = []

    def valid(values: NDArray[Any], first: int) -> bool:
        assert values.tolist() == expected[first : first + per_page].tolist()
        looked.append(first)
        return True

    per_page = PAGE // np.dtype(kind).itemsize
    expected = (np.arange(3 * per_page + 5) % 251).astype(kind)

    def write(file: ArrayFileWriter) -> None:
        writer = file.array("f", kind, paged=True)
        writer.append(expected)
        writer.close()

    written(tmp_path / "a", write)
    content = bytearray((tmp_path / "a").read_bytes())
    content[64 + PAGE] ^= 1
    (tmp_path / "a").write_bytes(content)
    array = ArrayFile(tmp_path / "a").pages("f", kind, valid)
    for places in ([0, per_page - 1], [2 * per_page, len(expected) - 1], [5]):
        assert array.at(np.array(places)).tolist() == expected[places].tolist()
    assert looked == [0, 2 * per_page, 3 * per_page]
    for place in (per_page, 2 * per_page - 1):
        with pytest.raises(IndexDamagedError, match=f"does not fit its checksum from byte {PAGE} on"):
            array.at(np.array([0, place]))
    with pytest.raises(IndexDamagedError, match="does not fit its checksum"):
        array.whole()


def test_values_that_the_format_does_not_allow(tmp_path: Path) -> None:
    write = partial(ArrayFileWriter.write, name="f", values=np.array([1, 2, 3], np.uint16))
    file = written(tmp_path / "a", write)
    array = file.pages("f", np.uint16, lambda values, _: bool((values < 3).all()))
    for _ in range(2):
        with pytest.raises(IndexDamagedError, match="a: damaged, the array f does not fit the arrays beside it"):
            array.at(np.array([0]))
    with pytest.raises(IndexDamagedError, match="the array f has the unexpected type uint16"):
        file.pages("f", np.uint8)


def test_numbers_with_a_sign_are_not_taken_for_others(tmp_path: Path) -> None:
    """A kernel would take a negative one for a place."""
    file = written(tmp_path / "a", partial(ArrayFileWriter.write, name="f", values=np.array([-1])))
    assert file.array("f", np.int64).tolist() == [-1]
    for ask in (file.array, file.pages):
        with pytest.raises(IndexDamagedError, match="the array f has the unexpected type int64"):
            ask("f")


def in_threads(read: Callable[[int], None]) -> None:
    """Calls a function in six threads at the same time, each with a seed of its own."""
    threads = [threading.Thread(target=read, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_threads_can_share_a_paged_array(tmp_path: Path) -> None:
    content = random.Random(1).randbytes(20 * PAGE)  # noqa: S311
    array = paged(tmp_path / "a", content)
    wrong: list[int] = []

    def read(seed: int) -> None:
        asked = random.Random(seed).choices(range(len(content)), k=300)  # noqa: S311
        wrong.extend(at for at in asked if array.at(np.array([at])).tobytes() != content[at : at + 1])

    in_threads(read)
    assert wrong == []
    assert array.whole().tobytes() == content


@pytest.mark.parametrize("sums", [1, 3])
def test_a_paged_array_with_other_checksums(tmp_path: Path, sums: int) -> None:
    file = ArrayFileWriter(tmp_path / "b")
    file.write("f.pages", np.zeros(sums, np.uint32))
    file.add("f", np.dtype(np.uint8), PAGE + 9, io.BytesIO(bytes(PAGE + 9)), paged=False)
    file._entries["f"] = file._entries["f"]._replace(crc32=None)
    file.close()
    with pytest.raises(IndexDamagedError, match="does not fit the checksums of its pages"):
        ArrayFile(tmp_path / "b").pages("f")


# texts


def written_texts(folder: Path, texts: list[bytes], dictionary: bytes = b"", block_bytes: int = BLOCK_BYTES) -> Texts:
    def write(file: ArrayFileWriter) -> None:
        writer = TextsWriter(file, "t", dictionary, block_bytes)
        for begin in range(0, len(texts), 7):
            writer.append(join_texts(texts[begin : begin + 7]))
        writer.finish()
        writer.close()

    return Texts(written(folder / "a", write), "t")


def test_a_block_ends_with_the_text_that_fills_it(tmp_path: Path) -> None:
    texts = [b"abc", b"de", b"", b"fghij", b"k"]
    found = written_texts(tmp_path, texts, block_bytes=5)
    assert list(found.raw(0, 5)) == texts
    first = ArrayFile(tmp_path / "a").array("t.blocks", np.int64)[1::2]
    assert first.tolist() == [0, 2, 4, 5]  # abc de, then an empty one and fghij, then k, and the end


def some_texts(seed: int, number: int) -> list[bytes]:
    chance = random.Random(seed)  # noqa: S311
    words = ["über", "houston", "ニューアーク", "the", "of", "🎤", "\x00", "\n"]
    return [" ".join(chance.choices(words, k=chance.choice((0, 1, 9, 60)))).encode() for _ in range(number)]


TEXTS = {
    "none": [],
    "empty": [b""] * 50,
    "one": ["é".encode()],
    "many": some_texts(1, 2_000),
    "larger than a block": [b"a", b"xyz" * BLOCK_BYTES, b"", b"b" * BLOCK_BYTES, b"c"],
    "a block exactly": [b"d" * (BLOCK_BYTES - 1), b"e", b"f"],
    "larger than all blocks": [b"g" * 5 * BLOCK_BYTES, b""],
}


@pytest.mark.parametrize("texts", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("with_dictionary", [False, True])
def test_texts_are_given_back(tmp_path: Path, texts: list[bytes], with_dictionary: bool) -> None:
    dictionary = b""
    if with_dictionary:
        whole = b"".join(some_texts(2, 30_000))
        samples = [whole[begin : begin + SAMPLE_BYTES] for begin in range(0, len(whole) - SAMPLE_BYTES, SAMPLE_BYTES)]
        dictionary = train_dictionary(samples, len(whole))
        assert dictionary
    found = written_texts(tmp_path, texts, dictionary)
    assert len(found) == len(texts)
    assert list(found.raw(0, len(texts))) == texts
    assert list(found.raw(len(texts), len(texts))) == []
    chance = random.Random(3)  # noqa: S311
    for number in chance.sample(range(len(texts)), min(60, len(texts))):
        assert found[number] == texts[number].decode()
        end = chance.randint(number, len(texts))
        assert list(found.raw(number, end)) == texts[number:end]
        assert found.between(number, end) == b"".join(texts[number:end]).decode()
    for size in (0, 1, 7, 300):
        numbers = np.array(chance.choices(range(len(texts)), k=size) if texts else [], np.int64)
        assert found.many(numbers) == [texts[number].decode() for number in numbers.tolist()]
        ends = np.array([chance.randint(number, len(texts) - 1) + 1 for number in numbers.tolist()], np.int64)
        spans = zip(numbers.tolist(), ends.tolist(), strict=True)
        assert found.spans(numbers, ends) == [b"".join(texts[begin:end]).decode() for begin, end in spans]
    for first, last in ((0, len(texts) + 1), (-1, 1)):
        with pytest.raises(IndexError, match=f"found {first} to {last}, expected 0 to {len(texts)}"):
            found.spans(np.array([first]), np.array([last]))


def test_few_samples_make_no_dictionary() -> None:
    assert train_dictionary([], 0) == b""
    assert train_dictionary([bytes(SAMPLE_BYTES)] * (LEAST_SAMPLES - 1), 10**9) == b""
    assert train_dictionary([bytes(SAMPLE_BYTES)] * LEAST_SAMPLES, 64 * 1023) == b""


def test_texts_stand_with_a_byte_behind_each(tmp_path: Path) -> None:
    written_texts(tmp_path, ["é".encode(), b"", b"ab"])
    assert zstandard.decompress(arrays_of(tmp_path / "a")["t.frames"][0].tobytes()) == b"\xc3\xa9\xff\xffab\xff"


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_text_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="UTF-8"):
        written_texts(tmp_path, [b"a", b"\xff", b"b"])


def test_a_block_with_other_texts_than_expected(tmp_path: Path) -> None:
    written_texts(tmp_path, [b"a", b"b"])
    frame = zstandard.ZstdCompressor().compress(b"a\xffb\xffc\xff")
    replace_arrays(tmp_path / "a", t__frames=np.frombuffer(frame, np.uint8), t__blocks=np.array([0, 0, len(frame), 2]))
    with pytest.raises(IndexDamagedError, match=r"the array t\.frames holds 3 texts in block 0, expected 2"):
        Texts(ArrayFile(tmp_path / "a"), "t")[0]
    with pytest.raises(IndexDamagedError, match=r"the array t\.frames holds 3 texts in block 0, expected 2"):
        Texts(ArrayFile(tmp_path / "a"), "t").many(np.array([1]))


@pytest.mark.parametrize("content", [b"a\xffb", b"a\xffb\xffc", b"", b"\xff\xff\xff", b"a\xff\xfe\xff"])
def test_many_texts_of_a_block_that_is_not_whole(tmp_path: Path, content: bytes) -> None:
    written_texts(tmp_path, [b"a", b"b"])
    frame = zstandard.ZstdCompressor().compress(content)
    replace_arrays(tmp_path / "a", t__frames=np.frombuffer(frame, np.uint8), t__blocks=np.array([0, 0, len(frame), 2]))
    with pytest.raises(IndexDamagedError, match=r"the array t\.frames holds"):
        Texts(ArrayFile(tmp_path / "a"), "t").many(np.array([0, 1]))


@pytest.mark.parametrize("broken", range(4))
@pytest.mark.parametrize("offset", [0, -1])  # in the frame: its header, or its content
def test_a_block_that_does_not_decompress_is_named(tmp_path: Path, broken: int, offset: int) -> None:
    frames = [bytearray(zstandard.ZstdCompressor().compress(content * 999 + b"\xff")) for content in (b"a", b"b", b"c")]
    frames.insert(broken, bytearray(zstandard.ZstdCompressor(write_checksum=True).compress(b"d\xff")))
    frames[broken][offset] ^= 0xFF
    begins = np.cumsum([0, *map(len, frames)])
    written_texts(tmp_path, [b"a"] * 4)
    blocks = np.column_stack([begins, np.arange(5)]).ravel()
    replace_arrays(tmp_path / "a", t__frames=np.frombuffer(b"".join(frames), np.uint8), t__blocks=blocks)
    with pytest.raises(IndexDamagedError, match=rf"holds a block that does not decompress, {broken} \("):
        Texts(ArrayFile(tmp_path / "a"), "t").many(np.arange(4))


def test_a_frame_that_says_it_is_very_large_takes_no_memory(tmp_path: Path) -> None:
    written_texts(tmp_path, [b"a"])
    compressor = zstandard.ZstdCompressor().compressobj(size=1 << 50)
    frame = np.frombuffer(compressor.compress(b"a\xff") + compressor.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK), np.uint8)
    replace_arrays(tmp_path / "a", t__frames=frame, t__blocks=np.array([0, 0, len(frame), 1]))
    with pytest.raises(IndexDamagedError, match="holds a block of more than 1073741824 bytes"):
        Texts(ArrayFile(tmp_path / "a"), "t")[0]


@pytest.mark.parametrize(
    "blocks",
    [[], [0], [0, 0, 9], [0, 0, 11, 1], [1, 0, 10, 1], [0, 1, 10, 1], [0, 0, 11, 2, 10, 1], [0, 0, 5, 2, 10, 1]],
)
def test_blocks_that_are_not_those_of_the_frames(tmp_path: Path, blocks: list[int]) -> None:
    written_texts(tmp_path, [b"a"])
    replace_arrays(tmp_path / "a", t__frames=np.zeros(10, np.uint8), t__blocks=np.array(blocks, np.int64))
    with pytest.raises(IndexDamagedError, match=r"the array t\.blocks does not fit t\.frames"):
        Texts(ArrayFile(tmp_path / "a"), "t")


def test_threads_read_texts(tmp_path: Path) -> None:
    texts = some_texts(5, 3_000)
    found = written_texts(tmp_path, texts)
    wrong: list[int] = []

    def read(seed: int) -> None:
        asked = random.Random(seed).choices(range(len(texts)), k=300)  # noqa: S311
        wrong.extend(number for number in asked if found[number] != texts[number].decode())

    in_threads(read)
    assert wrong == []


def test_frames_that_are_something_else_are_damage(tmp_path: Path) -> None:
    """With checksums that fit: what is read is as many texts, or there is an error."""
    texts = some_texts(6, 400)
    written_texts(tmp_path, texts)
    frames = arrays_of(tmp_path / "a")["t.frames"][0]
    chance, raised = random.Random(7), 0  # noqa: S311
    for place in [*range(20), *chance.sample(range(len(frames)), 60)]:
        altered = frames.copy()
        altered[place] ^= 1 << chance.randrange(8)
        replace_arrays(tmp_path / "a", t__frames=altered)
        try:
            assert len(list(Texts(ArrayFile(tmp_path / "a"), "t").raw(0, len(texts)))) == len(texts)
        except IndexDamagedError as error:
            raised += 1
            assert str(error).startswith(f"{tmp_path / 'a'}: damaged, the array t.frames holds")  # noqa: PT017
    assert raised > 20


# the vocabulary


def written_vocabulary(path: Path, terms: list[str]) -> StoredVocabulary:
    return StoredVocabulary(written(path, lambda file: write_vocabulary(file, [term.encode() for term in terms])))


VOCABULARIES = [
    [],
    [""],
    ["a"],
    ["the", "th", "t", "then", "", "them", "zebra"],
    ["é", "e", "日本", "日", "🎤", "z", "\x00", "a b", "\U0010ffff", "ÿ"],
    [f"{word}{number}" for number in range(300) for word in ("x", "yy", "東")],
]


@pytest.mark.parametrize("terms", VOCABULARIES, ids=len)
def test_terms_have_the_numbers_of_their_places(tmp_path: Path, terms: list[str]) -> None:
    vocabulary = written_vocabulary(tmp_path / "a", terms)
    assert len(vocabulary) == len(terms)
    assert [vocabulary.term(number) for number in range(len(terms))] == terms
    assert list(vocabulary) == [term.encode() for term in terms]
    others = {near for term in terms for near in (term[:-1], term + "a", term + "\x00", term.upper(), "q" + term)}
    asked = [*terms, *sorted(others), "nothing", "", "\ud800", *terms[::-1]]
    expected = [terms.index(term) if term in terms else UNKNOWN for term in asked]
    assert vocabulary.numbers(asked).tolist() == expected
    layered = LayeredVocabulary([vocabulary])
    assert [term in layered for term in asked] == [number != UNKNOWN for number in expected]
    assert vocabulary.numbers([]).tolist() == []
    assert 3 not in layered


@examples(60)
@given(st.lists(st.text(max_size=4), unique=True), st.lists(st.text(max_size=4)))
def test_any_vocabulary(terms: list[str], asked: list[str]) -> None:
    terms = [term for term in terms if term.isprintable()]
    with TemporaryDirectory() as folder:
        found = written_vocabulary(Path(folder) / "a", terms).numbers([*terms, *asked]).tolist()
    assert found == [*range(len(terms)), *(terms.index(term) if term in terms else UNKNOWN for term in asked)]


def test_layers_are_numbered_one_behind_the_other(tmp_path: Path) -> None:
    layers = [["a", "b"], [], ["c"], ["d", "e"]]
    every = ["a", "b", "c", "d", "e"]
    vocabulary = LayeredVocabulary(
        [written_vocabulary(tmp_path / str(place), layer) for place, layer in enumerate(layers)]
    )
    assert (len(vocabulary), [*vocabulary]) == (5, [term.encode() for term in every])
    assert vocabulary.numbers(["e", "x", "a", "c"]).tolist() == [4, UNKNOWN, 0, 2]
    assert [vocabulary.term(number) for number in vocabulary.numbers(every).tolist()] == every
    assert ["d" in vocabulary, "x" in vocabulary, 3 in vocabulary] == [True, False, False]
    assert LayeredVocabulary([]).numbers(["a"]).tolist() == [UNKNOWN]


# codes


def test_length_codes_are_exact_below_their_border_and_never_too_long() -> None:
    lengths = np.concatenate([np.arange(100_000), [10**6, 2**31, 2**32 - 1]])
    codes = length_codes(lengths)
    assert codes[:EXACT].tolist() == list(range(EXACT))
    assert (CODE_LENGTHS[codes] <= lengths).all()
    within = lengths < CODE_LENGTHS[-1]
    assert (CODE_LENGTHS[codes][within] > lengths[within] / 1.1 - 1).all()
    assert (np.diff(codes.astype(int)) >= 0).all()


@given(st.lists(st.one_of(st.integers(0, 3), st.integers(EXACT - 2, EXACT + 30), st.integers(0, 2**32 - 1))))
def test_lengths_are_exact_however_long(lengths: list[int]) -> None:
    with TemporaryDirectory() as name:
        stored = Lengths(written(Path(name) / "a", lambda file: write_lengths(file, np.array(lengths, np.int64))))
        assert lengths_of(stored.table, np.arange(len(lengths))).tolist() == lengths
        assert lengths_of(stored.table, np.arange(len(lengths))[::-2].copy()).tolist() == lengths[::-2]
        assert stored.codes.whole().tolist() == length_codes(np.array(lengths, np.int64)).tolist()


@pytest.mark.parametrize("long", [[1], [1, 2, 3]])
def test_more_or_fewer_lengths_than_long_passages_are_damage(tmp_path: Path, long: list[int]) -> None:
    written(tmp_path / "a", lambda file: write_lengths(file, np.array([3, 500, 1000])))
    replace_arrays(tmp_path / "a", passage_long=np.array(long, np.uint32))
    with pytest.raises(IndexDamagedError, match="passage_long does not fit passage_long_lengths"):
        Lengths(ArrayFile(tmp_path / "a"))


@pytest.mark.parametrize("long", [[0, 1], [1, 70_000]])
def test_a_long_passage_without_its_length_is_told(tmp_path: Path, long: list[int]) -> None:
    written(tmp_path / "a", lambda file: write_lengths(file, np.array([3, 500, 1000])))
    replace_arrays(tmp_path / "a", passage_long=np.array(long, np.uint32))
    found = lengths_of(Lengths(ArrayFile(tmp_path / "a")).table, np.arange(3)).tolist()
    assert found == [3, [500, 1000][long.index(1)], -1]


def test_a_code_of_a_share_stands_for_no_smaller_one_and_the_next_for_no_larger_one() -> None:
    """But for the last bits, for which the kernel's sums leave a unit a term."""
    tf, length = (grid.ravel() for grid in np.meshgrid(np.arange(1, 300), np.arange(1, 2_000)))
    lengths = length_codes(length)
    shares, codes = tf / np.maximum(CODE_LENGTHS[lengths], tf), share_codes(tf, lengths)
    assert (SHARES[codes] >= shares * (1 - 1e-14)).all()
    last = shares < SHARES[CODES - 1]
    assert (codes[last] == CODES - 1).all()
    assert (SHARES[codes[~last] + 1] <= shares[~last] * (1 + 1e-14)).all()
    assert not last[lengths < EXACT].any()


# the words


def some_words(seed: int) -> WordCounts:
    chance = np.random.default_rng(seed)

    def table() -> Table:
        keys = np.unique(chance.integers(0, 40, 12).astype(np.uint64))
        return Table.of(keys, chance.integers(1, 4, len(keys)))

    return WordCounts(table(), table(), table())


@pytest.mark.parametrize("largest", [10, 1_000])
@pytest.mark.parametrize("breaks", [[], [0], [3], [1, 2, 3, 7, 11]])
def test_counting_words_goes_on_as_if_it_had_not_been_interrupted(
    tmp_path: Path, largest: int, breaks: list[int]
) -> None:
    """Rare pairs and tables that were pruned on the way among it."""

    whole, again = WordCountsWriter(largest), WordCountsWriter(largest)
    for number in range(12):
        whole.add(some_words(number))
        again.add(some_words(number))
        if number in breaks:
            kept = ArrayFileWriter(tmp_path / str(number))
            held = again.keep(kept)
            kept.close()
            again = WordCountsWriter(largest)
            again.resume(ArrayFile(tmp_path / str(number)), held)
    one, other = (
        written(tmp_path / name, lambda file, writer=writer: writer.write(file, pruned=True))  # type: ignore[misc]
        for writer, name in ((whole, "whole"), (again, "again"))
    )
    assert one.bytes.tobytes() == other.bytes.tobytes()
    assert len(read_word_counts(one).text.keys) > 5


def test_word_counts_of_several_files_add_up(tmp_path: Path) -> None:
    """Against one table that counted everything."""
    files, whole = [], WordCountsWriter()
    for number in range(5):
        writer = WordCountsWriter()
        for seed in range(number, number + (12 if number == 2 else 1)):
            writer.add(some_words(seed))
            whole.add(some_words(seed))
        files.append(
            written(tmp_path / str(number), lambda file, writer=writer: writer.write(file, pruned=False))  # type: ignore[misc]
        )
    expected = read_word_counts(written(tmp_path / "whole", lambda file: whole.write(file, pruned=False)))
    for found, table in zip(
        (getattr(read_word_counts(*files), name) for name in TABLES),
        (getattr(expected, name) for name in TABLES),
        strict=True,
    ):
        assert (found.keys.tolist(), found.values.tolist()) == (table.keys.tolist(), table.values.tolist())
        assert found.total == table.total
    assert read_word_counts().text.total == 0
