"""Titles that have the end of a sentence in them, or are one."""

import pytest

from tweetctx.index.building.batching import BatchTexts
from tweetctx.text.segmentation import open_segmenter
from tweetctx.types import Article, Section


def sentences_of(title: str, *paragraphs: str) -> list[list[str]]:
    articles = [
        Article("1", name, "u", (Section("", texts),)) for name, texts in ((title, paragraphs), ("Mill", paragraphs))
    ]
    batch = BatchTexts.of(articles, open_segmenter())
    rows = []
    for passage, text in enumerate(batch.passages):
        starts = batch.starts.values[slice(*batch.starts.offsets[passage : passage + 2].tolist())].tolist()
        rows.append([text[begin:end].strip() for begin, end in zip(starts, [*starts[1:], len(text)], strict=True)])
    return rows


@pytest.mark.parametrize(
    ("title", "text", "sentences"),
    [
        ("Go!... I Mill Again", "Go!... I Mill Again is a song. It is old.", 2),
        ("Go K.O.! Let's Be Millers", "Go K.O.! Let's Be Millers is a series. It is old.", 2),
        ("Wake! (album)", "Wake! Music of Mills is an album. It is old.", 2),
        (
            "1. FC Mill",
            "The club, often called 1. FC Mill or Mill, is old. It won. So did 1. FC Mill II. It is here.",
            4,
        ),
        ("2016–17 3. Mill", "The 2016-17 3. Mill was the ninth season of the 3. Mill. It is old.", 2),
        ("1. FC Mill", "At the end they were 11. FC Mill won. So did 1. FC Oak.", 3),
        ("Help!", "Help! is an album. It is old.", 2),
        ("Who? What? (song)", "Who? What? is a song. It asks Who? What? Nobody knows.", 3),
    ],
)
def test_no_sentence_begins_within_the_title(title: str, text: str, sentences: int) -> None:
    own, other = sentences_of(title, text)
    assert len(own) == sentences
    assert " ".join(own) == " ".join(other) == text
    assert own[0].startswith(text[:4])


def test_other_paragraphs_and_articles_are_cut_as_ever() -> None:
    first, second, *others = sentences_of("Wake!", "Wake! Mills is an album.", "Wake! It is old. Yes. It is.")
    assert len(first) == 1
    assert [second] == others[1:]
    assert len(second) == 4
    assert len(others[0]) == 2
