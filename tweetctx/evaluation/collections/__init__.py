"""Collections of sentences that people labelled: for each query, which sentences are relevant."""

from tweetctx.evaluation.collections.collection import (
    LabelledQuery,
    SentenceCollection,
    judgements,
    pool_of,
    query_sentence_ids,
    relevance,
    sentence_ids,
)
from tweetctx.evaluation.collections.novelty import read_novelty
from tweetctx.evaluation.collections.reader import FORMATS, read_collection

__all__ = [
    "FORMATS",
    "LabelledQuery",
    "SentenceCollection",
    "judgements",
    "pool_of",
    "query_sentence_ids",
    "read_collection",
    "read_novelty",
    "relevance",
    "sentence_ids",
]
