import math
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import index_contents
import numpy as np
import pytest
from array_files import arrays_of, replace_arrays, sign
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from plain_collection import BY_HAND, Recount, check_ranking, numbered, random_articles, recount, scan, write_articles
from properties import examples, one_in
from same_index import Live

from tweetctx.errors import IndexDamagedError, ParameterError
from tweetctx.index import add_articles, build_index, remove_articles
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.first_pass import MOST_TERMS
from tweetctx.types import Article, Passage, Query, QueryTerm, Section

LAMS = (0.1, 0.4, 0.9)
WORDS = ("zorb", "plim", "grat", "vock", "trund")  # Snowball leaves them as they are


def opened(folder: Path, articles: list[Article], analyzer: str = "english") -> tuple[EmbeddedIndex, Recount]:
    build_index(write_articles(folder / "source.jsonl", articles), folder / "index", analyzer=analyzer, workers=1)
    index = EmbeddedIndex(folder / "index")
    return index, recount(articles, index.analyzer)


@pytest.fixture(scope="module")
def random_index(tmp_path_factory: pytest.TempPathFactory) -> tuple[EmbeddedIndex, Recount]:
    articles = random_articles(11, 80, words=90)
    return opened(tmp_path_factory.mktemp("random"), numbered([*articles, *articles[:9]]))  # some passages are the same


@pytest.fixture(scope="module")
def dcu_index(tmp_path_factory: pytest.TempPathFactory) -> tuple[EmbeddedIndex, Recount]:
    articles = numbered([*random_articles(12, 60, words=40), *BY_HAND])
    return opened(tmp_path_factory.mktemp("dcu"), articles, "dcu")


def check_query(index: EmbeddedIndex, plain: Recount, terms: list[str], k: int, lam: float) -> None:
    expected = scan(plain, terms, lam)
    query = index.query(terms)
    numbers, scores = index.rank(query, k, lam)
    ranked = list(zip(numbers.tolist(), scores.tolist(), strict=True))
    check_ranking(ranked, expected, k, plain)
    for found in (index.search(query, k, lam), index.search(terms, k, lam), index.search(tuple(terms), k=k, lam=lam)):
        assert [(passage.number, passage.score) for passage in found] == ranked
        assert [(passage.title, passage.heading, passage.text, passage.url) for passage in found] == [
            plain.passages[number] for number, _ in ranked
        ]


def some_queries(plain: Recount, seed: int, number: int) -> list[list[str]]:
    chance = np.random.default_rng(seed)
    terms = sorted(plain.cf)
    rare_to_frequent = sorted(plain.cf, key=lambda term: (plain.cf[term], term))
    queries = [[str(term) for term in chance.choice(terms, chance.integers(1, 9))] for _ in range(number)]
    return [*queries, [rare_to_frequent[0]], [rare_to_frequent[-1]], rare_to_frequent[-12:], terms]


@pytest.mark.parametrize("lam", one_in(3, LAMS))
@pytest.mark.parametrize("fixture", one_in(2, ["random_index", "dcu_index"]))
def test_ranking_is_that_of_a_scan(fixture: str, lam: float, request: pytest.FixtureRequest, thorough: bool) -> None:
    index, plain = request.getfixturevalue(fixture)
    for number, terms in enumerate(some_queries(plain, 5, 12 if thorough else 3)):
        for k in (1, 2, 7, 20, len(plain.passages), 10 * len(plain.passages)):
            check_query(index, plain, terms + terms[: number % 3] + ["nosuchterm"] * (number % 2), k, lam)


