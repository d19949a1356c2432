"""A linker, a scorer and a policy by one name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tweetctx.context.policy import ContextPolicy, parse_policy
from tweetctx.errors import LinkerError, ParameterError, ScorerError
from tweetctx.linking import Linker, parse_linker
from tweetctx.linking.linker import NoLinks
from tweetctx.scoring import Scorer, parse_scorer
from tweetctx.scoring.learned import LearnedSentences
from tweetctx.scoring.linked import LinkedArticles
from tweetctx.scoring.smoothing import ClassDirichlet, TopicDirichlet
from tweetctx.scoring.topics import read_topics
from tweetctx.scoring.topics.passages import Topical
from tweetctx.specs import domains, read_parameters, split_spec
from tweetctx.text.analyzer import check_analyzer

# What a preset has besides its scorer; others link nothing and have the papers' policy.
_LINKING = {
    "default": ("default", ContextPolicy(min_terms=2, min_score=0.12, readable=True)),
    "linked": ("default", ContextPolicy(min_terms=2, min_score=0.15, share=0.1, readable=True)),
}


@dataclass(frozen=True, slots=True)
class Preset:
    """A linker, a scorer and a policy.

    It is written as `linker | scorer | policy`, or as its scorer alone if the other two are those of the papers.
    """

    linker: Linker
    scorer: Scorer
    policy: ContextPolicy

    def __str__(self) -> str:
        if self.only_scores:
            return str(self.scorer)
        return f"{self.linker} | {self.scorer} | {self.policy}"

    @property
    def only_scores(self) -> bool:
        """Whether it is a scorer alone, without a linker and with the default policy."""
        return self.linker == NoLinks() and self.policy == ContextPolicy()

    def parts(self) -> Iterator[tuple[str, Any]]:
        """The three values by field."""
        yield from (("linker", self.linker), ("scorer", self.scorer), ("policy", self.policy))


def parse_preset(text: str, what: str = "scorer") -> Preset:
    """The preset that a text describes: a name, a scorer's spec, or `linker | scorer | policy`.

    what: the parameter that messages name.

    A name with a linker takes parameters of all three parts, `default(share=0.3)`. A scorer alone links nothing and
    has the policy of the papers. `parse_preset(str(preset)) == preset`.
    Raises ScorerError, LinkerError or ParameterError naming the choices or the range.
    """
    if "|" in text:
        parts = text.split("|")
        if len(parts) != 3:
            raise ScorerError(f"{what}: found {text!r}, expected a name, a scorer, or linker | scorer | policy")
        return Preset(parse_linker(parts[0]), parse_scorer(parts[1]), parse_policy(parts[2]))
    name, parameters = split_spec(what, text, ScorerError)
    if name not in _LINKING:
        return Preset(parse_linker("none"), parse_scorer(text, what), ContextPolicy())
    linker, policy = _LINKING[name]
    return _with_parameters(name, parameters, Preset(parse_linker(linker), parse_scorer(name), policy))


def preset_of(scorer: str | Scorer | Preset) -> Preset:
    """The preset that is meant; a scorer alone links nothing. ScorerError for what is none."""
    if isinstance(scorer, Preset):
        return scorer
    if isinstance(scorer, str):
        return parse_preset(scorer)
    if not callable(getattr(scorer, "score", None)):
        raise ScorerError(f"scorer: found {scorer!r}, expected a name, a spec, or a model with a method score")
    return Preset(parse_linker("none"), scorer, ContextPolicy())


def linker_of(linker: str | Linker) -> Linker:
    """The linker that is meant; LinkerError for what is none."""
    if isinstance(linker, str):
        return parse_linker(linker)
    if not callable(getattr(linker, "link", None)):
        raise LinkerError(f"linker: found {linker!r:.80}, expected a name, a spec, or a linker with a method link")
    return linker


def check_links(linker: Linker, scorer: Scorer) -> None:
    """Raises ScorerError for a model that scores the articles that a tweet names, and no linker that finds them."""
    if isinstance(scorer, LinkedArticles | LearnedSentences) and linker == NoLinks():
        raise ScorerError(
            f"scorer: found {scorer.name} without a linker, which it needs; expected the preset default, or linker | "
            f"{scorer.name} | policy"
        )


def parse_served_preset(text: str) -> Preset:
    """The preset that a text describes, for a service, which has no word classes.

    Raises what `parse_preset` and `check_links` raise, and ParameterError for a model that needs word classes.
    """
    preset = parse_preset(text, "preset")
    check_links(preset.linker, preset.scorer)
    if isinstance(getattr(preset.scorer, "smoothing", None), ClassDirichlet):
        raise ParameterError("class: found no word classes, expected a model that needs none")
    return preset


def topics_file(scorer: Scorer) -> str:
    """The file of topics that a scorer names; empty without one."""
    model = getattr(scorer, "smoothing", None) or getattr(scorer, "passage_model", None)
    return model.topics if isinstance(model, TopicDirichlet | Topical) else ""


def check_topics(scorer: Scorer, analyzer: str) -> None:
    """Raises ParameterError for topics of another analyzer's terms, TopicModelError for a file that has none."""
    if file := topics_file(scorer):
        check_analyzer(file, read_topics(file).origin.get("analyzer"), analyzer)


def _with_parameters(name: str, text: str, preset: Preset) -> Preset:
    known = {key: domain for _, part in preset.parts() for key, domain in domains(type(part)).items()}
    values = read_parameters(name, text, known, ScorerError)
    try:
        changed = {
            field: replace(part, **{key: values[key] for key in domains(type(part)) if key in values})
            for field, part in preset.parts()
        }
    except ParameterError as error:
        raise ScorerError(f"{name}: {error}") from None
    return Preset(**changed)
