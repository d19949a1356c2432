"""Latvian."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Latvian",
    negations=words("ne nav nebija nekad bez neviens neviena"),
    boundaries=Boundaries(
        ordinals=True,
    ),
    pronouns=words("viņš viņa viņi viņas tas tā šis šī tie tās abi abas"),
    connectives=phrases("tomēr, tāpēc, arī, turklāt, bet, pēc tam, piemēram, taču"),
)
