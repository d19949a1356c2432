"""Scorers as values, and as text."""

import copy
import pickle
from dataclasses import FrozenInstanceError, fields

import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from tweetctx.errors import ParameterError, ScorerError, TweetctxError
from tweetctx.scoring import PRESETS, Pool, Scorer, parse_scorer
from tweetctx.scoring.matching import Bm25, Bm25f, Bm25L, Bm25Plus, Okapi, TfIsf
from tweetctx.scoring.presets import tuned_presets
from tweetctx.scoring.query_likelihood import QueryLikelihood
from tweetctx.scoring.relevance import RelevanceModel
from tweetctx.scoring.smoothing import (
    ClassDirichlet,
    Dirichlet,
    FourMixture,
    JelinekMercer,
    ThreeMixture,
    TopicDirichlet,
    TwoStage,
    TwoStageInverted,
)
from tweetctx.scoring.topics.passages import Counted, Topical

LAMBDAS = st.floats(0.0, 1.0, exclude_min=True)
FILES = st.sampled_from(["", "wiki.topics", "/data/a-b_c/x.npz"])
LDA = st.sampled_from(["fast", "gensim", "collection"])
QUERY_LIKELIHOODS = st.builds(
    QueryLikelihood,
    st.one_of(st.builds(JelinekMercer, LAMBDAS), st.builds(TopicDirichlet, LAMBDAS, st.floats(0.0, 1e100), FILES)),
    st.sampled_from(["uniform", "importance", "length"]),
    st.floats(0.0, 1e100),
    st.sampled_from(["uniform", "idf", "icf", "isf"]),
)
RELEVANCE_MODELS = st.builds(
    RelevanceModel,
    st.one_of(st.just(Counted()), st.builds(Topical, st.integers(1, 10**6), st.integers(0, 2**32 - 1), LDA, FILES)),
    st.integers(1, 10**6),
    LAMBDAS,
    st.sampled_from(["rm1", "rm2"]),
    st.sampled_from(["product", "mean", "kl"]),
)
SCORERS: st.SearchStrategy[Scorer] = st.one_of(QUERY_LIKELIHOODS, RELEVANCE_MODELS)
SPACES = st.text(" \t\n", max_size=3)

PLACE = "a name, or name(parameter=value, ...)"
LAM = "a number above 0 to 1"
UNIT = "a number from 0 to 1"
SEED = "a whole number from 0 to 4294967295"


def test_what_is_no_text() -> None:
    with pytest.raises(ScorerError, match=r"^scorer: found 5, expected a text$"):
        parse_scorer(5)  # type: ignore[arg-type]


@given(SCORERS)
def test_the_text_of_a_scorer_gives_the_scorer(scorer: Scorer) -> None:
    again = parse_scorer(str(scorer))
    assert again == scorer
    assert hash(again) == hash(scorer)
    assert str(again) == str(scorer)


@given(SCORERS, st.lists(SPACES, min_size=60, max_size=60))
def test_white_space_between_the_parts_means_nothing(scorer: Scorer, spaces: list[str]) -> None:
    spec = str(scorer).replace(" ", "")
    for mark in "(=,)":
        spec = spec.replace(mark, f" {mark} ")
    parts = spec.split()
    assert parse_scorer("".join(space + part for space, part in zip(spaces, parts, strict=False)) + "\n") == scorer


