"""The shortcuts of segmentation change nothing: rule by rule the sentences are the same."""

import json
import lzma
import os
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
import regex
import spacy
from hypothesis import given
from hypothesis import strategies as st
from plain_segmentation import PlainSegmenter
from properties import examples

from tweetctx.text import boundaries, segmentation
from tweetctx.text.segmentation import open_segmenter

CODES = ("en", "de", "fr", "es", "ru", "ja", "zh", "hi", "el", "bo", "sv", "ar")

PIECES = """
    He the The Smith Indiana Thats wed NATO Mr. Dr. Prof U.S. J. K. No. no. etc. e.g. i.e. et al. Ph.D. Inc. 1962 1962.
    3.14 3. IV. I. word. words.The Example.Com asp.net Who? What! Yahoo! iPhone pH [1] [12] [note 3] [citation needed]
    [...] ... … .. ?! ." .) .' !” .). ?". z. B. u. a. usw. Nr. d. h. v. Chr. M. Mme J.-C. p. ex. Sr. EE. UU. a. C. т. е.
    т. д. г. и др. Он Она Der Die Le La El Ella 彼は 来た。 。 ！ ？ 「 」と 『 』って 我们。他 है। वह । ; · །གལ་ 𝔘. 𑅁 😀
    — – - / • $5 5% (b. 1950) (see a. a) b. (c) ( ) " “ ” „ “ « » ‘ ’ ' ¿Qué ¡Qué é.É. Élan \ud800 \u200b ſ. ǅ. ß. İ.
    1. (2. FC Liga, Fußball-
    off.7 off., <br> Ltd.|A .NET Ada.Con (Rev.) Rs.500 A.-B. Lt.-Col. R&B. km/h. 3D. 5%. \u0301 a\u0301. B\u0301.
"""
SPACES = [" ", " ", " ", "", "  ", "\n", "\u00a0", "\u3000", "\x1d", "\t", " » ", " « "]
TEXTS = st.lists(st.tuples(st.sampled_from(PIECES.split()), st.sampled_from(SPACES)), max_size=40).map(
    lambda pairs: "".join(piece + space for piece, space in pairs)
)


@cache
def plain(language: str) -> PlainSegmenter:
    return PlainSegmenter(language)


@pytest.mark.thorough
@pytest.mark.parametrize("language", CODES)
def test_tricky_texts(language: str) -> None:
    segmenter = open_segmenter(language=language)

    @given(TEXTS | TEXTS.map(lambda text: text * 12) | st.text(max_size=100))
    @examples(300)
    def check(text: str) -> None:
        assert segmenter.spans(text) == plain(language).spans(text)

    check()


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_texts_together(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As each alone, also where what is remembered of a chunk is soon forgotten."""
    monkeypatch.setattr(segmentation, "_KNOWN", 3)
    segmenter = segmentation.RuleSegmenter(boundaries.boundaries_of(language))

    @given(st.lists(TEXTS | st.sampled_from(["", " ", ".", ". ", "A.", " He ran. He sat", "\n.\n"]), max_size=8))
    @examples(100)
    def check(texts: list[str]) -> None:
        expected = [[start for start, _ in plain(language).spans(text)] for text in texts]
        assert [row.tolist() for row in segmenter.starts(texts)] == expected

    check()


@pytest.mark.parametrize(
    "run", ["." * 49, "." * 50, "." * 51, "." * 52, ".[1]" * 60, "。" * 60, ".)" * 26, ". » " * 60]
)
@pytest.mark.parametrize("following", [" He was", "He was", "", " ", " « So »", "。彼は", "[1] He"])
@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_long_runs_of_marks(language: str, run: str, following: str) -> None:
    text = f"It is late{run}{following}"
    assert open_segmenter(language=language).spans(text) == plain(language).spans(text)


@pytest.mark.thorough
@pytest.mark.parametrize("language", CODES)
def test_white_space_and_marks_of_every_plane(language: str) -> None:
    """Each character stands once as a mark, once behind one, once as a space and once as what is next."""
    segmenter = open_segmenter(language=language)
    marks = regex.findall(r"(?V1)[\p{STerm}\p{P}\p{Z}\p{C}--[\p{Co}\p{Cn}\p{Cs}]]", "".join(map(chr, range(0x20000))))
    assert len(marks) > 900
    for mark in marks:
        text = f"So late{mark} He ran.{mark} He sat.{mark}He lay. {mark}He slept."
        assert segmenter.spans(text) == plain(language).spans(text)


def test_full_stops_are_parted_as_by_the_tokenizer() -> None:
    """All words of letters that spaCy knows, with a full stop and without, cut and made longer."""
    pipeline = spacy.blank("en")
    known = {
        word.rstrip(".") for word in pipeline.Defaults.tokenizer_exceptions if regex.fullmatch("[A-Za-z]+[.]?", word)
    }
    words = {f"{form}." for word in known for form in (word, word[:-1], word + "s", word.title(), word.upper())}
    assert len(words) > 500
    for word in words - {"."}:
        ordinary = boundaries._ORDINARY.search(word) is not None
        assert boundaries.stands_alone(word) == (ordinary or pipeline.tokenizer(word)[-1].text == ".")


@pytest.mark.thorough
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
