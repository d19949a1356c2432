"""Templates that every Wikipedia shares or that the English one has, by their names in lower case.

Names in capitals are of templates that other letters do not call: `{{ins|...}}` is no ship.

Which ones matter was counted over a sample of the dump: of 1,700 templates that stand in sentences a fifth are
`convert`, a sixth `lang` and its kin; the rest of what is shown is in single figures.
"""

from __future__ import annotations

from functools import partial

from tweetctx.corpus.holes import HOLE
from tweetctx.corpus.wikitext.templates import dates, measures, numbers, phrases, words
from tweetctx.corpus.wikitext.templates.languages import flagged
from tweetctx.corpus.wikitext.templates.phrases import (
    Templates,
    argument,
    form,
    joined,
    literal,
    names,
    pattern,
    templates,
)
from tweetctx.corpus.wikitext.templates.writer import Writer

_AMOUNTS = """
us$ US$; USD US$; $ $; GBP £; £ £; gb£ £; UKP £; AUD A$; a$ A$; au$ A$; CAD C$; c$ C$; ca$ C$; nz$ NZ$
NZD NZ$; hk$ HK$; HKD HK$; SGD S$; s$ S$; r$ R$; BRL R$; MXN Mex$; € €; euro €; EUR €; ¥ ¥; JPY ¥; jp¥ ¥
RMB RMB{nbsp}; CNY CN¥; cn¥ CN¥; INR ₹; ₹ ₹; indian rupee ₹; rupee ₹; PHP ₱; peso ₱; philippine peso ₱; KRW ₩
CHF CHF{nbsp}; SEK SEK{nbsp}; NOK NOK{nbsp}; DKK DKK{nbsp}; ZAR R; RUB ₽; TRY ₺; ILS ₪
"""
_SHIPS = ("USS", "HMS", "HMAS", "HMCS", "SS", "MV", "MS", "RMS", "SMS", "USNS", "USCGC", "ORP", "INS", "HNLMS")


def shared_templates(writer: Writer) -> Templates:
    """The templates with what each shows in the language of a writer."""
    return {**_texts(), **_names(writer), **_quantities(writer), **_dates(writer)}


def _texts() -> Templates:
    shown: Templates = {
        phrases.UNKNOWN: literal(HOLE),
        phrases.FIRST: argument(1, "text"),
        "vanchor; visible anchor; visible anchors": argument("text", 1),
        "key; keypress; key press": joined("+"),
        "overline": phrases.overlined,
        phrases.SECOND: argument(2, "text"),
        phrases.LAST: phrases.last,
        phrases.QUOTES: phrases.quote,
        phrases.LISTS: phrases.listed,
        "angbr; vr; angle bracket; grapheme; angbr ipa": pattern("⟨{1}⟩"),
        "ipaslink; ipaphonemic; ipa link phonemic": pattern("/{1}/"),
        "ipa; api": words.phonetic_signs,
        "ipablink; ipalink": pattern("[{1}]"),
        "sic": words.misspelt,
        "not a typo; notatypo; typo; proper name; as written; chem name": joined(""),
        "prime; ′": form("{1}′"),
        "pprime; ″": form("{1}″"),
        "plain link; plainlink": argument(2, "name"),
        "audio; audio-nohelp; audio-pipe": words.audio,
        "linktext": words.linked_text,
        "gloss": pattern("&#39;{1}&#39;"),
        "lit; lit.; literally; literal translation": words.literally,
        "no.": joined("", 1, before="No. "),
    }
    return {name: literal(text) for name, text in phrases.LITERALS.items()} | templates(shown)


