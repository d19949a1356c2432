"""The features of a candidate, put into words."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from tweetctx.arrays.types import Floats
from tweetctx.errors import counted
from tweetctx.index.surface_forms import Subject
from tweetctx.linking.columns import FEATURES, NO_YEAR, Column
from tweetctx.linking.features import Matrix
from tweetctx.linking.lives import LIVING
from tweetctx.linking.model import LinkModel
from tweetctx.linking.neighbours import GROUPS

_MOST_REASONS: Final = 4
_LIVING: Final = LIVING - 1
_SUBJECTS: Final[dict[int, str]] = {
    Subject.OTHER: "something of no common kind",
    Subject.NAME: "a name or word",
    Subject.EVENT: "an event",
    Subject.WORK: "a work",
    Subject.PRODUCT: "a product",
    Subject.BODY: "a body or company",
    Subject.TEAM: "a team",
    Subject.PLACE: "a place",
    Subject.BAND: "a band",
    Subject.PERSON: "a person",
    Subject.OFFICIAL: "an official",
    Subject.ATHLETE: "an athlete",
    Subject.PERFORMER: "a performer",
}

# How a feature reads. Where there are two texts, the first is for values above a number.
Text = str | tuple[float, str, str]

# By feature, with {values} of any feature of the candidate.
_TEXTS: Final[dict[str, Text]] = {
    "prior": (
        3.5,
        "well known by this name: {links_lead}, the article itself has it {uses_times}",
        "little known by this name: {links_lead}, the article itself has it {uses_times}",
    ),
    "behind_best": (0.0, "another article is better known by this name", "no article is better known by this name"),
    "margin": (0.0, "better known by this name than any other", "not the best known by this name"),
    "senses": "articles that go by this name: {senses}",
    "commonness": "its share of this name: {commonness}",
    "links": "links with this text that lead to it: {links}",
    "links_share": "{links_share} of the links with this text lead to it",
    "uses": "times that the article itself has the name: {uses}",
    "uses_share": "its share of the times that articles call themselves so: {uses_share}",
    "uses_rate": "times in 1,000 characters that the article itself has the name: {uses_rate}",
    "named": "other articles have its title: {named}",
    "named_behind": (0.0, "other articles name another of this name more often", "named most of all of this name"),
    "named_share": "{named_share} of the articles that mention something of this name mean this one",
    "named_rate": (0.0, "its title is named more often than the name", "the name is written more often than its title"),
    "namesakes": "articles with the same title: {namesakes}",
    "length": "characters of the article: {length}",
    "length_behind": (0.0, "another article of this name is longer", "the longest article of this name"),
    "is_title": (0.0, "the name is its title", "the name is not its title"),
    "is_name": (0.0, "the name is its title without the qualifier", "its title is more than the name and a qualifier"),
    "is_place": (0.0, "the name is its title up to the comma", "its title is more than the name and a place"),
    "is_short": (0.0, "the name is a short form of its title", "the name is no short form of its title"),
    "is_opening": (0.0, "its first sentence gives the name", "its first sentence does not give the name"),
    "is_surname": (0.0, "the name is the person's surname", "the name is no surname"),
    "is_part": (
        0.0,
        "its text uses this part of its title alone",
        "its text never uses the name alone",
    ),
    "is_demonym": (0.0, "the name is what its people are called", "the name is no adjective of a place"),
    "is_given": (0.0, "the name is the person's first name", "the name is no first name of somebody well known"),
    "is_found": (0.0, "its title begins or ends so, and the tweet's words find it", "it is known by this name"),
    "is_link": (0.0, "links or a table call it so", "no link calls it so"),
    "of_person": (0.0, "it is about a person", "it is not about a person"),
    "of_disambiguation": (0.0, "it only lists other articles", "it is about one subject"),
    "of_common": (0.0, "it writes its title in lower case, as a common word", "it writes its title as a proper name"),
    "of_qualified": (0.0, "its title needs a qualifier", "its title needs no qualifier"),
    "subject": "it is about {subject}",
    "died": (_LIVING, "no year of death is known", "its subject died in {died}"),
    "kind": (0.0, "the tweet names it by a hashtag or user name", "the tweet names it in plain words"),
    "share_of_hashtag": (0.99, "it is not cut out of a hashtag", "it is only {share_of_hashtag} of a hashtag"),
    "speaker": (0.0, "the name tells who speaks, not what the tweet is about", "the name is in the tweet's own text"),
    "plural": (0.0, "it is the name without a final s", "it is the name as it stands"),
    "words": "words of the name: {words}",
    "letters": "letters of the name: {letters}",
    "case": (1.0, "written with a capital", "in lower case"),
    "capital_before": (0.0, "the word before it has a capital, too", "the word before it has no capital"),
    "capital_behind": (0.0, "the word after it has a capital, too", "the word after it has no capital"),
    "inside_likely": (0.0, "it lies inside a longer well-known name", "it lies inside no well-known name"),
    "outer": (0.0, "it lies inside a longer name", "it lies inside no longer name"),
    "inner": (0.0, "a shorter name lies inside it", "no shorter name lies inside it"),
    "opens": (0.0, "it opens a sentence", "it stands inside a sentence"),
    "closes": (0.0, "it ends a sentence", "its sentence goes on"),
    "word_before": "the word before it: {word_before}",
    "word_behind": "the word after it: {word_behind}",
    "fits": (0.0, "the words beside it fit what it is", "no word beside it fits what it is"),
    "fits_behind": (0.0, "the words beside it fit another of this name", "the words beside it fit no other better"),
    "opposed": (0.0, "it is a team that plays against another here", "no team plays against it here"),
    "contests": (0.0, "the tweet has words of sport", "the tweet has no words of sport"),
    "lives": (0.0, "the tweet has words of births and deaths", "the tweet has no words of births and deaths"),
    "works": (0.0, "the tweet has words of music and film", "the tweet has no words of music and film"),
    "title_before": (0.0, "the word before it is of its title, too", "the words before it are not of its title"),
    "title_behind": (0.0, "the word after it is of its title, too", "the words after it are not of its title"),
    "near_shared": (0.0, "its opening has the words beside it", "its opening has no word beside it"),
    "continued": (0.0, "the name after it is part of its title", "no name after it is part of its title"),
    "continues": (0.0, "the title of the name before it contains it", "no name before it contains it"),
    "tweet_capitalized": "{tweet_capitalized} of the tweet's words have a capital",
    "tweet_in_capitals": "{tweet_in_capitals} of the tweet's words are in capitals",
    "written_small": "articles that write the word in lower case: {written_small}",
    "written_small_most": "articles that write its commonest word in lower case: {written_small_most}",
    "written_as_name": "articles that write it as a name: {written_as_name}",
    "name_rate": "its words are names in {name_rate} of the articles that have them",
    "capitals_rate": "its words are in capitals in {capitals_rate} of the articles that have them",
    "retrieved_rank": (19.5, "the tweet's words do not find it", "the tweet's words find it"),
    "retrieved_score": (0.0, "its text matches the tweet", "its text is not among what matches the tweet best"),
    "retrieved_margin": (
        0.0,
        "it matches the tweet better than others of this name",
        "others match as well",
    ),
    "retrieved_passages": "passages of it that match the tweet: {retrieved_passages}",
    "first_score": "name and spelling alone make it {first_score} likely; {links_lead}",
    "first_margin": (0.0, "name and spelling favour it among those of this name", "name and spelling favour another"),
    "first_outer": (-4.0, "a longer name around it is likely", "no longer name around it is likely"),
    "first_inner": (-4.0, "a shorter name inside it is likely", "no shorter name inside it is likely"),
    "shared_terms": (0.0, "its opening has other words of the tweet", "its opening has no other word of the tweet"),
    "shared_part": "its opening has {shared_part} of what else the tweet says",
    "shared_rarest": (3.0, "its opening shares a rare word with the tweet", "it shares no rare word with the tweet"),
    "shared_margin": (
        0.0,
        "its opening fits the tweet best among those of this name",
        "another fits as well",
    ),
    "title_terms": "words of its title: {title_terms}",
    "title_missing": (0.0, "its title has words that the tweet lacks", "the tweet has all words of its title"),
    "title_share": "the tweet has {title_share} of its title",
    "named_by_passages": (0.0, "articles that match the tweet name it", "no article that matches the tweet names it"),
    "named_by_best": (0.0, "what matches the tweet best names it", "nothing that matches the tweet names it"),
    "named_share_of_passages": (
        0.0,
        "of this name, what matches the tweet names it {named_share_of_passages} as often as another",
        "nothing that matches the tweet names it",
    ),
    "elsewhere": (0.0, "the tweet names it in other words, too", "nothing else in the tweet names it"),
    "elsewhere_letters": (0.0, "the tweet names it in other words, too", "nothing else in the tweet names it"),
    "names_another": (
        0.0,
        "its opening names what else the tweet names",
        "it names nothing else of the tweet",
    ),
    "named_by_another": (0.0, "what else the tweet names has it in its opening", "nothing else of the tweet names it"),
    "related": (0.1, "related to something else that the tweet names", "related to nothing else that the tweet names"),
    "related_mean": (0.1, "related to all else that the tweet names", "little related to what else the tweet names"),
    "subject_elsewhere": (0.1, "the tweet names others of its kind", "the tweet names no other of its kind"),
    "team_elsewhere": (0.1, "the tweet names a team", "the tweet names no team"),
    "opening_days": (
        4.0,
        "its opening is not known to have a date near the tweet's",
        "its opening has a date near the tweet's",
    ),
    "opening_later": (
        0.0,
        "the nearest date of its opening is after the tweet",
        "the nearest date of its opening is not after the tweet",
    ),
    "opening_years": (0.0, "its opening does not have the year of the tweet", "its opening has the year of the tweet"),
    "title_years": (NO_YEAR - 1, "its title has no year", "years from the tweet to that in its title: {title_years}"),
    "stacked_logit": (0.0, "taken by itself it is likely", "taken by itself it is unlikely"),
    "stacked_rival": (0.0, "another article of this name is likely", "no other article of this name is likely"),
    "stacked_around": (0.0, "a longer name around it means something else", "no longer name around it is likely"),
    "stacked_around_same": (0.0, "a longer name around it means the same", "no longer name around it means the same"),
    "stacked_inside": (0.0, "a shorter name inside it means something else", "no shorter name inside it is likely"),
    "stacked_inside_same": (0.0, "a shorter name inside it means the same", "no shorter name inside it means the same"),
    "stacked_crossing": (0.0, "a name that overlaps it is likely", "no name that overlaps it is likely"),
    "stacked_again": (0.0, "the tweet names it elsewhere, too", "the tweet does not name it elsewhere"),
    "stacked_mass": (0.5, "the name is likely one of something", "the name is hardly one of anything"),
    "stacked_mass_around": (0.5, "a longer name around it is likely", "no longer name around it is likely"),
    "stacked_mass_inside": (0.5, "a shorter name inside it is likely", "no shorter name inside it is likely"),
    "related_behind": (0.0, "another of this name is more related to the rest", "the most related of this name"),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """The contribution of a feature to the log odds, in words, and the feature's value."""

    weight: float
    text: str
    feature: str
    value: float


