"""What an article is about, and what the people of a place are called."""

import pytest

from tweetctx.index.subjects import demonyms_of, subject_of
from tweetctx.index.surface_forms import Subject
from tweetctx.text.languages import find_language

OPENINGS = {
    "Bavaria is one of the sixteen federal states of Germany.": Subject.PLACE,
    "Denver is the capital of the U.S. state of Colorado.": Subject.PLACE,
    "Arsenal F.C. is an English professional football club based in London.": Subject.TEAM,
    "Barack Obama (born August 4, 1961) is an American politician and attorney.": Subject.OFFICIAL,
    "Queen are a British rock band.": Subject.BAND,
    "Titanic is a 1997 American epic film directed by James Cameron.": Subject.WORK,
    "Lionel Messi is an Argentine professional footballer.": Subject.ATHLETE,
    "Whitney Houston was an American singer, actress and producer.": Subject.PERFORMER,
    "Isaac Newton was an English mathematician who wrote on optics.": Subject.PERSON,
    "The Battle of Hastings was a battle between Normans and English.": Subject.EVENT,
    "Usain Bolt was born in 1986 and is a Jamaican runner.": Subject.ATHLETE,
    "Clinton is an Irish and English family name.": Subject.NAME,
    "LOL, or lol, is an internet slang term for laughing.": Subject.NAME,
    "Toyota is a Japanese car manufacturer.": Subject.BODY,
    "Love is a feeling.": Subject.OTHER,
    "Hull may refer to:": Subject.OTHER,
    "": Subject.OTHER,
}


@pytest.mark.parametrize(("opening", "subject"), OPENINGS.items())
def test_the_last_known_noun_of_the_predicate_decides(opening: str, subject: Subject) -> None:
    assert subject_of(opening, "en") == subject


def test_a_language_without_nouns_has_no_subjects() -> None:
    assert subject_of("Berlin is a city.", "de") == Subject.OTHER


@pytest.mark.parametrize(
    ("place", "demonym"),
    [
        ("Bavaria", "Bavarian"),
        ("Texas", "Texan"),
        ("Finland", "Finnish"),
        ("Scotland", "Scottish"),
        ("London", "Londoner"),
        ("Japan", "Japanese"),
        ("Brazil", "Brazilian"),
        ("Canada", "Canadian"),
        ("Italy", "Italian"),
        ("Mexico", "Mexican"),
        ("Spain", "Spanish"),
        ("Iraq", "Iraqi"),
        ("Chile", "Chilean"),
    ],
)
def test_demonyms_are_made_of_places(place: str, demonym: str) -> None:
    assert demonym in [*demonyms_of(place, find_language("en").demonyms)]


def test_a_short_place_has_no_demonyms_and_other_languages_have_none() -> None:
    assert "An" not in [*demonyms_of("A", find_language("en").demonyms)]
    assert [*demonyms_of("Berlin", find_language("de").demonyms)] == []
