"""A bot of your own: one of tweetctx's that answers questions alone. `tweetctx bot mastodon` runs the usual one.

MASTODON_SERVER=https://mastodon.example MASTODON_TOKEN=... python own_bot.py
"""

import logging
from typing import Any

from tweetctx.interfaces.bots import Mention, run_bot
from tweetctx.interfaces.bots.platforms.mastodon import Mastodon


class Questions(Mastodon):
    """Ignores mentions without a question mark."""

    def mention(self, event: Any) -> Mention | None:
        found = super().mention(event)
        return found if found and "?" in found.post.text else None


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    run_bot(Questions)
