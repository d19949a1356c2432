"""Reads the file of TOML that describes an experiment."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationError, ValidationInfo

from tweetctx.errors import ScorerError, TweetctxError
from tweetctx.evaluation.errors import ExperimentError
from tweetctx.evaluation.experiments.families import DEFAULT_GRIDS, ModelFamily, expand
from tweetctx.evaluation.experiments.questions import DEFAULT_TOPICS, QuestionTask, Source
from tweetctx.evaluation.experiments.search import Split
from tweetctx.evaluation.experiments.tweets import TweetTask
from tweetctx.presets import check_topics, parse_preset
from tweetctx.reading.records import ClosedRecord, FileWord, Number, existing_path, flaw, input_error
from tweetctx.runtime.bundled import MODELS
from tweetctx.text.analyzer import AnalyzerName

_MAX_DOTS = 200  # on a line: in dotted keys and in numbers
_MAX_BYTES = 1 << 16  # of a file; the longest that comes with tweetctx has some 3,000
_OF_SENTENCES = ("test", "tune_by", "analyzer", "classes", "topics")  # keys without use beside [contexts]
_OF_FOLDS = ("seed", "grouped")
ON_ALL = ", best on all topics, not held out"


@dataclass(frozen=True, slots=True)
class Experiment:
    """An experiment.

    file: where it was read, for errors. task: the topics and the measure. families: the rows of the tables, in order.
    baselines: labels of families that all others are compared with. exhaustive: the number of combinations of values
    up to which all are tried.
    """

    name: str
    file: str
    task: QuestionTask | TweetTask
    split: Split
    exhaustive: int
    families: tuple[ModelFamily, ...]
    baselines: tuple[str, ...]


def _file_or_number(value: Any, info: ValidationInfo) -> Any:
    if isinstance(value, str):
        return existing_path(value, info)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise flaw(repr(value), "a file or a whole number from 1")
    return value


class _File(ClosedRecord):
    name: FileWord | None = None
    tune: Source | None = None
    test: list[Source] = Field(default_factory=list)
    tune_by: Literal["MAP", "R-Prec", "P@10", "MRR"] = "MAP"
    analyzer: AnalyzerName = "plain"
    classes: Annotated[int | Path, BeforeValidator(_file_or_number)] = 500
    topics: Annotated[int | Path, BeforeValidator(_file_or_number)] = DEFAULT_TOPICS
    contexts: TweetTask | None = None
    folds: Annotated[int, Field(ge=2)] | None = None
    seed: Annotated[int, Field(ge=0)] | None = None
    grouped: bool = False
    exhaustive: Annotated[int, Field(ge=1)] = 20_000
    start: Literal["defaults", "middle"] = "defaults"
    on_all: bool = False
    baselines: list[str] = Field(default_factory=list)
    grid: dict[str, Annotated[list[Number], Field(min_length=1)]] = Field(default_factory=dict)
    models: Annotated[list[dict[str, Any]], Field(min_length=1)]
    ablation: dict[str, dict[str, float]] = Field(default_factory=dict)

    def experiment(self, name: str, file: str) -> Experiment:
        """Puts the experiment together; ExperimentError where keys contradict each other.

        ParameterError for topics of another analyzer's terms, TopicModelError for a file that has none.
        """
        families = tuple(self._families(file))
        baselines = tuple(_label(baseline, families) for baseline in self.baselines)
        problem = next(self._contradictions(families, baselines), None)
        if problem:
            raise ExperimentError(f"{file}: {problem}")
        for family in families if self.tune else ():
            check_topics(parse_preset(family.spec(family.start)).scorer, self.analyzer)
        sources = (*([self.tune] if self.tune else []), *self.test)
        task = self.contexts or QuestionTask(sources, self.tune_by, self.analyzer, self.classes, topics=self.topics)
        split = Split(self.folds or 0, self.seed, self.grouped)
        return Experiment(name, file, task, split, self.exhaustive, families, baselines)

    def _contradictions(self, families: Sequence[ModelFamily], baselines: Sequence[str]) -> Iterator[str]:
        """Yields what was found and expected where keys contradict each other."""
        labels = [family.label for family in families]
        if bool(self.tune) == bool(self.contexts):
            yield f"found {'both' if self.tune else 'neither'} of [tune] and [contexts], expected one of the tables"
        if bool(self.folds) == bool(self.test):
            found = "both folds and test" if self.test else "neither folds nor test"
            yield f"folds: found {found}, expected [[test]] collections, or a number of folds to cut the topics into"
        for key in _OF_SENTENCES if self.contexts else ():
            if key in self.model_fields_set:
                yield f"{key}: found it with [contexts], expected it with [tune] alone"
        for key in () if self.folds else _OF_FOLDS:
            if key in self.model_fields_set:
                yield f"{key}: found it without folds, expected it with them alone"
        names = [source.label for source in (self.tune, *self.test) if source]
        if len(set(names)) < len(names):
            yield f"test.name: found {', '.join(names)} for [tune] and [[test]], expected different names (key `name`)"
        for label in labels:
            if labels.count(label) > 1:
                yield f"models: found {label} twice, expected it once"
        for family in families:
            if self.tune and not parse_preset(family.model).only_scores:
                yield f"models: found {family.label}, which links tweets, expected sentence models, as [tune] is given"
        for baseline in baselines:
            if baseline not in labels:
                yield f"baselines: found {baseline!r}, expected one of the models: {', '.join(labels)}"

    def _families(self, file: str) -> Iterator[ModelFamily]:
        """Yields the models, each tuned one followed by the same chosen on all topics and by its ablations."""
        grids = {parameter: tuple(values) for parameter, values in self.grid.items()}
        for unknown in grids.keys() - DEFAULT_GRIDS.keys():
            known = ", ".join(DEFAULT_GRIDS)
            raise ExperimentError(f"{file}: grid.{unknown}: found a parameter without a grid, expected one of {known}")
        families = [
            family
            for position, table in enumerate(self.models, 1)
            for family in expand(table, grids, f"{file}: models[{position}]")
        ]
        alone = sum(bool(family.grid) for family in families) == 1
        for family in families:
            if not family.grid:
                yield family
                continue
            if self.start == "middle":
                middle = {name: values[len(values) // 2] for name, values in family.grid.items()}
                family = family.starting_near(middle)
            yield family
            if self.on_all:
                yield replace(family, label=f"{family.label}{ON_ALL}", held_out=False)
            for label, ablated in self._ablations(family, file):
                yield replace(ablated, label=label if alone else f"{family.label}: {label}")

    def _ablations(self, family: ModelFamily, file: str) -> Iterator[tuple[str, ModelFamily]]:
        """Yields a family with the values of each ablation, and its label; they must go with all that may be chosen."""
        for label, values in self.ablation.items():
            try:
                for point in family.points():
                    family.spec({**point, **values})
            except ScorerError as error:
                raise ExperimentError(f"{file}: ablation.{label}: {error}") from None
            yield label, replace(family, ablation=values)


def _label(baseline: str, families: Sequence[ModelFamily]) -> str:
    """Returns the label of the family that a baseline names, by its label or by its spec; or else the text itself."""
    labels = {family.label for family in families}
    if baseline not in labels:
        with suppress(TweetctxError):
            canonical = str(parse_preset(baseline))
            return canonical if canonical in labels else baseline
    return baseline


def _content(path: Path) -> str:
    """Returns the text of an experiment's file; refuses long ones, as the parser takes cubic time for long keys."""
    with path.open("rb") as file:
        content = file.read(_MAX_BYTES + 1)
    if len(content) > _MAX_BYTES:
        raise ExperimentError(f"{path}: found more than {_MAX_BYTES} bytes, expected an experiment")
    if max(line.count(b".") for line in content.split(b"\n")) > _MAX_DOTS:
        raise ExperimentError(f"{path}: found a line with more than {_MAX_DOTS} dots, expected an experiment")
    return content.decode("utf-8-sig")


