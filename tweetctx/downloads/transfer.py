"""Downloads one file in as many attempts as it takes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from tweetctx.downloads.connection import RANGE_NOT_SATISFIABLE, Answer, Client, PassingError, Patience
from tweetctx.downloads.part import Part, Published, length_in, total_in
from tweetctx.errors import DownloadError

STEP = 1 << 20  # bytes of progress after which the count of attempts is reset

OnBytes = Callable[[int, int | None], None]  # bytes downloaded, and the total


def fetch(url: str, path: Path, published: Published, client: Client, patience: Patience, on_bytes: OnBytes) -> None:
    """Downloads a file whose digest is known; the bytes of a failed attempt are kept beside it as `.part`.

    Raises DownloadError for a server that refuses or that breaks off too often, for bytes that are not the published
    ones, and for a disk that is full.
    """
    with Part(path, url, published) as part:
        furthest = part.bytes
        while part.bytes != part.total:
            try:
                _attempt(part, client, on_bytes)
            except PassingError as failure:
                if part.bytes >= furthest + STEP:
                    furthest = part.bytes
                    patience.renew()
                patience.wait(failure)
        on_bytes(part.bytes, part.total)


def _attempt(part: Part, client: Client, on_bytes: OnBytes) -> None:
    with client.open(part.url, part.request_headers()) as response:
        if response.status_code == RANGE_NOT_SATISFIABLE:
            _nothing_left(part, response)
            return
        _place(part, response)
        for block in client.blocks(response, part.url):
            part.add(block)
            on_bytes(part.bytes, part.total)
    if part.total is not None and part.bytes < part.total:
        raise PassingError(f"{part.url}: the connection broke at byte {part.bytes:,} of {part.total:,}")
    part.end()


def _place(part: Part, response: Answer) -> None:
    """Truncates the part to where the answer begins."""
    if response.status_code == 200:  # the complete file: new, changed, or from a server without ranges
        part.restart()
        part.describe(response.headers, length_in(response.headers))
    elif response.status_code == 206 and part.bytes:
        total = total_in(response.headers, part.bytes)
        if total is None or part.total not in (None, total):
            asked, found = part.bytes, response.headers.get("Content-Range")
            part.restart()
            raise PassingError(f"{part.url}: answered with the range {found!r}; expected the rest from byte {asked:,}")
        part.describe(response.headers, total)
    else:
        said = f"{response.status_code} {response.reason_phrase}"
        raise DownloadError(f"{part.url}: answered {said}; expected a file")


def _nothing_left(part: Part, response: Answer) -> None:
    """Handles an answer without bytes after the part: the part is complete, or belongs to another file."""
    match = re.fullmatch(r"bytes \*/([0-9]{1,18})", response.headers.get("Content-Range", ""))
    if match and int(match[1]) == part.bytes:
        part.end()
        return
    asked = part.bytes
    part.restart()
    raise PassingError(f"{part.url}: has nothing after byte {asked:,}; expected the rest")
