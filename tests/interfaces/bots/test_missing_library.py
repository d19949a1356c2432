"""The bots without the extra `bots`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
RUN = "import runpy, sys; sys.modules['websockets'] = None; runpy.run_path(sys.argv[1], run_name='__main__')"
HINT = 'error: websockets is not installed; pip install "tweetctx[bots]"\n'


@pytest.mark.parametrize(
    ("platform", "said"),
    [
        ("discord", HINT),
        ("mastodon", HINT),
        ("slack", HINT),
        ("bluesky", "error: BLUESKY_HANDLE: not set"),
        ("telegram", "error: TELEGRAM_TOKEN: not set"),
    ],
)
def test_a_bot_says_in_one_line_what_it_needs(platform: str, said: str) -> None:
    command = [sys.executable, "-c", RUN, str(ROOT / "examples" / f"{platform}_bot.py")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(said)
    assert done.stderr.count("\n") == 1
