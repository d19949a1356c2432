"""The description of an index."""

from __future__ import annotations

from typing import Any

from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.text.languages import described, find_language


def information(index: EmbeddedIndex) -> dict[str, Any]:
    """What an index holds and how it was made; and what its language lacks, where it does."""
    info = index.info()
    config = index.analyzer.config
    name = find_language(config.language).name
    stemmer = config.stemmer if config.stemmer in ("lovins", "none") else f"Snowball {config.stemmer}"
    if stemmer == "none" and config.name != "plain":
        stemmer = f"none: Snowball has none for {name}"
    made = {
        "language": described(config.language),
        "stop_words": len(config.stop_words) or f"none: spaCy has none for {name}",
        "stemmer": stemmer,
        "sentences_by": index.manifest["spacy_model"] or f"rules for {name}",
    }
    first = {key: info.pop(key) for key in ("path", "version", "analyzer")}
    return first | made | {key: value for key, value in info.items() if key not in made}
