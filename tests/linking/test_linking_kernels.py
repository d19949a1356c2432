"""Compiled loops over candidates, by hand and by a second, plain implementation."""

import numpy as np
import pytest

from tweetctx.arrays.hash_kernels import slot_of
from tweetctx.index.surface_forms import Subject
from tweetctx.linking import article_kernels, candidate_kernels, form_kernels, mention_kernels
from tweetctx.linking.columns import FEATURES, Column
from tweetctx.text.names.keys import code_points, tokenize_names
from tweetctx.text.names.letters import CAPITAL, CAPITALS, MIXED, SMALL

# Openings of articles 3 and 8 of 3, 5 and 8: titles 10 and 20 40 (20 again), texts 10 30 30 and 10 20.
OPENINGS = (
    np.array([3, 5, 8]),
    np.array([3, 8]),
    np.array([0, 1, 4]),
    np.array([10, 20, 40, 20]),
    np.array([0, 3, 5]),
    np.array([10, 30, 30, 10, 20]),
)


def test_the_largest_around_and_inside() -> None:
    # Spans 0-4, 0-8, 5-8 and 10-12; only the second is larger than others that lie in it.
    starts, ends = np.array([0, 0, 5, 10]), np.array([4, 8, 8, 12])
    values = np.array([1.0, 2.0, 3.0, 9.0])
    outer, inner = form_kernels.around(np.arange(4), starts, ends, values, -5.0)
    assert outer.tolist() == [2.0, -5.0, 2.0, -5.0]
    assert inner.tolist() == [-5.0, 3.0, -5.0, -5.0]
    own = form_kernels.distinct(np.array([0, 0, 1, 3, 3]))
    outer, inner = form_kernels.around(own, starts, ends, values, -5.0)
    assert outer.tolist() == [2.0, -5.0, -5.0, -5.0]
    assert inner.tolist() == [-5.0, 1.0, -5.0, -5.0]


def test_the_words_of_a_hashtag_stand_in_it() -> None:
    # #dontstopIt, split into don't, stop and it, which is written in another way.
    text = "#dontstopIt\ndon't stop it"
    codes, begin = code_points(text), text.index("\n") + 1
    starts, ends = np.array([begin, begin + 6, begin + 11]), np.array([begin + 5, begin + 10, begin + 13])
    spans = mention_kernels.word_spans(codes, starts, ends, 1, 11)
    assert spans.tolist() == [[1, 5], [5, 9], [9, 11]]
    spans = mention_kernels.word_spans(codes, starts[1:], ends[1:], 1, 11)
    assert spans.tolist() == [[5, 9], [9, 11]]
    assert mention_kernels.word_spans(codes, starts[1:], ends[1:], 1, 6).tolist() == [[1, 5], [5, 6]]


@pytest.mark.parametrize(
    ("text", "within", "opening"),
    [
        ("The police", CAPITAL, SMALL),
        ("the police", SMALL, SMALL),
        ("The Police", CAPITAL, CAPITAL),
        ("University of Leeds", CAPITAL, CAPITAL),
        ("Police", CAPITAL, CAPITAL),  # alone, it may be a name
        ("The 1975", CAPITAL, CAPITAL),
        ("The 39 steps", CAPITAL, SMALL),
        ("Android 5", CAPITAL, CAPITAL),
        ("NATO troops", CAPITALS, CAPITALS),
        ("iPhone app", MIXED, MIXED),
        ("The WHO", 5, 5),  # two ways
    ],
)
def test_the_capital_of_a_sentence_is_no_capital_of_a_name(text: str, within: int, opening: int) -> None:
    cases = tokenize_names(text).cases
    assert form_kernels.case_of(cases, False) == within
    assert form_kernels.case_of(cases, True) == opening


def test_rivals_are_the_others_of_a_mention() -> None:
    rows = np.array([[5.0], [3.0], [5.0], [7.0]])
    best, rival = form_kernels.compare(rows, np.array([0, 0, 0, 2]), 0)
    assert best.tolist() == [5.0, 5.0, 5.0, 7.0]
    assert rival.tolist() == [5.0, 5.0, 5.0, -np.inf]