@pytest.mark.parametrize(
    ("spec", "scorer", "text"),
    [
        ("jm", QueryLikelihood(), "jm(lam=0.4)"),
        ("jm()", QueryLikelihood(), "jm(lam=0.4)"),
        (" jm ( ) ", QueryLikelihood(), "jm(lam=0.4)"),
        ("jm(lam=1)", QueryLikelihood(JelinekMercer(1.0)), "jm(lam=1)"),
        ("jm(lam=1e-5)", QueryLikelihood(JelinekMercer(1e-5)), "jm(lam=1e-05)"),
        (
            "jm(terms=isf,prior_weight=2,prior=length,lam=.5)",
            QueryLikelihood(JelinekMercer(0.5), "length", 2.0, "isf"),
            "jm(lam=0.5, prior=length, prior_weight=2, terms=isf)",
        ),
        ("jm(prior=uniform, terms=uniform, prior_weight=1)", QueryLikelihood(), "jm(lam=0.4)"),
        ("dir", QueryLikelihood(Dirichlet(100.0)), "dir(mu=100)"),
        ("class(mu=3e5)", QueryLikelihood(ClassDirichlet(300000.0)), "class(mu=300000)"),
        (
            "3mm(window=2, context=window, gam=0.1)",
            QueryLikelihood(ThreeMixture("window", 2, 0.4, 0.1)),
            "3mm(lam=0.4, gam=0.1, context=window, window=2)",
        ),
        (
            "2s-i(lam=0.3, mu=50, prior=importance, terms=isf)",
            QueryLikelihood(TwoStageInverted(lam=0.3, mu=50.0), "importance", 1.0, "isf"),
            "2s-i(lam=0.3, mu=50, prior=importance, terms=isf)",
        ),
        ("2s(context=document)", QueryLikelihood(TwoStage()), "2s(lam=0.4, mu=100)"),
        ("4mm(window=3)", QueryLikelihood(FourMixture(window=3)), "4mm(lam=0.4, gam=0.2, eta=0.2, window=3)"),
        ("tfisf()", TfIsf(), "tfisf"),
        ("tfisf(idf=doc, alpha=.5)", TfIsf(0.5, idf="doc"), "tfisf(alpha=0.5, idf=doc)"),
        ("bm25", Bm25(1.2, 0.0, 0.0), "bm25(k1=1.2, b=0, k3=0)"),
        (
            "bm25f(context=window)",
            Bm25f(context="window"),
            "bm25f(k1=1.2, b=0, b_context=0, alpha=0.7, k3=0, context=window)",
        ),
        ("okapi", Okapi(), "okapi(k1=1.5, b=0.75, epsilon=0.25)"),
        ("bm25l", Bm25L(), "bm25l(k1=1.5, b=0.75, delta=0.5)"),
        ("bm25plus", Bm25Plus(), "bm25plus(k1=1.5, b=0.75, delta=1)"),
        ("rlm", RelevanceModel(), "rlm(R=20, lam=0.4, estimate=rm1, rank=kl)"),
        (
            "rlm(rank=mean, R=3)",
            RelevanceModel(Counted(), 3, 0.4, "rm1", "mean"),
            "rlm(R=3, lam=0.4, estimate=rm1, rank=mean)",
        ),
        ("trlm", RelevanceModel(Topical()), "trlm(R=20, lam=0.4, estimate=rm1, rank=kl, K=5, seed=1)"),
        (
            "trlm(seed=0, K=1)",
            RelevanceModel(Topical(1, 0)),
            "trlm(R=20, lam=0.4, estimate=rm1, rank=kl, K=1, seed=0)",
        ),
    ],
)
def test_specs(spec: str, scorer: Scorer, text: str) -> None:
    assert parse_scorer(spec) == scorer
    assert str(scorer) == text


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_the_spec_that_it_names(name: str) -> None:
    scorer = parse_scorer(name)
    assert scorer == parse_scorer(PRESETS[name]) == parse_scorer(f"\t{name} \n") == parse_scorer(str(scorer))


def test_the_presets() -> None:
    assert set(PRESETS) == {"dcu-185", "dcu-186", "dcu-187", "default"}
    assert parse_scorer("dcu-185") == QueryLikelihood(JelinekMercer(0.4))
    assert parse_scorer("dcu-186") == RelevanceModel(Counted(), 20, 0.4, "rm2", "product")
    assert parse_scorer("dcu-187") == RelevanceModel(Topical(5), 20, 0.4, "rm2", "product")


