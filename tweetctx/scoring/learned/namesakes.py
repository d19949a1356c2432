"""Finds sentences about namesakes of what the tweet means, or about other years."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np
import regex

from tweetctx.arrays.sequences import items_at
from tweetctx.arrays.types import Bools, Ints
from tweetctx.scoring.learned.columns import LIKELY, MENTIONED, Column
from tweetctx.scoring.learned.features import Matrix, signs
from tweetctx.scoring.pool import Pool
from tweetctx.text.languages import tables_of
from tweetctx.text.titles import unqualified
from tweetctx.types import Query

_NEARBY: Final = 2  # years that those of a title may be away from the tweet's
_YEAR: Final = regex.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_LIKELIER: Final = 0.5  # the probability from which on a mention more likely means what is linked than anything else
_SURE: Final = 0.75  # the probability from which on a link leaves no room for another reading


def are_of_other_years(query: Query, pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether each sentence is of an article on another year than the tweet's, as its title says, shape (R,).

    In 2014, *Ryder Cup* does not mean *2004 Ryder Cup*. An article may be meant if it is linked, or its years are only
    in the qualifier of its title, or are also in the tweet, or if the tweet looks back: *20 years ago*. A sentence that
    `tells_of_event` counts whatever the title. rows, features: see `are_namesakes`.
    """
    others = np.zeros(len(rows), np.bool_)
    year, asked = query.written[0], np.flatnonzero((features[:, Column.named] == 0) & ~signs().tells_of_event(features))
    if not year or not len(asked):
        return others
    terms, analyzer = frozenset(term.term for term in query.terms), pool.engine.analyzer
    looking_back = tables_of(analyzer.config.language).get("looking_back", {}).get("words", "")
    if terms.isdisjoint(analyzer.terms_of_list(looking_back)):
        titles, article_of = titles_of(pool, rows[asked])
        others[asked] = np.array([_is_of_other_year(title, year, terms) for title in titles])[article_of]
    return others


