"""Azerbaijani."""

from tweetctx.text.language import DOTTED_AND_DOTLESS_I, Language, phrases, words

LANGUAGE = Language(
    name="Azerbaijani",
    suffixed_names=True,
    letters=DOTTED_AND_DOTLESS_I,
    negations=words("deyil yox heç"),
    pronouns=words("o onlar bu bunlar onun onların bunun"),
    connectives=phrases("lakin, ancaq, amma, buna görə, bundan başqa, sonra, məsələn"),
)
