"""TREC's Novelty tracks in the forms of 2002, 2003 and 2004, with topics and sentences written for the test."""

import gzip
from pathlib import Path

import pytest

from tweetctx.errors import CollectionError, ParameterError
from tweetctx.evaluation.collections import LabelledQuery, read_collection, read_novelty

TOPICS_2003 = """
<top>
<num> Number: N1
<title> lighthouse keepers &amp; ships
<toptype> event
<desc> Description:
Who kept the lighthouse,
and when?
<narr> Narrative:
Names of keepers are relevant.
</top>

<top>
<num> Number: N2
<title>
harvest festival
<toptype> opinion
<desc> Description:
What do people think of the festival?
<narr> Narrative:
Only opinions.
</top>
"""
KEEPERS = """<DOC>
<DOCNO> NYT19980629.0465 </DOCNO>
<DOCTYPE> NEWS STORY </DOCTYPE>
<TEXT>
<s docid="NYT19980629.0465" num="1"> Anna kept the light. </s>
<P>
<s docid="NYT19980629.0465" num="2"> She rowed to a ship
 at night; <B>AT&amp;T</B> phoned. </s>
</TEXT>
</DOC>
"""
LATER = """<DOC>
<DOCNO> APW19990101.0001 </DOCNO>
<s docid="APW19990101.0001" num="1"> The light was sold. </s>
<s docid="APW19990101.0001" num="3"> Its keeper retired. </s>
</DOC>
"""
FESTIVAL = """<DOC>
<DOCNO> XIE20000101.0007 </DOCNO>
<s docid="XIE20000101.0007" num="1"> I like it. </s>
</DOC>
"""
QRELS = "N1 NYT19980629.0465:2\nN1 APW19990101.0001:3\nN2 XIE20000101.0007:1\n"

KEEPERS_TEXTS = ("Anna kept the light.", "She rowed to a ship at night; AT&T phoned.")
LATER_TEXTS = ("The light was sold.", "Its keeper retired.")


def make(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def year_2003(folder: Path, **changes: str) -> Path:
    files = {"topics": TOPICS_2003, "N1.docs_text": KEEPERS + LATER, "N2.docs_text": FESTIVAL, "qrels": QRELS}
    return make(folder, {name.replace("_docs", ".docs"): text for name, text in (files | changes).items()})


def test_a_file_a_topic(tmp_path: Path) -> None:
    found = read_collection(year_2003(tmp_path / "novelty03"))
    assert found.name == "novelty03"
    assert found.document_ids == ("NYT19980629.0465", "APW19990101.0001", "XIE20000101.0007")
    assert found.documents == (KEEPERS_TEXTS, LATER_TEXTS, ("I like it.",))
    assert found.own_sentence_ids == (
        ("NYT19980629.0465:1", "NYT19980629.0465:2"),
        ("APW19990101.0001:1", "APW19990101.0001:3"),
        ("XIE20000101.0007:1",),
    )
    assert found.queries == (
        LabelledQuery("N1", "lighthouse keepers & ships", (0, 1), frozenset({(0, 1), (1, 1)})),
        LabelledQuery("N2", "harvest festival", (2,), frozenset({(2, 0)})),
    )


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({"1.doc_text": KEEPERS + LATER, "2.doc_text": FESTIVAL}, "file without the letter, as in 2004"),
        ({"docs/N1/a": KEEPERS, "docs/N1/b": LATER, "docs/N2/c": FESTIVAL}, "folder a topic, file a document"),
        ({"docs/1/a.sgml": KEEPERS, "docs/1/b": LATER, "docs/2/c": FESTIVAL, "README": "hi"}, "without the letter"),
    ],
)
def test_other_ways_to_lay_documents_out(tmp_path: Path, files: dict[str, str], name: str) -> None:
    expected = read_collection(year_2003(tmp_path / "a" / "novelty"))
    folder = make(tmp_path / "b" / "novelty", files | {"topics": TOPICS_2003, "qrels": QRELS})
    assert read_collection(folder) == expected, name


