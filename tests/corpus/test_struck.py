"""What is struck out is not quoted as if it stood, and readings are not joined to words: by every reader."""

from collections.abc import Callable

import pytest

from tweetctx.corpus.cleaning import clean_leftovers
from tweetctx.corpus.html import convert as convert_html
from tweetctx.corpus.wikitext import convert

BEFORE, AFTER = "The mill is old.", "It has a wheel."


def in_wikitext(text: str) -> str:
    return " ".join(text for section in convert(text, title="Mill").sections for text in section.paragraphs)


def in_html(text: str) -> str:
    return " ".join(
        text for section in convert_html(f"<p>{text}</p>", title="Mill").sections for text in section.paragraphs
    )


@pytest.mark.parametrize("read", [in_wikitext, in_html, clean_leftovers])
@pytest.mark.parametrize(
    "struck",
    [
        "It is <s>not</s> closed.",
        "It is <del>not</del> closed.",
        "It is <strike class='x'>not</strike> closed.",
        "It is <S>not</S> closed.",
        "It is <s>not <i>yet</i></s> closed.",
        "<s>It is closed.</s>",
        "<del>It is closed. It is sold.</del>",
    ],
)
def test_a_sentence_with_struck_words_is_left_out(read: Callable[[str], str], struck: str) -> None:
    assert " ".join(read(f"{BEFORE} {struck} {AFTER}").split()) == f"{BEFORE} {AFTER}"


def test_struck_by_style_and_by_template() -> None:
    assert in_html(f"{BEFORE} It is <span style='text-decoration: line-through'>not</span> shut. {AFTER}") == (
        f"{BEFORE} {AFTER}"
    )
    assert in_wikitext(f"{BEFORE} It is {{{{strikethrough|not}}}} shut. {AFTER}") == f"{BEFORE} {AFTER}"


def test_struck_over_paragraphs_and_never_closed() -> None:
    assert in_wikitext(f"{BEFORE} <s>It is sold.\n\nIt is shut.</s> {AFTER}") == f"{BEFORE} {AFTER}"
    assert in_wikitext(f"{BEFORE} <s>It is sold.\n\n{AFTER}") == f"{BEFORE} {AFTER}"
    assert in_wikitext(f"{BEFORE}<s></s> {AFTER}") == f"{BEFORE} {AFTER}"
    assert len(in_wikitext(f"{BEFORE} " + "<s>a" * 20_000)) < len(BEFORE) + 2


@pytest.mark.parametrize("read", [in_wikitext, in_html, clean_leftovers])
@pytest.mark.parametrize(
    "ruby",
    [
        "<ruby>水車<rt>すいしゃ</rt></ruby>",
        "<ruby>水車<rp>(</rp><rt>すいしゃ</rt><rp>)</rp></ruby>",
        "<ruby><rb>水車</rb><rp>（</rp><rt lang='ja'>すいしゃ</rt><rp>）</rp></ruby>",
        "<ruby>水<rt>すい</rt>車<rt>しゃ</rt></ruby>",
        "<ruby>水車<rt>すいしゃ</ruby>",
        "<ruby>水車<rtc><rt>すいしゃ</rt></rtc></ruby>",
    ],
)
def test_readings_are_left_out(read: Callable[[str], str], ruby: str) -> None:
    assert read(f"A {ruby} is old.") == "A 水車 is old."