@examples(30)
@given(data=st.data())
def test_any_small_collection_is_ranked_as_by_a_scan(data: st.DataObject) -> None:
    text = st.lists(st.sampled_from([*WORDS, "the"]), max_size=7).map(lambda words: " ".join(words))
    # Never blank, which would be no paragraph, nor like a heading.
    paragraphs = st.lists(text.map(lambda words: f"{words}!"), max_size=3).map(tuple)
    sections = st.tuples(
        st.builds(Section, st.just(""), paragraphs.filter(bool)),
        st.builds(Section, text.filter(bool), paragraphs),
    ).map(list)
    articles = data.draw(
        st.lists(st.builds(Article, st.just("1"), text, st.just(""), sections.map(tuple)), min_size=1, max_size=5).map(
            numbered
        )
    )
    terms = data.draw(st.lists(st.sampled_from([*WORDS, "unknown", "the"]), max_size=8))
    k, lam = data.draw(st.integers(1, 30)), data.draw(st.sampled_from(LAMS))
    with TemporaryDirectory() as folder:
        index, plain = opened(Path(folder), articles)
        assert [index.article(number) for number in range(len(articles))] == articles
        check_query(index, plain, terms, k, lam)
        assert index.search(" ".join(terms), k, lam) == index.search(index.analyzer.terms(" ".join(terms)), k, lam)


def test_scores_by_hand(tmp_path: Path) -> None:
    articles = [
        Article("1", "Zorb", "u", (Section("", ("Plim plim grat!",)), Section("Vock", ("The grat!",)))),
        Article("2", "Trund", "v", (Section("", ("Zorb trund!",)),)),
    ]
    index, _ = opened(tmp_path, articles)
    # |C| = 8: zorb, plim, plim, grat, vock, grat; trund, zorb, trund are 9.
    assert index.stats.collection_length == 9
    lam = 0.4
    zorb, grat = 2 / 9, 2 / 9
    expected = {
        0: math.log(1 + 0.6 * (1 / 4) / (0.4 * zorb)) + 2 * math.log(1 + 0.6 * (1 / 4) / (0.4 * grat)),
        1: math.log(1 + 0.6 * (1 / 3) / (0.4 * zorb)) + 2 * math.log(1 + 0.6 * (1 / 3) / (0.4 * grat)),
        2: math.log(1 + 0.6 * (1 / 3) / (0.4 * zorb)),
    }
    found = index.search("grat zorb GRAT", lam=lam)
    assert [passage.number for passage in found] == [1, 0, 2]
    assert [passage.score for passage in found] == pytest.approx([expected[1], expected[0], expected[2]], abs=1e-12)
    first = found[0]
    assert first == Passage(1, "Zorb", "Vock", "The grat!", "u", first.score)
    assert index.search("grat zorb GRAT") == found  # lam = 0.4 is the default
    assert index.search("nothing of this") == []


def test_a_term_is_not_found_behind_its_last_passage(tmp_path: Path) -> None:
    paragraphs = ("zorb plim one.", "zorb two.", "zorb three.", "zorb four.", "plain five.")
    index, plain = opened(tmp_path, [Article("1", "Vock", "", (Section("", paragraphs),))])
    check_query(index, plain, ["zorb", "plim"], 4, 0.4)
    _, scores = index.rank(index.query(["zorb", "plim"]), 4, 0.4)
    assert scores[1] == scores[2] == scores[3]


def test_the_earlier_of_equal_passages_comes_first(tmp_path: Path) -> None:
    paragraphs = ("zorb plim!", "plim zorb!", "- zorb plim", "zorb - plim!") * 10
    index, _ = opened(tmp_path, [Article("1", "", "", (Section("", paragraphs),))])
    for k in (1, 5, 39, 40, 41, 1000):
        assert [passage.number for passage in index.search("zorb", k)] == list(range(min(k, 40)))
    assert [passage.number for passage in index.search("plim zorb zorb")] == list(range(20))  # k = 20 is the default