def _names(writer: Writer) -> Templates:
    flag = partial(flagged, writer)
    shown: Templates = {
        "nihongo; nihongo2": words.japanese,
        "nihongo3": partial(words.japanese, order=(3, 2, 1)),
        "nihongo krt": partial(words.japanese, order=(2, 3, 1)),
        "nihongo foot": argument(1),  # the rest is a note
        "zh; chinese; lang-zh" if writer.language == "en" else "zh": words.chinese,
        "korean; ko-hhrm": words.korean,
        "ill; interlanguage link; interlanguage link multi; illm": words.link_between_languages,
        "sortname; sort name": joined(" ", 2),
        "music; music symbol": words.music,
        "flat": literal("♭"),
        "sharp": literal("♯"),
        "ship": words.ship,
        "sclass; sclass-; sclass2; sclass2-": words.ship_class,
        "flag; flagu; flagcountry; fb; fbu; fbw": flag,
        "cr; crw" if writer.language == "en" else "": flag,
        "née; nee": form("née {1}"),
        "né": form("né {1}"),
        "post-nominals; postnominals; post-nominal": words.letters_after_name,
        "rws; stn; stnlnk": words.alone,
        "harvtxt; harvcoltxt": words.author_and_year,
        "bibleref; bibleref2; bibleverse; bibleverse-nb": words.bible_verse,
        "cite quran; quran-usc; qref": joined(":", 2, before="Quran "),
        "us patent": form("U.S. Patent {1#}", writer.number),
        "dentalformula": form("{upper} / {lower}"),
        "railgauge; track gauge": partial(words.rail_gauge, writer),
        "epc article": pattern("Article {1} EPC"),
        "epc rule; epc 1973 rule": pattern("Rule {1} EPC"),
    }
    return {prefix: partial(words.ship_of, prefix) for prefix in _SHIPS} | templates(shown)


def _quantities(writer: Writer) -> Templates:
    amounts = (entry.rpartition(" ") for entry in names(_AMOUNTS))
    shown: Templates = {
        "convert; conv; conversion; convertir; converter; converti": partial(measures.convert, writer),
        "cvt": partial(measures.convert, writer, short=True),
        "val; value": partial(numbers.value, writer),
        "frac; fraction; sfrac; tfrac; fract": numbers.fraction,
        "formatnum; nts; formatnumber; number; num": partial(numbers.format_number, writer),
        "gaps": partial(numbers.grouped, writer),
        "chem; chemical formula": numbers.chemical,
        "chem2": numbers.chemical_line,
        "e; esp": numbers.power_of_ten,
        "sup; smallsup": numbers.superscript,
        "sub": pattern("<sub>{1}</sub>"),
        "nuclide; nuclide2; nuclide link": joined("-", 2),  # oxygen-16
        "ordinal; ord": numbers.ordinal,
        "pop density; population density": numbers.density,
        "sqrt; radic": numbers.square_root,
        "height; ft in": words.height,
        "coord; coordinates": numbers.coordinates,
        "percentage": numbers.percentage,
        "duration": dates.duration,
        "£sd": words.old_money,
        "currency": partial(words.currency, writer),
        "inrconvert": partial(words.rupees, writer),
        "%": pattern("{1}%"),
    }
    prices = {name: partial(words.price, writer, sign.replace("{nbsp}", " ")) for name, _, sign in amounts}
    return prices | templates(shown)


def _dates(writer: Writer) -> Templates:
    shown: Templates = {
        "start date; end date; start-date; end-date; start date and age; end date and age; birth date; bda; dob; dts; "
        "birth date and age; birth year and age; death date; death date and age; film date; release date; launch date; "
        "launch date and age; start date and years ago; bya": partial(dates.date, writer),
        "date; birth-date; birth-date and age; death-date; death-date and age; date-mf; mdy; dmy; format date": partial(
            dates.date_from_words, writer
        ),
        "start and end dates; start and end date": partial(dates.start_and_end, writer),
        "death year and age; dya": argument(1),  # the year of death, before that of birth
        "as of; asof": partial(dates.as_of, writer),
        "circa; c.; ca; ca.": joined("–", before="c. "),
        "reign; r.": joined("–", before="r. "),
        "floruit; fl.; fl": joined("–", before="fl. "),
        "born-in; b.": joined("–", before="b. "),
        "died-in; d.": joined("–", before="d. "),
        "oldstyledate": form("{1} [O.S. {3}] {2}"),
        "oldstyledatedy": form("{1} {2} [O.S. {3}]"),  # another year by the old style
        "century": dates.century,
    }
    return templates(shown)
