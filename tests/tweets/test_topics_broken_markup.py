"""Broken topics of INEX and TREC: the message, and what "skip" goes on with."""

from pathlib import Path

import pytest
from broken_topics import check

ELEMENT = "an element with an id and the text of a tweet"
TOP = "<top> with <num> and <title>"


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (
            '<topic id="2">AT&T</topic>',
            f"3: found broken XML (not well-formed (invalid token), column 21); expected {ELEMENT}",
        ),
        ('<topic id="2">\n a <b>x</topic>', f"4: found broken XML (mismatched tag, column 10); expected {ELEMENT}"),
        ('<topic id="2">&eacute;</topic>', f"3: found broken XML (undefined entity, column 17); expected {ELEMENT}"),
        ('<topic id="2" id="3">x</topic>', f"3: found broken XML (duplicate attribute, column 17); expected {ELEMENT}"),
        ("<topic>x</topic>", f"3: found a topic without an id; expected {ELEMENT}"),
        ('<topic id="">x</topic>', f"3: found a topic without an id; expected {ELEMENT}"),
        (
            '<topic id="2" lang="en"><entity>BMW</entity></topic>',
            f"3: found a topic without a text; expected {ELEMENT}",
        ),
        ('<topic id="2"><a>x</a><b>y</b></topic>', f"3: found a topic without a text; expected {ELEMENT}"),
        ("<topic><id>2\n3</id>x</topic>", "3: found the id '2\\n3'; expected an id without tabs and line breaks"),
        (
            '<topic id="2">\n\x00\n</topic>',
            f"4: found broken XML (not well-formed (invalid token), column 1); expected {ELEMENT}",
        ),
        ('<topic id="2">\n x\ufffe</topic>', "4: found byte 0xff at column 3; expected text in UTF-8"),
        ('<topic id="2">x\ufffe</topic>', "3: found byte 0xff at column 18; expected text in UTF-8"),
        ('<topic id="2">x', "4: found a <topic> inside the <topic> of line 3; expected </topic>"),
        ('<topic id="2" x</topic>', "3: found </topic> without a <topic>; expected <topic>"),
        ("<topc id='2'>x</topic>", "3: found </topic> without a <topic>; expected <topic>"),
    ],
)
def test_a_broken_element_costs_itself_alone(tmp_path: Path, broken: str, message: str) -> None:
    content = f'<topics>\n<topic id="1">x</topic>\n  {broken}\n<topic id="3">x</topic>\n</topics>'
    data = content.encode().replace("\ufffe".encode(), b"\xff")
    check(tmp_path / "f", data, ["1", "3"], f", line {message}")


@pytest.mark.parametrize(
    ("content", "kept", "message"),
    [
        (
            '<topics>\n<topic id="1">x</topic>\n',
            ["1"],
            "2: found the end of the file inside <topics>; expected </topics>",
        ),
        (
            '<topics>\n<topic id="1">x',
            [],
            "2: found the end of the file inside the <topic> of line 2; expected </topic>",
        ),
        ('<topic id="1">\nx\n\n', [], "2: found the end of the file inside the <topic> of line 1; expected </topic>"),
        (
            "<!DOCTYPE html>\n<html><body>x</body></html>",
            [],
            "2: found markup without a topic, its root is <html>; expected <topic>, <tweet>, <top> or <query>",
        ),
        (
            "<top>\n<num> 1\n<title> x\n</top>\n<top>\n<num> 2",
            ["1"],
            "6: found the end of the file inside the <top> of line 5; expected </top>",
        ),
        (
            "<top>\n<num> 1\n</top>\n<top><num> 2 <title> x </top>",
            ["2"],
            f"1: found a <top> without <title>; expected {TOP}",
        ),
        (
            "<top>\n<title> x\n</top>\n<top><num> 2 <title> x </top>",
            ["2"],
            f"1: found a <top> without <num>; expected {TOP}",
        ),
        (
            "<top>\n<num> 1\n<title> x\n<top>\n<num> 2 <title> x </top>",
            ["2"],
            "4: found a <top> inside the <top> of line 1; expected </top>",
        ),
        (
            "<top>\n<num> 1\n<title> x\ufffe </top>\n<top><num> 2 <title> x </top>",
            ["2"],
            "3: found byte 0xff at column 10; expected text in UTF-8",
        ),
    ],
)
def test_broken_markup(tmp_path: Path, content: str, kept: list[str], message: str) -> None:
    check(tmp_path / "f", content.encode().replace("\ufffe".encode(), b"\xff"), kept, f", line {message}")


def test_declared_entities_never_expand(tmp_path: Path) -> None:
    content = '<!DOCTYPE x [<!ENTITY a "ha">]>\n<x><topic id="1">&a;</topic></x>'
    message = f", line 2: found broken XML (undefined entity, column 18); expected {ELEMENT}"
    check(tmp_path / "f", content.encode(), [], message)
