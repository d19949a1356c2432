"""Reading goes on behind any article as if it had not been interrupted, in every format and compression."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from corpus_samples import COMPRESSIONS, FORMATS
from dump_samples import FOOTER, HEADER, pages
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.corpus import Corpus, read_articles
from tweetctx.errors import CorpusError, ParameterError
from tweetctx.types import Article

SAMPLES = FORMATS | {"dump": HEADER + pages(1, 3) + FOOTER}
BROKEN = {
    "jsonl": '{"id": 1}\n',
    "json": '\n{"id": 1}\n',
    "doc": '<doc id="9">\n',
    "inex": "<page>",
    "dump": "<page>",
}


def read_to_the_end(corpus: Corpus) -> list[tuple[Article, Any, int]]:
    """Every article, the position behind it as it comes back from JSON, and what had been skipped by then."""
    return [(article, json.loads(json.dumps(corpus.position)), corpus.skipped) for article in corpus]


def check_every_position(sources: list[Path], **options: Any) -> list[Article]:
    """Expect the same articles, positions and problems from every place on; return all articles."""
    whole = read_articles(sources, on_error="skip", **options)
    assert whole.position is None
    told = read_to_the_end(whole)
    articles = [article for article, _, _ in told]
    for number, (_, position, skipped) in enumerate(told, 1):
        rest = read_articles(sources, on_error="skip", start=position, **options)
        assert rest.position == position
        told_again = read_to_the_end(rest)
        assert [article for article, _, _ in told_again] == articles[number:]
        assert [place for _, place, _ in told_again] == [place for _, place, _ in told[number:]]
        assert skipped + rest.skipped == whole.skipped
        assert rest.bytes_read == whole.bytes_read
    return articles


@pytest.mark.usefixtures("_no_processes")
@pytest.mark.parametrize("compression", COMPRESSIONS)
@pytest.mark.parametrize("name", SAMPLES)
def test_each_format_in_each_compression(tmp_path: Path, name: str, compression: str) -> None:
    for file in ("a", "b", "c"):
        (tmp_path / file).write_bytes(COMPRESSIONS[compression](SAMPLES[name].encode()))
    assert len(check_every_position([tmp_path])) == 6


@pytest.mark.usefixtures("_no_processes")
@pytest.mark.parametrize("compress", [bytes, COMPRESSIONS["xz"]])
def test_problems_on_either_side_are_counted_once(tmp_path: Path, compress: Callable[[bytes], bytes]) -> None:
    for name, content in SAMPLES.items():
        (tmp_path / name).write_bytes(compress((content + BROKEN[name]).encode()))
    (tmp_path / "nothing").touch()
    assert len(check_every_position([tmp_path])) == 10
    assert read_articles([tmp_path], on_error="skip").skipped == 0


@given(lines=st.lists(st.sampled_from(['{"id": 1, "title": "T", "text": "x"}', "", "{", "\x00"]), max_size=8))
def test_lines_of_any_kind(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    path = tmp_path_factory.mktemp("lines") / "f"
    path.write_text("\n".join(['{"id": 0, "title": "T", "text": ""}', *lines]))
    check_every_position([path, path])


def test_a_file_that_changed_meanwhile_is_refused_even_where_problems_are_skipped(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text(FORMATS["jsonl"])
    corpus = read_articles([path])
    next(iter(corpus))
    size = path.stat().st_size
    path.write_text(FORMATS["jsonl"] + "\n")
    message = f"{path}: found {size + 1} bytes; expected f of {size} bytes, where reading continues"
    with pytest.raises(CorpusError) as caught:
        list(read_articles([path], start=corpus.position, on_error="skip"))
    assert str(caught.value) == message


@pytest.mark.parametrize("start", [5, {}, {"file": "x", "name": "f", "size": 1, "articles": 1}])
def test_what_is_no_position_is_refused(tmp_path: Path, start: Any) -> None:
    (tmp_path / "f").touch()
    with pytest.raises(ParameterError, match=r"start: found .*; expected None or a position"):
        read_articles([tmp_path], start=start)
