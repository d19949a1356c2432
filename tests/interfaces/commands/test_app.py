"""The command line as Typer is given it: only the command or the group that is named."""

import sys

import pytest
import typer

from tweetctx.interfaces.commands.app import app


@pytest.mark.parametrize(
    ("named", "given"),
    [("search", ["search"]), ("index", ["index"]), ("corpus", ["corpus"]), ("indx", []), ("--help", [])],
)
def test_only_what_is_named_is_read(named: str, given: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []

    def note(line: typer.Typer) -> None:
        found.extend(getattr(one.callback, "__name__", "") for one in line.registered_commands)
        found.extend(str(group.name) for group in line.registered_groups)

    monkeypatch.setattr(sys, "argv", ["tweetctx", named, "--help"])
    monkeypatch.setattr(typer.Typer, "__call__", note)
    app()
    assert found == given or (not given and {"search", "index", "corpus", "train", "evaluate"} <= {*found})


@pytest.mark.thorough
@pytest.mark.parametrize("line", ["index", "index --help", "index bild", "index add --help", "corpus list", "train x"])
def test_a_group_says_the_same_among_all(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(named: list[str]) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["tweetctx", *named])
        with pytest.raises(SystemExit) as end:
            app(args=line.split(), prog_name="tweetctx")
        return end.value.code, *capsys.readouterr()

    alone = said(line.split())
    assert any(alone[1:])
    assert alone == said([])
