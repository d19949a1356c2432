"""Fits topics to the articles of an index, by gensim's LdaMulticore."""

from __future__ import annotations

import io
import json
import signal
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import islice, pairwise
from multiprocessing.util import register_after_fork
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tweetctx.arrays.sums import distinct
from tweetctx.arrays.types import Ints
from tweetctx.errors import ParameterError, TopicModelError
from tweetctx.index import Engine, open_index
from tweetctx.runtime.durable import part_of, replace_file
from tweetctx.runtime.libraries import load_library
from tweetctx.runtime.processes import end_with_parent
from tweetctx.runtime.processors import processors
from tweetctx.scoring.topics.files import TopicModel, write_topics
from tweetctx.specs import Range

if TYPE_CHECKING:
    from tweetctx.scoring.topics.gensim_models import Document, RepeatableLda

_CHUNK, _CHUNKS = 2_000, 8  # articles in a chunk, which one process takes, and chunks between two updates of the topics
_ALPHA_SUM, _BETA = 50.0, 0.01  # Wei and Croft (2006), section 4.2
_LEAST, _MOST = 5, 0.2  # a word counts if it is in so many articles at least, and in such a share of them at most
_WHOLE = Range(1, whole=True)
_SEEDS = Range(0, 2**32 - 1, whole=True)


@dataclass(frozen=True, slots=True)
class TopicSettings:
    """What topics depend on besides the collection.

    topics: how many, K. words: how many of the words that are in most articles the topics have, phrases not counted.
    passes: over the collection. seed: of the random numbers.
    """

    topics: int = 200
    words: int = 50_000
    passes: int = 3
    seed: int = 1

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            domain = _SEEDS if name == "seed" else _WHOLE
            if value not in domain:
                raise ParameterError(f"{name}: found {value!r}, expected {domain}")


@dataclass(frozen=True, slots=True)
class TopicProgress:
    """The progress of a training: the pass, from 1, and how many of the articles it has read."""

    number: int
    done: int
    total: int


OnProgress = Callable[[TopicProgress], object]


