"""Wikipedia in Parquet, as published on Hugging Face: columns `id`, `url`, `title` and `text`, one article per row.

Each line of a text that is not blank is a paragraph, or a heading if it looks like one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tweetctx.corpus.cleaning import clean, clean_line
from tweetctx.corpus.headings import sections_of_text
from tweetctx.corpus.source_file import SourceFile
from tweetctx.errors import CorpusError, InputError
from tweetctx.reading.lines import MAX_RECORD
from tweetctx.runtime.libraries import how_to_install
from tweetctx.types import Article

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow.parquet import ParquetFile

_COLUMNS = ("id", "title", "text", "url")
_BATCH = 1  # row; a batch of several would hold a long text that they share, as from a dictionary, once for each


def read_parquet(source: SourceFile) -> Iterator[Article]:
    """Yields the article of each row. Marks are row numbers."""
    file = _open(source.path)
    columns = _columns(source.path, file)
    size, rows = source.path.stat().st_size, file.metadata.num_rows
    group, row_number = _seek(file, source.start or 0)
    for batch in _batches(source.path, file, group, columns):
        for row in range(batch.num_rows):
            row_number += 1
            if row_number <= (source.start or 0):
                continue
            source.mark, source.bytes_read = row_number, size * row_number // rows
            try:
                yield _article({name: _value(batch, name, row) for name in columns})
            except InputError as error:
                source.report(error.at(f"row {row_number}"))


def _open(path: Path) -> ParquetFile:
    try:
        import pyarrow.parquet as pq
        from pyarrow import ArrowException
    except ImportError:
        raise CorpusError(
            f"{path}: found Parquet; expected pyarrow to read it with: {how_to_install('wiki')}"
        ) from None
    try:
        return pq.ParquetFile(path)
    except (ArrowException, OSError) as error:
        raise _damaged(path, error) from error


def _damaged(path: Path, error: Exception) -> CorpusError:
    return CorpusError(f"{path}: damaged ({str(error).splitlines()[0]:.200}); expected a whole file of Parquet")


def _columns(path: Path, file: ParquetFile) -> list[str]:
    """The columns to read, with `url` if there is one; raises CorpusError for a missing one or one of another type."""
    from pyarrow import types

    schema = file.schema_arrow
    for name in _COLUMNS[:3]:
        if name not in schema.names:
            found = f'no column "{name}" but {", ".join(schema.names) or "no other"}'
            raise CorpusError(f"{path}: found {found}; expected id, title, text and, if known, url")
    columns = [name for name in _COLUMNS if name in schema.names]
    for name in columns:
        kind = schema.field(name).type
        kind = kind.value_type if types.is_dictionary(kind) else kind
        fits = types.is_string(kind) or types.is_large_string(kind) or (name == "id" and types.is_integer(kind))
        if not fits:
            expected = "strings or integers" if name == "id" else "strings"
            raise CorpusError(f'{path}: found a column "{name}" of type {kind}; expected {expected}')
    return columns


def _seek(file: ParquetFile, start: int) -> tuple[int, int]:
    """The row group in which reading starts, and the number of rows before it."""
    before = 0
    for group in range(file.num_row_groups):
        rows = file.metadata.row_group(group).num_rows
        if before + rows > start:
            return group, before
        before += rows
    return file.num_row_groups, before


def _batches(path: Path, file: ParquetFile, group: int, columns: list[str]) -> Iterator[pa.RecordBatch]:
    from pyarrow import ArrowException

    groups = range(group, file.num_row_groups)
    try:
        yield from file.iter_batches(_BATCH, groups, columns=columns, use_threads=False)
    except (ArrowException, OSError) as error:
        raise _damaged(path, error) from error


def _value(batch: pa.RecordBatch, name: str, row: int) -> Any:
    try:
        return batch.column(name)[row].as_py()
    except UnicodeDecodeError as error:
        raise InputError(f'byte 0x{error.object[error.start]:02x} in "{name}"', "text in UTF-8") from None


def _article(row: dict[str, Any]) -> Article:
    for name in _COLUMNS[:3]:
        if row[name] is None:
            raise InputError(f'null in "{name}"', "a value in each row")
    if len(row["text"]) > MAX_RECORD:
        raise InputError(f"a text of {len(row['text'])} characters", f"at most {MAX_RECORD}")
    url = clean_line(row.get("url") or "")
    return Article(
        id=clean_line(str(row["id"])),
        title=clean_line(row["title"]),
        url=url,
        sections=sections_of_text(clean(row["text"]), url, bare=True),
    )
