"""Collections of ir_datasets as sources, on datasets that are registered here; nothing is downloaded."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytest.importorskip("ir_datasets", reason="needs ir_datasets")

import ir_datasets
from ir_datasets.datasets.base import Dataset
from ir_datasets.formats import BaseDocs, BaseQueries

from tweetctx import build_index, open_index
from tweetctx.corpus import read_articles
from tweetctx.errors import CorpusError
from tweetctx.index.embedded import EmbeddedIndex


class Page(NamedTuple):
    doc_id: str
    url: str
    title: str
    body: str

    def default_text(self) -> str:
        return f"{self.title} {self.body}"


class Note(NamedTuple):
    doc_id: str
    abstract: str

    def default_text(self) -> str:
        return self.abstract


PAGES = [
    Page("d1", "http://a.example/1", "Whitney Houston", "Whitney Houston was a singer.\nShe was born in Newark."),
    Page("d2", "", "Newark", "Newark is a city in New Jersey."),
    Page("d/3", "", "", "A page without a title of its own."),
]


class Docs(BaseDocs):  # type: ignore[misc]
    def __init__(self, documents: list[Any], language: str = "en", failure: Exception | None = None) -> None:
        self.documents, self.language, self.failure = documents, language, failure

    def docs_iter(self) -> Iterator[Any]:
        yield from self.documents
        if self.failure:
            raise self.failure

    def docs_count(self) -> int:
        return len(self.documents)

    def docs_lang(self) -> str:
        return self.language


class Queries(BaseQueries):  # type: ignore[misc]
    pass


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    notes = [Note("n1", "Der Zug fährt nach Wien.")]
    datasets = {
        "tweetctx-test/pages": Docs(PAGES),
        "tweetctx-test/notes": Docs(notes, "de"),
        "tweetctx-test/broken": Docs(PAGES[:1], failure=RuntimeError("the download failed")),
        "tweetctx-test/queries": Queries(),
    }
    for name, handler in datasets.items():
        ir_datasets.registry.register(name, Dataset(handler))
    yield
    for name in datasets:
        del ir_datasets.registry._registered[name]


def test_documents_become_articles() -> None:
    articles = list(read_articles(["ir_datasets:tweetctx-test/pages"]))
    assert [(article.id, article.title, article.url) for article in articles] == [
        ("d1", "Whitney Houston", "http://a.example/1"),
        ("d2", "Newark", ""),
        ("d/3", "d/3", ""),
    ]
    assert articles[0].sections[0].paragraphs == ("Whitney Houston was a singer.", "She was born in Newark.")


def test_an_index_of_a_collection(tmp_path: Path) -> None:
    build_index("ir_datasets:tweetctx-test/pages", tmp_path / "a.idx", workers=1)
    index = open_index(tmp_path / "a.idx")
    assert index.size.documents == 3
    assert index.search("newark city")[0].title == "Newark"


def test_the_language_is_that_of_the_dataset_and_the_default_text_serves(tmp_path: Path) -> None:
    corpus = read_articles(["ir_datasets:tweetctx-test/notes"])
    assert corpus.language == "de"
    assert [article.sections[0].paragraphs for article in corpus] == [("Der Zug fährt nach Wien.",)]
    build_index(["ir_datasets:tweetctx-test/notes"], tmp_path / "b.idx", workers=1)
    assert EmbeddedIndex(tmp_path / "b.idx").analyzer.config.language == "de"


def test_reading_goes_on_behind_any_document() -> None:
    sources = ["ir_datasets:tweetctx-test/pages"]
    corpus = read_articles(sources)
    rests = [[article.id for article in read_articles(sources, start=corpus.position)] for _ in corpus]
    assert rests == [[page.doc_id for page in PAGES[place:]] for place in range(1, len(PAGES) + 1)]


def test_collections_and_files_stand_beside_each_other(tmp_path: Path) -> None:
    (tmp_path / "more.jsonl").write_text('{"id": "x", "url": "", "title": "X", "text": "Some text."}\n')
    sources: list[str | Path] = [tmp_path / "more.jsonl", "ir_datasets:tweetctx-test/pages"]
    assert [article.id for article in read_articles(sources)] == ["x", "d1", "d2", "d/3"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nothing/of-the-kind", "found no such collection; expected an id of ir_datasets"),
        ("tweetctx-test/queries", "found a dataset without documents; expected one that has them"),
    ],
)
def test_a_wrong_id_is_told_at_once(name: str, message: str) -> None:
    with pytest.raises(CorpusError) as error:
        read_articles([f"ir_datasets:{name}"])
    assert str(error.value) == f"ir_datasets:{name}: {message}"


def test_a_download_that_fails_is_an_error_of_the_corpus() -> None:
    articles = iter(read_articles(["ir_datasets:tweetctx-test/broken"]))
    assert next(articles).id == "d1"
    with pytest.raises(CorpusError, match=r"broken: cannot be read \(the download failed\)"):
        next(articles)
