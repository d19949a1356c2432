"""Makes the figures of docs/ and models/ again, each by public commands.

    scripts/reproduce [--list] [--work FOLDER] [NAME...]

Without names, everything whose data is at hand is made again; --list shows what there is and by which commands. In a
command, $WORK is the folder of --work (by default one that is new and kept), $TWEETCTX_DATA the folder with
`sentences/`, `tweets/`, `hashtags/` and `wikipedia/`, and $TWEETCTX_INDEX an index of the Wikipedia that the figures
are of.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
COLLECTIONS = ("wikiqa", "selqa", "multirc")
MEASURED = (*COLLECTIONS, *(f"{name}-topics" for name in COLLECTIONS))
_VARIABLE = re.compile(r"\$([A-Z_]+)")


@dataclass(frozen=True)
class Figure:
    """Figures that belong together.

    makes: the files that have them, below the root. commands: what makes them, one after the other, run in the root.
    by_hand: what is to be copied into the files from what the commands print or write; empty if they do it.
    """

    makes: tuple[str, ...]
    commands: tuple[str, ...]
    by_hand: str = ""

    def variables(self) -> set[str]:
        """Returns the environment variables that the commands need, without WORK."""
        return set(_VARIABLE.findall(" ".join(self.commands))) - {"WORK"}


FIGURES: dict[str, Figure] = {
    "inex": Figure(("docs/inex.md",), ("python scripts/console_pages.py docs/inex.md $WORK/inex",)),
    "sentence-retrieval": Figure(
        (
            "docs/sentence-retrieval.md",
            "docs/figures/prior-WikiQA-dev.svg",
            "docs/figures/prior-selqa-dev.svg",
            "docs/figures/prior-multirc-train.svg",
            "models/tuned.toml",
        ),
        (
            *(f"tweetctx experiment models/{name}.toml -o $WORK/{name}" for name in MEASURED),
            f"python scripts/report_sentence_retrieval.py {' '.join(f'$WORK/{name}' for name in MEASURED)}",
        ),
    ),
    "length-correction": Figure(("docs/figures/length-correction.svg",), ("python scripts/length_corrections.py",)),
    "default-model": Figure(
        ("docs/default-model.md",),
        ("tweetctx experiment models/contexts.toml -o $WORK/default",),
        "$WORK/default/results.md has the figures of docs/default-model.md",
    ),
    "linker": Figure(
        ("docs/linking.md", "docs/figures/linker-reliability.svg", "models/linker.json"),
        (
            "tweetctx train linker $TWEETCTX_DATA/tweets/linked-dev.jsonl $TWEETCTX_DATA/tweets/linked-dev.refs.jsonl "
            "$TWEETCTX_DATA/tweets/tweeki-dev.jsonl $TWEETCTX_DATA/tweets/tweeki-dev.refs.jsonl "
            "models/tweets.jsonl models/tweets.refs.jsonl "
            "--index $TWEETCTX_INDEX -o models/linker.json --report $WORK/linking.md "
            "--figure docs/figures/linker-reliability.svg --contexts $WORK/contexts --force",
        ),
        "$WORK/linking.md has the tables of docs/linking.md except that of contexts; these are in $WORK/contexts",
    ),
    "sentences": Figure(
        ("docs/default-model.md", "models/sentences.json"),
        (
            "tweetctx train sentences $TWEETCTX_DATA/tweets/judged-dev.jsonl --index $TWEETCTX_INDEX "
            "-o models/sentences.json --report $WORK/sentences.md --force",
        ),
        "$WORK/sentences.md has the tables of docs/default-model.md on graded sentences",
    ),
    "hashtags": Figure(
        ("models/hashtags.toml",),
        (
            "python scripts/tune_hashtags.py $TWEETCTX_INDEX $TWEETCTX_DATA/hashtags/stan-large-train.tsv "
            "$TWEETCTX_DATA/hashtags/stan-large-dev.tsv",
        ),
    ),
    "retrieval": Figure(
        ("docs/figures/retrieval.svg",),
        (
            "python scripts/bench_retrieval.py $TWEETCTX_INDEX $TWEETCTX_DATA/tweets/news.jsonl --synthetic 26000000 "
            "--check 1000 -o $WORK/retrieval.json --figure docs/figures/retrieval.svg",
        ),
        "$WORK/retrieval.json has what the figure shows",
    ),
    "scale": Figure(
        ("docs/figures/scale.svg",),
        (
            "python scripts/bench_scale.py $TWEETCTX_DATA/wikipedia/wiki.jsonl.xz "
            "$TWEETCTX_DATA/wikipedia/intros.jsonl.xz --tweets $TWEETCTX_DATA/tweets/tweetqa.txt --work $WORK/scale "
            "--sizes 1/16 1 22 --figure docs/figures/scale.svg",
        ),
        "$WORK/scale/sizes.jsonl has the table of docs/costs.md, where the 321,065 articles are as they were",
    ),
    "engines": Figure(
        ("docs/engines.md",),
        (
            "python scripts/bench_retrieval.py $TWEETCTX_INDEX $TWEETCTX_DATA/tweets/linked-dev.jsonl --parts 1 "
            "--queries 300 --rounds 3 -k 100 10 1000 --check 100 -o $WORK/engines.json --table $WORK/engines.md",
        ),
        "$WORK/engines.md has the tables of docs/engines.md",
    ),
}


def listing() -> str:
    """Formats what there is, by which commands."""
    parts = []
    for name, figure in FIGURES.items():
        lines = [f"{name}: {', '.join(figure.makes)}", *(f"    {command}" for command in figure.commands)]
        parts.append("\n".join([*lines, *([f"    ({figure.by_hand})"] if figure.by_hand else [])]))
    return "\n".join(parts)


def make(name: str, work: Path) -> None:
    """Makes a figure again; subprocess.CalledProcessError if a command fails."""
    values = {**os.environ, "WORK": str(work)}
    for command in FIGURES[name].commands:
        words = [_VARIABLE.sub(lambda match: values[match[1]], word) for word in shlex.split(command)]
        program = [sys.executable, "-m", "tweetctx"] if words[0] == "tweetctx" else [sys.executable]
        print(f"$ {command}", flush=True)
        subprocess.run([*program, *words[1:]], cwd=ROOT, check=True)  # noqa: S603
    if FIGURES[name].by_hand:
        print(FIGURES[name].by_hand.replace("$WORK", str(work)))


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description="Makes the figures of docs/ and models/ again.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="which; by default all whose data is at hand")
    parser.add_argument("--list", action="store_true", help="show what there is, and the commands")
    parser.add_argument("--work", type=Path, help="a folder for indexes and results; experiments in it are completed")
    arguments = parser.parse_args()
    for name in {*arguments.names} - FIGURES.keys():
        parser.error(f"found {name!r}, expected one of {', '.join(FIGURES)}")
    if arguments.list:
        print(listing())
        return
    work = arguments.work or Path(tempfile.mkdtemp(prefix="reproduce-"))
    work.mkdir(parents=True, exist_ok=True)
    for name in arguments.names or FIGURES:
        missing = sorted(FIGURES[name].variables() - os.environ.keys())
        if missing:
            print(f"{name}: left out, {' and '.join(missing)} not set", file=sys.stderr)
            continue
        try:
            make(name, work.absolute())
        except subprocess.CalledProcessError as error:
            parser.exit(1, f"reproduce: {name}: {' '.join(error.cmd[1:])} ended with {error.returncode}\n")


if __name__ == "__main__":
    main()
