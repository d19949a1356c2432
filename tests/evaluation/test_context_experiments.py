"""Experiments on contexts, beside a plain second implementation that tries everything."""

import csv
import json
import math
import re
import tomllib
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from plain_measures import plain_dissimilarity, plain_grams

from tweetctx import Contextualizer, build_index
from tweetctx.evaluation.errors import ExperimentError
from tweetctx.evaluation.experiments import ExperimentReport, read_experiment, run_experiment
from tweetctx.evaluation.experiments.configuration import ON_ALL
from tweetctx.evaluation.experiments.results import ResultsFolder, slug
from tweetctx.evaluation.experiments.search import Split
from tweetctx.presets import parse_preset
from tweetctx.runtime import bundled

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
GRID = {"decay": [0, 1], "min_terms": [2, 3, 30], "per_article": [1, 2]}
FAMILY = "linked(lam=0.4, likelihood=0.2, lead=1, threshold=0.05, relative=0, min_score=0, share=0, per_article=tuned)"
FILE = """
folds = 2
seed = 3
exhaustive = 100
on_all = true
baselines = ["FAMILY"]
[contexts]
index = "wiki.idx"
tweets = "tweets.jsonl"
references = "refs.jsonl"
limit = 90
weight = 0.5
[[models]]
spec = "jm"
[[models]]
model = "linked"
threshold = 0.05
relative = 0
min_score = 0
lam = 0.4
likelihood = 0.2
lead = 1
share = 0
decay = [0, 1]
min_terms = [2, 3, 30]
per_article = [1, 2]
[ablation]
"nothing named" = { min_terms = 40 }
""".replace("FAMILY", FAMILY)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("contexts")
    write_lines(place / "wiki.jsonl", ({"id": t, "title": t, "text": text} for t, text in ARTICLES.items()))
    build_index(place / "wiki.jsonl", place / "wiki.idx", workers=1)
    write_lines(place / "tweets.jsonl", ({"id": name, "text": text} for name, (text, _) in TWEETS.items()))
    write_lines(place / "refs.jsonl", (reference(name, entities) for name, (_, entities) in TWEETS.items()))
    (place / "small.toml").write_text(FILE)
    return place


@pytest.fixture(scope="module")
def report(folder: Path) -> ExperimentReport:
    """What is found, also in the folder `one`."""
    return run_experiment(folder / "small.toml", folder / "one")


def reference(name: str, entities: list[str]) -> dict[str, object]:
    return {"id": name, "entities": entities, "reference": " ".join(ARTICLES[title] for title in entities)}


def write_lines(path: Path, rows: object) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))  # type: ignore[attr-defined]


def spec_of(**values: float) -> str:
    fixed = "threshold=0.05, relative=0, min_score=0, likelihood=0.2"
    given = ", ".join(f"{name}={value}" for name, value in values.items())
    return str(parse_preset(f"linked({fixed}, lead=1, share=0, {given})"))


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


MEASURES = ("unigram", "bigram", "skip", "entity_recall", "objective")


def values_of(report: ExperimentReport, label: str) -> dict[str, dict[str, float]]:
    """The measures of each tweet by name."""
    rows = ResultsFolder(report.folder).values("tweets", label)
    return {tweet: dict(zip(MEASURES, row.tolist(), strict=True)) for tweet, row in zip(TWEETS, rows, strict=True)}


@pytest.mark.thorough
def test_each_fold_has_what_is_best_on_the_others(folder: Path) -> None:
    report = run_experiment(folder / "small.toml", folder / "results")
    specs = {values: spec_of(**dict(zip(GRID, values, strict=True))) for values in product(*GRID.values())}
    plain = {values: plain_values(folder, spec) for values, spec in specs.items()}
    fold = dict(zip(TWEETS, Split(2, 3).fold_of([()] * 5).tolist(), strict=True))
    outcome = report.outcomes[1]
    measured = values_of(report, outcome.label)

    def objective(values: tuple[int, ...], tweets: list[str]) -> float:
        return math.fsum(0.5 * plain[values][t][1] - plain[values][t][0] for t in tweets) / len(tweets)

    assert [one.part for one in outcome.tuned] == ["all", "without fold 1", "without fold 2"]
    for held in (0, 1):
        others = [tweet for tweet in TWEETS if fold[tweet] != held]
        best = max(objective(values, others) for values in plain)
        (chosen,) = (values for values, spec in specs.items() if spec == outcome.tuned[1 + held].spec)
        assert outcome.tuned[1 + held].value == pytest.approx(best)
        assert objective(chosen, others) == pytest.approx(best)
        for tweet in TWEETS:
            if fold[tweet] == held:
                found = measured[tweet]
                assert (found["unigram"], found["entity_recall"]) == pytest.approx(plain[chosen][tweet])
                assert found["objective"] == pytest.approx(objective(chosen, [tweet]))
    assert outcome.tuned[0].value == pytest.approx(max(objective(values, [*TWEETS]) for values in plain))


