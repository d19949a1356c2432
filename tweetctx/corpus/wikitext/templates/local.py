"""Templates of the German, French, Spanish and Russian Wikipedias that carry text, beside the ones all have."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tweetctx.corpus.wikitext.inline import HOLE
from tweetctx.corpus.wikitext.templates import phrases
from tweetctx.corpus.wikitext.templates.languages import label
from tweetctx.corpus.wikitext.templates.phrases import argument, last, literal, names, pattern, quote

if TYPE_CHECKING:
    from tweetctx.corpus.wikitext.templates.arguments import Arguments
    from tweetctx.corpus.wikitext.templates.phrases import Handler


def _joined(arguments: Arguments) -> str:
    """The arguments with a space between: `{{date|12|mai|1999}}`, `{{unité|12|km}}`."""
    return " ".join(arguments.filled)


def _in_german(code: str, arguments: Arguments) -> str:
    """`{{enS|dog}}`: "englisch dog"."""
    return label(code, arguments[1], "de")


def _french_century(arguments: Arguments) -> str:
    return f"{arguments[1]}{'er' if arguments[1] == 'I' else 'e'} siècle"


def _french_centuries(arguments: Arguments) -> str:
    """`{{sav-|XIX|XX}}` and `{{sp-|XIX|et le|XX}}`."""
    return " ".join(f"{part}e" if part.isupper() else part for part in arguments.filled) + " siècle"


def _russian_century(arguments: Arguments) -> str:
    return f"{'—'.join(arguments.filled)} {'века' if arguments.count > 1 else 'век'}"


_GERMAN_CODES = (
    "ar be bg ca cs da de el en es et eu fa fi fr ga gl grc he hi hr hu hy is it ja ka kk ko la lt lv mk mn nl no pl pt"
    " ro ru sa sk sl sq sr sv th tr uk uz vi yi zh"
)

_GERMAN: dict[str, Handler] = {
    **{f"{code}s": partial(_in_german, code) for code in _GERMAN_CODES.split()},
    **dict.fromkeys(names("zitat; zitat-en; zitat-fr; zitat-la; zitat-es; zitat-it; zitat-ru"), quote),
    **dict.fromkeys(names('"; kapitälchen; unicode; hebr; arab; musik; s'), argument(1, "text")),
    **dict.fromkeys(names("zahl; formatzahl; fnz"), argument(1)),
    **dict.fromkeys(names("datum; geburtsdatum; sterbedatum"), _joined),
    "alter": literal(HOLE),
    "bruch": pattern("{1}/{2}"),
    "nnbsp": literal(" "),
}
_FRENCH: dict[str, Handler] = {
    **dict.fromkeys(
        ("unité", "unite", "unité/2", "date", "date-", "date de naissance", "date de décès", "mmt"), _joined
    ),
    **dict.fromkeys(names("nombre; nobr; nobr romains; page; p.; souligner; petit; abréviation"), argument(1)),
    **dict.fromkeys(("s", "s-", "siècle"), _french_century),
    **dict.fromkeys(("sp-", "sp"), _french_centuries),
    **dict.fromkeys(("citation", "citation étrangère", "citation courte", "«"), pattern("« {1} »")),
    **dict.fromkeys(("guil", "guillemets"), pattern("« {1} »")),
    **dict.fromkeys(("citation bloc", "début citation"), quote),
    **dict.fromkeys(("incise", "tiret"), pattern("– {1} –")),
    **dict.fromkeys(("référence nécessaire", "refnec", "référence souhaitée", "passage évasif"), argument(1)),
    **dict.fromkeys(("lien", "lien interlangue"), argument(1, "fr", "trad")),
    **dict.fromkeys(("exp", "exposant"), argument(1)),
    **dict.fromkeys(("ind", "indice"), argument(1)),
    **dict.fromkeys(("langue", "lang", "étranger"), argument(2, "texte")),
    **dict.fromkeys(("av jc", "av. j.-c.", "avjc"), literal("av. J.-C.")),
    **dict.fromkeys(("ap jc", "ap. j.-c.", "apjc"), literal("apr. J.-C.")),
    **{name: literal(name.capitalize()) for name in ("ier", "ire")},
    **{f"{number}e": literal(f"{number}e") for number in range(2, 22)},
    "1er": literal("1er"),
    "1re": literal("1re"),
    "er": literal("er"),
    "re": literal("re"),
    "e": literal("e"),
    "n°": literal("n°"),
    "no": literal("no"),
    "m.": pattern("M. {1}"),
    "mme": pattern("Mme {1}"),
    "mlle": pattern("Mlle {1}"),
    "st": literal("St"),
    "dr": literal("Dr"),
    "km": pattern("{1} km"),
    "température": pattern("{1} °C"),
}
_SPANISH: dict[str, Handler] = {
    **dict.fromkeys(("unidad", "fecha", "fecha de nacimiento", "fecha de fallecimiento", "fecha de inicio"), _joined),
    **dict.fromkeys(("esd", "versalita", "versalitas", "definición", "nwr"), argument(1)),
    **dict.fromkeys(("cita", "cita destacada", "quote"), quote),
    **dict.fromkeys(("siglo", "s."), pattern("siglo {1}")),
    "ac": pattern("{1} a. C."),
    "dc": pattern("{1} d. C."),
    "a. c.": literal("a. C."),
    "d. c.": literal("d. C."),
    "edad": literal(HOLE),
    "enlace": argument(1),
    "enlace interlingüístico": argument(1),
    "cita requerida": argument(1),
}
_RUSSIAN: dict[str, Handler] = {
    **dict.fromkeys(("s", "nobr", "нобр", "число", "num", "nums", "comment", "подст", "кб", "мн"), argument(1)),
    **dict.fromkeys(("д", "дата", "сс", "юд"), _joined),
    **dict.fromkeys(("нп", "нп1", "нп2", "нп3", "нп4", "нп5", "не переведено", "не переведено 5"), argument(2, 1)),
    **dict.fromkeys(("iw", "нп5-"), argument(2, 1)),
    **dict.fromkeys(("цитата", "начало цитаты", "врезка-цитата"), argument(1)),
    **dict.fromkeys(("век", "столетие"), _russian_century),
    **dict.fromkeys(("нет аи 2", "нет аи-фрагмент"), argument(1)),
    **dict.fromkeys(("oldstyledate", "оfd", "старый стиль", "oldstyle"), pattern("{1} [{2}] {3}")),
    **dict.fromkeys(("перевод", "tr", "lang2"), last),
    "км": pattern("{1} км"),
    "м": pattern("{1} м"),
    "возраст": literal(HOLE),
    "nbsp": literal(" "),
    "—": literal(" — "),
    "sfrac": pattern("{1}/{2}"),
    "дробь": pattern("{1}/{2}"),
    "s-": phrases.argument(1),
}

LOCAL: dict[str, dict[str, Handler]] = {"de": _GERMAN, "fr": _FRENCH, "es": _SPANISH, "ru": _RUSSIAN}
