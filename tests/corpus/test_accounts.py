"""Tables of accounts from Wikidata's JSON dump."""

import bz2
import gzip
import json
import lzma
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tweetctx.corpus import accounts
from tweetctx.corpus.accounts import accounts_of, write_accounts
from tweetctx.corpus.names import Alias, AliasTable
from tweetctx.errors import ConversionError, CorpusError, InputError, ParameterError
from tweetctx.interfaces.commands.app import app


def statement(account: Any, rank: str = "normal", **qualifiers: str) -> dict[str, Any]:
    snaks = {name: [{"snaktype": kind, "property": name}] for name, kind in qualifiers.items()}
    value = {"snaktype": "value", "property": "P2002", "datavalue": {"value": account, "type": "string"}}
    return {"mainsnak": value, "type": "statement", "rank": rank, "qualifiers": snaks}


def entity(title: str, *statements: dict[str, Any], **titles: str) -> dict[str, Any]:
    links = {"enwiki": title, **titles} if title else titles
    return {
        "type": "item",
        "id": f"Q{len(title)}",
        "claims": {"P31": [], "P2002": list(statements)} if statements else [],
        "sitelinks": {site: {"site": site, "title": name} for site, name in links.items()},
    }


NASA = entity("NASA", statement("NASA"), dewiki="NASA (Behörde)")
ENTITIES = [
    NASA,
    entity("Douglas Adams"),
    entity("Whitney Houston", statement("whitneyhouston"), statement("Whitney_H", "preferred")),
    entity("", statement("nobody")),
    entity("CERN", statement("CERN"), statement("old_cern", P582="value"), statement("wrong", "deprecated")),
]
TABLE = "alias\ttitle\n@NASA\tNASA\n@whitneyhouston\tWhitney Houston\n@Whitney_H\tWhitney Houston\n@CERN\tCERN\n"


def dump_of(entities: Iterable[Any]) -> bytes:
    return ("[\n" + ",\n".join(map(json.dumps, entities)) + "\n]\n").encode()


def dump_at(folder: Path, content: bytes, name: str = "latest-all.json") -> Path:
    (folder / name).write_bytes(content)
    return folder / name


@pytest.mark.parametrize(
    ("name", "pack"),
    [("a.json", bytes), ("a.json.bz2", bz2.compress), ("a.json.gz", gzip.compress), ("a.json.xz", lzma.compress)],
)
def test_a_table_is_made_of_a_dump(name: str, pack: Any, tmp_path: Path) -> None:
    made = write_accounts(dump_at(tmp_path, pack(dump_of(ENTITIES)), name), tmp_path / "t.tsv")
    assert (tmp_path / "t.tsv").read_text("utf-8") == TABLE
    assert (made.lines, made.accounts, made.without_article, made.skipped) == (7, 4, 1, 0)
    assert not [*tmp_path.glob("*.part*")]
    assert next(iter(AliasTable(tmp_path / "t.tsv"))) == Alias("@NASA", "NASA", 1)


def test_a_dump_of_several_bzip2_streams_and_one_entity_a_line(tmp_path: Path) -> None:
    lines = b"".join(bz2.compress(json.dumps(one).encode() + b"\n") for one in ENTITIES)
    write_accounts(dump_at(tmp_path, lines), tmp_path / "t.tsv")
    assert (tmp_path / "t.tsv").read_text("utf-8") == TABLE


def test_titles_are_those_of_a_language(tmp_path: Path) -> None:
    dump = dump_at(tmp_path, dump_of([*ENTITIES, entity("", statement("min"), zh_min_nanwiki="Tâi-oân")]))
    assert write_accounts(dump, tmp_path / "de.tsv", language="de").accounts == 1
    assert (tmp_path / "de.tsv").read_text("utf-8") == "alias\ttitle\n@NASA\tNASA (Behörde)\n"
    write_accounts(dump, tmp_path / "nan.tsv", language="zh-min-nan")
    assert (tmp_path / "nan.tsv").read_text("utf-8") == "alias\ttitle\n@min\tTâi-oân\n"
    write_accounts(dump, tmp_path / "names.tsv", language="zh_min_nanwiki")
    assert (tmp_path / "names.tsv").read_bytes() == (tmp_path / "nan.tsv").read_bytes()


@pytest.mark.parametrize(
    ("statements", "found"),
    [
        ([statement("NASA")], ["NASA"]),
        ([statement("@NASA ")], ["NASA"]),
        ([statement("NASA"), statement("NASA", "preferred")], ["NASA"]),
        ([statement("NASA", "deprecated")], []),
        ([statement("NASA", P582="value")], []),
        ([statement("NASA", P582="somevalue")], []),
        ([statement("NASA", P582="novalue")], ["NASA"]),
        ([statement("NASA", P1534="value")], []),
        ([statement("NASA", P580="value")], ["NASA"]),
        ([{"mainsnak": {"snaktype": "somevalue", "property": "P2002"}, "rank": "normal"}], []),
        ([{"rank": "normal"}, {}], []),
    ],
)
def test_statements_that_count(statements: list[dict[str, Any]], found: list[str]) -> None:
    assert accounts_of(entity("NASA", *statements)) == found


