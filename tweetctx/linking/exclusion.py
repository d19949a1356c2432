"""What a mention cannot name: another than its account, no company by a stock symbol, a thing of another number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

import numpy as np
import regex

from tweetctx.arrays.types import Bools, Floats, Ints
from tweetctx.index.building.subjects import defines_name
from tweetctx.index.surface_forms import TITLED, WHOLE, Subject
from tweetctx.linking.columns import Column
from tweetctx.linking.found import first_sentences, titles_of
from tweetctx.linking.organisations import initials
from tweetctx.linking.scored import ScoredMentions
from tweetctx.linking.spans import FormKind, MentionKind, Mentions, SpanRow
from tweetctx.text.languages import tables_of
from tweetctx.text.names.numerals import Number, find_numbers, values_of
from tweetctx.tweets.parsing import MOST_LETTERS
from tweetctx.types import Hits

_SIGNED: Final = 0.99  # the probability of the article that an account belongs to, as a table of aliases says
_OWN: Final = 0.9  # of the organisation that writes the post, by an abbreviation of its name
_OFFICE: Final = 0.9  # of the office that an account belongs to, whoever holds it
_LEAST_ASKED: Final = 0.01  # the probability of a candidate whose number is compared
_LEAST_RENUMBERED: Final = 0.1  # of a name with its number, from which the name alone is not meant
_LEAST_POSSESSIVE: Final = 0.05  # the probability of a candidate whose title may be a possessive: it may be named
_POSSESSIVE: Final = ("'s", "’s")
_SIGN: Final = regex.compile(r"(?:[+＋]{1,2}|#)(?![\p{L}\p{N}])")  # at the end of a name: Google+, C++, C#
_BUSINESS: Final = regex.compile(
    r"\b(?:compan(?:y|ies)|corporation|conglomerate|retailers?|manufacturers?|makers?|business|banks?|banking|insurer|"
    r"airlines?|chains?|brands?|firm|enterprise|operator|provider|publicly traded|stock|holding|group|studio|carrier|"
    r"cryptocurrency|fund|index|exchange|platform|service|Unternehmen|Konzern|entreprise|société|empresa|compañía|"
    r"azienda|società|bedrijf|компания|przedsiębiorstwo)\b|会社|企业|公司",
    regex.IGNORECASE,
)
_BETWEEN: Final = regex.compile(
    r"[\s,:–-]{1,3}(?:the\s|part\s|pt\.?\s|chapter\s|vol(?:ume|\.)?\s|no\.?\s)?", regex.IGNORECASE
)
_PLACE: Final = np.array([SpanRow.start, SpanRow.end, SpanRow.kind, SpanRow.plural])
_WORD: Final = regex.compile(r"[\p{L}\p{N}]+")
_MOST_BETWEEN: Final = 3  # words of a title between a mention and a number
_FARTHEST: Final = 60  # characters between them
_SCORE: Final = regex.compile(r"[-–:]\d")  # behind the first number of a result
_QUALIFIER: Final = regex.compile(r"\s\([^()]*\)$")


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
        probabilities[_overlapping(scored, signed) & ~signed] = 0.0
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
        asked = np.flatnonzero(probabilities >= _LEAST_ASKED).tolist()
        titles = _titles_of(scored, asked, scored.openings)
        probabilities[_lacking_possessive(scored, probabilities, titles)] = 0.0
        probabilities[_on_names(scored, asked, scored.openings, language)] = 0.0
        probabilities = _with_signs(scored, probabilities, titles)
        if numbers := find_numbers(scored.mentions.text[:MOST_LETTERS]):
            probabilities[_of_other_numbers(scored, probabilities, titles, numbers)] = 0.0
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
    near = _overlapping(scored, signed) & ~signed & (scored.probabilities >= _LEAST_ASKED)
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


def _with_signs(scored: ScoredMentions, probabilities: Floats, titles: list[str]) -> Floats:
    """The probabilities where a sign ends a name or a title: Google+, C#.

    If a sign stands behind a name, candidates whose title has another one are not meant. If a title is the name with
    the sign, it is meant as surely as the name is one of anything, and the others are not. If no sign stands there, a
    title that is the name with a sign loses its probability to one that is the name alone.
    """
    mentions, text = scored.mentions, scored.mentions.text
    if not _SIGN.search("\n".join([text, *titles])):
        return probabilities
    rows, changed = scored.candidates.mentions, probabilities.copy()
    for mention in np.unique(rows[probabilities >= _LEAST_ASKED]).tolist():
        name, sign = text[mentions.starts[mention] : mentions.ends[mention]], _SIGN.match(text, mentions.ends[mention])
        own = np.flatnonzero(rows == mention)
        right, others = _by_sign(name.lower(), sign[0] if sign else "", [titles[row].lower() for row in own.tolist()])
        changed[own[right]] = probabilities[own[right | others]].max(initial=0.0)
        changed[own[others]] = 0.0
    return changed


def _by_sign(name: str, sign: str, titles: list[str]) -> tuple[Bools, Bools]:
    """Which of some titles are meant by a name and the sign behind it, if any, and which are not; see `_with_signs`."""
    right = np.array([title == name + sign for title in titles], np.bool_)
    if sign:
        signed = np.array([_SIGN.search(title) is not None for title in titles], np.bool_)
        return right, ~right & (signed | right.any())
    signed = np.array([_SIGN.fullmatch(title.removeprefix(name)) is not None for title in titles], np.bool_)
    differ = bool(right.any() and signed.any())
    return right & differ, signed & differ


def _with_own(scored: ScoredMentions, probabilities: Floats) -> Floats:
    """The probabilities where the text has abbreviations of who writes the post.

    They name the author's organisation, if it has an article, and else none of others with the same first letters.
    """
    rows = scored.candidates.mentions
    of_author = scored.mentions.spans[SpanRow.form, rows] == FormKind.OWN
    changed = np.where(of_author, _OWN * scored.candidates.commonness[scored.candidates.senses], probabilities)
    changed[_overlapping(scored, of_author & (changed > 0)) & ~of_author] = 0.0
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


def _overlapping(scored: ScoredMentions, which: Bools) -> Bools:
    """Whether the mention of each candidate overlaps one of those that `which` chooses, shape (C,)."""
    rows = scored.candidates.mentions
    starts, ends = scored.mentions.starts[rows], scored.mentions.ends[rows]
    overlapping = np.zeros(len(rows), np.bool_)
    for row in np.flatnonzero(which).tolist():
        overlapping |= (starts < ends[row]) & (starts[row] < ends)
    return overlapping


def _is_business(scored: ScoredMentions, rows: Ints) -> Bools:
    """Whether the opening of the article of each of some candidates says that it is one of a business."""
    openings = scored.openings
    if openings is None:
        return np.zeros(len(rows), np.bool_)
    hit_of = {article: hit for hit, article in enumerate(openings.articles.tolist())}
    hits = [hit_of.get(article) for article in scored.candidates.articles[rows].tolist()]
    texts = ("" if hit is None else openings.passage(hit).text for hit in hits)
    return np.array([_BUSINESS.search(text) is not None for text in texts], np.bool_)


def _of_other_numbers(scored: ScoredMentions, probabilities: Floats, titles: list[str], numbers: list[Number]) -> Bools:
    """Whether each candidate is a thing of another number than its mention has, or than stands behind it.

    titles: of the candidates that are probable enough to be asked, empty for the others.
    """
    rows, excluded = scored.candidates.mentions, np.zeros(len(probabilities), np.bool_)
    forms = scored.mentions.spans[SpanRow.form, rows]
    renumbered = (forms == FormKind.RENUMBERED) & (probabilities >= _LEAST_RENUMBERED)
    probable = np.flatnonzero(probabilities >= _LEAST_ASKED).tolist()
    mention_of = dict(zip(probable, rows[probable].tolist(), strict=True))
    asked_of = {mention: _asked(scored.mentions, mention, numbers) for mention in {*mention_of.values()}}
    lacking, any_renumbered = excluded.copy(), bool(renumbered.any())
    for row, mention in mention_of.items():
        asked = asked_of[mention]
        of_title = values_of(titles[row]) if asked or any_renumbered else frozenset()
        wanted = asked.asked_of(titles[row]) if isinstance(asked, _Ahead) else asked
        lacking[row] = not of_title
        excluded[row] = bool(wanted and of_title and not wanted & of_title)
    if any_renumbered:
        around = _overlapping(scored, renumbered & ~excluded)
        excluded |= around & lacking & (forms != FormKind.RENUMBERED)
    return excluded


class _Ahead(NamedTuple):
    """A number behind a mention, and the words between: War and 3 behind `World` in World War III."""

    words: frozenset[str]
    value: int

    def asked_of(self, title: str) -> frozenset[int]:
        """The number, if the title has these words, so that it begins as the text goes on."""
        return frozenset({self.value} if self.words <= _words_of(title) else ())


def _words_of(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


def _titles_of(scored: ScoredMentions, rows: Sequence[int], openings: Hits) -> list[str]:
    """The titles of all candidates for the articles of some, without their qualifiers; empty for the others."""
    articles = scored.candidates.articles.tolist()
    titles = titles_of(openings, [articles[row] for row in rows])
    titles = {article: _QUALIFIER.sub("", title) for article, title in titles.items()}
    return [titles.get(article, "") for article in articles]


def _asked(mentions: Mentions, mention: int, numbers: list[Number]) -> frozenset[int] | _Ahead | None:
    """The values of the numbers in a mention, or else of the number behind it, at once or after a few words."""
    text, (start, end, kind, plural) = mentions.text, mentions.spans[_PLACE, mention].tolist()
    of_words = kind == MentionKind.WORDS and not plural
    near = not of_words or any(number.start < end and start < number.end for number in numbers)
    if near and (inside := values_of(text[start:end])):
        return inside
    behind = next((number for number in numbers if number.start >= end), None)
    if behind is None or behind.start - end > _FARTHEST or _SCORE.match(text, behind.end):
        return None
    # I, V and X are words and letters too
    if _BETWEEN.fullmatch(text, end, behind.start) and not (behind.roman and behind.end - behind.start == 1):
        return frozenset({behind.value})
    words = _words_of(text[end : behind.start])
    return _Ahead(words, behind.value) if 0 < len(words) <= _MOST_BETWEEN else None
