"""Macedonian."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Macedonian",
    negations=words("не без никогаш нема ниту никој"),
    pronouns=words("""
        тој таа тоа тие неговиот неговата нејзиниот нивниот овој оваа ова овие двајцата
    """),
    connectives=phrases("сепак, меѓутоа, затоа, потоа, исто така, но, покрај тоа, на пример"),
)
