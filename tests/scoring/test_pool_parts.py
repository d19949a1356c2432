"""The part of a pool that stands in some of its documents: its sentences score as in the whole."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from plain_matching import pool_bm25
from plain_models import PlainCollection
from properties import examples
from scoring_cases import (
    CLASSES,
    COLLECTION_MODELS,
    COLLECTION_SPECS,
    DOCUMENTS,
    POOL_MODELS,
    QUERIES,
    Documents,
    agree,
    model,
    spec_of,
)

from tweetctx.errors import ParameterError
from tweetctx.scoring import Pool, Scorer, parse_scorer

Classes = dict[str, int | str]


def places(documents: Documents, chosen: list[int]) -> list[int]:
    """The places in the whole of the sentences of some documents."""
    starts = [sum(map(len, documents[:number])) for number in range(len(documents))]
    return [starts[number] + place for number in chosen for place in range(len(documents[number]))]


@pytest.mark.parametrize(
    ("documents", "message"),
    [
        (["a text"], r"documents\[0\]: found 'a text', expected a list of sentences, each a list of terms"),
        ([[["a"]], ["a text"]], r"documents\[1\]\[0\]: found 'a text', expected a list of terms"),
        ([[["a"], None]], r"documents\[0\]\[1\]: found None, expected a list of terms"),
        ([[["a", 5]]], r"documents\[0\]\[0\]: found \['a', 5\], expected terms that are strings"),
        (None, "^documents: found None, expected a list of documents$"),
        ("a text", "^documents: found 'a text', expected a list of documents$"),
        (iter([]), "^documents: found <list_iterator .*>, expected a list of documents$"),
        ([iter([["a"]])], r"documents\[0\]: found <list_iterator .*>, expected a list of sentences"),
        ([[iter(["a"])]], r"documents\[0\]\[0\]: found <list_iterator .*>, expected a list of terms"),
        ([5], r"documents\[0\]: found 5, expected a list of sentences"),
    ],
)
def test_texts_in_place_of_terms(documents: Any, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        Pool.from_documents(documents)


@pytest.mark.parametrize("classes", [[1], "a", 5])
def test_classes_that_are_no_mapping(classes: Any) -> None:
    with pytest.raises(ParameterError, match=r"^classes: found .*, expected the class of each term, by term$"):
        Pool.from_documents([[["a"]]], classes=classes)


@pytest.mark.parametrize("query", [[5], [["a"]], ["a", None]])
def test_a_query_of_other_things_than_terms(query: Any) -> None:
    pool = Pool.from_documents([[["a"]]])
    with pytest.raises(ParameterError, match=r"query: found the term .*, expected terms, as `analyzer.terms` makes"):
        parse_scorer("dir").score(query, pool)


@pytest.mark.parametrize("name", COLLECTION_MODELS)
@given(st.data(), DOCUMENTS, QUERIES, CLASSES)
@examples(25)
def test_a_sentence_scores_in_a_part_as_in_the_whole(
    name: str, data: st.DataObject, documents: Documents, query: list[str], classes: Classes
) -> None:
    assume(any(sentence for document in documents for sentence in document))
    chosen = data.draw(st.lists(st.sampled_from(range(len(documents))), max_size=4))
    scorer = parse_scorer(spec_of(name, data.draw(model(name))))
    pool = Pool.from_documents(documents, classes=classes)
    whole = scorer.score(query, pool).tolist()
    agree(scorer.score(query, pool.of_documents(chosen)), [whole[place] for place in places(documents, chosen)])


@pytest.mark.parametrize("name", POOL_MODELS)
@given(st.data(), DOCUMENTS, QUERIES)
@examples(25)
def test_rank_bm25_takes_its_statistics_from_the_part(
    name: str, data: st.DataObject, documents: Documents, query: list[str]
) -> None:
    assume(documents)
    chosen = data.draw(st.lists(st.sampled_from(range(len(documents))), max_size=4))
    parameters = data.draw(model(name))
    part = Pool.from_documents(documents).of_documents(chosen)
    sentences = [sentence for number in chosen for sentence in documents[number]]
    weights = PlainCollection(documents).query(query)
    agree(parse_scorer(spec_of(name, parameters)).score(query, part), pool_bm25(sentences, weights, name, **parameters))


@given(DOCUMENTS, QUERIES, COLLECTION_SPECS.map(parse_scorer), CLASSES)
@examples(50)
def test_all_documents_are_the_whole(documents: Documents, query: list[str], scorer: Scorer, classes: Classes) -> None:
    assume(any(sentence for document in documents for sentence in document))
    pool = Pool.from_documents(documents, classes=classes)
    part = pool.of_documents(range(len(documents)))
    assert scorer.score(query, part).tobytes() == scorer.score(query, pool).tobytes()


def test_a_part_knows_where_its_sentences_stand() -> None:
    pool = Pool.from_documents([[["a"], []], [], [["b", "c"], ["d"], ["a"]]])
    part = pool.of_documents([2, 0])
    words = [[*part.engine.term_stats(row).texts] for row in part.sentences]
    assert words == [["b", "c"], ["d"], ["a"], ["a"], []]
    assert part.numbers.tolist() == [2, 3, 4, 0, 1]
    assert part.candidates.passages[part.hits].tolist() == [2, 2, 2, 0, 0]
    assert part.document_of.tolist() == [1, 1, 1, 0, 0]
    assert part.engine is pool.engine
    assert len(pool.of_documents([])) == 0
    assert part.of_documents([0]).numbers.tolist() == [0, 1]
