"""Esperanto."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Esperanto",
    elisions=words("l"),
    negations=words("ne neniam sen nek neniu neniuj"),
    pronouns=words("li ŝi ĝi ili lia ŝia ĝia ilia tiu tiuj ambaŭ"),
    connectives=phrases("tamen, do, ankaŭ, sed, tial, krome, ekzemple, poste"),
)
