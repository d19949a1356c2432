"""Hungarian."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Hungarian",
    negations=words("nem sem soha nincs nincsenek nélkül se"),
    boundaries=Boundaries(
        ordinals=True,
    ),
    pronouns=words("ő ők ez ezek ennek ezt ezen mindkettő"),
    connectives=phrases("""
        azonban, ezért, így, emellett, továbbá, viszont, ugyanakkor, ezután, de, tehát, például
    """),
    disambiguation_title="egyértelműsítő lap",
)
