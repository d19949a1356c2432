"""Basque."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Basque",
    negations=words("ez inoiz gabe"),
    pronouns=words("hura haiek hau hauek bera"),
    connectives=phrases("hala ere, hala eta guztiz ere, beraz, gainera, baina, ondoren, adibidez"),
    disambiguation_title="argipena",
)
