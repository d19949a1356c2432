"""Romanian."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Romanian",
    negations=words("nu niciodată fără nici niciun nicio nimeni"),
    pronouns=words("el ea ei ele acesta aceasta aceștia acestea acest această"),
    connectives=phrases("""
        totuși, însă, astfel, de asemenea, deci, prin urmare, în plus, dar, apoi, cu toate acestea, de exemplu
    """),
    disambiguation_title="dezambiguizare",
)
