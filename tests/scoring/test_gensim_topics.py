"""The estimator of `trlm` against gensim's LdaModel, which `lda=gensim` takes."""

import random

import pytest
from scoring_cases import seeded_collection

from tweetctx.errors import LibraryError
from tweetctx.runtime import libraries
from tweetctx.scoring import Pool, parse_scorer

pytest.importorskip("gensim", reason="needs gensim")

IN_EVERY_RUN, ALL = 60, 1_000


@pytest.mark.parametrize(
    "seed",
    [pytest.param(n, marks=[] if n < IN_EVERY_RUN else [pytest.mark.thorough]) for n in range(ALL)],
)
def test_scores_are_those_by_gensim(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    documents, query = seeded_collection(seed, documents=chance.randrange(4, 30))
    pool = Pool.from_documents(documents)
    options = (
        f"R={chance.choice((1, 5, 20))}, K={chance.choice((1, 2, 5, 7, 20))}, lam={chance.uniform(0.05, 1.0)}, "
        f"estimate={chance.choice(('rm1', 'rm2'))}, rank={chance.choice(('product', 'mean', 'kl'))}, "
        f"seed={chance.randrange(2**32)}"
    )
    found, expected = (parse_scorer(f"trlm({options}{lda})").score(query, pool) for lda in ("", ", lda=gensim"))
    assert found.tolist() == pytest.approx(expected.tolist(), rel=1e-9, abs=1e-9)


def test_without_gensim_it_says_so_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(libraries, "import_module", missing)
    pool = Pool.from_documents([[["a", "b"]], [["a"]]])
    scorer = parse_scorer("trlm(lda=gensim)")
    with pytest.raises(LibraryError, match=r"^trlm\(lda=gensim\): gensim is not installed; `pip install gensim`"):
        scorer.score(["a"], pool)
    monkeypatch.setattr(libraries.sys, "version_info", (3, 14, 0))  # type: ignore[attr-defined]
    expected = r"^trlm\(lda=gensim\): gensim has no release for Python 3.14; expected Python 3.13 or older$"
    with pytest.raises(LibraryError, match=expected):
        scorer.score(["a"], pool)