@pytest.mark.parametrize(
    "query", ["", "  \n", "the of and", "nosuchterm", "!?", [], (), ["nosuchterm"], [""], Query(())]
)
def test_a_query_without_known_terms_finds_nothing(
    random_index: tuple[EmbeddedIndex, Recount], query: str | list[str] | Query
) -> None:
    index, _ = random_index
    assert index.search(query) == []
    if isinstance(query, Query):
        numbers, scores = index.rank(query)
        assert numbers.shape == scores.shape == (0,)


def test_any_text_can_be_searched(random_index: tuple[EmbeddedIndex, Recount]) -> None:
    index, _ = random_index
    assert index.search("\ud800 \x00 \udfff '’") == []
    assert index.search(["\ud800", "a b", "\x00", "é"]) == []


def test_a_query_has_weights(random_index: tuple[EmbeddedIndex, Recount]) -> None:
    index, plain = random_index
    first, second = sorted(plain.cf)[:2]
    once, twice = scan(plain, [first], 0.4), scan(plain, [second], 0.4)
    expected = {n: 0.5 * once.get(n, 0.0) + 3 * twice.get(n, 0.0) for n in {*once, *twice}}
    numbers, scores = index.rank(Query((QueryTerm(first, 0.5), QueryTerm(second, 3.0))), 1000)
    check_ranking(list(zip(numbers.tolist(), scores.tolist(), strict=True)), expected, 1000, plain)


def test_terms_of_another_collection_count_for_nothing(random_index: tuple[EmbeddedIndex, Recount]) -> None:
    """They are in no query that the index makes, but may be in one that was made with another."""
    index, plain = random_index
    term = QueryTerm(min(plain.cf), 1.0)
    other = QueryTerm("nosuchterm", 2.0)
    passages = index.search(Query((term,)), 1000)
    assert passages
    assert index.search(Query((other, term, other)), 1000) == passages
    assert index.search(Query((other,))) == []


def test_an_index_without_terms_finds_nothing(tmp_path: Path) -> None:
    index, _ = opened(tmp_path, [Article("1", "The", "", (Section("", ("Of the and.",)),))])
    assert len(index.vocabulary) == 0
    assert index.search(Query((QueryTerm("nosuchterm", 1.0),))) == []


def test_a_term_of_what_was_removed_counts_for_nothing(tmp_path: Path) -> None:
    opened(tmp_path, [Article(word, "The", "", (Section("", (word,)),)) for word in WORDS])
    remove_articles(tmp_path / "index", [WORDS[0]])
    index = EmbeddedIndex(tmp_path / "index")
    gone, stays = (QueryTerm(word, 1.0) for word in WORDS[:2])
    assert [passage.score > 0 for passage in index.search(Query((gone, stays)))] == [True]
    assert index.search(Query((gone, stays))) == index.search(Query((stays,)))


@pytest.mark.thorough
def test_a_query_has_a_number_of_terms_that_sums_have_room_for(tmp_path: Path) -> None:
    words = [f"x{number}" for number in range(MOST_TERMS + 1)]
    sections = [(" ".join(words[begin::97]), "short x5") for begin in range(97)]
    articles = [Article(str(n), f"T{n}", "", (Section("", texts),)) for n, texts in enumerate(sections)]
    index, plain = opened(tmp_path, articles)
    numbers, scores = index.rank(index.query(words[1:]), 5)
    check_ranking(list(zip(numbers.tolist(), scores.tolist(), strict=True)), scan(plain, words[1:], 0.4), 5, plain)
    with pytest.raises(ParameterError, match="query: found 16385 different terms, expected at most 16384"):
        index.search(words)
    with pytest.raises(ParameterError, match="query: found 16385 different terms"):
        index.search(" ".join(words))


def test_query_counts_terms_and_drops_the_unknown(random_index: tuple[EmbeddedIndex, Recount]) -> None:
    index, plain = random_index
    first, second = sorted(plain.cf)[:2]
    query = index.query([second, "nosuchterm", first, second])
    assert query == Query((QueryTerm(second, 2.0), QueryTerm(first, 1.0)))
    p = index.size.probability(query.stats.cf)
    assert p.tolist() == [plain.cf[second] / plain.length, plain.cf[first] / plain.length]


