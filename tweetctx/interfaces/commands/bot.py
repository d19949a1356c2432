"""`tweetctx bot`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from tweetctx.interfaces.commands.shared import STANDARD_INPUT, IndexOption, complain, index_or_demonstration
from tweetctx.interfaces.terminal import printable

PlatformName = Literal["mastodon", "bluesky", "discord", "slack", "telegram"]


def bot(
    name: Annotated[
        PlatformName, typer.Argument(metavar="NAME", help="mastodon, bluesky, discord, slack or telegram.")
    ],
    posts: Annotated[
        Path | None,
        typer.Argument(metavar="POSTS", help="With --dry-run: a file of posts; `-` or none is standard input."),
    ] = None,
    index: IndexOption = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print what it would answer to some posts; needs no account.")
    ] = False,
) -> None:
    """Answers mentions on a platform with the context of the posts they reply to, until it is interrupted.

    Its account is given by environment variables; without them, the command says which.
    """
    if posts is not None and not dry_run:
        raise typer.BadParameter("found a file of posts, expected --dry-run beside it", param_hint="POSTS")
    from tweetctx.interfaces.bots import run_bot
    from tweetctx.interfaces.bots.platforms import platform_named
    from tweetctx.interfaces.service.logs import write_logs

    platform = platform_named(name)
    if dry_run:
        _print_answers(name, posts, index)
        return
    write_logs("text")
    run_bot(platform, index_or_demonstration(index))


def _print_answers(name: str, posts: Path | None, index: str | None) -> None:
    from tweetctx.interfaces.bots.dry_run import dry_run
    from tweetctx.interfaces.bots.platforms import platform_named
    from tweetctx.pipeline import Contextualizer
    from tweetctx.tweets.topics import read_topics

    source = STANDARD_INPUT if posts is None or str(posts) == "-" else posts
    topics = read_topics(source)
    contextualizer = Contextualizer.open(index_or_demonstration(index))
    answered = False
    for text in dry_run(platform_named(name), contextualizer, (topic.post for topic in topics)):
        print(printable(text))
        answered = True
    if not answered:
        complain("found no post")
