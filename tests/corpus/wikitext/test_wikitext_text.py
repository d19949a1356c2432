"""Links, tags, lists, tables and what is left out, each by hand."""

import pytest
from plain_wikitext import paragraphs, text_of

from tweetctx.corpus.addresses import points_elsewhere
from tweetctx.corpus.wikitext import Content, convert
from tweetctx.types import Section, WikiLink

PAGE = """{{Short description|A mill}}
{{Infobox building
| name   = The Mill
| height = {{convert|12|m}}
| image  = [[File:Mill.jpg|thumb|A [[mill]]]]
}}
[[File:Mill.jpg|thumb|left|The mill, ''seen'' from the [[Rhine|river]]{{cn}}.<ref>A book.</ref>]]
'''The Mill''' is a [[windmill]]<ref name="a">{{cite book|title=Mills}}, p. 3.</ref> on
the [[Rhine]].<!-- checked
in spring -->

It was built in 1712.<ref name="a" />

== History ==
{{main|History of the Mill}}
=== Early years ===
The first miller was ''Ada''.
* She had a dog.
* She had a cat.

{| class="wikitable"
! Year !! Flour
|-
| 1712 || 3 t
|}
The flour was good.

== See also ==
* [[Watermill]]

[[Category:Mills]]
[[de:Die Mühle]]
{{DEFAULTSORT:Mill, The}}
"""


def test_a_page_as_its_reader_reads_it() -> None:
    assert convert(PAGE, title="The Mill") == Content(
        sections=(
            Section("", ("The Mill is a windmill on the Rhine.", "It was built in 1712.")),
            Section("History", ()),
            Section("Early years", ("The first miller was Ada.", "The flour was good.")),
            Section("See also", ()),
        ),
        redirect=None,
        disambiguation=False,
        links=(WikiLink("windmill", "Windmill"), WikiLink("Rhine", "Rhine")),
    )


def test_lists_and_tables_are_there_when_asked_for() -> None:
    page = convert(PAGE, title="The Mill", lists=True, tables=True)
    assert [section.paragraphs for section in page.sections[2:]] == [
        (
            "The first miller was Ada.",
            "She had a dog.",
            "She had a cat.",
            "Year | Flour",
            "1712 | 3 t",
            "The flour was good.",
        ),
        ("Watermill",),
    ]


