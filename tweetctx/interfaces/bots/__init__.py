"""Shared by the bots of all platforms: answers that fit, acknowledgements, limits, memory; and the platforms."""

from tweetctx.interfaces.bots.answers import Answer, Room, Span, discord_markdown, links, titles, with_urls
from tweetctx.interfaces.bots.bot import Bot, Mention, Platform, Post, run_bot, setting, settings, whole_post
from tweetctx.interfaces.bots.connection import Api, ApiError, BotError, reconnecting
from tweetctx.interfaces.bots.memory import Memory

__all__ = [
    "Answer",
    "Api",
    "ApiError",
    "Bot",
    "BotError",
    "Memory",
    "Mention",
    "Platform",
    "Post",
    "Room",
    "Span",
    "discord_markdown",
    "links",
    "reconnecting",
    "run_bot",
    "setting",
    "settings",
    "titles",
    "whole_post",
    "with_urls",
]
