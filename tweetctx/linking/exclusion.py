"""Rules out articles that a mention cannot mean, by its account, stock symbol, possessive, plural, signs or number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final

import numpy as np
import regex

from tweetctx.arrays.types import Bools, Floats, Ints
from tweetctx.index.subjects import defines_name
from tweetctx.index.surface_forms import TITLED, WHOLE, Subject
from tweetctx.linking.columns import Column
from tweetctx.linking.found import first_sentences, titles_of
from tweetctx.linking.numbers import of_other_numbers, with_respelled_titles
from tweetctx.linking.organisations import initials
from tweetctx.linking.scored import LEAST_ASKED, ScoredMentions
from tweetctx.linking.signs import with_signs
from tweetctx.linking.spans import FormKind, SpanRow
from tweetctx.text.languages import tables_of
from tweetctx.text.names.numerals import find_numbers
from tweetctx.text.titles import unqualified
from tweetctx.tweets.parsing import MOST_LETTERS
from tweetctx.types import Hits

_SIGNED: Final = 0.99  # the probability of the article that an account belongs to, as a table of aliases says
_OWN: Final = 0.9  # of the organisation that writes the post, by an abbreviation of its name
_OFFICE: Final = 0.9  # of the office that an account belongs to, whoever holds it
_LEAST_POSSESSIVE: Final = 0.05  # the probability of a candidate whose title may be a possessive: it may be named
_POSSESSIVE: Final = ("'s", "’s")
_PLURAL: Final = regex.compile(r"\p{Lu}{2,}s|\p{Lu}{3,}S")  # of an abbreviation: GPs, GPS
_MANY: Final = 10.0  # the relative scores of passages that name a word, summed: more than half of the twenty best
_BUSINESS: Final = regex.compile(
    r"\b(?:compan(?:y|ies)|corporation|conglomerate|retailers?|manufacturers?|makers?|business|banks?|banking|insurer|"
    r"airlines?|chains?|brands?|firm|enterprise|operator|provider|publicly traded|stock|holding|group|studio|carrier|"
    r"cryptocurrency|fund|index|exchange|platform|service|Unternehmen|Konzern|entreprise|société|empresa|compañía|"
    r"azienda|società|bedrijf|компания|przedsiębiorstwo)\b|会社|企业|公司",
    regex.IGNORECASE,
)


def without_impossible(scored: ScoredMentions, language: str) -> ScoredMentions:
    """The same with probability 0 for candidates that their mention cannot name, and 0.99 for those of accounts.

    language: of the tweet.
    """
    forms = scored.mentions.spans[SpanRow.form, scored.candidates.mentions]
    kinds = {*forms.tolist()}
    probabilities = scored.probabilities.copy()
    if FormKind.SIGNED in kinds:
        signed = forms == FormKind.SIGNED
        offices = _of_offices(scored, signed, language)
        signed[[*offices]], signed[[*offices.values()]] = False, True
        own = np.where(signed, scored.candidates.commonness[scored.candidates.senses], 0.0)
        probabilities = np.where(signed, _SIGNED * own, probabilities)
        probabilities[scored.overlapping(signed) & ~signed] = 0.0
        probabilities[[*offices.values()]] = _OFFICE
    if FormKind.OWN in scored.mentions.spans[SpanRow.form].tolist():
        probabilities = _with_own(scored, probabilities)
    if FormKind.TICKER in kinds:
        tickers = np.flatnonzero(forms == FormKind.TICKER)
        probabilities[tickers[~_is_business(scored, tickers)]] = 0.0
    if FormKind.SPELLED_OUT in kinds:  # no city is called by its state
        spelled_out = np.flatnonzero(forms == FormKind.SPELLED_OUT)
        sources = scored.candidates.forms.sources[scored.candidates.senses[spelled_out]].astype(np.int64)
        probabilities[spelled_out[sources & int(WHOLE) == 0]] = 0.0
    if scored.openings is not None:
        probabilities[_of_common_words(scored, probabilities)] = 0.0
        asked = np.flatnonzero(probabilities >= LEAST_ASKED).tolist()
        titles = _titles_of(scored, asked, scored.openings)
        probabilities[_lacking_possessive(scored, probabilities, titles)] = 0.0
        probabilities[_on_names(scored, asked, scored.openings, language)] = 0.0
        probabilities[_of_plurals(scored, asked, titles, scored.openings)] = 0.0
        probabilities = with_signs(scored, probabilities, titles)
        if numbers := find_numbers(scored.mentions.text[:MOST_LETTERS]):
            probabilities[of_other_numbers(scored, probabilities, titles, numbers)] = 0.0
            probabilities = with_respelled_titles(scored, probabilities)
    return replace(scored, probabilities=probabilities)


def _of_offices(scored: ScoredMentions, signed: Bools, language: str) -> dict[int, int]:
    """The people whose account is that of an office, POTUS, each with the most probable candidate for the office.

    A table of accounts does not say who held it when. The user name is also a name of the office, whose title says
    so: President of the United States. signed: whether each candidate has the account of its mention.
    """
    if scored.openings is None:
        return {}
    people = np.flatnonzero(signed & (scored.features[:, Column.subject] >= Subject.PERSON)).tolist()
    if not people:
        return {}
    near = scored.overlapping(signed) & ~signed & (scored.probabilities >= LEAST_ASKED)
    titles = _titles_of(scored, np.flatnonzero(near).tolist(), scored.openings)
    offices = [row for row in np.flatnonzero(near).tolist() if _office(language).match(titles[row])]
    office_of = dict[int, int]()
    rows = scored.candidates.mentions
    starts, ends = (places[rows].tolist() for places in (scored.mentions.starts, scored.mentions.ends))
    for person in people:
        own = [row for row in offices if (starts[row], ends[row]) == (starts[person], ends[person])]
        if own:
            office_of[person] = max(own, key=lambda row: float(scored.probabilities[row]))
    return office_of


@cache
def _office(language: str) -> regex.Pattern[str]:
    """What the title of an office begins with."""
    words = tables_of(language).get("neighbours", {}).get("office", "").split()
    return regex.compile(rf"(?:\w+ )?\b(?:{'|'.join(words) or '(?!)'})\b of ", regex.IGNORECASE)


def _lacking_possessive(scored: ScoredMentions, probabilities: Floats, titles: list[str]) -> list[int]:
    """The candidates whose title is a possessive, where their mention is none: Justin is not Justin's, a brand."""
    text, ends, candidates = scored.mentions.text, scored.mentions.ends, scored.candidates
    lacking = list[int]()
    for row in [row for row, title in enumerate(titles) if title.endswith(_POSSESSIVE)]:
        end, source = int(ends[candidates.mentions[row]]), int(candidates.forms.sources[candidates.senses[row]])
        written = text[end - 1 : end].lower() == "s" or text.startswith(_POSSESSIVE, end)
        if probabilities[row] >= _LEAST_POSSESSIVE and source & TITLED and not written:
            lacking.append(row)
    return lacking


