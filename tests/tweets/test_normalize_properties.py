"""What holds for any text at all."""

import random
from typing import Final, Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from properties import one_in

from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.tweets import normalize

# What the patterns look for, in pieces that can meet in any way.
PIECES: Final = [
    *"#@$&;:/.…,'’-_–aAbBzZ09xXdDs3<(~^ \n\u3000\u00a0\x00",
    *"\u200b\u200c\u200d\u202e\u0301\u0316\u064b\u0640\u20e3\ufe0f\ufb1e\ufe71\ufdfa\u2167",
    *"\u0939\u094d\u093fاب֑กำ東アｱﾞ１Ａ＃＠😀👍🏽🇳\U0001d401\U000e0067\ud800\udfff",
    *[
        "http",
        "https://",
        "www.",
        "t.co/",
        "RT @",
        "via @",
        "&amp;",
        "&lt;",
        "&#39;",
        "&#x41;",
        ".com",
        "pic.twitter.com/",
    ],
    *["h…", "...", "Mc", "Mac", "YouTube", "CNN", "xD", ":D", "<3", "U.S.", "1,000", "OsloOpera", "4th"],
]
NASTY: Final = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
ANY_TEXT: Final = st.text(st.characters()) | NASTY
RULES: Final[list[Literal["default", "dcu"]]] = ["default", "dcu"]


def check(text: str) -> None:
    for rules in RULES:
        words = normalize(text, rules=rules).words
        assert all(word.split() == [word] for word in words)
        assert normalize(f"\n {text}\t\u3000", rules=rules).words == words
    words = normalize(text).words
    assert not any(mark in word for word in words for mark in ("://", "#", "@", "\u202e"))
    assert normalize(" ".join(words)).words == words


@given(ANY_TEXT)
@example("\U0001f600RT @RT @XDhttps://.com")
@example("$\U0001d401U.S.")
@example("1\u094d\u200d\u064b\uff9e")
@example("e\u200d\u0301")
@example("１\u200e\u20e3")
@example("&amp;amp;#38;amp;LT;")
def test_words_are_words_and_stay_what_they_are(text: str) -> None:
    check(text)


@given(st.text("0159.,%€+() am", max_size=20))
def test_numbers_have_the_terms_that_an_index_has_of_the_same_text(text: str) -> None:
    analyzer = Analyzer(AnalyzerConfig.named("plain", "xx"))
    assert analyzer.words(" ".join(normalize(text).words)) == analyzer.words(text)


NO_CREDIT: Final = NASTY.filter(lambda text: "@" not in text and "＠" not in text)


@given(NO_CREDIT, NO_CREDIT)
def test_only_credits_reach_across_white_space(left: str, right: str) -> None:
    assert normalize(f"{left} | {right}").words == normalize(left).words + normalize(right).words


def test_random_strings(thorough: bool) -> None:
    rng = random.Random(20120917)  # noqa: S311
    for number in range(100_000 if thorough else 5_000):
        pieces = rng.choices(PIECES, k=rng.randrange(1, 12))
        if number % 4 == 0:
            pieces.append(chr(rng.randrange(0x110000)))
            rng.shuffle(pieces)
        words = normalize("".join(pieces)).words
        assert all(word.split() == [word] for word in words)
        if number % 10 == 0:
            check("".join(pieces))


LONG: Final = 200_000
ADVERSARIAL: Final = [
    *"aA1#@$&.…/:;<-_',([{~^\"=\x00\u0301\u200d\u202e\u0640ก東あ😀🇳ａ＃ß\ufdfa\ud800",
    *["\u0301\u0316", "\ufb1e\uff9e", "ا\u200c", "\u200d\u0301", "न्\u200d", "1\u20e3", "👩\u200d"],
    *["&amp;", "&amp;amp;lt;", "&#", "&#1", "&a", "amp;", "&lt;"],
    *["http", "http:", "http://", "http://a", "https…", "www.", "pic.twitter.", "t.co/", "a.co", "a.", "a.com/", "a:/"],
    *["a@", "a@a.", "@a", "RT", "RT ", "RT@a", "via @", " RT @", "#a", "#A", "#_"],
    *["Aa", "AAa", "Aaa", "Abcabc", "Mc", "McA", "Mac", "CNN", "CNNN", "YouTube", "1a", "1A", "a1", "A1", "As"],
    *["a'", "a-", "A&", "1,", "1,1", "11,", "1:", "1/", "a.b.", "U.S.", ":D", ":DDD", ":-", "<3", "xD", "=3"],
]


@pytest.mark.thorough
@pytest.mark.parametrize("piece", one_in(8, ADVERSARIAL), ids=ascii)
def test_long_repetitions(piece: str) -> None:
    """Nothing here measures time: a quadratic pattern would take minutes."""
    text = piece * (LONG // len(piece))
    for rules in RULES:
        assert normalize(text, rules=rules).text == text
    for start, end in (("#", "@a"), ("RT ", "/"), ("@", "://")):
        normalize(start + text[: LONG // 10] + end)
