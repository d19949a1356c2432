"""Batches of articles against a second implementation, and tokens found many at a time against the analyzer's."""

import os
import pickle
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_analysis import described, plain_batch
from plain_collection import random_articles
from properties import examples, one_in

from tweetctx.arrays.ragged import Ragged
from tweetctx.corpus import read_articles
from tweetctx.index.building import analysis
from tweetctx.index.building.analysis import ArticleAnalyzer, Batch
from tweetctx.index.building.segment_buffer import SegmentBuffer
from tweetctx.index.building.tokens import TokenTable
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.text.characters import characters_of
from tweetctx.text.languages import CODES
from tweetctx.text.segmentation import Segmenter, open_segmenter
from tweetctx.types import Article, Section

# Of each rule its own: apostrophes, separators, marks, joiners, letters that change their number, order or neighbours.
TRICKY = "aZé1٣²½'’ʼ‘.,．，-_ \n\t\u00a0\u00ad\u200c\u200d\u0301\u0327\u093e\u09beİIıßẞΣσςϹŉﬁªßёЁ·KÅǅͅ\ud800\udfff?"
ASTRAL = "𝒳𐐀𠀀😀𑄱𞤀"
RUNS = "東京タワーｶﾞ가각ᄀ\u1161\u11a8ㄱㅏﾡￂ々〇"
LETTERS = range(ord("a"), ord("z") + 1)
TEXTS = st.text(
    st.one_of(st.sampled_from(TRICKY), st.sampled_from(TRICKY + ASTRAL + RUNS), st.characters()), max_size=30
)


@cache
def analyzer_of(language: str) -> Analyzer:
    return Analyzer(AnalyzerConfig.named("plain", language))


def tokens_of(table: TokenTable, texts: Sequence[str]) -> list[list[str]]:
    """The tokens of some texts, found together."""
    content = np.frombuffer("".join(texts).encode("utf-8", "replace"), np.uint8)
    ends, only_plain = table.ends(content, np.array([len(text) for text in texts], np.int64))
    found = table.find(content, np.concatenate([[0], ends])[:-1], ends, only_plain)
    tokens = table.since(0)
    return [[tokens[number] for number in row] for row in found]


def check(language: str, texts: Sequence[str]) -> None:
    analyzer = analyzer_of(language)
    table = TokenTable(analyzer)
    expected = [analyzer.tokens(text) for text in texts]
    assert tokens_of(table, texts) == expected
    assert table.since(0) == list(dict.fromkeys(token for row in expected for token in row))
    assert len(table) == len(table.since(0))


@given(st.lists(TEXTS, max_size=6))
@examples(500)
def test_tokens_of_any_texts(texts: list[str]) -> None:
    check("en", texts)


@pytest.mark.thorough
@pytest.mark.parametrize("language", one_in(4, sorted(CODES)))
@examples(15)
@given(texts=st.lists(TEXTS, max_size=6))
def test_tokens_by_the_rules_of_every_language(language: str, texts: list[str]) -> None:
    check(language, texts)


@given(st.text("1a,.'́ ", max_size=40))
@examples(500)
def test_numbers_with_separators(text: str) -> None:
    check("en", [text])


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", "tr", "ja"])
def test_every_character_between_letters(language: str, thorough: bool) -> None:
    for begin in range(0, 0x20000 if thorough else 0x3000, 0x1000):
        characters = map(chr, range(begin, begin + 0x1000))
        check(
            language, [f"{c} a{c}b {c}{c} 1{c}1 Α{c} e{c}a'{c}" for c in characters if c.isprintable() or c < "\u3000"]
        )


