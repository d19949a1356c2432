"""Afrikaans."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Afrikaans",
    negations=words("nie geen nooit sonder nóg"),
    boundaries=Boundaries(
        lowercase_openers=words("'n 'k"),
    ),
    pronouns=words("hy sy dit hulle hom haar hul hierdie daardie albei"),
    connectives=phrases("""
        egter, daarom, daarbenewens, desondanks, gevolglik, ook, maar, dus, daarna, byvoorbeeld
    """),
)
