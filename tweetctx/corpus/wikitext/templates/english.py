"""Templates that every Wikipedia shares or that the English one has, by their names in lower case.

Which ones matter was counted over a sample of the dump: of 1,700 templates that stand in sentences a fifth are
`convert`, a sixth `lang` and its kin; the rest of what is shown is in single figures. Whatever is not named here is
dropped: references, doubts ("citation needed"), pronunciations, coordinates, boxes.
"""

from __future__ import annotations

from functools import partial

from tweetctx.corpus.wikitext.inline import HOLE
from tweetctx.corpus.wikitext.templates import dates, numbers, phrases, units, words
from tweetctx.corpus.wikitext.templates.phrases import Handler, argument, literal, names, pattern

_DATES = """
start date; end date; start-date; end-date; start date and age; end date and age; birth date; birth date and age; bda
birth-date; birth-date and age; birth year and age; death date; death date and age; death-date; death-date and age
death year and age; dob; date; dts; film date; release date; start and end dates; launch date; launch date and age
"""
_AMOUNTS = {
    "us$": "US$", "usd": "US$", "$": "$", "gbp": "£", "£": "£", "aud": "A$", "a$": "A$", "cad": "C$", "c$": "C$",
    "€": "€", "euro": "€", "eur": "€", "¥": "¥", "jpy": "¥", "inr": "₹", "indian rupee": "₹",
}  # fmt: skip
_SHIPS = ("USS", "HMS", "HMAS", "HMCS", "SS", "MV", "MS", "RMS", "SMS", "USNS", "USCGC", "ORP", "INS", "HNLMS")

ENGLISH: dict[str, Handler] = {
    **{name: literal(text) for name, text in phrases.LITERALS.items()},
    **dict.fromkeys(names(phrases.UNKNOWN), literal(HOLE)),
    **dict.fromkeys(names(phrases.FIRST), argument(1, "text")),
    **dict.fromkeys(names(phrases.SECOND), argument(2, "text")),
    **dict.fromkeys(names(phrases.LAST), phrases.last),
    **dict.fromkeys(names(phrases.QUOTES), phrases.quote),
    **dict.fromkeys(names(phrases.LISTS), phrases.listed),
    **dict.fromkeys(names(_DATES), dates.date),
    **{name: partial(words.amount, symbol) for name, symbol in _AMOUNTS.items()},
    **{prefix.lower(): partial(words.ship_of, prefix) for prefix in _SHIPS},
    **dict.fromkeys(("convert", "conv"), units.convert),
    "cvt": units.abbreviated,
    **dict.fromkeys(("as of", "asof"), dates.as_of),
    **dict.fromkeys(("circa", "c.", "ca"), dates.circa),
    **dict.fromkeys(("reign", "r."), dates.reign),
    **dict.fromkeys(("floruit", "fl.", "fl"), dates.floruit),
    **dict.fromkeys(("oldstyledate", "oldstyledatedy"), dates.old_style),
    **dict.fromkeys(("val", "value"), numbers.value),
    **dict.fromkeys(("frac", "fraction", "sfrac", "tfrac", "fract"), numbers.fraction),
    **dict.fromkeys(("formatnum", "nts", "formatnumber", "number", "num", "gaps"), numbers.format_number),
    **dict.fromkeys(("chem", "chem2", "chemical formula"), numbers.chemical),
    **dict.fromkeys(("e", "esp"), numbers.power_of_ten),
    **dict.fromkeys(("sup", "smallsup"), numbers.superscript),
    "sub": argument(1),
    **dict.fromkeys(("nuclide", "nuclide2", "nuclide link"), numbers.nuclide),
    **dict.fromkeys(("ordinal", "ord"), numbers.ordinal),
    **dict.fromkeys(("pop density", "population density"), numbers.density),
    **dict.fromkeys(("sqrt", "radic"), pattern("√{1}")),
    **dict.fromkeys(("angbr", "vr", "angle bracket", "grapheme", "angbr ipa"), pattern("⟨{1}⟩")),
    **dict.fromkeys(("ipaslink", "ipaphonemic", "ipa link phonemic"), pattern("/{1}/")),
    **dict.fromkeys(("ipa", "api"), words.phonetic_signs),
    **dict.fromkeys(("ipablink", "ipalink"), pattern("[{1}]")),
    **dict.fromkeys(("nihongo", "nihongo2", "nihongo3"), words.japanese),
    **dict.fromkeys(("zh", "chinese", "lang-zh"), words.chinese),
    **dict.fromkeys(("korean", "ko-hhrm"), words.korean),
    **dict.fromkeys(("ill", "interlanguage link", "interlanguage link multi", "illm"), words.link_between_languages),
    **dict.fromkeys(("sortname", "sort name"), words.sorted_name),
    **dict.fromkeys(("music", "music symbol"), words.music),
    "ship": words.ship,
    **dict.fromkeys(("sclass", "sclass-", "sclass2", "sclass2-"), words.ship_class),
    **dict.fromkeys(("harvtxt", "harvcoltxt"), words.author_and_year),
    **dict.fromkeys(("bibleref", "bibleref2", "bibleverse", "bibleverse-nb"), words.bible_verse),
    **dict.fromkeys(("cite quran", "quran-usc", "qref"), words.quran),
    "us patent": words.patent,
    "dentalformula": words.dental_formula,
    **dict.fromkeys(("railgauge", "track gauge"), words.rail_gauge),
    **dict.fromkeys(("height", "ft in"), words.height),
    "epc article": pattern("Article {1} EPC"),
    **dict.fromkeys(("epc rule", "epc 1973 rule"), pattern("Rule {1} EPC")),
}