@pytest.mark.thorough
def test_parts_are_taken_out_of_what_each_fold_chose(folder: Path, report: ExperimentReport) -> None:
    assert [outcome.label for outcome in report.outcomes] == [
        "jm(lam=0.4)",
        FAMILY,
        f"{FAMILY}{ON_ALL}",
        "nothing named",
    ]
    baseline, tuned, on_all, ablation = report.outcomes
    assert tuned.tuned == on_all.tuned == ablation.tuned
    assert on_all.measured == (tuned.tuned[0].spec,)
    without = [without_names(spec) for spec in tuned.measured]
    assert list(ablation.measured) == without != list(tuned.measured)
    assert set(baseline.measured) == {"jm(lam=0.4)"}
    fold = Split(2, 3).fold_of([()] * 5).tolist()
    for place, tweet in enumerate(TWEETS):
        found = values_of(report, "nothing named")[tweet]
        assert (found["unigram"], found["entity_recall"]) == pytest.approx(
            plain_values(folder, without[fold[place]])[tweet]
        )
    jm = plain_values(folder, "jm")
    assert baseline.means["tweets"]["unigram"] == pytest.approx(sum(unigram for unigram, _ in jm.values()) / 5)


def without_names(spec: str) -> str:
    return re.sub(r"min_terms=\d+", "min_terms=40", spec)


@pytest.mark.thorough
def test_the_folder(folder: Path, report: ExperimentReport) -> None:
    (table,) = tomllib.loads((folder / "one" / "tuned.toml").read_text()).values()
    assert table["spec"] == report.outcomes[1].tuned[0].spec == str(parse_preset(table["spec"]))
    assert table["measured"]["tweets"]["unigram"] == report.outcomes[1].means["tweets"]["unigram"]
    assert table["grid"] == GRID
    rows = {row["model"]: row for row in csv.DictReader((folder / "one" / "results.csv").read_text().splitlines())}
    assert [*rows] == [outcome.label for outcome in report.outcomes]
    ours, jm = (float(rows[label]["objective"]) for label in (FAMILY, "jm(lam=0.4)"))
    assert float(rows["jm(lam=0.4)"][f"difference from {FAMILY}"]) == pytest.approx(jm - ours)
    text = (folder / "one" / "by-topic" / "tweets" / f"{slug(FAMILY)}.csv").read_text()
    assert [row["topic"] for row in csv.DictReader(text.splitlines())] == [*TWEETS]
    assert {name.name for name in (folder / "one" / "figures").iterdir()} == {"sensitivity.png", "sensitivity.svg"}
    lines = [line for line in (folder / "one" / "results.md").read_text().splitlines() if line.startswith("| ")]
    assert lines[-1].startswith("| `nothing named` |")
    cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines]
    assert {len(row) for row in cells} == {len(MEASURES) + 3}
    for column, (measure, better) in enumerate(zip(MEASURES, (min, min, min, max, max), strict=True), 1):
        best = better(outcome.means["tweets"][measure] for outcome in report.outcomes)
        assert [row[column].strip(" *†") for row in cells[1:] if "**" in row[column]] == [
            f"{outcome.means['tweets'][measure]:.4f}"
            for outcome in report.outcomes
            if outcome.means["tweets"][measure] == best
        ]
    chosen = [cell.strip().replace("\\|", "|") for cell in cells[2][-1].split("; ")]
    assert chosen == [f"`{one}`" for one in dict.fromkeys(report.outcomes[1].measured)]
    assert rows[FAMILY]["spec"].split("; ") == [*report.outcomes[1].measured]
    assert not (folder / "one" / "runs").exists()


def test_results_depend_on_what_was_trained(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundled, "MODELS", tmp_path)
    task = read_experiment(folder / "small.toml").task
    descriptions = [task.description()]
    for name in ("linker.json", "sentences.json", "hashtags.toml"):
        for content in ("one", "another"):
            (tmp_path / name).write_text(content)
            descriptions.append(task.description())
            assert task.description() == descriptions[-1]
    assert all(one not in descriptions[:place] for place, one in enumerate(descriptions))


