"""Reports on topics of a collection: their coherence, top words and sizes, as a page with pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.types import Floats
from tweetctx.errors import counted
from tweetctx.evaluation.drawing import check_figure, clean, new_figure, save
from tweetctx.evaluation.tables import markdown_table
from tweetctx.index.protocol import Engine
from tweetctx.runtime.libraries import load_library
from tweetctx.scoring.topics import TopicModel

SHOWN: Final = 10  # words of a topic that are shown, and whose coherence is measured
SAMPLED: Final = 5_000  # articles, spread evenly over the collection, on which coherence is measured
_DRAWN: Final = 9  # topics whose words are drawn
_HEADER: Final = ("topic", "share", "c_v", "u_mass", "top words")


@dataclass(frozen=True, slots=True)
class TopicQuality:
    """What is known of K topics.

    words: the most probable ones of each, best first. shares: of the words of the sampled articles, shape (K,). c_v,
    u_mass: coherence (Röder, Both and Hinneburg 2015; Mimno et al. 2011), larger is better, shape (K,). articles: how
    many were sampled.
    """

    words: tuple[tuple[str, ...], ...]
    shares: Floats
    c_v: Floats
    u_mass: Floats
    articles: int


def check_report() -> None:
    """Raises the error of a library that a report needs and that is missing."""
    load_library("gensim", "coherence of topics")
    check_figure(Path("topics.svg"))


def topic_quality(model: TopicModel, index: Engine, sampled: int = SAMPLED) -> TopicQuality:
    """Measures topics on articles of the collection, by gensim's CoherenceModel."""
    load_library("gensim", "coherence of topics")
    from gensim.corpora import Dictionary
    from gensim.models import CoherenceModel

    texts = [*_sample(model, index, sampled)]
    words = [[term for term in text if term >= 0] for text in texts]
    shares = model.theta(Ragged.from_rows(words)).T @ np.array([len(text) for text in words], np.float64)
    named = [[model.terms[word] for word in text] for text in words]
    dictionary = Dictionary([*named, [*model.terms]])  # a top word need not be in the sample
    corpus = [dictionary.doc2bow(text) for text in named]
    phi = model.phi(np.arange(len(model.terms)))
    best = np.argsort(-phi, axis=0, kind="stable")[:SHOWN]
    top = [[model.terms[word] for word in column] for column in best.T.tolist()]
    coherences = {}
    for measure in ("c_v", "u_mass"):
        coherence = CoherenceModel(
            topics=top, texts=named, corpus=corpus, dictionary=dictionary, coherence=measure, topn=SHOWN, processes=1
        )
        with np.errstate(divide="ignore", invalid="ignore"):  # of a word that no sampled article has
            coherences[measure] = np.array(coherence.get_coherence_per_topic(), np.float64)
    return TopicQuality(tuple(map(tuple, top)), shares / max(shares.sum(), 1.0), **coherences, articles=len(texts))


def _sample(model: TopicModel, index: Engine, sampled: int) -> Iterator[list[int]]:
    """The words of every nth article, in order, as rows of the topics; −1 for others."""
    step, scanned = max(index.size.documents // sampled, 1), 0
    for rows in index.scan_articles():
        chosen = np.arange(-scanned % step, len(rows), step)
        scanned += len(rows)
        some = rows.take(chosen)
        keys, inverse = np.unique(some.values, return_inverse=True)
        of_key = model.rows_of([*index.term_stats(keys).texts])
        yield from (row.tolist() for row in Ragged(of_key[inverse], some.offsets))


def pictures_of(report: Path) -> list[Path]:
    """Where the pictures of a report are written."""
    return [report.parent / f"{report.stem}-{name}.svg" for name in ("coherence", "words")]


def write_topic_report(model: TopicModel, index: Engine, path: Path) -> TopicQuality:
    """Writes a page of Markdown, and two pictures beside it, named after it."""
    quality = topic_quality(model, index)
    pictures = pictures_of(path)
    draw_coherence(quality, pictures[0])
    draw_words(model, quality, pictures[1])
    path.write_text("\n\n".join(_page(model, quality, [picture.name for picture in pictures])) + "\n", "utf-8")
    return quality


def _page(model: TopicModel, quality: TopicQuality, pictures: Sequence[str]) -> Iterator[str]:
    yield f"# {counted(model.topics, 'topic')} of {counted(model.origin.get('documents', quality.articles), 'article')}"
    yield markdown_table(("made from", ""), [(name, _told(value)) for name, value in model.origin.items()], (0, 1))
    yield (
        f"Coherence of the {SHOWN} most probable words of each topic, measured on {quality.articles:,} articles spread "
        f"evenly over the collection: c_v {_mean(quality.c_v)} on average, u_mass {_mean(quality.u_mass)}. Larger is "
        "better; c_v is 1 at most, u_mass 0. A topic's share is that of the words of these articles."
    )
    yield f"![Coherence of the topics, and their shares]({pictures[0]})"
    yield f"![The top words of the largest topics]({pictures[1]})"
    order = np.argsort(-quality.shares, kind="stable").tolist()
    yield markdown_table(_HEADER, (_row(quality, topic) for topic in order), (4,))


def _told(value: object) -> str:
    return ", ".join(f"{name} {of}" for name, of in value.items()) if isinstance(value, dict) else str(value)


def _mean(values: Floats) -> str:
    finite = values[np.isfinite(values)]
    return f"{finite.mean():.3f}" if len(finite) else "–"


def _row(quality: TopicQuality, topic: int) -> tuple[str, ...]:
    values = (f"{value:.3f}" if np.isfinite(value) else "–" for value in (quality.c_v[topic], quality.u_mass[topic]))
    return str(topic), f"{quality.shares[topic]:.2%}", *values, " ".join(quality.words[topic])


def draw_coherence(quality: TopicQuality, path: Path) -> None:
    """Draws each topic by its share and its c_v, and how many topics have which c_v; PNG or SVG."""
    figure = new_figure(7.0, 3.0)
    points, bars = figure.subplots(1, 2)
    points.scatter(quality.shares * 100, quality.c_v, s=10, color="#0072B2")
    points.set(xlabel="share of the words (%)", ylabel="c_v", xscale="log")
    bars.hist(quality.c_v[np.isfinite(quality.c_v)], bins=20, range=(0.0, 1.0), color="#0072B2")
    bars.set(xlabel="c_v", ylabel="topics")
    for panel in (points, bars):
        clean(panel)
    save(figure, path)


def draw_words(model: TopicModel, quality: TopicQuality, path: Path) -> None:
    """Draws the probabilities of the top words of the topics with the largest shares; PNG or SVG."""
    order = np.argsort(-quality.shares, kind="stable")[:_DRAWN].tolist()
    columns = min(3, len(order))
    figure = new_figure(7.0, 1.9 * -(-len(order) // columns))
    panels = np.atleast_1d(figure.subplots(-(-len(order) // columns), columns)).ravel()
    for panel, topic in zip(panels, [*order, *[None] * (len(panels) - len(order))], strict=True):
        if topic is None:
            panel.set_visible(False)
            continue
        words = quality.words[topic]
        panel.barh(range(len(words)), model.phi(model.rows_of(words))[:, topic], color="#009E73")
        panel.set_yticks(range(len(words)), words, fontsize=6)
        panel.invert_yaxis()
        panel.tick_params(axis="x", labelsize=6)
        panel.set_title(f"topic {topic}, {quality.shares[topic]:.1%}")
        clean(panel, "x")
    save(figure, path)
