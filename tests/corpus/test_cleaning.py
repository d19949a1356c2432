import json
import re
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.corpus import cleaning, read_articles
from tweetctx.corpus.cleaning import clean, clean_leftovers


def plainly_cleaned(text: str) -> str:
    kept = (" " if char != "\n" and ("\0" <= char < " " or "\x7f" <= char <= "\x9f") else char for char in text)
    return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in kept)


def test_every_character(thorough: bool) -> None:
    for code in range(0x110000) if thorough else chain(range(0x3000), range(0xD700, 0x110000, 61)):
        assert clean(f"a{chr(code)}é") == plainly_cleaned(f"a{chr(code)}é")


@given(st.text(st.sampled_from("\0\t\n\x1f \x7f\x80\x9f\xa0\xc2é\ud7ff\ud800\udfff\ue000힠彼𝔘")))
def test_texts(text: str) -> None:
    assert clean(text) == plainly_cleaned(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kath &amp; Kim", "Kath & Kim"),
        ("a &amp;lt; b", "a &lt; b"),
        ("AT&T, a=1&copy=2, HTML &#9812;", "AT&T, a=1&copy=2, HTML &#9812;"),
        ("As of 2009[ [update]], it is.", "As of 2009, it is."),
        ("letters.[3]\nAlphabetical", "letters.\nAlphabetical"),
        ("1998–2007 cases[12][13] The IWC", "1998–2007 cases The IWC"),
        ("Party #22. [a] [b] The party", "Party #22. The party"),
        ("in a city [citation needed].", "in a city."),
        ("Stadium [note 1] in", "Stadium in"),
        ("the [[mill|water mill]], [[old]]", "the water mill, old"),
        ("an early [[patient-report", "an early patient-report"),
        ("Arianism[] is", "Arianism is"),
        ("free.</poem>", "free."),
        ('about<ref name="a">A book, 1980.</ref> it', "about it"),
        ("a &lt;br&gt; b", "a   b"),
        ("\xa0 Ada\xa0 is \xa0a mill\xa0\xa0of \xa0 \n10\xa0km", " Ada is a mill of \n10\xa0km"),
        ('"Ada" , “Eve” , the 5% , Eves’ , [so] , and', '"Ada", “Eve”, the 5%, Eves’, [so], and'),
        ('Iran (Persian: "Irān" ]), the "Éire" ] is', 'Iran (Persian: "Irān"), the "Éire" is'),
        ("Nigeria , officially the Republic , is", "Nigeria, officially the Republic, is"),
        ("Plessy v. Ferguson, , was (a case) , in law, , , in", "Plessy v. Ferguson, was (a case), in law, in"),
        ('"uphold[ing] the [true] system", the vowel [a] is, x[3] = f(1)', None),
        ('|style="width:1em;"| -\nIt is.\n|- class="row"\n|PS =\n|', "\nIt is.\n\n\n"),
        (
            "!Total||44||27\n! colspan=3 | Record\n{| class=wide\n</td></tr></table>\n</math>|\nIt is.",
            "\n" * 5 + "It is.",
        ),
        ("File:Mill.jpg|thumb\nThe mill.", "\nThe mill."),
        ("|x| is the absolute value.\n!Kung people live there.\nA | B", None),
        ("1 < 2 > 0, a <b", None),
        ("if and only if [ iff ] it is from 0 to 1 ], a ,b", None),
        ("[1947] and Article 7 of [1789]", None),
        ('It grinds.["citation needed"] It is old. [better source needed] It', "It grinds. It is old. It"),
        ("It is big. [original research?] Mills [not verified in body] turn. [needs update]", "It is big. Mills turn."),
        (
            "It turned [according to whom?] fast [dead link], she said: [are they needed] and [why not?]",
            "It turned fast, she said: [are they needed] and [why not?]",
        ),
        ("120||7||3\n12 || 3 || 4\n80+||–||1\nA || B\n1 | 2", "\n\n\nA || B\n1 | 2"),
        (
            "[[File:Mill.jpg|thumb|A mill\nImage:Old mill.svg\nImage: the mill\n#if: |x\n#1 of 7",
            "\n\nImage: the mill\n\n#1 of 7",
        ),
        ("[[Category:Water mills]]\nCategory: a word", "\nCategory: a word"),
        ("#ifeq: a\n#if defined(MILL)\n#Time flies", "\n#if defined(MILL)\n#Time flies"),
        ("<ns>0</ns>\n<revision>\n<timestamp>2021-09-03</timestamp>\nIt is <dfn>old</dfn>.", "\n\n\nIt is old."),
        ("<onlyinclude>\n<section begin=a />It is.<section end=a />", "\nIt is."),
        ("<!-- Do not change\n-->\nuse |this date -->\nIf a --> b, then <b", "\n\n\nIf a --> b, then <b"),
        ("- Unknown metadata keyword:\n|}\nA mill is.", "\n\nA mill is."),
        ("an HTML <section>", None),
        (
            "Ada (Arabic: \u200f\u0623\u200e\u200e; 1980), in \u200b\u200b1980",
            "Ada (Arabic: \u0623\u200e; 1980), in 1980",
        ),
        ("2\u200b1\u20442 years", "2 1\u20442 years"),
        ('"Ada"\u200d \'\u200bs mill, "Eve"\u200d\u200d \'\u200ds', '"Ada"\'s mill, "Eve"\'s'),
        ("\U0001f469\u200d\U0001f52c and 'Ada's", None),
    ],
)
def test_leftovers_of_markup(text: str, expected: str | None) -> None:
    assert clean_leftovers(text) == (text if expected is None else expected)


