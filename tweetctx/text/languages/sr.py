"""Serbian."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Serbian",
    negations=words("не није нису нема никад никада без ни нити"),
    boundaries=Boundaries(
        ordinals=True,
    ),
    pronouns=words("""
        он она оно они његов његова његово његови њен њена њихов овај ова ово ови тај та то обојица
    """),
    connectives=phrases("међутим, стога, зато, осим тога, затим, такође, али, дакле, ипак, на пример"),
    disambiguation_title="вишезначна одредница",
)
