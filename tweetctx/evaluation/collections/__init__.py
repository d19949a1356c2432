"""Collections of queries and sentences that people judged relevant or not."""

from tweetctx.evaluation.collections.collection import (
    LabelledQuery,
    SentenceCollection,
    candidates,
    judgements,
    pool_of,
)
from tweetctx.evaluation.collections.collection_files import Format, read_collection
from tweetctx.evaluation.collections.novelty import read_novelty

__all__ = [
    "Format",
    "LabelledQuery",
    "SentenceCollection",
    "candidates",
    "judgements",
    "pool_of",
    "read_collection",
    "read_novelty",
]
