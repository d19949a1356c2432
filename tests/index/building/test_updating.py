"""An index that was updated answers as one that was built from the last state of its wiki."""

import json
import shutil
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from properties import one_in
from same_index import Live, check_same
from wiki_history import BASE, TITLES, Wiki, first_wiki, later, write_changes, write_dump, write_stubs

from tweetctx import Contextualizer, build_index
from tweetctx.corpus.workers import Begun, Workers
from tweetctx.index import add_articles, compact_index, verify_index
from tweetctx.index.building.updating import apply_day, compare_with_dump
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.storage import files
from tweetctx.index.surface_forms import SurfaceForms
from tweetctx.text.names.keys import name_key

TWEETS = ("Stuck on London Bridge again", "the Lea is in flood near Brunel's lock", "Thames Barrier and the GUC today")


@pytest.fixture(scope="module", autouse=True)
def in_this_process() -> Iterator[None]:
    """Without processes that convert pages, and without waiting for the disk, which would take most of the time."""

    def run(_: Workers, work: Callable[[Any, int], Iterator[Any]], units: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        return ((unit, result) for unit in units for result in work(unit, 0) if not isinstance(result, Begun))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Workers, "run", run)
        patch.setattr(files, "sync", lambda _: None)
        yield


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Wiki, Path]:
    folder = tmp_path_factory.mktemp("first")
    wiki = first_wiki(Random(0))  # noqa: S311
    build_index(write_dump(wiki.pages.values(), folder), folder / "index", workers=1)
    return wiki, folder / "index"


def names(index: EmbeddedIndex) -> list[object]:
    """What every title of the wiki, and every other name, stands for."""
    written = [*TITLES, "Nowhere", "old one", *(f"{title.upper()} {n}" for title in TITLES for n in (1, 2, 3))]
    found = index.surface_forms(np.array([name_key(text) for text in written], np.uint64))
    whose = np.searchsorted(Live.of(index).articles, found.articles).tolist()
    return [whose, *(getattr(found, own).tolist() for own in SurfaceForms.__slots__ if own != "articles")]


def rebuilt(wiki: Wiki, like: EmbeddedIndex, folder: Path) -> Path:
    """An index of the last state. Its dump has the articles in the order of another index, as ties go to the first."""
    order = [int(like.article(number).id) for number in Live.of(like).articles.tolist()]
    pages = sorted(wiki.pages.values(), key=lambda page: order.index(page.number) if page.number in order else 99)
    build_index(write_dump(pages, folder), folder / "rebuilt", workers=1)
    return folder / "rebuilt"


def contexts(index: Path) -> list[object]:
    with Contextualizer.open(str(index)) as contextualizer:
        records = [contextualizer.contextualize(tweet, limit=300).to_dict() for tweet in TWEETS]
    return [{key: value for key, value in record.items() if key not in ("took_ms", "index")} for record in records]


def history(first: tuple[Wiki, Path], seed: int, folder: Path) -> tuple[Wiki, Path]:
    """Some days, dumps with which the index is compared, and one more day without deletions."""
    wiki, index = deepcopy(first[0]), shutil.copytree(first[1], folder / "index")
    wiki.chance = Random(seed)  # noqa: S311
    days = wiki.chance.randint(1, 3)
    stubs: Path | None = None
    for day in range(1, days + 2):
        for _ in range(wiki.chance.randint(1, 8)):
            wiki.step(deletes=day <= days)
        assert apply_day(index, write_changes(wiki.end_day(), folder, later(day)), later(day), workers=1)
        if wiki.chance.random() < 0.1:
            compact_index(index)
        if stubs:
            assert compare_with_dump(index, stubs, later(day - 1))
            stubs = None
        if day == days or wiki.chance.random() < 0.2:
            stubs = write_stubs(wiki.pages.values(), folder, later(day))
            wiki.compared()
    return wiki, index


@pytest.mark.parametrize("part", one_in(10, range(10)))
def test_updated_as_built_from_the_last_state(
    first: tuple[Wiki, Path], tmp_path: Path, part: int, thorough: bool
) -> None:
    for seed in range(part, 100 if thorough else 10, 10):
        folder = tmp_path / str(seed)
        folder.mkdir()
        wiki, place = history(first, seed, folder)
        index = EmbeddedIndex(place)
        other = rebuilt(wiki, index, folder)
        check_same(index, EmbeddedIndex(other), number=4)
        assert names(index) == names(EmbeddedIndex(other))
        assert contexts(place) == contexts(other)
        assert verify_index(place) == []


def test_lists_are_read_for_any_true_value(first: tuple[Wiki, Path], tmp_path: Path) -> None:
    true: Any = 1
    build_index(write_dump(first[0].pages.values(), tmp_path), tmp_path / "index", workers=1, lists=true)
    assert EmbeddedIndex(tmp_path / "index").manifest["wiki_pages"]["lists"] is True


def test_articles_that_are_no_pages_of_the_wiki_stay(first: tuple[Wiki, Path], tmp_path: Path) -> None:
    wiki, index = deepcopy(first[0]), shutil.copytree(first[1], tmp_path / "index")
    page = next(page for page in wiki.pages.values() if page.title == "Lea")
    own = {"own-1": f"{BASE}Our_page", "700001": "https://example.org/Lea"}
    records = [{"id": key, "title": page.title, "url": url, "text": "This is ours."} for key, url in own.items()]
    source = tmp_path / "own.jsonl"
    source.write_text("".join(json.dumps(record) + "\n" for record in records))
    add_articles(source, index, workers=1)
    wiki.save(replace(page, text=f"{page.text} Another sentence."))
    wiki.new("Nowhere", "", "Lea")
    assert apply_day(index, write_changes(wiki.end_day(), tmp_path, later(1)), later(1), workers=1)
    wiki.delete(page.number)
    assert compare_with_dump(index, write_stubs(wiki.pages.values(), tmp_path, later(1)), later(1))
    opened = EmbeddedIndex(index)
    ids = {opened.article(number).id for number in Live.of(opened).articles.tolist()}
    assert own.keys() <= ids
    assert str(page.number) not in ids
    assert len(opened.surface_forms(np.array([name_key("Nowhere")], np.uint64)).articles) == 0
