"""Amharic."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Amharic",
    negations=words("አይደለም የለም"),
    pronouns=words("እሱ እሷ እነሱ ይህ ይህች እነዚህ"),
    connectives=phrases("ነገር ግን, ስለዚህ, ከዚያ, ለምሳሌ"),
)
