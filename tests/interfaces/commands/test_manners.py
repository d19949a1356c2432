"""Manners of the command line: what it says where a command was not meant so, and how text looks in a terminal."""

import os
import pty
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner, Result

from tweetctx import __version__
from tweetctx.errors import ScorerError, TweetctxError
from tweetctx.interfaces.commands import cli
from tweetctx.interfaces.commands.app import app
from tweetctx.interfaces.commands.shared import index_for_few
from tweetctx.interfaces.commands.train import print_record
from tweetctx.runtime.compiled import about_to_compile
from tweetctx.scoring import parse_scorer
from tweetctx.wikipedias import indexes

ROOT = Path(cli.__file__).parents[3]
RUNNER = CliRunner(env={"COLUMNS": "200", "TERM": "dumb"})
TWEET = "Remembering #OccupyWallStreet"


def test_the_user_is_told_before_loops_are_compiled(demo_index: Path, capsys: pytest.CaptureFixture[str]) -> None:
    index_for_few(str(demo_index))
    assert capsys.readouterr().err == ""
    assert about_to_compile()
    ahead = f"`tweetctx warm --index {demo_index}` does it ahead"
    said = f"tweetctx: compiling what is not in the cache, which can take minutes; {ahead}\n"
    assert capsys.readouterr().err == said
    assert not about_to_compile()


def run(*arguments: str | Path) -> Result:
    return RUNNER.invoke(app, [str(argument) for argument in arguments])


@cache
def help_of(*command: str) -> str:
    """The help of a command, shown once for all tests."""
    return run(*command, "--help").stdout


@pytest.mark.thorough
@pytest.mark.parametrize("command", [["context", TWEET], ["search", "wall street"], ["link", TWEET]], ids=" ".join)
def test_the_demonstration_corpus_says_that_it_is_one(
    command: list[str], demo_index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexes, "demonstration_index", lambda: demo_index)
    said = "tweetctx: from the demonstration corpus, not Wikipedia; `tweetctx get simplewiki` gets a Wikipedia\n"
    assert run(*command).stderr == said
    assert run(*command, "--index", demo_index).stderr == ""
    assert run("context", "xqzv").stderr.startswith(said)


@pytest.mark.parametrize(
    ("command", "name"), [("context", "tweet"), ("normalize", "tweet"), ("link", "tweet"), ("search", "query")]
)
def test_unquoted_words_are_told_to_be_quoted(command: str, name: str) -> None:
    done = run(command, "Remembering", "Occupy", "Wall")
    assert (done.exit_code, done.stdout) == (2, "")
    assert f'found 3 words, expected one text; quote the {name}: "Remembering Occupy Wall"' in done.stderr


@pytest.mark.parametrize(
    ("spec", "end"),
    [
        ("dcu185", "; did you mean dcu-185?"),
        ("wikiqa-2si", "; did you mean wikiqa-2s-i?"),
        ("bm25ff", "; did you mean bm25f?"),
        ("jm(lamda=0.4)", "expected one of lam, prior, prior_weight, terms; did you mean lam?"),
    ],
)
def test_the_nearest_name_is_suggested(spec: str, end: str) -> None:
    with pytest.raises(ScorerError) as caught:
        parse_scorer(spec)
    assert str(caught.value).endswith(end)


def test_no_help_loses_its_brackets() -> None:
    assert "An experiment with `[contexts]` tunes" in " ".join(help_of("experiment").split())
    waiting: list[Any] = [get_command(app)]
    while waiting:
        command = waiting.pop()
        waiting += getattr(command, "commands", {}).values()
        for text in (command.help, command.epilog, *(getattr(param, "help", "") for param in command.params)):
            assert not re.search(r"(?<!\\)\[", text or ""), (command.name, text)


PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("corpus/*.md")]
# In inline code, indented code, or behind a prompt; to the end of the code, a pipe or a comment.
MENTION = re.compile(r"(?:`|\$ |\| |^    +)tweetctx ([a-z].*?)(?=`| \| | #|$)", re.MULTILINE)
SHELL = re.compile(r"^```sh$.*?^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_in_the_documentation_are_there(page: Path) -> None:
    check_mentions(SHELL.sub(lambda block: block[0].replace("\n", "\n$ "), page.read_text("utf-8")))


def test_commands_in_help_are_there() -> None:
    texts = [" ".join(help_of(*command).split()) for command in commands()]
    assert sum(check_mentions(text) for text in texts) > 1


def check_mentions(text: str) -> int:
    """Checks that commands and options are there which a text has in its code; returns how many commands it has."""
    found = MENTION.findall(text)
    for line in found:
        command: Any = get_command(app)
        assert line.split()[0] in command.commands
        for word in line.split():
            if word in getattr(command, "commands", {}):
                command = command.commands[word]
        options = {name for param in command.params for name in (*param.opts, *param.secondary_opts)}
        assert {*re.findall(r"(?<!\S)--[a-z][-a-z]*", line)} <= options | {"--help"}, line
    return len(found)


def test_nothing_is_suggested_where_nothing_is_near() -> None:
    with pytest.raises(ScorerError, match=r"expected one of [-\w, ]+$"):
        parse_scorer("qqqq")


def test_unknown_options_and_commands_suggest_the_nearest() -> None:
    assert "--index" in run("context", "--indx", "x", TWEET).stderr
    assert "Did you mean 'context'?" in run("contxt", TWEET).stderr


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--unit", "char", "found 'char', expected one of chars, graphemes, utf16, bytes, words; did you mean chars?"),
        ("--limit", "ten", "found 'ten', expected a whole number"),
        ("--limit", "-1", "found '-1', expected at least 0"),
        ("--min-score", "low", "found 'low', expected a number"),
    ],
)
def test_a_wrong_value_of_an_option_is_named_without_a_library_s_words(option: str, value: str, message: str) -> None:
    done = run("context", option, value, TWEET)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    assert not re.search("Value error|Input should", done.stderr)


@pytest.mark.parametrize("command", [["evaluate", "contexts"], ["evaluate", "sentences"]], ids=" ".join)
@pytest.mark.parametrize("missing", [0, 1, 2])
def test_missing_files_are_named_in_the_order_given(command: list[str], missing: int, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("first", "second", "third")]
    for path in paths[:missing]:
        path.touch()
    done = run(*command, paths[0], paths[1], "--against", paths[2])
    assert isinstance(done.exception, TweetctxError)
    assert str(done.exception) == f"{paths[missing]}: found nothing; expected a file"


def test_batch_names_the_topics_before_the_index(tmp_path: Path) -> None:
    done = run("batch", tmp_path / "topics", "-o", tmp_path / "run", "--index", tmp_path / "index")
    assert str(done.exception) == f"{tmp_path / 'topics'}: found nothing; expected a file"


