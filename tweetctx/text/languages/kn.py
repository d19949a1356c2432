"""Kannada."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Kannada",
    negations=words("ಇಲ್ಲ ಅಲ್ಲ"),
    pronouns=words("ಅವನು ಅವಳು ಅವರು ಅದು ಇದು ಇವರು"),
    connectives=phrases("ಆದರೆ, ಆದ್ದರಿಂದ, ನಂತರ, ಉದಾಹರಣೆಗೆ"),
)
