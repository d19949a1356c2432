"""Words of many languages: what is one word, which words are the same, and which are names."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.errors import ParameterError
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig

LANGUAGES = ("de", "fr", "es", "ru", "it", "ca", "tr", "ja", "zh", "ko", "pl", "xx")


@cache
def own(language: str) -> Analyzer:
    return Analyzer(AnalyzerConfig.named(None, language))


@cache
def plain(language: str) -> Analyzer:
    return Analyzer(AnalyzerConfig.named("plain", language))


@pytest.mark.parametrize(
    ("language", "text", "terms"),
    [
        ("de", "Die Straße, eine STRASSE und ein Haus", ["strasse", "strasse", "haus"]),
        ("de", "Donaudampfschifffahrtsgesellschaft", ["donaudampfschifffahrtsgesellschaft"]),
        (
            "de",
            "Andrea's Häuser und Andreas’ Höfe, 3.000,5 km",
            ["andrea", "häuser", "andreas", "höfe", "3.000,5", "km"],
        ),
        ("de", "Nord-Ostsee-Kanal", ["nord", "ostsee", "kanal"]),
        ("fr", "L'homme d’Espagne qu'il lorsqu'elle s'étonne", ["homme", "espagne", "etonne"]),
        ("fr", "aujourd'hui presqu'île O'Connor", ["aujourd'hui", "presqu'ile", "o'connor"]),
        ("fr", "ÉCOLE École ecole e\u0301cole œuvre", ["ecole", "ecole", "ecole", "ecole", "oeuvre"]),
        ("es", "El niño de México, PERÚ, pingüino", ["niño", "mexico", "peru", "pinguino"]),
        ("es", "cien años; cien anos", ["cien", "años", "cien", "anos"]),
        ("ru", "Ещё ёлка, ЕЛКА и Йод", ["елка", "елка", "йод"]),
        ("it", "Dell'arte, un'altra virtù, L’Aquila", ["arte", "altra", "virtu", "aquila"]),
        ("ca", "col·legi, l'Hospitalet", ["collegi", "hospitalet"]),
        ("tr", "İstanbul'da ISPARTA ve O'Neal", ["istanbul", "ısparta", "o'neal"]),
        ("ja", "東京タワー", ["東京", "京タ", "タワ", "ワー"]),
        ("ja", "ｶﾞﾗｽ・AKB48 2020年", ["ガラ", "ラス", "akb48", "2020", "年"]),
        ("zh", "北京大学 iPhone京1,000吨", ["北京", "京大", "大学", "iphone", "京", "1,000", "吨"]),
        ("ko", "서울에서 BTS", ["서울", "울에", "에서", "bts"]),
        ("xx", "Llanfair's Ŵyl", ["llanfair", "ŵyl"]),
    ],
)
def test_words_without_stemming(language: str, text: str, terms: list[str]) -> None:
    assert plain(language).terms(text) == terms


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Haus Hauses Häuser HÄUSERN"),
        ("de", "Straße Straßen STRASSEN"),
        ("fr", "école écoles ECOLES l'École"),
        ("fr", "national nationale nationaux l'National"),
        ("es", "canción canciones CANCION"),
        ("es", "México mexico"),
        ("ru", "Москва Москвы Москве Москвой МОСКВУ"),
        ("ru", "ёлка ёлки елками"),
        ("it", "università universita Università"),
        ("tr", "İstanbul istanbul İstanbul'un"),
    ],
)
def test_forms_of_a_word_are_one_term(language: str, words: str) -> None:
    assert len(own(language).terms(words)) == len(words.split())
    assert len(set(own(language).terms(words))) == 1


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Und das ist der, die, DAS für über"),
        ("fr", "C'est qu'il n'y a pas d'autre"),
        ("es", "¿Qué es lo que no está?"),
        ("ru", "И это не то, что её"),
        ("zh", "我们 如果 的"),
        ("ja", "ため これ"),
    ],
)
def test_stop_words_are_no_terms(language: str, text: str) -> None:
    assert own(language).terms(text) == plain(language).terms(text) == []


@pytest.mark.parametrize(
    ("language", "word", "name"),
    [
        ("en", "Berlin", True),
        ("en", "berlin", False),
        ("en", "2012", False),
        ("en", "東京", False),
        ("de", "Haus", True),
        ("de", "Über", True),
        ("de", "ßo", False),
        ("de", "laufen", False),
        ("fr", "l'Espagne", True),
        ("fr", "l’Espagne", True),
        ("fr", "L'homme", False),
        ("fr", "d'été", False),
        ("fr", "Aujourd'hui", True),
        ("it", "Dell'Arte", True),
        ("ru", "Ёж", True),
        ("ru", "ёж", False),
        ("zh", "北京", True),
        ("ja", "2020", False),
        ("ko", "서울", True),
        ("xx", "दिल्ली", True),
        ("xx", "", False),
    ],
)
def test_names_have_a_capital_or_a_script_without_any(language: str, word: str, name: bool) -> None:
    assert Analyzer(AnalyzerConfig.named("plain", language)).is_name(word) is name


def test_the_names_of_configurations() -> None:
    german = AnalyzerConfig.named(None, "de")
    assert (german.name, german.stemmer, german.language) == ("german", "german", "de")
    plain = AnalyzerConfig.named("plain", "de")
    assert (plain.name, plain.stemmer, plain.language) == ("plain", "none", "de")
    assert plain.stop_words == german.stop_words
    assert AnalyzerConfig.named() == AnalyzerConfig.named("english") == AnalyzerConfig.named("english", "simple")
    assert AnalyzerConfig.named(None, "uk").stemmer == "none"


@pytest.mark.parametrize("name", ["english", "dcu"])
def test_an_analyzer_for_english_is_for_no_other_language(name: str) -> None:
    with pytest.raises(ParameterError, match=rf"analyzer: found '{name}', .* with the language German \(de\)"):
        AnalyzerConfig.named(name, "de")


@given(st.text(st.one_of(st.sampled_from("aéßİı'’ё東京ター的가각3,. "), st.characters()), max_size=40))
def test_what_holds_in_every_language(text: str) -> None:
    for analyzer in map(own, LANGUAGES):
        terms = analyzer.terms(text)
        assert terms == [term for token in analyzer.tokens(text) if (term := analyzer.term(token)) is not None]
        assert all(terms)
        assert analyzer.tokens(f"{text}\n{text}") == analyzer.tokens(text) * 2


@given(st.text(st.sampled_from("東京都は雨"), min_size=1))
def test_a_run_has_a_pair_for_each_two_neighbours(run: str) -> None:
    tokens = plain("ja").tokens(run)
    assert len(tokens) == max(1, len(run) - 1)
    assert run == tokens[0] + "".join(token[-1] for token in tokens[1:])
