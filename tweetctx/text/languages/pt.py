"""Portuguese."""

from tweetctx.text.language import ROMANCE_ACCENTS, Language, phrases, words

LANGUAGE = Language(
    name="Portuguese",
    elisions=words("d"),
    accents=ROMANCE_ACCENTS | {"ã": "a", "õ": "o"},
    negations=words("não nunca jamais sem nenhum nenhuma nada nem tampouco"),
    pronouns=words("""
        ele ela eles elas seu sua seus suas este esta isto estes estas esse essa isso esses essas aquele aquela ambos
        ambas
    """),
    connectives=phrases("""
        no entanto, porém, entretanto, contudo, todavia, além disso, assim, portanto, por isso, também, mas, desta
        forma, em seguida, por exemplo, por outro lado
    """),
    page_notes=r"Ver também\b|Est[ae] (?:artigo|página|lista)\b",
    disambiguation_title="desambiguação",
)
