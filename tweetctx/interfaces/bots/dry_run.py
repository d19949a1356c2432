"""What a bot would answer, without an account."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tweetctx.context.units import UNITS
from tweetctx.interfaces.bots.answers import explain, with_urls
from tweetctx.interfaces.bots.bot import Platform
from tweetctx.pipeline import Contextualizer
from tweetctx.tweets import Post


def dry_run(platform: type[Platform], contextualizer: Contextualizer, posts: Iterable[str | Post]) -> Iterator[str]:
    """Yields for each post the answer that fits the platform, with its length as the platform counts it."""
    room = platform.usual_room
    for position, post in enumerate(posts, 1):
        answer = explain(contextualizer, post, room)
        length = UNITS[room.unit](room.counted(answer))
        counted = f"({length:,} of {room.limit:,} {room.unit} on {platform.name})"
        text = post.text if isinstance(post, Post) else post
        yield f"post {position}: {text}\n\n{with_urls(answer)}\n\n{counted}\n"
