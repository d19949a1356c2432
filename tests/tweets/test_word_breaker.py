"""Hashtags without capitals, broken by what a collection says of words."""

import math
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_breaking import WEIGHTS, PlainCounts
from properties import one_in

from tweetctx.tweets import WordBreaker, normalize
from tweetctx.tweets.hashtags import split_name
from tweetctx.tweets.tag_words import CONTRACTIONS, TAG_WORDS
from tweetctx.tweets.weights import tuned_weights
from tweetctx.tweets.word_breaker import LONGEST_WORD

# A thousand words of which the ones named are some; "zz" is the rest.
TOWN = Counter(
    {"the": 60, "of": 30, "old": 10, "harbour": 8, "gold": 6, "harbours": 7, "light": 12, "lighthouse": 5, "house": 9}
)
TOWN["zz"] = 1000 - TOWN.total()
TITLES = Counter({"old": 2, "harbour": 3, "lighthouse": 5})
PAIRS = Counter({("old", "harbour"): 4, ("of", "the"): 9, ("zz", "zz"): 7})
PLAIN = PlainCounts(TOWN, TITLES, PAIRS)
BREAKER = WordBreaker(PLAIN.tables(), WEIGHTS)


def broken(name: str) -> str:
    return " ".join(BREAKER.split(name))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("oldharbour", "old harbour"),
        ("OLDHARBOUR", "OLD HARBOUR"),
        ("Oldharbour", "Old harbour"),
        ("lighthouseoftheoldharbour", "lighthouse of the old harbour"),
        ("lighthouse", "lighthouse"),
        ("LightHouse", "LightHouse"),  # known as one word
        ("HarbourLight", "Harbour Light"),
        ("LightHouseOfGold", "LightHouse Of Gold"),
        ("OldLightHouse", "Old LightHouse"),
        ("LightHousezz", "Light House zz"),  # lighthouse would end between the breaks
        ("GoLdharbour", "Go Ld harbour"),
        ("TheOldharbour", "The Old harbour"),
        ("theharboursofgold", "the harbours of gold"),
        ("qwrtpsd", "qwrtpsd"),
        ("BrackWumber", "Brack Wumber"),  # nothing unknown stretches over the rules' breaks
        ("the_oldharbour", "the old harbour"),
        # digits are the rules' business
        ("oldharbour2011", "old harbour 2011"),
        ("oldharbour5k", "old harbour 5k"),
        ("G20", "G20"),
        ("2011", "2011"),
        # contractions, but not alone
        ("imoftheoldharbour", "i'm of the old harbour"),
        ("DONTharbour", "DON'T harbour"),
        ("im", "im"),
        ("", ""),
    ],
)
def test_split(name: str, expected: str) -> None:
    assert broken(name) == expected


def test_a_short_piece_beside_others_is_one_word() -> None:
    breaker = WordBreaker(PlainCounts(Counter(a=300, us=100, open=50, the=550)).tables(), WEIGHTS)
    assert breaker.split("ausopen") == ["a", "us", "open"]
    assert breaker.split("AusOpen") == ["Aus", "Open"]
    assert breaker.split("AUSOpen") == ["AUS", "Open"]
    assert breaker.split("TheAus") == ["The", "Aus"]


@pytest.mark.parametrize("name", ["OLDvHARBOUR", "OLDvsHARBOUR", "OldvsHarbour", "OldvHarbour"])
def test_nothing_joins_the_word_between_the_sides_of_a_match(name: str) -> None:
    text = Counter(old=10, olds=400, oldv=400, oldvs=400, harbour=8, vharbour=400, sharbour=400, vsharbour=400)
    first, between, last = WordBreaker(PlainCounts(text).tables(), WEIGHTS).split(name)
    assert (first.lower(), last.lower()) == ("old", "harbour")
    assert between in {"v", "vs"}


def test_the_likelier_way_by_hand() -> None:
    """p(w) = N/(N + 50)·(0.7·c(w)/N + 0.2·c_titles(w)/N_titles), N = 1000, and half a nat for each word."""
    trust = 1000 / 1050
    old = math.log(trust * (0.7 * 10 / 1000 + 0.2 * 2 / 10)) - 0.25 - 0.5
    harbour = math.log(trust * (0.7 * 8 / 1000 + 0.2 * 3 / 10)) - 0.5
    together = math.log(0.75 + 0.25 * (4 / 20) / (10 / 1000 * 8 / 1000))
    whole = -4 - 1.5 * 10 - 0.25 * 5 + 0.75 - 0.5
    assert PLAIN.score(["old", "harbour"], WEIGHTS) == pytest.approx(old + harbour + together, abs=1e-12)
    assert PLAIN.score(["oldharbour"], WEIGHTS) == pytest.approx(whole, abs=1e-12)
    assert old + harbour + together > whole
    assert broken("oldharbour") == "old harbour"
    # As soon as an unknown word costs less than the two known ones, the name stays whole.
    missing = old + harbour + together - whole
    for more, words in ((-1e-6, 2), (1e-6, 1)):
        cheaper = WEIGHTS._replace(whole=WEIGHTS.whole + missing + more)
        assert len(WordBreaker(PLAIN.tables(), cheaper).split("oldharbour")) == words


