"""What type checkers say about calls of the public names: they know each keyword, and the units."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CALLS = """\
from tweetctx import Contextualizer, normalize, parse_scorer
context = Contextualizer.open("wiki.idx", scorer="default", passages=20)
context.contextualize("a tweet", limit=140, unit="graphemes", min_score=0.5, deadline=1.0).text.upper()
normalize("a tweet", rules="dcu").words
parse_scorer("jm(lam=0.4)")
Contextualizer.open("wiki.idx", scorrer="default")  # call-arg
Contextualizer.open("wiki.idx", order="length")  # arg-type
context.contextualize("a tweet", unit="chaars")  # arg-type
context.contextualize("a tweet", limit="140")  # arg-type
context.contextualize_many("a tweet", unit="chaars")  # arg-type
context.contextualize("a tweet").txt  # attr-defined
normalize("a tweet", rules="dku")  # arg-type
parse_scorer(0.4)  # arg-type


async def answer() -> int:
    await context.acontextualize("a tweet", unit="chaars")  # arg-type
    return (await context.acontextualize("a tweet", unit="utf16")).confidence  # return-value
"""


@pytest.mark.thorough
def test_wrong_calls_are_type_errors_and_right_ones_are_not(tmp_path: Path) -> None:
    (tmp_path / "calls.py").write_text(CALLS)
    options = ["--strict", "--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, str(tmp_path / "calls.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.findall(r"^.*calls\.py:(\d+): error: .*\[([\w-]+)\]$", done.stdout, re.MULTILINE)
    expected = [
        (str(number), line.partition("  # ")[2]) for number, line in enumerate(CALLS.splitlines(), 1) if "  # " in line
    ]
    assert found == expected, done.stdout + done.stderr
