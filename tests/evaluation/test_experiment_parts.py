"""The parts of an experiment: scores and measures of all queries at once, corrections, classes, grids, figures."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from length_corrections import draw_length_corrections, length_correction
from report_sentence_retrieval import Claim, Results, outcome_table, survey
from tiny_experiment import WORDS, Tiny

from tweetctx import parse_scorer
from tweetctx.arrays.types import Ints
from tweetctx.errors import ParameterError
from tweetctx.evaluation.collections import read_collection
from tweetctx.evaluation.experiments.families import DEFAULT_GRIDS, ModelFamily, expand
from tweetctx.evaluation.experiments.questions import QuestionObjective, QuestionTask, Source
from tweetctx.evaluation.experiments.results import slug
from tweetctx.evaluation.experiments.runner import code_checksum
from tweetctx.evaluation.experiments.search import Split, count_shared, search
from tweetctx.evaluation.rankings import RankedLabels
from tweetctx.evaluation.sentences import evaluate_run
from tweetctx.evaluation.significance import holm
from tweetctx.presets import parse_preset
from tweetctx.runs.trec import Judgement, ranking
from tweetctx.scoring import Pool
from tweetctx.scoring.classes import TermClasses, classes_of_index, write_classes
from tweetctx.scoring.topics import TopicModel, write_topics

SPECS = [
    "jm(lam=0.3)",
    "jm(lam=0, terms=idf)",
    "dir(mu=10, prior=length, prior_weight=0.5)",
    "3mm(lam=0.2, gam=0.3, context=window)",
    "2s(lam=0.3, mu=50, terms=isf)",
    "2s-i(lam=0.3, mu=50, context=window, window=2, prior=importance)",
    "4mm(lam=0.2, gam=0.3, eta=0.4, terms=icf, prior=importance, prior_weight=0)",
    "class(mu=5)",
    "class(mu=5, terms=isf, prior=length)",
    "tfisf",
    "tfisf(alpha=0.3, context=window, idf=doc)",
    "bm25(k1=1.2, b=0.5)",
    "bm25f(b=0.2, b_context=0.3, context=window)",
    "okapi",
    "lbdm",
    "lbdm(lam=0.2, mu=5, terms=isf, prior=length)",
]


@pytest.fixture(scope="module")
def objective(tmp_path_factory: pytest.TempPathFactory) -> QuestionObjective:
    path = tmp_path_factory.mktemp("parts") / "tiny.tsv"
    tiny = Tiny(3, queries=30)
    tiny.documents[4][1] = []  # a sentence without terms
    tiny.queries[5][1][:] = ["unheard"]  # a query without known terms
    tiny.write(path)
    (path.parent / "classes").write_text("amber\t1\nbirch\t1\ncedar\t2\ndelta\t2\nember\t2\n")
    parameters = np.random.default_rng(2).gamma(0.5, 8.0, (len(WORDS) - 3, 4)).astype(np.float32) + np.float32(0.01)
    write_topics(TopicModel(WORDS[3:], parameters, 0.4), path.parent / "topics")
    files = path.parent / "classes", path.parent / "topics"
    return QuestionObjective(read_collection(path), "tiny", "MAP", "plain", *files)


@pytest.mark.parametrize("spec", SPECS)
def test_all_questions_at_once_are_the_same_as_one_by_one(spec: str, objective: QuestionObjective) -> None:
    scorer = parse_scorer(spec)
    with np.errstate(divide="ignore"):
        expected = [scorer.score(question.query, question.pool) for question in objective.questions]
    for _ in range(2):  # the second time with what is kept of the first
        assert np.array_equal(objective.scores(scorer), np.concatenate(expected))
    assert any(not len(question.query.terms) for question in objective.questions)
    assert any((question.pool.sentences.lengths == 0).any() for question in objective.questions)


@pytest.mark.parametrize("spec", ["rlm(R=4)", "rlm(R=7, estimate=rm2, rank=mean)", "trlm(R=5, lda=collection)"])
def test_relevance_models_take_the_best_documents_of_all(spec: str, objective: QuestionObjective) -> None:
    scorer = parse_scorer(spec)
    expected = [scorer.score(one.query, objective.pool)[one.pool.numbers] for one in objective.questions]
    assert objective.scores(scorer) == pytest.approx(np.concatenate(expected), rel=1e-9)


def test_a_document_of_several_questions(tmp_path: Path) -> None:
    tiny = Tiny(4, queries=6)
    tiny.queries = [(name, terms, 2, tiny.queries[2][3]) for name, terms, _, _ in tiny.queries]
    found = QuestionObjective(read_collection(tiny.write(tmp_path / "tiny.tsv")), "tiny", "MAP", "plain")
    assert len({one.ids for one in found.questions}) == 1 < len(found.questions)
    for spec in ("2s-i(context=window, prior=importance)", "4mm"):
        expected = [parse_scorer(spec).score(one.query, one.pool) for one in found.questions]
        assert np.array_equal(found.scores(parse_scorer(spec)), np.concatenate(expected))


@given(
    st.lists(
        st.lists(st.tuples(st.booleans(), st.sampled_from([-math.inf, -1.0, 0.0, 0.5, 2.0])), min_size=0, max_size=14),
        min_size=1,
        max_size=8,
    )
)
def test_measures_of_all_questions_are_those_of_ir_measures(queries: list[list[tuple[bool, float]]]) -> None:
    labels = [np.array([True, *(label for label, _ in query)]) for query in queries]
    scores = [np.array([0.0, *(score for _, score in query)]) for query in queries]
    found = RankedLabels(labels).measures(np.concatenate(scores))
    ids = [[f"d{place}" for place in range(len(own))] for own in scores]
    run = [
        entry
        for number, (docnos, own) in enumerate(zip(ids, scores, strict=True))
        for entry in ranking(f"q{number}", docnos, own, ranks_as_scores=True)
    ]
    qrels = [
        Judgement(f"q{number}", docno, int(label))
        for number, (docnos, own) in enumerate(zip(ids, labels, strict=True))
        for docno, label in zip(docnos, own, strict=True)
    ]
    expected = np.stack([*evaluate_run("run", run, qrels).values.values()], axis=1)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_measures_need_numbers() -> None:
    with pytest.raises(ParameterError, match="scores: found nan"):
        RankedLabels([np.array([True, False])]).measures(np.array([0.0, math.nan]))


def test_holm_by_hand() -> None:
    # In order .01 .02 .03 .04: times 4, 3, 2, 1 gives .04 .06 .06 .04, and no value below the one before.
    assert holm([0.03, 0.01, 0.04, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []
    found = holm([math.nan, 0.02, 0.01])
    assert math.isnan(found[0])
    assert found[1:] == pytest.approx([0.02, 0.02])


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_corrects_upwards_and_keeps_the_order(p: list[float]) -> None:
    found = holm(p)
    assert all(before <= after <= min(1.0, before * len(p)) + 1e-15 for before, after in zip(p, found, strict=True))
    assert [found[i] for i in sorted(range(len(p)), key=lambda i: p[i])] == sorted(found)


def test_default_grids_are_the_papers() -> None:
    assert DEFAULT_GRIDS["lam"] == DEFAULT_GRIDS["gam"] == (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
    assert DEFAULT_GRIDS["mu"] == (1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000)
    assert DEFAULT_GRIDS["k1"] == (1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2.0)
    assert DEFAULT_GRIDS["b"] == (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
    assert DEFAULT_GRIDS["alpha"] == DEFAULT_GRIDS["b"]
    assert DEFAULT_GRIDS["k3"] == (0,)


def test_weights_that_add_to_more_than_one_are_passed_over() -> None:
    (family,) = expand({"model": "3mm"}, {}, "x")
    tried = []

    def value(point: object) -> float | None:
        try:
            tried.append(family.spec(point))  # type: ignore[arg-type]
        except ParameterError:
            return None
        return 0.0

    search(family, value, 100)
    assert len(tried) == len(set(tried)) == 45  # lam = 0.1 to 0.9, gam = 0.1 to 1 − lam


def test_families_are_products_of_words_with_grids_of_numbers() -> None:
    table = {"model": "2s-i", "context": ["window", "document"], "prior": ["uniform", "length"], "mu": [5], "lam": 0.3}
    found = [*expand(table, {"prior_weight": (3.0,)}, "x")]
    assert [family.label for family in found] == [
        "2s-i(context=window, lam=0.3)",
        "2s-i(context=window, prior=length, lam=0.3)",
        "2s-i(lam=0.3)",
        "2s-i(prior=length, lam=0.3)",
    ]
    assert [dict(family.grid) for family in found[:2]] == [{"mu": (5,)}, {"mu": (5,), "prior_weight": (3.0,)}]
    assert found[1].spec({"mu": 5, "prior_weight": 3.0}) == (
        "2s-i(lam=0.3, mu=5, context=window, prior=length, prior_weight=3)"
    )
    assert [*expand({"spec": ["default", "jm( lam=0.5 )"]}, {}, "x")] == [
        ModelFamily("default", str(parse_preset("default"))),
        ModelFamily("jm(lam=0.5)", "jm(lam=0.5)"),
    ]
    (mixed,) = expand({"model": "tfisf", "alpha": "grid"}, {}, "x")
    assert (mixed.label, dict(mixed.grid)) == ("tfisf(alpha=tuned)", {"alpha": DEFAULT_GRIDS["alpha"]})
    named = [*expand({"model": "jm", "terms": ["isf"], "prior": ["length", "importance"]}, {}, "x")]
    assert [one.label for one in named] == [  # words in the order of the table
        "jm(terms=isf, prior=length)",
        "jm(terms=isf, prior=importance)",
    ]
    (plain,) = expand({"model": "tfisf"}, {}, "x")
    assert (plain.label, dict(plain.grid)) == ("tfisf", {})
    (windows,) = expand({"model": "2s-i", "context": "window"}, {}, "x")
    assert "window" not in windows.grid


def test_classes_of_a_collection_put_words_with_the_same_neighbours_together() -> None:
    documents = [[["the", day, "was", "long"], ["on", day, "we", "left"]] * 4 for day in ("monday", "friday")]
    documents += [[["in", town, "people", "sing"], ["near", town, "rivers", "meet"]] * 4 for town in ("paris", "rome")]
    found = classes_of_index(Pool.from_documents(documents).engine, classes=6).of
    assert found["monday"] == found["friday"] != found["paris"] == found["rome"]
    assert len(set(found.values())) == 6
    assert Pool.from_documents(documents, found).classes.cf.max() > 8
    assert classes_of_index(Pool.from_documents([[["alone"], ["single"]]]).engine, classes=5).of == {}


def test_classes_are_kept_for_the_same_text_and_number(tmp_path: Path) -> None:
    def task(seed: int, classes: int) -> QuestionTask:
        path = Tiny(seed, queries=4).write(tmp_path / "tiny.tsv")
        return QuestionTask((Source.model_construct(path=path, name="tiny"),), "MAP", "plain", classes)

    (path,) = task(3, 4).with_classes(tmp_path).own_classes
    first = path.read_text()
    marked = first.replace("\t0\n", "\t1\n", 1)
    for content in (marked, "broken"):  # a whole file is taken as it is, any other is made anew
        path.write_text(content)
        task(3, 4).with_classes(tmp_path)
        assert path.read_text() == (marked if content == marked else first)
    for other in (task(3, 5), task(4, 4)):
        path.write_text(marked)
        other.with_classes(tmp_path)
        assert path.read_text() not in (marked, first)


@pytest.mark.parametrize("kind", ["classes", "topics"])
def test_files_of_terms_are_of_the_analyzer_of_the_experiment(kind: str, tmp_path: Path) -> None:
    collection = read_collection(Tiny(3, queries=4).write(tmp_path / "tiny.tsv"))
    write_classes(TermClasses({"amber": 0}, {"analyzer": "english"}), tmp_path / "classes")
    model = TopicModel(["amber"], np.ones((1, 2), np.float32), 0.4, {"analyzer": "english"})
    write_topics(model, tmp_path / "topics")
    file = {kind: tmp_path / kind}
    assert QuestionObjective(collection, "tiny", "MAP", "english", **file).questions
    message = f"{tmp_path / kind}: found terms of the analyzer english, expected those of the analyzer plain"
    with pytest.raises(ParameterError, match=f"^{message}$"):
        QuestionObjective(collection, "tiny", "MAP", "plain", **file)


def test_length_corrections_by_hand() -> None:
    dirichlet = length_correction("dir(mu=100)", 3, 0.01, 0.001)
    assert dirichlet == pytest.approx([math.log(100 / (100 + n)) for n in (1, 2, 3)])
    two_stage = length_correction("2s(lam=0.5, mu=100)", 3, 0.01, 0.001)
    assert two_stage == pytest.approx([math.log(0.5 * 100 / (100 + n) * 10 + 0.5) for n in (1, 2, 3)])
    inverted = length_correction("2s-i(lam=0.5, mu=100)", 3, 0.01, 0.001)
    assert inverted == pytest.approx([math.log(n / (100 + n) * 0.5 * 10 + 100 / (100 + n)) for n in (1, 2, 3)])


@pytest.mark.thorough
def test_length_corrections_as_a_picture(tmp_path: Path) -> None:
    draw_length_corrections(tmp_path / "one.svg")
    draw_length_corrections(tmp_path / "two.svg")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    assert "ln(p(t|θ) / p(t))" in (tmp_path / "one.svg").read_text("utf-8")


def test_a_survey_by_hand(tmp_path: Path) -> None:
    tiny = Tiny(5, queries=12)
    found = survey(QuestionObjective(read_collection(tiny.write(tmp_path / "tiny.tsv")), "tiny", "MAP", "plain"))
    judged = tiny.judged
    assert found["queries"] == len(judged)
    assert found["sentences"] == pytest.approx(np.mean([len(tiny.documents[query[2]]) for query in judged]))
    lengths = [
        ([len(s) for s in tiny.documents[number]], labels)
        for _, _, number, labels in judged
        if not all(labels) and len({len(s) for s in tiny.documents[number]}) > 1
    ]
    relevant = [np.mean([n for n, label in zip(ns, labels, strict=True) if label]) for ns, labels in lengths]
    others = [np.mean([n for n, label in zip(ns, labels, strict=True) if not label]) for ns, labels in lengths]
    assert found["length of relevant sentences"] == pytest.approx(np.mean(relevant))
    assert found["length of others"] == pytest.approx(np.mean(others))
    assert -1 <= found["rank correlation of importance with length"] <= 1


def test_folds_are_dealt_out_in_turn_or_by_a_seed() -> None:
    assert folds_of(5, Split(2)) == [0, 1, 0, 1, 0]
    assert folds_of(5, Split()) == [0] * 5
    drawn = folds_of(101, Split(2, 7))
    assert sorted(np.bincount(drawn).tolist()) == [50, 51]
    assert drawn == folds_of(101, Split(2, 7)) != folds_of(101, Split(2, 8))


def folds_of(topics: int, split: Split) -> list[int]:
    fold: Ints = split.fold_of([[str(topic)] for topic in range(topics)])
    return [int(number) for number in fold]


def test_groups_by_hand() -> None:
    # Topics 0, 2 and 4 share labels in a chain, so do 1 and 5; 3 and 6 are alone.
    labels = [["a"], ["x"], ["a", "b"], ["u"], ["b", "c"], ["x", "y"], []]
    assert Split(2, None, grouped=True).fold_of(labels).tolist() == [0, 1, 0, 1, 0, 1, 0]
    assert Split(3, None, grouped=True).fold_of(labels).tolist() == [0, 1, 0, 2, 0, 1, 2]


def test_topics_with_a_label_of_the_tuning_side_by_hand() -> None:
    # Dealt in turn, topics 0, 2, 4 and 6 are in one fold, 1, 3 and 5 in the other: "a" and "x" are in both.
    labels = [["a"], ["x"], ["b"], ["a"], ["b", "x"], ["y"], []]
    assert count_shared([labels], Split(2)) == (4, 7)
    assert count_shared([labels], Split(2, None, grouped=True)) == (0, 7)
    # Held-out sets: "b" and "y" are known.
    assert count_shared([labels, [["b", "c"], ["c"]], [["y"], []]], Split()) == (2, 4)


@given(st.lists(st.lists(st.sampled_from("abcdefghijklmnop"), max_size=3), min_size=1, max_size=25), st.integers(0, 9))
def test_what_shares_a_label_stays_in_one_fold(labels: list[list[str]], seed: int) -> None:
    fold = Split(3, seed, grouped=True).fold_of(labels)
    for one, other in zip(*np.triu_indices(len(labels), 1), strict=True):
        if set(labels[one]) & set(labels[other]):
            assert fold[one] == fold[other]


def test_the_tuning_sets_of_folds() -> None:
    tuning_sets = Split(2).tuning_sets(np.array([0, 1, 0]))
    assert {name: members.tolist() for name, members in tuning_sets.items()} == {
        "all": [True] * 3,
        "without fold 1": [False, True, False],
        "without fold 2": [True, False, True],
    }


def test_labels_that_read_alike_have_files_of_their_own() -> None:
    labels = ["jm(lam=0.1)", "jm.lam-0.1", "jm lam 0.1", "jm(lam 0.1", "a" * 200, "a" * 201]
    assert len({slug(label) for label in labels}) == len(labels)
    assert slug("2s-i(context=window, prior=length)").startswith("2s-i.context-window.prior-length.")
    assert all(len(slug(label)) < 100 and len(slug(label).split()) == 1 for label in labels)


@pytest.mark.parametrize("module", ["ragged.py", "index/build/a.py", "classes/brown.py", "text/x/y.toml"])
def test_the_checksum_of_the_code_covers_every_module(tmp_path: Path, module: str) -> None:
    for name in ("ragged.py", "index/build/a.py", "classes/brown.py", "text/x/y.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n")
    before = code_checksum(tmp_path)
    assert code_checksum(tmp_path) == before
    (tmp_path / module).write_text("x = 2\n")
    changed = code_checksum(tmp_path)
    assert changed != before
    (tmp_path / module).rename(tmp_path / module.replace(".", "_."))
    assert code_checksum(tmp_path) not in (before, changed)


def test_the_outcome_of_a_claim_by_hand(tmp_path: Path) -> None:
    # The differences of the first pair are .1, .2, .3: t = .2 / (.1 / √3) = 3.46 with 2 degrees of freedom, p = .074.
    # Those of the second are −.1, −.1, −.1001: t is about −3000, and its p, twice itself by Holm, below .05.
    found = Results(tmp_path, "some", {}, {})
    found.cache.update(a=np.array([0.5, 0.5, 0.5]), b=np.array([0.4, 0.3, 0.2]), c=np.array([0.6, 0.6, 0.6001]))
    table, words = outcome_table(Claim("title", "says", (("a", "b"), ("a", "c")), "why"), [found])
    assert table.split("\n") == [
        "| first − second | some |",
        "|---|---:|",
        "| `a` − `b` | +0.2000 |",
        "| `a` − `c` | **−0.1000** |",
    ]
    assert words == "some disagrees (0 better, 1 worse, 1 undecided, of 2)"
