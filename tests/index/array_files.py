"""Files of arrays for tests."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from numpy.typing import NDArray
from torturing.array_files import arrays_of, sign, write_arrays

from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter


def written(path: Path, write: Callable[[ArrayFileWriter], object]) -> ArrayFile:
    """A file with what a function writes, opened."""
    file = ArrayFileWriter(path)
    write(file)
    file.close()
    return ArrayFile(path)


def replace_arrays(path: Path, **values: NDArray[Any]) -> None:
    """Replaces some arrays of a file; dots in their names are written as two underscores."""
    arrays = arrays_of(path)
    for key, new in values.items():
        name = key.replace("__", ".")
        arrays[name] = new, arrays[name][1]
    write_arrays(path, arrays)


__all__ = ["arrays_of", "replace_arrays", "sign", "write_arrays", "written"]
