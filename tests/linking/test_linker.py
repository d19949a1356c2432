"""Linkers as text, and what a policy makes of what they link."""

import json
from pathlib import Path

import pytest

from tweetctx import Contextualizer, build_index
from tweetctx.context import ContextPolicy
from tweetctx.errors import LinkerError
from tweetctx.index import open_index
from tweetctx.linking import parse_linker
from tweetctx.scoring.linked import LinkedArticles

ARTICLES = {
    "Whitney Houston": "Whitney Houston was an American singer. She sang for many years.\nHouston came from Newark.",
    "Houston, Texas": "Houston is a city in Texas.\nIts airport is large and busy.",
    "Funeral": "A funeral is a ceremony held for a person who died.",
}


def test_a_context_takes_few_sentences_of_an_article_and_none_without_evidence(tmp_path: Path) -> None:
    lines = (json.dumps({"id": title, "title": title, "text": text}) for title, text in ARTICLES.items())
    (tmp_path / "wiki.jsonl").write_text("\n".join(lines))
    build_index(tmp_path / "wiki.jsonl", tmp_path / "wiki.idx", workers=1)
    for most in (1, 2):
        policy = ContextPolicy(min_terms=2, per_article=most, min_score=0.01, readable=True)
        ctx = Contextualizer(
            open_index(tmp_path / "wiki.idx"), LinkedArticles(lead=0.1), linker=parse_linker("titles"), policy=policy
        )
        found = ctx.contextualize("Whitney Houston sang")
        assert [sentence.title for sentence in found.sentences] == ["Whitney Houston"] * most
        assert found.sentences[0].text == "Whitney Houston was an American singer."


DATES = {
    "en": (("Monday", "May", "May 12", "May Reed"), "Monday, May 12th: May 12 comes, and May Reed sings"),
    "de": (("Montag", "März", "12. März", "Mia Reed"), "Montag im März, am 12. März: Mia Reed singt"),
    "vi": (("Thứ Hai", "Tháng 5", "12 tháng 5", "Mai Reed"), "Thứ Hai, Tháng 5, 12 tháng 5: Mai Reed"),
}


@pytest.mark.parametrize("language", DATES)
@pytest.mark.parametrize("spec", ["titles", "titles(threshold=0)", "default(threshold=0.01, relative=0)"])
def test_days_and_months_are_not_linked(language: str, spec: str, tmp_path: Path) -> None:
    titles, tweet = DATES[language]
    lines = (json.dumps({"id": title, "title": title, "text": f"{title} 1 2 3."}) for title in titles)
    (tmp_path / "wiki.jsonl").write_text("\n".join(lines))
    build_index(tmp_path / "wiki.jsonl", tmp_path / "wiki.idx", workers=1, language=language)
    linked = Contextualizer(open_index(tmp_path / "wiki.idx"), linker=parse_linker(spec)).link(tweet)
    assert {link.title for link in linked.links} == {titles[-1]}


@pytest.mark.parametrize("spec", ["none", "titles", "default", "titles(threshold=0.3)", "default(relative=0.5)"])
def test_a_linker_is_its_text(spec: str) -> None:
    assert parse_linker(str(parse_linker(spec))) == parse_linker(spec)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("title", "linker: found 'title', expected one of none, titles, default"),
        ("titles(threshold=-1)", "titles: threshold: found -1, expected a number from 0 to 1"),
        ("titles(beta=1)", "titles: found the parameter 'beta', expected one of threshold"),
        ("titles(", "linker: found 'titles(', expected a name"),
    ],
)
def test_a_wrong_linker_says_what_is_right(spec: str, message: str) -> None:
    with pytest.raises(LinkerError) as caught:
        parse_linker(spec)
    assert str(caught.value).startswith(message)
