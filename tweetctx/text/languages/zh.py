"""Chinese."""

from tweetctx.text.language import TIGHT_CLOSING, Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Chinese",
    character_bigrams=True,
    boundaries=Boundaries(
        closing=TIGHT_CLOSING,
    ),
    pronouns=words("他 她 它 这是 這是 其"),
    connectives=phrases("但, 然而, 此外, 因此, 不过, 不過, 另外, 同时, 同時, 例如, 之后, 之後"),
    disambiguation_title="消歧义",
)
