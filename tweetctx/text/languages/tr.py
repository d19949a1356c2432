"""Turkish."""

from tweetctx.text.language import DOTTED_AND_DOTLESS_I, Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Turkish",
    suffixed_names=True,
    letters=DOTTED_AND_DOTLESS_I,
    negations=words("değil değildir yok hiç asla"),
    boundaries=Boundaries(
        ordinals=True,
    ),
    pronouns=words("o onlar bu bunlar onun onların bunun"),
    connectives=phrases("""
        ancak, fakat, ama, ayrıca, bununla birlikte, bu nedenle, böylece, daha sonra, öte yandan, örneğin
    """),
    disambiguation_title="anlam ayrımı",
)
