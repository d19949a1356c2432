"""Every template that is known, in every language, with up to five arguments of any kind is answered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.corpus.wikitext import convert
from tweetctx.corpus.wikitext.templates.registry import LANGUAGES, known_templates

VALUES = [
    "", " ", "0", "1", "-1", "12", "5/8", "1+1/2", "1.5", "1,5", "1e9", "9" * 5000, "13", "31", "1980", "-44", "May",
    "mai", "мая", "x", "km", "mi", "e6km2", "xx", "to", "by", "-", "+", "±", "(", ")", "'''b'''", "[[Mill|m]]", "[[",
    "\n* a\n* b", "lang", "de", "m", "s", "XIX", "e", "df=y", "abbr=on", "adj=mid", "u=m", "e=3", "1=2", "lk=on",
    "disp=x", "year=1980", "<br>", "&nbsp;", "٣", "Ⅷ", "²", "\ue000", "=", "a=b=c", "|", "{{{1}}}",
]  # fmt: skip
TEMPLATES = sorted((language, name) for language in LANGUAGES for name in known_templates(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_template_answers_any_number_of_the_same_odd_argument(language: str, thorough: bool) -> None:
    for name in known_templates(language):
        for value in ("x", "", "0", "9" * 5000, "-", "\u0663") if thorough else ("x",):
            calls = " ".join(f"{{{{{name}{f'|{value}' * count}}}}}" for count in range(6))
            convert(calls, title="Mill", language=language)


@given(st.sampled_from(TEMPLATES), st.lists(st.sampled_from(VALUES), max_size=5))
def test_every_template_answers_any_arguments(template: tuple[str, str], arguments: list[str]) -> None:
    language, name = template
    wikitext = "a {{" + "|".join((name, *arguments)) + "}} b"
    page = convert(wikitext, title="Mill", language=language)
    for section in page.sections:
        assert all(text and text == " ".join(text.split()) for text in section.paragraphs)
