"""Templates of the French Wikipedia that carry text: quantities, dates, centuries, ordinals, quotations."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from tweetctx.corpus.wikitext.templates.numbers import raise_digits
from tweetctx.corpus.wikitext.templates.phrases import argument, literal, names, pattern, quote

if TYPE_CHECKING:
    from tweetctx.corpus.wikitext.templates.arguments import Arguments
    from tweetctx.corpus.wikitext.templates.phrases import Handler

_MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
_ROMAN = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI"
_WHOLE = re.compile(r"(\d+)([.,]\d+)?")


def _group(number: str) -> str:
    """Digits in groups of three with a space between: "12 000"."""
    match = _WHOLE.fullmatch(number)
    return (
        f"{int(match[1]):,}".replace(",", " ") + (match[2] or "") if match and len(match[1]) in range(4, 40) else number
    )


def _quantity(arguments: Arguments) -> str:
    """`{{unité|120|km|2}}`: a number, then units, each with an exponent after it or none."""
    number, *units = arguments.positional or [""]
    text = _group(number)
    for unit in units:
        text += raise_digits(unit) if unit.lstrip("-").isdecimal() else f" {unit}" if unit else ""
    return text


def _number(arguments: Arguments) -> str:
    """`{{nombre|12000|moulins}}`."""
    number, *words = arguments.filled or [""]
    return " ".join((_group(number), *words))


def write_date(arguments: Arguments) -> str:
    """`{{date|12|mai|1980|en musique}}`: day, month and year; what comes after is for links."""
    day, month, year = (arguments[key] for key in (1, 2, 3))
    if month.isdecimal() and 1 <= int(month) <= 12:
        month = _MONTHS.split()[int(month) - 1]
    return " ".join(part for part in ("1er" if day in ("1", "01") and month else day, month, year) if part)


def _century(era: str, arguments: Arguments) -> str:
    """`{{s-|XIX|e}}`, `{{s2|XIX|e|XX|e}}`, `{{sp-|XIX|e|-|XX|e}}`: numbers with or without the ordinal's ending."""
    parts = [part for part in arguments.filled if part not in ("e", "er", "ère")]
    ordinals = [f"{part}{'er' if part == 'I' else 'e'}" if part.isupper() else part for part in parts]
    several = sum(part.isupper() for part in parts) > 1
    joined = (" " if len(ordinals) > 2 else " et ").join(ordinals)
    return f"{joined} siècle{'s' if several and len(ordinals) == 2 else ''}{era}"


_BEFORE_CHRIST = " av. J.-C."

FRENCH: dict[str, Handler] = {
    **dict.fromkeys(("unité", "unite", "unité/2"), _quantity),
    **dict.fromkeys(("nombre", "nb", "formatnum"), _number),
    **dict.fromkeys(
        names("date; date-; date de naissance; date de naissance-; date de décès; date de décès-"), write_date
    ),
    **dict.fromkeys(names("s; s-; s2; s2-; sp; sp-; siècle"), partial(_century, "")),
    **dict.fromkeys(names("-s; -s-; -s2; -s2-; -sp; -sp-"), partial(_century, _BEFORE_CHRIST)),
    **{f"{roman.lower()}e siècle": literal(f"{roman}e siècle") for roman in _ROMAN.split()[1:]},
    **{f"{roman.lower()}e": literal(f"{roman}e") for roman in _ROMAN.split()[1:]},
    **{f"{number}e": literal(f"{number}e") for number in range(2, 22)},
    **{ordinal.lower(): literal(ordinal) for ordinal in ("1er", "1re", "er", "re", "e", "Ier", "Ire", "Ier siècle")},
    **dict.fromkeys(
        names("nobr romains; souligner; petit; abréviation; abréviation discrète; exp; exposant"), argument(1)
    ),
    **dict.fromkeys(
        names("ind; indice; référence nécessaire; refnec; référence souhaitée; passage évasif"), argument(1)
    ),
    **dict.fromkeys(names("citation; citation étrangère; citation courte; guil; guillemets; «"), pattern("« {1} »")),
    **dict.fromkeys(("citation bloc", "bloc citation"), quote),
    **dict.fromkeys(("incise", "tiret"), pattern("– {1} –")),
    **dict.fromkeys(("lien", "lien interlangue"), argument(1, "texte", "fr", "trad")),
    **dict.fromkeys(("langue", "étranger"), argument(2, "texte")),
    **dict.fromkeys(names("av jc; av. j.-c.; avjc"), literal(_BEFORE_CHRIST[1:])),
    **dict.fromkeys(names("ap jc; ap. j.-c.; apjc"), literal("apr. J.-C.")),
    "n°": literal("n°"),
    "m.": pattern("M. {1}"),
    "mme": pattern("Mme {1}"),
    "mlle": pattern("Mlle {1}"),
    "température": pattern("{1} °C"),
    "p.": pattern("p. {1}"),
}
