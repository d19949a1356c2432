"""Dumps of Wikipedia from Wikimedia's servers or a mirror: the only part of tweetctx that touches the network.

>>> from tweetctx.downloads import download_dump
>>> download_dump("simplewiki", folder="dumps").files  # doctest: +SKIP
"""

from tweetctx.downloads.catalogue import KNOWN, Wiki
from tweetctx.downloads.connection import Patience
from tweetctx.downloads.dumps import MIRROR, Download, DownloadedFile, DownloadProgress, download_dump

__all__ = ["KNOWN", "MIRROR", "Download", "DownloadProgress", "DownloadedFile", "Patience", "Wiki", "download_dump"]
