"""The shortcuts of segmentation change nothing: rule by rule the sentences are the same."""

import json
import lzma
import os
import random
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import regex
import spacy
from hypothesis import given
from hypothesis import strategies as st
from plain_segmentation import PlainSegmenter
from properties import examples

from tweetctx.text import many_values
from tweetctx.text.boundaries import boundaries_of, english
from tweetctx.text.patterns import patterns_for
from tweetctx.text.segmentation import RuleSegmenter, open_segmenter

CODES = ("en", "de", "fr", "es", "ru", "ja", "zh", "hi", "el", "bo", "sv", "ar")

PIECES = """
    He the The Smith Indiana Thats wed NATO Mr. Dr. Prof U.S. J. K. No. no. etc. e.g. i.e. et al. Ph.D. Inc. 1962 1962.
    3.14 3. IV. I. word. words.The Example.Com asp.net Who? What! Yahoo! iPhone pH [1] [12] [note 3] [citation needed]
    [...] ... … .. ?! ." .) .' !” .). ?". z. B. u. a. usw. Nr. d. h. v. Chr. M. Mme J.-C. p. ex. Sr. EE. UU. a. C. т. е.
    т. д. г. и др. Он Она Der Die Le La El Ella 彼は 来た。 。 ！ ？ 「 」と 『 』って 我们。他 है। वह । ; · །གལ་ 𝔘. 𑅁 😀
    — – - / • $5 5% (b. 1950) (see a. a) b. (c) ( ) " “ ” „ “ « » ‘ ’ ' ¿Qué ¡Qué é.É. Élan \ud800 \u200b ſ. ǅ. ß. İ.
    off.7 off., <br> Ltd.|A .NET Ada.Con (Rev.) Rs.500 A.-B. Lt.-Col. R&B. km/h. 3D. 5%. \u0301 a\u0301. B\u0301.
"""
SPACES = [" ", " ", " ", "", "  ", "\n", "\u00a0", "\u3000", "\x1d", "\t", " » ", " « "]
TEXTS = st.lists(st.tuples(st.sampled_from(PIECES.split()), st.sampled_from(SPACES)), max_size=40).map(
    lambda pairs: "".join(piece + space for piece, space in pairs)
)


@cache
def plain(language: str) -> PlainSegmenter:
    return PlainSegmenter(language)


@pytest.mark.parametrize("language", CODES)
def test_tricky_texts(language: str) -> None:
    segmenter = open_segmenter(language=language)

    @given(TEXTS | TEXTS.map(lambda text: text * 12) | st.text(max_size=100))
    @examples(300)
    def check(text: str) -> None:
        expected = plain(language).spans(text)
        assert segmenter.spans(text) == expected
        assert segmenter.starts([text]) == [[start for start, _ in expected]]

    check()


@pytest.mark.parametrize("language", CODES)
def test_tricky_texts_together(language: str) -> None:
    segmenter = open_segmenter(language=language)

    @given(st.lists(TEXTS | st.text(max_size=20), max_size=8))
    @examples(50)
    def check(texts: list[str]) -> None:
        assert segmenter.starts(texts) == [[start for start, _ in plain(language).spans(text)] for text in texts]

    check()


def test_what_was_met_is_forgotten_when_it_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_values, "_STRINGS", 20)
    monkeypatch.setattr(many_values, "_CHARACTERS", 100)
    segmenter = RuleSegmenter(boundaries_of("en"))
    chance = random.Random(1)  # noqa: S311
    for _ in range(200):
        words = [f"{chance.choice('AJVZ')}{'x' * chance.randrange(9)}" for _ in range(chance.randrange(60))]
        text = ". ".join(words)
        assert segmenter.starts([text, text[3:]]) == [
            [start for start, _ in plain("en").spans(given)] for given in (text, text[3:])
        ]


