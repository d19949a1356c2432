import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, replace
from itertools import pairwise
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.errors import ParameterError
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig, AnalyzerName
from tweetctx.text.smart import SMART_STOP_WORDS

NAMES = get_args(AnalyzerName)
BARE = Analyzer(AnalyzerConfig("plain", frozenset(), "none"))
ANALYZERS = {name: Analyzer(AnalyzerConfig.named(name)) for name in NAMES}

# Any code point, lone surrogates too, and above all those that analysis treats in a special way.
TRICKY = "aZé İıßſΣς'’‘ʼ＇\u200c\u200d\u00ad\u200b\u0301\ufeff０９ⅣﬁK½３,.3-_\ud800\udfff\n\t中"
TEXTS = st.text(st.one_of(st.sampled_from(TRICKY), st.characters(exclude_categories=[])), max_size=60)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", []),
        (" \n\t .,;:!?()[]{}-–—…\"“”'", []),
        ("Whitney Houston's funeral", ["whitney", "houston's", "funeral"]),
        ("#OccupyWallStreet @CNNLive", ["occupywallstreet", "cnnlive"]),
        ("well-known and/or snake_case", ["well", "known", "and", "or", "snake", "case"]),
        ("B2B, 4x4, MP3", ["b2b", "4x4", "mp3"]),
        ("U.S. AT&T", ["u", "s", "at", "t"]),
        ("one\x00two\x1fthree\x85four\u2028five", ["one", "two", "three", "four", "five"]),
        ("😀 smile ☃ ♥", ["smile"]),
    ],
)
def test_tokens_are_letters_marks_and_digits(text: str, tokens: list[str]) -> None:
    assert BARE.tokens(text) == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("3,000 people", ["3,000", "people"]),
        ("pi is 3.14159.", ["pi", "is", "3.14159"]),
        ("1,234,567.89", ["1,234,567.89"]),
        ("12.05.2012", ["12.05.2012"]),
        ("1990.", ["1990"]),
        ("1990, 1991", ["1990", "1991"]),
        ("1..2", ["1", "2"]),
        ("10:30", ["10", "30"]),
        ("-5 +7", ["5", "7"]),
        ("٣٫١٤ ۱۲", ["٣", "١٤", "۱۲"]),
        ("１，０００", ["1,000"]),
    ],
)
def test_numbers_keep_their_separators(text: str, tokens: list[str]) -> None:
    assert BARE.tokens(text) == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("rock'n'roll", ["rock'n'roll"]),
        ("'quoted' words'", ["quoted", "words"]),
        ("dogs' tails", ["dogs", "tails"]),
        ("''twice''", ["twice"]),
        ("a''b", ["a", "b"]),
        ("Obama’s ‘house’ oʼclock d＇accord", ["obama's", "house", "o'clock", "d'accord"]),
    ],
)
def test_apostrophes_belong_to_the_word_they_stand_in(text: str, tokens: list[str]) -> None:
    assert BARE.tokens(text) == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Ｆｕｌｌ　Ｗｉｄｔｈ　２０１２", ["full", "width", "2012"]),
        ("ﬁne oﬃce", ["fine", "office"]),
        ("Ⅳ x² ½", ["iv", "x2", "1", "2"]),
        ("Beyonce\u0301", ["beyoncé"]),
        ("BEYONCÉ ÅNGSTRÖM \u212bngstro\u0308m", ["beyoncé", "ångström", "ångström"]),
        ("q\u0323\u0307 q\u0307\u0323", ["q\u0323\u0307", "q\u0323\u0307"]),
        ("हिन्दी", ["हिन्दी"]),
        ("\u0301alone", ["alone"]),
        ("soft\u00adhyphen", ["softhyphen"]),
        ("zero\u200cwidth\u200djoiners", ["zerowidthjoiners"]),
        ("zero\u200bwidth\ufeffspace", ["zero", "width", "space"]),
        ("ÀÉ Straße ΟΔΟΣ Москва", ["àé", "straße", "οδος", "москва"]),
        ("日本語 ｶﾞ", ["日本語", "ガ"]),
        ("\U0001d54f\U0001d7d8", ["x0"]),
        ("lone\ud800half\udfff", ["lone", "half"]),
    ],
)
def test_unicode_is_folded(text: str, tokens: list[str]) -> None:
    assert BARE.tokens(text) == tokens


@pytest.mark.parametrize(
    ("token", "term"),
    [
        ("houston's", "houston"),
        ("hadn't", "had"),
        ("she'll", "she"),
        ("they're", "they"),
        ("they've", "they"),
        ("she'd", "she"),
        ("i'm", "i"),
        ("rock'n'roll", "rock'n'roll"),
        ("o'reilly's", "o'reilly"),
        ("she'd've", "she'd"),
        ("o'clock", "o'clock"),
    ],
)
def test_the_ending_of_a_contraction_is_no_part_of_its_word(token: str, term: str) -> None:
    assert BARE.tokens(token) == [token]
    assert BARE.term(token) == term


