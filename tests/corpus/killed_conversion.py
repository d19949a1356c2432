"""Conversions in a process of their own, with blocks small enough to be killed between."""

import subprocess
import sys
from pathlib import Path

import tweetctx

ROOT = Path(tweetctx.__file__).parents[1]
PROGRAM = """
import sys
from tweetctx.runtime import durable
from tweetctx.corpus import writer
writer.BLOCK, durable.SECONDS_BETWEEN_NOTES = int(sys.argv[1]), 0.0
writer.convert_corpus(sys.argv[3:], sys.argv[2], on_error="skip", workers=1)
"""


def start(block: int, destination: Path, *sources: Path) -> "subprocess.Popen[bytes]":
    """A conversion that notes how far it came behind every block."""
    command = [sys.executable, "-c", PROGRAM, str(block), str(destination), *map(str, sources)]
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE)
