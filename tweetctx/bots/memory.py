"""The answered mentions of a bot, on disk."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from tweetctx.bots.connection import BotError

KEPT = 30 * 86400  # seconds that an answer is remembered


class Memory:
    """The ids of answered mentions; processes can share it."""

    def __init__(self, path: Path) -> None:
        """Opens or creates the file; raises BotError if that fails."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, isolation_level=None)
            self._database.execute("create table if not exists answered (id text primary key, author text, at real)")
            self._database.execute("delete from answered where at < ?", (time.time() - KEPT,))
        except (OSError, sqlite3.Error) as error:
            raise BotError(f"{path}: cannot be opened ({error}); expected a place for the bot's memory") from error

    def __contains__(self, identifier: str) -> bool:
        return self._database.execute("select 1 from answered where id = ?", (identifier,)).fetchone() is not None

    def claim(self, identifier: str, author: str) -> bool:
        """Records that a mention is about to be answered; returns False if it is recorded already."""
        row = (identifier, author, time.time())
        return self._database.execute("insert or ignore into answered values (?, ?, ?)", row).rowcount == 1

    def answers_to(self, author: str, seconds: float) -> int:
        """How many mentions of an author were answered in the last seconds."""
        query = "select count(*) from answered where author = ? and at > ?"
        found: tuple[int] = self._database.execute(query, (author, time.time() - seconds)).fetchone()
        return found[0]

    def close(self) -> None:
        """Closes the file."""
        self._database.close()