def test_normalize_uses_the_index_of_the_environment(demo_index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TWEETCTX_INDEX", raising=False)
    assert run("normalize", "#whitneyhouston").stdout == "whitneyhouston\n"
    monkeypatch.setenv("TWEETCTX_INDEX", str(demo_index))
    assert run("normalize", "#whitneyhouston").stdout == "whitney houston\n"


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version(option: str) -> None:
    assert run(option).stdout == f"tweetctx {__version__}\n"


@pytest.mark.parametrize(
    ("command", "usage"),
    [
        (["context"], "context [OPTIONS] [TWEET]"),
        (["search"], "search [OPTIONS] [QUERY]"),
        (["indexes"], "indexes [OPTIONS] [NAME]"),
        (["bot"], "bot [OPTIONS] NAME [POSTS]"),
        (["index", "build"], "index build [OPTIONS] SOURCE..."),
        (["index", "remove"], "index remove [OPTIONS] INDEX ID..."),
        (["index", "verify"], "index verify [OPTIONS] [INDEX] [SOURCE]..."),
        (["evaluate", "compare"], "evaluate compare [OPTIONS] RUN..."),
        (["train", "linker"], "train linker [OPTIONS] TWEETS REFERENCES..."),
    ],
)
def test_usage_lines(command: list[str], usage: str) -> None:
    found = help_of(*command)
    assert next(line.split("Usage: ")[1].strip() for line in found.splitlines() if "Usage: " in line).endswith(usage)


@pytest.mark.thorough
def test_no_help_shows_the_types_of_python() -> None:
    shown = [help_of(*command) for command in commands()]
    assert [text for text in shown if re.search(r"<bool>|<list|<\w+ range>|\[\[|\{\w", text)] == []
    assert any("<int>" in text for text in shown)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("tweetctx context --scorer dcu", ["dcu-185", "dcu-186", "dcu-187"]),
        ("tweetctx serve --preset def", ["default"]),
        ("tweetctx batch x -o y --scorer link", ["linked"]),
        ("tweetctx get simp", ["simplewiki"]),
        ("tweetctx corpus download en", ["enwiki"]),
        ("tweetctx experiment wik", ["wikiqa", "wikiqa-topics"]),
        ("tweetctx indexes demo", ["demonstration"]),
    ],
)
def test_shells_complete_names(line: str, expected: list[str]) -> None:
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1), "_TWEETCTX_COMPLETE": "complete_bash"}
    done = RUNNER.invoke(app, [], prog_name="tweetctx", env=words)
    assert done.stdout.split() == expected


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_can_complete(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")  # the shell is named
    done = RUNNER.invoke(app, ["--show-completion", shell], prog_name="tweetctx")
    assert done.exit_code == 0
    assert "_TWEETCTX_COMPLETE=complete_" + shell in done.stdout


def commands() -> list[list[str]]:
    import typer.main

    group = typer.main.get_command(app)
    names = []
    for name, command in group.commands.items():  # type: ignore[attr-defined]
        inner = getattr(command, "commands", {})
        names += [[name, part] for part in inner] or [[name]]
    return names


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_paragraphs_of_help_are_not_broken_within_a_sentence(command: list[str]) -> None:
    """In a wide terminal, a line of help before the options ends as a sentence does."""
    lines = help_of(*command).partition("╭")[0].splitlines()
    texts = [line.strip() for line in lines if line.strip() and "Usage:" not in line]
    assert texts
    assert [text for text in texts if not text.endswith((".", "..."))] == []


def in_a_terminal(*command: str | Path, columns: int = 100) -> str:
    """What a command shows on stdout in a terminal."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": str(columns)}
    parent, child = pty.openpty()
    words = [sys.executable, "-m", "tweetctx", *map(str, command)]
    with subprocess.Popen(words, env=environment, stdout=child, stderr=subprocess.DEVNULL) as process:
        os.close(child)
        shown = b""
        try:
            while piece := os.read(parent, 4096):
                shown += piece
        except OSError:  # the end of a terminal
            pass
        assert process.wait(120) == 0
    os.close(parent)
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a terminal")
def test_sources_are_named_in_a_terminal_or_where_they_are_asked_for(demo_index: Path) -> None:
    plain = run("context", TWEET, "--index", demo_index).stdout
    assert "Sources:" not in plain
    named = run("context", TWEET, "--index", demo_index, "--sources").stdout
    assert named.startswith(plain)
    (line,) = named.removeprefix(plain).strip().splitlines()
    assert line.startswith("Sources: Occupy Wall Street; ")
    shown = in_a_terminal("context", TWEET, "--index", demo_index)
    assert " ".join(shown.split()) == " ".join(named.split())
    assert in_a_terminal("context", TWEET, "--index", demo_index, "--no-sources").split() == plain.split()
    assert run("context", TWEET, "--index", demo_index, "--sources", "--format", "json").stdout.count("\n") == 1


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a terminal")
def test_texts_wrap_at_words_in_a_terminal(demo_index: Path) -> None:
    plain = run("context", TWEET, "--index", demo_index).stdout
    lines = in_a_terminal("context", TWEET, "--index", demo_index, "--no-sources", columns=40).splitlines()
    assert len(lines) > 3
    assert all(len(line) <= 40 for line in lines)
    assert " ".join(lines).split() == plain.split()
    assert plain.count("\n") == 1


def test_what_a_training_found_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    print_record({"folds": 5, "tweets, out of fold": {"recall": 0.75, "calibration_error": 0.02}})
    assert capsys.readouterr().out == "folds: 5\ntweets, out of fold: recall 0.75, calibration error 0.02\n"
