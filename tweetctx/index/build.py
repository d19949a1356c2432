"""Building an index: articles in, files out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from tweetctx.corpus import OnError, read_articles
from tweetctx.errors import IndexAccessError, ParameterError
from tweetctx.index.analysis import ArticleAnalyzer, Batch, analyze_in_process, start_process
from tweetctx.index.files import Generation
from tweetctx.index.writer import IndexWriter
from tweetctx.processes import in_order, spawn
from tweetctx.text.analyzer import AnalyzerConfig
from tweetctx.text.languages import language_of_url
from tweetctx.text.segmentation import open_segmenter
from tweetctx.types import Article

BATCH_CHARACTERS = 1 << 20


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build has come: what it does, articles done, and bytes of the sources as they are stored."""

    stage: str
    articles: int
    bytes_read: int
    bytes_total: int


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build read and made; `problems` is the first 20 of the `skipped`."""

    articles: int
    passages: int
    sentences: int
    terms: int
    skipped: int
    problems: tuple[str, ...]


OnProgress = Callable[[BuildProgress], None]


def build_index(
    sources: str | Path | Sequence[str | Path],
    destination: str | Path,
    *,
    analyzer: str | None = None,
    language: str | None = None,
    spacy_model: str | None = None,
    workers: int | None = None,
    on_error: OnError = "stop",
    on_progress: OnProgress | None = None,
) -> BuildReport:
    """Indexes files or folders of articles in any format that `tweetctx.corpus` reads.

    destination: a folder for the index; an index that is there already stays whole until the new one replaces it.
    analyzer: english, plain or dcu; the language's own if None, which for English is english. language: by the code of
    its Wikipedia; if None, what the url of the first article says, else English. spacy_model: a trained spaCy pipeline
    that segments sentences in place of the rules for the language. workers: processes that analyze; all processors if
    None; with 1 the work stays in this process.
    The index is the same, byte for byte, whatever their number.

    Raises CorpusError for a source that cannot be read (on_error="skip" passes over a broken record and counts it),
    IndexAccessError for a destination that is something else, ParameterError for an argument out of its choices.
    """
    paths = [sources] if isinstance(sources, str | Path) else list(sources)
    if workers is not None and workers < 1:
        raise ParameterError(f"workers: found {workers}, expected a number of processes from 1")
    config = AnalyzerConfig.named(analyzer, language or "en")
    corpus = read_articles([Path(path) for path in paths], on_error=on_error)
    generation = Generation(Path(destination))
    try:
        with ExitStack() as stack:
            spoken, articles = _language_of(iter(corpus))
            if language is None:
                config = AnalyzerConfig.named(analyzer, spoken)
            writer = IndexWriter(generation.folder, config.phrases)
            stack.callback(writer.close)
            batches = _analyzed(_batches(articles), config, spacy_model, workers or os.cpu_count() or 1, stack)
            for batch in batches:
                writer.add(batch)
                if on_progress:
                    on_progress(BuildProgress("reading", writer.articles, corpus.bytes_read, corpus.bytes_total))
            if on_progress:
                on_progress(BuildProgress("writing", writer.articles, corpus.bytes_total, corpus.bytes_total))
            made = writer.finish()
        generation.publish({"analyzer": config.to_json(), "spacy_model": spacy_model, **made})
        counts = made["counts"]
    except BaseException:
        generation.discard()
        raise
    return BuildReport(
        counts["documents"],
        counts["passages"],
        counts["sentences"],
        counts["terms"],
        corpus.skipped,
        tuple(corpus.problems),
    )


def _language_of(articles: Iterator[Article]) -> tuple[str, Iterator[Article]]:
    """The language of the first article, English if its url is of no Wikipedia; and all articles."""
    first = next(articles, None)
    if first is None:
        return "en", articles
    return language_of_url(first.url) or "en", chain([first], articles)


def _batches(articles: Iterable[Article]) -> Iterator[list[Article]]:
    """Groups articles by their size, so that every batch is about as much work."""
    batch: list[Article] = []
    size = 0
    for article in articles:
        batch.append(article)
        size += sum(len(paragraph) for section in article.sections for paragraph in section.paragraphs)
        if size >= BATCH_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _analyzed(
    batches: Iterator[list[Article]], config: AnalyzerConfig, spacy_model: str | None, workers: int, stack: ExitStack
) -> Iterator[Batch]:
    """The batches analyzed, in their order. Small work is done here: a process costs more than it."""
    first = next(batches, None)
    second = next(batches, None)
    if first is None:
        return
    if workers == 1 or second is None:
        analyze = ArticleAnalyzer(config, open_segmenter(spacy_model, config.language)).batch
        for batch in chain((first,), (second,) if second else (), batches):
            yield analyze(batch)
        return
    open_segmenter(spacy_model, config.language)  # an error is clearer here than in a process
    pool = stack.enter_context(spawn(workers, start_process, config, spacy_model))
    stack.callback(pool.shutdown, cancel_futures=True)
    try:
        yield from in_order(pool, workers, analyze_in_process, chain((first, second), batches))
    except BrokenProcessPool as error:
        raise IndexAccessError(
            "a worker process of the build ended at once: was it killed, or out of memory?"
        ) from error
