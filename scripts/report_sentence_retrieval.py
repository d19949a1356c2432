"""Writes docs/sentence-retrieval.md and models/tuned.toml from the folders that `tweetctx experiment` wrote.

    .venv/bin/python scripts/report_sentence_retrieval.py RESULTS...

RESULTS are the folders of models/wikiqa.toml, models/selqa.toml and models/multirc.toml, and of those with topics,
models/wikiqa-topics.toml and so on. Given the latter alone, it writes the page's part about topics anew.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr

from tweetctx.arrays.types import Floats
from tweetctx.errors import TweetctxError
from tweetctx.evaluation.experiments import read_experiment
from tweetctx.evaluation.experiments.questions import Question, QuestionObjective, QuestionTask
from tweetctx.evaluation.experiments.results import ResultsFolder
from tweetctx.evaluation.experiments.search import count_shared
from tweetctx.evaluation.rankings import MEASURES
from tweetctx.evaluation.significance import ALPHA, compare, holm
from tweetctx.evaluation.tables import markdown_table
from tweetctx.scoring import parse_scorer
from tweetctx.scoring.query_likelihood import importance

ROOT = Path(__file__).parents[1]
LIKELIHOOD = "dir(mu=100)"
SHARED = "queries whose document others have on which parameters were chosen"
SURVEYED = (
    "length of relevant sentences",
    "length of others",
    "rank correlation of importance with length",
    "spread of importance",
    "spread of likelihood",
)
HEAD = """\
# The specs that won, by experiment and model; docs/sentence-retrieval.md has what they were measured with.
# Written by scripts/reproduce sentence-retrieval.
"""
TOPICS = "## Topics of the collection, and of twenty documents"
SMOOTHED = (
    "jm",
    "dir",
    "3mm",
    "3mm(context=window)",
    "2s",
    "2s(context=window)",
    "2s-i",
    "2s-i(context=window)",
    "4mm",
)


@dataclass(frozen=True)
class Results:
    """An experiment's folder: its name, the collection it measured, and the rows of its table by model."""

    folder: Path
    collection: str
    rows: dict[str, dict[str, str]]
    cache: dict[str, Floats] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path) -> Results:
        """Reads a folder."""
        with (folder / "results.csv").open(encoding="utf-8", newline="") as file:
            rows = [*csv.DictReader(file)]
        return cls(folder, rows[0]["collection"], {row["model"]: row for row in rows})

    def value(self, model: str) -> float:
        """A model's MAP."""
        return float(self.rows[model]["MAP"])

    def by_query(self, model: str) -> Floats:
        """A model's average precision by query."""
        if model not in self.cache:
            self.cache[model] = ResultsFolder(self.folder).values(self.collection, model)[:, 0]
        return self.cache[model]


@dataclass(frozen=True)
class Claim:
    """What the papers say, as pairs of models of which the first should be better, and what may explain the outcome.

    claimed: whether they say so; otherwise the pairs are merely of interest.
    """

    title: str
    says: str
    pairs: tuple[tuple[str, str], ...]
    why: str
    claimed: bool = True


def with_options(model: str, options: str) -> str:
    """A model's label with further options: `2s-i(context=window, prior=length)`."""
    return f"{model[:-1]}, {options})" if model.endswith(")") else f"{model}({options})"


