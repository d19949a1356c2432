"""Sentences: hard cases by hand, properties, and spaCy's own sentencizer as the second opinion."""

import json
import lzma
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest
import regex
import spacy
from hypothesis import given
from hypothesis import strategies as st
from properties import examples
from spacy.lang.en.tokenizer_exceptions import TOKENIZER_EXCEPTIONS
from spacy.language import Language

from tweetctx.errors import ParameterError
from tweetctx.text import boundaries
from tweetctx.text.segmentation import Segmenter, open_segmenter

SEGMENTER = open_segmenter()

# Every line is a paragraph; the bars stand where it must be parted, a bar without spaces where no space was written.
CASES = """
The cat sat. | The dog ran.
Is it late? | No! | Then stay.
She asked twice?! | Nobody answered.
What a day!!! | We slept.
One sentence only
Mr. Brown met Mrs. Green. | They talked.
Dr. No is a film.
We saw Mr. The Hammer Jones.
Prof. Ada Hill and Sen. Ron Wood spoke. | Gov. Lee did not.
Gen. A. B. Carter led; Lt. Col. Dee, Maj. Gen. Eff and Sgt. Gee followed. | Capt. Haye stayed.
Rev. Ives and the Hon. Jay Kay were there, as was Rep. Ell.
He lived in St. Louis. | She climbed Mt. Hood from Ft. Worth.
The church of St. The Good does not exist.
It peaked at No. 5. | It fell to No. 12 later.
Symphony No. 9 was played at No. 10 Downing Street.
He introduced H. Res. 438, accusing the president. | S. Rept. 12 says more of 132 Stat. 5 and S.J. Res. 9 too.
The case was Roe vs. The State, formerly Doe v. The Queen.
She spoke in Star Vs. The Forces of Evil.
The singer feat. The Band won.
Messrs. Hill and Dale opened a shop.
J. K. Rowling wrote it. | She lives in Edinburgh.
George W. Bush won. | Samuel L. Jackson acted.
J.R.R. Tolkien and C.S. Lewis met. | They drank.
The paper by J. He and Y. S. An was cited.
He worked for J. P. Morgan & Co. in London.
Philip K. Dick's novel sold.
The actor J. A. Smith left.
The king was Charles I. | He died in 1649.
It was fought in World War I. | The war ended in 1918.
Malcolm X. | He spoke.
Vladimir I. Georgiev deciphered it.
The film was about King George V. | In it he reigns.
Oranges hold vitamin C. | The body needs it.
It melts at 30 °C. | Ice is colder.
Water boils at 100 °C. | Steam burns.
He sings R&B. | Jazz bores him.
The car did 90 km/h. | Police stopped it.
It is printed in 3D. | Glasses are needed.
She typed it in LaTeX. | Word crashed.
They moved to the U.S. | The move was hard.
The U.S. Navy sailed. | The U.S. government paid.
The U.S. Virgin Islands are warm.
They sailed to the U.K. | In 1950 they came back.
She lives in Washington, D.C. | He does not.
Born in Washington, D.C., he left.
He founded Acme Inc. | The firm grew.
He founded Acme Inc. Mary left it.
Acme Ltd. makes cars. | Beta Corp. makes none.
Warner Bros. Pictures made it. | Warner Bros. | They made it.
Smith & Co. | It failed.
Ken Griffey Jr. | He hit well.
Ken Griffey Jr. hit well. | Ken Griffey Jr. (born 1969) is retired.
Robert Downey Jr. Foundation
It opens at 9 a.m. | The queue is long.
It closes at 5 p.m. Eastern Time.
They sell nails, screws, etc. | The shop is old.
They sell nails, screws, etc. | Tools cost more.
Nails, screws, etc. are sold.
Rome fell in 44 B.C. | This is wrong.
It dates from A.D. 70 or so.
She took a Ph.D. | After that she taught.
She took a Ph.D. in physics. | Her M.D. came first.
Jane Roe, M.D. | She heals.
Some birds, e.g. Robins and wrens, sing.
The capital, i.e. Paris, is large.
The idea (cf. Plato) is old. | See Smith et al. | They agree.
Smith et al. (2005) disagree.
It was founded c. 1200 and burnt ca. 1300.
The poet (fl. 1520) wrote little.
Louis XIV (r. 1643–1715) was king.
Ada Lee (b. 1950) and Bo Lee (d. 1999) wed.
Maria, née. Gomez, wed.
The word (lit. "Big House") is old.
There are approx. 500 left.
His Op. 42 and op. 49 are known.
See pp. 12–15 and vol. 3, p. 7.
It stands on Fifth Ave. | The park is near.
It stands at Fifth Ave. and Main.
Born on Jan. 5, he died in Sept. 1980. | He was old.
It happened in Dec. | The snow fell.
The a.k.a. Rex was found.
Brig. Gens. Hood and Law came.
It costs $1.5 million. | Pi is 3.14159. | That is enough.
The ratio is 2.5. | Twice that is 5.
Ver. 1.2.3 is out. | Update now.
1. First, open the box.
IV. A storm struck the coast.
a. The first part
(b) The second part. | It is short.
He ranked 12. | She ranked 3.
It was in 1962. | 45 people came.
It was the 1980s. | 90% of them left.
He earned more. | $5 was a lot. | £6 was more.
The answer is 42. | Ask again.
Yahoo! is a portal. | Yahoo! Answers was closed.
He joined Yahoo! | The job was good.
Seven Jeopardy! contestants met. | Jeopardy! Champions lost.
The game Guess Who? was popular.
The band Wham! Had they stayed, fame.
"I won." | He left.
"I won!" | He left.
“I won.” | He left.
'I won.' | He left.
"Who is it?" she asked.
"Stop!" he cried. | They stopped.
He said, "I won." | She said, "You lost."
He said "I won." and left.
He said that. | "It is true," she said.
“It is true.” | “It is not.”
"It was cold. | We were lost in the woods for days, and nobody looked for us until the long winter had passed at last."
The film "Tora! Tora! Tora!" was long.
"Tora! Tora! Tora!" was long. | "Help! The Film" too.
The trilogy "Well... Maybe Not" (1999) failed. | It was long.
His book "What Is to Be Done?" | It was read.
Their album "Go Off!" in 1988 sold.
He calls it "the end." | Nobody else does.
He calls it "the end". | Nobody else does.
(He was late.) | She was not.
He was late. | (She was not.) | They left.
It ended. | (The rest is lost. | Nobody knows why.)
He came (he was late.) | She was not there.
Ada Lee (b. 1950 in St. Louis. Her father taught there) writes.
The wall (built in 1200. Rebuilt in 1300 (by Bo). Lost in 1400) is gone.
The unclosed (bracket is a mistake. | Still the text goes on.
The list (nails, screws, etc.) is long.
The film won (see below). | It was long (three hours!).
It was cited.[1] | Then it was not.[2][3] | Now it is.[note 4]
It was cited.[citation needed] | Then not.
He paused... | Then he spoke.
He paused... then he spoke.
He paused… | Then he spoke.
He paused … and spoke.
He paused . . . and spoke. | She . . . did not.
He paused. ... | Then he spoke.
"He paused [...] and spoke." | That was all.
The pH is low. | pH matters. | mRNA too.
It sold well. | iPhone sales grew. | eBay lost.
The order was lost. and so was he.
Use Node.js for that. | Or asp.net then.
See example.com for more. | Or www.example.org.
He died in 1962.|He was old.
They crossed the river.|Then they slept.
She died in Kashmir.|The hills are far.
The bank (est. 1900).|It failed.
See java.util.List and System.Out of it.
The class os.Path is not there.
Visit example.Com now.
It grew ten per cent.|Growth slowed.
Lt.-Col. Hill and Maj.-Gen. Dale met.
Jean-P. Dubois and J.-P. Sartre met.
Dr.-Ing. Karl Benz drove.
He died — in 1900. — She lived.
"To be or not to be." — William Shakespeare
She wrote it. — He read it.
It is new: fast. | • It is cheap.
彼は来た。|彼女は去った。
「来た。」|彼女は去った。
वह आया। | वह गई।
Он пришёл. | Она ушла.
Élan is French. | Über is German. | Ça va?
F.C. Barcelona beat the L.A. Galaxy.
He played for Tottenham F.C.. | He scored.
E. coli grows. | It was E. coli.
The star is in M. | It is old.
It killed the king. | Long live the king!
He was No. 1. | She was No. 2.
The Rev. Dr. Martin Luther King Jr. spoke. | It was hot.
She was a C.E.O. | Before that she was a clerk.
His wife (the Rev. Ann Lee) left.
It is owned by Mr. Lee (the Rev.) | He is rich.
Rs. 500 was paid. | Mk. II was built.
He plays for 1. FC Köln. | He was born in 1990. | FC Köln won.
They rose to the 2. Bundesliga. | It was in the 3. Liga, but left.
The goalkeeper of 1. FFC Potsdam left for the (4. Division) club.
The 2. Fußball-Bundesliga is the 2. HNL. | The 1. Lig is higher.
The records of Impulse! Records and Shout! Factory sell. | She sang in Shazam! | It was a film.
It is in AFI's 100 Years... 100 Movies. | The years... | Then he sang.
The ships of Fred. Olsen & Co. sail. | Her brother is Fred. | He sails.
They won 3–1. | FC Dallas lost. | On May 5. | FC Dallas won.
It stood in Group 4. | The others stood in Group 2. | 12 men came.
"""


