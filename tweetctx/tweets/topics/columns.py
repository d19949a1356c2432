"""The columns of tables of posts, by their usual names, and the dialects in which such tables are written."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

# The names of columns, the most telling first; in lower case, every other sign is an underscore: Tweet ID, tweet.id and
# tweet[id] are tweet_id.
_IDS: Final = (
    "id id_str tweet_id tweetid tweet_id_str status_id statusid post_id message_id ids qid query_id topic_id topic "
    "tid docid doc_id number uri _id data_id rest_id"
)
_TEXTS: Final = (
    "full_text note_tweet_text text tweet_text tweet_full_text tweet_content tweet content post_text post body message "
    "caption query title status raw_text text_full data_text"
)
_DATES: Final = (
    "created_at createdat tweet_created_at data_created_at created created_time timestamp datetime date date_time "
    "tweet_date published published_at posted_at post_date time"
)
_ACCOUNTS: Final = (
    "author_username author_screen_name user_screen_name user_username screen_name username user_handle author_handle "
    "handle account_username account_acct acct account from_user user author user_name"
)
_NAMES: Final = "author_name user_displayname display_name author_display_name account_display_name user_name name"
_SIGNS: Final = re.compile(r"[^a-z0-9]+")
_LONGEST_NAME: Final = 80  # characters of a column's name
_SEPARATOR: Final = re.compile(r'"?sep=(\\t|.)"?\s*', re.IGNORECASE)  # the first line of Excel's files
_QUOTED: Final = re.compile(r'"(?:[^"]|"")*"')
DELIMITERS: Final = "\t,;|"


@dataclass(frozen=True, slots=True)
class Columns:
    """The positions of columns, from 0; −1 for one that is missing.

    account, name: of the author. count: of all that the header names; 0 without a header. date_name: what the header
    calls the date.
    """

    text: int
    id: int
    date: int = -1
    account: int = -1
    name: int = -1
    count: int = 0
    date_name: str = ""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How the cells of a row are written.

    quoted: whether quotation marks hold a cell together. escape: a sign that may stand before a quotation mark inside;
    one that is doubled is understood, too.
    """

    delimiter: str
    quoted: bool = True
    escape: str = ""

    def cells(self, line: str) -> list[str]:
        """The cells of a row that has one line; none if it is no row, as with a carriage return in it."""
        try:
            return next(self.rows([line]), [])
        except csv.Error:
            return []

    def rows(self, lines: Sequence[str], *, strict: bool = False) -> Iterator[list[str]]:
        """The rows in some lines; `strict` raises csv.Error for text behind a cell in quotation marks."""
        if not self.quoted:
            return (line.split(self.delimiter) for line in lines)
        ended = (f"{line}\n" for line in lines)
        return csv.reader(ended, delimiter=self.delimiter, escapechar=self.escape or None, strict=strict)


def separator_of(line: str) -> str:
    """The delimiter that a first line as `sep=,` declares; empty if it declares none."""
    declared = _SEPARATOR.fullmatch(line.strip().lstrip("\ufeff"))
    return declared[1].replace("\\t", "\t") if declared else ""


def find_columns(header: Sequence[str]) -> Columns | None:
    """The columns that a header names; None if it is none: it names no text, or a cell is too long for a name."""
    names = [_SIGNS.sub("_", name.strip().strip("\ufeff").lower()).strip("_") for name in header]
    if any(len(name) > _LONGEST_NAME for name in header):
        return None
    identifier = _position(names, _IDS)
    text = _position(names, _TEXTS, identifier)
    if text < 0:
        return None
    account = _position(names, _ACCOUNTS, text)
    date, name = _position(names, _DATES), _position(names, _NAMES, account)
    return Columns(text, identifier, date, account, name, len(names), header[date].strip() if date >= 0 else "")


def _position(names: Sequence[str], known: str, other: int = -1) -> int:
    """The column with the first of some known names, not that of `other`."""
    return next((names.index(name) for name in known.split() if name in names and names.index(name) != other), -1)


def find_dialect(lines: Sequence[str], delimiter: str, count: int) -> Dialect:
    """The dialect in which most of some rows have as many cells as the header; the usual one if none is better.

    The last line may continue a cell on the next, and is ignored.
    """
    plain, doubled, escaped = (
        Dialect(delimiter, quoted=False),
        Dialect(delimiter),
        Dialect(delimiter, escape="\\"),
    )
    candidates = [plain, doubled, escaped] if delimiter == "\t" else [doubled, escaped]
    if not any('\\"' in line for line in lines):
        candidates.remove(escaped)
    if not any('"' in line for line in lines):
        return candidates[0]
    if plain in candidates and _is_quoted(lines, delimiter):
        candidates.remove(plain)
    return min(candidates, key=lambda dialect: _misfits(dialect, lines, count))  # of equal ones the first


def _is_quoted(lines: Sequence[str], delimiter: str) -> bool:
    """Whether quotation marks certainly hold cells together: all of a cell, with those inside doubled."""
    quoted = [cell.strip() for line in lines for cell in line.split(delimiter) if cell.lstrip().startswith('"')]
    return any('""' in cell[1:-1] for cell in quoted) and all(map(_QUOTED.fullmatch, quoted))


def _misfits(dialect: Dialect, lines: Sequence[str], count: int) -> int:
    """How many rows have more or fewer cells than the header, or text behind a cell in quotation marks."""
    rows, counts = dialect.rows(lines, strict=True), list[int]()
    while True:
        try:
            counts.append(len(next(rows)) or count)
        except csv.Error:
            counts.append(-1)
        except StopIteration:
            return sum(cells != count for cells in (counts[:-1] if len(counts) > 2 else counts))
