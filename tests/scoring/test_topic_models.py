"""Topics of a collection in sentence models, against a second implementation; and their files."""

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from plain_models import PlainCollection
from plain_topics import PlainTopics
from scoring_cases import EDGES, PRIORS, SEEDED, TERMS, Documents, agree

from tweetctx.arrays.ragged import Ragged
from tweetctx.errors import ParameterError, ScorerError, TopicModelError
from tweetctx.scoring import Pool, parse_scorer
from tweetctx.scoring.topics import TopicModel, read_topics, write_topics

CASES = pytest.mark.parametrize("name", ["seed 0", "seed 2", *EDGES])


def random_topics(words: list[str], topics: int, seed: int, alpha: float = 0.3) -> TopicModel:
    """Topics that know most of the words, and some that no text has."""
    chance = random.Random(seed)  # noqa: S311
    terms = [*(word for word in words if chance.random() < 0.8), "never", "nowhere"]
    parameters = [[chance.gammavariate(0.2, 20.0) + 0.01 for _ in range(topics)] for _ in terms]
    return TopicModel(terms, np.array(parameters, np.float32), alpha)


def topics_of(documents: Documents, topics: int = 4, seed: int = 1) -> TopicModel:
    return random_topics(sorted({t for d in documents for s in d for t in s}), topics, seed)


def plain_of(model: TopicModel) -> PlainTopics:
    rows = zip(model.terms, model.parameters.astype(np.float64).tolist(), strict=True)
    return PlainTopics(dict(rows), model.alpha)


@pytest.mark.thorough
@CASES
@pytest.mark.parametrize("options", [(p, t) for p in PRIORS for t in TERMS], ids=" ".join)
def test_lbdm_with_every_option(name: str, options: tuple[str, str], tmp_path: Path) -> None:
    documents, query = {**SEEDED, **EDGES}[name]
    model, plain, (prior, terms) = topics_of(documents), PlainCollection(documents), options
    write_topics(model, tmp_path / "topics")
    spec = f"lbdm(lam=0.3, mu=20, topics={tmp_path / 'topics'}, prior={prior}, prior_weight=0.7, terms={terms})"
    expected = plain.likelihood(plain.query(query), plain_of(model).lbdm(plain, 0.3, 20), prior, 0.7, terms)
    agree(parse_scorer(spec).score(query, Pool.from_documents(documents)), expected)


@pytest.mark.thorough
@pytest.mark.parametrize("lam", [0.0, 0.2, 1.0])
@pytest.mark.parametrize("mu", [0.0, 1.0, 1000.0])
@pytest.mark.parametrize("topics", [1, 7])
def test_lbdm_over_its_ranges(lam: float, mu: float, topics: int) -> None:
    documents, query = SEEDED["seed 1"]
    model, plain = topics_of(documents, topics, 5), PlainCollection(documents)
    found = parse_scorer(f"lbdm(lam={lam}, mu={mu})").score(query, Pool.from_documents(documents, topics=model))
    agree(found, plain.likelihood(plain.query(query), plain_of(model).lbdm(plain, lam, mu)))


def test_with_the_weight_of_words_alone_it_is_dirichlet_smoothing() -> None:
    documents, query = SEEDED["seed 3"]
    pool = Pool.from_documents(documents, topics=topics_of(documents))
    found = parse_scorer("lbdm(lam=1, mu=50)").score(query, pool)
    assert found.tolist() == parse_scorer("dir(mu=50)").score(query, pool).tolist()


def test_the_probabilities_of_all_words_sum_to_one() -> None:
    documents, _ = SEEDED["seed 0"]
    words = sorted({t for d in documents for s in d for t in s})
    parameters = np.random.default_rng(1).gamma(0.3, 9.0, (len(words), 5)).astype(np.float32) + np.float32(0.01)
    pool = Pool.from_documents(documents, topics=TopicModel(words, parameters, 0.5))
    scorer: Any = parse_scorer("lbdm(lam=0.4, mu=10)")
    from tweetctx.scoring.evidence import TermEvidence

    total = scorer.smoothing.probability(TermEvidence(pool, pool.query(words))).sum(axis=0)
    assert total[pool.sentences.lengths > 0] == pytest.approx(1.0, abs=1e-9)


def test_a_part_of_a_pool_scores_as_the_whole() -> None:
    """The topics of a sentence do not depend on the sentences beside it."""
    documents, query = SEEDED["seed 2"]
    pool = Pool.from_documents(documents, topics=topics_of(documents))
    whole = parse_scorer("lbdm").score(query, pool)
    part = pool.of_documents([7, 3])
    assert parse_scorer("lbdm").score(query, part).tolist() == whole[part.numbers].tolist()


@pytest.mark.parametrize("estimate", ["rm1", "rm2"])
@pytest.mark.parametrize("rank", ["product", "kl"])
@CASES
def test_trlm_of_a_collection(name: str, estimate: str, rank: str, tmp_path: Path) -> None:
    documents, query = {**SEEDED, **EDGES}[name]
    model, plain = topics_of(documents), PlainCollection(documents)
    write_topics(model, tmp_path / "topics")
    top = plain.retrieved(plain.query(query))[:20]
    given = plain_of(model).given([plain.documents[d] for d in top])
    expected = plain.relevance(plain.query(query), 20, 0.4, estimate, rank, lambda j, word: given(word, j))
    options = f"estimate={estimate}, rank={rank}"
    pool = Pool.from_documents(documents, topics=model)
    agree(parse_scorer(f"trlm({options}, lda=collection)").score(query, pool), expected)
    found = parse_scorer(f"trlm({options}, topics={tmp_path / 'topics'})").score(query, Pool.from_documents(documents))
    agree(found, expected)


