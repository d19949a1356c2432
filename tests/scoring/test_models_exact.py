"""Every model against its second implementation in plain Python."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from plain_models import FIRST_PASS_LAM, PlainCollection, topics
from properties import examples, one_in
from scipy.special import psi
from scoring_cases import EDGES, PRIORS, SEEDED, TERMS, Documents, agree

from tweetctx.arrays.ragged import Ragged
from tweetctx.index.first_pass import passage_scores
from tweetctx.scoring import Pool, parse_scorer
from tweetctx.scoring.topics.files import read_topics
from tweetctx.scoring.topics.kernels import geometric_means
from tweetctx.scoring.topics.passages import ALPHA_SUM, BETA, Topical, fit_topics

ESTIMATES = ("rm1", "rm2")
RANKS = ("product", "mean", "kl")

WORDS = st.sampled_from("aaaaabbbccdefgh")
DOCUMENTS = st.lists(st.lists(st.lists(WORDS, max_size=6), max_size=4), max_size=7)
QUERIES = st.lists(st.one_of(WORDS, st.sampled_from(["?", "!"])), max_size=6)
LAMBDAS = st.one_of(st.floats(1e-9, 1.0), st.sampled_from([1e-9, 0.4, 1.0 - 1e-9, 1.0]))
PRIOR_WEIGHTS = st.one_of(st.floats(0.0, 50.0), st.sampled_from([0.0, 1.0]))

CASES = pytest.mark.parametrize(
    ("documents", "query"), [pytest.param(*case, id=name) for name, case in {**EDGES, **SEEDED}.items()]
)


def untied(plain: PlainCollection, query: Sequence[str], passages: int) -> int:
    """The first number from `passages` on at which the ranking can be cut without parting passages of one score."""
    weights = plain.query(query)
    scores = [plain.passage_score(weights, number, FIRST_PASS_LAM) for number in plain.retrieved(weights)]
    while passages < len(scores) and scores[passages - 1] - scores[passages] < 1e-9:
        passages += 1
    return passages


# Statistics and the first pass


def check_statistics(documents: Documents) -> None:
    plain, stats = PlainCollection(documents), Pool.from_documents(documents).engine.stats
    assert {word: stats.cf[word] for word in [*plain.cf, "?"]} == {**plain.cf, "?": 0}
    assert {word: stats.df[word] for word in [*plain.df, "?"]} == {**plain.df, "?": 0}
    assert {word: stats.sf[word] for word in [*plain.sf, "?"]} == {**plain.sf, "?": 0}
    assert (stats.collection_length, stats.documents) == (plain.size, len(documents))
    assert (stats.passages, stats.sentences) == (len(documents), len(plain.sentences))


def check_first_pass(documents: Documents, query: list[str], lam: float) -> None:
    plain = PlainCollection(documents)
    weights = plain.query(query)
    tf = [[terms.count(term) for terms in plain.documents] for term in weights]
    found = passage_scores(
        np.array(tf, np.int64).reshape(len(weights), len(documents)),
        np.array([len(terms) for terms in plain.documents], np.int64),
        np.array([plain.cf[term] for term in weights], np.float64),
        plain.size,
        np.array(list(weights.values()), np.float64),
        lam,
    )
    agree(found, [plain.passage_score(weights, number, lam) for number in range(len(documents))])


def check_top_passages(documents: Documents, query: list[str], passages: int) -> None:
    plain, pool = PlainCollection(documents), Pool.from_documents(documents)
    passages = untied(plain, query, passages)
    found = pool.best_passages(pool.query(query), passages)
    best = plain.retrieved(plain.query(query))[:passages]
    bags = sorted(sorted(pool.engine.term_stats(row).texts) for row in found)
    assert bags == sorted(sorted(plain.documents[number]) for number in best)


@CASES
def test_statistics(documents: Documents, query: list[str]) -> None:
    del query
    check_statistics(documents)


@given(DOCUMENTS)
@examples(40)
def test_statistics_of_any_collection(documents: Documents) -> None:
    check_statistics(documents)


@CASES
@pytest.mark.parametrize("lam", [1e-6, 0.4, 1 - 1e-6])
def test_first_pass(documents: Documents, query: list[str], lam: float) -> None:
    check_first_pass(documents, query, lam)


@given(DOCUMENTS, QUERIES, st.floats(1e-9, 1 - 1e-9))
@examples(100)
def test_first_pass_of_any_collection(documents: Documents, query: list[str], lam: float) -> None:
    check_first_pass(documents, query, lam)


@CASES
@pytest.mark.parametrize("passages", [1, 2, 5, 100])
def test_top_passages(documents: Documents, query: list[str], passages: int) -> None:
    check_top_passages(documents, query, passages)


@given(DOCUMENTS, QUERIES, st.integers(1, 9))
@examples(100)
def test_top_passages_of_any_collection(documents: Documents, query: list[str], passages: int) -> None:
    check_top_passages(documents, query, passages)


def test_of_equal_passages_the_earlier_comes_first() -> None:
    pool = Pool.from_documents([[["x"]], [["a", "b"]], [["a", "c"]], [["a", "d"]], [["a", "a"]]])
    found = pool.best_passages(pool.query(["a"]), 3)
    names = [[*pool.engine.term_stats(row).texts] for row in found]
    assert names == [["a", "a"], ["a", "b"], ["a", "c"]]


# Query likelihood


def check_jm(documents: Documents, query: list[str], lam: float, prior: str, weight: float, terms: str) -> None:
    plain = PlainCollection(documents)
    scorer = parse_scorer(f"jm(lam={lam}, prior={prior}, prior_weight={weight}, terms={terms})")
    agree(scorer.score(query, Pool.from_documents(documents)), plain.jm(plain.query(query), lam, prior, weight, terms))


@CASES
@pytest.mark.parametrize("terms", TERMS)
@pytest.mark.parametrize("prior", PRIORS)
def test_jm(documents: Documents, query: list[str], prior: str, terms: str) -> None:
    check_jm(documents, query, 0.4, prior, 0.7, terms)


@given(DOCUMENTS, QUERIES, LAMBDAS, st.sampled_from(PRIORS), PRIOR_WEIGHTS, st.sampled_from(TERMS))
@examples(200)
def test_jm_of_any_collection(
    documents: Documents, query: list[str], lam: float, prior: str, weight: float, terms: str
) -> None:
    check_jm(documents, query, lam, prior, weight, terms)


# Relevance models


def check_rlm(documents: Documents, query: list[str], passages: int, lam: float, estimate: str, rank: str) -> None:
    plain = PlainCollection(documents)
    passages = untied(plain, query, passages)
    scorer = parse_scorer(f"rlm(R={passages}, lam={lam}, estimate={estimate}, rank={rank})")
    found = scorer.score(query, Pool.from_documents(documents))
    agree(found, plain.relevance(plain.query(query), passages, lam, estimate, rank))


@CASES
@pytest.mark.parametrize("passages", one_in(3, [3, 1, 100]))
@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("estimate", ESTIMATES)
def test_rlm(documents: Documents, query: list[str], estimate: str, rank: str, passages: int) -> None:
    check_rlm(documents, query, passages, 0.4, estimate, rank)


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("estimate", ESTIMATES)
@given(DOCUMENTS, QUERIES, st.integers(1, 9), LAMBDAS)
@examples(40)
def test_rlm_of_any_collection(
    estimate: str, rank: str, documents: Documents, query: list[str], passages: int, lam: float
) -> None:
    check_rlm(documents, query, passages, lam, estimate, rank)


# Topical relevance models


def passage_counts(documents: Documents, query: list[str], passages: int) -> tuple[NDArray[np.float64], list[str]]:
    """c(w,D) of the best passages, best first, and the words of its columns, in the order in which they come."""
    plain = PlainCollection(documents)
    best = plain.retrieved(plain.query(query))[:passages]
    words = list(dict.fromkeys(word for d in best for word in plain.documents[d]))
    return np.array([[plain.documents[d].count(word) for word in words] for d in best], np.float64), words


def check_trlm(
    documents: Documents, query: list[str], spec: tuple[int, float, str, str], model: tuple[int, int]
) -> None:
    (passages, lam, estimate, rank), (count, seed) = spec, model
    plain = PlainCollection(documents)
    counts, words = passage_counts(documents, query, passages)
    phi, theta = fit_topics(counts, count, seed) if len(counts) else (np.empty((0, 0)), np.empty((0, 0)))
    topical = topics(theta.tolist(), phi.tolist(), words)
    scorer = parse_scorer(f"trlm(R={passages}, lam={lam}, estimate={estimate}, rank={rank}, K={count}, seed={seed})")
    found = scorer.score(query, Pool.from_documents(documents))
    agree(found, plain.relevance(plain.query(query), passages, lam, estimate, rank, topical))


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("estimate", ESTIMATES)
@pytest.mark.parametrize("name", one_in(2, ["seed 0", "seed 3", *EDGES]))
def test_trlm(name: str, estimate: str, rank: str) -> None:
    documents, query = {**SEEDED, **EDGES}[name]
    check_trlm(documents, query, (20, 0.4, estimate, rank), (5, 1))


@pytest.mark.parametrize("passages", [1, 4, 100])
@pytest.mark.parametrize("lam", [1e-6, 0.7, 1.0])
@pytest.mark.parametrize("model", [(1, 0), (2, 7), (12, 2**32 - 1)], ids=str)
def test_trlm_over_its_ranges(passages: int, lam: float, model: tuple[int, int]) -> None:
    documents, query = SEEDED["seed 1"]
    check_trlm(documents, query, (passages, lam, "rm1", "kl"), model)


@given(DOCUMENTS, QUERIES, LAMBDAS, st.sampled_from(ESTIMATES), st.sampled_from(RANKS), st.integers(1, 6))
@examples(40)
def test_trlm_of_any_collection(
    documents: Documents, query: list[str], lam: float, estimate: str, rank: str, count: int
) -> None:
    # Lengths that all differ part the scores of most passages, whose order the fit depends on.
    padded = [[*document, ["z"] * (11 * number + 1)] for number, document in enumerate(documents)]
    plain = PlainCollection(padded)
    assume(all(untied(plain, query, cut + 1) == cut + 1 for cut in range(len(padded))))
    check_trlm(padded, query, (20, lam, estimate, rank), (count, 3))


@pytest.mark.parametrize("spare", [0, 3])
def test_the_topics_of_each_passage_give_its_words(spare: int) -> None:
    """In the order of the passages, which no score depends on; and 0 for words that no passage has."""
    bags = [[2, 2, 5], [7], [5, 7, 7, 7, 9], [2, 9]]
    words = [2, 5, 7, 9]
    counts = np.array([[bag.count(word) for word in words] for bag in bags], np.float64)
    phi, theta = fit_topics(counts, 3, 4)
    model = topics(theta.tolist(), phi.tolist(), list(map(str, words)))
    asked = sorted({*words, *range(spare), *range(10, 10 + spare)})
    rows = Ragged.from_rows([[asked.index(word) for word in bag] for bag in bags])
    found = Topical(3, 4).probability(rows, [*map(str, asked)], read_topics)
    assert found.shape == (len(bags), len(asked))
    for j, row in enumerate(found):
        agree(row, [model(j, str(word)) for word in asked])


def test_topics_do_not_depend_on_how_words_are_numbered() -> None:
    """An index that was added to numbers them in another way than one that was built at once."""
    bags = [[0, 0, 1], [2], [1, 2, 2, 2, 3], [0, 3]]
    other = [3, 1, 2, 0]
    found = Topical(3, 4).probability(Ragged.from_rows(bags), [*"abcd"], read_topics)
    others = Ragged.from_rows([[other[word] for word in bag] for bag in bags])
    again = Topical(3, 4).probability(others, [*"abcd"], read_topics)
    assert found.tolist() == again[:, other].tolist()


@pytest.fixture(scope="module")
def counts() -> NDArray[np.float64]:
    return passage_counts(*SEEDED["seed 2"], passages=20)[0]


@pytest.mark.parametrize("count", [1, 2, 5, 40])
def test_topics_are_probabilities(counts: NDArray[np.float64], count: int) -> None:
    phi, theta = fit_topics(counts, count, 1)
    assert phi.shape == (count, counts.shape[1])
    assert theta.shape == (counts.shape[0], count)
    assert phi.sum(axis=1) == pytest.approx(np.ones(count), abs=1e-12)
    assert theta.sum(axis=1) == pytest.approx(np.ones(len(counts)), abs=1e-12)
    assert min(phi.min(), theta.min()) > 0


@pytest.mark.parametrize(("topics", "seed"), [(1, 0), (2, 7), (5, 1), (12, 2**32 - 1)])
@pytest.mark.parametrize("name", ["seed 0", "seed 3"])
def test_topics_are_those_of_gensim(name: str, topics: int, seed: int) -> None:
    pytest.importorskip("gensim", reason="gensim has no release for this Python")
    from tweetctx.scoring.topics.gensim_models import fit_by_gensim

    counts, _ = passage_counts(*SEEDED[name], passages=20)
    for found, expected in zip(
        fit_topics(counts, topics, seed), fit_by_gensim(counts, topics, seed, ALPHA_SUM, BETA), strict=True
    ):
        assert found == pytest.approx(expected, rel=1e-9)


@given(st.lists(st.floats(1e-3, 1e6), min_size=1, max_size=5))
def test_geometric_means(parameters: list[float]) -> None:
    expected = np.exp(psi(parameters) - psi(sum(parameters)))
    assert geometric_means(np.array([parameters]))[0] == pytest.approx(expected, rel=1e-11)


def fit_of(counts: NDArray[np.float64]) -> Callable[[int], tuple[bytes, bytes]]:
    def fit(seed: int) -> tuple[bytes, bytes]:
        phi, theta = fit_topics(counts, 5, seed)
        return phi.tobytes(), theta.tobytes()

    return fit


def test_a_seed_gives_the_same_topics_in_any_thread(counts: NDArray[np.float64]) -> None:
    fit = fit_of(counts)
    alone = {seed: fit(seed) for seed in (1, 2)}
    assert alone[1] != alone[2]
    seeds = [1, 2] * 8
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(fit, seeds)) == [alone[seed] for seed in seeds]


def test_a_scorer_gives_the_same_scores_in_any_thread() -> None:
    documents, query = SEEDED["seed 3"]
    pool, scorer = Pool.from_documents(documents), parse_scorer("trlm(K=4)")
    alone = scorer.score(query, pool).tobytes()
    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(lambda _: scorer.score(query, pool).tobytes(), range(16))) == {alone}


def test_topics_leave_the_global_random_numbers_alone(counts: NDArray[np.float64]) -> None:
    kind, before, *rest = np.random.get_state(legacy=True)  # noqa: NPY002
    fit_topics(counts, 5, 1)
    kind_after, after, *rest_after = np.random.get_state(legacy=True)  # noqa: NPY002
    assert (kind, rest) == (kind_after, rest_after)
    assert np.array_equal(before, after)