def _of_common_words(scored: ScoredMentions, probabilities: Floats) -> Ints:
    """The candidates that share their name with the common word that a tweet is about: Cancer, a sign of the zodiac.

    Their titles have a qualifier, and no passage that matches the tweet has all words of it; most passages name the
    article that has the word alone as its title and writes it in small letters.
    """
    features = scored.features
    word = (features[:, Column.is_title] > 0) & (features[:, Column.of_common] > 0)
    word &= features[:, Column.named_by_passages] >= _MANY
    if not word.any():
        return np.flatnonzero(word)
    named = scored.mentions.spans[: SpanRow.first, scored.candidates.mentions]  # starts and ends
    same = (named[:, :, None] == named[:, None, word]).all(axis=0).any(axis=1)
    qualified = (features[:, Column.of_qualified] > 0) & (features[:, Column.named_by_passages] == 0)
    return np.flatnonzero(same & qualified & (probabilities >= LEAST_ASKED))


def _of_plurals(scored: ScoredMentions, asked: Sequence[int], titles: list[str], openings: Hits) -> list[int]:
    """Those of some candidates whose mention is the plural of an abbreviation that their article does not have.

    *GPs* are no GPS, *TAs* not Tas., and *ISIS* no two ISI, but *MPs* are members of parliament, whose article has
    *MP*, and *EVs* electric vehicles. A word that ends in S is a plural only where its candidate is found without it.
    """
    text, starts, ends = scored.mentions.text, scored.mentions.starts, scored.mentions.ends
    if not _PLURAL.search(text):
        return []
    mentions = scored.candidates.mentions
    singular = scored.mentions.spans[SpanRow.plural]
    plural = [
        row
        for row in asked
        if _PLURAL.fullmatch(text, int(starts[mentions[row]]), int(ends[mentions[row]]))
        and (text[ends[mentions[row]] - 1] == "s" or singular[mentions[row]])
    ]
    lacking = list[int]()
    for row, opening in zip(plural, _texts_of(scored, plural, openings), strict=True):
        written = text[starts[mentions[row]] : ends[mentions[row]]]
        own = initials(titles[row]) == written[:-1]
        any_case = regex.IGNORECASE if written.isupper() else 0
        if not own and not regex.search(rf"\b{written[:-1]}s?\b", f"{titles[row]} {opening}", any_case):
            lacking.append(row)
    return lacking


