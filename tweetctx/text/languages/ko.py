"""Korean."""

from tweetctx.text.language import TIGHT_CLOSING, Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Korean",
    character_bigrams=True,
    boundaries=Boundaries(
        closing=TIGHT_CLOSING,
    ),
    pronouns=words("그는 그녀는 그의 그녀의 그들은 이것은 그것은 이는"),
    connectives=phrases("그러나, 하지만, 따라서, 또한, 그리고, 이후, 예를 들어, 한편"),
    disambiguation_title="동음이의",
)
