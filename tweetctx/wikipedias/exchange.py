"""Gives an index to others, and takes one: as a pack in a folder that any server of files can serve."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from tweetctx.errors import DownloadError, IndexAccessError, ParameterError
from tweetctx.index.storage.files import check_destination
from tweetctx.runtime.durable import missing_folders, remove_empty, replace_file
from tweetctx.wikipedias.downloads.connection import Client, Patience
from tweetctx.wikipedias.downloads.transfer import Published, fetch
from tweetctx.wikipedias.indexes import index_path, indexes_folder
from tweetctx.wikipedias.packs import HEADER, Header, is_header, pack_index, read_header, unpack_index

PACK: Final = "artifact.tar.lz4"  # as PyTerrier and its data sets on Hugging Face call it
SUM: Final = f"{PACK}.sha256"
HUB_VARIABLE: Final = "HF_ENDPOINT"
_HUB: Final = "https://huggingface.co"
_REPOSITORY: Final = re.compile(r"hf:([\w.-]+/[\w.-]+)(?:@([\w.-]+))?")
_NAME: Final = re.compile(r"[a-z][a-z_+]{0,60}")


def push_index(index: Path, folder: Path) -> Header:
    """Writes a pack to a folder, with its header and its SHA-256 beside it; returns the header.

    What an earlier call wrote is replaced, the pack first. Raises IndexAccessError, also for a folder with the header
    of something else.
    """
    _check_header(folder / HEADER)
    made = missing_folders(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        header = pack_index(index, folder / PACK)
        digest = Published("sha256", "").digest_of(folder / PACK)
        replace_file(folder / SUM, f"{digest}  {PACK}\n".encode())
        replace_file(folder / HEADER, json.dumps(header, ensure_ascii=False, indent=1).encode() + b"\n")
    except OSError as error:
        raise IndexAccessError(f"{folder}: cannot be written ({error.strerror or error})") from error
    finally:
        remove_empty(made)
    return header


def _check_header(file: Path) -> None:
    """Raises IndexAccessError for a file that is there and is no header of a pack."""
    try:
        known = is_header(json.loads(file.read_bytes()))
    except OSError:  # it is not there, or writing will say what is wrong
        return
    except ValueError:
        known = False
    if not known:
        raise IndexAccessError(f"{file}: found a file that is no header of a packed index; expected another folder")


def pull_index(
    source: str,
    destination: Path | None = None,
    *,
    contact: str | None = None,
    patience: Patience | None = None,
    on_bytes: Callable[[int, int | None], None] = lambda _done, _total: None,
) -> tuple[Path, Header]:
    """Takes an index from a pack, which replaces the one in a folder in one step; returns that folder and the header.

    source: a pack; a folder that `push_index` wrote, or its address, ending in `/`; the https address of a pack; or
    `hf:OWNER/NAME`, a data set on Hugging Face, also of PyTerrier. destination: the folder of the index, by default the
    place of its wiki among those that are kept. A download is continued after an interruption.

    Raises what `unpack_index` raises, DownloadError, and ParameterError for an address that is none. A folder that is
    no index is refused before anything is downloaded.
    """
    if destination is not None:
        check_destination(destination)
    address = _address_of(source)
    if address is None:
        path = Path(source)
        pack = path / PACK if path.is_dir() else path
        return _unpacked(pack, destination)
    pack = _downloaded(address, contact, patience or Patience(), on_bytes)
    unpacked = _unpacked(pack, destination)
    pack.unlink(missing_ok=True)
    return unpacked


def _address_of(source: str) -> str | None:
    """The address of a pack; None for a path."""
    if source.startswith("hf:"):
        named = _REPOSITORY.fullmatch(source)
        if not named:
            raise ParameterError(f"source: found {source!r}, expected hf:OWNER/NAME of a data set on Hugging Face")
        hub = os.environ.get(HUB_VARIABLE, _HUB).rstrip("/")
        return f"{hub}/datasets/{named[1]}/resolve/{named[2] or 'main'}/{PACK}"
    if "://" not in source:
        return None
    if source.partition("://")[0] not in ("https", "http"):
        raise ParameterError(f"source: found {source!r}, expected a path, an https address or hf:OWNER/NAME")
    return f"{source}{PACK}" if source.endswith("/") else source


def _downloaded(
    address: str, contact: str | None, patience: Patience, on_bytes: Callable[[int, int | None], None]
) -> Path:
    """Downloads a pack to the folder of downloads; its SHA-256 is checked if it is published beside it."""
    url = urlsplit(address)
    folder = indexes_folder() / "downloads"
    folder.mkdir(exist_ok=True)
    pack = folder / re.sub(r"[^\w.-]+", "_", f"{url.netloc}{url.path}")[-200:]
    with closing(Client(f"{url.scheme}://{url.netloc}", contact)) as client:
        try:
            words = client.text(f"{address}.sha256", patience).split()
            published = Published("sha256", words[0] if words else "")
        except DownloadError:  # the pack has checksums of its own, and the server may have other hosts
            published = Published("", "")
        if not re.fullmatch(r"[0-9a-f]{64}", published.value):
            published = Published("", "")
        pack.unlink(missing_ok=True)  # of an earlier call that was killed; it may be another now
        patience.renew()
        fetch(address, pack, published, client, patience, on_bytes)
    return pack


def _unpacked(pack: Path, destination: Path | None) -> tuple[Path, Header]:
    header: dict[str, Any] = read_header(pack)
    wiki = header["wiki"]
    if destination is None:
        if not (isinstance(wiki, str) and _NAME.fullmatch(wiki)):
            raise ParameterError(f"{pack}: names no wiki, and so no folder; expected a destination, `--output`")
        destination = index_path(wiki)
    return destination, unpack_index(pack, destination)
