"""Finds the phrases of a collection: the most frequent bigrams, or those whose words belong together, by gensim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tweetctx.errors import ParameterError, PhrasesError
from tweetctx.index import Engine, open_index
from tweetctx.index.building.phrase_files import write_phrases
from tweetctx.runtime.libraries import load_library
from tweetctx.specs import Choice, Range

SCORINGS = Choice(("frequency", "npmi", "default"))
_WHOLE = Range(1, whole=True)
_ENTRIES = 10_000_000  # words and bigrams that gensim counts at a time, some 100 bytes each


@dataclass(frozen=True, slots=True)
class PhraseSettings:
    """How phrases are chosen.

    scoring: `frequency`, the rule of DCU's runs; `npmi`, normalized pointwise mutual information (Bouma 2009); or
    `default`, that of Mikolov et al. (2013); the last two as gensim's Phrases has them. limit: how many are taken, the
    best first. least: how often one occurs at least, more often for `default` and `npmi`.
    """

    scoring: str = "frequency"
    limit: int = 100_000
    least: int = 5

    def __post_init__(self) -> None:
        for name, domain in (("scoring", SCORINGS), ("limit", _WHOLE), ("least", _WHOLE)):
            if getattr(self, name) not in domain:
                raise ParameterError(f"{name}: found {getattr(self, name)!r}, expected {domain}")


def train_phrases(index: str | Path, destination: str | Path, settings: PhraseSettings | None = None) -> int:
    """Writes the phrases of an index to a file, and returns how many there are.

    Raises what `open_index` and `phrases_of_index` raise, and PhrasesError for a destination that cannot be a file.
    """
    path, settings = Path(destination), settings or PhraseSettings()
    if path.is_dir() or not path.parent.is_dir():
        raise PhrasesError(f"{path}: expected the name of a file to write, in a folder that is there")
    engine = open_index(index)
    phrases = phrases_of_index(engine, settings)
    origin = {
        "analyzer": engine.analyzer.config.name,
        "documents": str(engine.size.documents),
        "scoring": settings.scoring,
        "least": str(settings.least),
    }
    write_phrases(phrases, path, origin)
    return len(phrases)


def phrases_of_index(index: Engine, settings: PhraseSettings | None = None) -> dict[str, float]:
    """The best phrases with their scores, the best first; ties by text. LibraryError where gensim is missing."""
    settings = settings or PhraseSettings()
    scores = _frequent(index, settings) if settings.scoring == "frequency" else _scored(index, settings)
    best = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    return dict(best[: settings.limit])


def _frequent(index: Engine, settings: PhraseSettings) -> dict[str, float]:
    """Bigrams with their frequencies."""
    counts: Counter[str] = Counter()
    for sentence in sentences_of(index):
        counts.update(f"{left} {right}" for left, right in pairwise(sentence))
    return {phrase: float(count) for phrase, count in counts.items() if count >= settings.least}


def _scored(index: Engine, settings: PhraseSettings) -> dict[str, float]:
    load_library("gensim", f"phrases by {settings.scoring}")
    from gensim.models.phrases import Phrases

    model = Phrases(
        sentences_of(index),
        min_count=settings.least,
        threshold=0.0 if settings.scoring == "npmi" else 1.0,
        scoring=settings.scoring,
        max_vocab_size=_ENTRIES,
        delimiter=" ",
    )
    return {phrase: float(score) for phrase, score in model.export_phrases().items()}


def sentences_of(index: Engine) -> Iterator[list[str]]:
    """Yields the terms of each sentence, without phrases."""
    for rows in index.scan():
        texts = index.term_stats(rows.values).texts
        for first, last in pairwise(rows.offsets.tolist()):
            yield [term for term in texts[first:last] if " " not in term]