@pytest.mark.parametrize("value", ["two words", "ü", "", "a" * 21, 7, {"text": "NASA"}])
def test_what_is_no_account_is_an_error(value: Any) -> None:
    with pytest.raises(InputError, match="found the account"):
        accounts_of(entity("NASA", statement(value)))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "a.json: found no entity; expected the JSON dump of Wikidata"),
        (b"[\n]\n", "a.json: found no entity; expected the JSON dump of Wikidata"),
        (
            b'{"id": "12", "title": "NASA", "text": "x"}\n',
            "line 1: found an object with the id '12'; expected an entity",
        ),
        (b'{"a": 1}\n{"a": 2}\n', "line 1: found an object with the id None; expected an entity of Wikidata"),
        (b"<mediawiki>\n", "line 1: found a line that begins with '<mediawiki>'; expected an entity of Wikidata"),
        (dump_of([NASA]).replace(b'"type": "item"', b'"type": item'), "line 2: found "),
        (b'[\n{"claims": {"P2002": "\xff"}}\n', "line 2: found byte 0xff"),
        (dump_of([entity("NASA", statement("two words"))]), "line 2: found the account 'two words'; expected letters"),
        (bz2.compress(dump_of(ENTITIES))[:-20], "a.json: "),
    ],
)
def test_a_broken_dump_is_an_error_with_its_place(content: bytes, message: str, tmp_path: Path) -> None:
    with pytest.raises(CorpusError) as error:
        write_accounts(dump_at(tmp_path, content, "a.json"), tmp_path / "t.tsv")
    assert message in str(error.value)
    assert not (tmp_path / "t.tsv").exists()


def test_problems_can_be_skipped_and_are_counted(tmp_path: Path) -> None:
    dump = dump_at(tmp_path, dump_of([NASA, entity("X", statement("two words")), 7, ENTITIES[2]]))
    made = write_accounts(dump, tmp_path / "t.tsv", on_error="skip")
    assert (made.accounts, made.skipped) == (3, 2)
    assert sum(kind.count for kind in made.problem_kinds) == 2


def test_a_file_of_which_all_is_skipped_makes_no_table(tmp_path: Path) -> None:
    dump = dump_at(tmp_path, b'{"id": "12", "title": "NASA", "text": "x"}\nplain text\n')
    with pytest.raises(CorpusError, match="found no entity; expected the JSON dump of Wikidata"):
        write_accounts(dump, tmp_path / "t.tsv", on_error="skip")
    assert [*tmp_path.iterdir()] == [dump]


def test_entities_without_an_account_make_an_empty_table(tmp_path: Path) -> None:
    made = write_accounts(dump_at(tmp_path, dump_of([entity("NASA"), entity("CERN")])), tmp_path / "t.tsv")
    assert (made.entities, made.accounts) == (2, 0)
    assert (tmp_path / "t.tsv").read_text("utf-8") == "alias\ttitle\n"


def test_an_interrupted_run_is_continued_to_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "_BLOCK", 2)
    entities = [entity(f"Title {number}", statement(f"name_{number}")) for number in range(50)]
    dump = dump_at(tmp_path, bz2.compress(dump_of(entities)))
    write_accounts(dump, tmp_path / "whole.tsv")
    parsed, read = list[int](), accounts._read

    def stopping(*arguments: Any) -> Any:
        parsed.append(1)
        if len(parsed) == 31:
            raise KeyboardInterrupt
        return read(*arguments)

    monkeypatch.setattr(accounts, "_read", stopping)
    with pytest.raises(KeyboardInterrupt):
        write_accounts(dump, tmp_path / "t.tsv")
    assert not (tmp_path / "t.tsv").exists()
    made = write_accounts(dump, tmp_path / "t.tsv")
    assert (tmp_path / "t.tsv").read_bytes() == (tmp_path / "whole.tsv").read_bytes()
    assert (made.lines, made.accounts, made.continued) == (52, 50, 29)
    assert len(parsed) == 31 + 52 - 30  # what was read before is not parsed again


def test_another_dump_does_not_continue_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dump = dump_at(tmp_path, dump_of(ENTITIES))
    read = accounts._read

    def stop(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(accounts, "_read", stop)
    with pytest.raises(KeyboardInterrupt):
        write_accounts(dump, tmp_path / "t.tsv")
    monkeypatch.setattr(accounts, "_read", read)
    dump.write_bytes(dump_of(ENTITIES[:1]))
    made = write_accounts(dump, tmp_path / "t.tsv", restart=True)
    assert made.accounts == 1


def test_the_destination_must_be_a_new_plain_file(tmp_path: Path) -> None:
    dump = dump_at(tmp_path, dump_of(ENTITIES))
    (tmp_path / "there.tsv").write_text("mine\n", "utf-8")
    for place, message in (
        (tmp_path, "found a folder; expected a new file"),
        (tmp_path / "there.tsv", "found an existing file; expected a new one, or --restart"),
        (dump, "found the dump itself"),
        (tmp_path / "t.tsv.gz", "found the suffix '.gz'; expected that of plain text"),
    ):
        with pytest.raises(ConversionError, match=message):
            write_accounts(dump, place)
    assert (tmp_path / "there.tsv").read_text("utf-8") == "mine\n"
    write_accounts(dump, tmp_path / "there.tsv", restart=True)
    assert (tmp_path / "there.tsv").read_text("utf-8") == TABLE


@pytest.mark.parametrize("language", ["", "English", "e", "en wiki", "../x"])
def test_a_language_is_a_code(language: str, tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="language: found"):
        write_accounts(dump_at(tmp_path, dump_of(ENTITIES)), tmp_path / "t.tsv", language=language)


def test_the_command(tmp_path: Path) -> None:
    dump, table = dump_at(tmp_path, dump_of(ENTITIES)), tmp_path / "t.tsv"
    done = CliRunner().invoke(app, ["corpus", "accounts", str(dump), "-o", str(table)])
    assert done.exit_code == 0, done.output
    assert f"{table}: 4 accounts" in done.output
    assert table.read_text("utf-8") == TABLE
    again = CliRunner().invoke(app, ["corpus", "accounts", str(dump), "-o", str(table)])
    assert again.exit_code != 0
