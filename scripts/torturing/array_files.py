"""Files of arrays taken apart and put together again, with checksums that fit."""

import json
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter
from tweetctx.index.storage.manifest import MANIFEST, entry_of, file_entries, write_manifest

Arrays = dict[str, tuple[NDArray[Any], bool]]  # by name: the values, and whether they are checked by pages


def arrays_of(path: Path) -> Arrays:
    """All arrays of a file, copied, without the checksums of pages."""
    file = ArrayFile(path)
    found: Arrays = {}
    for name, entry in file.entries.items():
        if not name.endswith(".pages"):
            found[name] = file.array(name, entry.dtype).copy(), entry.crc32 is None
    return found


def write_arrays(path: Path, arrays: Arrays) -> None:
    """Writes a file of arrays."""
    file = ArrayFileWriter(path)
    for name, (values, paged) in arrays.items():
        writer = file.array(name, values.dtype, paged=paged)
        writer.append(values)
        writer.close()
    file.close()


def sign(index: Path, **changed: Any) -> None:
    """Makes the manifest of an index fit its files again, with other values for some of its keys."""
    manifest = json.loads((index / MANIFEST).read_text("utf-8")) | changed
    manifest = {key: value for key, value in manifest.items() if key != "checksum"}
    for entry in file_entries(manifest):
        entry.update(entry_of(index / entry["name"]))  # type: ignore[attr-defined]
    write_manifest(index, manifest).replace(index / MANIFEST)
