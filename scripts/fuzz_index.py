"""Crafts indexes whose checksums are right and whose content is not, and asks them everything.

    .venv/bin/python scripts/fuzz_index.py [--trials 20000] [--articles 60] [--seed 1]

In a copy of a small index of several segments, values of one or more arrays are replaced (a byte, a number, a range,
the largest values of a type), or arrays cut, extended, shifted or written as another type; then all checksums are made
to fit. Worker processes open each copy and ask it queries, contexts and articles, and change it. Nothing but an answer
or a TweetctxError may come of it, and an answer must be one that a collection can give: no signal, no other error.
Prints a line of JSON: the seed and how many trials ended in which way. Exits with 1, and says which trial of which seed
it was, at the first that breaks the rule.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torturing.array_files import arrays_of, sign, write_arrays
from torturing.articles import QUERIES, article

from tweetctx import Contextualizer
from tweetctx.errors import TweetctxError
from tweetctx.index import add_articles, build_index, compact_index, remove_articles
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.storage.manifest import MANIFEST
from tweetctx.text.names.keys import name_key

_SECONDS = 60  # of the processor, after which a trial counts as endless, ...
_WAITING = 1200  # ... and of the clock


def altered(values: NDArray[Any], chance: random.Random) -> NDArray[Any]:
    """An array with something else in it, or of another type."""
    values, largest = values.copy(), np.iinfo(values.dtype).max
    kind = chance.choice(("byte", "number", "near", "range", "cut", "longer", "shuffled", "type"))
    if kind == "type":
        return values.astype(chance.choice(("u1", "u2", "u4", "u8", "i8")))
    if not len(values) or kind == "longer":
        return np.append(values, np.array([chance.choice((0, 1, largest))], values.dtype))
    at = chance.randrange(len(values))
    end = min(len(values), at + chance.choice((1, 2, 16, 300)))
    if kind == "byte":
        values.view(np.uint8)[chance.randrange(values.nbytes)] ^= 1 << chance.randrange(8)
    elif kind == "number":
        values[at] = chance.choice((0, 1, largest, largest // 2, largest - 1))
    elif kind == "near":
        values[at] = (int(values[at]) + chance.choice((-1, 1, 7))) % (int(largest) + 1)
    elif kind == "range":
        values[at:end] = np.frombuffer(chance.randbytes((end - at) * values.itemsize), values.dtype)
    elif kind == "cut":
        values = values[: chance.choice((0, at, len(values) - 1))]
    else:
        values = np.roll(values, chance.randrange(1, 9))
    return values


def craft(index: Path, chance: random.Random) -> str:
    """Alters one to three arrays of a file of an index; says which."""
    path = chance.choice(sorted(path for path in index.iterdir() if path.name != MANIFEST))
    arrays = arrays_of(path)
    mapped = [name for name, (_, paged) in arrays.items() if paged]  # where kernels read most
    names = chance.sample(sorted(mapped if mapped and chance.random() < 0.5 else arrays), chance.choice((1, 1, 2, 3)))
    for name in names:
        values, paged = arrays[name]
        arrays[name] = altered(values, chance), paged
    write_arrays(path, arrays)
    sign(index)
    return f"{path.name}: {', '.join(names)}"


def make_index(folder: Path, articles: int, chance: random.Random) -> Path:
    """An index of two segments and a removal, with lists that are long enough to have blocks."""
    source, index = folder / "source.jsonl", folder / "wiki.idx"
    source.write_text("".join(f"{article(number, chance)}\n" for number in range(articles)))
    build_index(source, index, workers=1)
    source.write_text("".join(f"{article(number, chance)}\n" for number in range(articles - 3, articles + 9)))
    add_articles(source, index, workers=1)
    return index


def ask(index: Path, source: Path, trial: int) -> str:
    """Asks an index everything; how that ended."""
    try:
        opened = EmbeddedIndex(index)
        for terms in QUERIES[trial % 4 :: 4]:
            check_ranking(opened, terms)
        check_forms(opened)
        for number in range(0, opened.stats.documents, 7):
            opened.article(number)
            opened.article_terms(np.array([number]))
        contexts = Contextualizer(opened)
        contexts.contextualize(f"{' '.join(QUERIES[trial % len(QUERIES)])} #{QUERIES[0][0]}")
        for _ in opened.scan():
            pass
        changes: tuple[Callable[[], object], ...] = (
            lambda: add_articles(source, index, workers=1),
            lambda: compact_index(index),
            lambda: remove_articles(index, ["1"]),
        )
        changes[trial % 3]()
    except TweetctxError as error:
        return type(error).__name__
    return "answers"


def require(holds: bool, problem: str) -> None:
    """RuntimeError for an answer that has a problem."""
    if not holds:
        raise RuntimeError(f"an answer has {problem}")


def check_ranking(index: EmbeddedIndex, terms: list[str]) -> None:
    """RuntimeError for an answer that no collection can give, whatever its numbers are."""
    passages, scores = index.rank(index.query(terms), 50)
    require(bool(len(passages) == len(scores) == len(set(passages.tolist())) <= 50), "passages twice, or too many")
    require(
        bool(((passages >= 0) & (passages < sum(part.forward.passages for part in index.segments))).all()),
        "passages that are not there",
    )
    require(bool((np.diff(scores) <= 0).all()), "scores that rise, or are no numbers")
    hits = index.hits(passages, scores)
    require(bool((hits.terms.values >= 0).all()), "terms below 0")
    require(bool(hits.terms.values.max(initial=0) < len(index.vocabulary)), "terms that are not there")
    articles = sum(part.forward.articles for part in index.segments)
    require(bool(((hits.articles >= 0) & (hits.articles < articles)).all()), "articles that are not there")
    for number in range(len(hits)):
        hits.passage(number)


def check_forms(index: EmbeddedIndex) -> None:
    """The same for what is known of surface forms."""
    keys = np.array([name_key(word) for terms in QUERIES for word in terms], np.uint64)
    found = index.surface_forms(keys, np.arange(len(keys)) % 2 == 0)
    require(bool(len(found.offsets) == len(keys) + 1), "forms that were not asked for")
    require(bool((np.diff(found.offsets) >= 0).all()), "offsets that fall")
    require(bool(found.offsets[-1] == len(found.articles)), "senses of no form")
    require(bool((found.articles >= 0).all()), "articles below 0")
    articles = sum(part.forward.articles for part in index.segments)
    require(bool((found.articles < articles).all()), "articles that are not there")


def in_child(index: Path, source: Path, trial: int) -> str:
    """Does the same in a process of its own, which may die of it."""
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        os.close(reading)
        signal.setitimer(signal.ITIMER_PROF, _SECONDS)
        signal.alarm(_WAITING)
        try:
            warnings.simplefilter("ignore")  # of numpy, about the numbers it is given
            how = ask(index, source, trial)
        except BaseException as error:
            how = f"!{error!r}"
        os.write(writing, how.encode()[:4000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as said:
        how = said.read().decode("utf-8", "replace")
    _, status = os.waitpid(process, 0)
    return how if os.WIFEXITED(status) else f"!signal {os.WTERMSIG(status)}"


def run(folder: Path, trials: int, articles: int, seed: int) -> dict[str, int]:
    """How often trials ended in which way; SystemExit for one that must not."""
    chance = random.Random(seed)  # noqa: S311
    index = make_index(folder, articles, chance)
    source, copy = folder / "one.jsonl", folder / "copy.idx"
    source.write_text(f"{article(1, chance)}\n")
    done = Counter[str]()
    for trial in range(trials):
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(index, copy)
        what = craft(copy, chance)
        how = in_child(copy, source, trial)
        if how.startswith("!"):
            print(f"trial {trial} of seed {seed}: {what}: {how[1:]}", file=sys.stderr)
            raise SystemExit(1)
        done[how] += 1
    return dict(done)


def main() -> None:
    """Runs the trials."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=20_000)
    parser.add_argument("--articles", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        warm = Path(folder, "warm")
        warm.mkdir()
        ask(make_index(warm, 5, random.Random(0)), warm / "source.jsonl", 0)  # noqa: S311 -- compiles what a child needs
        done = run(Path(folder), arguments.trials, arguments.articles, arguments.seed)
    print(json.dumps({"trials": arguments.trials, "seed": arguments.seed, **done}))


if __name__ == "__main__":
    main()