COUNTS = st.dictionaries(st.text("abcé", min_size=1, max_size=4), st.integers(1, 50), max_size=12)


@given(COUNTS, COUNTS, st.data(), st.text("abcé", min_size=1, max_size=7))
def test_no_way_is_better(text: dict[str, int], titles: dict[str, int], data: st.DataObject, name: str) -> None:
    """Every way to break a name, scored by a second implementation."""
    pairs = {}
    if text:
        words = st.sampled_from(sorted(text))
        pairs = data.draw(st.dictionaries(st.tuples(words, words), st.integers(1, 9), max_size=8))
    plain = PlainCounts(Counter(text), Counter(titles), Counter(pairs))
    ways = plain.ways(name, WEIGHTS)
    found = WordBreaker(plain.tables(), WEIGHTS).split(name)
    assert "".join(found) == name
    assert plain.score(found, WEIGHTS) == pytest.approx(ways[0][0], abs=1e-9)


@given(COUNTS, st.lists(st.text("abcé", min_size=1, max_size=3).map(str.capitalize), min_size=2, max_size=3))
def test_no_way_is_better_where_there_are_capitals(text: dict[str, int], pieces: list[str]) -> None:
    name = "".join(pieces)
    breaks = [end for end in range(1, len(name)) if name[end].isupper()]
    plain = PlainCounts(Counter(text))
    found = WordBreaker(plain.tables(), WEIGHTS).split(name)
    if split_name(name) == [name[b:e] for b, e in zip([0, *breaks], [*breaks, len(name)], strict=True)]:
        lower = [word.lower() for word in found]
        best = plain.ways(name.lower(), WEIGHTS, rules_of(name, breaks))[0][0]
        assert plain.score(lower, WEIGHTS, rules_of(name, breaks)) == pytest.approx(best, abs=1e-9)


LETTERS = st.text("aabbccéAB\u0301", max_size=9)


@given(COUNTS, COUNTS, st.data())
def test_the_words_are_those_of_plain_viterbi(
    text: dict[str, int], titles: dict[str, int], data: st.DataObject
) -> None:
    """Of all lengths, with capitals and marks: to the last bit, also where two paths are equal."""
    words = st.sampled_from(sorted(text) or ["a"])
    pairs = data.draw(st.dictionaries(st.tuples(words, words), st.integers(1, 9), max_size=8))
    name = "".join(data.draw(st.lists(st.one_of(words, LETTERS), max_size=9)))
    check_words(name, PlainCounts(Counter(text), Counter(titles), Counter(pairs)))


