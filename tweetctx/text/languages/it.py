"""Italian."""

from tweetctx.text.language import ROMANCE_ACCENTS, Language, phrases, words

LANGUAGE = Language(
    name="Italian",
    elisions=words("""
        c l all dall dell nell sull coll pell gl agl dagl degl negl sugl un m t s v d quest quell
    """),
    accents=ROMANCE_ACCENTS,
    negations=words("non mai senza nessun nessuno nessuna né neanche"),
    pronouns=words("""
        egli ella esso essa essi esse lui lei suo sua suoi sue questo questa questi queste quello quella quelli quelle
        ciò entrambi entrambe
    """),
    connectives=phrases("""
        tuttavia, inoltre, però, quindi, pertanto, perciò, dunque, così, infatti, anche, ma, poi, ad esempio, per
        esempio, al contrario, nonostante ciò
    """),
    page_notes=r"Vedi anche\b|Quest[ao] (?:articolo|voce|pagina|lista|elenco)\b",
    disambiguation_title="disambigua",
)