def known_experiments() -> dict[str, Path]:
    """The files of the experiments that come with tweetctx, by name."""
    files = sorted(MODELS.glob("*.toml"), key=lambda file: file.stem)
    return {file.stem: file for file in files if b"[[models]]" in file.read_bytes()}


def find_experiment(name: str | Path) -> Path:
    """Returns the file of an experiment: a path, or the name of one that comes with tweetctx, such as `wikiqa`."""
    path = Path(name)
    if path.exists() or path.suffix or len(path.parts) > 1:
        return path
    files = known_experiments()
    if path.name in files:
        return files[path.name]
    known = ", ".join(files)
    raise ExperimentError(f"{name}: found no such file or experiment, expected a file of TOML or one of {known}")


def read_experiment(path: str | Path) -> Experiment:
    """Reads an experiment's file, see `find_experiment`; ExperimentError names file and key of what does not fit.

    Either labelled sentences: `[tune]` and `[[test]]` (`path`, `name`, and what `read_collection` takes), `tune_by`
    (MAP, R-Prec, P@10 or MRR), `analyzer`, `classes` and `topics` (a file, or how many are made of a collection's own
    text).
    Or tweets with references: `[contexts]` (see TweetTask).
    `folds` in place of `[[test]]`, their `seed`, and `grouped`: topics that share a document, or an entity, stay in
    one fold. `[[models]]`: see `families.expand`; `[grid]`: values by parameter. `exhaustive`: the most combinations
    that are all tried; above, one parameter after the other is searched, from the model's defaults or, by `start =
    "middle"`, from the middle of each list. `on_all`: whether what is best on all topics is measured too, not held
    out. `[ablation]`: by label, values that replace those chosen. `baselines`: labels of models to compare with.
    Paths may begin with an environment variable, `$DATA/x.tsv`; others are relative to the file.
    """
    path = find_experiment(path)
    try:
        values = tomllib.loads(_content(path))
        file = _File.model_validate(values, context={"folder": path.parent})
    except OSError as error:
        raise ExperimentError(f"{path}: expected a file of TOML ({error.strerror})") from error
    except ValidationError as error:
        problem = input_error(error)
        prefix = f"{problem.place}: " if problem.place else ""
        raise ExperimentError(f"{path}: {prefix}found {problem.found}, expected {problem.expected}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ExperimentError(f"{path}: found broken TOML ({error}), expected an experiment") from None
    return file.experiment(file.name or path.stem, str(path))
