"""Results as pandas data frames, one row per record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tweetctx.errors import ParameterError
from tweetctx.runs.run_reader import read_run
from tweetctx.runs.trec import is_trec_run, read_trec_run
from tweetctx.runtime.libraries import how_to_install
from tweetctx.types import Context, Passage

if TYPE_CHECKING:
    import pandas as pd

Record = TypeVar("Record", Context, Passage)


def contexts(found: Iterable[Context]) -> pd.DataFrame:
    """One row per context: tweet, text, sentences (their number), confidence, reason, attribution, took_ms."""
    rows = [
        (c.tweet, c.text, len(c.sentences), c.confidence, c.reason, c.attribution, c.took_ms)
        for c in _each(found, Context)
    ]
    return _frame(rows, ("tweet", "text", "sentences", "confidence", "reason", "attribution", "took_ms"))


def sentences(found: Iterable[Context]) -> pd.DataFrame:
    """One row per sentence: context and position (from 0, in reading order), text, title, url, score."""
    rows = [
        (index, position, sentence.text, sentence.title, sentence.url, sentence.score)
        for index, context in enumerate(_each(found, Context))
        for position, sentence in enumerate(context.sentences)
    ]
    return _frame(rows, ("context", "position", "text", "title", "url", "score"))


def links(found: Iterable[Context]) -> pd.DataFrame:
    """One row per link: context (from 0), start and end in code points, text, title, url, probability."""
    rows = [
        (index, link.start, link.end, link.text, link.title, link.url, link.probability)
        for index, context in enumerate(_each(found, Context))
        for link in context.links
    ]
    return _frame(rows, ("context", "start", "end", "text", "title", "url", "probability"))


def passages(found: Iterable[Passage]) -> pd.DataFrame:
    """One row per passage, best first: rank (from 1), title, heading, text, url, score."""
    rows = [(rank, p.title, p.heading, p.text, p.url, p.score) for rank, p in enumerate(_each(found, Passage), 1)]
    return _frame(rows, ("rank", "title", "heading", "text", "url", "score"))


def run(path: str | Path) -> pd.DataFrame:
    """One row per sentence of a run of contexts, INEX or JSON Lines: topic, position (from 0), text, title, score.

    Of a TREC run, one row per document retrieved: topic, rank (from 1, in the order of the file), docno, score.

    Raises RunError for a file that is not a run, and ParameterError for what is no path.
    """
    if not isinstance(path, str | Path):
        raise ParameterError(f"path: found {path!r:.80}, expected a path")
    if Path(path).is_file() and is_trec_run(Path(path)):
        return _trec_run(Path(path))
    rows = [
        (context.id, position, sentence.text, sentence.title, sentence.score)
        for context in read_run(path)
        for position, sentence in enumerate(context.sentences)
    ]
    return _frame(rows, ("topic", "position", "text", "title", "score"))


def _trec_run(path: Path) -> pd.DataFrame:
    ranks: Counter[str] = Counter()
    rows = []
    for entry in read_trec_run(path):
        ranks[entry.query] += 1
        rows.append((entry.query, ranks[entry.query], entry.docno, entry.score))
    return _frame(rows, ("topic", "rank", "docno", "score"))


def _each(found: Iterable[Record], kind: type[Record]) -> Iterator[Record]:
    if not isinstance(found, kind | Iterable):
        raise ParameterError(f"found: found {found!r:.80}, expected records of {kind.__name__} in a list")
    for one in [found] if isinstance(found, kind) else found:
        if one is found or not isinstance(one, kind):
            raise ParameterError(f"found: found a {type(one).__name__}, expected records of {kind.__name__} in a list")
        yield one


def _frame(rows: Sequence[tuple[object, ...]], columns: tuple[str, ...]) -> pd.DataFrame:
    try:
        import pandas as pd
    except ModuleNotFoundError as error:
        raise ParameterError(f"pandas is not installed; {how_to_install('pandas')}") from error
    return pd.DataFrame(rows, columns=list(columns))