def test_results_have_the_types_that_are_promised(random_index: tuple[EmbeddedIndex, Recount]) -> None:
    index, plain = random_index
    numbers, scores = index.rank(index.query([min(plain.cf)]))
    assert scores.dtype == np.float64
    assert np.issubdtype(numbers.dtype, np.integer)
    passage = index.search([min(plain.cf)])[0]
    assert type(passage.number) is int
    assert type(passage.score) is float


@pytest.mark.parametrize("k", [0, -1, -20])
@pytest.mark.parametrize("query", ["bimok", "", "nosuchterm"])
def test_k_is_at_least_one(random_index: tuple[EmbeddedIndex, Recount], query: str, k: int) -> None:
    with pytest.raises(ParameterError, match=f"k: found {k}, expected a whole number of passages from 1"):
        random_index[0].search(query, k=k)


@pytest.mark.parametrize("lam", [0.0, 1.0, -0.1, 1.5, math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("query", ["bimok", ""])
def test_lam_lies_between_0_and_1(random_index: tuple[EmbeddedIndex, Recount], query: str, lam: float) -> None:
    with pytest.raises(ParameterError, match=f"lam: found {lam}, expected a number between 0 and 1, both excluded"):
        random_index[0].search(query, lam=lam)
    with pytest.raises(ParameterError, match="lam: found"):
        random_index[0].rank(Query(()), lam=lam)


@pytest.mark.thorough
def test_threads_share_an_index(dcu_index: tuple[EmbeddedIndex, Recount]) -> None:
    index, plain = dcu_index
    queries = [" ".join(terms) for terms in some_queries(plain, 8, 10)]

    def answers(index: EmbeddedIndex) -> list[Any]:
        found: list[Any] = [index.search(query, 30) for query in queries]
        for passage in found[0][:5]:
            at = np.array([passage.number])
            article = int(index_contents.passage_articles(index, at)[0])
            found.append((index.article(article), index_contents.passage_terms(index, at)[0].tolist()))
        return found

    expected = answers(index)
    fresh = EmbeddedIndex(index.path)  # threads are the first to use this one
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(answers, [fresh] * 16):
            assert found == expected


@pytest.fixture(scope="module")
def many_words(tmp_path_factory: pytest.TempPathFactory) -> EmbeddedIndex:
    """Three segments, articles of which were replaced and removed; passages of 1 to 60,000 words; 3,000 terms."""
    folder = tmp_path_factory.mktemp("many")
    chance = np.random.default_rng(1)
    words = [f"{a}{b}{c}{d}q" for a in "bdgkvz" for b in "aiou" for c in "mnrtlp" for d in "aeiouxwjhf" for _ in "12"]
    words = [f"{word}{'xz'[place % 2]}{place % 7}" for place, word in enumerate(words)]
    share = 1 / np.arange(1, len(words) + 1)

    def article(number: int) -> Article:
        sizes = chance.choice([1, 1, 2, 5, 20, 80, 190, 195, 300, 900], 6).tolist()
        sizes += [60_000] if number == 7 else []
        drawn = (chance.choice(words, size, p=share / share.sum()) for size in sizes)
        paragraphs = [" ".join(map(str, paragraph)) + "!" for paragraph in drawn]
        return Article(str(number), words[number % 40], "", (Section("", tuple(paragraphs)),))

    build_index(write_articles(folder / "a", map(article, range(120))), folder / "i", analyzer="plain", workers=1)
    add_articles(write_articles(folder / "a", map(article, range(100, 200))), folder / "i", workers=1)
    add_articles(write_articles(folder / "a", map(article, range(195, 230))), folder / "i", workers=1)
    remove_articles(folder / "i", [str(number) for number in range(0, 230, 9)])
    return EmbeddedIndex(folder / "i")


@pytest.fixture(scope="module")
def every_passage(many_words: EmbeddedIndex) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
    """The passages that were not removed, c(t,d) of all terms and passages, and |d|."""
    live = Live.of(many_words).passages
    rows = index_contents.passage_terms(many_words, live)
    tf = np.zeros((len(many_words.vocabulary), len(live)))
    for place, row in enumerate(rows):
        np.add.at(tf[:, place], row, 1)
    return live, tf, rows.lengths


@pytest.mark.parametrize("lam", LAMS)
@pytest.mark.parametrize("terms", [1, 2, 8, 9, 40, 300, pytest.param(2_000, marks=pytest.mark.thorough)])
def test_scores_and_order_are_those_of_a_scan_bit_by_bit(
    many_words: EmbeddedIndex,
    every_passage: tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]],
    terms: int,
    lam: float,
) -> None:
    index, (live, tf, lengths), stats = many_words, every_passage, many_words.stats
    assert len(index.segments) == 3
    assert lengths.min() < 4
    assert lengths.max() > 50_000
    cf = tf.sum(axis=1)  # titles stand in every passage, so that this is not cf(t)
    assert (cf >= np.asarray(index.cf)).all()
    chance = np.random.default_rng(terms)
    for _ in range(4):
        chosen = chance.choice(np.flatnonzero(cf), terms, replace=False)
        weight = chance.integers(1, 4, terms).astype(np.float64)
        scores = np.zeros(len(live))
        for number, count in zip(chosen.tolist(), weight.tolist(), strict=True):
            p = index.cf[np.array(number)] / np.float64(stats.collection_length)
            scores += count * np.log1p((1 - lam) * (tf[number] / lengths) / (lam * p))
        best = np.lexsort((live, -scores))
        best = best[scores[best] > 0]
        named = [index.vocabulary.term(number) for number in chosen.tolist()]
        query = Query(tuple(QueryTerm(term, count) for term, count in zip(named, weight.tolist(), strict=True)))
        for k in (1, 2, 3, 20, 100, len(live) + 5):
            numbers, found = index.rank(query, k, lam)
            assert numbers.tolist() == live[best[:k]].tolist()
            assert found.tobytes() == scores[best[:k]].tobytes()