MESSAGES = [
    # No spec at all.
    ("", f"scorer: found '', expected {PLACE}"),
    ("  ", f"scorer: found '  ', expected {PLACE}"),
    ("(lam=0.4)", f"scorer: found '(lam=0.4)', expected {PLACE}"),
    ("jm(lam=0.4", f"scorer: found 'jm(lam=0.4', expected {PLACE}"),
    ("jm lam=0.4", f"scorer: found 'jm lam=0.4', expected {PLACE}"),
    ("jm(lam=0.4) rlm", f"scorer: found 'jm(lam=0.4) rlm', expected {PLACE}"),
    # Parameters that are none.
    ("jm(0.4)", "jm: found '0.4', expected parameter=value"),
    ("jm(lam)", "jm: found 'lam', expected parameter=value"),
    ("jm(lam=)", "jm: found 'lam=', expected parameter=value"),
    ("jm(=0.4)", "jm: found '=0.4', expected parameter=value"),
    ("jm(lam==0.4)", "jm: found 'lam==0.4', expected parameter=value"),
    ("jm(lam=0.4 prior=length)", "jm: found 'lam=0.4 prior=length', expected parameter=value"),
    ("jm(lam=0.4,,prior=length)", "jm: found '', expected parameter=value"),
    # Unknown parameters, and known ones twice.
    ("jm(mu=100)", "jm: found the parameter 'mu', expected one of lam, prior, prior_weight, terms"),
    (
        "jm(Lam=0.4)",
        "jm: found the parameter 'Lam', expected one of lam, prior, prior_weight, terms; did you mean lam?",
    ),
    ("rlm(K=5)", "rlm: found the parameter 'K', expected one of R, lam, estimate, rank"),
    ("trlm(k=5)", "trlm: found the parameter 'k', expected one of K, seed, lda, topics, R, lam, estimate, rank"),
    ("jm(lam=0.4, lam=0.4)", "jm: found lam twice, expected it once"),
    # Numbers.
    ("jm(prior_weight=-1.5)", "jm: prior_weight: found -1.5, expected a number from 0"),
    ("jm(prior_weight=nan)", "jm: prior_weight: found nan, expected a number from 0"),
    ("jm(prior_weight=much)", "jm: prior_weight: found much, expected a number from 0"),
    ("rlm(lam=0)", f"rlm: lam: found 0, expected {LAM}"),
    ("rlm(lam=-0.4)", f"rlm: lam: found -0.4, expected {LAM}"),
    ("rlm(lam=nan)", f"rlm: lam: found nan, expected {LAM}"),
    ("rlm(lam=inf)", f"rlm: lam: found inf, expected {LAM}"),
    ("rlm(lam=half)", f"rlm: lam: found half, expected {LAM}"),
    ("trlm(lam=2.5)", f"trlm: lam: found 2.5, expected {LAM}"),
    ("rlm(R=0)", "rlm: R: found 0, expected a whole number from 1"),
    ("rlm(R=-3)", "rlm: R: found -3, expected a whole number from 1"),
    ("rlm(R=2.5)", "rlm: R: found 2.5, expected a whole number from 1"),
    ("rlm(R=inf)", "rlm: R: found inf, expected a whole number from 1"),
    ("trlm(R=many)", "trlm: R: found many, expected a whole number from 1"),
    ("trlm(K=0)", "trlm: K: found 0, expected a whole number from 1"),
    ("trlm(K=1.0)", "trlm: K: found 1.0, expected a whole number from 1"),
    ("trlm(seed=x)", f"trlm: seed: found x, expected {SEED}"),
    ("trlm(seed=-1)", f"trlm: seed: found -1, expected {SEED}"),
    ("trlm(seed=4294967296)", f"trlm: seed: found 4294967296, expected {SEED}"),
    ("jm(lam=-0.4)", f"jm: lam: found -0.4, expected {UNIT}"),
    ("jm(lam=1.5)", f"jm: lam: found 1.5, expected {UNIT}"),
    ("dir(mu=-1)", "dir: mu: found -1, expected a number from 0"),
    ("dir(mu=inf)", "dir: mu: found inf, expected a number from 0 to 1e100"),
    ("dir(mu=1e308)", "dir: mu: found 1e308, expected a number from 0 to 1e100"),
    ("dir(mu=1e101)", "dir: mu: found 1e101, expected a number from 0 to 1e100"),  # products with it could be infinite
    ("class(mu=few)", "class: mu: found few, expected a number from 0"),
    ("3mm(gam=1.1)", f"3mm: gam: found 1.1, expected {UNIT}"),
    ("3mm(lam=0.6, gam=0.5)", "3mm: lam+gam: found lam=0.6, gam=0.5, expected a sum of at most 1"),
    ("3mm(gam=0.5, lam=0.6)", "3mm: lam+gam: found lam=0.6, gam=0.5, expected a sum of at most 1"),
    ("3mm(lam=1)", "3mm: lam+gam: found lam=1, gam=0.4, expected a sum of at most 1"),
    ("4mm(lam=1)", "4mm: lam+gam+eta: found lam=1, gam=0.2, eta=0.2, expected a sum of at most 1"),
    ("2s(window=0)", "2s: window: found 0, expected a whole number from 1"),
    ("2s-i(window=1.5)", "2s-i: window: found 1.5, expected a whole number from 1"),
    ("bm25(b=1.01)", f"bm25: b: found 1.01, expected {UNIT}"),
    ("bm25(k3=-2)", "bm25: k3: found -2, expected a number from 0"),
    ("bm25f(b_context=2)", f"bm25f: b_context: found 2, expected {UNIT}"),
    ("bm25f(alpha=-0.1)", f"bm25f: alpha: found -0.1, expected {UNIT}"),
    ("tfisf(alpha=nan)", f"tfisf: alpha: found nan, expected {UNIT}"),
    ("okapi(b=7)", f"okapi: b: found 7, expected {UNIT}"),
    # Parameters of other models.
    ("dir(lam=0.4)", "dir: found the parameter 'lam', expected one of mu, prior, prior_weight, terms"),
    (
        "2s-i(gam=0.1)",
        "2s-i: found the parameter 'gam', expected one of context, window, lam, mu, prior, prior_weight, terms; "
        "did you mean lam?",
    ),
    (
        "4mm(context=window)",
        "4mm: found the parameter 'context', expected one of lam, gam, eta, window, prior, prior_weight, terms",
    ),
    ("tfisf(prior=length)", "tfisf: found the parameter 'prior', expected one of alpha, context, window, idf"),
    ("bm25(context=window)", "bm25: found the parameter 'context', expected one of k1, b, k3"),
    ("okapi(delta=1)", "okapi: found the parameter 'delta', expected one of k1, b, epsilon"),
    # Words.
    ("jm(prior=flat)", "jm: prior: found flat, expected one of uniform, importance, length"),
    ("jm(prior=Length)", "jm: prior: found Length, expected one of uniform, importance, length"),
    ("jm(terms=tfidf)", "jm: terms: found tfidf, expected one of uniform, idf, icf, isf"),
    ("rlm(estimate=rm3)", "rlm: estimate: found rm3, expected one of rm1, rm2"),
    ("3mm(context=article)", "3mm: context: found article, expected one of document, window"),
    ("tfisf(idf=document)", "tfisf: idf: found document, expected one of sentence, doc"),
    ("trlm(rank=sum)", "trlm: rank: found sum, expected one of product, mean, kl"),
]


