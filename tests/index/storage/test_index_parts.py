"""The parts that the files of an index are made of, each by itself."""

import random
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from tweetctx.errors import IndexDamagedError
from tweetctx.index.build.inversion import Counts, nothing
from tweetctx.index.protocol import UNKNOWN
from tweetctx.index.search.vocabulary import StoredVocabulary, write_vocabulary
from tweetctx.index.storage.arrays import ArrayWriter, load_array, smallest, write_array
from tweetctx.index.storage.lengths import (
    CODE_LENGTHS,
    EXACT,
    Lengths,
    length_codes,
    peak_codes,
    peaks_of,
    write_lengths,
)
from tweetctx.index.storage.paged import PAGE, PagedFile, write_checksums
from tweetctx.index.storage.rows import RowsWriter
from tweetctx.index.storage.texts import BLOCK_BYTES, LEAST_SAMPLES, SAMPLE_BYTES, Texts, TextsWriter, train_dictionary
from tweetctx.index.storage.words import WordCountsWriter, read_word_counts
from tweetctx.ragged import Ragged
from tweetctx.text.word_counts import Counts as Table
from tweetctx.text.word_counts import WordCounts

# arrays


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
@pytest.mark.parametrize("parts", [[], [[]], [[1]], [[1, 2], [], [200], [3] * 1000]])
def test_arrays_are_numpy_s_own_files(tmp_path: Path, kind: type[np.generic], parts: list[list[int]]) -> None:
    writer = ArrayWriter(tmp_path / "a.npy", kind)
    for part in parts:
        writer.append(np.array(part, np.int64))
    writer.close()
    whole = np.array([value for part in parts for value in part], kind)
    write_array(tmp_path / "b.npy", whole)
    assert (tmp_path / "a.npy").read_bytes() == (tmp_path / "b.npy").read_bytes()
    for found in (load_array(tmp_path / "a.npy"), np.load(tmp_path / "a.npy")):
        assert (found.dtype, found.tolist()) == (np.dtype(kind), whole.tolist())


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_disk_that_is_full_is_told(tmp_path: Path, small_disk: Callable[[int], AbstractContextManager[None]]) -> None:
    """Also by writes so small that they wait for others; a file with a hole in it would pass for what was written."""

    def append() -> None:
        writer = ArrayWriter(tmp_path / "a.npy", np.int64)
        for number in range(9):
            writer.append(np.array([number]))
        writer.close()

    def rows() -> None:
        writer = RowsWriter(tmp_path, "x")
        for _ in range(30):
            writer.append(Ragged.from_rows([[300] * 7]))
        writer.close()

    writes = [append, lambda: write_array(tmp_path / "b.npy", np.arange(9)), rows]
    for write in writes:
        write()
        with small_disk(150), pytest.raises(OSError, match="File too large"):
            write()


def test_the_smallest_type_that_holds_a_number() -> None:
    borders = {0: 1, 255: 1, 256: 2, 65_535: 2, 65_536: 4, 2**32 - 1: 4, 2**32: 8, 2**63: 8}
    assert {largest: np.dtype(smallest(largest)).itemsize for largest in borders} == borders


# files by the page


def paged(folder: Path, content: bytes) -> PagedFile:
    (folder / "f.bin").write_bytes(content)
    write_checksums(folder / "f.bin")
    return PagedFile(folder / "f.bin")


