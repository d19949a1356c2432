"""Corpora as CSV and TSV, and as the JSON Lines of BEIR and Pyserini."""

import csv
import json
from pathlib import Path

import pytest

from tweetctx.corpus import read_articles
from tweetctx.errors import CorpusError
from tweetctx.reading import cells
from tweetctx.types import Article, Section


def write(folder: Path, text: str | bytes, name: str = "corpus.x") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


MILL = Article(
    "7",
    "Mill",
    "https://x.org/mill",
    (Section("", ('A "mill" grinds, they say.', "There it is, in the sea.")),),
)


@pytest.mark.parametrize(
    "text",
    [
        'id,title,url,text\n7,Mill,https://x.org/mill,"A ""mill"" grinds, they say.\nThere it is, in the sea."\n',
        'text\ttitle\tother\t_id\turl\r\n"A ""mill"" grinds, they say.\r\nThere it is, in the sea."\tMill\tx\t7\thttps://x.org/mill\r\n',
        '\ufeff"ID","Contents","Title","URL"\n"7","A ""mill"" grinds, they say.\nThere it is, in the sea.","Mill",'
        '"https://x.org/mill"\n\n',
        'id,title,url,text\r7,Mill,https://x.org/mill,"A ""mill"" grinds, they say.\rThere it is, in the sea."\r',
    ],
)
def test_an_article_a_row(tmp_path: Path, text: str) -> None:
    assert list(read_articles([write(tmp_path, text)])) == [MILL]


def test_reading_goes_on_behind_a_row(tmp_path: Path) -> None:
    path = write(tmp_path, "id,text\n" + "".join(f'{number},"A\nb"\n' for number in range(5)))
    corpus = read_articles([path])
    articles = iter(corpus)
    first = [next(articles).id, next(articles).id]
    assert first + [article.id for article in read_articles([path], start=corpus.position)] == list("01234")
    assert next(iter(read_articles([path]))).title == "0"  # where there is no title, the identifier stands for it


def test_a_row_that_is_none(tmp_path: Path) -> None:
    path = write(tmp_path, b'id,text\n1,a\n2\n,b\n3,"c\nd"\n4,\xff\n5,e\n')
    corpus = read_articles([path], on_error="skip")
    assert [article.id for article in corpus] == ["1", "3", "5"]
    found = [problem.removeprefix(f"{path}, ") for problem in corpus.problems]
    assert found[0].startswith("line 3: found 1 cell; expected 2, as the header has")
    assert found[1].startswith("line 4: found no id; expected a header with the columns id, text")
    assert found[2].startswith("line 7: found byte 0xff at column 3; expected text in UTF-8")
    with pytest.raises(CorpusError, match="line 3"):
        list(read_articles([path]))


def test_a_row_with_text_behind_quotation_marks_is_an_error(tmp_path: Path) -> None:
    path = write(tmp_path, 'id,text\n1,"The \\"mill\\" grinds."\n2,"path C:\\"\n3,"a" b\n')
    corpus = read_articles([path], on_error="skip")
    assert [article.sections[0].paragraphs for article in corpus] == [("path C:\\",)]
    found = "found text behind a cell in quotation marks; expected `,` there"
    assert [
        problem.startswith(f"{path}, line {line}: {found}")
        for problem, line in zip(corpus.problems, (2, 4), strict=True)
    ] == [
        True,
        True,
    ]


def test_a_quotation_that_never_ends_is_a_problem_of_its_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "MAX_RECORD", 200)
    path = write(tmp_path, "id,text\n1,a\n" + '2,"' + "no end\n" * 30 + "3,b\n")
    corpus, limit = read_articles([path], on_error="skip"), csv.field_size_limit()
    try:
        assert [article.id for article in corpus] == ["1", "3"]
        with pytest.raises(CorpusError, match="line 3: found no row of a table") as caught:
            list(read_articles([path]))
    finally:
        csv.field_size_limit(limit)
    assert corpus.problems[0] == str(caught.value)


@pytest.mark.parametrize("end", ["", "\n"])
def test_the_rows_behind_a_quotation_mark_that_is_not_closed_are_read(tmp_path: Path, end: str) -> None:
    path = write(tmp_path, 'id,text\n1,"a\nb"\n2,"c\n3,d\n4,""\n5,"e"\n6,f\n7,"g\n8,h' + end)
    corpus = read_articles([path], on_error="skip")
    assert [article.id for article in corpus] == ["1", "3", "4", "5", "6", "8"]
    found = "a quotation mark that is not closed; expected a second one at the end of the cell"
    assert corpus.problems == tuple(f"{path}, line {line}: found {found}" for line in (4, 9))
    with pytest.raises(CorpusError, match="line 4: found a quotation mark"):
        list(read_articles([path]))


@pytest.mark.parametrize("text", ["id,title\n1,a\n", "a,b,c\n", "1,2\n", "text\nx\n", "[]", "PK\x03\x04"])
def test_what_is_refused_says_which_formats_are_known(tmp_path: Path, text: str) -> None:
    with pytest.raises(CorpusError, match=r"expected .*JSON Lines.*Parquet.*|.*CSV or TSV.*") as error:
        list(read_articles([write(tmp_path, text)]))
    for known in ("ZIM", "Parquet", "BEIR", "Pyserini", "CSV or TSV with the columns id and text", "MediaWiki", "INEX"):
        assert known in str(error.value)


@pytest.mark.parametrize(
    ("record", "article"),
    [
        (
            {"_id": "7", "title": "Mill", "text": "A mill.", "metadata": {"url": "https://x.org"}},
            Article("7", "Mill", "https://x.org", (Section("", ("A mill.",)),)),
        ),
        ({"_id": 7, "title": "", "text": "A.", "metadata": {}}, Article("7", "", "", (Section("", ("A.",)),))),
        (
            {"id": "7", "contents": '"Mill"\nA mill.\nThere it is, in the sea.'},
            Article("7", "Mill", "", (Section("", ("A mill.", "There it is, in the sea.")),)),
        ),
        ({"id": "7", "contents": "A mill."}, Article("7", "7", "", (Section("", ("A mill.",)),))),
        (
            {"id": "7", "title": "Mill", "contents": "It is a mill.\nThere is the sea."},
            Article("7", "Mill", "", (Section("", ("It is a mill.", "There is the sea.")),)),
        ),
    ],
)
def test_records_of_beir_and_pyserini(tmp_path: Path, record: dict[str, object], article: Article) -> None:
    assert list(read_articles([write(tmp_path, json.dumps(record) + "\n")])) == [article]
