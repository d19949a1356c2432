"""Tagalog."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Tagalog",
    negations=words("hindi wala walang huwag"),
    pronouns=words("siya sila ito iyon"),
    connectives=phrases("ngunit, subalit, gayunman, kaya, pagkatapos, halimbawa"),
)
