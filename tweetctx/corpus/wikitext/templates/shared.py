"""Templates that every Wikipedia shares or that the English one has, by their names in lower case.

Which ones matter was counted over a sample of the dump: of 1,700 templates that stand in sentences a fifth are
`convert`, a sixth `lang` and its kin; the rest of what is shown is in single figures.
"""

from __future__ import annotations

from functools import partial

from tweetctx.corpus.wikitext.holes import HOLE
from tweetctx.corpus.wikitext.templates import dates, numbers, phrases, units, words
from tweetctx.corpus.wikitext.templates.phrases import Handler, Templates, argument, literal, names, pattern
from tweetctx.corpus.wikitext.templates.writer import Writer

_DATES = """
start date; end date; start-date; end-date; start date and age; end date and age; birth date; birth date and age; bda
birth year and age; death date; death date and age; dob; dts; film date; release date; launch date
launch date and age; start date and years ago; birth date based on age as of date; birthdeathage; bya
"""
_WORDED = "date; birth-date; birth-date and age; death-date; death-date and age; date-mf; mdy; dmy; format date"
_AMOUNTS = """
us$ US$; usd US$; $ $; gbp £; £ £; gb£ £; ukp £; aud A$; a$ A$; au$ A$; cad C$; c$ C$; ca$ C$; nz$ NZ$
nzd NZ$; hk$ HK$; hkd HK$; sgd S$; s$ S$; r$ R$; brl R$; mxn Mex$; € €; euro €; eur €; ¥ ¥; jpy ¥; jp¥ ¥
rmb RMB{nbsp}; cny CN¥; cn¥ CN¥; inr ₹; ₹ ₹; indian rupee ₹; php ₱; peso ₱; philippine peso ₱; krw ₩; won ₩
chf CHF{nbsp}; sek SEK{nbsp}; nok NOK{nbsp}; dkk DKK{nbsp}; zar R; rub ₽; try ₺; ils ₪
"""
_SHIPS = ("USS", "HMS", "HMAS", "HMCS", "SS", "MV", "MS", "RMS", "SMS", "USNS", "USCGC", "ORP", "INS", "HNLMS")


def shared_templates(writer: Writer) -> Templates:
    """The templates with what each shows in the language of a writer."""
    return {**_texts(), **_names(writer), **_quantities(writer), **_dates(writer)}


def _texts() -> Templates:
    return {
        **{name: literal(text) for name, text in phrases.LITERALS.items()},
        **dict.fromkeys(names(phrases.UNKNOWN), literal(HOLE)),
        **dict.fromkeys(names(phrases.FIRST), argument(1, "text")),
        **dict.fromkeys(names(phrases.SECOND), argument(2, "text")),
        **dict.fromkeys(names(phrases.LAST), phrases.last),
        **dict.fromkeys(names(phrases.QUOTES), phrases.quote),
        **dict.fromkeys(names(phrases.LISTS), phrases.listed),
        **dict.fromkeys(("angbr", "vr", "angle bracket", "grapheme", "angbr ipa"), pattern("⟨{1}⟩")),
        **dict.fromkeys(("ipaslink", "ipaphonemic", "ipa link phonemic"), pattern("/{1}/")),
        **dict.fromkeys(("ipa", "api"), words.phonetic_signs),
        **dict.fromkeys(("ipablink", "ipalink"), pattern("[{1}]")),
        **dict.fromkeys(("sic", "typo"), words.misspelt),
        "'": literal("'"),
    }