# Words of which many overlap, so that neighbours and breaks of the rules decide. Some names differ where a loop knows
# neighbours of three letters alone or counts one break in a word for two; in a thorough run also if the last of equal
# neighbours wins.
LONG = ["a", "ab", "aba", "abab", "ababab", "ba", "bab", "babab", "baba", "abba", "bbab", "babbab", "aabb", "bbaa"]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", one_in(5, range(20)))
def test_neighbours_and_breaks_of_the_rules_count_as_in_plain_viterbi(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 -- not for secrets
    for _ in range(60):
        text = {word: chance.randint(1, 50) for word in chance.sample(LONG, chance.randint(4, len(LONG)))}
        pairs = Counter((chance.choice(LONG), chance.choice(LONG)) for _ in range(chance.randint(4, 40)))
        plain = PlainCounts(Counter(text), Counter(), pairs)
        for _ in range(5):
            letters = chance.choices("ab", k=chance.randint(5, 14))
            check_words("".join(chance.choices((x, x.upper()), (6, 1))[0] for x in letters), plain)


def rules_of(name: str, breaks: list[int]) -> dict[int, bool | None]:
    """Where the rules break a name (True), could as well, a capital beside a break among capitals, or keep it together.

    A piece of two or three letters beside others stays together (None).
    """
    pieces = pairwise([0, *breaks, len(name)]) if breaks else ()
    short = [(begin, end) for begin, end in pieces if 2 <= end - begin <= 3 and name[begin:end].isalpha()]
    together: dict[int, bool | None] = {place: None for begin, end in short for place in range(begin + 1, end)}
    near: dict[int, bool | None] = {place + 1: False for place in breaks if name[place - 1 : place + 1].isupper()}
    near |= {place - 1: False for place in breaks if place > 1 and name[place - 2 : place].isupper()}
    return together | near | dict.fromkeys(breaks, True)


def check_words(name: str, plain: PlainCounts) -> None:
    """The words of a name are those of plain Viterbi."""
    pieces = split_name(name)
    name = "".join(pieces)
    rules = rules_of(name, [*accumulate(map(len, pieces))][:-1])
    if len(name) > 4 or not name.isupper():
        ends = plain.ends(name.lower(), WEIGHTS, rules) if name else []
        expected = [name[begin:end] for begin, end in pairwise([0, *ends])]
        assert WordBreaker(plain.tables(), WEIGHTS).split(name) == expected


def test_what_no_collection_knows_stays_whole_however_long() -> None:
    breaker = WordBreaker(PlainCounts(Counter()).tables(), WEIGHTS)
    for length in (1, LONGEST_WORD - 1, LONGEST_WORD, LONGEST_WORD + 1, 3 * LONGEST_WORD, 400, 401, 10_000):
        assert breaker.split("q" * length) == ["q" * length]
    assert breaker.split("brackwumber") == ["brackwumber"]


@pytest.mark.parametrize(("name", "expected"), [("abcd", "ab cd"), ("ABCD", "ABCD"), ("ABCDAB", "AB CD AB")])
def test_four_capitals_are_an_acronym(name: str, expected: str) -> None:
    breaker = WordBreaker(PlainCounts(Counter({"ab": 500, "cd": 500})).tables(), WEIGHTS)
    assert " ".join(breaker.split(name)) == expected


def test_a_long_name_is_broken_to_its_end() -> None:
    assert broken("oldharbour" * 40) == " ".join(["old harbour"] * 40)
    assert len(broken("oldharbour" * 41).split()) == 1


@pytest.mark.parametrize(
    ("words", "name", "expected"),
    [
        ("старый порт", "старыйпорт", "старый порт"),
        ("старый порт", "СтарыйПорт", "Старый Порт"),
        ("παλιό λιμάνι", "παλιόλιμάνι", "παλιό λιμάνι"),
        ("पुराना बंदरगाह", "पुरानाबंदरगाह", "पुराना बंदरगाह"),
        ("ℓ ab", "İab", "İab"),  # lower case of two code points
        ("ab e", "abe\u0301", "abe\u0301"),  # no break before a mark
        ("ab cd", "ab" + "\u0301" * 30 + "cd", "ab" + "\u0301" * 30 + "cd"),  # a letter longer than any word
        ("古い 港", "古い港", "古い 港"),
    ],
)
def test_scripts(words: str, name: str, expected: str) -> None:
    breaker = WordBreaker(PlainCounts(Counter(dict.fromkeys(words.split(), 100))).tables(), WEIGHTS)
    assert " ".join(breaker.split(name)) == expected


@given(st.text("aAbBéÉ1_😀\u0301\u200dßİж東न्", max_size=30))
def test_no_character_is_lost(name: str) -> None:
    assert "".join(BREAKER.split(name)).replace("'", "") == "".join(split_name(name))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("At the #oldharbour 😀 now", "At the old harbour now"),
        ("#oldharbour's #lighthouse", "old harbour's lighthouse"),
        ("by @oldharbour", "by old harbour"),
        ("oldharbour", "oldharbour"),  # what was written as a word is one
        ("#oldharbour😀#gold", "old harbour gold"),
    ],
)
def test_in_tweets(text: str, expected: str) -> None:
    assert " ".join(normalize(text, words=BREAKER).words) == expected


@pytest.mark.parametrize("text", ["#oldharbour", "@oldharbour #im_here", "#OldHarbour2011"])
def test_dcu_rules_know_nothing_of_it(text: str) -> None:
    assert normalize(text, rules="dcu", words=BREAKER) == normalize(text, rules="dcu")


def test_without_words_the_rules_decide() -> None:
    assert normalize("#oldharbour").words == ("oldharbour",)


def test_threads_share_a_breaker() -> None:
    names = ["oldharbour", "lighthouseofgold", "theoldlighthouse", "HarbourLight"] * 50
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(broken, names)) == [broken(name) for name in names]


def test_the_list_of_twitters_words() -> None:
    assert all(word.isalpha() and word == word.lower() for word in TAG_WORDS)
    assert len(TAG_WORDS) < 400
    assert set(CONTRACTIONS) <= set(TAG_WORDS)
    assert all(0 < at < len(word) for word, at in CONTRACTIONS.items())


def test_weights_are_where_they_can_be() -> None:
    weights = tuned_weights()
    assert 0 <= weights.title_share + weights.tag_share <= 1
    assert 0 <= weights.pair_share < 1
    assert min(weights.thin, weights.letter, weights.long, weights.across) >= 0