def _on_names(scored: ScoredMentions, asked: Sequence[int], openings: Hits, language: str) -> list[int]:
    """Those of some candidates whose article is about a name, not its bearer: *Amanda is a female given name*."""
    subjects = scored.features[asked, Column.subject].tolist()
    rows = [row for row, subject in zip(asked, subjects, strict=True) if subject == Subject.NAME]
    if not rows:
        return rows
    articles = scored.candidates.articles[rows].tolist()
    sentences = first_sentences(openings, articles)
    of_rows = zip(rows, articles, strict=True)
    return [row for row, article in of_rows if defines_name(sentences.get(article, ""), language)]


def _with_own(scored: ScoredMentions, probabilities: Floats) -> Floats:
    """The probabilities where the text has abbreviations of who writes the post.

    They name the author's organisation, if it has an article, and else none of others with the same first letters.
    """
    rows = scored.candidates.mentions
    of_author = scored.mentions.spans[SpanRow.form, rows] == FormKind.OWN
    changed = np.where(of_author, _OWN * scored.candidates.commonness[scored.candidates.senses], probabilities)
    changed[scored.overlapping(of_author & (changed > 0)) & ~of_author] = 0.0
    abbreviated = np.flatnonzero(scored.mentions.spans[SpanRow.form] == FormKind.OWN)
    starts, ends = scored.mentions.starts, scored.mentions.ends
    spans = {*zip(starts[abbreviated].tolist(), ends[abbreviated].tolist(), strict=True)}
    of_rows = zip(starts[rows].tolist(), ends[rows].tolist(), strict=True)
    near = np.array([span in spans for span in of_rows], np.bool_) & ~of_author
    if scored.openings is not None:
        titles = _titles_of(scored, np.flatnonzero(near).tolist(), scored.openings)
        for row in np.flatnonzero(near).tolist():
            if initials(titles[row]) == scored.mentions.text[starts[rows[row]] : ends[rows[row]]]:
                changed[row] = 0.0
    return changed


def _is_business(scored: ScoredMentions, rows: Ints) -> Bools:
    """Whether the opening of the article of each of some candidates says that it is one of a business."""
    openings = scored.openings
    if openings is None:
        return np.zeros(len(rows), np.bool_)
    return np.array([_BUSINESS.search(text) is not None for text in _texts_of(scored, rows, openings)], np.bool_)


def _texts_of(scored: ScoredMentions, rows: Sequence[int] | Ints, openings: Hits) -> list[str]:
    """The openings of the articles of some candidates; empty for an article that has none."""
    hit_of = {article: hit for hit, article in enumerate(openings.articles.tolist())}
    hits = [hit_of.get(article) for article in scored.candidates.articles[rows].tolist()]
    return ["" if hit is None else openings.passage(hit).text for hit in hits]


def _titles_of(scored: ScoredMentions, rows: Sequence[int], openings: Hits) -> list[str]:
    """The titles of all candidates for the articles of some, without their qualifiers; empty for the others."""
    articles = scored.candidates.articles.tolist()
    titles = titles_of(openings, [articles[row] for row in rows])
    titles = {article: unqualified(title) for article, title in titles.items()}
    return [titles.get(article, "") for article in articles]
