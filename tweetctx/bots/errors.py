"""The errors of bots."""

from __future__ import annotations

from tweetctx.errors import TweetctxError


class BotError(TweetctxError):
    """A bot cannot continue: a setting is missing, or its platform rejects it."""


class ApiError(BotError):
    """A request failed. status: the HTTP status, 0 if there was no answer."""

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status