@pytest.mark.parametrize(
    ("link", "shown"),
    [
        ("[[mill]]", "mill"),
        ("[[mill]]s", "mills"),
        ("[[mill|house]]", "house"),
        ("[[mill|the ''old'' house]]", "the old house"),
        ("[[Mill (building)|]]", "Mill"),
        ("[[Mill, Ohio|]]", "Mill"),
        ("[[Help:Mill (building)|]]", "Mill"),
        ("[[:Category:Mills]]", "Category:Mills"),
        ("[[:File:Mill.jpg|picture]]", "picture"),
        ("[[wikt:mill|mill]]", "mill"),
        ("[[wikt:mill]]", "mill"),
        ("[[2001: A Mill Odyssey]]", "2001: A Mill Odyssey"),
        ("[[Category:Mills|Mill, The]]", ""),
        ("[[de:Mühle]]", ""),
        ("[[zh-min-nan:Mill]]", ""),
        ("[[:de:Mühle|Mühle]]", "Mühle"),
        ("[[mw:Mill|its page]]", "its page"),
        ("[[File:Mill.jpg|thumb|A [[mill]] and [http://mill.example a page]]]", ""),
        ("[[image:mill.jpg]]", ""),
        ("[[mill|{{nowrap|old house}}]]", "old house"),
        ("[http://mill.example the mill's page]", "the mill's page"),
        ("[//mill.example a page]", "a page"),
        ("[https://mill.example]", ""),
        ("[http://mill.example the [old] page]", "the [old] page"),
        ("[http://mill.example the [[mill]]]", "the mill"),
        ("[sic]", "[sic]"),
        ("http://mill.example", "http://mill.example"),
    ],
)
def test_links(link: str, shown: str) -> None:
    assert text_of(f"See {link} here.") == " ".join(f"See {shown} here.".split())


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("''a''", "a"),
        ("'''a''' b", "a b"),
        ("'''''a''''' b", "a b"),
        ("the mill's '''a'''", "the mill's a"),
        ("l'''amour'' '''a''' b", "l'amour a b"),
        ("x<br>y<br />z", "x y z"),
        ("a <span style='color: red'>b</span> c", "a b c"),
        ("10<sup>6</sup> m<sup>-2</sup>", "10⁶ m⁻²"),
        ("H<sub>2</sub>O, 5<sup>th</sup>", "H2O, 5th"),
        ("a &amp; b &lt; c&nbsp;d &#39;e&#x27;", "a & b < c d 'e'"),
        ("AT&T and R&B;", "AT&T and R&B;"),
        ("a < b and c > d", "a < b and c > d"),
        ("an <unknown> tag", "an <unknown> tag"),
        ("a <nowiki>[[b]] ''c'' {{d}} &amp;</nowiki> e", "a [[b]] ''c'' {{d}} & e"),
        ("a<ref>b</ref>, c<ref name=d/> e<REF group=f>g\n\nh</REF>", "a, c e"),
        ("a<ref>{{cite|b}} [[c]]</ref> d", "a d"),
        ("'<nowiki/>''a''<nowiki />' b", "'a' b"),
        ("a<!-- b --> c<!-- d", "a c"),
        ("a __NOTOC__b", "a b"),
        ("a <gallery>\nFile:b.jpg|c\n</gallery> d", "a d"),
        ("if <math>x_i \\le \\frac{1}{2}</math> then", "if x_i ≤ 1/2 then"),
        ("where <math>\\begin{matrix}a\\end{matrix}</math> is", ""),
        ("a <math>\\alpha^{2} = \\sqrt{b}</math> c", "a α^2 = √b c"),
        ("soft\u00adly", "softly"),
        ("word , word .", "word, word."),
        ("Ada ( {{IPAc-en|ˈ|eɪ|d|ə}}; born 1980)", "Ada (born 1980)"),
        ("Ada ({{lang-de|Ada}}, {{IPA-de|ˈaːda}}) sang", "Ada (German: Ada) sang"),
        ("Ada ({{IPA|/ˈeɪdə/}}) sang", "Ada sang"),
    ],
)
def test_inside_of_a_paragraph(markup: str, shown: str) -> None:
    assert text_of(markup) == shown


def test_lines_in_a_row_are_one_paragraph_and_an_empty_line_ends_it() -> None:
    assert paragraphs("a\nb\n\nc\n\n\nd") == ["a b", "c", "d"]
    assert paragraphs("a\n[[File:b.svg|20px]]\nc\n[[File:b.svg|thumb|20px]]\nd") == ["a", "c", "d"]


def test_a_comment_alone_on_its_line_ends_no_paragraph() -> None:
    assert paragraphs("a\n<!-- b -->\nc") == ["a c"]


def test_blocks_end_paragraphs() -> None:
    assert paragraphs("a<div>b</div>c<center>d</center>e<p>f") == ["a", "b", "c", "d", "e", "f"]
    assert paragraphs("a\n----\nb") == ["a", "b"]


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        ("He ran.<ref>x</ref>She sat.", "He ran. She sat."),
        ("He ran.<ref name=x/><ref>y</ref>She sat.", "He ran. She sat."),
        ('He said "No."<ref>x</ref>[[Ada]] sat.', 'He said "No." Ada sat.'),
        ("He was in the U.S.<ref>x</ref>A. then.", "He was in the U.S.A. then."),
        ("It has 3.<ref>x</ref>5 of them, iPhone<ref/>s.", "It has 3.5 of them, iPhones."),
    ],
)
def test_a_reference_between_sentences_leaves_a_space(wikitext: str, text: str) -> None:
    assert paragraphs(wikitext) == [text]


