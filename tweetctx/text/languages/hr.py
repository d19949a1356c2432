"""Croatian."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Croatian",
    negations=words("ne nije nisu nema nikad nikada bez ni niti"),
    boundaries=Boundaries(
        ordinals=True,
    ),
    pronouns=words("""
        on ona ono oni one njegov njegova njegovo njegovi njezin njezina njihov njihova ovaj ova ovo ovi ove taj ta to
        oba obje
    """),
    connectives=phrases("""
        međutim, stoga, zato, osim toga, zatim, također, ali, dakle, na primjer, ipak
    """),
    disambiguation_title="razdvojba",
)
