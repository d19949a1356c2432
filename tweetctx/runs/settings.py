"""The settings of a run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from tweetctx.context.policy import Order
from tweetctx.errors import ParameterError
from tweetctx.index.first_pass import DEFAULT_LAM, DEFAULT_PASSAGES, check_first_pass
from tweetctx.presets import check_links, parse_preset
from tweetctx.tweets import Rules, normalize

Format = Literal["inex", "jsonl", "trec"]


@dataclass(frozen=True, slots=True)
class RunSettings:
    """The settings of a run, checked; ParameterError for one out of its range or choices.

    scorer: a preset, or the spec of a scorer, kept in its full form. limit: of each context, in units of `unit`; both,
    and the order, are the preset's if None. passages, lam, rules, order, min_score, classes: those of Contextualizer.
    format: of the file. run_id: a column of the INEX and TREC formats.
    """

    scorer: str = "default"
    limit: int | None = None
    unit: str | None = None
    passages: int = DEFAULT_PASSAGES
    lam: float = DEFAULT_LAM
    rules: Rules = "default"
    order: Order | None = None
    min_score: float | None = None
    format: Format = "inex"
    run_id: str = "tweetctx"
    classes: str | None = None

    def __post_init__(self) -> None:
        preset = parse_preset(self.scorer)
        check_links(preset.linker, preset.scorer)
        object.__setattr__(self, "scorer", str(preset))
        given = {name: getattr(self, name) for name in ("limit", "unit", "order", "min_score")}
        policy = replace(preset.policy, **{name: value for name, value in given.items() if value is not None})
        for name in ("limit", "unit", "order"):
            object.__setattr__(self, name, getattr(policy, name))
        check_first_pass(self.passages, self.lam, "passages")
        normalize("", rules=self.rules)
        if self.format not in get_args(Format):
            raise ParameterError(f"format: found {self.format!r}, expected one of {', '.join(get_args(Format))}")
        if self.run_id.split() != [self.run_id]:
            raise ParameterError(f"run_id: found {self.run_id!r}, expected a name without white space")


_DCU = {"limit": 500, "unit": "chars", "passages": 20, "lam": 0.4, "rules": "dcu"}

# The official runs of Dublin City University at INEX 2012 (Ganguly, Leveling and Jones), whose index had the
# analyzer `dcu`.
RUN_PRESETS: dict[str, dict[str, Any]] = {
    f"dcu-{run}": {"scorer": f"dcu-{run}", **_DCU, "run_id": run} for run in ("185", "186", "187")
}
PRESET_ANALYZER = "dcu"
