"""An experiment on contexts as a file of TOML describes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tweetctx.context import UNITS
from tweetctx.errors import ScorerError
from tweetctx.evaluation.errors import ExperimentError
from tweetctx.evaluation.experiments.configuration import load_toml, path_of
from tweetctx.evaluation.experiments.tables import Table
from tweetctx.evaluation.experiments.templates import Template, expand
from tweetctx.presets import parse_preset

KIND = "contexts"


@dataclass(frozen=True, slots=True)
class ContextExperiment:
    """What is tuned on which tweets.

    index, tweets, references: their paths. limit, unit: of contexts. folds: into how many the tweets are cut; seed:
    of the order in which they are. weight: what the share of entities weighs beside the dissimilarity of words.
    exhaustive: the most combinations of values that are all tried. template: the model. ablation: by label, the
    values that take a part out of it. baselines: specs to compare with.
    """

    name: str
    index: Path
    tweets: Path
    references: Path
    limit: int
    unit: str
    folds: int
    seed: int
    weight: float
    exhaustive: int
    template: Template
    ablation: Mapping[str, Mapping[str, float]]
    baselines: tuple[str, ...]


def is_context_experiment(path: str | Path) -> bool:
    """Whether a file of TOML says that it is of this kind, by `kind = "contexts"`."""
    return load_toml(Path(path)).get("kind") == KIND


def read_context_experiment(path: str | Path) -> ContextExperiment:
    """Reads an experiment's file; ExperimentError names file and key of what does not fit.

    Keys: `kind` ("contexts"), `name`, `index`, `tweets`, `references`, `limit` (500), `unit` ("chars"), `folds` (5),
    `seed` (0), `weight` (1), `exhaustive` (1), `baselines`; `[model]` as one of `[[models]]` of other experiments,
    whose lists are tuned over; `[ablation]`, a table of parameters by label. Paths may begin with an environment
    variable, `$DATA/x.jsonl`; others are relative to the file.
    """
    path = Path(path)
    table = Table(load_toml(path), str(path))
    table.choice("kind", (KIND,), KIND)
    template = _template(table.table("model", required=True))
    experiment = ContextExperiment(
        name=table.word("name", path.stem),
        **{key: path_of(table.text(key), table, key, path) for key in ("index", "tweets", "references")},
        limit=table.whole("limit", 500, 1),
        unit=table.choice("unit", tuple(UNITS), "chars"),
        folds=table.whole("folds", 5, 2),
        seed=table.whole("seed", 0, 0),
        weight=table.real("weight", 1.0, 0.0),
        exhaustive=table.whole("exhaustive", 1, 1),
        template=template,
        ablation=_ablation(table.table("ablation"), template),
        baselines=_baselines(table),
    )
    table.done()
    return experiment


def _template(table: Table) -> Template:
    found = [*expand(table.values, {}, table.place)]
    if len(found) != 1 or not found[0].grid:
        raise ExperimentError(f"{table.place}: found {len(found)} models, expected one with values to tune over")
    return found[0]


def _ablation(table: Table, template: Template) -> dict[str, dict[str, float]]:
    middle = middle_of(template)
    found: dict[str, dict[str, float]] = {}
    for label in table.values:
        values = table.table(label).values
        try:
            template.spec({**middle, **values})
        except ScorerError as error:
            raise table.error(label, str(error)) from None
        found[label] = dict(values)
    return found


def middle_of(template: Template) -> dict[str, float]:
    """The value in the middle of each list to tune over, where the search begins."""
    return {name: values[len(values) // 2] for name, values in template.grid.items()}


def _baselines(table: Table) -> tuple[str, ...]:
    for spec in table.texts("baselines"):
        try:
            parse_preset(spec)
        except ScorerError as error:
            raise table.error("baselines", str(error)) from None
    return tuple(table.texts("baselines"))