def test_a_stop_word_is_dropped_before_and_after_its_ending_is_removed() -> None:
    analyzer = Analyzer(AnalyzerConfig("plain", frozenset({"let's", "she", "let"}), "none"))
    assert analyzer.terms("Let's let LET She'll lets she’d go") == ["lets", "go"]


def test_a_stop_word_is_dropped_before_it_is_stemmed_and_not_after() -> None:
    analyzer = Analyzer(AnalyzerConfig("english", frozenset({"being", "run"}), "english"))
    assert analyzer.terms("Being running run beings") == ["run", "be"]


@pytest.mark.parametrize(
    ("name", "text", "terms"),
    [
        (
            "english",
            "The singers don't sing O’Reilly's 3,000 relational songs; they'd be running!",
            ["singer", "sing", "o'reilli", "3,000", "relat", "song", "run"],
        ),
        (
            "plain",
            "The singers don't sing O’Reilly's 3,000 relational songs; they'd be running!",
            ["singers", "sing", "o'reilly", "3,000", "relational", "songs", "running"],
        ),
        # Lovins: -ing and the double b go; -ed goes and -olv becomes -olut; -e goes and -iev becomes -ief.
        ("dcu", "Rubbing has dissolved: appreciate, relieve!", ["rub", "dissolut", "relief"]),
        # All are on SMART's list; "whatever", "serious" and "using" are on spaCy's too.
        ("dcu", "thanks whatever serious keeps using x", []),
        ("plain", "thanks whatever serious keeps using x", ["thanks", "keeps", "x"]),
    ],
)
def test_the_named_configurations(name: str, text: str, terms: list[str]) -> None:
    assert ANALYZERS[name].terms(text) == terms


def test_what_the_named_configurations_consist_of() -> None:
    english, plain, dcu = (AnalyzerConfig.named(name) for name in ("english", "plain", "dcu"))
    assert (english.name, english.stemmer, english.phrases) == ("english", "english", 0)
    assert (plain.name, plain.stemmer, plain.phrases) == ("plain", "none", 0)
    assert (dcu.name, dcu.stemmer, dcu.phrases) == ("dcu", "lovins", 100_000)
    assert english.stop_words == plain.stop_words
    assert {"the", "n't", "'s", "whatever"} < english.stop_words
    assert not any("’" in word or "‘" in word for word in english.stop_words)  # tokens have the typed apostrophe
    assert dcu.stop_words == SMART_STOP_WORDS


def test_no_stop_word_of_a_configuration_is_a_term() -> None:
    for analyzer in (ANALYZERS["plain"], ANALYZERS["dcu"]):
        words = [word for word in analyzer.config.stop_words if not word.startswith("'") and word != "n't"]
        assert [term for word in words for term in analyzer.terms(word)] == []


def with_phrases(*phrases: str) -> Analyzer:
    return Analyzer(AnalyzerConfig("dcu", frozenset({"of", "the"}), "none", phrases=10), frozenset(phrases))


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("New York", ["new", "york", "new york"]),
        ("York new", ["york", "new"]),
        ("new new york york", ["new", "new", "york", "york", "new york"]),
        ("New York, New York", ["new", "york", "new", "york", "new york", "new york"]),
        ("the city of the lights", ["city", "lights", "city lights"]),
        ("new york city lights", ["new", "york", "city", "lights", "new york", "york city", "city lights"]),
        ("new", ["new"]),
        ("", []),
        ("of the", []),
    ],
)
def test_phrases_are_neighbouring_terms_that_the_container_has(text: str, terms: list[str]) -> None:
    analyzer = with_phrases("new york", "york city", "city lights", "lights")
    assert analyzer.terms(text) == terms
    assert analyzer.words(text) == [term for term in terms if " " not in term]


def test_a_configuration_without_phrases_does_not_ask_the_container() -> None:
    class Refusing:
        def __contains__(self, item: object) -> bool:
            raise AssertionError(item)

    analyzer = Analyzer(AnalyzerConfig("plain", frozenset(), "none"), Refusing())
    assert analyzer.terms("new york") == ["new", "york"]


def test_phrases_need_no_more_than_a_container() -> None:
    class Pairs:
        def __contains__(self, item: object) -> bool:
            return isinstance(item, str) and item.startswith("a ")

        def __iter__(self) -> Iterator[str]:
            raise AssertionError("a container may be a file")

    analyzer = Analyzer(AnalyzerConfig("dcu", frozenset(), "none", 1), Pairs())
    assert analyzer.terms("a b a") == ["a", "b", "a", "a b"]


