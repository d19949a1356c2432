"""Every record of a context says which index it is from, and every sentence which revision."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from tweetctx import Contextualizer, build_index, open_index
from tweetctx.arrays.sequences import items_at
from tweetctx.corpus.jsonl import record_of
from tweetctx.interfaces.commands.app import app
from tweetctx.types import Article, Section

TWEET = "Nobody told me about the Thames Barrier!"
TEXT = (
    "The Thames Barrier is a barrier across the river that keeps the sea from flooding most of Greater London.",
    "The Thames Barrier was finished in 1982, after eight years of work near Woolwich.",
)
URL = "https://en.wikipedia.org/wiki/Thames_Barrier"
PERMALINK = "https://en.wikipedia.org/w/index.php?oldid=1200300400"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("origin")
    others = [Article(str(n), f"Lock {n}", "", (Section("", (f"Lock {n} is a lock.",)),)) for n in range(2, 9)]
    barrier = Article("1", "Thames Barrier", URL, (Section("", TEXT),), revision=1_200_300_400)
    source = folder / "enwiki-20260901-pages-articles.jsonl"
    source.write_bytes(b"".join(map(record_of, [barrier, *others])))
    build_index(source, folder / "index", workers=1)
    return folder / "index"


def record(index: Path, **options: Any) -> dict[str, Any]:
    with Contextualizer.open(index, **options) as contextualizer:
        return contextualizer.contextualize(TWEET).to_dict()


@pytest.mark.parametrize("preset", ["default", "dcu-185"])
def test_sentences_name_their_revision_and_lead_to_it(index: Path, preset: str) -> None:
    found = record(index, scorer=preset)
    assert found["index"] == {"wiki": "enwiki", "date": "2026-09-01"}
    assert [one["title"] for one in found["sentences"]][:1] == ["Thames Barrier"]
    quoted = {(one["revision"], one["url"]) for one in found["sentences"] if one["title"] == "Thames Barrier"}
    assert quoted == {(1_200_300_400, PERMALINK)}
    assert PERMALINK in found["attribution"]
    assert {link["url"] for link in found["links"]} <= {URL}


def test_sources_that_are_read_at_once_have_their_revisions(index: Path) -> None:
    engine = open_index(index)
    hits = engine.retrieve(engine.query(["lock", "barrier"]), 20)
    one_by_one = [engine.retrieve(engine.query(["lock", "barrier"]), 20).sources[row] for row in range(len(hits))]
    assert items_at(hits.sources, np.arange(len(hits))) == one_by_one
    assert {source.revision for source in one_by_one} == {0, 1_200_300_400}


def test_sentences_without_a_revision(demo_index: Path) -> None:
    found = record(demo_index)
    assert all(one["revision"] is None and "oldid" not in one["url"] for one in found["sentences"])


@pytest.mark.parametrize(
    ("day", "behind"), [("2026-10-02", 0), ("2026-10-03", 32), ("2027-09-01", 365), ("2020-01-01", 0), (None, 0)]
)
def test_a_tweet_that_is_younger_by_more_than_a_month(index: Path, day: str | None, behind: int) -> None:
    with Contextualizer.open(index) as contextualizer:
        context = contextualizer.contextualize(TWEET, date=day)
    assert context.days_behind == behind
    assert context.to_dict()["index"].get("days_behind", 0) == behind


def test_the_command_tells_it(index: Path) -> None:
    arguments = ["context", TWEET, "--index", str(index), "--format", "json", "--date", "2026-12-01"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["index"] == {"wiki": "enwiki", "date": "2026-09-01", "days_behind": 91}
    assert "tweet 1: is 91 days younger than the index (enwiki of 2026-09-01)" in result.stderr


def test_info_names_what_the_index_is(index: Path) -> None:
    result = CliRunner().invoke(app, ["index", "info", str(index)])
    lines = dict(line.split(maxsplit=1) for line in result.stdout.splitlines())
    assert (lines["wiki"], lines["date"], lines["made_by"]) == ("enwiki", "2026-09-01", "0.2.0")
    assert lines["source"].startswith("enwiki-20260901-pages-articles.jsonl, ")
