# ruff: noqa: N999 (the code of Icelandic is a keyword)
"""Icelandic."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Icelandic",
    negations=words("ekki ekkert aldrei engin enginn án"),
    boundaries=Boundaries(
        ordinals=True,
    ),
    pronouns=words("hann hún það þeir þær þau hans hennar þeirra þetta þessi þessir þessar báðir"),
    connectives=phrases("hins vegar, þó, einnig, en, því, síðan, til dæmis, auk þess"),
)