@pytest.mark.parametrize("size", [0, 1, 7, PAGE - 1, PAGE, PAGE + 1, 3 * PAGE])
def test_a_paged_file_holds_its_bytes(tmp_path: Path, size: int) -> None:
    content = random.Random(size).randbytes(size)  # noqa: S311
    file = paged(tmp_path, content)
    file.need(np.array([0, 0, size]), np.array([size, 0, size]))
    file.need(np.empty(0, np.int64), np.empty(0, np.int64))
    assert file.bytes.tobytes() == content
    assert file.view(np.uint32).tobytes() == content[: size // 4 * 4]


def test_only_what_is_needed_is_checked_and_every_time_until_it_is_right(tmp_path: Path) -> None:
    paged(tmp_path, bytes(5 * PAGE))
    content = bytearray(5 * PAGE)
    content[3 * PAGE] = 1
    (tmp_path / "f.bin").write_bytes(content)
    file = PagedFile(tmp_path / "f.bin")
    file.need(np.array([0, 4 * PAGE]), np.array([3 * PAGE, 5 * PAGE]))
    for begin, end in ((3 * PAGE, 3 * PAGE + 1), (0, 3 * PAGE + 1), (4 * PAGE - 1, 4 * PAGE + 1), (0, 5 * PAGE)):
        with pytest.raises(IndexDamagedError, match=f"f.bin: damaged, bytes {3 * PAGE} to {4 * PAGE} do not fit"):
            file.need(np.array([begin]), np.array([end]))


@pytest.mark.parametrize(("begin", "end"), [(-1, 5), (0, 2 * PAGE + 1), (3 * PAGE, 3 * PAGE + 1)])
def test_ranges_outside_of_a_paged_file(tmp_path: Path, begin: int, end: int) -> None:
    file = paged(tmp_path, bytes(PAGE + 9))
    with pytest.raises(IndexDamagedError, match="does not fit the files beside it"):
        file.need(np.array([begin]), np.array([end]))


@pytest.mark.parametrize("size", [0, PAGE, 2 * PAGE + 1])
def test_a_paged_file_of_another_size(tmp_path: Path, size: int) -> None:
    paged(tmp_path, bytes(PAGE + 9))
    (tmp_path / "f.bin").write_bytes(bytes(size))
    with pytest.raises(IndexDamagedError, match=f"found {size} bytes, expected 2 pages of {PAGE}"):
        PagedFile(tmp_path / "f.bin")


# texts


def written_texts(folder: Path, texts: list[bytes], dictionary: bytes = b"") -> Texts:
    writer = TextsWriter(folder, "t", dictionary)
    for begin in range(0, len(texts), 7):
        writer.append(texts[begin : begin + 7])
    writer.close()
    return Texts(folder, "t")


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


def test_few_samples_make_no_dictionary() -> None:
    assert train_dictionary([], 0) == b""
    assert train_dictionary([bytes(SAMPLE_BYTES)] * (LEAST_SAMPLES - 1), 10**9) == b""
    assert train_dictionary([bytes(SAMPLE_BYTES)] * LEAST_SAMPLES, 64 * 1023) == b""


def test_texts_stand_with_a_byte_behind_each(tmp_path: Path) -> None:
    written_texts(tmp_path, ["é".encode(), b"", b"ab"])
    assert zstandard.decompress((tmp_path / "t.bin").read_bytes()) == b"\xc3\xa9\xff\xffab\xff"


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_text_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="UTF-8"):
        written_texts(tmp_path, [b"a", b"\xff", b"b"])


def test_a_block_with_other_texts_than_expected(tmp_path: Path) -> None:
    written_texts(tmp_path, [b"a", b"b"])
    frame = zstandard.ZstdCompressor().compress(b"a\xffb\xffc\xff")
    (tmp_path / "t.bin").write_bytes(frame)
    write_array(tmp_path / "t.blocks.npy", np.array([0, 0, len(frame), 2]))
    with pytest.raises(IndexDamagedError, match="block 0 holds 3 texts, expected 2"):
        Texts(tmp_path, "t")[0]


