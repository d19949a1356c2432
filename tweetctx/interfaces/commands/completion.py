"""What the shell completes: presets, Wikipedias, experiments and indexes, by their names."""

from __future__ import annotations


def complete_presets(incomplete: str) -> list[str]:
    """Presets, and the models that won in experiments."""
    from tweetctx.scoring.presets import PRESETS, tuned_presets

    return _beginning(incomplete, ["linked", *PRESETS, *tuned_presets()])


def complete_wikis(incomplete: str) -> list[str]:
    """Wikipedias that can be downloaded."""
    from tweetctx.wikipedias.downloads import KNOWN

    return _beginning(incomplete, [wiki.name for wiki in KNOWN])


def complete_experiments(incomplete: str) -> list[str]:
    """Experiments that come along."""
    from tweetctx.evaluation.experiments.configuration import known_experiments

    return _beginning(incomplete, [*known_experiments()])


def complete_indexes(incomplete: str) -> list[str]:
    """Indexes that are there, and the demonstration corpus."""
    from tweetctx.wikipedias.indexes import DEMONSTRATION, kept_indexes

    return _beginning(incomplete, [*(index.name for index in kept_indexes()), DEMONSTRATION])


def _beginning(incomplete: str, names: list[str]) -> list[str]:
    return sorted({name for name in names if name.startswith(incomplete)})
