"""The steps of scripts/torture: each mistreats an index in its way, and says what came of it."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from torturing.articles import TWEETS
from torturing.children import INTERRUPTED, REFUSED, begin, end, strike
from torturing.damage import damaged, look_at, questions
from torturing.twins import TortureError, Twins, answers, answers_of, made
from tweetctx.corpus.writer import convert_corpus
from tweetctx.errors import IndexMissingError
from tweetctx.index import build_index
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.storage.manifest import MANIFEST, file_names, read_manifest
from tweetctx.runs.batch import contextualize_batch

READERS = 2
LOOKS = 200  # of a reader at most


def change(twins: Twins) -> str:
    """A change that nothing disturbs."""
    chosen = twins.change()
    twins.undisturbed(chosen)
    return chosen.kind


def kill(twins: Twins) -> str:
    """A change that is killed, made or not; half of them are made again."""
    return _struck(twins, signal.SIGKILL, -signal.SIGKILL)


def interrupt(twins: Twins) -> str:
    """The same with Ctrl-C."""
    return _struck(twins, signal.SIGINT, INTERRUPTED)


def _struck(twins: Twins, number: signal.Signals, code: int) -> str:
    chosen, before = twins.change(), twins.state()
    process = begin(lambda: chosen.make(twins.index))
    ended = strike(process, twins.moment(chosen.kind), number)
    done = made(twins, chosen, before, ended, (code,))
    if not done and twins.chance.random() < 0.5:
        twins.undisturbed(chosen)
        return f"{chosen.kind}, made again"
    return f"{chosen.kind}, {'made' if done else 'not made'}"


def full_disk(twins: Twins) -> str:
    """A change for which there is not enough room, or just enough."""
    chosen, before = twins.change(), twins.state()
    largest = max(path.stat().st_size for path in twins.index.rglob("*") if path.is_file())
    room = twins.chance.choice((twins.chance.randrange(200), twins.chance.randrange(2 * largest)))
    code = end(begin(lambda: chosen.make(twins.index), file_size=room))
    done = made(twins, chosen, before, code, (REFUSED,))
    if not done:
        twins.undisturbed(chosen)
    return f"{chosen.kind}, {'made' if done else 'refused'}"


def damage(twins: Twins) -> str:
    """Damage to a file, which is found or without effect; a change of the damaged index is refused or right."""
    right = [question() for question in questions(EmbeddedIndex(twins.index))]
    names = [MANIFEST, *file_names(read_manifest(twins.index))]
    path = twins.index / twins.chance.choice(names)
    whole, content = path.read_bytes(), damaged(path, twins.chance)
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)
    try:
        found = look_at(twins.index, path, right)
        _change_a_damaged_index(twins, names)
    finally:
        path.write_bytes(whole)
    twins.check()
    return found


def _change_a_damaged_index(twins: Twins, names: list[str]) -> None:
    copy, chosen = twins.copied("damaged.idx"), twins.change()

    def contents() -> list[bytes | None]:  # not of what an interrupted change left, which the next one removes
        return [path.read_bytes() if path.exists() else None for path in map(copy.joinpath, names)]

    before = contents()
    code = end(begin(lambda: chosen.make(copy)))
    if code not in (0, REFUSED) or (code == REFUSED and contents() != before):
        raise TortureError(f"{chosen.kind} of a damaged index: exit code {code}, or other files after an error")
    shutil.rmtree(copy)


def replaced(twins: Twins) -> str:
    """Another folder takes the index's place while readers have it open."""
    chosen, new = twins.change("build"), twins.folder / "new.idx"
    with _readers(twins) as seen:
        chosen.make(new)
        aside = twins.index.rename(twins.folder / "aside.idx")
        new.rename(twins.index)
        shutil.rmtree(aside)
        before = twins.expected
        twins.follow(chosen)
        seen += [before, twins.expected]
    twins.check()
    return "folder"


def read_and_write(twins: Twins) -> str:
    """Some changes, one of them perhaps killed, while readers open the index again and again."""
    kinds = []
    with _readers(twins) as seen:
        seen.append(twins.expected)
        for _ in range(twins.chance.randint(1, 3)):
            chosen, before = twins.change(), twins.state()
            process = begin(lambda: chosen.make(twins.index))  # noqa: B023
            killed = twins.chance.random() < 0.3
            code = strike(process, twins.moment(chosen.kind), signal.SIGKILL) if killed else end(process)
            made(twins, chosen, before, code, (-signal.SIGKILL,) if killed else ())
            seen.append(twins.expected)
            kinds.append(chosen.kind)
    return f"{len(kinds)} changes"


@contextmanager
def _readers(twins: Twins) -> Iterator[list[str]]:
    """Readers of the index during the block, which fills the list with the answers that are right, in their order."""
    stop, right = twins.folder / "stop", list[str]()
    stop.unlink(missing_ok=True)
    files = [twins.folder / f"reader-{number}" for number in range(READERS)]
    readers = [begin(lambda file=file: _read(twins.index, file, stop)) for file in files]  # type: ignore[misc]
    for file in files:
        while not file.exists():
            os.sched_yield()
    try:
        yield right
    finally:
        stop.touch()
        codes = [end(reader) for reader in readers]
    if any(codes):
        raise TortureError(f"readers end with exit codes {codes}")
    for file in files:
        places = [right.index(digest) if digest in right else -1 for digest in file.read_text().split()]
        if -1 in places or places != sorted(places):
            raise TortureError(f"{file}: found the answers {places}, expected some of 0 to {len(right) - 1} in order")
        file.unlink()