def are_namesakes(_query: Query, pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether each sentence only shares the name of its article with a tweet that means something else, shape (R,).

    *Whitney Houston* does not mean the album of that name if the singer is surely linked, nor *AARON* the brother of
    Moses if it more likely means Aaron Hernandez, nor *Durham* the one in North Carolina if another is linked. An
    article that is not linked and whose title has a qualifier is a namesake of what the tweet means, unless the
    sentence names what is linked: *#BringBackOurGirls* does not mean *Girls (TV series)*. A sentence that shares
    another word, or has a date near the tweet's, may be meant.

    rows: where the sentences stand in the pool. features: theirs, (R, F).
    """
    namesakes, asked = np.zeros(len(rows), np.bool_), signs().may_be_namesakes(features)
    if not len(asked):
        return namesakes
    links = pool.links.links
    linked = {unqualified(link.title).lower() for link in links if link.probability >= _SURE}
    linked |= {link.text.lower() for link in links if link.probability >= _LIKELIER}
    titles, article_of = titles_of(pool, rows[asked])
    names = [unqualified(title) for title in titles]
    same = np.array([not {name.lower(), name.partition(", ")[0].lower()}.isdisjoint(linked) for name in names])
    qualified = np.array([name != title for name, title in zip(names, titles, strict=True)])
    alone = (features[asked, Column.likely] >= LIKELY) & (features[asked, Column.other_names] < MENTIONED)
    namesakes[asked] = same[article_of] | (qualified[article_of] & alone)
    return namesakes


def are_other_readings(_query: Query, pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether each sentence is of an article whose name in the tweet is linked to something else, shape (R,).

    If *Niagara* is linked to the county, the tweet is not about Niagara University. Articles that the tweet may mean
    are exempt. rows, features: see `are_namesakes`.
    """
    named = pool.links.named
    if named is None or not named.rivals.any():
        return np.zeros(len(rows), np.bool_)
    rivals = np.isin(pool.articles[rows], named.articles[named.rivals])
    return np.asarray(rivals & signs().hardly_meant(features))


def are_named_after_linked(query: Query, pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether each sentence is of an article on something else that is named after what is linked, shape (R,).

    A tweet on the Yukon does not mean the Yukon River: it has some words of the title, all of them from linked names,
    and lacks others than years, which tell editions. People are exempt, since a tweet may name them by a part of their
    names. So are sentences that share much besides, and articles that have a date near the tweet's or open in its year.
    rows, features: see `are_namesakes`.
    """
    named_after, links = np.zeros(len(rows), np.bool_), pool.links.links
    asked = signs().may_be_named_after(features)
    if not links or not len(asked):
        return named_after
    terms = pool.engine.analyzer.terms
    own = {term.term for term in query.terms}
    linked = terms_of_links(pool)
    titles, article_of = titles_of(pool, rows[asked])
    names = [{*terms(unqualified(title).partition(", ")[0])} for title in titles]  # of Victoria, British Columbia
    named = [bool(name & own) and name & own <= linked and not all(map(_is_year, name - own)) for name in names]
    named_after[asked] = np.array(named)[article_of]
    return named_after


def have_scattered_titles(query: Query, pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether the title of each sentence's article is a name whose words are scattered in the tweet, shape (R,).

    *Can't wait to see her tonight* is not about the song *Waiting for Tonight*. The words may be in another order.
    Titles with a word of what is linked are exempt (*Premier of Manitoba*), as are articles that the tweet may name, or
    that have a date near the tweet's or open in its year, and sentences that share another word. rows, features: see
    `are_namesakes`.
    """
    scattered, asked = np.zeros(len(rows), np.bool_), signs().may_be_scattered(features)
    if len(asked):
        titles, article_of = titles_of(pool, rows[asked])
        linked, terms = terms_of_links(pool), pool.engine.analyzer.terms
        places = {term.term: place for place, term in enumerate(query.terms) if term.term not in linked}
        scattered[asked] = np.array([_is_scattered(title, terms, places) for title in titles])[article_of]
    return scattered


def _is_scattered(title: str, terms: Callable[[str], Sequence[str]], place_of: Mapping[str, int]) -> bool:
    """Whether a title is a name whose words are scattered in a tweet. place_of: where terms of the tweet stand."""
    words = [(word, terms(word)) for word in unqualified(title).partition(", ")[0].split()]
    own = {term for _, found in words for term in found}
    if len(own) < 2 or own - place_of.keys() or any(word.islower() for word, found in words if found):
        return False
    places = [place_of[term] for term in own]
    return max(places) - min(places) >= len(own)


def are_written_small(query: Query, pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether the title of each sentence's article is a name that the tweet writes in small letters, shape (R,).

    *Halifax taxi driver heads to trial* is not about the film Taxi Driver: whoever writes Halifax with a capital writes
    the film with capitals, too. A title that the opening of its article writes in small letters is no name (*A criminal
    code is a document*). Exempt are sentences that name what is linked or have a date near the tweet's, and titles with
    a word of what is linked. rows, features: see `are_namesakes`.
    """
    small, asked = np.zeros(len(rows), np.bool_), signs().may_be_written_small(features)
    if len(asked) and not all(link.text.islower() for link in pool.links.links):
        small[asked] = have_small_names(query, pool, rows[asked])
    return small


def have_small_names(query: Query, pool: Pool, rows: Ints) -> Bools:
    """Whether the title of each sentence's article is a name that the tweet has, all of it in small letters.

    Titles that share a word with what is linked do not count. rows: see `are_namesakes`.
    """
    own, linked = {term.term for term in query.terms if term.in_body and not term.capital}, terms_of_links(pool)
    articles, terms = pool.articles[rows], pool.engine.analyzer.terms
    found = set[int]()
    for article, (title, sentence) in openings_of(pool, articles).items():
        name = unqualified(title)
        words, is_name = terms(name), not name[1:].islower() and name in sentence
        if is_name and words and own.issuperset(words) and linked.isdisjoint(terms(title)):
            found.add(article)
    return np.array([article in found for article in articles.tolist()], np.bool_)


def terms_of_links(pool: Pool) -> set[str]:
    """The terms of the mentions that are linked, and of their articles' titles without qualifiers."""
    terms, links = pool.engine.analyzer.terms, pool.links.links
    return {term for link in links for text in (link.text, unqualified(link.title)) for term in terms(text)}


def openings_of(pool: Pool, articles: Ints) -> dict[int, tuple[str, str]]:
    """The title and the first sentence of each article whose opening is in the pool, which few lack."""
    hits = pool.candidates
    passages = np.flatnonzero((hits.offsets[:-1] < hits.offsets[1:]) & np.isin(hits.articles, articles))
    openings = passages[hits.positions[hits.offsets[passages]] == 0]
    titles = [source.title for source in items_at(hits.sources, openings)]
    pairs = zip(titles, items_at(hits.texts, hits.offsets[openings]), strict=True)
    return dict(zip(hits.articles[openings].tolist(), pairs, strict=True))


def _is_year(term: str) -> bool:
    return _YEAR.fullmatch(term) is not None


def titles_of(pool: Pool, rows: Ints) -> tuple[list[str], Ints]:
    """The titles of the articles of some sentences, and which of them is that of each. rows: see `are_namesakes`."""
    _, first, article_of = np.unique(pool.articles[rows], return_index=True, return_inverse=True)
    return [source.title for source in items_at(pool.candidates.sources, pool.hits[rows[first]])], article_of


def _is_of_other_year(title: str, year: int, terms: frozenset[str]) -> bool:
    """Whether a title has years, none of them near a year nor one of the terms of the tweet."""
    own = {*_YEAR.findall(unqualified(title))}
    return bool(own) and own.isdisjoint(terms) and min(abs(int(one) - year) for one in own) > _NEARBY