def test_a_list_of_documents_in_the_topic(tmp_path: Path) -> None:
    listed = TOPICS_2003.replace("</top>", "<docs>\nAPW19990101.0001\nNYT19980629.0465\n</top>", 1)
    listed = listed.replace("Only opinions.", "Only opinions.\n<docs> XIE20000101.0007 </docs>")
    found = read_novelty(
        make(tmp_path, {"topics": listed}) / "topics",
        make(tmp_path / "docs", {"a": KEEPERS, "b": FESTIVAL, "c": LATER}),
        make(tmp_path, {"qrels": QRELS}) / "qrels",
    )
    assert found.document_ids == ("APW19990101.0001", "NYT19980629.0465", "XIE20000101.0007")
    assert found.queries[0].relevant == {(0, 1), (1, 1)}


def test_one_document_of_two_topics_in_2002(tmp_path: Path) -> None:
    topics = """<top>
<num> Number: 303
<title> Light

<desc> Description:
The first description.

<narr> Narrative:
Some.

<desc> Description:
The second description.
</top>
<top>
<num> Number: 305
<title> Dark
<desc> Description:
Other.
</top>
"""
    sentences = '<s docid="FT924-286" num="46"> One. </s>\n<s docid="FT924-286" num="47"> Two. </s>\n'
    more = '<s docid="LA010189-0001" num="1"> Caf\xe9. </s>\n'
    make(tmp_path, {"topics": topics, "303.docs_text": sentences, "min_qrels.relevant": "303 FT924-286:46\n"})
    make(tmp_path, {"min_qrels.new": "303 FT924-286:46\n"})
    (tmp_path / "305.docs_text.gz").write_bytes(gzip.compress((more + sentences).encode("latin-1")))
    found = read_collection(tmp_path, field="desc")
    assert found.documents == (("One.", "Two."), ("Café.",))
    assert found.queries == (
        LabelledQuery("303", "The second description.", (0,), frozenset({(0, 0)})),
        LabelledQuery("305", "Other.", (1, 0), frozenset()),
    )


def test_the_field_of_the_query(tmp_path: Path) -> None:
    folder = year_2003(tmp_path)
    assert read_collection(folder, field="desc").queries[0].text == "Who kept the lighthouse, and when?"
    assert read_collection(folder, field="narr").queries[1].text == "Only opinions."
    with pytest.raises(ParameterError, match="field: found 'toptype', expected one of title, desc, narr"):
        read_collection(folder, field="toptype")  # type: ignore[arg-type]


def test_closed_tags_and_capitals(tmp_path: Path) -> None:
    topics = "<TOP><num> Number: N1 </num><title> Ships </title>\n<desc>Description: What?</desc></TOP>"
    folder = year_2003(tmp_path, topics=topics, N1_docs_text=KEEPERS.replace("<s ", "<S ").replace("</s>", "</S>"))
    found = read_collection(make(folder, {"qrels": "N1 NYT19980629.0465:2"}))
    assert [query.text for query in found.queries] == ["Ships"]
    assert found.documents == (KEEPERS_TEXTS,)


def test_more_attributes_and_a_document_without_sentences(tmp_path: Path) -> None:
    text = "<DOCNO> EMPTY </DOCNO>\n" + KEEPERS.replace('num="1"', 'num=1 wdcount="4"')
    found = read_collection(year_2003(tmp_path, N1_docs_text=text + LATER))
    assert found.documents[:2] == ((), KEEPERS_TEXTS)


