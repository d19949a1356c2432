"""What several commands share: options, the default index, progress bars, and reports of problems."""

from __future__ import annotations

import codecs
import json
import os
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, Literal, TextIO

import typer

from tweetctx.errors import ParameterError, TweetctxError
from tweetctx.interfaces.commands.completion import complete_presets
from tweetctx.interfaces.terminal import printable
from tweetctx.runtime.durable import missing_folders, part_of, remove_empty

if TYPE_CHECKING:
    from tweetctx.index import Engine
    from tweetctx.reading.problems import ProblemKind

_SMALL = 4 << 20  # bytes of an index
STANDARD_INPUT = Path("/dev/stdin")
_stand_ins = [str(STANDARD_INPUT)]  # files that stand for standard input
NOTHING_FOUND = 3  # the exit code of a command that has nothing to show
_DEMONSTRATION = "from the demonstration corpus, not Wikipedia; `tweetctx get simplewiki` gets a Wikipedia"
WIDEST = 100  # columns of text in a terminal; longer lines are hard to read

CONTINUES = "the same command continues"  # a hint
interrupt_hint = ""  # what the command line adds when it says that a command was interrupted


@contextmanager
def hinting(hint: str) -> Iterator[None]:
    """Makes the command line add a hint, such as how to continue, if this block is interrupted, by SIGTERM too."""
    global interrupt_hint
    interrupt_hint = hint
    before = signal.signal(signal.SIGTERM, signal.getsignal(signal.SIGINT))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
    interrupt_hint = ""


# Choices that the library has too; a command names them without importing it.
PlainFormat = Literal["text", "json"]
RulesName = Literal["default", "dcu"]
OrderName = Literal["article", "score"]
UnitName = Literal["chars", "graphemes", "utf16", "bytes", "words"]
OnErrorName = Literal["stop", "skip"]

IndexOption = Annotated[
    str | None,
    typer.Option(
        "--index", envvar="TWEETCTX_INDEX", help="The index; without one, the default, else the demonstration corpus."
    ),
]
SCORER_NAMES = ("--scorer", "--preset")  # a preset is one of the values
SCORER_HELP = "How sentences are chosen: default, linked, dcu-185, dcu-186, dcu-187, or a model as `jm(lam=0.4)`."
ScorerOption = Annotated[
    str,
    typer.Option(
        *SCORER_NAMES,
        help=f"{SCORER_HELP} Two names of one option: the last that is given counts.",
        autocompletion=complete_presets,
    ),
]
MinScoreOption = Annotated[
    float | None,
    typer.Option(
        help="The lowest score of a sentence that is shown; if none reaches it, the context is empty.",
        show_default="the preset's",
    ),
]
LamOption = Annotated[float, typer.Option("--lam", help="The weight of the collection in retrieval, between 0 and 1.")]
ClassesOption = Annotated[
    Path | None, typer.Option("--classes", help="A file that `train classes` wrote, for the model `class`.")
]
SourcesArgument = Annotated[
    list[str],
    typer.Argument(metavar="SOURCE", help="Files or folders of articles; `-` is standard input, kept until the end."),
]
OnErrorOption = Annotated[OnErrorName, typer.Option("--on-error", help="What to do at a broken record.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace existing files.")]
QuietOption = Annotated[bool, typer.Option("--quiet", help="Show no progress.")]
MirrorOption = Annotated[
    str | None,
    typer.Option(
        "--mirror",
        "--url",
        metavar="URL",
        help="A server with the same folders.",
        show_default="https://dumps.wikimedia.org",
    ),
]
ChecksumsOption = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="The server whose checksums are trusted; for a mirror on this machine, the mirror itself.",
        show_default="https://dumps.wikimedia.org",
    ),
]
ContactOption = Annotated[
    str | None,
    typer.Option(envvar="TWEETCTX_CONTACT", help="An e-mail or web address that is sent along, as Wikimedia asks."),
]
ListsOption = Annotated[bool, typer.Option("--lists", help="Index list items too, if the source marks them.")]
TablesOption = Annotated[bool, typer.Option("--tables", help="Index table rows too, if the source marks them.")]
WorkersOption = Annotated[int | None, typer.Option(min=1, help="Processes; by default one a processor.")]


def index_or_demonstration(name: str | None) -> str:
    """The index named, else the default one, else the demonstration corpus's, which is built on first use.

    Of the last, a line on stderr says so.
    """
    from tweetctx.wikipedias.indexes import chosen_index, index_to_open

    location = index_to_open(name)
    if chosen_index(name) is None:
        complain(_DEMONSTRATION)
    return location