@pytest.mark.parametrize(("spec", "message"), MESSAGES, ids=[repr(spec) for spec, _ in MESSAGES])
def test_a_bad_spec_is_named_with_what_was_expected(spec: str, message: str) -> None:
    with pytest.raises(ScorerError) as caught:
        parse_scorer(spec)
    assert str(caught.value) == message
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


@pytest.mark.parametrize("value", ["-0.4", "1.5", "nan", "inf", "half"])
def test_the_weight_of_the_collection_in_jm_is_from_0_to_1(value: str) -> None:
    with pytest.raises(ScorerError) as caught:
        parse_scorer(f"jm(prior=length, lam={value})")
    assert str(caught.value) == f"jm: lam: found {value}, expected {UNIT}"
    assert str(parse_scorer("jm(lam=0)")) == "jm(lam=0)"


@pytest.mark.parametrize("spec", ["3mm(lam=0.9, gam=0.1)", "4mm(lam=0.7, gam=0.2, eta=0.1)", "3mm(lam=0, gam=1)"])
def test_weights_may_leave_nothing_to_the_collection(spec: str) -> None:
    assert str(parse_scorer(spec)) == spec


@pytest.mark.parametrize(
    ("spec", "name"),
    [("bm26", "bm26"), ("bm26(k1=1)", "bm26"), ("JM", "JM"), ("dcu-188", "dcu-188"), (" jm-i ( ) ", "jm-i")],
)
def test_an_unknown_model_is_named_with_those_that_are_known(spec: str, name: str) -> None:
    with pytest.raises(ScorerError) as caught:
        parse_scorer(spec)
    found, expected, choices = str(caught.value).partition(", expected one of ")
    assert found == f"scorer: found '{name}'"
    assert expected
    known = choices.partition(";")[0].split(", ")
    smoothed = ["jm", "dir", "3mm", "2s", "2s-i", "4mm", "class", "lbdm"]
    others = ["tfisf", "bm25", "bm25f", "okapi", "bm25l", "bm25plus", "rlm", "trlm", "linked", "learned"]
    assert sorted(known) == sorted([*smoothed, *others, *PRESETS, *tuned_presets()])
    assert all(parse_scorer(choice) for choice in known)


