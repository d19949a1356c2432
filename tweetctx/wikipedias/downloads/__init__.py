"""Dumps of Wikipedia from Wikimedia's servers or a mirror: the only part of tweetctx that touches the network.

>>> from tweetctx.wikipedias.downloads import download_dump
>>> download_dump("simplewiki", folder="dumps").files  # doctest: +SKIP
"""

from tweetctx.wikipedias.downloads.catalogue import KNOWN, Wiki
from tweetctx.wikipedias.downloads.connection import Patience
from tweetctx.wikipedias.downloads.dumps import MIRROR, Download, DownloadedFile, DownloadProgress, download_dump

__all__ = ["KNOWN", "MIRROR", "Download", "DownloadProgress", "DownloadedFile", "Patience", "Wiki", "download_dump"]