def columns(stream: TextIO | None) -> int | None:
    """How many columns a terminal has; None for a file or a pipe."""
    return shutil.get_terminal_size().columns if is_terminal(stream) else None


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream, None if it is closed, is a terminal."""
    return stream is not None and stream.isatty()


def index_for_few(name: str | None) -> str:
    """The same for a command that answers a few texts. On a small index its loops run uncompiled, to save time.

    On another one, the user is told before they are compiled.
    """
    from tweetctx.index.engines import index_bytes
    from tweetctx.runtime.compiled import before_compiling, interpret
    from tweetctx.wikipedias.indexes import chosen_index

    name = chosen_index(name)
    if name:
        ahead = f"`tweetctx warm --index {name}` does it ahead"
        before_compiling(partial(complain, f"compiling what is not in the cache, which can take minutes; {ahead}"))
    if not name or index_bytes(name) < _SMALL:
        interpret()
    return index_or_demonstration(name)


def complain(message: str) -> None:
    """Prints a line on stderr, unless that is closed."""
    if sys.stderr is not None:
        print(f"tweetctx: {printable(naming_standard_input(message))}", file=sys.stderr)


def naming_standard_input(message: str) -> str:
    """The message, with "standard input" instead of any path that stands for it."""
    for path in _stand_ins:
        message = message.replace(path, "standard input")
    return message


def report_partial(what: str) -> None:
    """Says on stderr that a part of the collection did not answer. what: the tweet, the query or the topics."""
    complain(f"{what}: a part of the collection did not answer")


def show(text: str) -> None:
    """Prints text; in a terminal its lines wrap at words, elsewhere they stay as they are."""
    from tweetctx.interfaces import presentation

    width = columns(sys.stdout)
    print(presentation.wrapped(text.split("\n"), width and min(width, WIDEST)))


def require_files(*paths: Path | None) -> None:
    """Raises TweetctxError for the first of some paths at which nothing is; None and `-` are skipped.

    Of a run that was interrupted, its reader says more.
    """
    for path in paths:
        if path and str(path) != "-" and not path.exists() and not part_of(path).exists():
            raise TweetctxError(f"{path}: found nothing; expected a file")


def require_writable(*files: Path | None, read: Iterable[Path] = (), force: bool) -> None:
    """Raises TweetctxError for a file that cannot be written, before the long work whose results it is for.

    So it does for one that would replace another: one that is there, unless forced, one that is also in `read` or given
    twice, or a part of an index.
    """
    from tweetctx.index.folder import index_mark

    taken = {path.resolve() for path in read}
    for path in filter(None, files):
        if (path.exists() and not path.is_file()) or not path.parent.is_dir():
            raise TweetctxError(f"{path}: expected the name of a file to write, in a folder that is there")
        if not os.access(path.parent, os.W_OK):
            raise TweetctxError(f"{path}: permission denied; expected a file in a folder that can be written")
        place = path.resolve()
        if index_mark(str(place.parent)):
            raise TweetctxError(f"{path}: found a folder that is an index; expected a file in another")
        if place in taken:
            raise TweetctxError(f"{path}: found a file that this command reads or writes already; expected another")
        if not force and path.exists() and path.stat().st_size:
            raise TweetctxError(f"{path}: found a file; expected a new name, or --force to replace it")
        taken.add(place)


@contextmanager
def made_for_now(folder: Path | None) -> Iterator[None]:
    """Makes a folder and those above it, and removes what it made: long work that may fail makes it when it writes.

    Raises TweetctxError where something else has its name.
    """
    if folder is None:
        yield
        return
    if folder.exists() and not folder.is_dir():
        raise TweetctxError(f"{folder}: found a file; expected a folder, or a new name for one")
    made = missing_folders(folder)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    finally:
        remove_empty(made)


@contextmanager
def input_files(sources: list[str]) -> Iterator[list[str | Path]]:
    """Sources with a file in place of `-`: standard input, which is read more than once, in a temporary folder."""
    if "-" not in sources:
        yield [*sources]
        return
    if sys.stdin is None or sys.stdin.isatty():
        raise TweetctxError("standard input: found a terminal or nothing, expected articles")
    with TemporaryDirectory(prefix="tweetctx-") as folder:
        kept = Path(folder, "standard-input")
        _stand_ins.append(str(kept))
        with kept.open("wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        yield [kept if source == "-" else source for source in sources]


def warn_of_analyzer(preset: str, engine: Engine, index: str) -> None:
    """Warns on stderr if a preset's runs at INEX had another analyzer than this index."""
    if not preset.startswith("dcu-"):
        return  # without the import, which takes time
    from tweetctx.runs.settings import PRESET_ANALYZER, RUN_PRESETS

    analyzer = engine.analyzer.config.name
    if preset in RUN_PRESETS and analyzer != PRESET_ANALYZER:
        complain(f"warning: {preset} was run on an index with the analyzer {PRESET_ANALYZER}, {index} has {analyzer}")


def check_classes(classes: Path | None, scorer: str) -> None:
    """Raises ParameterError for word classes beside a model of ours that has no use for them."""
    if classes is None:
        return
    from tweetctx.presets import parse_preset
    from tweetctx.scoring.smoothing import ClassDirichlet

    model = parse_preset(scorer).scorer
    ours = type(model).__module__.startswith("tweetctx.")
    if ours and not isinstance(getattr(model, "smoothing", None), ClassDirichlet):
        raise ParameterError(f"classes: found word classes beside the model {scorer}, expected the model `class`")


def report_problems(kinds: Iterable[ProblemKind]) -> None:
    """What was skipped and why, on stderr: a line for each kind of problem, with the first places."""
    for kind in kinds:
        places = "; ".join(kind.places)
        more = "; ..." if kind.count > len(kind.places) else ""
        complain(f"skipped {kind.count:,}: {kind.found}" + (f" (in {places}{more})" if places else ""))


def print_json(record: dict[str, Any]) -> None:
    """Prints a line of JSON, in ASCII with escapes unless standard output is UTF-8."""
    print(json.dumps(record, ensure_ascii=codecs.lookup(sys.stdout.encoding).name != "utf-8"))