@given(
    st.lists(st.sampled_from([*"_&<[]:.,;- ()'’–\n\u200b\xa0é", "at", "of", "p12", "km", "Image", "__TOC__"])).map(
        "".join
    )
)
def test_what_the_quick_search_passes_over_has_no_leftovers(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cleaning, "_SIGN", re.compile(""))  # everything is looked at
        cleaned = clean_leftovers(text)
    assert cleaned == clean_leftovers(text)


def test_leftovers_go_from_json_lines_but_not_from_what_we_wrote(tmp_path: Path) -> None:
    record = {"id": "1", "title": "Kath &amp; Kim", "text": "Kath &amp; Kim () is well known ( ; 2002)[3]."}
    (tmp_path / "a.jsonl").write_text(json.dumps(record))
    (tmp_path / "b.jsonl").write_text(json.dumps({**record, "headings": []}))
    theirs, ours = read_articles([tmp_path])
    assert (theirs.title, theirs.sections[0].paragraphs) == ("Kath & Kim", ("Kath & Kim is well known (2002).",))
    assert (ours.title, ours.sections[0].paragraphs) == (record["title"], (record["text"],))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Section::::History.", "== History =="),
        ("Section::::History:Early years.", "== Early years =="),
        ("Section::::Star Wars: Episode IV.", "== Star Wars: Episode IV =="),
        ("BULLET::::- The mill of 1975 was opened by the mayor.", "The mill of 1975 was opened by the mayor."),
        ("BULLET::::1. The mill of 1976 drew many guests.", "The mill of 1976 drew many guests."),
        ("BULLET::::- Mill", ""),
        ('<templatestyles src="Module:Citation/CS1/styles.css"/>The mill is old.', "The mill is old."),
        ("It cost formatnum:200000 dollars and {{formatnum:5,000}} more.", "It cost 200000 dollars and 5,000 more."),
        ("It had __NOTOC__ guests.__NOEDITSECTION__", "It had guests."),
        ("It was &amp;ndash; so &amp;lt;b&amp;gt; is shown.", "It was – so &lt;b&gt; is shown."),
        ("It has 10<sup>10.5</sup> and 10<sup>6</sup> and CO<sub>2</sub>.", "It has 10^10.5 and 10⁶ and CO2."),
        ("It has 10<sup>1/2</sup> wheels. It is old.", "It is old."),
        ("It was held at , near Greenport. It is old.", "It is old."),
        ("It drew guests from  countries. It is old.", "It is old."),
        ("Ada (from , or ; born 1980) is a miller.", "Ada (born 1980) is a miller."),
        ("It covers an area of . It is old.", "It is old."),
        ("It is old. It was founded by the and is known as . It is small.", "It is old. It is small."),
        ("It is old. It has an area of ; at the census it had 12 mills. It is red.", "It is old. It is red."),
        ('It is old. She wrote a book called "", which sold well. It is red.', "It is old. It is red."),
        ('It is old.\nShe wrote "".\nIt is red.', "It is old.\n\nIt is red."),
        ('Picard is a captain in "". He wrote "". He is old.', 'Picard is a captain in "". He is old.'),
        ("It was held at , near Greenport. It is an area of . He is old.", "He is old."),
        ("It was held at Greenport. It covers  and it is . He is old.", "It was held at Greenport. He is old."),
        ("It has an area of  and 12 mills. It is old.", "It is old."),
        ('He said that "It is . . . important". It is old.', 'He said that "It is . . . important". It is old.'),
        ("It is old. In , it was sold. On , which is a Friday, it burnt. It is red.", "It is old. It is red."),
        ("It is old. The , built by Ada, is gone. At , it is small. It is red.", "It is old. It is red."),
        ("It is old. He, along with Ada, grinds. At last, it is red.",) * 2,
        ("The war was over . It is old.", "The war was over . It is old."),
        ("It said init__main__ and a__b.", "It said init__main__ and a__b."),
        ("Je to tak.__BEZOBSAHU__ Це так.__БЕЗ_ЗМІСТУ__ Öyle. __İÇİNDEKİLERYOK__", "Je to tak. Це так. Öyle."),
        ("Mlýn je starý.:136 Řeka je velká.", "Mlýn je starý. Řeka je velká."),
        ("It was the first mill.:136 The second is old.", "It was the first mill. The second is old."),
        ("It was built in 1912.:14–16, 20 The second is old.", "It was built in 1912. The second is old."),
        ('It is the "old mill".:83 Eve, its owner,:5 says so.', 'It is the "old mill". Eve, its owner, says so.'),
        ('"It stands?":182 Hill (2011):14 asked;:2:30 nobody knew."', '"It stands?" Hill (2011) asked; nobody knew."'),
        ('It is 12:30, in a ratio of 1:2, {"a":5, "b":6}, Tel.:23 or 2(5):16.',) * 2,
        ("It grinds corn.p160 It is old.:12–14", "It grinds corn. It is old."),
        ("It opens at 10.:30 and main.p2 is a file. See U.S.:12 on it.",) * 2,
    ],
)
def test_marks_of_extractors_and_what_they_emptied(text: str, expected: str) -> None:
    assert clean_leftovers(text) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("fr", "Il vit à Lyon. Il touche 3 000 euros par an ; son frère gagne plus. Il est là.", None),
        ("fr", "Il vit à Lyon. Des manuscrits, il y en a ; les autres sont perdus. Il est là.", None),
        ("fr", "Il a 10 millions en or , en argent. Il est là.", "Il a 10 millions en or, en argent. Il est là."),
        ("it", "È là. Se ne va da qui a lì ; si entra in . Vede.", None),
        ("nl", "Het is oud. Daar is in ; het was , toen, hoog.", "Het is oud. Daar is in ; het was, toen, hoog."),
        ("de", "Er ist alt. Es war in  m gemessen ; bei und in . Er ist rot.", None),
        ("da", "Den er gammel. Der var for ; han tog at . Den er rød.", None),
        ("sv", "Den är gammal. Han hade an ; de is . Den är röd.", None),
        ("fr", 'Il est là. Elle écrit un livre, "", en 1990. Il est grand.', "Il est là. Il est grand."),
        ("simple", "It is old. It has an area of ; it is big. It is red.", "It is old. It is red."),
        ("en", "It is old. It has an area of ; it is big. It is red.", "It is old. It is red."),
        ("zh-min-nan", "It is old. It has an area of ; it is big. It is red.", None),
    ],
)  # fmt: skip
def test_only_words_of_the_language_tell_what_is_lost(language: str, text: str, expected: str | None) -> None:
    assert clean_leftovers(text, language) == (expected or text)