def _read(index: Path, file: Path, stop: Path) -> None:
    """Notes the answers of the index at each opening; one that stays open goes on giving the same, to threads too."""
    opened = EmbeddedIndex(index)
    first, found = answers(opened), list[str]()
    file.with_suffix(".new").write_text("")
    file.with_suffix(".new").rename(file)
    while not stop.exists() and len(found) < LOOKS:
        try:
            found.append(answers_of(index))
        except IndexMissingError:  # between the two renames of another folder
            continue
        again: list[str] = []
        threads = [Thread(target=lambda: again.append(answers(opened))) for _ in range(2)]  # noqa: B023
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if again != [first, first]:
            raise TortureError(f"{index}: an index that is open gives other answers than before")
    file.write_text("\n".join([first, *found]))


def two_writers(twins: Twins) -> str:
    """Two changes at once: one waits for none, so that it is refused, or both are made, one after the other."""
    one, other = (twins.change(kind) for kind in ("add", twins.chance.choice(("add", "compact"))))
    processes = [begin(lambda chosen=chosen: chosen.make(twins.index)) for chosen in (one, other)]  # type: ignore[misc]
    codes = [end(process) for process in processes]
    done = [chosen for chosen, code in zip((one, other), codes, strict=True) if code == 0]
    if not done or set(codes) - {0, REFUSED}:
        raise TortureError(f"two writers: exit codes {codes}")
    found = answers_of(twins.index)
    kept = shutil.copytree(twins.twin, twins.folder / "kept.idx")
    for order in (done, done[::-1]):
        shutil.rmtree(twins.twin)
        shutil.copytree(kept, twins.twin)
        for chosen in order:
            twins.follow(chosen)
        if twins.expected == found:
            break
    shutil.rmtree(kept)
    twins.check(folders=True)
    return f"{len(done)} made"


def first_build(twins: Twins) -> str:
    """The first build of an index is killed: there is all of it or nothing. Built again, it is the whole."""
    source, index, whole = twins.source(twins.articles), twins.folder / "first.idx", twins.folder / "whole.idx"
    build_index(source, whole, workers=1)
    strike(begin(lambda: build_index(source, index, workers=1)), twins.moment("build"), signal.SIGKILL)
    expected, outcome = answers_of(whole), "made"
    try:
        found = answers_of(index)
    except IndexMissingError:
        report = build_index(source, index, workers=1)
        found, outcome = answers_of(index), "continued" if report.continued else "begun anew"
    if found != expected:
        raise TortureError(f"{index}: answers differ from those of an undisturbed build")
    for path in (index, whole):
        shutil.rmtree(path)
    return outcome


def batch(twins: Twins) -> str:
    """A run that is killed and resumed is the unbroken one; if its index was changed meanwhile, it is refused."""
    file, run, whole = (twins.folder / name for name in ("topics.tsv", "killed.run", "whole.run"))
    file.write_text("".join(f"{number}\t{twins.chance.choice(TWEETS)}\n" for number in range(40)))
    workers = twins.chance.choice((1, 1, 1, 2))

    def write(index: Path, to: Path, *, resume: bool = False) -> object:
        return contextualize_batch(file, to, index=index, workers=workers, resume=resume)

    moment = twins.chance.uniform(0, 1.1 * _seconds_of(lambda: end(begin(lambda: write(twins.twin, whole)))))
    strike(begin(lambda: write(twins.index, run)), moment, signal.SIGKILL)
    begun = run.exists() or _notes(run).exists()
    changed = twins.chance.random() < 0.3
    if changed:
        twins.undisturbed(twins.change("build"))
    code = end(begin(lambda: write(twins.index, run, resume=True)))
    if code not in (0, REFUSED) or (code == REFUSED) > (changed and begun):
        raise TortureError(f"{run}: resumed, it ends with exit code {code}")
    if not changed and run.read_bytes() != whole.read_bytes():
        raise TortureError(f"{run}: the resumed run differs from the unbroken one")
    for path in twins.folder.glob("*.run*"):
        path.unlink()
    return f"{workers} workers, {'refused' if code else 'resumed' if begun else 'anew'}"


def conversion(twins: Twins) -> str:
    """A conversion that is killed and continued makes the file of an unbroken one."""
    source, file, whole = twins.source(2 * twins.articles), twins.folder / "a.jsonl.zst", twins.folder / "b.jsonl.zst"
    moment = twins.chance.uniform(0, 1.1 * _seconds_of(lambda: convert_corpus([source], whole, workers=1)))
    strike(begin(lambda: convert_corpus([source], file, workers=1)), moment, signal.SIGKILL)
    outcome = "made" if file.exists() else "continued" if _notes(file).exists() else "anew"
    if outcome != "made":
        convert_corpus([source], file, workers=1)
    if file.read_bytes() != whole.read_bytes():
        raise TortureError(f"{file}: the continued file differs from the unbroken one")
    for path in twins.folder.glob("*.jsonl.zst*"):
        path.unlink()
    return outcome


def _seconds_of(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _notes(file: Path) -> Path:
    return file.with_name(f"{file.name}.part.json")


STEPS: dict[Callable[[Twins], str], int] = {
    change: 3,
    kill: 6,
    interrupt: 3,
    full_disk: 4,
    damage: 6,
    replaced: 2,
    read_and_write: 4,
    two_writers: 3,
    first_build: 3,
    batch: 3,
    conversion: 2,
}