@pytest.mark.thorough
def test_nothing_is_measured_twice(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(self: Contextualizer, index: object, spec: str) -> None:
        made.append(spec)
        original(self, index, spec)  # type: ignore[arg-type]

    original = Contextualizer.__init__
    monkeypatch.setattr(Contextualizer, "__init__", counted)
    report = run_experiment(folder / "small.toml", folder / "twice")
    assert report.outcomes[1].tried == 12
    assert len(made) == len(set(made))
    assert 12 + 1 + 1 <= len(made) <= 12 + 2 + 1  # the grid, what is taken out of it, and a baseline


@pytest.mark.thorough
@pytest.mark.usefixtures("report")
def test_the_same_again_is_the_same_and_is_kept(folder: Path) -> None:
    assert run_experiment(folder / "small.toml", folder / "two").kept == 0
    files = sorted(path.relative_to(folder / "one") for path in (folder / "one").rglob("*") if path.is_file())
    assert len(files) == 6 + 2 + 4 + 4  # tables and the mark, a figure twice, models, values
    first = {name: (folder / "one" / name).read_bytes() for name in files}
    assert all((folder / "two" / name).read_bytes() == first[name] for name in files)
    assert run_experiment(folder / "small.toml", folder / "one").kept == 4
    assert all((folder / "one" / name).read_bytes() == first[name] for name in files)


@pytest.mark.thorough
def test_tweets_of_one_entity_stay_in_one_fold(folder: Path) -> None:
    (folder / "grouped.toml").write_text(FILE.replace("folds = 2", "folds = 2\ngrouped = true"))
    report = run_experiment(folder / "grouped.toml", folder / "grouped")
    # Ada Reed and Hull join the tweets 1, 4 and 5.
    measured, specs = values_of(report, FAMILY), report.outcomes[1].measured
    fold = Split(2, 3, grouped=True).fold_of([entities for _, entities in TWEETS.values()]).tolist()
    assert fold[0] == fold[3] == fold[4] != fold[1] == fold[2]
    for place, tweet in enumerate(TWEETS):
        assert measured[tweet]["unigram"] == pytest.approx(plain_values(folder, specs[fold[place]])[tweet][0])


BROKEN: list[tuple[Callable[[str], str], str]] = [
    (
        lambda text: text.replace("folds = 2", "folds = 1"),
        "folds: found 1, expected a number from 2",
    ),
    (lambda text: text.replace("folds = 2", "fold = 2"), "found the unknown key 'fold', expected one of name, tune, "),
    (lambda text: text.replace('"wiki.idx"', '"gone.idx"'), "contexts.index: found nothing at"),
    (
        lambda text: text.replace("decay = [0, 1]", "decay = [-1]"),
        "models[2].decay: found -1, expected a number",
    ),
    (
        lambda text: text.replace("min_terms = 40", "last = 40"),
        "ablation.nothing named: linked: found",
    ),
    (lambda text: text.replace('"jm"', '"jn"'), "models[1].spec: scorer: found 'jn'"),
    (
        lambda text: text.replace("weight = 0.5", "weight = -1"),
        "contexts.weight: found -1, expected a number from 0",
    ),
    (lambda text: text.partition("[[models]]")[0], "models: found nothing, expected a value"),
    (lambda text: text.replace("[contexts]", "[tune]"), "tune: found the unknown key 'index', expected one of path"),
    (
        lambda text: text + '[tune]\npath = "refs.jsonl"',
        "found both of [tune] and [contexts], expected one of the tables",
    ),
    (
        lambda text: text.replace("folds = 2", "folds = 2\nclasses = 5"),
        "classes: found it with [contexts], expected",
    ),
    (
        lambda text: text.replace("folds = 2", "") + '[[test]]\npath = "refs.jsonl"',
        "test: found it with [contexts], expected it with [tune] alone",
    ),
    (lambda text: text.replace("limit = 90", 'unit = "pages"'), "contexts.unit: found 'pages', expected 'chars', "),
]


@pytest.mark.parametrize(("change", "message"), BROKEN)
def test_a_broken_file_is_told_where(folder: Path, change: Callable[[str], str], message: str) -> None:
    path = folder / "broken.toml"
    path.write_text(change(FILE))
    with pytest.raises(ExperimentError) as caught:
        read_experiment(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_references_need_tweets(folder: Path) -> None:
    write_lines(
        folder / "more.jsonl", [*({"id": n, "entities": ["A"], "reference": "sea storm"} for n in ("1", "9", "8"))]
    )
    (folder / "more.toml").write_text(FILE.replace('"refs.jsonl"', '"more.jsonl"'))
    with pytest.raises(ExperimentError, match="found 2 of 3 references without a tweet, the first 9; expected a tweet"):
        run_experiment(folder / "more.toml", folder / "none")
    write_lines(folder / "more.jsonl", [{"id": "1", "reference": "sea"}])
    with pytest.raises(ExperimentError, match="found no reference with two terms and entities; expected at least one"):
        run_experiment(folder / "more.toml", folder / "none")
