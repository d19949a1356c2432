"""Faroese."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Faroese",
    negations=words("ikki eingin einki ongantíð uttan"),
    boundaries=Boundaries(
        ordinals=True,
    ),
    pronouns=words("hann hon tað teir tær tey hansara hennara henda hetta hesi"),
    connectives=phrases("men, tó, eisini, tí, síðani, til dømis"),
)