def parted(case: str) -> tuple[str, list[str]]:
    return case.replace(" | ", " ").replace("|", ""), [sentence.strip() for sentence in case.split("|")]


CASE_LINES = CASES.strip().splitlines()


def sentences(text: str, segmenter: Segmenter = SEGMENTER) -> list[str]:
    return [text[start:end] for start, end in segmenter.spans(text)]


def check_spans(text: str, spans: list[tuple[int, int]]) -> None:
    last = 0
    for start, end in spans:
        assert last <= start < end
        assert not text[last:start].strip()
        assert text[start:end] == text[start:end].strip()
        last = end
    assert not text[last:].strip()


def test_there_are_enough_cases() -> None:
    assert len(set(CASE_LINES)) == len(CASE_LINES) >= 120


@pytest.mark.parametrize("case", CASE_LINES)
def test_a_case_by_hand(case: str) -> None:
    text, expected = parted(case)
    assert sentences(text) == expected


@pytest.mark.parametrize("text", ["", " ", "\n\t\u00a0\x1c"])
def test_no_text_has_no_sentence(text: str) -> None:
    assert SEGMENTER.spans(text) == []


def test_spans_count_characters() -> None:
    assert SEGMENTER.spans("  Ça va?\n 𝔘 is. ") == [(2, 8), (10, 15)]


