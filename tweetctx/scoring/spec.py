"""Scorers as text: `2s-i(lam=0.3, mu=50, prior=importance)` and back."""

from __future__ import annotations

from typing import Any

import regex

from tweetctx.errors import ScorerError
from tweetctx.scoring.parameters import domains
from tweetctx.scoring.presets import PRESETS
from tweetctx.scoring.query_likelihood import QueryLikelihood
from tweetctx.scoring.relevance import RelevanceModel
from tweetctx.scoring.scorer import Scorer
from tweetctx.scoring.smoothing import SMOOTHINGS
from tweetctx.scoring.topics import Counted, Topical

_SPEC = regex.compile(r"\s*([\w-]+)\s*(?:\((.*)\))?\s*", regex.DOTALL)
_PARAMETER = regex.compile(r"\s*([\w-]+)\s*=\s*([^\s=]+)\s*")

# A model's name, the family of scorers it belongs to, and the field of the family that it fills.
_MODELS: dict[str, tuple[type[Any], str, type[Any]]] = {
    **{name: (QueryLikelihood, "smoothing", smoothing) for name, smoothing in SMOOTHINGS.items()},
    **{model.name: (RelevanceModel, "passage_model", model) for model in (Counted, Topical)},
}


def parse_scorer(spec: str) -> Scorer:
    """The scorer that a text describes: a model with parameters in brackets, or a preset's name.

    `parse_scorer(str(scorer)) == scorer` for every scorer. Raises ScorerError naming the choices or the range.
    """
    match = _SPEC.fullmatch(PRESETS.get(spec.strip(), spec))
    if not match:
        raise ScorerError(f"scorer: found {spec!r}, expected a name, or name(parameter=value, ...)")
    name, parameters = match[1], match[2]
    if name not in _MODELS:
        raise ScorerError(f"scorer: found {name!r}, expected one of {', '.join([*_MODELS, *PRESETS])}")
    family, slot, part = _MODELS[name]
    known = {**domains(part), **domains(family)}
    values = _read(name, parameters or "", known)
    own = {key: value for key, value in values.items() if key in domains(part)}
    rest = {key: value for key, value in values.items() if key not in own}
    try:
        scorer: Scorer = family(**{slot: part(**own)}, **rest)
    except ScorerError as error:
        raise ScorerError(f"{name}: {error}") from None
    return scorer


def _read(name: str, text: str, known: dict[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for item in text.split(",") if text.strip() else ():
        match = _PARAMETER.fullmatch(item)
        if not match:
            raise ScorerError(f"{name}: found {item.strip()!r}, expected parameter=value")
        key, value = match[1], match[2]
        if key not in known:
            raise ScorerError(f"{name}: found the parameter {key!r}, expected one of {', '.join(known)}")
        if key in values:
            raise ScorerError(f"{name}: found {key} twice, expected it once")
        try:
            values[key] = known[key].read(value)
        except ValueError:
            raise ScorerError(f"{name}: {key}: found {value}, expected {known[key]}") from None
    return values
