"""Estonian."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Estonian",
    negations=words("ei mitte ega pole ilma"),
    boundaries=Boundaries(
        ordinals=True,
    ),
    pronouns=words("ta tema nad nemad see need selle nende mõlemad"),
    connectives=phrases("kuid, aga, samas, siiski, lisaks, seetõttu, seejärel, samuti, näiteks"),
    disambiguation_title="täpsustus",
)
