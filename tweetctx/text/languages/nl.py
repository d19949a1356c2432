"""Dutch."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Dutch",
    negations=words("niet geen nooit zonder noch niemand"),
    boundaries=Boundaries(
        lowercase_openers=words("'s 't 'n 'k"),
    ),
    pronouns=words("hij zij ze haar hem hun zijn deze dit die dat beide beiden"),
    connectives=phrases("""
        echter, daarom, daarnaast, bovendien, daardoor, hierdoor, daarna, hierna, toch, dus, ook, maar, vervolgens,
        desondanks, niettemin, daarentegen, daarbij, bijvoorbeeld
    """),
    page_notes=r"Zie ook\b|Hoofdartikel\b|(?:Dit artikel|Deze (?:lijst|pagina))\b",
    disambiguation_title="doorverwijspagina",
)