@pytest.mark.parametrize("name", NAMES)
def test_a_configuration_comes_back_from_its_json(name: str) -> None:
    config = AnalyzerConfig.named(name)
    values = config.to_json()
    assert sorted(values) == ["language", "name", "phrases", "stemmer", "stop_words"]
    assert values["stop_words"] == sorted(values["stop_words"])
    assert AnalyzerConfig.from_json(values) == config
    changed = replace(config, stop_words=frozenset({"é", "a"}), phrases=7)
    assert AnalyzerConfig.from_json(changed.to_json()) == changed


def test_a_configuration_is_a_value() -> None:
    config = AnalyzerConfig.named("english")
    assert config == AnalyzerConfig.named("english")
    assert hash(config) == hash(AnalyzerConfig.named("english"))
    with pytest.raises(FrozenInstanceError):
        config.phrases = 3  # type: ignore[misc]


@pytest.mark.parametrize("name", ["", "English", "german", "lovins"])
def test_an_unknown_name_is_told_with_the_choices(name: str) -> None:
    with pytest.raises(ParameterError) as raised:
        AnalyzerConfig.named(name)
    assert str(raised.value) == f"analyzer: found {name!r}, expected one of english, plain, dcu"


def test_an_unknown_stemmer_is_told_with_the_choices() -> None:
    values = AnalyzerConfig.named("plain").to_json() | {"stemmer": "krovetz"}
    with pytest.raises(ParameterError, match=r"stemmer: found .krovetz., expected one of lovins, none, .*english, "):
        AnalyzerConfig.from_json(values)


@pytest.mark.parametrize("name", NAMES)
def test_threads_share_an_analyzer(name: str) -> None:
    words = [f"{stem}{ending}" for stem in ("nation", "believ", "runn", "Élan’s rel") for ending in ("ing", "al", "ed")]
    texts = [" ".join(words[i:] + words[:i]) + f" {i}" for i in range(12)] * 40
    phrases = {f"{left} {right}" for left, right in pairwise(ANALYZERS[name].words(texts[0]))}
    analyzer = Analyzer(AnalyzerConfig.named(name), phrases)
    expected = [analyzer.terms(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(lambda _: [analyzer.terms(text) for text in texts], range(8)):
            assert found == expected


@given(TEXTS)
def test_terms_are_folded_words_without_stop_words(text: str) -> None:
    for name, analyzer in ANALYZERS.items():
        terms = analyzer.terms(text)
        assert all(terms), name
        assert not any("A" <= character <= "Z" for term in terms for character in term), name
        assert not any(character.isspace() or 0xD800 <= ord(character) < 0xE000 for character in "".join(terms)), name
    assert not set(ANALYZERS["plain"].terms(text)) & ANALYZERS["plain"].config.stop_words


@given(TEXTS)
def test_tokens_hold_every_letter_and_digit_of_the_folded_text(text: str) -> None:
    kept = [character for character in "".join(BARE.tokens(text)) if unicodedata.category(character)[0] in "LN"]
    folded = text if text.isascii() else unicodedata.normalize("NFKC", text).replace("ʼ", "'")
    assert kept == [character for character in folded.lower() if unicodedata.category(character)[0] in "LN"]


@given(TEXTS, TEXTS)
def test_texts_apart_are_analyzed_apart(left: str, right: str) -> None:
    assert BARE.tokens(f"{left}\n{right}") == BARE.tokens(left) + BARE.tokens(right)


@given(TEXTS)
def test_the_terms_of_a_text_are_those_of_its_tokens(text: str) -> None:
    for analyzer in ANALYZERS.values():
        found = [analyzer.term(token) for token in analyzer.tokens(text)]
        assert analyzer.words(text) == [term for term in found if term is not None]
        assert analyzer.terms(text) == analyzer.words(text)  # no container, no phrases


@given(st.lists(st.sampled_from("abcd"), max_size=12), st.sets(st.sampled_from(["a b", "b a", "c c", "d a", "a"])))
def test_phrases_count_every_neighbouring_pair(words: list[str], phrases: set[str]) -> None:
    analyzer = Analyzer(AnalyzerConfig("dcu", frozenset(), "none", 5), phrases)
    pairs = [f"{words[i]} {words[i + 1]}" for i in range(len(words) - 1)]
    assert analyzer.terms(" ".join(words)) == words + [pair for pair in pairs if pair in phrases]


@pytest.mark.parametrize("text", [None, 5, b"kelp", ["kelp"]])
def test_other_things_than_texts(text: Any) -> None:
    analyzer = Analyzer(AnalyzerConfig.named())
    for method in (analyzer.tokens, analyzer.words, analyzer.terms):
        with pytest.raises(ParameterError) as raised:
            method(text)
        assert str(raised.value) == f"text: found {text!r}, expected a string"