def test_topics_of_texts_are_those_of_gensim() -> None:
    """From other random numbers, so that they agree as far as both converge."""
    pytest.importorskip("gensim", reason="needs gensim")
    from gensim.models import LdaModel

    model = random_topics([f"w{n}" for n in range(30)], 3, 2, alpha=0.4)
    chance = random.Random(3)  # noqa: S311
    texts = [[chance.randrange(len(model.terms)) for _ in range(n)] for n in (1, 4, 9, 60)]
    words = dict(enumerate(model.terms))
    lda = LdaModel(
        num_topics=3,
        id2word=words,
        alpha=np.full(3, 0.4),
        eta=1e-12,
        dtype=np.float64,
        iterations=5000,
        gamma_threshold=1e-10,
    )
    lda.state.sstats = model.parameters.T.astype(np.float64)
    lda.sync_state()
    gamma, _ = lda.inference([lda.id2word and [(w, text.count(w)) for w in sorted(set(text))] for text in texts])
    assert model.theta(Ragged.from_rows(texts)) == pytest.approx(gamma / gamma.sum(axis=1, keepdims=True), abs=2e-3)


@pytest.mark.parametrize("spec", ["lbdm", "trlm(lda=collection)", "lbdm(lam=0.2, mu=5, terms=isf)"])
def test_without_topics_it_says_where_they_come_from(spec: str) -> None:
    pool = Pool.from_documents([[["a", "b"]], [["c"]]])
    message = "^topics: found none, expected topics=FILE; `tweetctx train topics` makes one$"
    with pytest.raises(ParameterError, match=message):
        parse_scorer(spec).score(["a"], pool)


@pytest.mark.parametrize("name", ["a b", "a,b", "x=1", "(x", "x\n"])
def test_a_name_that_a_spec_cannot_hold(name: str) -> None:
    with pytest.raises(ScorerError, match=r"^topics: found .*, expected the name of a file without spaces, commas"):
        type(parse_scorer("lbdm").smoothing)(topics=name)  # type: ignore[attr-defined]


def test_a_file_gives_the_topics_and_the_same_topics_the_same_file(tmp_path: Path) -> None:
    made = random_topics(["zürich", "東京", "a b"], 3, 8)
    made = TopicModel(made.terms, made.parameters, made.alpha, {"seed": 8, "analyzer": "plain"})
    for name in ("one", "two"):
        write_topics(made, tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    found = read_topics(tmp_path / "one")
    assert (list(found.terms), found.alpha, found.origin) == (list(made.terms), made.alpha, made.origin)
    assert found.parameters.tolist() == made.parameters.tolist()
    write_topics(TopicModel(["b"], np.ones((1, 2), np.float32), 1.0), tmp_path / "one")
    assert list(read_topics(tmp_path / "one").terms) == ["b"]


def arrays(**changed: Any) -> dict[str, Any]:
    made = {
        "parameters": np.ones((2, 3), np.float32),
        "terms": np.frombuffer(b"a\nb", np.uint8),
        "alpha": np.float64(0.1),
        "origin": np.frombuffer(json.dumps({}).encode(), np.uint8),
    }
    return {name: value for name, value in {**made, **changed}.items() if value is not None}


@pytest.mark.parametrize(
    "changed",
    [
        {"parameters": None},
        {"more": np.ones(1)},
        {"parameters": np.ones((3, 3), np.float32)},
        {"parameters": np.ones((2, 0), np.float32)},
        {"parameters": np.ones(2, np.float32)},
        {"parameters": np.ones((2, 3))},
        {"parameters": np.full((2, 3), np.nan, np.float32)},
        {"parameters": np.zeros((2, 3), np.float32)},
        {"terms": np.frombuffer(b"a\na", np.uint8)},
        {"terms": np.frombuffer(b"a\n\xff", np.uint8)},
        {"alpha": np.float64(0)},
        {"alpha": np.float64(np.inf)},
        {"origin": np.frombuffer(b"{", np.uint8)},
        {"origin": np.frombuffer(b"[]", np.uint8)},
        {"terms": np.array([{}, {}], object)},
    ],
    ids=str,
)
def test_what_is_no_file_of_topics(changed: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "broken.npz"
    np.savez(path, **arrays(**changed))
    with pytest.raises(TopicModelError, match=r"broken.npz: found .*, expected topics; `tweetctx train topics` makes"):
        read_topics(path)


@pytest.mark.parametrize("content", [b"", b"a\t1\n", b"PK\x03\x04", b"\x93NUMPY"])
def test_what_is_no_archive(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken"
    path.write_bytes(content)
    with pytest.raises(TopicModelError, match=r"broken: found another file, or a part of one, expected topics; `tweet"):
        read_topics(path)


def test_damage_inside(tmp_path: Path) -> None:
    path = tmp_path / "topics"
    write_topics(TopicModel(["b"], np.ones((1, 200), np.float32), 1.0), path)
    content = bytearray(path.read_bytes())
    content[300] ^= 1
    path.write_bytes(bytes(content))
    with pytest.raises(TopicModelError):
        read_topics(path)
    with pytest.raises(TopicModelError, match="gone: expected a file of topics"):
        read_topics(tmp_path / "gone")
