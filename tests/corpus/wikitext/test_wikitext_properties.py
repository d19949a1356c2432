"""Properties over a grammar of wikitext: nothing raises, nothing is left behind, words are kept."""

import re

from hypothesis import given
from hypothesis import strategies as st
from plain_wikitext import paragraphs
from wikitext_debris import count_debris

from tweetctx.corpus.wikitext import convert

LANGUAGES = st.sampled_from(["en", "de", "fr", "es", "ru", "ja", ""])
SOME_WORDS = ["mill", "flour", "river", "1712", "Ada's", "well-known", "Mühle", "мельница", "水車"]
WORDS = st.lists(st.sampled_from(SOME_WORDS), min_size=1, max_size=5)
PROSE = WORDS.map(" ".join)

BITS = st.sampled_from(
    [
        "[[", "]]", "{{", "}}", "{{{", "}}}", "{|", "|}", "\n{|", "\n|}", "\n|-\n|", "|", "||", "!!", "''", "'''",
        "'''''", "<ref>", "</ref>", "<ref/>", "<!--", "-->", "<nowiki>", "</nowiki>", "<math>", "</math>", "<br>",
        "<div>", "</div>", "<table>", "</table>", "=", "==", "\n", "\n\n", "\n*", "\n:", "\n;", ":", "(", ")", ",",
        ";", " ", "&amp;", "&#91;", "[http://a ", "]", "File:", "nowrap|", "convert|", "lang-de|", "#if:", "age",
        "1712", "mill", "km", "__TOC__", "\x00", "\ue000",
    ]
)  # fmt: skip


@given(st.lists(BITS, max_size=60).map("".join), LANGUAGES, st.booleans(), st.booleans())
def test_any_heap_of_markup_is_answered(wikitext: str, language: str, lists: bool, tables: bool) -> None:
    page = convert(wikitext, title="Heap", language=language, lists=lists, tables=tables)
    for section in page.sections:
        assert all(text and text == " ".join(text.split()) for text in (*section.paragraphs, section.heading or "-"))


@given(st.text(max_size=200))
def test_any_text_is_answered(wikitext: str) -> None:
    convert(wikitext, title="Text")


@given(st.lists(WORDS, min_size=1, max_size=4))
def test_plain_text_stays_the_same(lines: list[list[str]]) -> None:
    texts = [" ".join(words) for words in lines]
    assert paragraphs("\n\n".join(texts)) == texts


def shown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Balanced markup that shows what is inside of it."""
    return st.one_of(
        PROSE.map("''{}''".format),
        inner.map("[[mill|{}]]".format),
        inner.map("{{{{nowrap|1={}}}}}".format),
        inner.map("<span class=a>{}</span>".format),
        PROSE.map("[http://mill.example {}]".format),
        st.tuples(inner, inner).map(" and ".join),
    )


def hidden(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Balanced markup that shows nothing."""
    return st.one_of(
        inner.map("<ref>{}</ref>".format),
        inner.map("<!-- {} -->".format),
        inner.map("{{{{Infobox|a={}}}}}".format),
        inner.map("[[File:Mill.jpg|thumb|{}]]".format),
        inner.map("({{{{IPAc-en|{}}}}})".format),
        inner.map("\n{{|\n| {}\n|}}\n".format),
        inner.map("[[Category:{}]]".format),
    )


SHOWN = st.recursive(PROSE, shown, max_leaves=8)
HIDDEN = st.recursive(st.just("secret"), lambda inner: st.one_of(shown(inner), hidden(inner)), max_leaves=6)


def words(text: str) -> list[str]:
    return re.findall(r"[\w'-]+", text)


@given(SHOWN)
def test_words_inside_of_markup_are_kept_in_their_order(wikitext: str) -> None:
    plain = re.sub(r"''|\[\[mill\||\]\]|\{\{nowrap\|1=|\}\}|</?span[^>]*>|\[http://mill.example |\]", "", wikitext)
    assert words(" ".join(paragraphs(wikitext))) == words(plain)


@given(st.lists(st.tuples(SHOWN, HIDDEN.flatmap(lambda inside: hidden(st.just(inside)))), min_size=1, max_size=4))
def test_balanced_markup_leaves_no_debris_and_hides_what_it_hides(parts: list[tuple[str, str]]) -> None:
    kept = paragraphs(" ".join(f"{before} {after}" for before, after in parts))
    assert {kind: count for kind, count in count_debris(kept).items() if count} == {}
    assert "secret" not in " ".join(kept)
    assert "mill.example" not in " ".join(kept)
