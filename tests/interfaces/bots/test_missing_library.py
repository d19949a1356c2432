"""The bots without the extra `bots`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
RUN = """
import sys
sys.modules["websockets"] = None
sys.argv = ["tweetctx", "bot", sys.argv[1]]
from tweetctx.interfaces.commands.cli import main
main()
"""
HINT = 'tweetctx: error: websockets is not installed; pip install ".[bots]" in a clone of the source\n'


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("platform", "said"),
    [
        ("discord", HINT),
        ("mastodon", HINT),
        ("slack", HINT),
        ("bluesky", "tweetctx: error: BLUESKY_HANDLE: not set"),
        ("telegram", "tweetctx: error: TELEGRAM_TOKEN: not set"),
    ],
)
def test_a_bot_says_in_one_line_what_it_needs(platform: str, said: str, demo_index: Path) -> None:
    command = [sys.executable, "-c", RUN, platform]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TWEETCTX_INDEX": str(demo_index)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(said)
    assert done.stderr.count("\n") == 1
