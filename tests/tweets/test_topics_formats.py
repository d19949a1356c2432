"""Whole files of each format, read as a user reads them: found by their content, their tweets as they stand."""

import bz2
import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.tweets.topics import Topic, read_topics

BIG = "9007199254740993"  # 2**53 + 1, which no float is
OLD_SEARCH = (
    f'{{"created_at": "Sat, 18 Feb 2012", "from_user": "mill", "id": 9007199254740992, "id_str": "{BIG}", '
    '"text": "Wheels turn #mill", "geo": null, "score": 0.5}',
    '{"from_user": "weir", "from_user_id": 7, "id": 12, "text": "Line one\\nline two", "metadata": {"id": 3}}',
)
OLD_TOPICS = [(BIG, "Wheels turn #mill"), ("12", "Line one\nline two")]
V1 = (
    '{"id": 1, "id_str": "1", "full_text": "All of it", "text": "All…", "user": {"id": 5, "text": "no"}}',
    '{"id": 2, "id_str": "2", "text": "Cut…", "truncated": true, "extended_tweet": {"full_text": "Not cut"}}',
)
V1_TOPICS = [("1", "All of it"), ("2", "Not cut")]
V2_DATA = (
    f'[{{"id": "{BIG}", "text": "Short…", "note_tweet": {{"text": "A long note"}}}},'
    ' {"id": "2", "text": "b", "edit_history_tweet_ids": ["2"]}]'
)
V2_REST = '"includes": {"tweets": [{"id": "3", "text": "quoted"}]}, "meta": {"result_count": 2}'
V2_TOPICS = [(BIG, "A long note"), ("2", "b")]
EXPORT_ITEMS = """[
  {
    "tweet" : {
      "entities" : { "urls" : [ ], "hashtags" : [ { "text" : "mill", "indices" : [ "0", "5" ] } ] },
      "id_str" : "10",
      "id" : "10",
      "full_text" : "A wheel &amp; a weir"
    }
  },
  {
    "tweet" : {
      "id" : "9007199254740993",
      "full_text" : "Second"
    }
  }
]"""
EXPORT_TOPICS = [("10", "A wheel &amp; a weir"), (BIG, "Second")]
XML_TOPICS = [("2012001", "A mill & a weir"), (BIG, "Caf\u00e9 <3")]
TREC = """<top>
<head> Tipster Topic Description
<num> Number: 51
<dom> Domain: International Economics
<title> Topic:  Airships and
 their hangars

<desc> Description:
Where are they?
<narr> Narrative:
A hangar <3.
</top>

<top>
<num> Number: MB002 </num>
<query> a < b <b> 2022 </query>
<querytime> Tue Feb 08 2011 </querytime>
</top>
"""