def pairs_with(options: str, models: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Models with some options against the same without."""
    return tuple((with_options(model, options), model) for model in models)


CLAIMS = (
    Claim(
        "The importance of a sentence in its document, at the papers' weight",
        "Fernández, Losada and Azzopardi: the prior p(d|s) improves every smoothing on the Novelty collections.",
        pairs_with("prior=importance, prior_weight=1", (*SMOOTHED, "class")),
        "The prior is a sum over all terms of a sentence. Each of them adds ln(p(t|d)/p(t)), and a document here is a "
        "paragraph or a section of some ten sentences, in which almost every term is many times as likely as in the "
        "collection. So nearly every term adds several nats: the table of collections shows that the prior ranks "
        "sentences as their length does, and that it varies among them by several times what the query does. A "
        "document of the Novelty tracks is longer, and says less of one thing; whether that makes the difference, "
        "only those collections can tell.",
    ),
    Claim(
        "The same prior with a tuned weight",
        "The papers do not tune the weight. Weights down to 0.01 are among the choices.",
        pairs_with("prior=importance", (*SMOOTHED, "class")),
        "What is left of the prior is a mild preference for long sentences that are about what their document is "
        "about; the length prior below, where it has a like effect, says how much of that may be length alone.",
        claimed=False,
    ),
    Claim(
        "The length of a sentence as a prior",
        "Fernández et al. set it beside no prior in their figure 5.",
        pairs_with("prior=length, prior_weight=1", (*SMOOTHED, "class")),
        "JM and DIR reward a match in a short sentence more than in a long one. The table of collections has how "
        "much longer than others relevant sentences are: in WikiQA by more than a third, in the other two by little, "
        "so that there is little to correct.",
        claimed=False,
    ),
    Claim(
        "Local context: smoothing by the text around",
        "Fernández et al.: mixtures with the document (3MM, 2S, 2S-I) improve on JM and DIR.",
        (
            ("3mm", "jm"),
            ("2s", "dir"),
            ("2s-i", "dir"),
            ("4mm", "3mm"),
            ("3mm(context=window)", "jm"),
            ("2s(context=window)", "dir"),
            ("2s-i(context=window)", "dir"),
        ),
        "All candidates of a question here stand in one document. p(t|d) is then the same for all of them, so it "
        "cannot say which sentence stands in a fitting document, as it does when a topic has 25. What a "
        "document changes is how much a match in the sentence weighs beside its length and beside terms that the "
        "document has anyway; a window differs from candidate to candidate.",
    ),
    Claim(
        "The window of a sentence instead of its document",
        "Murdock, and Fernández et al., smooth by either.",
        (
            ("3mm(context=window)", "3mm"),
            ("2s(context=window)", "2s"),
            ("2s-i(context=window)", "2s-i"),
            ("tfisf(context=window, alpha=tuned)", "tfisf(alpha=tuned)"),
            ("bm25f(context=window)", "bm25f"),
        ),
        "A window lends each sentence the terms of its neighbours. That can help where an answer takes several "
        "sentences, as the questions of MultiRC do; where one sentence answers, as in WikiQA and SelQA, it lends the "
        "terms of the answer to the sentences beside it.",
        claimed=False,
    ),
    Claim(
        "Two stages, inverted",
        "Fernández et al.: 2S-I, whose length correction favours long sentences, is better than 2S and 3MM.",
        (
            ("2s-i", "2s"),
            ("2s-i", "3mm"),
            ("2s-i(context=window)", "2s(context=window)"),
            ("2s-i(context=window)", "3mm(context=window)"),
        ),
        "The figure of length corrections shows the difference: a query term that the document has and the "
        "sentence lacks costs a long sentence less in 2S-I, and more in 2S. That fits the outcome for the length "
        "prior: 2S-I gains where relevant sentences are longer than others, and there 2S with the prior comes near.",
    ),
    Claim(
        "Query terms weighed by their inverse sentence frequency",
        "The claim is that w(t) = isf improves query likelihood.",
        pairs_with("terms=isf", (*SMOOTHED, "class")),
        "Query likelihood rewards rare terms already: beside a sentence without the term, a match adds about "
        "ln(p(t|θ)/p(t)). A further weight counts that twice.",
    ),
    Claim(
        "Classes of words",
        "Momtazi and Klakow: the class model improves on Dirichlet smoothing, as a sentence may use another word.",
        (("class", "dir"), ("class(terms=isf)", "dir(terms=isf)")),
        "The classes here are made of each collection's own text, some 10,000 words with few bigrams each; Momtazi "
        "and Klakow had the text of a newswire collection. Rare words, which decide on rankings, may share a class "
        "with strangers. `classes` in the experiment's file takes classes from a larger text.",
    ),
    Claim(
        "Matching models with context",
        "Fernández et al. add context to TF-ISF and BM25, too: tfmix and BM25F.",
        (("tfisf(alpha=tuned)", "tfisf"), ("bm25f", "bm25"), ("2s-i", "tfisf"), ("2s-i", "bm25")),
        "With one document for all candidates, tfmix weighs down what the document repeats: a repeated term is one "
        "of the topic, and does not tell its sentences apart.",
        claimed=False,
    ),
)

TOPIC_CLAIM = Claim(
    TOPICS.removeprefix("## "),
    "DCU's run 187 estimates topics from the documents found, anew for each query; Wei and Croft estimate them once, "
    "from the collection. The papers do not compare the two.",
    (
        ("trlm(lda=collection, lam=0.4)", "trlm(lam=0.4)"),
        ("trlm(lda=collection, lam=0.4)", "rlm(lam=0.4)"),
        ("trlm(lam=0.4)", "rlm(lam=0.4)"),
        ("lbdm", "dir"),
    ),
    "`trlm` has topics of twenty documents, K = 5, and with `lda=collection` the 50 topics of all documents of the "
    "experiment; `rlm` has none; all three have run 187's R and lam, but the estimate rm1 and the rank kl. Runs 186 "
    "and 187 themselves (`dcu-186`, `dcu-187`) have rm2 and product, a sum over a sentence's terms, which ranks short "
    "sentences first. `lbdm` mixes `dir` with the topics of the collection, and its weights are tuned. What may "
    "explain it: fifty topics of a whole collection are broad, and give nearly the same probabilities to all words of "
    "a subject, so that they hardly tell a document's sentences apart. Those of the twenty documents that share words "
    "with the question are narrower.",
    claimed=False,
)


def topics_part(results: Sequence[Results]) -> Iterator[str]:
    """The part of the page about topics."""
    table, words = outcome_table(TOPIC_CLAIM, results)
    yield TOPICS
    yield f"{TOPIC_CLAIM.says} Here: {words}."
    yield table
    yield TOPIC_CLAIM.why
    yield map_table(results)


def outcome_table(claim: Claim, results: Sequence[Results]) -> tuple[str, str]:
    """A claim's differences of MAP as a table, and in words how many of them are what the papers say."""
    rows = []
    tests = {
        r.collection: [compare(r.by_query(a), r.by_query(b), resamples=0) for a, b in claim.pairs] for r in results
    }
    corrected = {name: holm([test.p for test in found]) for name, found in tests.items()}
    for row, (first, second) in enumerate(claim.pairs):
        cells = [_cell(tests[r.collection][row].mean, corrected[r.collection][row]) for r in results]
        rows.append([f"`{first}` − `{second}`", *cells])
    words = [
        _in_words(name, claim.claimed, [test.mean for test in found], corrected[name]) for name, found in tests.items()
    ]
    return markdown_table(["first − second", *(r.collection for r in results)], rows), "; ".join(words)


def _cell(difference: float, p: float) -> str:
    text = f"{difference:+.4f}".replace("-", "−")
    return f"**{text}**" if p < ALPHA else text


def _in_words(collection: str, claimed: bool, differences: Sequence[float], p: Sequence[float]) -> str:
    up = sum(d > 0 and value < ALPHA for d, value in zip(differences, p, strict=True))
    down = sum(d < 0 and value < ALPHA for d, value in zip(differences, p, strict=True))
    verdict = {(True, False): "agrees", (False, True): "disagrees", (True, True): "is divided"}
    said = f" {verdict.get((up > 0, down > 0), 'does not tell')}" if claimed else ""
    return f"{collection}{said} ({up} better, {down} worse, {len(p) - up - down} undecided, of {len(p)})"


def map_table(results: Sequence[Results]) -> str:
    """MAP of all models on all collections; the best of each in bold."""
    best = {r.collection: max(map(r.value, r.rows)) for r in results}
    rows = []
    for model in results[0].rows:
        cells = []
        for r in results:
            value = r.value(model) if model in r.rows else math.nan
            cells.append(
                "" if math.isnan(value) else f"**{value:.4f}**" if value == best[r.collection] else f"{value:.4f}"
            )
        rows.append([f"`{model}`", *cells])
    return markdown_table(["model", *(r.collection for r in results)], rows)


def best_table(results: Sequence[Results]) -> str:
    """The best variant of each model, chosen on what was tuned on, and what it has where it is measured."""
    rows = []
    for r in results:
        by_name: dict[str, dict[str, str]] = {}
        for row in r.rows.values():
            if row["name"] not in by_name or float(row["tuning"]) > float(by_name[row["name"]]["tuning"]):
                by_name[row["name"]] = row
        for name, row in by_name.items():
            rows.append(
                [r.collection, name, f"`{row['model']}`", *(f"{float(row[measure]):.4f}" for measure in MEASURES)]
            )
    header = ["collection", "model", "chosen on the tuning side", *MEASURES]
    return markdown_table(header, rows, words=(0, 1, 2))


def survey_of_experiment(folder: Path) -> dict[str, float]:
    """Returns what the collection is like that an experiment of models/ measured on, and what it shares."""
    name = json.loads((folder / "experiment.json").read_bytes())["name"]
    experiment = read_experiment(ROOT / "models" / f"{name}.toml")
    assert isinstance(experiment.task, QuestionTask)  # noqa: S101
    found = survey(experiment.task.objectives()[0 if experiment.split.folds else 1])
    return found | {SHARED: float(count_shared(experiment.task.labels, experiment.split)[0])}


def survey(objective: QuestionObjective) -> dict[str, float]:
    """Returns what a collection is like, as means over its queries.

    Of queries whose sentences are all relevant or all of one length, which say nothing of either, only the first
    three. importance: ln p(d|s), the prior; likelihood: the score of `dir(mu=100)`; spread: their standard deviation
    among the sentences of a query, in nats.
    """
    queries = objective.questions
    telling = [query for query in queries if not query.relevant.all() and np.ptp(query.pool.sentences.lengths)]
    found = {
        "queries": float(len(queries)),
        "sentences": float(np.mean([len(query.pool) for query in queries])),
        "query terms": float(np.mean([len(query.query.terms) for query in queries])),
    }
    for name, values in zip(SURVEYED, zip(*map(_survey_of, telling), strict=True), strict=False):
        found[name] = float(np.mean(values))
    return found


def _survey_of(query: Question) -> tuple[float, ...]:
    lengths, prior = query.pool.sentences.lengths, importance(query.pool)
    likelihood = parse_scorer(LIKELIHOOD).score(query.query, query.pool)
    finite = likelihood[np.isfinite(likelihood)]
    correlation = spearmanr(lengths, prior).statistic if np.ptp(prior) else 0.0
    means = lengths[query.relevant].mean(), lengths[~query.relevant].mean()
    return (*map(float, means), float(correlation), float(prior.std()), float(finite.std()))


def collections_table(results: Sequence[Results]) -> str:
    """What the collections are like."""
    surveys = [survey_of_experiment(r.folder) for r in results]
    where = []
    for r in results:
        about = json.loads((r.folder / "experiment.json").read_bytes())
        folds = about["split"]["folds"]
        where.append(f"the other of {folds} folds" if folds else next(iter(about["collections"])))
    rows = [[what, *(f"{found[what]:,.4g}" for found in surveys)] for what in surveys[0]]
    return markdown_table(["", *(r.collection for r in results)], [["parameters chosen on", *where], *rows])


def page(results: Sequence[Results]) -> Iterator[str]:
    """The parts of the page."""
    yield "# Sentence retrieval: the models measured"
    yield (
        "`scripts/reproduce sentence-retrieval` writes this page from the results of `tweetctx experiment` on "
        "`models/wikiqa.toml`, `models/selqa.toml` and `models/multirc.toml`. None of these is a collection of the "
        "papers: those used TREC's Novelty tracks, which are newswire under licence, with 25 stories and hundreds of "
        "sentences a topic. Here a question has one document of some ten sentences, nearly always with one answer "
        "(MultiRC: two or three). Whoever has the tracks gets the papers' tables with `models/papers.toml`."
    )
    yield collections_table(results)
    yield (
        "Terms are words without stemming and without stop words, as in the paper. Parameters were chosen by MAP among "
        "the papers' values; questions without an answer are left out; measures are those of ir_measures on the runs "
        "that the folder of results keeps. WikiQA-dev is small: differences of 0.03 are within chance there."
    )
    yield "## The best variant of each model"
    yield "Chosen where parameters were chosen, so that it is not the best by luck."
    yield best_table(results)
    yield "## What the papers say, and what is found here"
    yield (
        "Differences of MAP; in bold p < 0.05 by the two-tailed paired t-test over questions, after Holm's correction "
        "for the column. `importance` and `length` are priors, their weight tuned unless it is given."
    )
    for claim in CLAIMS:
        table, words = outcome_table(claim, results)
        yield f"### {claim.title}"
        yield f"{claim.says} Here: {words}."
        yield table
        yield claim.why
    yield "## Length corrections"
    yield "What a query term adds that the sentence lacks, by the sentence's length; constants as shown."
    yield "![Length corrections of DIR, 2S and 2S-I](figures/length-correction.svg)"
    for r in results:
        yield f"![Models with different priors on {r.collection}](figures/prior-{r.collection}.svg)"
    yield "## MAP of all models"
    yield map_table(results)


def write(folders: Sequence[Path]) -> None:
    """Writes the page, its figures and the tuned specs; only its last part if there are results with topics alone."""
    topical = [folder for folder in folders if folder.name.endswith("-topics")]
    path = ROOT / "docs" / "sentence-retrieval.md"
    old, mark, last = path.read_text("utf-8").partition(f"\n\n{TOPICS}\n")
    part = "\n\n".join(topics_part([Results.read(folder) for folder in topical])) + "\n" if topical else ""
    if others := [folder for folder in folders if folder not in topical]:
        old = write_models(others)
    path.write_text(f"{old.rstrip()}\n\n{part}" if part else f"{old.rstrip()}{mark}{last}", "utf-8")


def write_models(folders: Sequence[Path]) -> str:
    """Writes figures and the tuned specs, and returns the page without its part about topics."""
    results = [Results.read(folder) for folder in folders]
    figures = ROOT / "docs" / "figures"
    figures.mkdir(parents=True, exist_ok=True)
    for r in results:
        name = f"prior-{r.collection}.svg"
        shutil.copyfile(r.folder / "figures" / name, figures / name)
    tuned = [HEAD, *((folder / "tuned.toml").read_text("utf-8") for folder in folders)]
    (ROOT / "models" / "tuned.toml").write_text("\n".join(tuned), "utf-8")
    return "\n\n".join(page(results))


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description="Writes docs/sentence-retrieval.md from folders of results.")
    parser.add_argument("results", nargs="+", type=Path, help="folders that `tweetctx experiment` wrote")
    try:
        write(parser.parse_args().results)
    except (TweetctxError, OSError) as error:
        parser.exit(1, f"report_sentence_retrieval: {error}\n")


if __name__ == "__main__":
    main()
