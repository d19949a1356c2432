"""Norwegian Nynorsk."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Norwegian Nynorsk",
    negations=words("ikkje aldri ingen inga inkje utan verken"),
    boundaries=Boundaries(
        ordinals=True,
    ),
    pronouns=words("han ho hans hennar deira dette denne desse begge"),
    connectives=phrases("""
        likevel, derimot, dessutan, difor, deretter, altså, også, men, vidare, til dømes
    """),
    disambiguation_title="fleirtyding",
)
