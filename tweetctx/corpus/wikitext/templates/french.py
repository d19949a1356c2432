"""Templates of the French Wikipedia that carry text: quantities, dates, centuries, ordinals, quotations."""

from __future__ import annotations

from functools import partial

from tweetctx.corpus.wikitext.holes import HOLE
from tweetctx.corpus.wikitext.templates import dates, numbers
from tweetctx.corpus.wikitext.templates.arguments import Arguments
from tweetctx.corpus.wikitext.templates.numbers import raise_digits
from tweetctx.corpus.wikitext.templates.phrases import Templates, argument, literal, names, pattern, quote
from tweetctx.corpus.wikitext.templates.writer import Writer

_ROMAN = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI"
_BEFORE_CHRIST = " av. J.-C."
_DATES = "date; date-; date de naissance; date de naissance-; date de décès; date de décès-; date rapide; jour"
_FIRST = """
nobr romains; souligner; petit; abréviation; abréviation discrète; exp; exposant; ind; indice; référence nécessaire
référence souhaitée; passage évasif; abr; abrd; corps; terme défini; grec ancien; citation étrangère bloc
petites capitales; latin; hébreu; arabe; cyrillique; terme étranger; nom de langue
"""


def french_templates(writer: Writer) -> Templates:
    """The templates with what each shows."""
    ordinals = ("1er", "1re", "er", "re", "e", "Ier", "Ire", "Ier siècle")
    counted = partial(numbers.with_words, writer)
    return {
        **dict.fromkeys(("unité", "unite", "unité/2"), partial(_quantity, writer)),
        **dict.fromkeys(("nombre", "nb"), counted),
        **dict.fromkeys(names(_DATES), partial(dates.day_first, writer)),
        **dict.fromkeys(names("s; s-; s2; s2-; sp; sp-; siècle; siècles; s mini-"), partial(_century, "")),
        **dict.fromkeys(names("-s; -s-; -s2; -s2-; -sp; -sp-"), partial(_century, _BEFORE_CHRIST)),
        **{f"{roman.lower()}e siècle": literal(f"{roman}e siècle") for roman in _ROMAN.split()[1:]},
        **{f"{roman.lower()}e": literal(f"{roman}e") for roman in _ROMAN.split()[1:]},
        **{f"{number}e": literal(f"{number}e") for number in range(2, 22)},
        **{ordinal.lower(): literal(ordinal) for ordinal in ordinals},
        **dict.fromkeys(names(_FIRST), argument(1)),
        **dict.fromkeys(
            names("citation; citation étrangère; citation courte; guil; guillemets; «"), pattern("« {1} »")
        ),
        **dict.fromkeys(("citation bloc", "bloc citation"), quote),
        **dict.fromkeys(("incise", "tiret", "tirets"), pattern("– {1} –")),
        **dict.fromkeys(("lien", "lien interlangue"), argument(1, "texte", "fr", "trad")),
        **dict.fromkeys(("langue", "étranger"), argument(2, "texte")),
        **dict.fromkeys(names("av jc; av. j.-c.; avjc; avjc-"), literal(_BEFORE_CHRIST[1:])),
        **dict.fromkeys(names("ap jc; ap. j.-c.; apjc"), literal("apr. J.-C.")),
        **dict.fromkeys(names("n°; numéro; no"), _numero),
        **dict.fromkeys(("heure", "heures"), _time),
        "durée": _time,
        "m.": pattern("M. {1}"),
        "mme": pattern("Mme {1}"),
        "mlle": pattern("Mlle {1}"),
        "dr": pattern("Dr {1}"),
        "mgr": pattern("Mgr {1}"),
        "st": literal("St"),
        "ste": literal("Ste"),
        **dict.fromkeys(("température", "tmp"), pattern("{1} °C")),
        **dict.fromkeys(names("p.; pp."), _pages),
        "fchim": numbers.chemical,
        "note étoile": literal(""),
        "euro": partial(_euro, writer),
        "pourcentage": pattern("{1} %"),
        "coord": numbers.coordinates,
        "monnaie": counted,
    }


def _quantity(writer: Writer, arguments: Arguments) -> str:
    """`{{unité|120|km|2}}`: a number, then units, each with an exponent after it or none."""
    number, *units = arguments.positional or [""]
    text = writer.number(number.replace(" ", ""))
    if error := arguments["e"]:
        text += f" × 10{raise_digits(error)}"
    for unit in units:
        text += raise_digits(unit) if unit.lstrip("-").isdecimal() else f" {unit}" if unit else ""
    return text


def _euro(writer: Writer, arguments: Arguments) -> str:
    """`{{euro|12000}}`: "12 000 €"."""
    return f"{writer.number(arguments[1])} €".strip()


def _numero(arguments: Arguments) -> str:
    """`{{n°|5}}`: "n° 5", and the sign alone before a number that is not an argument."""
    return " ".join(("n°", *arguments.filled[:1]))


def _pages(arguments: Arguments) -> str:
    """`{{p.|12}}`."""
    return " ".join(("p.", *arguments.filled[:1]))


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
    parts = [part for part in arguments.filled if part not in ("e", "er", "ère")]
    ordinals = [f"{part}{'er' if part == 'I' else 'e'}" if part.isupper() else part for part in parts]
    several = sum(part.isupper() for part in parts) > 1
    joined = (" " if len(ordinals) > 2 else " et ").join(ordinals)
    return f"{joined} siècle{'s' if several and len(ordinals) == 2 else ''}{era}"
