"""Runs: files with the contexts of a file of tweets."""

from tweetctx.runs.batch import BatchProgress, BatchReport, contextualize_batch
from tweetctx.runs.retrieval import retrieve_topics
from tweetctx.runs.run_reader import RunContext, RunSentence, read_run
from tweetctx.runs.settings import RUN_PRESETS, RunSettings

__all__ = [
    "RUN_PRESETS",
    "BatchProgress",
    "BatchReport",
    "RunContext",
    "RunSentence",
    "RunSettings",
    "contextualize_batch",
    "read_run",
    "retrieve_topics",
]
