"""Portions that are read elsewhere, and handed back late, are what iterating gives."""

import json
import pickle
from collections import deque
from pathlib import Path
from typing import Any

import pytest
from corpus_samples import COMPRESSIONS, FORMATS
from dump_samples import FOOTER, HEADER, pages
from hypothesis import given
from hypothesis import strategies as st
from test_corpus_positions import BROKEN

from tweetctx.corpus import Corpus, read_articles
from tweetctx.corpus.portions import Portion
from tweetctx.errors import CorpusError
from tweetctx.types import Article

SAMPLES = FORMATS | {"dump": HEADER + pages(1, 3) + FOOTER}
SIZES = [1, 30, 1 << 20]
Told = tuple[list[Article], Any, int]


def read_in_portions(corpus: Corpus, size: int, ahead: int = 3) -> list[Told]:
    """The articles of each portion, the position behind it and what was skipped by then."""
    begun: deque[Portion] = deque()
    told: list[Told] = []

    def finish() -> None:
        portion = begun.popleft()
        read = pickle.loads(pickle.dumps(portion)).read()  # noqa: S301
        assert read.read() is read
        corpus.done(portion, read.flaws)
        told.append((read.articles, json.loads(json.dumps(corpus.position)), corpus.skipped))

    for portion in corpus.portions(size):
        begun.append(portion)
        if len(begun) > ahead:
            finish()
    while begun:
        finish()
    return told


def flat(told: list[Told]) -> list[Article]:
    return [article for articles, _, _ in told for article in articles]


def check(sources: list[Path], size: int) -> list[Article]:
    """Expect the articles and problems of an iteration, and of two from the place behind any article."""
    whole, plain = read_articles(sources, on_error="skip"), read_articles(sources, on_error="skip")
    told, articles = read_in_portions(whole, size), list(plain)
    assert flat(told) == articles
    assert (whole.skipped, whole.problems, whole.problem_kinds) == (plain.skipped, plain.problems, plain.problem_kinds)
    assert whole.bytes_read == plain.bytes_read
    count = 0
    for part, position, skipped in told:
        count += len(part)
        if part:
            rest = read_articles(sources, on_error="skip", start=position)
            assert flat(read_in_portions(rest, size)) == articles[count:]
            assert skipped + rest.skipped == whole.skipped
            assert list(rest) == articles[count:]
            assert rest.position == plain.position or count == len(articles) or size > 1
    return articles


@pytest.mark.usefixtures("_no_processes")
@pytest.mark.parametrize("compression", ["plain", "xz"])
@pytest.mark.parametrize("size", SIZES)
def test_every_format_whole_and_broken(tmp_path: Path, compression: str, size: int) -> None:
    compress = COMPRESSIONS.get(compression, bytes)
    for name, content in SAMPLES.items():
        (tmp_path / name).write_bytes(compress((content + BROKEN[name]).encode()))
        (tmp_path / f"{name}-whole").write_bytes(compress(content.encode()))
    (tmp_path / "nothing").touch()
    assert len(check([tmp_path], size)) == 20


LINES = st.lists(st.sampled_from(['{"id": 1, "title": "T", "text": "x"}', "", " ", "{", "\x00", "[]"]), max_size=12)


@given(LINES, st.integers(1, 100))
def test_lines_of_any_kind(tmp_path_factory: pytest.TempPathFactory, lines: list[str], size: int) -> None:
    path = tmp_path_factory.mktemp("lines") / "f"
    path.write_text("\n".join(['{"id": 0, "title": "T", "text": ""}', *lines]))
    check([path, path], size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["jsonl", "doc"])
def test_reading_stops_at_the_first_problem(tmp_path: Path, name: str, size: int) -> None:
    """Not at the file that ends too early behind it, which is read before the first problem is known."""
    (tmp_path / "a").write_text(FORMATS[name] + BROKEN[name] + FORMATS[name])
    (tmp_path / "b").write_bytes(COMPRESSIONS["xz"](FORMATS[name].encode())[:-20])
    corpus = read_articles([tmp_path])
    with pytest.raises(CorpusError) as expected:
        list(corpus)
    with pytest.raises(CorpusError) as found:
        read_in_portions(corpus, size)
    assert str(found.value) == str(expected.value)
    assert f"{tmp_path / 'a'}, line" in str(found.value)


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES)
def test_what_stands_before_the_damage_is_read(tmp_path: Path, size: int) -> None:
    lines = "".join(f'{{"id": {number}, "title": "T", "text": "{hash(str(number))}"}}\n' for number in range(4_000))
    (tmp_path / "a").write_bytes(COMPRESSIONS["gzip"](lines.encode())[:-5000])
    (tmp_path / "b").write_text(FORMATS["jsonl"])
    corpus = read_articles([tmp_path], on_error="skip")
    found = flat(read_in_portions(corpus, max(size, 5000)))
    assert found == list(read_articles([tmp_path], on_error="skip"))
    assert len(found) > 1000
    assert corpus.skipped == 1
    assert "truncated" in corpus.problems[0]


def test_portions_have_about_the_size_asked_for(tmp_path: Path) -> None:
    line = '{"id": 1, "title": "T", "text": "x"}'
    (tmp_path / "f").write_text(f"{line}\n" * 100)
    portions = list(read_articles([tmp_path]).portions(10 * len(line)))
    assert [len(portion.lines) for portion in portions] == [10] * 10 + [0]
    assert [portion.first for portion in portions] == list(range(1, 102, 10))


def test_records_without_text_fill_a_portion_too(tmp_path: Path) -> None:
    line = '{"id": 1, "title": "T", "text": ""}'
    (tmp_path / "f").write_text(line + "\n" * 101)
    assert max(len(portion.lines) for portion in read_articles([tmp_path]).portions(10)) == 10
    (tmp_path / "f").write_text('<doc id="1" url="" title="T">\nT\n</doc>\n' * 100)
    assert max(len(portion.articles) for portion in read_articles([tmp_path]).portions(10)) == 10
