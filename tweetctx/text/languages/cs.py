"""Czech."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Czech",
    negations=words("ne není nejsou nebyl nebyla nebylo nebyli nikdy bez ani žádný žádná žádné"),
    boundaries=Boundaries(
        ordinals=True,
    ),
    pronouns=words("on ona ono oni ony jeho její jejich tento tato toto tito tyto ten ta oba obě"),
    connectives=phrases("""
        však, avšak, proto, navíc, přesto, poté, také, ale, tedy, dále, například, kromě toho
    """),
    disambiguation_title="rozcestník",
)