def test_pairs_are_numbered_as_they_first_occur() -> None:
    rng = np.random.default_rng(2)
    keys = rng.choice(np.array([0, 1, 256, 2**47, 2**48 - 1, 2**48 - 256], np.uint64), 50)
    pairs = [*zip(keys.tolist(), rng.integers(0, 2, 50).tolist(), strict=True)]
    expected = [*dict.fromkeys(pairs)]
    distinct, marks, pair_of = candidate_kernels.distinct_pairs(keys, np.array([mark for _, mark in pairs]))
    assert [*zip(distinct.tolist(), marks.tolist(), strict=True)] == expected
    assert [expected[place] for place in pair_of.tolist()] == pairs


def test_the_likeliest_senses_come_first_and_ties_in_order() -> None:
    # Form 0 has senses 0 to 3, form 1 none, form 2 sense 4; mentions of forms 2, 0, 1 and 0.
    priors, offsets = np.array([1.0, 2.0, 2.0, 0.0, -1.0]), np.array([0, 4, 4, 5])
    favoured, of_forms = np.zeros(5, np.bool_), np.array([2, 0, 1, 0])
    mentions, senses, ranks = candidate_kernels.likeliest(of_forms, offsets, priors, 3, favoured, 2)
    assert mentions.tolist() == [0, 1, 1, 1, 3, 3, 3]
    assert senses.tolist() == [4, 1, 2, 0, 1, 2, 0]
    assert ranks.tolist() == [0, 0, 1, 2, 0, 1, 2]


def test_favoured_senses_are_kept_besides_the_likeliest() -> None:
    priors, offsets, favoured = np.array([1.0, 2.0, 0.5, 0.0]), np.array([0, 4]), np.array([False, True, True, True])
    _, senses, ranks = candidate_kernels.likeliest(np.array([0]), offsets, priors, 1, favoured, 2)
    assert senses.tolist() == [1, 2, 3]  # the likeliest is favoured anyway
    assert ranks.tolist() == [0, 1, 2]
    _, senses, _ = candidate_kernels.likeliest(np.array([0]), offsets, priors, 1, favoured, 1)
    assert senses.tolist() == [1, 2]


def test_terms_of_openings() -> None:
    table, title_offsets, titles, offsets, having = article_kernels.read_openings(*OPENINGS)
    numbers = [int(table[1, slot_of(key, table)]) for key in (10, 30, 20, 40, 50)]
    assert numbers == [0, 1, 2, 3, -1]
    assert title_offsets.tolist() == [0, 1, 1, 3]
    assert titles.tolist() == [0, 2, 3]
    assert offsets.tolist() == [0, 2, 3, 4, 5]
    assert having.tolist() == [0, 2, 0, 2, 2]  # 10 is in both


def test_titles_in_openings() -> None:
    cosines, holds = article_kernels.relate(article_kernels.read_openings(*OPENINGS))
    assert holds.tolist() == [[True, False, False], [False, False, False], [True, False, True]]
    common, alone = np.log(4 / 2) ** 2, np.log(4 / 1) ** 2
    norms = np.sqrt(common + alone) * np.sqrt(common + 2 * alone)
    assert cosines[0, 2] == cosines[2, 0] == pytest.approx(common / norms)
    assert cosines[0, 0] == pytest.approx(1.0)
    assert cosines[1].tolist() == [0.0, 0.0, 0.0]


def test_words_that_a_tweet_shares() -> None:
    rows, mentions, row_of = np.zeros((3, len(FEATURES))), np.array([0, 0, 1]), np.array([0, 2, 1])
    terms = article_kernels.read_openings(*OPENINGS)
    query = np.array([20, 30, 10, 99]), np.array([1.0, 2.0, 4.0, 8.0])
    article_kernels.word_columns(rows, (mentions, row_of), terms, query)
    first, third, second = rows  # title 10, text 30; titles 20 40, text 10; nothing
    columns = [Column.shared_terms, Column.shared_part, Column.shared_rarest, Column.shared_margin]
    assert first[columns].tolist() == [2.0, 2.0 / 11.0, 2.0, -2.0]
    assert third[columns].tolist() == [4.0, 4.0 / 14.0, 4.0, 2.0]
    assert second[columns].tolist() == [0.0, 0.0, 0.0, form_kernels.ALONE]
    titles = [Column.title_terms, Column.title_missing, Column.title_share]
    assert [row[titles].tolist() for row in rows] == [[1.0, 0.0, 1.0], [2.0, 1.0, 0.5], [0.0, 0.0, 0.0]]


