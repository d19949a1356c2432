"""Where an index is: its folder, named by a path or a URI."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import unquote

from tweetctx.errors import ParameterError
from tweetctx.index.opensearch.address import SCHEMES


def folder_of(place: str | Path) -> Path:
    """The folder of an index on disk, given its path or `file://` and its path, which may be percent-encoded.

    Raises ParameterError for a URI with another scheme, and for what is neither.
    """
    if not isinstance(place, str | os.PathLike):
        raise ParameterError(f"index: found {place!r}, expected a path or a URI")
    scheme, separator, path = str(place).partition("://")
    if not separator:
        return Path(place)
    if scheme != "file":
        choices = ", ".join(["file", *SCHEMES])
        raise ParameterError(f"index: found the scheme {scheme!r}, expected a path or one of {choices}")
    return Path(path) if Path(path).exists() else Path(unquote(path))
