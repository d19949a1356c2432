"""Tables of accounts on X and the articles that they belong to, from Wikidata's JSON dump.

The dump (`latest-all.json.bz2`) is an array with an entity a line. An account is a statement with the property P2002
that is not deprecated and has no end; its article is that of the entity in one Wikipedia.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from tweetctx.corpus.sources import fingerprint
from tweetctx.errors import ConversionError, CorpusError, InputError, ParameterError
from tweetctx.reading.compression import SUFFIXES, read_pieces
from tweetctx.reading.lines import decode_line, split_lines
from tweetctx.reading.objects import parse_object
from tweetctx.reading.problems import OnError, ProblemKind, ProblemKinds, Problems
from tweetctx.reading.progress import ReadingProgress
from tweetctx.runtime.durable import Mode, ResumableFile

PROPERTY: Final = "P2002"  # an account on X
_ENDED: Final = ("P582", "P1534")  # qualifiers: end time, end cause
_ACCOUNT: Final = re.compile(r"[A-Za-z0-9_]{1,20}")  # 15 today; a few old ones are longer
_LANGUAGE: Final = re.compile(r"[a-z]{2,12}(?:[-_][a-z]{2,12})*")
_ENTITY: Final = re.compile(r"[QPL][0-9]+")
_EXPECTED: Final = "an entity of Wikidata as an object of JSON"
_HEADER: Final = b"alias\ttitle\n"
_BLOCK: Final = 1 << 10  # lines whose rows are written together
_HINT: Final = "the same command continues, --restart begins anew"


@dataclass(frozen=True, slots=True)
class AccountTable:
    """The report of a table: lines and entities of the dump, accounts written, accounts without an article there.

    skipped, problem_kinds: what could not be read. continued: accounts that an earlier, interrupted run had written.
    """

    lines: int = 0
    entities: int = 0
    accounts: int = 0
    without_article: int = 0
    skipped: int = 0
    problem_kinds: tuple[ProblemKind, ...] = ()
    continued: int = 0


def write_accounts(
    dump: str | Path,
    destination: str | Path,
    *,
    language: str = "en",
    on_error: OnError = "stop",
    restart: bool = False,
    on_progress: Callable[[ReadingProgress], None] | None = None,
) -> AccountTable:
    """Writes a table `alias, title` of accounts, `@name`, for `index build --aliases`.

    dump: Wikidata's JSON dump, plain or compressed with gzip, bzip2, xz or zstandard. language: of the Wikipedia whose
    titles are wanted: en, de, zh-min-nan, enwiki. One line is in memory at a time. An interrupted run is continued by
    the same call; what was read before is decompressed again, but not parsed. restart: begins anew and replaces an
    existing file.

    Raises CorpusError for a dump that cannot be read or has no entity, ConversionError for a destination that cannot
    be written or continued, ParameterError for a language that is no code.
    """
    source, path = Path(dump), Path(destination)
    wiki = _wiki_of(language)
    _check_destination(source, path, restart)
    mode: Mode = "replace" if restart else "continue"
    identity = {"dump": fingerprint([source]), "wiki": wiki}
    with ResumableFile(path, identity, ConversionError, mode=mode, hint=_HINT) as file:
        begin = end = _state_of(file)
        for end, rows in _blocks(source, wiki, begin, Problems(on_error, CorpusError), on_progress):
            file.append(rows, asdict(end))
        if not end.entities:
            file.discard()
            raise CorpusError(f"{source}: found no entity; expected the JSON dump of Wikidata")
    return replace(end, continued=begin.accounts)


def accounts_of(entity: Mapping[str, Any]) -> list[str]:
    """The accounts of an entity, without @, in order, each once. Raises InputError for one that cannot be one."""
    accounts = dict[str, None]()
    for statement in _list_at(_object_at(entity, "claims"), PROPERTY):
        value = _object_at(_object_at(statement, "mainsnak"), "datavalue").get("value")
        if value is None or statement.get("rank") == "deprecated" or _has_ended(statement):
            continue
        if not isinstance(value, str) or not _ACCOUNT.fullmatch(value.strip().removeprefix("@")):
            raise InputError(f"the account {value!r:.60}", "letters, digits and underscores")
        accounts[value.strip().removeprefix("@")] = None
    return [*accounts]


def _has_ended(statement: Mapping[str, Any]) -> bool:
    """Whether a statement has an end, known or not; `no value` says that there is none."""
    qualifiers = _object_at(statement, "qualifiers")
    return any(snak.get("snaktype") != "novalue" for name in _ENDED for snak in _list_at(qualifiers, name))


def _blocks(
    source: Path,
    wiki: str,
    begin: AccountTable,
    problems: Problems,
    on_progress: Callable[[ReadingProgress], None] | None,
) -> Iterator[tuple[AccountTable, bytes]]:
    """Yields rows of the table, each time with the state after them."""
    read, total = 0, source.stat().st_size if source.is_file() else 0

    def on_read(size: int) -> None:
        nonlocal read
        read += size

    rows: list[bytes] = [] if begin.lines else [_HEADER]
    state, report = begin, problems.reporter(source)
    for line_number, line in enumerate(split_lines(read_pieces(source, on_read, CorpusError)), 1):
        if line_number > begin.lines:
            try:
                state = _read(line, wiki, replace(state, lines=line_number), rows)
            except InputError as error:
                report(error.at(line_number))
                state = replace(state, lines=line_number)
        if line_number % _BLOCK == 0:
            if on_progress:
                on_progress(ReadingProgress("accounts", state.accounts, problems.count, read, total))
            if line_number > begin.lines:
                yield _with_problems(state, begin, problems), b"".join(rows)
                rows = []
    yield _with_problems(state, begin, problems), b"".join(rows)


def _read(line: bytes | None, wiki: str, state: AccountTable, rows: list[bytes]) -> AccountTable:
    """Adds the rows of a line of the dump; returns the state after them."""
    text = decode_line(line).strip(" \t\r,\ufeff")
    if text in ("", "[", "]"):
        return state
    if not text.startswith("{"):
        raise InputError(f"a line that begins with {text[:20]!r}", _EXPECTED)
    if state.entities and f'"{PROPERTY}"' not in text:
        return replace(state, entities=state.entities + 1)
    entity = parse_object(text, _EXPECTED)
    if not _ENTITY.fullmatch(str(entity.get("id"))):
        raise InputError(f"an object with the id {entity.get('id')!r:.40}", _EXPECTED)
    state = replace(state, entities=state.entities + 1)
    accounts = accounts_of(entity)
    title = _object_at(_object_at(entity, "sitelinks"), wiki).get("title")
    if not isinstance(title, str) or not title.strip():
        return replace(state, without_article=state.without_article + len(accounts))
    name = " ".join(title.split())
    rows += [f"@{account}\t{name}\n".encode("utf-8", "replace") for account in accounts]
    return replace(state, accounts=state.accounts + len(accounts))


def _with_problems(state: AccountTable, begin: AccountTable, problems: Problems) -> AccountTable:
    kinds = tuple(ProblemKinds(begin.problem_kinds).plus(problems.kinds))
    return replace(state, skipped=begin.skipped + problems.count, problem_kinds=kinds)


def _state_of(file: ResumableFile) -> AccountTable:
    """The state after what an interrupted run wrote."""
    try:
        values = {**(file.state or {})}
        kinds = (ProblemKind(**{**kind, "places": tuple(kind["places"])}) for kind in values.pop("problem_kinds", ()))
        return AccountTable(**values, problem_kinds=tuple(kinds))
    except (TypeError, KeyError) as error:
        raise ConversionError(f"{file.notes}: damaged ({error}); expected the state of a table; {_HINT}") from error


def _wiki_of(language: str) -> str:
    """The name of a Wikipedia in Wikidata's links: enwiki, zh_min_nanwiki. language: its code, or that name."""
    if not _LANGUAGE.fullmatch(language):
        raise ParameterError(f"language: found {language!r:.40}, expected the code of a Wikipedia, such as en")
    return language.removesuffix("wiki").replace("-", "_") + "wiki"


def _check_destination(source: Path, path: Path, restart: bool) -> None:
    if path.is_dir():
        raise ConversionError(f"{path}: found a folder; expected a new file")
    if path.exists() and path.resolve() == source.resolve():
        raise ConversionError(f"{path}: found the dump itself; expected another place")
    if path.exists() and not restart:
        raise ConversionError(f"{path}: found an existing file; expected a new one, or --restart to replace it")
    if path.suffix.lower() in SUFFIXES:
        raise ConversionError(f"{path.name}: found the suffix {path.suffix!r}; expected that of plain text, as .tsv")


def _object_at(record: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """The object under a key; an empty one if there is none: empty objects of the dump are written as lists."""
    value = record.get(key)
    return value if isinstance(value, Mapping) else {}


def _list_at(record: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    value = record.get(key)
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []
