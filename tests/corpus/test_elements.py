"""What is hidden or stands beside the text is no part of it: in wikitext and in HTML."""

from collections.abc import Callable

import pytest

from tweetctx.corpus.html import convert as convert_html
from tweetctx.corpus.wikitext import convert


def in_wikitext(text: str) -> str:
    return " ".join(text for section in convert(text, title="Mill").sections for text in section.paragraphs)


def in_html(text: str) -> str:
    sections = convert_html(f"<div>{text}</div>", title="Mill").sections
    return " ".join(text for section in sections for text in section.paragraphs)


@pytest.mark.parametrize("read", [in_wikitext, in_html])
@pytest.mark.parametrize(
    "unseen",
    [
        '<span style="display:none">12</span>',
        "<span style='color: red; display : none;'>not</span>",
        "<SPAN style=display:none>not <span>so</span> </SPAN>",
        '<span style="visibility:hidden">0</span>',
        '<small class="noprint">not</small>',
        '<span class="sortkey">12</span>',
    ],
)
def test_what_is_hidden(read: Callable[[str], str], unseen: str) -> None:
    assert read(f"It has {unseen}5 wheels. It turns.") == "It has 5 wheels. It turns."


@pytest.mark.parametrize("read", [in_wikitext, in_html])
@pytest.mark.parametrize(
    "beside",
    [
        '<div style="float:right">The mill in the snow.</div>',
        '<div class="tright"><div class="thumbcaption">The mill in the snow.</div></div>',
        '<div class="floatnone">The mill in the snow.</div>',
    ],
)
def test_what_floats_beside_the_text(read: Callable[[str], str], beside: str) -> None:
    assert read(f"It has 5 wheels.{beside}It turns.") == "It has 5 wheels. It turns."


@pytest.mark.parametrize("read", [in_wikitext, in_html])
@pytest.mark.parametrize("style", ["color:red", "float:none", "display:inline", "text-decoration:underline"])
def test_what_is_shown(read: Callable[[str], str], style: str) -> None:
    assert read(f'It has <span style="{style}">12</span> wheels.') == "It has 12 wheels."


@pytest.mark.parametrize("read", [in_wikitext, in_html])
@pytest.mark.parametrize("style", ["text-decoration:overline", "text-decoration: line-through"])
def test_overlined_digits_and_struck_words_take_their_sentence_along(read: Callable[[str], str], style: str) -> None:
    assert read(f'It has 0.<span style="{style}">3</span> of it. It turns.') == "It turns."


def test_hidden_inside_of_templates_and_never_closed() -> None:
    hidden = '<span style="display:none">not</span>'
    assert in_wikitext(f"{{{{nowrap|{{{{small|It is {hidden}old}}}}}}}}.") == "It is old."
    assert in_wikitext('It turns. <span style="display:none">It is not.\n\nIt is old.') == "It turns. It is old."
    assert in_wikitext('<span style="display:none">a' * 1_000) == ""
