"""Scorers as text: `2s-i(lam=0.3, mu=50, prior=importance)` and back."""

from __future__ import annotations

from typing import Any

import regex

from tweetctx.errors import ScorerError
from tweetctx.scoring.matching import Bm25, Bm25f, TfIsf
from tweetctx.scoring.named import NamedArticles
from tweetctx.scoring.parameters import Choice, Range, domains
from tweetctx.scoring.pool_bm25 import Bm25L, Bm25Plus, Okapi
from tweetctx.scoring.presets import PRESETS, preset
from tweetctx.scoring.query_likelihood import QueryLikelihood
from tweetctx.scoring.relevance import RelevanceModel
from tweetctx.scoring.scorer import Scorer
from tweetctx.scoring.smoothing import SMOOTHINGS
from tweetctx.scoring.topics import Counted, Topical

_SPEC = regex.compile(r"\s*([\w-]+)\s*(?:\((.*)\))?\s*", regex.DOTALL)
_PARAMETER = regex.compile(r"\s*([\w-]+)\s*=\s*([^\s=]+)\s*")

# A model's name, the family of scorers it belongs to, and the part of the family that it is, by field.
_MODELS: dict[str, tuple[type[Any], dict[str, type[Any]]]] = {
    **{name: (QueryLikelihood, {"smoothing": smoothing}) for name, smoothing in SMOOTHINGS.items()},
    **{model.name: (RelevanceModel, {"passage_model": model}) for model in (Counted, Topical)},
    **{model.name: (model, {}) for model in (TfIsf, Bm25, Bm25f, Okapi, Bm25L, Bm25Plus, NamedArticles)},
}


def parse_scorer(spec: str) -> Scorer:
    """The scorer that a text describes: a model with parameters in brackets, or a preset's name.

    `parse_scorer(str(scorer)) == scorer` for every scorer. Raises ScorerError naming the choices or the range.
    """
    match = _SPEC.fullmatch(preset(spec.strip()) or spec)
    if not match:
        raise ScorerError(f"scorer: found {spec!r}, expected a name, or name(parameter=value, ...)")
    name, parameters = match[1], match[2]
    if preset(name):
        raise ScorerError(f"scorer: found parameters of the preset {name!r}, which takes none")
    if name not in _MODELS:
        raise ScorerError(f"scorer: found {name!r}, expected one of {', '.join([*_MODELS, *PRESETS])}")
    family, parts = _MODELS[name]
    known = {key: domain for model in (*parts.values(), family) for key, domain in domains(model).items()}
    values = _read(name, parameters or "", known)
    try:
        made = {
            field: part(**{key: values.pop(key) for key in domains(part) if key in values})
            for field, part in parts.items()
        }
        scorer: Scorer = family(**made, **values)
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
        values[key] = _value(value, known[key])
        if values[key] not in known[key]:
            raise ScorerError(f"{name}: {key}: found {value}, expected {known[key]}")
    return values


def _value(text: str, domain: Range | Choice) -> Any:
    """The value that a text stands for; the text itself, which is out of any range, if it is no number."""
    try:
        return domain.read(text)
    except ValueError:
        return text
