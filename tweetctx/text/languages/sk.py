"""Slovak."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Slovak",
    negations=words("nie nikdy bez ani žiadny žiadna žiadne nebol nebola nebolo"),
    boundaries=Boundaries(
        ordinals=True,
    ),
    pronouns=words("on ona ono oni jeho jej ich tento táto toto títo tieto ten tá obaja obe"),
    connectives=phrases("""
        však, avšak, preto, navyše, potom, tiež, ale, ďalej, teda, okrem toho, napríklad
    """),
    disambiguation_title="rozlišovacia stránka",
)