def reasons_of(row: Matrix, model: LinkModel) -> Iterator[Reason]:
    """The strongest reasons for and against a candidate, strongest first. row: its features, shape (F,)."""
    shares = model.contributions(row)
    values = {name: _WRITTEN.get(name, _number)(value) for name, value in zip(FEATURES, row.tolist(), strict=True)}
    links, uses = (round(math.expm1(row[column])) for column in (Column.links, Column.uses))
    values["links_lead"] = counted(links, "link with it leads here", "links with it lead here")
    values["uses_times"] = counted(uses, "time")
    for column, share in strongest(shares):
        feature, value = FEATURES[column], float(row[column])
        yield Reason(share, text_for(value, _TEXTS[feature]).format(**values), feature, value)


def strongest(shares: Floats) -> Iterator[tuple[int, float]]:
    """The columns of the features with the strongest contributions, strongest first, with these. shares: shape (F,)."""
    for column in np.argsort(-np.abs(shares), kind="stable")[:_MOST_REASONS].tolist():
        if shares[column]:
            yield column, float(shares[column])


def text_for(value: float, text: Text) -> str:
    """How a value of a feature reads, before its numbers are filled in."""
    if isinstance(text, str):
        return text
    limit, above, below = text
    return above if value > limit else below


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 or value == round(value) else f"{value:.2g}"


def _share(value: float) -> str:
    return f"{value:.0%}"


def _count(value: float) -> str:
    """The n of a feature with the value ln(1 + n)."""
    return f"{math.expm1(value):,.0f}"


def _group(value: float) -> str:
    """The group of a word beside a mention."""
    return ("of no group", *GROUPS)[min(int(value), len(GROUPS))]


_WRITTEN: Final[dict[str, Callable[[float], str]]] = {
    **dict.fromkeys(("links", "uses", "named", "written_small", "written_small_most", "written_as_name"), _count),
    **dict.fromkeys(("commonness", "links_share", "uses_share", "named_share", "share_of_hashtag"), _share),
    **dict.fromkeys(("tweet_capitalized", "tweet_in_capitals", "name_rate", "capitals_rate", "shared_part"), _share),
    **dict.fromkeys(("title_share", "named_share_of_passages"), _share),
    "length": lambda value: f"{math.exp(value):,.0f}",
    "died": lambda value: f"{value:.0f}",
    "subject": lambda value: _SUBJECTS.get(int(value), "something else"),
    "word_before": _group,
    "word_behind": _group,
    str(Column.first_score.name): lambda value: _share(1.0 / (1.0 + math.exp(-value))),
}
