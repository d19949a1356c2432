"""Pages that only point to others, and names, in other languages."""

import pytest

from tweetctx.index.names import names_of
from tweetctx.types import Article, Section


def names(title: str, language: str, text: str = "Ein Text.") -> list[tuple[str, bool]]:
    return list(names_of(Article("1", title, "", (Section("", (text,)),)), language))


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("de", "Merkur (Begriffsklärung)"),
        ("fr", "Mercure (homonymie)"),
        ("es", "Mercurio (desambiguación)"),
        ("ru", "Меркурий (значения)"),
        ("hu", "Merkúr (egyértelműsítő lap)"),
        ("zh", "水星（消歧义）"),
    ],
)
def test_a_title_can_say_that_the_page_points_elsewhere(language: str, title: str) -> None:
    assert names(title, language) == []
    other = "en" if language != "en" else "de"
    assert names(title, other) == [(title.partition("（")[0].partition(" (")[0], True)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Merkur steht für:"),
        ("de", "Merkur bezeichnet:"),
        ("de", "Meier ist der Familienname folgender Personen:"),
        ("fr", "Mercure peut désigner un métal ou une planète."),
        ("fr", "Les mots peuvent aussi faire référence à des lieux."),
        ("es", "Mercurio puede referirse a un planeta."),
        ("es", "También puede hacer referencia a un metal."),
        ("ru", "Меркурий может означать планету."),
        ("ru", "Меркурий — многозначный термин."),
    ],
)
def test_a_short_text_can_say_it_too(language: str, text: str) -> None:
    assert names("X", language, text) == []
    assert names("X", language, text + " Wort" * 60) == [("X", False)]
    assert names("X", "it", text) == [("X", False)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Das Kürzel steht für einen Verein in Bonn."),
        ("fr", "Il peut marcher."),
        ("es", "Puede volar."),
        ("ru", "Он может летать."),
        ("en", "Er steht für:"),
    ],
)
def test_other_short_texts_are_none(language: str, text: str) -> None:
    assert names("X", language, text) == [("X", False)]


def test_qualifiers_are_in_brackets_everywhere() -> None:
    assert names("Merkur (Planet)", "de") == [("Merkur", True)]
    assert names("水星（行星）", "zh") == [("水星", True)]


def test_a_russian_person_goes_by_name_and_surname() -> None:
    assert names("Пушкин, Александр Сергеевич", "ru") == [
        ("Пушкин, Александр Сергеевич", False),
        ("Пушкин", True),
        ("Александр Пушкин", False),
    ]
    assert names("Иванов, Пётр (художник)", "ru")[-1] == ("Пётр Иванов", True)
    assert names("Пушкин, Александр Сергеевич", "bg")[-1] == ("Пушкин", True)
