"""Luxembourgish."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Luxembourgish",
    elisions=words("d"),
    negations=words("net kee keng ni ouni"),
    boundaries=Boundaries(
        ordinals=True,
    ),
    pronouns=words("hien hatt si hir säin dësen dës dëst"),
    connectives=phrases("awer, dofir, och, duerno, dann, zum Beispill"),
)
