"""Indonesian."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Indonesian",
    negations=words("tidak bukan tanpa belum tak tiada"),
    pronouns=words("ia dia mereka beliau ini itu keduanya"),
    connectives=phrases("""
        namun, oleh karena itu, selain itu, kemudian, juga, tetapi, akan tetapi, misalnya, sebaliknya
    """),
    disambiguation_title="disambiguasi",
)