def test_threads_read_texts(tmp_path: Path) -> None:
    texts = some_texts(5, 3_000)
    found = written_texts(tmp_path, texts)
    wrong: list[int] = []

    def read(seed: int) -> None:
        asked = random.Random(seed).choices(range(len(texts)), k=300)  # noqa: S311
        wrong.extend(number for number in asked if found[number] != texts[number].decode())

    threads = [threading.Thread(target=read, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_any_flipped_bit_in_texts_is_an_error_or_without_effect(tmp_path: Path) -> None:
    texts = some_texts(6, 400)
    written_texts(tmp_path, texts)
    path = tmp_path / "t.bin"
    whole = path.read_bytes()
    chance, raised = random.Random(7), 0  # noqa: S311
    for place in [*range(40), *chance.sample(range(len(whole)), 300)]:
        altered = bytearray(whole)
        altered[place] ^= 1 << chance.randrange(8)
        path.write_bytes(altered)
        try:
            assert list(Texts(tmp_path, "t").raw(0, len(texts))) == texts
        except IndexDamagedError as error:
            raised += 1
            assert str(error).startswith(f"{path}: damaged, block")  # noqa: PT017
    assert raised > 300


# the vocabulary


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
    write_vocabulary(tmp_path, [term.encode() for term in terms])
    vocabulary = StoredVocabulary(tmp_path)
    assert len(vocabulary) == len(terms)
    assert [vocabulary.term(number) for number in range(len(terms))] == terms
    assert list(vocabulary) == [term.encode() for term in terms]
    others = {near for term in terms for near in (term[:-1], term + "a", term + "\x00", term.upper(), "q" + term)}
    asked = [*terms, *sorted(others), "nothing", "", "\ud800", *terms[::-1]]
    expected = [terms.index(term) if term in terms else UNKNOWN for term in asked]
    assert vocabulary.numbers(asked).tolist() == expected
    assert [vocabulary.number(term) for term in asked] == expected
    assert [term in vocabulary for term in asked] == [number != UNKNOWN for number in expected]
    assert vocabulary.numbers([]).tolist() == []
    assert 3 not in vocabulary


@examples(60)
@given(st.lists(st.text(max_size=4), unique=True), st.lists(st.text(max_size=4)))
def test_any_vocabulary(terms: list[str], asked: list[str]) -> None:
    terms = [term for term in terms if term.isprintable()]
    with TemporaryDirectory() as folder:
        write_vocabulary(Path(folder), [term.encode() for term in terms])
        found = StoredVocabulary(Path(folder)).numbers([*terms, *asked]).tolist()
    assert found == [*range(len(terms)), *(terms.index(term) if term in terms else UNKNOWN for term in asked)]


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
        write_lengths(Path(name), np.array(lengths, np.int64))
        stored = Lengths(Path(name))
        assert stored.of(np.arange(len(lengths))).tolist() == lengths
        assert stored.of(np.arange(len(lengths))[::-2]).tolist() == lengths[::-2]
        assert stored.codes.tolist() == length_codes(np.array(lengths, np.int64)).tolist()


def test_long_passages_without_their_lengths_are_damage(tmp_path: Path) -> None:
    write_lengths(tmp_path, np.array([3, 500, 1000]))
    write_array(tmp_path / "passage_long.npy", np.array([1], np.uint32))
    with pytest.raises(IndexDamagedError, match=r"passage_long\.npy: damaged, expected 2 passages"):
        Lengths(tmp_path)


@given(st.lists(st.floats(1e-9, 1.0), min_size=1))
def test_peaks_are_never_too_small(shares: list[float]) -> None:
    """But for the last bit, for which the kernel's sums leave a unit a term."""
    peaks = peaks_of(peak_codes(np.array(shares)))
    assert (peaks >= np.array(shares) * (1 - 1e-15)).all()
    exact = np.array(shares) > 2e-5
    assert (peaks[exact] <= np.array(shares)[exact] * 2 ** (1 / 16) * (1 + 1e-15)).all()


def test_every_peak_of_a_count_and_a_length() -> None:
    tf, length = (grid.ravel() for grid in np.meshgrid(np.arange(1, 300), np.arange(1, 2_000)))
    shares = tf / np.maximum(CODE_LENGTHS[length_codes(length)], tf)
    assert (peaks_of(peak_codes(shares)) >= shares * (1 - 1e-15)).all()


# counts


def counts(cf: list[int], df: list[int], sf: list[int], length: int, windows: tuple[int, ...]) -> Counts:
    return Counts(np.array(cf), np.array(df), np.array(sf), length, windows)


def test_counts_are_added_and_taken_away() -> None:
    one = counts([5, 0, 2], [2, 0, 1], [3, 0, 0], 10, (11, 12, 13, 14, 15))
    two = counts([1, 1, 0, 4], [1, 1, 0, 2], [0, 1, 0, 3], 4, (1, 2, 3, 4, 5))
    both = one + two
    assert [part.tolist() for part in (both.cf, both.df, both.sf)] == [[6, 1, 2, 4], [3, 1, 1, 2], [3, 1, 0, 3]]
    assert (both.sentence_length, both.windows) == (14, (12, 14, 16, 18, 20))
    again = both - two
    assert [part.tolist() for part in (again.cf, again.df, again.sf)] == [[5, 0, 2, 0], [2, 0, 1, 0], [3, 0, 0, 0]]
    assert (again.sentence_length, again.windows) == (10, (11, 12, 13, 14, 15))
    none = nothing(3) + one
    assert (none.cf.tolist(), none.sentence_length, none.windows) == ([5, 0, 2], 10, one.windows)


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

    def tables(folder: Path) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    whole, again = WordCountsWriter(largest), WordCountsWriter(largest)
    for number in range(12):
        whole.add(some_words(number))
        again.add(some_words(number))
        if number in breaks:
            (tmp_path / str(number)).mkdir()
            held = again.keep(tmp_path / str(number))
            again = WordCountsWriter(largest)
            again.resume(tmp_path / str(number), held)
    for writer, name in ((whole, "whole"), (again, "again")):
        (tmp_path / name).mkdir()
        writer.write(tmp_path / name)
    assert tables(tmp_path / "again") == tables(tmp_path / "whole")
    assert len(read_word_counts(tmp_path / "whole").text.keys) > 5
    assert len(tables(tmp_path / "whole")) == 9
