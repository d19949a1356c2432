"""Which languages there are, and what the installed libraries have for them."""

import pkgutil
from dataclasses import replace
from typing import Any, get_type_hints

import pytest
import Stemmer as Snowball
from properties import one_in
from pydantic import TypeAdapter
from spacy import lang

from tweetctx.errors import ParameterError
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.text.boundaries import boundaries_of
from tweetctx.text.languages import CODES, find_language, language_of_url
from tweetctx.text.resources import abbreviations_of, stemmer_of, stop_words_of
from tweetctx.text.segmentation import open_segmenter

PIPELINES = {module.name for module in pkgutil.iter_modules(lang.__path__) if module.ispkg}
OF_SNOWBALL_ALONE = {"eo": "esperanto", "st": "sesotho", "yi": "yiddish"}


def test_every_blank_pipeline_is_a_language_but_the_one_without_marks() -> None:
    assert PIPELINES - set(CODES) == {"th"}
    assert set(CODES) - PIPELINES == set(OF_SNOWBALL_ALONE)


def test_every_stemmer_is_some_languages() -> None:
    """Two are older versions of others: Porter's first of the English one, and of the Dutch one."""
    stemmers = {stemmer_of(find_language(code)) for code in CODES}
    assert set(Snowball.algorithms()) - stemmers == {"porter", "dutch_porter"}
    assert stemmers - set(Snowball.algorithms()) == {"none"}


@pytest.mark.parametrize(
    ("language", "stemmer", "stop_word"),
    [
        ("de", "german", "und"),
        ("fr", "french", "une"),
        ("es", "spanish", "pero"),
        ("ru", "russian", "или"),
        ("nb", "norwegian", "ikke"),
        ("pl", "polish", "jest"),
        ("uk", "none", "але"),
        ("vi", "none", "không"),
        ("zh", "none", "我们"),
    ],
)
def test_what_there_is_for_a_language(language: str, stemmer: str, stop_word: str) -> None:
    found = find_language(language)
    assert stemmer_of(found) == stemmer
    assert stop_word in stop_words_of(found)
    assert "" not in stop_words_of(found)


@pytest.mark.parametrize(("language", "stemmer"), [*OF_SNOWBALL_ALONE.items(), ("nn", "norwegian"), ("fo", "none")])
def test_a_language_that_lacks_something_has_the_rest(language: str, stemmer: str) -> None:
    found = find_language(language)
    assert (stop_words_of(found), stemmer_of(found)) == (frozenset(), stemmer)


@pytest.mark.parametrize(
    ("code", "language"), [("de", "de"), ("DE", "de"), ("simple", "en"), ("no", "nb"), ("ku", "kmr"), ("xx", "xx")]
)
def test_a_language_goes_by_the_name_of_its_wikipedia(code: str, language: str) -> None:
    assert find_language(code).code == language


@pytest.mark.parametrize("code", CODES)
def test_the_values_in_the_file_of_a_language_have_the_types_of_their_fields(code: str) -> None:
    language = find_language(code)
    for record in (language, language.boundaries):
        for name, kind in get_type_hints(type(record)).items():
            TypeAdapter(kind).validate_python(getattr(record, name), strict=True)


def test_how_words_phrases_pairs_and_patterns_are_written() -> None:
    """The first lines of two tables, split by hand."""
    english, catalan = find_language("en"), find_language("ca")
    assert english.numerals["eleven"] == "11"
    assert english.endings == ("n't", "'s", "'ll", "'re", "'ve", "'d", "'m")
    assert english.connectives[-3:] == ("the other", "the others", "the same")
    assert english.boundaries.quotations == (("“", "”"),)
    assert (catalan.letters, catalan.accents["œ"]) == ({"·": ""}, "oe")
    assert english.page_notes is not None
    assert "\n" not in english.page_notes


@pytest.mark.parametrize("code", ["german", "", "cy", "de-at"])
def test_an_unknown_language_is_told_with_the_choices(code: str) -> None:
    with pytest.raises(ParameterError, match=rf"language: found '{code}', expected one of af, am, .*, zh; xx takes"):
        find_language(code)


@pytest.mark.parametrize("code", [None, 5, ["en"]])
def test_a_language_that_is_no_text(code: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        find_language(code)
    assert str(caught.value).startswith(f"language: found {code!r}, expected one of af, am, ")


@pytest.mark.parametrize("code", ["th", "lo", "km", "my"])
def test_a_language_without_marks_is_refused_with_the_reason(code: str) -> None:
    with pytest.raises(ParameterError, match=rf"language: found '{code}', but .* without marks .* no dictionary"):
        find_language(code)


@pytest.mark.parametrize(
    ("url", "language"),
    [
        ("https://de.wikipedia.org/wiki/Hamburg", "de"),
        ("http://simple.wikipedia.org/wiki/Hamburg", "simple"),
        ("https://pt.m.wikipedia.org/wiki/Porto", "pt"),
        ("//zh-yue.wikipedia.org/wiki/X", "zh-yue"),
        ("HTTPS://FR.WIKIPEDIA.ORG", "fr"),
        ("https://ru.wikipedia.org/?curid=7", "ru"),
        ("https://www.wikipedia.org/", None),
        ("https://test.wikipedia.org/wiki/X", None),
        ("https://wikipedia.org/wiki/X", None),
        ("https://de.wiktionary.org/wiki/X", None),
        ("https://de.wikipedia.org.example/wiki/X", None),
        ("see https://de.wikipedia.org/wiki/X", None),
        ("", None),
    ],
)
def test_the_host_of_a_page_tells_its_language(url: str, language: str | None) -> None:
    assert language_of_url(url) == language


def test_the_abbreviations_of_spacy_have_letters_and_lost_their_full_stop() -> None:
    assert {"usw", "z.B", "Mrd"} < abbreviations_of(find_language("de"))
    assert all(any(map(str.isalpha, word)) and not word.endswith(".") for word in abbreviations_of(find_language("ru")))
    assert abbreviations_of(find_language("eo")) == frozenset()


@pytest.mark.thorough
def test_the_french_table_lists_the_abbreviations_of_spacy() -> None:
    french = find_language("fr")
    table = french.boundaries
    spacys = abbreviations_of(replace(french, boundaries=replace(table, lists_spacys=False)))
    assert {"J.-C", "Mlle"} < spacys
    assert spacys <= table.never_last | table.seldom_last | abbreviations_of(french)


@pytest.mark.parametrize("language", one_in(5, CODES))
def test_every_language_can_be_analyzed_and_parted(language: str) -> None:
    text = "Dr. X. saw 3,000 things. 12. It was 1990! 他来了。他走了。 Он ушёл? “So.” „So.“ «So.» A. B. C"
    spans = open_segmenter(None, language).spans(text)
    assert "".join(text[start:end] for start, end in spans).replace(" ", "") == text.replace(" ", "")
    analyzer = Analyzer(AnalyzerConfig.named(None, language))
    assert "3,000" in analyzer.terms(text)
    assert Analyzer(AnalyzerConfig.from_json(analyzer.config.to_json())).terms(text) == analyzer.terms(text)
    known = boundaries_of(language)
    assert not known.never_last & known.seldom_last
    assert known.doubtful_openers <= known.openers
    assert not any(word.endswith(".") for word in known.never_last | known.seldom_last)