FORMATS: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "text": ("A tweet\n\n  two  spaces \n", [("1", "A tweet"), ("3", "  two  spaces ")]),
    "text, one line": ("A tweet", [("1", "A tweet")]),
    "text with a list": ("[BREAKING] A tweet\n[[x]]\n[]", [("1", "[BREAKING] A tweet"), ("2", "[[x]]"), ("3", "[]")]),
    "text with braces": ("{hug} you\n{x", [("1", "{hug} you"), ("2", "{x")]),
    "text with a heart": ("<3 you\n<top that", [("1", "<3 you"), ("2", "<top that")]),
    "text with a tag": ("<sarcasm> great </sarcasm>\nx", [("1", "<sarcasm> great </sarcasm>"), ("2", "x")]),
    "text about window": ("window.YTD is a name\n", [("1", "window.YTD is a name")]),
    "JSON Lines": ('{"id": "a b", "text": "x"}\n \n{"id": -7, "text": ""}\n', [("a b", "x"), ("-7", "")]),
    "JSON Lines, one": ('{"id": 1, "text": "x\\ny"}', [("1", "x\ny")]),
    "JSON Lines, numbers": (
        '{"id": 123456789012345678901234567890, "text": "x"}\n{"id": 1.50, "text": "y"}\n{"id": 1e3, "text": "z"}',
        [("123456789012345678901234567890", "x"), ("1.50", "y"), ("1e3", "z")],
    ),
    "JSON Lines, surrogate": ('{"id": "1", "text": "a\\ud83d b\\ud83d\\ude00"}', [("1", "a\ufffd b\U0001f600")]),
    "INEX 2012, lines": ("\n".join(OLD_SEARCH), OLD_TOPICS),
    "INEX 2012, list": ("[" + ",".join(OLD_SEARCH) + "]", OLD_TOPICS),
    "INEX 2012, list of lines": ("[\n" + ",\n".join(OLD_SEARCH) + "\n]\n", OLD_TOPICS),
    "INEX 2012, results": ('{"page": 1, "results": [' + ",".join(OLD_SEARCH) + '], "max_id": 5}', OLD_TOPICS),
    "INEX 2012, results of lines": ('{"results": [\n' + ",\n".join(OLD_SEARCH) + '\n], "max_id": 5}', OLD_TOPICS),
    "INEX 2014, JSON": ('{"id": "1", "entity": {"text": "BMW"}, "text": "Cars"}', [("1", "Cars")]),
    "v1.1, lines": ("\n".join(V1), V1_TOPICS),
    "v1.1, list": ("[" + ", ".join(V1) + "]", V1_TOPICS),
    "v1.1, indented": (json.dumps([json.loads(tweet) for tweet in V1], indent=2), V1_TOPICS),
    "v1.1, search": ('{"statuses": [' + ", ".join(V1) + '], "search_metadata": {}}', V1_TOPICS),
    "v1.1, one indented": (json.dumps(json.loads(V1[0]), indent=1), V1_TOPICS[:1]),
    "v1.1, several indented": ("\n".join(json.dumps(json.loads(tweet), indent=1) for tweet in V1), V1_TOPICS),
    "v2, a page": (f'{{"data": {V2_DATA}, {V2_REST}}}', V2_TOPICS),
    "v2, pages": (
        f'{{"data": {V2_DATA}, {V2_REST}}}\n{{"data": [{{"id": "4", "text": "d"}}]}}',
        [*V2_TOPICS, ("4", "d")],
    ),
    "v2, indented": (json.dumps(json.loads(f'{{{V2_REST}, "data": {V2_DATA}}}'), indent=2), V2_TOPICS),
    "v2, one": ('{"data": {"id": "2", "text": "b"}}', [("2", "b")]),
    "v2, one indented": ('{\n "data": {\n  "id": "2",\n  "text": "b"\n }\n}\n', [("2", "b")]),
    "v2, no data": ('{"data": [\n], "meta": {}}', []),
    "tweets.js": (f"window.YTD.tweets.part0 = {EXPORT_ITEMS}", EXPORT_TOPICS),
    "tweet.js": (f"window.YTD.tweet.part0 = {EXPORT_ITEMS}\n", EXPORT_TOPICS),
    "tweets.js, a later part": (f"window.YTD.tweets.part12={EXPORT_ITEMS};\n", EXPORT_TOPICS),
    "tweets.js, bare tweets": ('window.YTD.tweet.part0 = [ {"id": "1", "full_text": "x"} ]', [("1", "x")]),
    "tweets.js without any": ("window.YTD.tweets.part0 = [ ]", []),
    "export of 2012": ('Grailbird.data.tweets_2012_02 = \n [ {\n "id" : 3, "text" : "x"\n} ]', [("3", "x")]),
    "INEX XML": (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!-- <topic id="0">no</topic> -->\n<topics>\n'
        f'<topic id="2012001">A mill &amp; a weir</topic>\n<topic id="{BIG}">\nCaf\u00e9 &lt;3\n</topic>\n</topics>\n',
        XML_TOPICS,
    ),
    "INEX XML, titles": (
        '<xml><topic id="2012001"><title>A mill &amp; a weir</title><txt>News.</txt></topic>'
        f'<topic id="{BIG}"><entity>BMW</entity><text>Caf\u00e9 <![CDATA[<3]]></text><title>x</title></topic></xml>',
        XML_TOPICS,
    ),
    "INEX XML, ids inside": (
        "<tweets><tweet><id> 2012001 </id><from_user>m</from_user><text>A mill &amp; a weir</text></tweet>"
        f"<tweet><entity>BMW</entity><ID>{BIG}</ID>Caf\u00e9 &lt;3</tweet></tweets>",
        XML_TOPICS,
    ),
    "INEX XML, deeper": (
        "<topics><topic number='2012001'><tweet>A <b>mill</b> &amp; a weir</tweet></topic>"
        f"<topic><tweet><id>{BIG}</id><text>Caf\u00e9 &#60;3</text></tweet></topic></topics>",
        XML_TOPICS,
    ),
    "INEX XML, no root": (
        f'<tweet id="2012001" entity="BMW">A mill &amp; a weir</tweet>\n<tweet id="{BIG}" text="Caf\u00e9 &lt;3"/>',
        XML_TOPICS,
    ),
    "INEX XML, unknown child": (
        '<topic id="1" lang="en"><statement>Caf\u00e9</statement></topic>',
        [("1", "Caf\u00e9")],
    ),
    "INEX XML, lines": ('<topics><topic id="1">one\ntwo</topic></topics>', [("1", "one\ntwo")]),
    "TREC": (TREC, [("51", "Airships and their hangars"), ("MB002", "a < b <b> 2022")]),
    "TREC, on a line": ("<TOP><NUM>Number: 7<TITLE>x y</TOP>", [("7", "x y")]),
}
each_format = pytest.mark.parametrize("name", FORMATS)


