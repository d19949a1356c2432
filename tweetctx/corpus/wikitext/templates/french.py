"""Templates of the French Wikipedia that carry text: quantities, dates, centuries, ordinals, quotations."""

from __future__ import annotations

from functools import partial

from tweetctx.corpus.holes import HOLE
from tweetctx.corpus.wikitext.templates import dates, numbers
from tweetctx.corpus.wikitext.templates.arguments import Arguments
from tweetctx.corpus.wikitext.templates.numbers import raise_digits
from tweetctx.corpus.wikitext.templates.phrases import (
    Templates,
    argument,
    form,
    joined,
    literal,
    pattern,
    quote,
    templates,
)
from tweetctx.corpus.wikitext.templates.writer import Writer

_ROMAN = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI"
_BEFORE_CHRIST = " av. J.-C."
_FIRST = """
nobr romains; souligner; petit; abréviation; abréviation discrète; exp; exposant; ind; indice; référence nécessaire
référence souhaitée; passage évasif; abr; abrd; corps; terme défini; grec ancien; citation étrangère bloc
petites capitales; latin; hébreu; arabe; cyrillique; terme étranger; nom de langue
"""


def french_templates(writer: Writer) -> Templates:
    """The templates with what each shows."""
    romans = _ROMAN.split()[1:]
    ordinals = ("1er", "1re", "er", "re", "e", "Ier", "Ire", "Ier siècle", *(f"{number}e" for number in range(2, 22)))
    words = (*ordinals, *(f"{roman}e" for roman in romans), *(f"{roman}e siècle" for roman in romans))
    shown: Templates = {
        "unité; unite; unité/2": partial(_quantity, writer),
        "nombre; nb; monnaie": partial(numbers.with_words, writer),
        "date; date-; date de naissance; date de naissance-; date de décès; date de décès-; date rapide; jour": partial(
            dates.day_first, writer
        ),
        "s; s-; s2; s2-; sp; sp-; siècle; siècles; s mini-": partial(_century, ""),
        "-s; -s-; -s2; -s2-; -sp; -sp-": partial(_century, _BEFORE_CHRIST),
        _FIRST: argument(1),
        "citation; citation étrangère; citation courte; guil; guillemets; «": pattern("« {1} »"),
        "citation bloc; bloc citation": quote,
        "incise; tiret; tirets": pattern("– {1} –"),
        "lien; lien interlangue": argument(1, "texte", "fr", "trad"),
        "langue; étranger": argument(2, "texte"),
        "av jc; av. j.-c.; avjc; avjc-": literal(_BEFORE_CHRIST.strip()),
        "ap jc; ap. j.-c.; apjc": literal("apr. J.-C."),
        "n°; numéro; no": joined("", 1, before="n° "),
        "heure; heures; durée": _time,
        "m.": pattern("M. {1}"),
        "mme": pattern("Mme {1}"),
        "mlle": pattern("Mlle {1}"),
        "dr": pattern("Dr {1}"),
        "mgr": pattern("Mgr {1}"),
        "st": literal("St"),
        "ste": literal("Ste"),
        "température; tmp": pattern("{1} °C"),
        "p.; pp.": joined("", 1, before="p. "),
        "fchim": numbers.chemical,
        "note étoile": literal(""),
        "euro": form("{1#} €", writer.number),
        "pourcentage": pattern("{1} %"),
        "coord": numbers.coordinates,
    }
    return {word.lower(): literal(word) for word in words} | templates(shown)


def _quantity(writer: Writer, arguments: Arguments) -> str:
    """`{{unité|120|km|2}}`: a number, then units, each with an exponent after it or none."""
    number, *units = arguments.positional or [""]
    text = writer.number(number.replace(" ", ""))
    if error := arguments["e"]:
        text += f" × 10{raise_digits(error)}"
    for unit in units:
        text += raise_digits(unit) if unit.lstrip("-").isdecimal() else f" {unit}" if unit else ""
    return text


def _time(arguments: Arguments) -> str:
    """`{{heure|12|30|15}}`: "12 h 30 min 15 s", without the last unit after hours, as it is read."""
    hours, minutes, seconds = (arguments[key] for key in (1, 2, 3))
    text = f"{hours} h" if hours else ""
    if minutes:
        text += f" {minutes}" if hours and not seconds else f" {minutes} min"
    if seconds:
        text += f" {seconds} s"
    return text.strip() or HOLE


def _century(era: str, arguments: Arguments) -> str:
    """`{{s-|XIX|e}}`, `{{s2|XIX|e|XX|e}}`, `{{sp-|XIX|e|-|XX|e}}`: numbers with or without the ordinal's ending."""
    words = [word for word in arguments.filled if word not in ("e", "er", "ère")]
    ordinals = [f"{word}{'er' if word == 'I' else 'e'}" if word.isupper() else word for word in words]
    several = sum(word.isupper() for word in words) > 1
    text = (" " if len(ordinals) > 2 else " et ").join(ordinals)
    return f"{text} siècle{'s' if several and len(ordinals) == 2 else ''}{era}"
