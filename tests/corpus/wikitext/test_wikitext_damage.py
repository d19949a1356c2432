"""Broken and hostile wikitext: an answer, no recursion, no debris, and as little lost as can be."""

import tracemalloc

import pytest
from plain_wikitext import paragraphs, text_of
from wikitext_debris import count_debris

from tweetctx.corpus.wikitext import convert

LONG = 20_000


@pytest.mark.parametrize(
    ("wikitext", "kept"),
    [
        ("a [[b c", "a b c"),
        ("a [[b|c d", "a c d"),
        ("a b]] c", "a b c"),
        ("a {{b c", "a b c"),
        ("a b}} c", "a b c"),
        ("{{Infobox\n| a = b\n| c = d\n\nText.", "Text."),
        ("a\n{|\n| b\n\nText.", "a Text."),
        ("a\n|}\nb", "a b"),
        ("a <ref>b", "a b"),
        ("a <ref name=b>c d<ref>e</ref> f", "a c d f"),
        ("a </ref> b", "a b"),
        ("a.<ref>b<ref/> c", "a. c"),
        ("a.<ref name=b>c</ref name=b> d<ref>e</ref> f", "a. d f"),
        ("a.<ref>b</ref name=b> c</ref> d", "a. d"),
        ("a <ref b", "a"),
        ("a <nowiki>b", "a b"),
        ("a <div b", "a <div b"),
        ("{{nowrap|a [[b}} c]] d", "a b c d"),
        ("[[a|b {{nowrap|c]] d}} e", "b c d e"),
        ("{{nowrap|a\n{|\n| b\n}} c", "a c"),
        ("a ''b c\n\n'''d", "a b c d"),
    ],
)
def test_what_is_not_closed_costs_little(wikitext: str, kept: str) -> None:
    assert text_of(wikitext) == kept


def test_a_template_nested_ten_thousand_deep() -> None:
    wikitext = "a " + "{{nowrap|" * 10_000 + "b" + "}}" * 10_000 + " c"
    assert text_of(wikitext) == ""  # "b" is not read, so that its sentence goes
    assert text_of("{{nowrap|" * 40 + "b" + "}}" * 40) == "b"


@pytest.mark.thorough
@pytest.mark.parametrize(
    "bit",
    [
        "[[", "]]", "{{", "}}", "{{{", "''''", "<ref ", "<ref>", "<!-- ", "\n{|", "\n|}", "\n|", "[http://a ", "{{a|",
        "[[a|", "{{nowrap|", "[[File:a|b [[c]] ", "<math>", "<nowiki>", "<div ", "<table>", "&", "&#", "(", "()",
        "( ;", "'''x ''y ", "\n=", "\n* ", "__", "<sup>1", "{{#if:", "({{age}}", "{{convert|1|", "\n{{", "{{\n|}",
        "-->", "=",
    ],
)  # fmt: skip
def test_floods_are_answered(bit: str) -> None:
    tracemalloc.start()
    page = convert(bit * (LONG // len(bit)), title="Flood")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 400 * LONG
    kept = [text for section in page.sections for text in section.paragraphs]
    assert {kind: count for kind, count in count_debris(kept).items() if count} == {}


def test_text_after_a_flood_of_links_that_are_not_closed_is_there() -> None:
    assert paragraphs("[[" * 1000 + "\n\nThe mill is [[old]].") == ["The mill is old."]


def test_debris_is_counted_by_kind() -> None:
    counts = count_debris(["a {{b [[c", "d (; e) ( ) , f", "g <REF h |} }} ]]"])
    assert counts == {"{{": 1, "}}": 1, "[[": 1, "]]": 1, "|}": 1, "<ref": 1, "()": 1, "( ;": 1, " ,": 1}


@pytest.mark.thorough
@pytest.mark.parametrize("bit", ["{{age}}", "({{age}}", "{{age}})", "( {{age}} ,"])
def test_holes_are_looked_for_once(bit: str) -> None:
    """What tries again at every hole takes minutes over so many."""
    assert "{" not in text_of("The mill (" + bit * 40_000)


def test_a_reference_in_a_sentence_with_one_author_or_none() -> None:
    assert text_of("As {{harvtxt|Boolos}} says.") == "As Boolos says."
    assert text_of("As {{harvtxt|Boolos|1999}} says.") == "As Boolos (1999) says."
    assert text_of("As {{harvtxt|A|B|C|1999}} says.") == "As A, B & C (1999) says."
