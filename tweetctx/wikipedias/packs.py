"""An index as one file, a pack: a tar archive in one LZ4 frame, as PyTerrier's artifacts are.

The first member, `pt_meta.json`, says what it is: type, format and version, the wiki and the day of its dump, counts,
licence and attribution, and the size and SHA-256 of every other member. `index.json` follows, then the files that it
names, numbered from 1 in its order. Nothing depends on the machine or on when it is packed: an index has one pack.

The frame has a checksum of each block and one of all. A pack is unpacked beside what is there, checked whole, and takes
its place in one step.
"""

from __future__ import annotations

import copy
import hashlib
import json
import os
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from io import BytesIO
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Final

from tweetctx.errors import IndexAccessError, IndexDamagedError, IndexVersionError
from tweetctx.index.building.changes import changing
from tweetctx.index.storage.files import Change
from tweetctx.index.storage.manifest import (
    MANIFEST,
    VERSION,
    altered_files,
    file_entries,
    open_file,
    read_manifest,
    time_of,
    write_manifest,
)
from tweetctx.runtime.durable import part_of, sync_folder
from tweetctx.types import LICENCE_NAME, LICENCE_URL

HEADER: Final = "pt_meta.json"
_TYPE: Final = {"type": "sparse_index", "format": "tweetctx"}
_COPIED: Final = 1 << 20  # bytes at a time
_MOST_HEADER: Final = 1 << 20  # bytes
_MAGIC: Final = b"\x04\x22\x4d\x18"  # how a file of LZ4 begins
_LEVEL: Final = 3  # of LZ4's slower compression, which is read as fast

Header = dict[str, Any]


def pack_index(index: Path, destination: Path) -> Header:
    """Writes an index as one file, which replaces an existing pack when it is complete; returns its header.

    Raises IndexAccessError for an index that cannot be read or is damaged, and for a file that cannot be written or is
    there and is no pack.
    """
    manifest = read_manifest(index)
    _check_replaceable(destination)
    with ExitStack() as stack:
        # Opened before anything else, so that a change meanwhile takes no file away.
        files = [stack.enter_context((index / entry["name"]).open("rb")) for entry in file_entries(manifest)]
        if damage := altered_files(index, manifest):
            raise IndexDamagedError(damage[0])
        text = _text_of(_renamed(manifest, _names(manifest)))
        members: dict[str, IO[bytes]] = {MANIFEST: BytesIO(text)}
        members |= dict(zip(_names(manifest).values(), files, strict=True))
        header = _header_of(manifest, time_of(index), {name: _digest_of(file) for name, file in members.items()})
        draft = part_of(destination)
        try:
            with draft.open("wb") as file:
                _write(file, header, members)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(destination)
            sync_folder(destination.absolute().parent)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise IndexAccessError(f"{destination}: cannot be written ({error.strerror or error})") from error
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
    return header


def _check_replaceable(destination: Path) -> None:
    """Raises IndexAccessError for a folder, and for a file that is there and is no pack."""
    if destination.is_dir():
        raise IndexAccessError(f"{destination}: found a folder; expected the name of a file")
    try:
        with destination.open("rb") as file:
            begin = file.read(len(_MAGIC))
    except OSError:  # it is not there, or writing will say what is wrong
        return
    if begin and begin != _MAGIC:
        raise IndexAccessError(
            f"{destination}: found a file that is no pack; expected the name of a new file or a pack"
        )


def unpack_index(pack: Path, destination: Path) -> Header:
    """Makes a pack the index in a folder, in one step; returns its header.

    An index of the same wiki that is there is replaced, and so is one that cannot be read.

    Raises IndexDamagedError, and changes nothing, for a file that is no whole pack, IndexVersionError for one of
    another format, IndexAccessError for a file that cannot be read, a folder that cannot be written and one with an
    index of another wiki.
    """
    with _opened(pack) as archive:
        header = _header_in(pack, archive)
        _check_same_wiki(destination, header["wiki"])
        with changing(destination, build=True) as change, _damage(pack):
            manifest, names = _unpacked(change, archive, header)
            renamed = _renamed(manifest, names)
            _check_files(change.index, renamed)
            _read_to_end(archive)
            change.publish({key: value for key, value in renamed.items() if key != "checksum"})
    if header["built"] is not None:
        os.utime(destination / MANIFEST, (header["built"], header["built"]))
    return header


