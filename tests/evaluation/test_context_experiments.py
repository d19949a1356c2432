"""Experiments on contexts, beside a plain second implementation that tries everything."""

import csv
import json
import math
import tomllib
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from plain_measures import plain_dissimilarity, plain_grams

from tweetctx import Contextualizer, build_index
from tweetctx.evaluation.context_experiments import (
    is_context_experiment,
    read_context_experiment,
    run_context_experiment,
)
from tweetctx.evaluation.experiments import ExperimentError
from tweetctx.evaluation.experiments.laboratory import fold_of
from tweetctx.presets import parse_preset
from tweetctx.specs import domains

ARTICLES = {
    "Ada Reed": "Ada Reed was a sailor from Hull. She crossed two oceans alone. Her boat was lost near Whitby.",
    "Hull": "Hull is a port in Yorkshire. Its harbour is old and its ships are many.",
    "Whitby": "Whitby is a town with an abbey. Sailors come from it.",
    "Ocean": "An ocean is a large sea. Each ocean has currents.",
    "Reed Smith": "Reed Smith was a painter. He painted ships.",
    "Painter": "A painter is a person who paints.",
    "Storm": "A storm is bad weather with wind.",
}
TWEETS = {
    "1": ("Ada Reed back in Hull", ["Ada Reed", "Hull"]),
    "2": ("storm over Whitby tonight", ["Whitby"]),
    "3": ("That painter, Reed, again", ["Reed Smith"]),
    "4": ("HULL harbour at night", ["Hull"]),
    "5": ("ocean sailing with Reed", ["Ada Reed"]),
}
GRID = {"alpha": [0, 2], "min_evidence": [0, 1, 30], "per_article": [1, 2]}
FILE = """
kind = "contexts"
index = "wiki.idx"
tweets = "tweets.jsonl"
references = "refs.jsonl"
folds = 2
seed = 3
limit = 90
weight = 0.5
exhaustive = 100
baselines = ["jm"]
[model]
model = "default"
lowercase_weight = 0.4
prominence = 0.7
ambiguity_penalty = 1
common_noun_penalty = 0
articles = 10
lam = 0.4
likelihood = 0.2
lead = 1
share = 0
alpha = [0, 2]
min_evidence = [0, 1, 30]
per_article = [1, 2]
[ablation]
"nothing named" = { min_evidence = 40 }
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("contexts")
    write_lines(place / "wiki.jsonl", ({"id": t, "title": t, "text": text} for t, text in ARTICLES.items()))
    build_index(place / "wiki.jsonl", place / "wiki.idx", workers=1)
    write_lines(place / "tweets.jsonl", ({"id": name, "text": text} for name, (text, _) in TWEETS.items()))
    write_lines(place / "refs.jsonl", (reference(name, entities) for name, (_, entities) in TWEETS.items()))
    (place / "small.toml").write_text(FILE)
    return place


def reference(name: str, entities: list[str]) -> dict[str, object]:
    return {"id": name, "entities": entities, "reference": " ".join(ARTICLES[title] for title in entities)}


def write_lines(path: Path, rows: object) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))  # type: ignore[attr-defined]


def spec_of(**values: float) -> str:
    fixed = (
        "lowercase_weight=0.4, ambiguity_penalty=1, common_noun_penalty=0, prominence=0.7, articles=10, likelihood=0.2"
    )
    given = ", ".join(f"{name}={value}" for name, value in values.items())
    return str(parse_preset(f"default({fixed}, lead=1, share=0, {given})"))


def plain_values(folder: Path, spec: str) -> dict[str, tuple[float, float]]:
    """Dissimilarity of words and share of entities by tweet; the texts have no word that programs split otherwise."""
    maker = Contextualizer.open(folder / "wiki.idx", spec)
    words = maker.index.analyzer.words
    found = {}
    for name, (text, entities) in TWEETS.items():
        context = maker.contextualize(text, limit=90)
        wanted = words(" ".join(ARTICLES[title] for title in entities))
        unlike = plain_dissimilarity(plain_grams(wanted)["unigram"], plain_grams(words(context.text))["unigram"])
        quoted = {sentence.title for sentence in context.sentences} & set(entities)
        found[name] = (unlike, len(quoted) / len(entities))
    return found


def test_each_fold_has_what_is_best_on_the_others(folder: Path) -> None:
    report = run_context_experiment(folder / "small.toml", folder / "results")
    specs = {values: spec_of(**dict(zip(GRID, values, strict=True))) for values in product(*GRID.values())}
    plain = {values: plain_values(folder, spec) for values, spec in specs.items()}
    fold = dict(zip(TWEETS, fold_of(5, 2, 3).tolist(), strict=True))

    def worth(values: tuple[int, ...], tweets: list[str]) -> float:
        return math.fsum(0.5 * plain[values][t][1] - plain[values][t][0] for t in tweets) / len(tweets)

    for held in (0, 1):
        others = [tweet for tweet in TWEETS if fold[tweet] != held]
        best = max(worth(values, others) for values in plain)
        chosen = tuple(int(report.chosen[held].point[name]) for name in GRID)
        assert report.chosen[held].worth == pytest.approx(best)
        assert worth(chosen, others) == pytest.approx(best)
        for place, tweet in enumerate(TWEETS):
            if fold[tweet] == held:
                unigram, _, _, share = report.values["held out"][place]
                assert (unigram, share) == pytest.approx(plain[chosen][tweet])
    assert report.on_all.worth == pytest.approx(max(worth(values, [*TWEETS]) for values in plain))
    assert report.topics == tuple(TWEETS)


def test_the_folder(folder: Path) -> None:
    report = run_context_experiment(folder / "small.toml", folder / "again")
    (table,) = tomllib.loads((folder / "again" / "tuned.toml").read_text()).values()
    assert table["spec"] == report.spec == str(parse_preset(report.spec))
    assert table["measured"]["unigram"] == report.mean("held out", "unigram")
    assert table["grid"] == GRID
    rows = [*csv.DictReader((folder / "again" / "results.csv").read_text().splitlines())]
    found = {(row["model"], row["measure"]): row for row in rows}
    jm = plain_values(folder, "jm")
    assert float(found["jm", "unigram"]["mean"]) == pytest.approx(sum(u for u, _ in jm.values()) / 5)
    assert float(found["held out", "criterion"]["difference"]) == 0
    by_tweet = [*csv.DictReader((folder / "again" / "by-tweet.csv").read_text().splitlines())]
    assert len(by_tweet) == 5 * 4  # held out, nothing named, best on all, jm
    assert {name.name for name in (folder / "again" / "figures").iterdir()} == {"sensitivity.png", "sensitivity.svg"}
    assert "| nothing named |" in (folder / "again" / "results.md").read_text()
    assert (folder / "again" / "sensitivity.csv").read_text().count("\n") == 1 + 7


def test_nothing_is_measured_twice(folder: Path) -> None:
    # 12 points, what is taken out of two, and a baseline.
    report = run_context_experiment(folder / "small.toml", folder / "twice")
    assert 12 + 1 + 1 <= report.tried <= 12 + 2 + 1


def test_the_same_again_is_the_same(folder: Path) -> None:
    run_context_experiment(folder / "small.toml", folder / "one")
    run_context_experiment(folder / "small.toml", folder / "two")
    files = sorted(path.relative_to(folder / "one") for path in (folder / "one").rglob("*") if path.is_file())
    assert len(files) == 9
    assert all((folder / "one" / name).read_bytes() == (folder / "two" / name).read_bytes() for name in files)


def test_the_default_model_is_what_was_tuned() -> None:
    models = Path(__file__).parents[2] / "models"
    tuned = tomllib.loads((models / "default.toml").read_text())["default"]
    preset = parse_preset("default")
    assert parse_preset(tuned["spec"]) == preset
    chosen = {name: getattr(part, name) for _, part in preset.parts() for name in domains(type(part))}
    assert all(chosen[name] in values for name, values in tuned["grid"].items())


def test_the_kind_is_read(folder: Path) -> None:
    assert is_context_experiment(folder / "small.toml")
    (folder / "other.toml").write_text("name = 'x'\n")
    assert not is_context_experiment(folder / "other.toml")


BROKEN: list[tuple[Callable[[str], str], str]] = [
    (lambda text: text.replace("folds = 2", "folds = 1"), "folds: found 1, expected a whole number from 2"),
    (lambda text: text.replace("folds = 2", "fold = 2"), "fold: found an unknown key, expected one of kind"),
    (lambda text: text.replace('"wiki.idx"', '"gone.idx"'), "index: found nothing at"),
    (lambda text: text.replace("alpha = [0, 2]", "alpha = [-1]"), "model.alpha: found -1, expected a number from 0"),
    (
        lambda text: text.replace("min_evidence = 40", "last = 40"),
        "ablation.nothing named: default: found the parameter 'last'",
    ),
    (lambda text: text.replace('["jm"]', '["jn"]'), "baselines: scorer: found 'jn'"),
    (lambda text: text.replace("weight = 0.5", "weight = -1"), "weight: found -1, expected a number from 0"),
    (lambda text: text.partition("[model]")[0], "model: found nothing, expected a table [model]"),
    (
        lambda text: text.replace("[0, 2]", "0").replace("[0, 1, 30]", "0").replace("[1, 2]", "1"),
        "model: found 1 models",
    ),
]


@pytest.mark.parametrize(("change", "message"), BROKEN)
def test_a_broken_file_is_told_where(folder: Path, change: Callable[[str], str], message: str) -> None:
    path = folder / "broken.toml"
    path.write_text(change(FILE))
    with pytest.raises(ExperimentError) as caught:
        read_context_experiment(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_references_need_tweets(folder: Path) -> None:
    write_lines(folder / "more.jsonl", [*({"id": n, "entities": ["A"], "reference": "sea"} for n in ("1", "9", "8"))])
    (folder / "more.toml").write_text(FILE.replace('"refs.jsonl"', '"more.jsonl"'))
    with pytest.raises(ExperimentError, match="found 2 references without a tweet and 3 with terms and entities"):
        run_context_experiment(folder / "more.toml", folder / "none")