def test_block_quotations_have_marks() -> None:
    quotation = "<blockquote>Mills are ''old''.<ref>x</ref>\n\nThey {{nowrap|burn}}.<br/>—[[Ada]]</blockquote>"
    assert paragraphs(f"a {quotation} b") == ["a", "“Mills are old.”", "“They burn. —Ada”", "b"]
    assert paragraphs("a <BlockQuote>b<blockquote>c</blockquote>d</blockquote>e") == ["a", "“b”", "“c”", "“d”", "e"]
    assert paragraphs("<poem>\nIt ran.\nIt sat.\n</poem>\nAn <q>old</q> mill.") == [
        "“It ran. It sat.”",
        "An “old” mill.",
    ]
    assert paragraphs("<blockquote>a\n== b ==\nc") == ["“a”", "c"]  # never closed
    assert paragraphs("a</blockquote>b<blockquote>c</blockquote>d") == ["a", "b", "“c”", "d"]
    assert paragraphs("<blockquote>a\n* b\n</blockquote>c", lists=True) == ["“a”", "“b”", "c"]


def test_list_items_of_all_kinds() -> None:
    wikitext = "a\n# one\n#: more\n; term : meaning\n: [[x]]\n** deep\n<ul><li>html</li></ul>b"
    assert paragraphs(wikitext, lists=True) == ["a", "one", "more", "term: meaning", "x", "deep", "html", "b"]
    assert paragraphs(wikitext) == ["a", "b"]


def test_an_indented_sentence_is_a_paragraph_unless_it_belongs_to_a_list() -> None:
    quotation = ":The flour of this mill is better than that of all the others."
    assert paragraphs(f"She said:\n{quotation}\nSo it was.") == ["She said:", quotation[1:], "So it was."]
    assert paragraphs(f"* She said:\n{quotation}") == []
    assert paragraphs(":<math>a = b</math>\n:See [[mill]].") == []


def test_headings_of_all_levels() -> None:
    page = convert("=a=\nb\n==''c''==\n=== [[d|e]] === \nf\n====", title="x")
    assert page.sections == (Section("a", ("b",)), Section("c", ()), Section("e", ("f",)))


def test_a_line_of_equal_signs_in_the_middle_of_text_is_no_heading() -> None:
    assert paragraphs("=a\nb=") == ["=a b="]


def test_tables_in_tables_and_html_tables() -> None:
    wikitext = (
        "a\n{|\n|+ Caption\n|-\n| style='x' | b || {| \n| inner\n|}\n|}\nc<table><tr><td>d</td><td>e</td></tr></table>f"
    )
    assert paragraphs(wikitext) == ["a", "c", "f"]
    assert paragraphs(wikitext, tables=True)[-3:] == ["c", "d | e", "f"]


def test_a_template_that_ends_like_a_table_is_no_table() -> None:
    assert paragraphs("{{Infobox\n| a = b\n|}}\nc") == ["c"]


@pytest.mark.parametrize(
    ("wikitext", "target"),
    [
        ("#REDIRECT [[Mill]]", "Mill"),
        ("#redirect:[[mill_race#History|x]]\n{{R from move}}", "Mill race"),
        ("#WEITERLEITUNG [[Mühle]]", "Mühle"),
        ("#REDIRECTION [[Moulin]]", "Moulin"),
        ("#REDIRECCIÓN [[Molino]]", "Molino"),
        ("#перенаправление [[мельница]]", "Мельница"),
        ("\n#REDIRECT [[:Category:Mills]]", "Category:Mills"),
        ("#REDIRECT [[A &amp; B]]", "A & B"),
        ("#Red [[mill]]", None),
        ("#REDIRECT mill", None),
        ("See #REDIRECT [[mill]]", None),
    ],
)
def test_redirects(wikitext: str, target: str | None) -> None:
    page = convert(wikitext, title="x")
    assert page.redirect == target
    assert target is None or page.sections == ()


