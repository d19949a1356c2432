"""`{{Bio}}`, with which most biographies of the Italian Wikipedia begin: their first sentence, from its parts."""

from __future__ import annotations

import re

from tweetctx.corpus.holes import BOX
from tweetctx.corpus.wikitext.inline import BREAK
from tweetctx.corpus.wikitext.marks import BAR, OPEN
from tweetctx.corpus.wikitext.templates.arguments import Arguments
from tweetctx.text.language import words

# What says nothing in the sentence: how the page is sorted and filed, the picture, references of the dates.
_SILENT = words("""
    ForzaOrdinamento Categorie Epoca Epoca2 Immagine Didascalia Didascalia2 DimImmagine NoteNascita NoteMorte Note
    LuogoNascitaLink LuogoMorteLink
""")
_SHOWN = words("""
    Titolo Nome Cognome PostCognome PostCognomeVirgola Pseudonimo Sesso PreData LuogoNascita LuogoNascitaAlt
    GiornoMeseNascita AnnoNascita LuogoMorte LuogoMorteAlt GiornoMeseMorte AnnoMorte Attività Attività2 Attività3
    AttivitàAltre Nazionalità NazionalitàNaturalizzato PostNazionalità FineIncipit Punto
""")
_UNKNOWN_YEAR = "?"
_CLOSING = ",;:.)"
_MARKED = re.compile(rf"(?:{OPEN}[^{BAR}]*{BAR}|['«\"])+")  # before the first letter of a word
_VERB = re.compile(r"(?:è|fu|era|sono)\b")
_VOWEL = re.compile(r"[aeiouàèéìòù]", re.IGNORECASE)
_UNO = re.compile(r"s[^aeiouàèéìòù]|z|gn|ps|pn|x|y|i[aeou]", re.IGNORECASE)  # what "uno" stands before


def biography(arguments: Arguments) -> str:
    """The sentence; the mark of a box where a parameter is not known that has a value.

    "Ada Mola (Roma, 1º maggio 1900 – Pisa, 3 giugno 1980) è stata una mugnaia italiana."
    """
    if any(arguments[key] for key in arguments.names if key not in _SHOWN and key not in _SILENT):
        return BOX
    name = " ".join(part for key in ("Titolo", "Nome", "Cognome") if (part := arguments[key]))
    does = arguments["FineIncipit"] or _does(arguments)
    if not name or not _VERB.match(does):
        return BOX
    name = f"'''{name}'''"
    if pseudonym := arguments["Pseudonimo"]:
        name = f"'''{pseudonym}''', pseudonimo di {name}"
    name = _joined(name, arguments["PostCognome"])
    if more := arguments["PostCognomeVirgola"]:
        name += f", {more}"
    life = _life(arguments)
    end = "" if arguments["Punto"].lower() == "no" or does.endswith(".") else "."
    return BREAK + _joined(f"{name} ({life})" if life else name, does) + end


def _life(arguments: Arguments) -> str:
    """What stands in the bracket: places and dates of birth and death."""
    birth, death = (_place_and_date(arguments, of) for of in ("Nascita", "Morte"))
    years = f"{birth or '...'} – {death}" if death else birth
    return "; ".join(part for part in (arguments["PreData"], years) if part)


def _place_and_date(arguments: Arguments, of: str) -> str:
    year = arguments[f"Anno{of}"]
    day = arguments[f"GiornoMese{of}"]
    date = " ".join(part for part in (day, "..." if year == _UNKNOWN_YEAR else year) if part)
    place = arguments.first(f"Luogo{of}Alt", f"Luogo{of}")
    return ", ".join(part for part in (place, date) if part)


def _does(arguments: Arguments) -> str:
    """What a person is or was: "è stata una mugnaia e poetessa italiana"."""
    activities = [value for key in ("Attività", "Attività2", "Attività3") if (value := arguments[key])]
    if not activities:
        return ""
    female = arguments["Sesso"].upper() == "F"
    dead = any(arguments[key] for key in ("AnnoMorte", "GiornoMeseMorte", "LuogoMorte", "LuogoMorteAlt"))
    verb = f"è {'stata' if female else 'stato'}" if dead else "è"
    others = arguments["AttivitàAltre"]
    if others:
        shown = _joined(", ".join(activities), others)
    else:
        shown = " e ".join((", ".join(activities[:-1]), activities[-1])) if activities[1:] else activities[0]
    shown = _joined(shown, arguments["Nazionalità"])
    if naturalized := arguments["NazionalitàNaturalizzato"]:
        shown += f" {'naturalizzata' if female else 'naturalizzato'} {naturalized}"
    return f"{verb} {_article(shown, female=female)}{_joined(shown, arguments['PostNazionalità'])}"


def _article(word: str, *, female: bool) -> str:
    """The indefinite article with the space behind it, if there is one."""
    marked = _MARKED.match(word)
    begin = marked.end() if marked else 0
    if female:
        return "un'" if _VOWEL.match(word, begin) else "una "
    return "uno " if _UNO.match(word, begin) else "un "


def _joined(text: str, more: str) -> str:
    """Two texts with a space between them, but before a closing mark."""
    return f"{text}{'' if more[0] in _CLOSING else ' '}{more}" if more else text
