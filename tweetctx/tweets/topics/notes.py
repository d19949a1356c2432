"""The whole texts of long tweets in an export of X: `tweets.js` has them cut, `note-tweet.js` whole."""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from tweetctx.tweets.topics.topic import Topic

_CUT: Final = re.compile(r"\s*(?:…|\.\.\.)(?:\s*https?://\S+)?\s*$")
_SAME: Final = 100  # characters at least in which a note and the tweet that is cut agree: these have some 270


class Notes:
    """Whole texts by their beginnings: an export does not say which tweet one belongs to."""

    def __init__(self) -> None:
        self._texts: defaultdict[str, dict[str, None]] = defaultdict(dict)

    def add(self, texts: Iterable[str]) -> None:
        """Adds the texts of a file."""
        for text in texts:
            self._texts[text[:_SAME]][text] = None

    def completed(self, topic: Topic) -> Topic:
        """The topic with the only text that begins as its own, which is cut; any other as it is."""
        if not self._texts or not (cut := _CUT.search(topic.text)):
            return topic
        begin = html.unescape(topic.text[: cut.start()])
        if len(begin) < _SAME:
            return topic
        whole = [text for text in self._texts.get(begin[:_SAME], ()) if text.startswith(begin)]
        return Topic(topic.id, replace(topic.post, text=whole[0])) if len(whole) == 1 else topic


NO_NOTES: Final = Notes()
