"""Dumps of Wikipedia from Wikimedia's servers or a mirror: the only part of tweetctx that touches the network.

>>> from tweetctx.wikipedias.downloads import download_dump
>>> download_dump("simplewiki", folder="dumps").files  # doctest: +SKIP
"""

from tweetctx.wikipedias.downloads.catalogue import KNOWN, LATEST, Wiki, find_wiki
from tweetctx.wikipedias.downloads.connection import Patience
from tweetctx.wikipedias.downloads.dumps import (
    MIRROR,
    Download,
    DownloadedFile,
    DownloadProgress,
    FoundDump,
    download_dump,
    find_dump,
)

__all__ = [
    "KNOWN",
    "LATEST",
    "MIRROR",
    "Download",
    "DownloadProgress",
    "DownloadedFile",
    "FoundDump",
    "Patience",
    "Wiki",
    "download_dump",
    "find_dump",
    "find_wiki",
]
