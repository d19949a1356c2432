"""Yiddish."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Yiddish",
    negations=words("נישט ניט קיין אָן"),
    pronouns=words("ער זי עס זיי דאָס"),
    connectives=phrases("אָבער, דערפֿאַר, אויך, דערנאָך"),
)
