"""Danish."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Danish",
    negations=words("ikke ej aldrig ingen intet uden hverken"),
    boundaries=Boundaries(
        ordinals=True,
    ),
    pronouns=words("han hun hans hendes deres denne dette disse begge"),
    connectives=phrases("""
        dog, derimod, desuden, derfor, derefter, imidlertid, således, altså, også, men, endvidere, dermed, for
        eksempel, i stedet
    """),
    disambiguation_title="flertydig",
)