@pytest.mark.parametrize(
    ("wikitext", "points_only"),
    [
        ("'''Mill''' may be:\n* [[a]]\n{{disambiguation}}", True),
        ("{{Disambig|surname}}", True),
        ("{{hndis|Mill, Ada}}", True),
        ("{{geodis}}", True),
        ("__DISAMBIG__", True),
        ("{{Begriffsklärung}}", True),
        ("{{Homonymie}}", True),
        ("{{desambiguación}}", True),
        ("{{неоднозначность}}", True),
        ("'''Mill''' is a surname.\n{{surname}}", False),
        ("It means [[mill]].{{disambiguation needed}}", False),
        ("{{about|the building|other uses|Mill (disambiguation)}}", False),
        ("<!-- {{disambig}} -->", False),
    ],
)
def test_disambiguation_pages(wikitext: str, points_only: bool) -> None:
    assert convert(wikitext, title="Mill").disambiguation is points_only


@pytest.mark.parametrize(
    ("language", "template"),
    [
        ("it", "Disambigua"), ("nl", "dp"), ("nl", "Doorverwijspagina"), ("pl", "Ujednoznacznienie"),
        ("pt", "Desambiguação"), ("pt", "desambig"), ("sv", "Förgrening"), ("sv", "gren"), ("cs", "Rozcestník"),
        ("sk", "Rozlišovacia stránka"), ("ru", "Однофамильцы"), ("ru", "Неоднозначность"), ("uk", "Багатозначність"),
        ("da", "Flertydig"), ("no", "Peker"), ("nn", "Fleirtyding"), ("fi", "Täsmennyssivu"), ("hu", "Egyért"),
        ("ro", "Dezambiguizare"), ("tr", "Anlam ayrımı"), ("ja", "Aimai"), ("ja", "aimai"), ("ja", "人名の曖昧さ回避"),
        ("zh", "Disambig"), ("zh", "消歧义"), ("ko", "동음이의"), ("ko", "동명이인"), ("ar", "توضيح"),
        ("he", "פירושונים"), ("ca", "Desambiguació"),
        ("el", "Αποσαφήνιση"), ("fa", "ابهام\u200cزدایی"), ("sr", "Вишезначна одредница"),
        ("hr", "Razdvojba"), ("sl", "Razločitev"), ("id", "Disambiguasi"), ("vi", "Trang định hướng"),
        ("bg", "Пояснение"),
    ],
)  # fmt: skip
def test_disambiguation_pages_of_other_languages(language: str, template: str) -> None:
    page = convert(f"'''Mill''':\n* [[Ada Mill]], x\n{{{{{template}}}}}", title="Mill", language=language)
    assert (page.disambiguation, page.senses) == (True, ("Ada Mill",))


@pytest.mark.parametrize(
    ("name", "points_only"),
    [
        ("Template:Disambiguation", True),
        ("Category:All disambiguation pages", True),
        ("Template:Disambiguation needed", False),
        ("Category:All articles with links needing disambiguation", False),
        ("Template:Disambigua", True),
        ("Template:Nota disambigua", False),
        ("Predefinição:Ver desambig", False),
        ("Predefinição:Desambiguação", True),
        ("Категория:Страницы значений:Однофамильцы", True),
        ("Kategorie:Rozcestníky", True),
        ("Šablona:Rozcestník", True),
        ("Kategori:Flertydige titler", True),
        ("Luokka:Täsmennyssivut", True),
        ("Kategória:Egyértelműsítő lapok", True),
        ("Categorie:Dezambiguizare", True),
        ("Kategori:Anlam ayrımı sayfaları", True),
        ("Категорія:Багатозначні терміни", True),
        ("분류:동명이인", True),
        ("תבנית:פירושונים", True),
    ],
)
def test_names_of_templates_and_categories_of_disambiguation_pages(name: str, points_only: bool) -> None:
    assert points_elsewhere(["Template:Convert", name]) is points_only


@pytest.mark.parametrize(("language", "template"), [("en", "dp"), ("it", "Nota disambigua"), ("ru", "Пояснение")])
def test_what_is_no_template_of_disambiguation_pages(language: str, template: str) -> None:
    page = f"'''Mill''' is [[x]].\n* [[Ada Mill]]\n{{{{{template}|a}}}}"
    assert not convert(page, title="Mill", language=language).disambiguation
