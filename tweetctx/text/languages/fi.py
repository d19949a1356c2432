"""Finnish."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Finnish",
    negations=words("ei eivät en emme älä ilman eikä koskaan"),
    boundaries=Boundaries(
        ordinals=True,
    ),
    pronouns=words("hän he se ne hänen heidän niiden tämä nämä molemmat"),
    connectives=phrases("""
        kuitenkin, lisäksi, siksi, sen jälkeen, tämän jälkeen, myös, mutta, joten, silti, näin, esimerkiksi
    """),
    disambiguation_title="täsmennyssivu",
)