def test_no_plain_character_becomes_one_with_that_before_it() -> None:
    plain = characters_of("en").plain
    for code in range(0x20000):
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            assert not plain[int(parts[1], 16)], hex(code)
        assert not (plain[code] and unicodedata.combining(chr(code)))
    assert not plain[0x1161:0x1176].any()  # those of Hangul are computed
    assert not plain[0x11A8:0x11C3].any()
    assert plain[[ord(letter) for letter in "aÉж東’–\u00a0"]].all()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", []),
        (
            "The Isle of Man's 3,000.5 cats; it’s 1.5a",
            ["the", "isle", "of", "man's", "3,000.5", "cats", "it's", "1", "5a"],
        ),
        ("a'b''c' 'd 1,2,a 1,,2 1.", ["a'b", "c", "d", "1,2", "a", "1", "2", "1"]),
        ("Ünïcödé ÉCOLE Αθήνας ΟΔΟΣ", ["ünïcödé", "école", "αθήνας", "οδος"]),
        ("eightlet eightlett EIGHTLET sixteen-letters ééééé éééé", None),
        ("ŉ 'n ﬁ ½ ² x² a\u0301 \u0301a", None),
        ("ㄱㅏ ﾡￂ", ["가", "가"]),  # letters by themselves, which become the parts of a syllable
    ],
)
def test_tokens_by_hand(text: str, tokens: list[str] | None) -> None:
    check("en", [text, text])
    if tokens is not None:
        assert tokens_of(TokenTable(analyzer_of("en")), [text, text]) == [tokens, tokens]


def test_half_a_pair_and_no_texts() -> None:
    check("en", [])
    check("en", ["", "a\ud800b", "\udc00", "\ud83d\ude00x"])


@pytest.mark.thorough
def test_a_table_grows() -> None:
    texts = [f"{number} w{number} wort{number}mit{number}vielen{number}" for number in range(60_000)]
    check("en", texts)
    check("en", [" ".join(texts)])


