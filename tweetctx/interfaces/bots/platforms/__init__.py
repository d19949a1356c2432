"""The platforms whose bots are part of tweetctx, each found by its name."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from tweetctx.interfaces.bots.bot import Platform
from tweetctx.interfaces.bots.connection import BotError
from tweetctx.runtime.libraries import how_to_install
from tweetctx.specs import nearest

PLATFORMS: Final = ("mastodon", "bluesky", "discord", "slack", "telegram")


def platform_named(name: str) -> type[Platform]:
    """The class of a platform; raises BotError for an unknown one, or where its library is missing."""
    if name not in PLATFORMS:
        raise BotError(f"platform: found {name!r}, expected one of {', '.join(PLATFORMS)}{nearest(name, PLATFORMS)}")
    try:
        module = import_module(f"tweetctx.interfaces.bots.platforms.{name}")
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library != "websockets":
            raise
        raise BotError(f"{library} is not installed; {how_to_install('bots')}") from error
    platform: type[Platform] = getattr(module, name.capitalize())
    return platform
