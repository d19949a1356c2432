"""Pages of documentation that show commands with what they print: reading them, running them, bringing them up to date.

    .venv/bin/python scripts/console_pages.py PAGE FOLDER

PAGE has ```console blocks: a command begins on a line with `$ ` and continues on lines with `> `, and what it prints
follows. The commands are run in FOLDER, which is left as they leave it, and PAGE gets what they print now.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROMPT, CONTINUATION = "$ ", "> "
_PROGRESS = re.compile(r"^tweetctx: (?:[\w .,/-]+: )?\d+ %(?:, .*)?\n", re.MULTILINE)


@dataclass(frozen=True)
class Step:
    """A command of a page, the line it ends on, and what the page says that it prints."""

    line: int
    command: str
    output: str


def read_steps(page: str) -> Iterator[Step]:
    """Yields the commands in the ```console blocks of a page."""
    number, command, printed, inside = 0, "", "", False
    for place, line in enumerate(page.splitlines(), 1):
        if not inside:
            inside = line == "```console"
        elif line.startswith(PROMPT) or line == "```":
            if command:
                yield Step(number, command, printed)
            inside = line != "```"
            number, command, printed = place, line.removeprefix(PROMPT) if inside else "", ""
        elif f"{line} ".startswith(CONTINUATION) and command and not printed:
            number, command = place, f"{command}\n{line[len(CONTINUATION) :]}"
        else:
            printed += f"{line}\n"


def run_steps(steps: list[Step], folder: Path) -> list[str]:
    """Returns what each command prints, stdout and stderr as on a terminal; one shell runs them all.

    Lines that long work prints every ten seconds are left out.

    Raises RuntimeError if the shell does not come to its end.
    """
    separator = "--- the next command ---\n"
    script = "".join(f"{step.command}\necho '{separator.strip()}'\n" for step in steps)
    done = subprocess.run(
        ["/bin/sh"],
        input=script,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=environment(folder),
        timeout=600,
        check=False,
    )
    *printed, rest = done.stdout.split(separator)
    if done.returncode or rest or len(printed) != len(steps):
        raise RuntimeError(f"found exit status {done.returncode} after {len(printed)} of {len(steps)} commands: {rest}")
    return [_PROGRESS.sub("", text) for text in printed]


def environment(folder: Path) -> dict[str, str]:
    """Returns the environment of a page's commands: `tweetctx` and `python` are those of this checkout."""
    path = os.pathsep.join([str(folder / "scripts"), str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    settings = {"PATH": path, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "LC_ALL": "C"}
    return {**{name: value for name, value in os.environ.items() if name != "TWEETCTX_INDEX"}, **settings}


def prepare_checkout(folder: Path) -> None:
    """Makes a folder look like a checkout: `scripts/tweetctx`, which runs this one's code, and `tests`."""
    command = folder / "scripts" / "tweetctx"
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tweetctx "$@"\n')
    command.chmod(0o755)
    (folder / "tests").mkdir()
    (folder / "tests" / "inex_collection").symlink_to(ROOT / "tests" / "inex_collection")


def updated(page: str, printed: list[str]) -> str:
    """Returns a page with what its commands print now."""
    lines = page.splitlines()
    for step, found in reversed(list(zip(read_steps(page), printed, strict=True))):
        lines[step.line : step.line + step.output.count("\n")] = found.splitlines()
    return "\n".join(lines) + "\n"


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description="Brings what the commands of a page print up to date.")
    parser.add_argument("page", type=Path, help="a page of documentation")
    parser.add_argument("folder", type=Path, help="a new folder to run its commands in")
    arguments = parser.parse_args()
    page = arguments.page.read_text("utf-8")
    prepare_checkout(arguments.folder)
    try:
        arguments.page.write_text(updated(page, run_steps(list(read_steps(page)), arguments.folder)), "utf-8")
    except RuntimeError as error:
        parser.exit(1, f"console_pages: {arguments.page}: {error}\n")


if __name__ == "__main__":
    main()