def with_one_key() -> tuple[str, str]:
    """Two tokens of sixteen letters with the same key: what they begin with differs by what they end with."""
    seen: dict[int, tuple[int, str]] = {}
    for number in range(10**6):
        begin = "".join(chr(97 + number // 26**place % 26) for place in range(5)) + "abc"
        digest = int.from_bytes(begin.encode(), "little") * 0x9E3779B97F4A7C15 % 2**64
        digest ^= digest >> 32
        other, other_begin = seen.setdefault(digest & 0xE0E0E0E0E0E0E0E0, (digest, begin))
        ends = [
            next(((x, y) for x in LETTERS for y in LETTERS if x ^ y == difference), None)
            for difference in (digest ^ other).to_bytes(8, "little")
        ]
        if begin != other_begin and all(ends):
            first, second = (bytes(end[side] for end in ends if end).decode() for side in (0, 1))
            return begin + first, other_begin + second
    raise AssertionError


@pytest.mark.thorough
def test_tokens_with_one_key_are_told_apart() -> None:
    one, other = with_one_key()
    table = TokenTable(analyzer_of("en"))
    assert tokens_of(table, [one, other, one]) == [[one], [other], [one]]
    keys = table._entries[::2]
    assert len(keys[keys > 0]) == 2
    assert len(np.unique(keys[keys > 0])) == 1
    check("en", [f"a{number} {one} {other}" for number in range(70_000)])  # and after it has grown


ARTICLES = st.lists(
    st.builds(
        Article,
        id=TEXTS,
        title=TEXTS,
        url=TEXTS,
        sections=st.lists(
            st.builds(Section, TEXTS, st.lists(TEXTS.map(lambda text: text + ". The a'b."), max_size=3).map(tuple)),
            max_size=3,
        ).map(tuple),
        redirects=st.lists(st.one_of(TEXTS, st.sampled_from(["A (b)", "B, c", "The", "b a", "a b"])), max_size=4).map(
            tuple
        ),
    ),
    max_size=4,
)


@pytest.mark.thorough
@pytest.mark.parametrize("config", [("english", "en"), ("dcu", "en"), (None, "fr"), (None, "tr"), (None, "ja")])
@examples(100)
@given(batches=st.lists(ARTICLES, min_size=1, max_size=3))
def test_batches_of_any_articles(config: tuple[str | None, str], batches: list[list[Article]]) -> None:
    check_batches(AnalyzerConfig.named(*config), batches)


def check_batches(config: AnalyzerConfig, batches: Sequence[Sequence[Article]]) -> None:
    """What a process met in one batch does not change the next."""
    segmenter = open_segmenter(None, config.language)
    analyzer = ArticleAnalyzer(config, segmenter)
    told: list[str] = []
    for batch in batches:
        assert described(analyzer.batch(batch), told) == plain_batch(batch, Analyzer(config), segmenter)


@pytest.mark.thorough
def test_batches_after_a_process_has_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    articles = random_articles(3, 60)
    for limit in (0, 100, 10**6):
        monkeypatch.setattr(analysis, "_TOKENS", limit)
        check_batches(AnalyzerConfig.named(), [articles[:20], articles[20:21], articles[21:], articles])


def buffered(folder: Path, batches: Iterable[Batch]) -> dict[str, bytes]:
    """The files of a buffer to which batches were added."""
    with closing(SegmentBuffer(folder)) as buffer:
        for batch in batches:
            buffer.add(batch)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_buffer_is_the_same_whoever_analyzed_its_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    articles = random_articles(5, 90, words=500)
    parts = [articles[begin : begin + 10] for begin in range(0, 90, 10)]
    config, segmenter = AnalyzerConfig.named(), open_segmenter()

    def batches(workers: int) -> Iterator[Batch]:
        analyzers = [ArticleAnalyzer(config, segmenter) for _ in range(workers)]
        return (analyzers[number % workers].batch(part) for number, part in enumerate(parts))

    expected = buffered(tmp_path / "one", batches(1))
    assert expected["terms"].count(b"\n") > 200
    assert buffered(tmp_path / "three", batches(3)) == expected
    monkeypatch.setattr(analysis, "_TOKENS", 100)
    assert buffered(tmp_path / "forgetful", batches(2)) == expected


def test_articles_travel_whole() -> None:
    articles = [Article("1", "T", "u", (Section("h", ("p", "q")), Section("", ())), ("r",), True)]
    assert pickle.loads(pickle.dumps(articles)) == articles  # noqa: S301


def test_a_buffer_takes_no_batch_before_those_that_it_needs(tmp_path: Path) -> None:
    analyzer = ArticleAnalyzer(AnalyzerConfig.named(), open_segmenter())
    first, second = (analyzer.batch(random_articles(seed, 5)) for seed in (1, 2))
    with pytest.raises(AssertionError, match="in their order"):
        buffered(tmp_path / "x", [second, first])


class NoSentences(Segmenter):
    """A pipeline that finds no sentence in some texts, and begins late in others."""

    def starts(self, texts: Sequence[str]) -> Ragged:
        return Ragged.from_rows([] if len(text) % 2 else [1] for text in texts)


def test_a_segmenter_that_leaves_text_out() -> None:
    config = AnalyzerConfig.named()
    sections = (Section("", ("abc", "abcd", "ab cd e")), Section("x", ("", "  ", "a'bcde")))
    articles = [Article("1", "T", "u", sections)] * 2
    batch = ArticleAnalyzer(config, NoSentences()).batch(articles)
    assert described(batch, []) == plain_batch(articles, Analyzer(config), NoSentences())


@pytest.mark.thorough
@pytest.mark.skipif("TWEETCTX_DATA" not in os.environ, reason="TWEETCTX_DATA is not set")
def test_batches_of_real_articles() -> None:
    [dump] = Path(os.environ["TWEETCTX_DATA"], "wikipedia").glob("enwiki-*.xml.bz2")
    articles = list(islice(read_articles([dump]), 300))
    assert articles
    check_batches(AnalyzerConfig.named(), [articles[::2], articles[1::2]])
