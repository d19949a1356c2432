"""Files of Parquet and of Kiwix, and archives, made to be large to read."""

import io
import tarfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq
from libzim.writer import Compression, Creator, Hint, Item, StringProvider

Pattern = Callable[[int], bytes]


class Page(Item):  # type: ignore[misc]
    """A page of HTML."""

    def __init__(self, path: str, content: str) -> None:
        super().__init__()
        self._path, self._content = path, content

    def get_path(self) -> str:
        return self._path

    def get_title(self) -> str:
        return "A"

    def get_mimetype(self) -> str:
        return "text/html"

    def get_contentprovider(self) -> StringProvider:
        return StringProvider(self._content)

    def get_hints(self) -> dict[Hint, int]:
        return {Hint.FRONT_ARTICLE: True}


def parquet(unit: str, rows: int, *, shared: bool = False) -> Pattern:
    """A file of so many texts of repeated units, or of one that all rows share; nothing is compressed."""

    def pattern(size: int) -> bytes:
        texts = [unit * max(size // (1 if shared else rows) // len(unit.encode()), 1)] * rows
        buffer = io.BytesIO()
        table = pa.table({"id": ["1"] * rows, "title": ["T"] * rows, "text": texts})
        pq.write_table(
            table, buffer, compression="none", use_dictionary=shared, dictionary_pagesize_limit=1 << 30, version="2.6"
        )
        return buffer.getvalue()

    return pattern


def zim(unit: str, pages: int = 1, redirect: int = 0) -> Pattern:
    """A file of so many pages of repeated units, or of redirects of so many bytes each; nothing is compressed."""

    def pattern(size: int) -> bytes:
        with TemporaryDirectory() as folder:
            path = Path(folder, "f")
            with Creator(path).config_compression(Compression.none) as creator:
                creator.set_mainpath("0")
                for page in range(pages):
                    text = unit * (1 if redirect else size // pages // len(unit))
                    creator.add_item(Page(f"{page}", f"<p>{text}"))
                for number in range(size // redirect if redirect else 0):
                    creator.add_redirection(f"{number:07}", "R", "0", {})
            return path.read_bytes()

    return pattern


def archive(lines: Pattern) -> Pattern:
    """A tar archive of one file."""

    def pattern(size: int) -> bytes:
        buffer, content = io.BytesIO(), lines(size)
        with tarfile.open(fileobj=buffer, mode="w") as tar:
            member = tarfile.TarInfo("a.ndjson")
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
        return buffer.getvalue()

    return pattern