def _names(writer: Writer) -> Templates:
    return {
        **{prefix.lower(): partial(words.ship_of, prefix) for prefix in _SHIPS},
        **dict.fromkeys(("nihongo", "nihongo2", "nihongo3"), words.japanese),
        **dict.fromkeys(("zh", "chinese", "lang-zh") if writer.language == "en" else ("zh",), words.chinese),
        **dict.fromkeys(("korean", "ko-hhrm"), words.korean),
        **dict.fromkeys(
            ("ill", "interlanguage link", "interlanguage link multi", "illm"), words.link_between_languages
        ),
        **dict.fromkeys(("sortname", "sort name"), words.sorted_name),
        **dict.fromkeys(("music", "music symbol"), words.music),
        "ship": words.ship,
        **dict.fromkeys(("sclass", "sclass-", "sclass2", "sclass2-"), words.ship_class),
        **dict.fromkeys(("harvtxt", "harvcoltxt"), words.author_and_year),
        **dict.fromkeys(("bibleref", "bibleref2", "bibleverse", "bibleverse-nb"), words.bible_verse),
        **dict.fromkeys(("cite quran", "quran-usc", "qref"), words.quran),
        "us patent": partial(words.patent, writer),
        "dentalformula": words.dental_formula,
        **dict.fromkeys(("railgauge", "track gauge"), partial(words.rail_gauge, writer)),
        "epc article": pattern("Article {1} EPC"),
        **dict.fromkeys(("epc rule", "epc 1973 rule"), pattern("Rule {1} EPC")),
    }


def _quantities(writer: Writer) -> Templates:
    convert: Handler = partial(units.convert, writer)
    amounts = (entry.rpartition(" ") for entry in names(_AMOUNTS))
    return {
        **{name: partial(words.amount, writer, sign.replace("{nbsp}", " ")) for name, _, sign in amounts},
        **dict.fromkeys(("convert", "conv", "conversion", "convertir", "converter", "converti"), convert),
        "cvt": partial(units.convert, writer, short=True),
        **dict.fromkeys(("val", "value"), partial(numbers.value, writer)),
        **dict.fromkeys(("frac", "fraction", "sfrac", "tfrac", "fract"), numbers.fraction),
        **dict.fromkeys(("formatnum", "nts", "formatnumber", "number", "num"), partial(numbers.format_number, writer)),
        "gaps": partial(numbers.grouped, writer),
        **dict.fromkeys(("chem", "chem2", "chemical formula"), numbers.chemical),
        **dict.fromkeys(("e", "esp"), numbers.power_of_ten),
        **dict.fromkeys(("sup", "smallsup"), numbers.superscript),
        "sub": argument(1),
        **dict.fromkeys(("nuclide", "nuclide2", "nuclide link"), numbers.nuclide),
        **dict.fromkeys(("ordinal", "ord"), numbers.ordinal),
        **dict.fromkeys(("pop density", "population density"), numbers.density),
        **dict.fromkeys(("sqrt", "radic"), pattern("√{1}")),
        **dict.fromkeys(("height", "ft in"), words.height),
        **dict.fromkeys(("coord", "coordinates"), numbers.coordinates),
        "currency": partial(words.currency, writer),
        "inrconvert": partial(words.rupees, writer),
        "%": pattern("{1}%"),
    }


def _dates(writer: Writer) -> Templates:
    return {
        **dict.fromkeys(names(_DATES), partial(dates.date, writer)),
        **dict.fromkeys(names(_WORDED), partial(dates.date_from_words, writer)),
        **dict.fromkeys(("start and end dates", "start and end date"), partial(dates.start_and_end, writer)),
        **dict.fromkeys(("death year and age", "dya"), dates.year_of_death),
        **dict.fromkeys(("as of", "asof"), partial(dates.as_of, writer)),
        **dict.fromkeys(("circa", "c.", "ca", "ca."), partial(dates.span, "c.")),
        **dict.fromkeys(("reign", "r."), partial(dates.span, "r.")),
        **dict.fromkeys(("floruit", "fl.", "fl"), partial(dates.span, "fl.")),
        **dict.fromkeys(("born-in", "b."), partial(dates.span, "b.")),
        **dict.fromkeys(("died-in", "d."), partial(dates.span, "d.")),
        **dict.fromkeys(("oldstyledate", "oldstyledatedy"), dates.old_style),
    }
