"""Slovenian."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Slovenian",
    negations=words("ne ni niso nikoli brez niti noben nobena"),
    boundaries=Boundaries(
        ordinals=True,
    ),
    pronouns=words("on ona oni njegov njegova njegovo njen njena njihov ta te ti oba obe"),
    connectives=phrases("vendar, zato, poleg tega, nato, tudi, toda, ampak, torej, na primer"),
    disambiguation_title="razločitev",
)
