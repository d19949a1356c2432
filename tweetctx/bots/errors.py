"""What stops a bot, or one of its requests."""

from __future__ import annotations

from tweetctx.errors import TweetctxError


class BotError(TweetctxError):
    """A bot cannot go on: a setting is missing, or its platform refuses it."""


class ApiError(BotError):
    """A request failed; `status` is that of HTTP, 0 where there was no answer."""

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status