def read(path: Path) -> list[tuple[str, str]]:
    """The topics of a file, which has no problems in either way of reading."""
    topics = read_topics(path, on_error="skip")
    found = list(topics)
    assert (topics.skipped, topics.problems) == (0, ())
    assert list(read_topics(str(path))) == found
    return [(topic.id, topic.text) for topic in found]


@each_format
@pytest.mark.parametrize("change", ["none", "mark", "CRLF"])
def test_a_format_is_found_and_read(tmp_path: Path, name: str, change: str) -> None:
    content, expected = FORMATS[name]
    data = b"\xef\xbb\xbf" * (change == "mark") + content.encode()
    (tmp_path / "f").write_bytes(data.replace(b"\n", b"\r\n") if change == "CRLF" else data)
    assert read(tmp_path / "f") == expected


@pytest.mark.parametrize("name", [name for name in FORMATS if not name.startswith("text")])  # whose lines count
def test_blank_lines_may_come_first(tmp_path: Path, name: str) -> None:
    content, expected = FORMATS[name]
    (tmp_path / "f").write_text(f"\n \r\n{content}", "utf-8")
    assert read(tmp_path / "f") == expected


METHODS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstandard": zstandard.ZstdCompressor().compress,
}


@pytest.mark.parametrize("method", METHODS)
@each_format
def test_a_compressed_file_is_read_like_a_plain_one(tmp_path: Path, name: str, method: str) -> None:
    content, expected = FORMATS[name]
    (tmp_path / "f").write_bytes(METHODS[method](content.encode()))
    assert read(tmp_path / "f") == expected


def test_blank_lines_of_text_are_counted(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"\xef\xbb\xbf\r\n \r\nthird\r\n\r\nfifth\n\n")
    assert read(tmp_path / "f") == [("3", "third"), ("5", "fifth")]


def test_only_line_feeds_end_a_line(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes("one\u2028still\x0bone\x85\ntwo\rstill two".encode())
    assert read(tmp_path / "f") == [("1", "one\u2028still\x0bone\x85"), ("2", "two\rstill two")]


def test_xml_in_the_encoding_that_it_declares(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b'<?xml version="1.0" encoding="ISO-8859-1"?><x><topic id="1">Caf\xe9</topic></x>')
    assert read(tmp_path / "f") == [("1", "Caf\u00e9")]


@pytest.mark.parametrize("encoding", ["utf-16", "martian", "hex"])
def test_an_encoding_that_cannot_be_is_taken_for_utf_8(tmp_path: Path, encoding: str) -> None:
    content = f'<?xml version="1.0" encoding="{encoding}"?><x><topic id="1">Caf\u00e9</topic></x>'
    (tmp_path / "f").write_text(content, "utf-8")
    assert read(tmp_path / "f") == [("1", "Caf\u00e9")]


def test_a_long_first_line_is_json_a_line(tmp_path: Path) -> None:
    long = json.dumps({"id": "1", "text": "x" * 200_000})
    (tmp_path / "f").write_text(f'{long}\n{{"id": "2", "text": "y"}}\n')
    assert read(tmp_path / "f") == [("1", "x" * 200_000), ("2", "y")]


@pytest.mark.thorough
def test_a_document_of_many_pieces(tmp_path: Path) -> None:
    tweets = [{"id": str(n), "text": "x" * 100, "user": {"id": n}} for n in range(5000)]
    for indent in (None, 1):
        (tmp_path / "f").write_text(json.dumps({"meta": {"n": 1}, "data": tweets}, indent=indent))
        assert read(tmp_path / "f") == [(str(n), "x" * 100) for n in range(5000)]


IDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\r\n"), min_size=1).filter(str.strip)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


@given(
    st.lists(st.builds(Topic, IDS, TEXTS), min_size=1, unique_by=lambda topic: topic.id),
    st.booleans(),
    st.sampled_from(["\n", "\r\n", "\n\n"]),
)
def test_json_lines_come_back(
    tmp_path_factory: pytest.TempPathFactory, topics: list[Topic], ensure_ascii: bool, end: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "round.jsonl"
    lines = [json.dumps({"id": t.id, "text": t.text}, ensure_ascii=ensure_ascii) + end for t in topics]
    path.write_bytes("".join(lines).encode())
    assert list(read_topics(path)) == topics


@given(st.lists(st.builds(Topic, IDS, TEXTS), unique_by=lambda topic: topic.id), st.sampled_from([None, 0, 2]))
def test_a_list_of_tweets_comes_back(
    tmp_path_factory: pytest.TempPathFactory, topics: list[Topic], indent: int | None
) -> None:
    path = tmp_path_factory.getbasetemp() / "round.json"
    path.write_text(json.dumps([{"id": t.id, "text": t.text} for t in topics], indent=indent))
    assert list(read_topics(path)) == topics