@pytest.mark.parametrize(
    ("array", "place", "value", "named"),
    [
        ("blocks", 0, 2**32 - 1, "blocks"),  # the last passage of a block
        ("blocks", 1, 2**32 - 1, "blocks"),  # where the block stands, and its width
        ("blocks", -1, 2**32 - 1, "blocks"),  # counts
        ("passage_long", 0, 5, "passage_codes"),
    ],
)
def test_what_a_search_reads_is_what_was_written(
    tmp_path: Path, array: str, place: int, value: int, named: str
) -> None:
    """Checksums that fit do not make a file right."""
    long = Article("long", "long", "", (Section("", ("zorb " * 300 + "!",)),))
    short = [Article(str(number), "short", "", (Section("", ("zorb!", "plim!")),)) for number in range(200)]
    index, _ = opened(tmp_path, [*short, long])
    assert len(index.rank(index.query(["zorb"]), 300)[0]) == 201
    [path] = (tmp_path / "index").glob("segment-*")
    values = arrays_of(path)[array][0].copy()
    values[place] = value
    replace_arrays(path, **{array: values})
    sign(tmp_path / "index")
    with pytest.raises(IndexDamagedError, match=f"^{path}: damaged, the array {named} does not fit"):
        EmbeddedIndex(tmp_path / "index").rank(index.query(["zorb", "plim", "short"]), 1000)


def test_more_passages_than_fit_in_memory_can_be_asked_for(random_index: tuple[EmbeddedIndex, Recount]) -> None:
    index, plain = random_index
    term = min(plain.cf)
    assert index.search([term], 10**15) == index.search([term], len(plain.passages))