def test_a_record_says_its_language_by_its_address_or_itself(tmp_path: Path) -> None:
    text = "Il vit à Lyon. Il gagne 3 000 euros par an ; son frère gagne plus. Il est là."
    french = {"url": "https://fr.wikipedia.org/wiki/Ada"}, {"language": "fr"}
    records = [{"id": str(n), "title": "Ada", "text": text, **said} for n, said in enumerate(french)]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, records)))
    (tmp_path / "b.csv").write_text(f'id,url,text\n2,https://fr.wikipedia.org/wiki/Ada,"{text}"\n')
    (tmp_path / "c").write_text(f'<doc id="3" url="https://fr.wikipedia.org/wiki/Ada" title="Ada">\n{text}\n</doc>\n')
    assert [article.sections[0].paragraphs for article in read_articles([tmp_path])] == [(text,)] * 4


DOC = """<doc id="1" url="u" title="Mill">
Mill

The mill stands in the town and turns all year, as everybody knows.
Section::::History.
Main article: History of mills
The mill was built in the year 1974 by a group of men.
BULLET::::- The mill of 1975 was opened by the mayor of the town.
</doc>
"""


def test_an_article_of_an_old_extractor(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(DOC)
    [article] = read_articles([tmp_path / "a"])
    assert [(section.heading, len(section.paragraphs)) for section in article.sections] == [("", 1), ("History", 2)]


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        (
            'A wave (from "harbour";\nsaid: so)\n, also known as a tide, is high.',
            'A wave (from "harbour"; said: so), also known as a tide, is high.',
        ),
        (
            'It was called Kyukoku ("Nine")\n, Chinzei\n , and Tsukushi\n. It is old.',
            'It was called Kyukoku ("Nine"), Chinzei, and Tsukushi. It is old.',
        ),
        ("Labour and Affairs\n, Family, and Youth", "Labour and Affairs, Family, and Youth"),
        ("It rose by 5%\n\n, as said.", "It rose by 5%, as said."),
    ],
)
def test_a_line_goes_on_with_the_one_before(broken: str, whole: str) -> None:
    assert clean_leftovers(broken) == whole


@pytest.mark.parametrize(
    "text",
    [
        "It ended.\n, the price fell.",  # what stood before the comma is lost
        'He said "no."\n, and left.',
        "A list\n,5 and ,7",
        "bytes to copy\n; DE is an address",
        "One (two\nthree\nfour) five",
        "First (one) line\nSecond (two) line",
    ],
)
def test_other_lines_stay(text: str) -> None:
    assert clean_leftovers(text) == text
