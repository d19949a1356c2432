"""Norwegian Bokmål."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Norwegian Bokmål",
    negations=words("ikke ei aldri ingen intet uten verken"),
    boundaries=Boundaries(
        ordinals=True,
    ),
    pronouns=words("han hun hans hennes deres dette denne disse begge"),
    connectives=phrases("""
        imidlertid, derimot, dessuten, derfor, deretter, således, altså, også, men, videre, dermed, for eksempel, i
        stedet
    """),
    disambiguation_title="andre betydninger",
)
