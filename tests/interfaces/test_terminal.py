"""What controls a terminal, in texts from outside."""

import io
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tweetctx.interfaces.terminal import guard, printable

ROOT = Path(__file__).parents[2]
EVIL = "a\x1b[2J\x1b]0;x\x07b\x9b31mc\x7f\r"
PLAIN = "a\ufffd[2J\ufffd]0;x\ufffdb\ufffd31mc\ufffd\ufffd"


def test_control_characters_are_replaced() -> None:
    assert printable(EVIL) == PLAIN
    assert printable("Köln\tist\n日本 👍🏽 \u202e") == "Köln\tist\n日本 👍🏽 \u202e"


def test_a_stream_that_is_guarded_keeps_colours_alone() -> None:
    stream = io.StringIO()
    guard(stream)
    assert stream.write("\x1b[1;31mred\x1b[0m" + EVIL) == len("\x1b[1;31mred\x1b[0m" + EVIL)
    assert stream.getvalue() == "\x1b[1;31mred\x1b[0m" + PLAIN


@pytest.mark.thorough
def test_no_command_sends_them_to_a_terminal(tmp_path: Path) -> None:
    corpus, index, posts = (tmp_path / name for name in ("c.jsonl", "c.idx", "posts.txt"))
    evil = EVIL.replace("\r", "").encode("unicode_escape").decode().replace("\\x", "\\u00")
    article = f'{{"id": "1", "title": "Airplane{evil}", "url": "", "text": "Airplane{evil} is a film of 1980."}}'
    corpus.write_text(f"{article}\n", "utf-8")
    posts.write_text(EVIL.replace("\r", "") + " Airplane\n", "utf-8")
    twice = tmp_path / "twice.jsonl"
    twice.write_text(f'{{"id": "{evil}", "text": "Airplane"}}\n' * 2, "utf-8")
    used = ["--index", str(index)]
    for arguments in (
        ["index", "build", str(corpus), "-o", str(index), "--workers", "1", "--quiet"],
        ["bot", "bluesky", "--dry-run", str(posts), *used],
        ["batch", str(twice), "-o", str(tmp_path / "run"), "--on-error", "skip", "--quiet", *used],
        ["search", "Airplane", *used],
        ["context", f"Airplane{EVIL} 1980 film", "--explain", *used],
        ["context", f"Airplane{EVIL} 1980 film", "--format", "json", *used],
        ["link", f"Airplane{EVIL} 1980 film", *used],
    ):
        said = shown(arguments).replace("\x1b[0m", "")  # rich's, behind a bar that is not shown
        assert [sign for sign in "\x1b\x07\x9b\x7f" if sign in said] == [], said
        assert "Airplane" in said or arguments[0] in ("index", "batch"), said


def shown(arguments: list[str]) -> str:
    """What a command writes to a terminal."""
    master, slave = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb", "COLUMNS": "100"}
    running = subprocess.Popen(
        [sys.executable, "-m", "tweetctx", *arguments], env=environment, stdout=slave, stderr=slave
    )
    os.close(slave)
    data = b""
    try:
        while piece := os.read(master, 1 << 16):
            data += piece
    except OSError:  # how a terminal ends
        pass
    os.close(master)
    assert running.wait(60) in (0, 3)
    return data.decode()
