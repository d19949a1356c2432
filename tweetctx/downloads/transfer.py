"""One file from a server to a folder, in as many attempts as it takes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from tweetctx.downloads.connection import RANGE_NOT_SATISFIABLE, Answer, Client, PassingError, Patience
from tweetctx.downloads.part import Part, Published, length_in, total_in
from tweetctx.errors import DownloadError

STEP = 1 << 20  # bytes further than ever: an attempt that brought so much was worth it

OnBytes = Callable[[int, int | None], None]  # bytes that are here, of how many


def fetch(url: str, path: Path, published: Published, client: Client, patience: Patience, on_bytes: OnBytes) -> None:
    """Downloads a file whose digest is known; what a broken attempt brought is kept beside it as `.part`.

    Raises DownloadError for a server that refuses or that breaks off too often, for bytes that are not the published
    ones, and for a disk that is full.
    """
    with Part(path, url, published) as part:
        furthest = part.size
        while not part.whole:
            try:
                _attempt(part, client, on_bytes)
            except PassingError as failure:
                if part.size >= furthest + STEP:
                    furthest = part.size
                    patience.renew()
                patience.wait(failure)
        on_bytes(part.size, part.total)


def _attempt(part: Part, client: Client, on_bytes: OnBytes) -> None:
    with client.open(part.url, part.request_headers()) as response:
        if response.status_code == RANGE_NOT_SATISFIABLE:
            _nothing_left(part, response)
            return
        _place(part, response)
        for block in client.blocks(response, part.url):
            part.append(block)
            on_bytes(part.size, part.total)
    if part.total is not None and part.size < part.total:
        raise PassingError(f"{part.url}: the connection broke at byte {part.size:,} of {part.total:,}")
    part.end()


def _place(part: Part, response: Answer) -> None:
    """Cuts the part back to where the answer begins."""
    if response.status_code == 200:  # the whole: there was nothing yet, the file has changed, or ranges are unknown
        part.clear()
        part.describe(response.headers, length_in(response.headers))
    elif response.status_code == 206 and part.size:
        total = total_in(response.headers, part.size)
        if total is None or part.total not in (None, total):
            asked, found = part.size, response.headers.get("Content-Range")
            part.clear()
            raise PassingError(f"{part.url}: answered with the range {found!r}; expected the rest from byte {asked:,}")
        part.describe(response.headers, total)
    else:
        said = f"{response.status_code} {response.reason_phrase}"
        raise DownloadError(f"{part.url}: answered {said}; expected a file")


def _nothing_left(part: Part, response: Answer) -> None:
    """The server has no bytes behind the part: it is whole after all, or a part of something else."""
    match = re.fullmatch(r"bytes \*/([0-9]{1,18})", response.headers.get("Content-Range", ""))
    if match and int(match[1]) == part.size:
        part.end()
        return
    asked = part.size
    part.clear()
    raise PassingError(f"{part.url}: has nothing behind byte {asked:,}; expected the rest")
