"""Scorers as text: `2s-i(lam=0.3, mu=50, prior=importance)` and back."""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import Any

from tweetctx.errors import ScorerError
from tweetctx.scoring.learned import LearnedSentences
from tweetctx.scoring.linked import LinkedArticles
from tweetctx.scoring.matching import Bm25, Bm25f, Bm25L, Bm25Plus, Okapi, TfIsf
from tweetctx.scoring.presets import PRESETS, preset, tuned_presets
from tweetctx.scoring.query_likelihood import QueryLikelihood
from tweetctx.scoring.relevance import RelevanceModel
from tweetctx.scoring.scorer import Scorer
from tweetctx.scoring.smoothing import SMOOTHINGS
from tweetctx.scoring.topics.passages import Counted, Topical
from tweetctx.specs import domains, nearest, read_parameters, split_spec

ENTRY_POINTS = "tweetctx.scorers"  # the group in which other packages register sentence models

# A model's name, the family of scorers it belongs to, and the part of the family that it is, by field.
_MODELS: dict[str, tuple[type[Any], dict[str, type[Any]]]] = {
    **{name: (QueryLikelihood, {"smoothing": smoothing}) for name, smoothing in SMOOTHINGS.items()},
    **{model.name: (RelevanceModel, {"passage_model": model}) for model in (Counted, Topical)},
    **{
        model.name: (model, {})
        for model in (TfIsf, Bm25, Bm25f, Okapi, Bm25L, Bm25Plus, LinkedArticles, LearnedSentences)
    },
}


def parse_scorer(spec: str, what: str = "scorer") -> Scorer:
    """Reads a scorer: a model with parameters in brackets, or the name of a preset. what: named in messages.

    `parse_scorer(str(scorer)) == scorer` for every scorer. Other packages register models in the entry point group
    `tweetctx.scorers`. Raises ScorerError naming the choices or the range.
    """
    if not isinstance(spec, str):
        raise ScorerError(f"{what}: found {spec!r}, expected a text")
    name, parameters = split_spec(what, preset(spec.strip()) or spec, ScorerError)
    if preset(name):
        raise ScorerError(f"{what}: found parameters of the preset {name!r}, which takes none")
    family, parts = _MODELS.get(name) or (_registered(name, what), {})
    domain_of = {key: domain for model in (*parts.values(), family) for key, domain in domains(model).items()}
    values = read_parameters(name, parameters, domain_of, ScorerError)
    try:
        made = {
            field: part(**{key: values.pop(key) for key in domains(part) if key in values})
            for field, part in parts.items()
        }
        scorer: Scorer = family(**made, **values)
    except ScorerError as error:
        raise ScorerError(f"{name}: {error}") from None
    return scorer


def _registered(name: str, what: str) -> type[Any]:
    """The class that another package registered under a name; ScorerError names the choices."""
    from importlib.metadata import entry_points  # late: only for models of other packages

    registered = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
    if name not in registered:
        names = [*_MODELS, *PRESETS, *tuned_presets(), *sorted(registered)]
        raise ScorerError(f"{what}: found {name!r}, expected one of {', '.join(names)}{nearest(name, names)}")
    found = f"{what}: found {registered[name].value}"
    try:
        model = registered[name].load()
    except Exception as error:  # importing another package can raise any
        raise ScorerError(f"{found}, which cannot be loaded ({type(error).__name__}: {error})") from error
    if not (isinstance(model, type) and is_dataclass(model) and callable(getattr(model, "score", None))):
        raise ScorerError(f"{found}, expected a dataclass with a method `score`")
    return model
