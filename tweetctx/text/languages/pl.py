"""Polish."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Polish",
    negations=words("nie nigdy bez żaden żadna żadne ani nikt"),
    boundaries=Boundaries(
        ordinals=True,
    ),
    pronouns=words("on ona ono oni one jego jej ich ten ta to te ci tego obaj obie oba"),
    connectives=phrases("""
        jednak, jednakże, ponadto, dlatego, zatem, więc, następnie, także, również, ale, natomiast, mimo to, na
        przykład
    """),
    disambiguation_title="ujednoznacznienie",
)
