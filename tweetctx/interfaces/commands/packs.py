"""`tweetctx index pack|unpack|push|pull`: an index as one file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tweetctx.errors import counted
from tweetctx.interfaces.commands.progress import Pace, progress_bar
from tweetctx.interfaces.commands.shared import CONTINUES, QuietOption, complain, hinting

if TYPE_CHECKING:
    from tweetctx.wikipedias.packs import Header

FolderArgument = Annotated[Path, typer.Argument(metavar="INDEX", help="The folder of an index.")]


def index_pack(
    index: FolderArgument,
    destination: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write: x.tar.lz4.")],
) -> None:
    """Packs an index into one compressed file, which says what it is and has the checksums of all in it."""
    from tweetctx.wikipedias.packs import pack_index

    header = pack_index(index, destination)
    print(f"{destination}: {_about(header)}, {destination.stat().st_size:,} bytes")


def index_unpack(
    pack: Annotated[Path, typer.Argument(metavar="FILE", help="A packed index.")],
    destination: Annotated[Path, typer.Option("--output", "-o", metavar="INDEX", help="The folder of the index.")],
) -> None:
    """Unpacks an index into a folder; nothing changes there unless the file is whole.

    It replaces an index of the same wiki, and none of another.
    """
    from tweetctx.wikipedias.packs import unpack_index

    print(f"{destination}: {_about(unpack_index(pack, destination))}")


def index_push(
    index: FolderArgument,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder to write to.")],
) -> None:
    """Packs an index into a folder that a web server serves, for `index pull`.

    It replaces what was pushed there before.
    """
    from tweetctx.wikipedias.exchange import push_index

    print(f"{folder}: {_about(push_index(index, folder))}")


def index_pull(
    source: Annotated[
        str,
        typer.Argument(metavar="SOURCE", help="A packed index: a file, a folder, an https address, or hf:OWNER/NAME."),
    ],
    destination: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="INDEX", help="The folder of the index; without one it is the default."),
    ] = None,
    contact: Annotated[
        str | None,
        typer.Option(envvar="TWEETCTX_CONTACT", help="An e-mail or web address that is sent along."),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Fetches a packed index; nothing changes unless it is whole.

    It replaces an index of the same wiki, and none of another.

    The same command continues an interrupted download.
    """
    from tweetctx.wikipedias.downloads import Patience
    from tweetctx.wikipedias.exchange import pull_index
    from tweetctx.wikipedias.indexes import choose_index

    with hinting(CONTINUES), progress_bar(quiet, "{task.fields[rate]}", rate="") as move:
        pace = Pace()

        def on_bytes(done: int, total: int | None) -> None:
            if move:
                move(done, total, source, rate=f"{pace(done) / 1e6:.1f} MB/s")

        patience = Patience(tell=complain)
        path, header = pull_index(source, destination, contact=contact, patience=patience, on_bytes=on_bytes)
    if destination is None:
        choose_index(str(path))
    print(f"{path}: {_about(header)}{'' if destination else '; it is the default now'}")


def _about(header: Header) -> str:
    """The wiki, the day and the number of articles of a packed index."""
    named = " of ".join(part for part in (header["wiki"] or "an unnamed wiki", header["date"]) if part)
    return f"{named}, {counted(header['counts']['documents'], 'article')}"
