"""What pages say about names, in wikitext and HTML: links, other names in bold, senses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.corpus.html import convert as convert_html
from tweetctx.corpus.wikitext import convert
from tweetctx.corpus.wikitext.marks import mark_link, take_links, title_of


def links(wikitext: str) -> list[tuple[str, str]]:
    return [tuple(link) for link in convert(wikitext, title="Mill").links]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("wikitext", "expected"),
    [
        ("A [[mill]] and a [[water mill]]s' [[miller|man]].", [("mill", "Mill (x)")]),
        ("[[a]] [[A]] [[a]] [[a|A]] [[a|b]]", [("a", "A"), ("A", "A"), ("b", "A")]),
        ("[[milling_machine#Types|drills]]", [("drills", "Milling machine")]),
        ("[[Newark, New Jersey|]] [[Rock &amp; roll]] [[Caf%C3%A9|bar]]", [
            ("Newark", "Newark, New Jersey"), ("Rock & roll", "Rock & roll"), ("bar", "Café"),
        ]),
        ("[[mill]]er and [[corn]]Mill, [[мельница]]ми, [[水]]車", [
            ("corn", "Corn"), ("мельницами", "Мельница"), ("水", "水"),
        ]),
        ("''[[Rock 'n' Roll]]'' is '''[[x|''y'' z]]''', l'[[eau]]", [
            ("Rock 'n' Roll", "Rock 'n' Roll"), ("y z", "X"), ("eau", "Eau"),
        ]),
        ("{{nowrap|the [[Rhine|river]]}} and {{lang|fr|[[eau]]}} {{cn|[[gone]]}}", [
            ("river", "Rhine"), ("eau", "Eau"),
        ]),
        ("[[File:A.jpg|thumb|A [[gone]]]] [[Category:X]] [[fr:Y]] x", []),
        ("[[:Category:X]] [[wikt:mill|mill]] [[#History]] x", []),
        ("Text.<ref>[[gone]]</ref>\n* [[gone]]\n{|\n| [[gone]]\n|}\n== [[gone]] ==\n", []),
        ("[[a|b <span>c</span>]] [https://x.org the [[site]]]", [("b c", "A"), ("site", "Site")]),
        ("[[a|[[b]]]] [[c", [("b", "B")]),
        ("An \ufdd0odd\ufdd1one\ufdd2.", []),
    ],
)  # fmt: skip
def test_links_of_prose(wikitext: str, expected: list[tuple[str, str]]) -> None:
    if expected == [("mill", "Mill (x)")]:
        expected = [("water mills", "Water mill"), ("man", "Miller")]  # a link to the page itself says nothing
    assert links(wikitext) == expected


def test_links_of_html() -> None:
    html = (
        '<table class="infobox"><tr><td><a href="/wiki/Gone">gone</a></td></tr></table>'
        '<p>A <a href="//en.wikipedia.org/wiki/Water_mill#Use" title="Water mill" class="mw-redirect">mill</a>, '
        '<a rel="mw:WikiLink" href="./Caf%C3%A9">bar</a>, <a href="../Rock_%26_roll">Rock &amp; roll</a>, '
        '<a href="Corn"><i>corn</i> flour</a> <a href="/w/index.php?title=X&amp;redlink=1" class="new">x</a> '
        '<a class="external" href="https://x.org/a">y</a> <a href="/wiki/File:A.png" class="image">z</a> '
        '<a href="//fr.wikipedia.org/wiki/Z" class="extiw">z</a> <a href="#cite">1</a> <a>n</a></p>'
        '<ul><li><a href="/wiki/Gone">gone</a></li></ul>'
    )
    assert [tuple(link) for link in convert_html(html, title="Mill").links] == [
        ("mill", "Water mill"),
        ("bar", "Café"),
        ("Rock & roll", "Rock & roll"),
        ("corn flour", "Corn"),
    ]


@pytest.mark.parametrize(
    ("wikitext", "aliases"),
    [
        ("'''Ada Mill''' (born '''Ada Stone'''; 1 May 1980) or '''\"Addie\"''' is a miller.", ("Ada Stone", "Addie")),
        ("'''Ada Mill, Jr.''' ('''AMJ''') is a miller. Her '''hat''' is red.", ("Ada Mill, Jr.", "AMJ")),
        ("The '''ADA MILL''' of St. Ives, or '''''Big'' One''', turns.", ("Big One",)),
        ("The race at the '''[[2004 Games]]''' was '''long'''.", ("long",)),
        ("Ada is a miller.\n\n'''Not''' in the first paragraph.", ()),
        ("== Early ==\nThe '''mill''' turns.", ()),
        ("'''" + "x" * 101 + "''' is long.", ()),
    ],
)  # fmt: skip
def test_names_in_bold_in_the_first_sentence(wikitext: str, aliases: tuple[str, ...]) -> None:
    assert convert(wikitext, title="Ada Mill (miller)").aliases == aliases


@pytest.mark.parametrize(
    ("language", "title", "wikitext", "aliases"),
    [
        ("de", "1. FC Köln", "Der '''1. FC Köln''' ist ein Verein. Er ist '''rot'''.", ()),
        ("de", "Oktober", "Der '''3. Oktober''' oder '''Tag''' ist ein Tag.", ("3. Oktober", "Tag")),
        ("de", "FC Köln", "Er wurde am 3. Oktober 1948 als '''Kölner FC''' gegründet.", ("Kölner FC",)),
        ("cs", "1. FK Příbram", "'''1. FK Příbram''' je klub, od 1. Června '''Marila'''.", ("Marila",)),
        ("hr", "1. HNL", "'''1. HNL''' ('''Prva HNL''') je liga.", ("Prva HNL",)),
        ("da", "1. Division", "'''1. Division''' er en række.", ()),
        ("nb", "1. Divisjon", "'''1. Divisjon''' ('''OBOS''') er en liga.", ("OBOS",)),
        ("fi", "2. Divisioona", "'''2. Divisioona''' on sarja.", ()),
        ("en", "Jeopardy! Live", "'''Jeopardy! Live''' or '''Live''' is a show. It is '''old'''.", ("Live",)),
        ("en", "Mill", "The mill of 12. Its '''hat''' is red.", ()),
        ("de", "Mühle", "Sie ist von 1948. Ihr '''Hut''' ist rot.", ()),
        ("pl", "Most", "Jest tu proc. średni '''Most Łódzki''' stary. On jest '''nowy'''.", ("Most Łódzki",)),
        ("en", "Mill", "It is '''good.''' It is '''big'''.", ("good.",)),
    ],
)
def test_names_with_a_full_stop_in_bold(language: str, title: str, wikitext: str, aliases: tuple[str, ...]) -> None:
    assert convert(wikitext, title=title, language=language).aliases == aliases


def test_names_in_bold_in_html() -> None:
    html = "<p><b>Ada <i>Mill</i></b> (born <strong>Ada O'Stone</strong>) '' is here. She is <b>old</b>.</p>"
    assert convert_html(html, title="Ada Mill").aliases == ("Ada O'Stone",)


DISAMBIGUATION = """'''Mill''' most often means [[Mill (grinding)|mill]], which grinds [[corn]].

