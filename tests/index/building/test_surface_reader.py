"""What an index knows of names: collected from articles, and the same however the articles came into it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tweetctx.index import add_articles, build_index, compact_index, remove_articles
from tweetctx.index.building.aliases import AliasReport
from tweetctx.index.building.opening_names import (
    bare_name,
    club_initials,
    initials_of,
    is_person,
    leading_name,
    names_in_opening,
    without_kind,
    written_small,
)
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.surface_forms import SUBJECT_BITS, ArticleKind, FormSource, Subject
from tweetctx.text.names.keys import name_key

ARTICLES = [
    (
        "1",
        "Barack Obama",
        "Barack Hussein Obama II (born August 4, 1961) is a politician. In Chicago, Obama met Oprah.",
    ),
    ("2", "Chicago", "Chicago is a city in Illinois. The singer Prince played there, and Obama lived there."),
    ("3", "Chicago (band)", "Chicago is a rock band that formed in Chicago."),
    (
        "4",
        "Prince (musician)",
        'Prince Rogers Nelson (1958 – 2016), known as The Artist, was a singer. Nelson was "Prince".',
    ),
    (
        "5",
        "National Aeronautics Agency",
        "The National Aeronautics Agency (NAA) flies. At NAA, the NAA flew to Paris, Texas.",
    ),
    ("6", "Paris, Texas", "Paris is a city in Texas."),
    ("7", "Love", "Love is a feeling. It is said that love is blind, and that a prince may love."),
    ("8", "Mercury", "Mercury may refer to:"),
]
LINKS = {"2": [["Obama", "Barack Obama"], ["the band", "Chicago (band)"]], "7": [["Obama", "Barack Obama"]]}


def write(path: Path, ids: str) -> Path:
    lines = []
    for identifier, title, text in ARTICLES:
        if identifier in ids:
            url = f"https://en.wikipedia.org/wiki?curid={identifier}"
            record = {"id": identifier, "url": url, "title": title, "text": text, "headings": []}
            lines.append(json.dumps({**record, "links": LINKS.get(identifier, [])}))
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def forms(index: EmbeddedIndex, *names: str, joined: bool = False) -> dict[str, dict[str, tuple[int, int, int]]]:
    """For each name, the sources, links and uses of the articles that have it, by title."""
    keys = np.array([name_key(name) for name in names], np.uint64)
    found = index.surface_forms(keys, np.full(len(keys), joined))
    result: dict[str, dict[str, tuple[int, int, int]]] = {}
    for form, name in enumerate(names):
        rows = range(found.offsets[form], found.offsets[form + 1])
        result[name] = {
            index.article(int(found.articles[row])).title: (
                int(found.sources[row]),
                int(found.links[row]),
                int(found.uses[row]),
            )
            for row in rows
        }
    return result


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> EmbeddedIndex:
    folder = tmp_path_factory.mktemp("surfaces")
    aliases = folder / "aliases.tsv"
    aliases.write_text("alias\ttitle\tcount\nWindy City\tChicago\t7\nPOTUS\tNobody\t2\nthe chief\tBarack Obama\t3\n")
    build_index(write(folder / "a.jsonl", "12345678"), folder / "i", aliases=aliases, workers=1)
    return EmbeddedIndex(folder / "i")


def test_titles_and_their_parts_are_names(index: EmbeddedIndex) -> None:
    found = forms(index, "chicago", "paris", "prince", "Mercury")
    assert {title: own[0] & 7 for title, own in found["chicago"].items()} == {
        "Chicago": FormSource.TITLE,
        "Chicago (band)": FormSource.NAME,
    }
    assert found["paris"]["Paris, Texas"][0] & FormSource.PLACE
    assert found["prince"]["Prince (musician)"][0] & FormSource.NAME
    assert found["Mercury"]["Mercury"][0] & FormSource.TITLE


def test_articles_tell_other_names(index: EmbeddedIndex) -> None:
    found = forms(index, "OBAMA", "Prince Rogers Nelson", "Artist", "naa", "Nelson")
    sources, links, uses = found["OBAMA"]["Barack Obama"]
    assert sources == FormSource.SURNAME | FormSource.PART | FormSource.LINK
    assert (links, uses) == (2, 1)
    assert found["Prince Rogers Nelson"]["Prince (musician)"][0] == FormSource.OPENING
    assert found["Artist"]["Prince (musician)"][0] == FormSource.OPENING
    assert found["naa"]["National Aeronautics Agency"] == (FormSource.OPENING | FormSource.INITIALS, 0, 3)
    assert "Prince (musician)" not in found["Nelson"]  # the title has no such part


def test_tables_and_links_lead_to_titles_that_are_there(index: EmbeddedIndex) -> None:
    found = forms(index, "windy city", "potus", "The Band", "the chief")
    assert found["windy city"] == {"Chicago": (FormSource.LINK, 7, 0)}
    assert found["potus"] == {}
    assert found["The Band"] == {"Chicago (band)": (FormSource.LINK, 1, 0)}
    assert found["the chief"] == {"Barack Obama": (FormSource.LINK, 3, 0)}


def test_hashtags_find_names_by_their_letters(index: EmbeddedIndex) -> None:
    assert forms(index, "barackobama")["barackobama"] == {}
    assert "Barack Obama" in forms(index, "barackobama", joined=True)["barackobama"]


def test_counts_of_how_words_are_written(index: EmbeddedIndex) -> None:
    keys = np.array([name_key(word) for word in ("obama", "love", "prince", "naa", "paris texas")], np.uint64)
    found = index.surface_forms(keys)
    assert found.names.tolist() == [2, 0, 1, 1, 1]  # a single word that begins a sentence or quotation is no name
    assert found.small.tolist() == [0, 1, 1, 0, 0]
    assert found.capitals.tolist() == [0, 0, 0, 1, 0]


def test_facts_about_articles(index: EmbeddedIndex) -> None:
    keys = np.array([name_key(title) for title in ("Barack Obama", "Chicago", "Love", "Mercury")], np.uint64)
    found = index.surface_forms(keys)
    title = [index.article(int(article)).title for article in found.articles]
    facts = dict(zip(title, zip(found.kinds.tolist(), found.namesakes.tolist(), strict=True), strict=True))
    assert facts == {
        "Barack Obama": (ArticleKind.PERSON | Subject.OFFICIAL << SUBJECT_BITS, 1),
        "Chicago": (Subject.PLACE << SUBJECT_BITS, 2),
        "Chicago (band)": (ArticleKind.QUALIFIED | Subject.BAND << SUBJECT_BITS, 2),
        "Love": (ArticleKind.COMMON, 1),
        "Mercury": (ArticleKind.DISAMBIGUATION, 1),
    }
    lengths = dict(zip(title, found.lengths.tolist(), strict=True))
    assert lengths == {name: len(text) for _, name, text in ARTICLES if name in lengths}


def answers(index: EmbeddedIndex) -> dict[str, object]:
    """Everything that can be asked, by titles, so that numbers of articles do not matter."""
    names = ["Obama", "Chicago", "Prince", "the band", "windy city", "Paris", "naa", "love", "Artist", "barackobama"]
    keys = np.array([name_key(name) for name in names], np.uint64)
    found = index.surface_forms(keys)
    titles = [index.article(int(article)).title for article in found.articles]
    columns = (found.sources, found.links, found.uses, found.names_of, found.namesakes, found.lengths, found.kinds)
    rows = zip(np.repeat(names, np.diff(found.offsets)).tolist(), titles, *(c.tolist() for c in columns), strict=True)
    return {
        "senses": sorted(rows),
        "written": [found.names.tolist(), found.small.tolist(), found.capitals.tolist()],
        "joined": forms(index, "barackobama", joined=True),
    }


@pytest.mark.thorough
def test_changes_leave_what_a_build_would_make(tmp_path: Path) -> None:
    build_index(write(tmp_path / "a.jsonl", "1258"), tmp_path / "changed", workers=1)
    add_articles(write(tmp_path / "b.jsonl", "34"), tmp_path / "changed", workers=1)
    add_articles(write(tmp_path / "c.jsonl", "267"), tmp_path / "changed", workers=1)  # 2 replaces itself
    changed = EmbeddedIndex(tmp_path / "changed")
    build_index(write(tmp_path / "all.jsonl", "12345678"), tmp_path / "built", workers=1)
    assert answers(changed) == answers(EmbeddedIndex(tmp_path / "built"))
    remove_articles(tmp_path / "changed", ["7", "3", "1"])
    build_index(write(tmp_path / "left.jsonl", "24568"), tmp_path / "left", workers=1)
    expected = answers(EmbeddedIndex(tmp_path / "left"))
    assert answers(EmbeddedIndex(tmp_path / "changed")) == expected
    assert compact_index(tmp_path / "changed") == 5
    assert answers(EmbeddedIndex(tmp_path / "changed")) == expected


def test_a_link_leads_to_the_next_article_of_its_title(tmp_path: Path) -> None:
    """Both articles have the title; when the first is removed, links lead to the second."""
    records: list[dict[str, object]] = [
        {"id": "1", "title": "Hull", "text": "Hull is a port."},
        {"id": "2", "title": "Kingston", "text": "Kingston is a port.", "redirects": ["Hull"]},
        {"id": "3", "title": "Ship", "text": "A ship left the harbour.", "links": [["the harbour", "Hull"]]},
    ]
    source = tmp_path / "a.jsonl"
    source.write_text("".join(f"{json.dumps({'url': '', 'headings': [], **record})}\n" for record in records))
    build_index(source, tmp_path / "i", workers=1)
    assert forms(EmbeddedIndex(tmp_path / "i"), "the harbour")["the harbour"] == {"Hull": (FormSource.LINK, 1, 0)}
    remove_articles(tmp_path / "i", ["1"])
    expected = {"Kingston": (FormSource.LINK, 1, 0)}
    assert forms(EmbeddedIndex(tmp_path / "i"), "the harbour")["the harbour"] == expected
    compact_index(tmp_path / "i")
    assert forms(EmbeddedIndex(tmp_path / "i"), "the harbour")["the harbour"] == expected


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Apple Inc.", "Apple"),
        ("Arsenal F.C.", "Arsenal"),
        ("The Beatles", "Beatles"),
        ("IBM", "IBM"),
        ("Co.", "Co."),
    ],
)
def test_names_without_their_legal_form(name: str, short: str) -> None:
    assert without_kind(name) == short


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("Everton F.C.", "EFC"),
        ("West Ham United F.C.", "WHUFC"),
        ("Sunderland A.F.C.", "SAFC"),
        ("Brighton & Hove Albion F.C.", "BHAFC"),
        ("Queens Park Rangers FC", "QPRFC"),
        ("Arsenal", None),
        ("Apple Inc.", None),
        ("Sony AG", "SAG"),  # asked for teams alone
        ("the F.C.", None),
    ],
)
def test_initials_of_clubs(name: str, initials: str | None) -> None:
    assert club_initials(name) == initials


@pytest.mark.parametrize(
    ("opening", "name"),
    [
        ("The Center for the Study of Bees is", "Center for the Study of Bees"),
        ("The Lord of the Rings is a novel", "Lord of the Rings"),
        ("The Act for Peace allows it", "Act for Peace"),  # not "Act for Peace al"
        ("Nintendo developed it", "Nintendo"),
        ("Lake of the woods", "Lake"),
        ("A comet is", ""),
    ],
)
def test_the_name_that_an_opening_begins_with(opening: str, name: str) -> None:
    assert leading_name(opening) == name


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("Federal Bureau of Investigation", {"FBOI", "FBI"}),
        ("Gross domestic product", {"GDP"}),
        ("Centers for Disease Control and Prevention", {"CFDCAP", "CDCP", "CDC"}),
        ("Food and Drug Administration", {"FADA", "FDA"}),
        ("Coca-Cola Company", {"CCC"}),
        ("Reserve Officers' Training Corps", {"ROTC"}),
        ("Élan vital de Paris", {"ÉVDP"}),
        ("", set()),
    ],
)
def test_initials(name: str, initials: set[str]) -> None:
    assert initials_of(name) == initials


def test_an_article_uses_the_initials_of_its_title_or_of_what_it_begins_with(tmp_path: Path) -> None:
    folder = tmp_path / "a.jsonl"
    texts = {
        "Gross domestic product": "Gross domestic product is a sum. The GDP is large.",
        "Peace Act Against Bees": "The Authorization for Peace allows it. The AFP was signed.",
        "Public service announcement": "A message to all.",
        "Board of River Care and Repair": "The Board of River Care and Repair is old. The BRC cares.",
    }
    records = [
        {"id": title, "url": "", "title": title, "text": text, "headings": [], "links": []}
        for title, text in texts.items()
    ]
    folder.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    build_index(folder, tmp_path / "i", workers=1)
    found = forms(EmbeddedIndex(tmp_path / "i"), "gdp", "AFP", "PSA", "BRC", "BRCR")
    assert [*found["gdp"]] == ["Gross domestic product"]
    assert [*found["AFP"]] == ["Peace Act Against Bees"]
    assert found["PSA"] == found["BRCR"] == {}  # the texts do not use them
    assert [*found["BRC"]] == ["Board of River Care and Repair"]


def test_followers_call_clubs_by_their_initials(tmp_path: Path) -> None:
    texts = {
        "Everton F.C.": "Everton F.C. is an English football club based in Liverpool.",
        "Sony A.G.": "Sony A.G. is a company based in Bern.",
    }
    lines = [json.dumps({"id": str(n), "title": title, "text": text}) for n, (title, text) in enumerate(texts.items())]
    (tmp_path / "clubs.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    build_index(tmp_path / "clubs.jsonl", tmp_path / "i")
    found = forms(EmbeddedIndex(tmp_path / "i"), "EFC", "SAG")
    assert found == {"EFC": {"Everton F.C.": (FormSource.SHORT, 0, 0)}, "SAG": {}}


def test_openings() -> None:
    text = "IBM (International Business Machines), or Big Blue, also known as Itty Bitty, is a firm."
    assert set(names_in_opening(text, english=True)) == {
        "IBM",
        "International Business Machines",
        "Big Blue",
        "Itty Bitty",
    }
    assert bare_name("Mercury (planet)") == "Mercury"
    assert is_person("Karl Marx", "Karl Marx (* 5. Mai 1818 in Trier; † 14. März 1883) war")
    assert not is_person("World War", "World War (a film) of 1914")
    assert written_small("Reading", "Some like reading.")
    assert not written_small("Reading", "Reading is in Berkshire; breading is not.")


@pytest.mark.parametrize(
    ("opening", "in_brackets"),
    [
        ("Pedro Molina (Sevilla, 3 de octubre de 1950-Madrid, 4 de mayo de 2001) fue", []),
        ("Paolo Mulino (Roma, 3 ottobre 1950 – Milano, 4 maggio 2001) è stato", []),
        ("Jean Moulin (Paris, le 3 mai 1950 - Lyon, 1999) est", []),
        ("Nagy Imre (Budapest, Terézváros, 1950. október 3.) magyar", []),
        ("Petr Horák (Praha, 3. 10. 1950) je", []),
        ("Ada Reed (London, October 3, 1950) is", []),
        ("Ada Reed (London, 3 October 1950) is", []),
        ("Berta Basler (Basel, um 1450) war", []),
        ("Boudewijn (Buzzy, born 5 May 1945) is", ["Buzzy"]),
        ("Farrokh Bulsara (Freddie Mercury; 5 September 1946) was", ["Freddie Mercury"]),
        ("Alliance (NATO, 29 members) is", ["NATO"]),
        ("Santé (OMS, fondée en 1948) est", ["OMS"]),
    ],
)
def test_what_stands_before_a_date_in_brackets_is_a_place(opening: str, in_brackets: list[str]) -> None:
    assert list(names_in_opening(opening, english=False))[1:] == in_brackets


def test_names_of_unknown_titles_are_counted(tmp_path: Path) -> None:
    aliases = tmp_path / "aliases.tsv"
    rows = ["Windy City\tChicago", "POTUS\tNobody", "the chief\tBarack_Obama", "nil\tNobody", "x\tNowhere"]
    aliases.write_text("".join(f"{row}\n" for row in rows))
    source = write(tmp_path / "a.jsonl", "12345678")
    report = build_index(source, tmp_path / "i", aliases=aliases, workers=1)
    assert report.aliases == AliasReport(5, 3, ("Nobody", "Nowhere"))
    assert build_index(source, tmp_path / "j", workers=1).aliases is None