def test_passages_that_name_an_article() -> None:
    # Passages of articles 3 and 9 with terms 10 77 and 20 10 40.
    rows, mentions, row_of = np.zeros((3, len(FEATURES))), np.array([0, 0, 1]), np.array([0, 2, 1])
    terms = article_kernels.read_openings(*OPENINGS)
    found, scores = np.array([3, 9]), np.array([1.0, 0.25])
    texts = np.array([0, 2, 5]), np.array([10, 77, 20, 10, 40])
    article_kernels.vote_columns(rows, (mentions, row_of), terms, OPENINGS[0], found, scores, *texts)
    columns = [Column.named_by_passages, Column.named_by_best, Column.named_share_of_passages]
    assert rows[0, columns].tolist() == [0.25, 0.25, 0.5]  # a passage does not speak for its own article
    assert rows[1, columns].tolist() == [0.25, 0.25, 0.5]
    assert rows[2, columns].tolist() == [0.0, 0.0, 0.0]


def test_other_mentions_speak() -> None:
    rng = np.random.default_rng(7)
    size, articles = 12, 5
    mentions = np.sort(rng.integers(0, 6, size))
    row_of = rng.integers(0, articles, size)
    starts, ends = np.array([0, 0, 6, 10, 14, 18]), np.array([5, 9, 9, 13, 17, 20])
    rows = np.zeros((size, len(FEATURES)))
    rows[:, Column.first_score] = rng.normal(size=size)
    rows[:, Column.letters] = letters = rng.integers(1, 9, size).astype(float)
    likely = 1 / (1 + np.exp(-rows[:, Column.first_score]))
    cosines, holds = rng.random((articles, articles)), rng.random((articles, articles)) < 0.3
    rows[:, Column.subject] = subject = rng.choice([0, int(Subject.TEAM), int(Subject.PLACE)], size)
    article_kernels.coherence_columns(rows, (mentions, row_of), starts, ends, (cosines, holds), likely)
    start, end = starts[mentions], ends[mentions]
    for one in range(size):
        free = [o for o in range(size) if start[o] >= end[one] or end[o] <= start[one]]
        same = [o for o in free if row_of[o] == row_of[one]]
        others = [o for o in free if row_of[o] != row_of[one]]
        votes = {o: likely[o] * cosines[row_of[one], row_of[o]] for o in others}
        best = [max([votes[o] for o in others if mentions[o] == m], default=0.0) for m in range(6)]
        weight = sum(max([likely[o] for o in free if mentions[o] == m], default=0.0) for m in range(6))
        assert rows[one, Column.elsewhere : Column.related_behind].tolist() == pytest.approx(
            [
                len(same),
                max([letters[o] for o in same], default=0.0),
                max([likely[o] for o in others if holds[row_of[one], row_of[o]]], default=0.0),
                max([likely[o] for o in others if holds[row_of[o], row_of[one]]], default=0.0),
                max(votes.values(), default=0.0),
                sum(best) / max(weight, 0.3),
            ]
        )
        rivals = rows[mentions == mentions[one], Column.related]
        alike = max([likely[o] for o in others if subject[o] == subject[one]], default=0.0)
        assert rows[one, Column.subject_elsewhere] == pytest.approx(alike)
        team = max([likely[o] for o in others if subject[o] == Subject.TEAM], default=0.0)
        assert rows[one, Column.team_elsewhere] == pytest.approx(team)
        assert rows[one, Column.related_behind] == rivals.max() - rows[one, Column.related]