'''Mill''' may also refer to:
* [[Mill (currency)]], a thousandth of a [[dollar]]
** ''[[The Mill (film)|The Mill]]'', a film by [[Ada Stone]]
* A mill as in [[paper mill]]
* Mill with nothing

== See also ==
* [[Mills (disambiguation)]]
{{disambiguation}}
"""


def test_senses_of_a_disambiguation_page() -> None:
    page = convert(DISAMBIGUATION, title="Mill")
    assert page.senses == ("Mill (grinding)", "Mill (currency)", "The Mill (film)", "Paper mill")
    assert page.disambiguation
    assert [len(section.paragraphs) for section in page.sections] == [2, 0]
    plain = convert(DISAMBIGUATION.replace("{{disambiguation}}", ""), title="Mill")
    assert (plain.senses, plain.sections) == ((), page.sections)
    assert convert(DISAMBIGUATION.replace("{{disambiguation}}", ""), title="Mill", disambiguation=True) == page


def test_senses_in_html() -> None:
    html = (
        '<p><b>Mill</b> may refer to:</p><ul><li><a href="./Mill_(coin)">Mill</a>, of <a href="./Tin">tin</a>'
        '<ul><li>the <a href="./Paper_mill">paper mill</a> reads, at length, well enough as prose.</li></ul></li>'
        "<li>nothing</li></ul>"
        '<h2>See also</h2><ul><li><a href="./Mills">Mills</a></li></ul><div id="disambigbox"></div>'
    )
    page = convert_html(html, title="Mill")
    assert page.senses == ("Mill (coin)", "Paper mill")
    assert [section.paragraphs for section in page.sections] == [("Mill may refer to:",), ()]
    assert convert_html(html.replace("disambigbox", "x"), title="Mill").senses == ()


@pytest.mark.parametrize(
    ("target", "title"),
    [
        ("ßa", "ßa"),
        ("iPhone", "IPhone"),
        ("Star Wars: Episode IV", "Star Wars: Episode IV"),
        ("Help:Contents", ""),
        ("Wikipedia:About", ""),
        (":fr:Moulin", ""),
        ("  a__b ", "A b"),
        ("x" * 300, ""),
        ("", ""),
    ],
)
def test_titles_of_targets(target: str, title: str) -> None:
    assert title_of(target) == title


@given(st.lists(st.tuples(st.text("ab, é", min_size=1), st.text("ABC.", min_size=1), st.text(" ,;", min_size=1))))
def test_marks_come_out_as_they_went_in(pieces: list[tuple[str, str, str]]) -> None:
    line = "".join(mark_link(title, text) + after for text, title, after in pieces)
    plain, found = take_links(line)
    assert plain == "".join(text + after for text, _, after in pieces)
    assert [link.title for link in found] == [title for text, title, _ in pieces if text.strip(" ")]
