"""Swedish."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Swedish",
    negations=words("inte ej aldrig ingen inget inga icke varken"),
    pronouns=words("han hon hans hennes deras dess denna denne detta dessa båda"),
    connectives=phrases("""
        dock, däremot, dessutom, därför, därefter, emellertid, således, alltså, också, men, vidare, därmed, till
        exempel, i stället, trots detta
    """),
    disambiguation_title="olika betydelser",
)
