"""The terms of measures: by hand, and against a second implementation of the measures, where that is at hand."""

import importlib.util
import json
import os
import random
import re
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest
import Stemmer
from spacy.lang.en.stop_words import STOP_WORDS

from tweetctx.errors import ParameterError
from tweetctx.evaluation.contexts import evaluate_contexts
from tweetctx.evaluation.dissimilarity import dissimilarities
from tweetctx.evaluation.references import read_references
from tweetctx.evaluation.tokenizer import tokenizer
from tweetctx.runs import RunContext, RunSentence

DATA = Path(os.environ.get("TWEETCTX_DATA", "nowhere"))
BENCH = DATA.parent / "bench" / "context_quality.py"


def test_english_by_hand() -> None:
    terms = tokenizer()
    assert terms("The 3,000 singers weren't in New_York's café.") == [
        "3",
        "000",
        "singer",
        "weren",
        "t",
        "new_york",
        "s",
        "café",
    ]
    assert terms("HOUSTON's songs") == ["houston", "s", "song"]
    assert terms("") == []


def test_english_is_spacy_s_stop_words_and_snowball_s_stems() -> None:
    words = [*sorted(filter(str.isalpha, STOP_WORDS)), "running", "cities", "a1", "naïve"]
    text = " ".join(word.upper() for word in words)
    stem = Stemmer.Stemmer("english").stemWord
    assert tokenizer()(text) == [stem(w) for w in re.findall(r"\w+", text.lower()) if w not in STOP_WORDS]


@pytest.mark.parametrize(
    ("language", "text", "terms"),
    [
        ("de", "Die Häuser der Städte", ["haus", "stadt"]),
        ("fr", "L'homme des villes", ["homm", "vill"]),
        ("es", "Las canciones", ["cancion"]),
    ],
)
def test_other_languages_have_their_own(language: str, text: str, terms: list[str]) -> None:
    assert tokenizer(language)(text) == terms


def test_marks_belong_to_words_of_other_scripts() -> None:
    assert len(tokenizer("hi")("हिन्दी भाषा")) == 2


def test_an_unknown_language() -> None:
    with pytest.raises(ParameterError, match="language: found 'tlh'"):
        tokenizer("tlh")


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    if not BENCH.is_file():
        pytest.skip("no second implementation beside TWEETCTX_DATA")
    spec = importlib.util.spec_from_file_location("context_quality", BENCH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.thorough
def test_the_second_implementation_has_the_same_terms_and_dissimilarities(bench: ModuleType) -> None:
    texts = [one.text for one in read_references(DATA / "tweets" / "linked-dev.refs.jsonl")]
    terms = tokenizer()
    assert len(texts) > 1000
    for reference, summary in pairwise(texts):
        theirs = [bench.dissimilarity(*pair) for pair in zip(bench.grams(reference), bench.grams(summary), strict=True)]
        assert [*dissimilarities(terms(reference), terms(summary)).values()] == pytest.approx(theirs, abs=1e-12)


def test_the_second_implementation_gives_contexts_the_same_scores(
    bench: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = DATA / "tweets" / "tweeki-dev.refs.jsonl"
    references = read_references(path)
    contexts = made_up(random.Random(5), [(one.id, one.text, one.entities) for one in references])  # noqa: S311
    records = [
        {"id": one.id, "text": one.text, "sentences": [{"title": sentence.title} for sentence in one.sentences]}
        for one in contexts
    ]
    (tmp_path / "contexts.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    bench.main(tmp_path / "contexts.jsonl", path)
    theirs = json.loads(capsys.readouterr().out)
    ours = evaluate_contexts("run", contexts, references)
    names = ("unigram", "bigram", "skip", "entity_recall", "entity_precision", "entity_f1", "first")
    assert {name: round(ours.means[name], 4) for name in names} == {name: theirs[name] for name in names}
    assert (len(ours.topics), ours.values["silent"].sum()) == (theirs["tweets"], theirs["silent"])
    assert 0 < theirs["silent"] < theirs["tweets"]
    assert 0.1 < theirs["entity_f1"] < 0.9


def made_up(dice: random.Random, cases: list[tuple[str, str, tuple[str, ...]]]) -> list[RunContext]:
    """Contexts with right and wrong articles in any order, for some of the cases none."""
    made = []
    for identifier, text, entities in cases:
        titles = [title for title in (*entities, "Nothing", "Else") if dice.random() < 0.5]
        dice.shuffle(titles)
        words = text.split()
        start = dice.randrange(len(words))
        sentences = tuple(RunSentence(" ".join(words[start : start + 9]), title, 0.0) for title in titles)
        if dice.random() < 0.9:
            made.append(RunContext(identifier, sentences, " ".join(sentence.text for sentence in sentences)))
    return made
