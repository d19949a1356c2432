"""Markup for the variants of one language: one of its texts is shown, by every reader."""

import pytest

from tweetctx.corpus.cleaning import clean_leftovers
from tweetctx.corpus.html import convert as convert_html
from tweetctx.corpus.variants import choose_variants, variant_of_attribute
from tweetctx.corpus.wikitext import convert


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("他用-{zh-hant:滑鼠;zh-hans:鼠标}-。", "他用鼠标。"),
        ("他用-{zh-tw:滑鼠; zh-cn:鼠标; }-。", "他用鼠标。"),
        ("他用-{zh-tw:滑鼠;zh-hk:鼠標}-。", "他用滑鼠。"),
        ("他用-{A|zh-tw:滑鼠;zh-cn:鼠标}-。", "他用鼠标。"),
        ("他用-{A;R|鼠标}-。", "他用鼠标。"),
        ("他用-{zh-hans;zh-hant|鼠标}-。", "他用鼠标。"),
        ("他用鼠标。-{H|zh-tw:滑鼠;zh-cn:鼠标}-", "他用鼠标。"),
        ("-{T|zh-tw:滑鼠;zh-cn:鼠标}-他用鼠标。", "他用鼠标。"),
        ("-{-|zh-tw:滑鼠;zh-cn:鼠标}-他用鼠标。", "他用鼠标。"),
        ("-{H|巨集=>zh-cn:宏;\n巨集=>zh-sg:宏}-他用宏。", "他用宏。"),
        ("张-{}-三用-{鼠标}-。", "张三用鼠标。"),
        ("用-{zh-hans:a-{zh-cn:b;zh-tw:c}-d;zh-hant:e}-。", "用abd。"),
        ("用-{zh-hans:甲：乙;丙;zh-hant:e}-。", "用甲：乙;丙。"),
        ("Систем -{Windows}- ради на -{sr-el:računaru;sr-ec:рачунару}-.", "Систем Windows ради на рачунару."),
        ("Bu -{uz-cyrl:китоб;uz-latn:kitob}-.", "Bu kitob."),
        ("用-{{{1}}}-和 -{", None),
        ("1-{4-[2-(methoxy)ethyl]phenoxy}-3-amine and e^{-{1}-{2}}", None),
        ("-{" * 2000, None),
    ],
)
def test_what_one_reader_sees(text: str, shown: str | None) -> None:
    assert choose_variants(text) == (text if shown is None else shown)


def test_in_wikitext_templates_and_links_stand_inside_and_around() -> None:
    source = (
        "{{lang|zh|-{A|zh-cn:软件;zh-tw:軟體}-}}和-{zh-hans:[[鼠标]];zh-hant:[[滑鼠]]}-和[[电脑|-{zh-cn:计算机;zh-tw:電腦}-]]"
        "和-{zh-cn:{{lang|en|mouse}};zh-tw:rat}-。<math>x^{-{a}-b}</math>是<nowiki>-{a}-</nowiki>。"
    )
    page = convert(source, title="Mill", language="zh")
    assert page.sections[0].paragraphs == ("软件和鼠标和计算机和mouse。x^(-a-b)是-{a}-。",)
    assert [link.title for link in page.links] == ["鼠标", "电脑"]


def test_in_extracted_text() -> None:
    assert clean_leftovers("他用-{zh-hant:滑鼠;zh-hans:鼠标}-。") == "他用鼠标。"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ('{"twoway":[{"l":"zh-tw","t":"滑鼠"},{"l":"zh-cn","t":"鼠标"}]}', "鼠标"),
        ('{"add":true,"twoway":[{"l":"zh-tw","t":"滑鼠"}]}', "滑鼠"),
        ('{"oneway":[{"f":"巨集","l":"zh-cn","t":"宏"}]}', "宏"),
        ('{"disabled":{"t":"鼠标"}}', "鼠标"),
        ('{"hidden":true,"add":true,"twoway":[{"l":"zh-cn","t":"鼠标"}]}', ""),
        ('{"title":true,"twoway":[{"l":"zh-cn","t":"鼠标"}]}', ""),
        ("{}", ""),
        ("[]", ""),
        ("{", ""),
        ('{"twoway":[1]}', ""),
        ('{"oneway":3}', ""),
    ],
)
def test_in_an_attribute(value: str, shown: str) -> None:
    assert variant_of_attribute(value) == shown


def test_in_html() -> None:
    value = "{&quot;twoway&quot;:[{&quot;l&quot;:&quot;zh-cn&quot;,&quot;t&quot;:&quot;&lt;b&gt;鼠标&lt;/b&gt;&quot;}]}"
    page = convert_html(
        f'<p>他用<span typeof="mw:LanguageVariant" data-mw-variant="{value}"></span>。</p>'
        """<p>好<meta typeof="mw:LanguageVariant" data-mw-variant='{"hidden":true,"add":true}'/>。</p>""",
        title="Mill",
    )
    assert page.sections[0].paragraphs == ("他用鼠标。", "好。")