def test_files_of_judgements_are_told_apart(tmp_path: Path) -> None:
    folder = year_2003(tmp_path / "n")
    (folder / "qrels").rename(folder / "qrels.relevant.03.txt")
    make(folder, {"qrels.new.03.txt": "N2 XIE20000101.0007:1\n"})
    assert sum(len(query.relevant) for query in read_collection(folder).queries) == 3
    make(folder, {"qrels.5.relevant.03.txt": "N1 NYT19980629.0465:2\n"})
    with pytest.raises(CollectionError, match=r"n: found 2 files of judgements \(qrels.5.relevant.03.txt, qrels.rel"):
        read_collection(folder)
    one = read_collection(folder, qrels=folder / "qrels.5.relevant.03.txt")
    assert sum(len(query.relevant) for query in one.queries) == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"qrels": "N1 NYT19980629.0465:2\nN1 NYT00000000.0000:1"},
            "qrels, line 2: found the document NYT00000000.0000",
        ),
        ({"qrels": "N1 NYT19980629.0465:9"}, "qrels, line 1: found sentence 9, expected one of NYT19980629.0465"),
        (
            {"qrels": "\nN1 XIE20000101.0007:1"},
            "qrels, line 2: found the document XIE20000101.0007, expected one of the",
        ),
        ({"qrels": "N7 NYT19980629.0465:1"}, "qrels, line 1: found the topic N7, expected one of the topics"),
        (
            {"qrels": QRELS + "N1 NYT19980629.0465 5"},
            "qrels, line 4: found 'N1 NYT19980629.0465 5', expected topic doc",
        ),
        ({"qrels": "hello"}, "found 0 files of judgements, expected one"),
        ({"topics": "hello"}, "found 0 files of topics, expected one"),
        ({"topics": TOPICS_2003.replace("N2", "N1")}, "topics, line 13: found the topic N1 a second time"),
        ({"topics": TOPICS_2003.replace("<num> Number: N2", "")}, "topics, line 13: found '' as the number of a topic"),
        (
            {"topics": TOPICS_2003.replace("harvest festival", "")},
            "topics, line 13: found the topic N2 without <title>",
        ),
        (
            {"topics": TOPICS_2003.replace("N2", "N3"), "qrels": "N1 NYT19980629.0465:1"},
            "topics, line 13: found no documents of the topic N3, expected <docs>, or a file or folder named 3 or N3",
        ),
        (
            {"topics": TOPICS_2003.replace("</top>", "<docs> NYT0 </top>", 1)},
            "topics, line 2: found the document NYT0 under <docs>, expected one that is among the documents",
        ),
        ({"N1_docs_text": KEEPERS.replace(" </s>\n<P>", "\n<P>") + LATER}, "N1.docs_text, line 5: found <s …> without"),
        ({"N2_docs_text": FESTIVAL.replace("</s>", "")}, "N2.docs_text, line 3: found <s …> without its end"),
        ({"N2_docs_text": FESTIVAL.replace('num="1"', 'num="x"')}, "N2.docs_text, line 3: found <s docid="),
        ({"N2_docs_text": FESTIVAL.replace("docid=", "id=")}, "N2.docs_text, line 3: found <s id="),
        (
            {"N1_docs_text": KEEPERS.replace('num="2"', 'num="1"')},
            "N1.docs_text, line 7: found the sentence NYT19980629.",
        ),
        ({"N1_docs_text": "", "N2_docs_text": "nothing"}, "found no sentences, expected <s docid="),
    ],
)
def test_damage(tmp_path: Path, changes: dict[str, str], message: str) -> None:
    with pytest.raises(CollectionError) as caught:
        read_collection(year_2003(tmp_path, **changes))
    assert message in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path))
    assert "\n" not in str(caught.value)


def test_a_document_twice_in_one_topic(tmp_path: Path) -> None:
    folder = make(year_2003(tmp_path), {"N1.again": KEEPERS})
    with pytest.raises(
        CollectionError, match=r"topics, line 2: found the document NYT19980629.0465 twice in one topic"
    ):
        read_collection(folder)


def test_topics_that_begin_otherwise(tmp_path: Path) -> None:
    folder = year_2003(tmp_path)
    with pytest.raises(CollectionError, match=r"qrels, line 1: found 'N1 NYT19980629.0465:2.*, expected <top>"):
        read_novelty(folder / "qrels", folder, folder / "qrels")
