"""Reports on the training of the sentence model: figures out of fold, by the floor of scores and by features."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tweetctx.errors import counted
from tweetctx.evaluation.graded import GradedFigures
from tweetctx.evaluation.tables import markdown_table
from tweetctx.pipeline import Contextualizer
from tweetctx.scoring.learned.columns import FEATURES
from tweetctx.training.groups import feature_groups
from tweetctx.training.sentences import (
    SentenceExample,
    SentenceOptions,
    SentenceTraining,
    candidate_recall,
    grade_all,
    train_sentences,
)

GROUPS: Final = feature_groups(
    FEATURES,
    {
        "links": ("likely", "place"),
        "how known the article is": ("known", "person"),
        "title": ("title_share", "title_weight"),
        "position": ("position", "opened"),
        "words and names of the tweet": ("shared", "own_name"),
        "dates": ("days", "first_after"),
        "first search": ("first_rank", "first_article"),
        "search by names and date": ("dated_rank", "dated_article"),
    },
)
_FLOORS: Final = (0.06, 0.08, 0.1, 0.12, 0.14, 0.16, 0.2, 0.25)
_HEADER: Final = ("", "precision", "recall", "F", "trivia", "wrong", "event told", "first entity", "silent")


def write_report(
    examples: Sequence[SentenceExample],
    training: SentenceTraining,
    options: SentenceOptions,
    contextualizer: Contextualizer,
    path: Path,
) -> None:
    """Writes Markdown."""
    floors = (_row(f"{floor:g}", grade_all(examples, training.out_of_fold, contextualizer, floor)) for floor in _FLOORS)
    ablation = _ablation(examples, training, options, contextualizer)
    sections = {"By the lowest score that is shown": floors, "Without a group of features": ablation}
    recall = candidate_recall(examples)
    blocks = [f"{counted(len(examples), 'tweet')}; {recall:.3f} of the ideal sentences are among the candidates.\n"]
    blocks += [f"## {title}, out of fold\n\n{markdown_table(_HEADER, rows)}\n" for title, rows in sections.items()]
    path.write_text("\n".join(blocks), "utf-8")


def _ablation(
    examples: Sequence[SentenceExample],
    training: SentenceTraining,
    options: SentenceOptions,
    contextualizer: Contextualizer,
) -> Iterator[tuple[str, ...]]:
    yield _row("all features", grade_all(examples, training.out_of_fold, contextualizer))
    for group, without in GROUPS.items():
        scores = train_sentences(examples, options, without).out_of_fold
        yield _row(f"without {group} ({len(without)})", grade_all(examples, scores, contextualizer))


def _row(name: str, figures: GradedFigures) -> tuple[str, ...]:
    names = ("precision", "recall", "f", "trivia", "wrong", "event", "first")
    values = [getattr(figures, one) for one in names]
    return name, *("–" if math.isnan(value) else f"{value:.3f}" for value in values), str(figures.silent)
