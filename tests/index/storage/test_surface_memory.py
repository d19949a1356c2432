"""The links of a Wikipedia are more than memory holds: they are sorted on disk, some at a time."""

from pathlib import Path

import numpy as np
import pytest
from hostile import peak_memory

from tweetctx.index.storage.arrays import ArrayFileWriter
from tweetctx.index.storage.surface_rows import TABLES
from tweetctx.index.storage.surfaces import write_surfaces

MEMORY = 8 << 20  # bytes


def write_links(folder: Path, links: int) -> int:
    """Writes the table of so many links, of which few agree; returns how much memory that takes at most."""
    folder.mkdir()
    chance = np.random.default_rng(7)
    for name, dtype in TABLES.items():
        rows = np.zeros(links if name == "anchors" else 1000, dtype)
        for column in ("key", "target"):
            if column in (dtype.names or ()):
                rows[column] = chance.integers(1, 1 << 48, len(rows), np.uint64)
        rows.tofile(folder / name)
        del rows

    def write() -> None:
        file = ArrayFileWriter(folder / "out")
        for writer in write_surfaces(folder, file, MEMORY):
            writer.close()
        file.close()

    return peak_memory(write)


@pytest.mark.thorough
def test_memory_does_not_grow_with_the_links(tmp_path: Path) -> None:
    """Beyond the memory that is given, but for the bits of a table of keys: some bytes a thousand links."""
    write_links(tmp_path / "modules", 1000)
    few, many = (write_links(tmp_path / str(links), links) for links in (300_000, 2_400_000))
    assert many < 1.3 * few
    assert many < 4 * MEMORY
