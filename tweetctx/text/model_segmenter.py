"""Segments by a trained spaCy pipeline that the user provides."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tweetctx.errors import ParameterError
from tweetctx.text.unicode import encodable

if TYPE_CHECKING:
    from spacy.language import Language

Span = tuple[int, int]


class ModelSegmenter:
    """Finds sentences by a spaCy pipeline."""

    __slots__ = ("_pipeline",)

    def __init__(self, model: str) -> None:
        self._pipeline = _load(model)

    def spans(self, text: str) -> list[Span]:
        """Returns the sentences of a text, in characters."""
        sentences = self._pipeline(encodable(text)).sents if text.strip() else ()
        stripped = (_strip(text, sentence.start_char, sentence.end_char) for sentence in sentences)
        return [(start, end) for start, end in stripped if start < end]


def _strip(text: str, start: int, end: int) -> Span:
    sentence = text[start:end]
    return end - len(sentence.lstrip()), start + len(sentence.rstrip())


def _load(model: str) -> Language:
    import spacy

    try:
        pipeline = spacy.load(model, exclude=["ner"])
    except OSError as error:
        raise ParameterError(
            f"spacy_model: found no pipeline {model!r}; expected the path of one, or the name of an installed one "
            f"(install it with: python -m spacy download {model})"
        ) from error
    except (ImportError, KeyError, ValueError) as error:
        raise ParameterError(f"spacy_model: the pipeline {model!r} cannot be loaded: {error}") from error
    pipeline.max_length = sys.maxsize  # no limit on the length of a paragraph
    if not pipeline("One stop. Two stops.").has_annotation("SENT_START"):
        raise ParameterError(
            f"spacy_model: the pipeline {model!r} finds no sentences (it has {pipeline.pipe_names}); "
            "expected a parser, a senter or a sentencizer in it"
        )
    return pipeline