def train_topics(
    index: str | Path,
    destination: str | Path,
    settings: TopicSettings | None = None,
    *,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> TopicModel:
    """Writes the topics of an index, named by its path, to a file, and returns them.

    While it trains, FILE.part has the topics after the last pass, from which the same training goes on after an
    interruption. The same index, settings and libraries give the same file, on any number of workers.

    Raises what `open_index` and `topics_of_index` raise, and TopicModelError for a destination that cannot be a file.
    """
    path = Path(destination)
    if path.is_dir() or not path.parent.is_dir():
        raise TopicModelError(f"{path}: expected the name of a file to write, in a folder that is there")
    model = topics_of_index(
        open_index(index), settings, workers=workers, on_progress=on_progress, checkpoint=part_of(path)
    )
    write_topics(model, path)
    part_of(path).unlink(missing_ok=True)
    return model


def topics_of_index(
    index: Engine,
    settings: TopicSettings | None = None,
    *,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
    checkpoint: Path | None = None,
) -> TopicModel:
    """Fits topics to all articles by online variational Bayes (Hoffman, Blei and Bach 2010), α = 50/K, β = 0.01.

    The articles are read anew in each pass; some 16,000 of them are in memory at a time. checkpoint: a file that keeps
    what a pass has found.

    LibraryError where gensim is missing; ParameterError if the collection has too few words or cannot be scanned.
    """
    load_library("gensim", "topics of a collection")
    from tweetctx.scoring.topics.gensim_models import RepeatableLda

    settings = settings or TopicSettings()
    keys, terms = _vocabulary(index, settings.words)
    lda = RepeatableLda(
        num_topics=settings.topics,
        id2word=dict(enumerate(terms)),
        workers=workers or processors(),
        chunksize=_CHUNK,
        batch=True,
        alpha=np.full(settings.topics, _ALPHA_SUM / settings.topics, np.float32),
        eta=_BETA,
        eval_every=None,
        random_state=settings.seed,
    )
    lda.seed = settings.seed
    register_after_fork(lda, _end_quietly)
    origin = _origin(index, settings, terms)
    done = _resume(lda, checkpoint, origin) if checkpoint else 0
    for number in range(done + 1, settings.passes + 1):
        _pass(lda, index, keys, lambda read, number=number: _tell(on_progress, number, read, index))  # type: ignore[misc]
        if checkpoint and number < settings.passes:
            _keep(lda, checkpoint, origin, number)
    found = np.ascontiguousarray(lda.state.get_lambda().T, np.float32)
    return TopicModel(
        terms, found, _ALPHA_SUM / settings.topics, {**origin, "sha256": sha256(found.tobytes()).hexdigest()}
    )


def _end_quietly(_: object) -> None:
    """Makes a worker end without a traceback when gensim terminates it, end with its parent, and ignore Ctrl-C."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def _tell(on_progress: OnProgress | None, number: int, read: int, index: Engine) -> None:
    if on_progress:
        on_progress(TopicProgress(number, read, index.size.documents))


def _vocabulary(index: Engine, words: int) -> tuple[Ints, list[str]]:
    """The keys and the texts of the words of the topics, those of most articles first; ties by text."""
    keys = distinct(np.concatenate([np.empty(0, np.int64), *(distinct(rows.values) for rows in index.scan_articles())]))
    stats = index.term_stats(keys)
    fits = (stats.df >= _LEAST) & (stats.df <= max(_MOST * index.size.documents, _LEAST))
    texts = stats.texts
    single = [row for row in np.flatnonzero(fits).tolist() if " " not in texts[row]]
    if not single:
        found = f"found no word that is in {_LEAST} articles or more of {index.size.documents}"
        raise ParameterError(f"index: {found}, expected a collection that has some")
    df = stats.df.tolist()
    chosen = sorted(single, key=lambda row: (-df[row], texts[row]))[:words]
    return keys[chosen], [texts[row] for row in chosen]


def documents_of(index: Engine, keys: Ints) -> Iterator[Document]:
    """Yields each article as the numbers of its words, the places of their keys, ascending, with their counts."""
    order = np.argsort(keys)
    ascending = keys[order]
    for rows in index.scan_articles():
        place = np.searchsorted(ascending, rows.values).clip(max=len(keys) - 1)
        known = ascending[place] == rows.values
        cells, counts = np.unique(rows.row_of_value[known] * len(keys) + order[place[known]], return_counts=True)
        article, word = np.divmod(cells, len(keys))
        ends = np.searchsorted(article, np.arange(len(rows) + 1)).tolist()
        pairs = np.column_stack([word, counts]).astype(np.int32)
        for first, last in pairwise(ends):
            yield pairs[first:last]


def _pass(lda: RepeatableLda, index: Engine, keys: Ints, move: Callable[[int], object]) -> None:
    """Updates the topics by all articles once."""
    documents, read = documents_of(index, keys), 0
    while some := [*islice(documents, _CHUNK * _CHUNKS)]:
        read += len(some)
        if occupied := [document for document in some if len(document)]:
            lda.set_grain(occupied)
            lda.state.numdocs = index.size.documents - len(occupied)  # gensim adds them
            lda.update(occupied)
        move(read)


def _origin(index: Engine, settings: TopicSettings, terms: Sequence[str]) -> dict[str, Any]:
    from importlib.metadata import version

    return {
        "analyzer": index.analyzer.config.name,
        "index": index.identity,
        "documents": index.size.documents,
        "vocabulary": sha256("\n".join(terms).encode()).hexdigest(),
        **asdict(settings),
        "libraries": {name: version(name) for name in ("gensim", "numpy", "scipy")},
    }


def _keep(lda: RepeatableLda, checkpoint: Path, origin: dict[str, Any], passes: int) -> None:
    notes = json.dumps({"origin": origin, "passes": passes, "updates": lda.num_updates}, sort_keys=True)
    content = io.BytesIO()
    np.savez(content, statistics=lda.state.sstats, notes=np.frombuffer(notes.encode(), np.uint8))
    replace_file(checkpoint, content.getvalue())


def _resume(lda: RepeatableLda, checkpoint: Path, origin: dict[str, Any]) -> int:
    """Sets the topics to those of the last pass that is kept, and returns its number; 0 if none is, of this work."""
    broken = (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile)
    with suppress(*broken), checkpoint.open("rb") as file, np.load(file, allow_pickle=False) as found:
        notes = json.loads(found["notes"].tobytes())
        statistics = found["statistics"]
        if notes["origin"] == origin and statistics.shape == lda.state.sstats.shape:
            lda.state.sstats[:] = statistics
            lda.num_updates = notes["updates"]
            lda.sync_state()
            return int(notes["passes"])
    return 0