def test_an_aside_too_long_to_keep_is_parted() -> None:
    text = "He came (he was late. " + "So he ran and ran. " * 20 + ") at last."
    assert len(sentences(text)) > 10


WORDS = "He the Mr. U.S. J. No. etc. 1962 3.14 won. Who? Yahoo! [1] ... … 。 彼は A I \ud800 \u200b"
PIECES = st.sampled_from([*WORDS.split(), *" \n\x1d\"“”()'.!—-/•"])
TEXTS = st.text() | st.lists(PIECES, max_size=40).map("".join) | st.lists(PIECES, max_size=40).map(" ".join)


@given(st.text(st.characters(), max_size=200) | TEXTS)
@examples(500)
def test_spans_cover_the_text(text: str) -> None:
    spans = SEGMENTER.spans(text)
    check_spans(text, spans)
    assert open_segmenter().spans(text) == spans


@given(st.text() | TEXTS)
def test_without_a_mark_there_is_one_sentence(text: str) -> None:
    unmarked = regex.sub(r"[\p{STerm}…]", "", text)
    assert len(SEGMENTER.spans(unmarked)) == bool(unmarked.strip())


def test_no_exception_of_spacy_is_taken_for_an_ordinary_word() -> None:
    abbreviations = {word for word in TOKENIZER_EXCEPTIONS if word.endswith(".") and word[:-1].isalpha()}
    assert "Bros." in abbreviations
    assert not {word for word in abbreviations if boundaries._ORDINARY.search(word)}


def test_threads_share_a_segmenter() -> None:
    texts = [f"He met Xa{number}. The Yo{number}. B Mr. Lee." for number in range(200)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(SEGMENTER.spans, texts)) == [SEGMENTER.spans(text) for text in texts]


