"""Pages that only point to others, and names, in other languages."""

import pytest

from tweetctx.index.building.surface_reader import SurfaceReader
from tweetctx.index.surface_forms import ArticleKind, FormSource
from tweetctx.text.names.keys import name_key
from tweetctx.types import Article, Section


def points(title: str, language: str, text: str = "Ein Text.") -> bool:
    """Whether an article is taken for a page that only points to others."""
    article = Article("1", title, "", (Section("", (text,)),))
    kinds = SurfaceReader(language, ()).batch([article])["facts"]["kind"]
    return bool(kinds[0] & ArticleKind.DISAMBIGUATION)


def names(title: str, language: str) -> dict[int, int]:
    """Where it is said that an article goes by a name, by key."""
    rows = SurfaceReader(language, ()).batch([Article("1", title, "", ())])["surfaces"]
    return dict(zip(rows["key"].tolist(), rows["source"].tolist(), strict=True))


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
    assert points(title, language)
    assert not points(title, "en" if language != "en" else "de")


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
    assert points("X", language, text)
    assert not points("X", language, text + " Wort" * 60)
    assert not points("X", "it", text)


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
    assert not points("X", language, text)


@pytest.mark.parametrize(("language", "title"), [("de", "Merkur (Planet)"), ("zh", "水星（行星）")])
def test_qualifiers_are_in_brackets_everywhere(language: str, title: str) -> None:
    name = title.partition("（")[0].partition(" (")[0]
    assert names(title, language) == {name_key(title): FormSource.TITLE, name_key(name): FormSource.NAME}


def test_a_russian_person_goes_by_name_and_surname() -> None:
    title = "Пушкин, Александр Сергеевич"
    assert names(title, "ru") == {
        name_key(title): FormSource.TITLE,
        name_key("Пушкин"): FormSource.PLACE | FormSource.SURNAME,
        name_key("Александр Пушкин"): FormSource.NAME,
    }
    assert names("Иванов, Пётр (художник)", "ru")[name_key("Пётр Иванов")] == FormSource.NAME
    assert name_key("Александр Пушкин") not in names(title, "bg")
