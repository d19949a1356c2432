"""Catalan."""

from tweetctx.text.language import ROMANCE_ACCENTS, Language, phrases, words

LANGUAGE = Language(
    name="Catalan",
    elisions=words("d l m n s t"),
    letters={"·": None},  # the one of col·legi, which tweets often omit
    accents=ROMANCE_ACCENTS,
    negations=words("no mai sense ni tampoc ningú"),
    pronouns=words("ell ella ells elles aquest aquesta això aquests aquestes ambdós ambdues"),
    connectives=phrases("""
        tanmateix, però, a més, per tant, així, també, doncs, per exemple, no obstant això, en canvi
    """),
    disambiguation_title="desambiguació",
)