def test_what_was_interrupted_is_asked_again() -> None:
    asked: list[str] = []

    def size_of(text: str) -> int:
        asked.append(text)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return len(text)

    sizes = many_values.ManyValues(size_of)
    codes, begins, ends = (
        np.frombuffer("abbccc".encode("utf-32-le"), np.uint32),
        np.array([0, 1, 3]),
        np.array([1, 3, 6]),
    )
    with pytest.raises(KeyboardInterrupt):
        sizes(codes, begins, ends)
    assert sizes(codes, begins, ends).tolist() == [1, 2, 3]
    assert sizes(codes, begins[::-1], ends[::-1]).tolist() == [3, 2, 1]
    assert asked == ["a", "bb", "a", "bb", "ccc"]


@pytest.mark.parametrize(
    "run", ["." * 49, "." * 50, "." * 51, "." * 52, ".[1]" * 60, "。" * 60, ".)" * 26, ". » " * 60]
)
@pytest.mark.parametrize("following", [" He was", "He was", "", " ", " « So »", "。彼は", "[1] He"])
@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_long_runs_of_marks(language: str, run: str, following: str) -> None:
    text = f"It is late{run}{following}"
    expected = plain(language).spans(text)
    assert open_segmenter(language=language).spans(text) == expected
    assert open_segmenter(language=language).starts([text]) == [[start for start, _ in expected]]


@pytest.mark.parametrize("language", CODES)
def test_white_space_and_marks_of_every_plane(language: str) -> None:
    """Each character stands once as a mark, once behind one, once as a space and once as what is next."""
    segmenter = open_segmenter(language=language)
    marks = regex.findall(r"(?V1)[\p{STerm}\p{P}\p{Z}\p{C}--[\p{Co}\p{Cn}\p{Cs}]]", "".join(map(chr, range(0x20000))))
    assert len(marks) > 900
    for mark in marks:
        text = f"So late{mark} He ran.{mark} He sat.{mark}He lay. {mark}He slept."
        expected = plain(language).spans(text)
        assert segmenter.spans(text) == expected
        assert segmenter.starts([text]) == [[start for start, _ in expected]]


def test_simple_texts_are_recognized() -> None:
    simple = patterns_for(boundaries_of("en")).simple
    found = simple.finditer('He has 3.14, e.g. U.S. money ("so."). He paid! Ünder … nobody.” Was it?')
    assert [match[1] for match in found] == ["U.S.", "money", "He", "Ünder", "nobody.”", "Was"]
    for text in ("So.[1] He", "So.The", "彼。彼", "« So. » He", "So.\U0001d518"):
        assert None in [match[1] for match in simple.finditer(text)]


def test_full_stops_are_parted_as_by_the_tokenizer() -> None:
    """All words of letters that spaCy knows, with a full stop and without, cut and made longer."""
    pipeline = spacy.blank("en")
    known = {
        word.rstrip(".") for word in pipeline.Defaults.tokenizer_exceptions if regex.fullmatch("[A-Za-z]+[.]?", word)
    }
    words = {f"{form}." for word in known for form in (word, word[:-1], word + "s", word.title(), word.upper())}
    assert len(words) > 500
    for word in words - {"."}:
        ordinary = english._ORDINARY.search(word) is not None
        assert english.stands_alone(word) == (ordinary or pipeline.tokenizer(word)[-1].text == ".")


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_real_paragraphs(language: str) -> None:
    folder = os.environ.get("TWEETCTX_DATA")
    if not folder:
        pytest.skip("TWEETCTX_DATA is not set")
    segmenter = open_segmenter(language=language)
    with lzma.open(Path(folder) / "wikipedia" / "wiki.jsonl.xz", "rt", encoding="utf-8") as lines:
        for line in islice(lines, 150):
            paragraphs = json.loads(line)["text"].split("\n")
            expected = [plain(language).spans(paragraph) for paragraph in paragraphs]
            assert [segmenter.spans(paragraph) for paragraph in paragraphs] == expected
            assert segmenter.starts(paragraphs) == [[start for start, _ in spans] for spans in expected]