def _check_same_wiki(index: Path, wiki: str | None) -> None:
    """Raises IndexAccessError for an index of another wiki; none, or one that cannot be read, may be replaced."""
    try:
        found = read_manifest(index)["origin"]["wiki"]
    except IndexAccessError:
        return
    if found != wiki:
        found, expected = (name or "a wiki without a name" for name in (found, wiki))
        raise IndexAccessError(f"{index}: found an index of {found}; expected one of {expected}, or a new folder")


def is_header(value: object) -> bool:
    """Whether a value read from JSON is the header of a pack, whatever its version."""
    return isinstance(value, dict) and {name: value.get(name) for name in _TYPE} == _TYPE


def read_header(pack: Path) -> Header:
    """The header of a pack; raises what `unpack_index` raises."""
    with _opened(pack) as archive:
        return _header_in(pack, archive)


def _names(manifest: Mapping[str, Any]) -> dict[str, str]:
    """The name of each file in a pack."""
    counter = count(1)
    return {entry["name"]: f"{entry['name'][:-6]}{next(counter):06}" for entry in file_entries(manifest)}


def _renamed(manifest: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    renamed = copy.deepcopy(dict(manifest))
    for entry in file_entries(renamed):
        entry["name"] = names[entry["name"]]  # type: ignore[index]
    return renamed


def _text_of(manifest: Mapping[str, Any]) -> bytes:
    with TemporaryDirectory(prefix="tweetctx-") as folder:
        return write_manifest(Path(folder), manifest).read_bytes()


def _manifest_of(text: bytes) -> dict[str, Any]:
    with TemporaryDirectory(prefix="tweetctx-") as folder:
        (Path(folder) / MANIFEST).write_bytes(text)
        try:
            return read_manifest(Path(folder))
        except IndexAccessError as error:
            raise ValueError(str(error).removeprefix(f"{folder}{os.sep}")) from error


def _digest_of(file: IO[bytes]) -> dict[str, Any]:
    file.seek(0)
    digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    return {"bytes": file.seek(0, os.SEEK_END), "sha256": digest}


def _header_of(manifest: Mapping[str, Any], built: float | None, files: Mapping[str, Any]) -> Header:
    origin = manifest["origin"]
    licence = {}
    if (origin["wiki"] or "").endswith("wiki"):
        source = f"Wikipedia ({origin['wiki']}{', ' + origin['date'] if origin['date'] else ''})"
        attribution = f"Text by the authors of {source}; every article names its address, and its revision where known."
        licence = {"licence": LICENCE_NAME, "licence_url": LICENCE_URL, "attribution": attribution}
    made = {"built": None if built is None else int(built), "made_by": origin["made_by"]}
    known = {"wiki": origin["wiki"], "date": origin["date"], **made, "counts": manifest["counts"], **licence}
    hint = {"package_hint": "tweetctx[pyterrier]"}
    return {**_TYPE, "version": VERSION, **hint, **known, "sources": origin["sources"], "files": dict(files)}


def _write(file: IO[bytes], header: Header, members: Mapping[str, IO[bytes]]) -> None:
    import lz4.frame  # late: few commands need it

    content = json.dumps(header, ensure_ascii=False, indent=1).encode()
    options = {"compression_level": _LEVEL, "content_checksum": True, "block_checksum": True}
    with (
        lz4.frame.LZ4FrameFile(file, "wb", **options) as frame,
        tarfile.open(fileobj=frame, mode="w|", format=tarfile.GNU_FORMAT) as archive,
    ):
        for name, member in {HEADER: BytesIO(content), **members}.items():
            information = tarfile.TarInfo(name)
            information.size = member.seek(0, os.SEEK_END)
            member.seek(0)
            archive.addfile(information, member)


@contextmanager
def _opened(pack: Path) -> Iterator[tarfile.TarFile]:
    import lz4.frame

    try:
        file = pack.open("rb")
    except OSError as error:
        raise IndexAccessError(f"{pack}: cannot be read ({error.strerror}), expected a packed index") from error
    with (
        file,
        _damage(pack),
        lz4.frame.LZ4FrameFile(file, "rb") as frame,
        tarfile.open(fileobj=frame, mode="r|") as archive,
    ):
        yield archive


@contextmanager
def _damage(pack: Path) -> Iterator[None]:
    """Turns what reading a damaged pack raises into IndexDamagedError."""
    try:
        yield
    except (tarfile.TarError, EOFError, RuntimeError, ValueError, KeyError, TypeError, AttributeError) as error:
        found = " ".join(str(error).split())[:200]
        raise IndexDamagedError(f"{pack}: damaged ({found}), expected a whole pack of an index") from error


def _header_in(pack: Path, archive: tarfile.TarFile) -> Header:
    first = archive.next()
    if first is None or first.name != HEADER or not first.isfile() or first.size > _MOST_HEADER:
        raise ValueError(f"it does not begin with {HEADER}")
    header: Header = json.loads(_content_of(archive, first))
    if not is_header(header):
        raise ValueError(f"it is of type {header.get('type')!r} and format {header.get('format')!r}")
    if header["version"] != VERSION:
        message = f"{pack}: found version {header['version']!r} of the format, this tweetctx reads version {VERSION}"
        raise IndexVersionError(f"{message}; pack the index with a version that fits")
    built = header["built"]
    if not (built is None or (type(built) is int and 0 <= built < 1 << 40)):
        raise ValueError(f"it was built at {built!r}")
    return header


def _content_of(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    content = archive.extractfile(member)
    return content.read() if content else b""


def _unpacked(change: Change, archive: tarfile.TarFile, header: Header) -> tuple[dict[str, Any], dict[str, str]]:
    """Writes the files of a pack as new ones of an index; returns the manifest, and the new name of each.

    Raises ValueError for what is not as listed.
    """
    listed: dict[str, Any] = dict(header["files"])
    first = archive.next()
    if first is None or first.name != MANIFEST or not first.isfile() or first.size > _MOST_HEADER:
        raise ValueError(f"{MANIFEST} does not follow")
    text = _content_of(archive, first)
    _check(MANIFEST, listed.pop(MANIFEST), len(text), hashlib.sha256(text).hexdigest())
    manifest = _manifest_of(text)
    named = [entry["name"] for entry in file_entries(manifest)]
    if named != list(listed):
        raise ValueError("its files are not those that it lists")
    names: dict[str, str] = {}
    for name in named:
        member = archive.next()
        if member is None or member.name != name or not member.isfile() or member.size != listed[name]["bytes"]:
            raise ValueError(f"{name} is not where it is expected")
        path = change.new_path(name[:-7])
        names[name] = path.name
        _check(name, listed[name], *_copied(archive, member, path))
    if archive.next() is not None:
        raise ValueError("it has more files than it lists")
    return manifest, names


def _copied(archive: tarfile.TarFile, member: tarfile.TarInfo, path: Path) -> tuple[int, str]:
    """Writes a member to a file; returns its size and its SHA-256."""
    digest, size = hashlib.sha256(), 0
    content = archive.extractfile(member)
    with path.open("wb") as file:
        while content and (block := content.read(_COPIED)):
            digest.update(block)
            size += file.write(block)
    return size, digest.hexdigest()


def _read_to_end(archive: tarfile.TarFile) -> None:
    """Reads the padding up to the end of the frame, where its checksum is; ValueError for anything else."""
    while block := archive.fileobj.read(_COPIED):
        if block.strip(b"\0"):
            raise ValueError("something stands after its end")


def _check_files(index: Path, manifest: Mapping[str, Any]) -> None:
    """Raises ValueError if a file is not the one that the manifest names."""
    for entry in file_entries(manifest):
        try:
            open_file(index, entry)
        except IndexDamagedError as error:
            raise ValueError(str(error).removeprefix(f"{index}{os.sep}")) from error


def _check(name: str, listed: Mapping[str, Any], size: int, digest: str) -> None:
    if (size, digest) != (listed["bytes"], listed["sha256"]):
        raise ValueError(f"{name} is not as it was packed")