PARAMETERS = st.builds(
    "{}({})".format, st.sampled_from(["jm", "rlm", "trlm", "2s", "3mm", "bm25"]), st.text("lamgkbRK=,. ()05einf-_")
)


@given(st.one_of(st.text(max_size=20), PARAMETERS))
@examples(300)
def test_any_text_is_a_scorer_or_a_scorer_error(text: str) -> None:
    try:
        scorer = parse_scorer(text)
    except ScorerError as error:
        assert "expected" in str(error)  # noqa: PT017
    else:
        assert parse_scorer(str(scorer)) == scorer


def test_a_scorer_error_can_be_caught_as_its_parents() -> None:
    assert issubclass(ScorerError, ParameterError)
    assert issubclass(ScorerError, TweetctxError)
    assert issubclass(ScorerError, ValueError)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: RelevanceModel(lam=0.0), f"lam: found 0.0, expected {LAM}"),
        (lambda: RelevanceModel(lam=True), f"lam: found True, expected {LAM}"),
        (lambda: QueryLikelihood(prior="none"), "prior: found none, expected one of uniform, importance, length"),
        (lambda: RelevanceModel(R=0), "R: found 0, expected a whole number from 1"),
        (lambda: RelevanceModel(rank="KL"), "rank: found KL, expected one of product, mean, kl"),
        (lambda: Topical(K=0), "K: found 0, expected a whole number from 1"),
    ],
)
def test_a_value_out_of_range_cannot_be_made_in_code_either(build: type[Scorer], message: str) -> None:
    with pytest.raises(ScorerError) as caught:
        build()
    assert str(caught.value) == message


@given(SCORERS)
@examples(30)
def test_a_scorer_is_a_value(scorer: QueryLikelihood | RelevanceModel) -> None:
    for field in fields(scorer):
        with pytest.raises(FrozenInstanceError):
            setattr(scorer, field.name, None)
        with pytest.raises(FrozenInstanceError):
            delattr(scorer, field.name)
    assert copy.deepcopy(scorer) == scorer
    assert pickle.loads(pickle.dumps(scorer)) == scorer  # noqa: S301
    assert {scorer: 1}[copy.copy(scorer)] == 1


def test_different_scorers_are_different() -> None:
    specs = ["jm", "jm(lam=0.5)", "jm(prior=length)", "jm(prior_weight=2)", "jm(terms=idf)", "rlm", "rlm(R=3)"]
    specs += ["rlm(lam=0.5)", "rlm(estimate=rm2)", "rlm(rank=mean)", "trlm", "trlm(K=2)", "trlm(seed=2)"]
    specs += ["jm(lam=0)", "dir", "class", "3mm", "3mm(context=window)", "3mm(window=2)", "2s", "2s-i", "4mm"]
    specs += ["lbdm", "lbdm(topics=x)", "trlm(lda=gensim)", "trlm(topics=x)"]
    specs += ["tfisf", "tfisf(idf=doc)", "bm25", "bm25(b=1)", "bm25f", "okapi", "bm25l", "bm25plus", "bm25l(delta=1)"]
    assert len({parse_scorer(spec) for spec in specs}) == len(specs)
    assert len({str(parse_scorer(spec)) for spec in specs}) == len(specs)


@pytest.mark.parametrize("name", [name for name in PRESETS if name != "default"])  # which needs to know what is named
def test_a_preset_prefers_the_words_of_the_query(name: str) -> None:
    pool = Pool.from_documents([[["whitney", "houston"], ["funeral", "church"]], [["houston", "texas"]]])
    about, beside, _ = parse_scorer(name).score(["whitney", "houston"], pool).tolist()
    assert about > beside


def test_specs_that_won_in_experiments_have_names() -> None:
    names = tuned_presets()
    assert {"wikiqa-2s-i", "selqa-4mm", "multirc-3mm"} <= names.keys()
    for name, spec in names.items():
        scorer = parse_scorer(name)
        assert scorer == parse_scorer(spec)
        assert parse_scorer(str(scorer)) == scorer
