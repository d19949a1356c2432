"""Albanian."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Albanian",
    negations=words("nuk s'ka mos kurrë pa asnjë jo"),
    pronouns=words("ai ajo ata ato ky kjo këta këto"),
    connectives=phrases("megjithatë, gjithashtu, prandaj, por, pastaj, për shembull"),
)