@pytest.mark.thorough
def test_long_runs_take_no_square_of_time() -> None:
    for unit in ("." * 100, ").", "(He is. So it) ", "a. ", '". ', "J. ", "((", "[1]"):
        text = (unit * 200_000)[:200_000]
        check_spans(text, SEGMENTER.spans(text))


@pytest.fixture(scope="module")
def sentencizer() -> Language:
    pipeline = spacy.blank("en")
    pipeline.add_pipe("sentencizer")
    return pipeline


@pytest.fixture
def model(sentencizer: Language, tmp_path: Path) -> str:
    sentencizer.to_disk(tmp_path / "model")
    return str(tmp_path / "model")


EASY = ["The cat sat on the mat.", "Was it the dog?", "No!", "Mr. Brown paid 3.50 to the U.S. embassy.", "It rained."]


@given(st.lists(st.sampled_from(EASY), min_size=1))
def test_easy_sentences_are_the_sentencizers(sentencizer: Language, easy: list[str]) -> None:
    text = " ".join(easy)
    assert sentences(text) == [sentence.text for sentence in sentencizer(text).sents] == easy


def test_a_pipeline_finds_its_sentences(model: str) -> None:
    segmenter = open_segmenter(model)
    assert sentences(" He came.  he saw!\n\nIt ended. ", segmenter) == ["He came.", "he saw!", "It ended."]
    assert segmenter.spans("") == segmenter.spans(" \n ") == []
    assert segmenter.spans(" He came.  he saw!") == [(1, 9), (11, 18)]


@pytest.mark.thorough
def test_a_pipeline_takes_a_text_of_any_length(model: str) -> None:
    assert len(open_segmenter(model).spans("No. " * 260_000)) == 260_000


def test_a_pipeline_takes_any_text(model: str) -> None:
    segmenter = open_segmenter(model)

    @given(TEXTS)
    def check(text: str) -> None:
        check_spans(text, segmenter.spans(text))

    check()


def test_a_pipeline_that_finds_no_sentences_is_refused(tmp_path: Path) -> None:
    spacy.blank("en").to_disk(tmp_path)
    with pytest.raises(ParameterError, match="finds no sentences"):
        open_segmenter(str(tmp_path))


@pytest.mark.parametrize("name", ["en_core_web_none", "", "/no/such/folder"])
def test_a_pipeline_that_is_missing_is_named(name: str) -> None:
    with pytest.raises(ParameterError, match=f"{name!r}.*python -m spacy download"):
        open_segmenter(name)


def test_a_pipeline_of_unknown_parts_is_refused(model: str) -> None:
    config = Path(model) / "config.cfg"
    config.write_text(config.read_text().replace('factory = "sentencizer"', 'factory = "no_such_factory"'))
    with pytest.raises(ParameterError, match="cannot be loaded"):
        open_segmenter(model)


def articles(count: int) -> Iterator[str]:
    folder = os.environ.get("TWEETCTX_DATA")
    if not folder:
        pytest.skip("TWEETCTX_DATA is not set")
    with lzma.open(Path(folder) / "wikipedia" / "wiki.jsonl.xz", "rt", encoding="utf-8") as lines:
        yield from (json.loads(line)["text"] for line in islice(lines, count))


def ends(text: str, spans: list[tuple[int, int]]) -> set[int]:
    """Where sentences end, without their closing marks, for the sentencizer leaves the next opening ones behind."""
    return {start + len(text[start:end].rstrip(" \n\"“”'‘’()[]")) for start, end in spans}


@pytest.mark.thorough
def test_most_boundaries_of_wikipedia_are_the_sentencizers(sentencizer: Language) -> None:
    ours = theirs = both = 0
    for paragraph in (paragraph for text in articles(300) for paragraph in text.split("\n")):
        mine = ends(paragraph, SEGMENTER.spans(paragraph))
        other = ends(paragraph, [(span.start_char, span.end_char) for span in sentencizer(paragraph).sents])
        ours, theirs, both = ours + len(mine), theirs + len(other), both + len(mine & other)
    # Read by hand, the rest is mostly the sentencizer's: No. 5, lower case after a title's mark, U.S. The.
    assert both / ours > 0.98
    assert both / theirs > 0.97
