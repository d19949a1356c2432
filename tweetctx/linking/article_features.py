"""What speaks for a candidate by its article: its opening, the passages retrieved, and the other candidates."""

from __future__ import annotations

import numpy as np

from tweetctx.linking.candidates import Candidates
from tweetctx.linking.form_features import ALONE, VOTING, relative_scores
from tweetctx.linking.mentions import Mentions
from tweetctx.ragged import Bools, Floats, Ints, Ragged, spans
from tweetctx.types import Hits, Query


def article_features(
    mentions: Mentions,
    candidates: Candidates,
    likely: Floats,
    letters: Floats,
    query: Query,
    hits: Hits,
    openings: Hits,
    documents: int,
) -> dict[str, Floats]:
    """Columns of shape (C,) by name.

    likely: how probable each candidate seems at first look. letters: of each one's mention. openings: those of the
    candidates' articles. documents: how many articles the collection has.
    """
    from tweetctx.linking import kernels

    articles, row = np.unique(candidates.articles, return_inverse=True)
    texts, titles = _terms(articles, openings)
    shared = {name: values[row] for name, values in _shared(texts, titles, query, documents).items()}
    shared["shared_margin"] = kernels.margins(candidates.mentions, shared["shared_terms"], ALONE)
    return {
        **shared,
        **{name: values[row] for name, values in _titles(titles, query).items()},
        **_title_votes(mentions, candidates, articles, row, titles, hits),
        **_coherence(mentions, candidates, row, texts, titles, likely, letters),
    }


def _terms(articles: Ints, openings: Hits) -> tuple[Ragged, Ragged]:
    """The terms of each article's opening, and the different ones of its title."""
    place = np.searchsorted(openings.articles, articles)
    there = np.flatnonzero(np.append(openings.articles, -1)[place] == articles)
    hit = np.full(len(articles), len(openings))
    hit[there] = place[there]
    every = np.arange(len(openings))
    texts = spans(openings.terms, openings.offsets[every], openings.offsets[every + 1])
    return _with_none(texts).take(hit), _distinct(_with_none(openings.head_terms).take(hit))


def _with_none(rows: Ragged) -> Ragged:
    """Rows with an empty one behind them."""
    return Ragged(rows.values, np.append(rows.offsets, rows.offsets[-1]))


def _distinct(rows: Ragged) -> Ragged:
    """The different values of each row, ascending."""
    order = np.lexsort((rows.values, rows.row_of_value))
    row, values = rows.row_of_value[order], rows.values[order].astype(np.int64)
    new = np.ones(len(values), np.bool_)
    new[1:] = (row[1:] != row[:-1]) | (values[1:] != values[:-1])
    return Ragged(values[new], np.searchsorted(row[new], np.arange(len(rows) + 1)))


def _shared(texts: Ragged, titles: Ragged, query: Query, documents: int) -> dict[str, Floats]:
    """Terms of the query that an opening has beside those of its title: Σ idf, its share, the rarest's."""
    keys = query.stats.keys
    total, part, rarest = np.zeros((3, len(texts)))
    if len(keys) and len(texts):
        weight = np.log(documents / np.maximum(query.stats.df, 1))
        order = np.argsort(keys)
        head, text = _holds(titles, keys[order]), _holds(texts, keys[order])
        mass = (text & ~head) * weight[order]
        total, rarest = mass.sum(axis=1), mass.max(axis=1)
        part = total / np.maximum((~head * weight[order]).sum(axis=1), 1e-9)
    return {"shared_terms": total, "shared_part": part, "shared_rarest": rarest}


def _holds(rows: Ragged, keys: Ints) -> Bools:
    """Which rows have which of some ascending keys among their values, shape (rows, keys)."""
    held = np.zeros((len(rows), len(keys)), np.bool_)
    place = np.searchsorted(keys, rows.values).clip(max=len(keys) - 1)
    found = np.flatnonzero(keys[place] == rows.values)
    held[rows.row_of_value[found], place[found]] = True
    return held


def _titles(titles: Ragged, query: Query) -> dict[str, Floats]:
    """How many terms each title has, how many of them the query lacks, and the share that it has."""
    found = np.isin(titles.values, query.stats.keys)
    inside = np.bincount(titles.row_of_value, found, len(titles))
    lengths = titles.lengths.astype(np.float64)
    return {
        "title_terms": lengths,
        "title_missing": lengths - inside,
        "title_share": inside / np.maximum(lengths, 1.0),
    }


def _title_votes(
    mentions: Mentions, candidates: Candidates, articles: Ints, row: Ints, titles: Ragged, hits: Hits
) -> dict[str, Floats]:
    """The retrieved passages of other articles that name the article: Σ score, the best, the share in the mention's."""
    from tweetctx.linking import kernels

    count = min(len(hits), VOTING)
    offsets = hits.terms.offsets[hits.offsets[: count + 1]]
    votes, best = kernels.title_votes(
        offsets,
        hits.terms.values,
        hits.articles[:count],
        relative_scores(hits),
        articles,
        titles.offsets,
        titles.values,
    )
    own = votes[row]
    most = kernels.largest(candidates.mentions, own, len(mentions.starts), 0.5)
    return {
        "named_by_passages": own,
        "named_by_best": best[row],
        "named_share_of_passages": own / most[candidates.mentions],
    }


def _coherence(
    mentions: Mentions,
    candidates: Candidates,
    row: Ints,
    texts: Ragged,
    titles: Ragged,
    likely: Floats,
    letters: Floats,
) -> dict[str, Floats]:
    """What the candidates of other mentions say."""
    from tweetctx.linking import kernels

    values = np.concatenate([titles.values, texts.values])
    owner = np.concatenate([titles.row_of_value, texts.row_of_value])
    order = np.argsort(owner, kind="stable")
    terms = values[order].astype(np.int64)
    offsets = titles.offsets + texts.offsets
    cosines, holds = kernels.relatedness(
        offsets, terms, np.argsort(terms, kind="stable"), titles.offsets, titles.values
    )
    mention = candidates.mentions
    same, same_letters, title, titled, best, mean = kernels.coherence(
        row, mention, mentions.starts[mention], mentions.ends[mention], likely, letters, cosines, holds
    )
    most = kernels.largest(mention, best, len(mentions.starts), 0.0)
    return {
        "elsewhere": same,
        "elsewhere_letters": same_letters,
        "names_another": title,
        "named_by_another": titled,
        "related": best,
        "related_mean": mean,
        "related_behind": most[mention] - best,
    }
