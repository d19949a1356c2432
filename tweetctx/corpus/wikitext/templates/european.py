"""Templates of the German, Italian, Portuguese, Russian and Spanish Wikipedias that carry text."""

from __future__ import annotations

from functools import partial

from tweetctx.corpus.holes import HOLE
from tweetctx.corpus.wikitext.inline import BREAK
from tweetctx.corpus.wikitext.templates import dates, numbers
from tweetctx.corpus.wikitext.templates.arguments import Arguments
from tweetctx.corpus.wikitext.templates.biography import biography
from tweetctx.corpus.wikitext.templates.languages import countries, labels
from tweetctx.corpus.wikitext.templates.numbers import raise_digits
from tweetctx.corpus.wikitext.templates.phrases import (
    Templates,
    annotated,
    argument,
    form,
    joined,
    literal,
    names,
    pattern,
    quote,
    templates,
)
from tweetctx.corpus.wikitext.templates.writer import Writer

# Each of these is a German template with an S after it, `{{enS|dog}}`.
_CODES = (
    "ar be bg ca cs da de el en es et eu fa fi fr ga gl grc he hi hr hu hy is it ja ka kk ko la lt lv mk mn nl no pl pt"
    " ro ru sa sk sl sq sr sv th tr uk uz vi yi zh"
)
_QUOTATION_MARKS = {"de": ("„", "“"), "fr": ("« ", " »"), "it": ("«", "»"), "es": ("«", "»"), "ru": ("«", "»")}
_LEVELS = {"DE-NN": "ü. NN", "DE-NHN": "ü. NHN", "DE-HN": "ü. HN", "AT": "ü. A.", "CH": "ü. M.", "NL": "NAP"}
_SI = "y z a f p n µ m c d da h k M G T P E Z Y"
_ITALIAN_UNITS = {"ora": "h", "minuto": "min"}


def german_templates(writer: Writer) -> Templates:
    """The templates of the German Wikipedia with what each shows."""
    number = partial(numbers.format_number, writer)
    foreign = labels(writer, "; ".join((*(f"{code}s {code}" for code in _CODES.split()), "ru ru")))
    shown: Templates = {
        "zitat; zitat-en; zitat-fr; zitat-la; zitat-es; zitat-it; zitat-ru": quote,
        "kapitälchen; hebr; arab; s; nowrap; fett; klein; kursiv; unterstreichen; überstrich; polytonisch; trl; "
        "tiefgestellt": argument(1, "text"),
        "zahl; formatzahl; formatnum; fmtnum; nts; formatnumber; dezimal; num; number; nummer; einwohner": number,
        "datum; geburtsdatum; sterbedatum; dts; date; todesdatum": partial(dates.day_first, writer),
        '"': _german_quotation,
        "bruch": numbers.fraction,
        "hochgestellt": numbers.superscript,
        "farbe; lang": argument(2),
        "eur": pattern("{1} EUR"),
        "usd": pattern("{1} USD"),
        "chf; sfr": pattern("{1} CHF"),
        "0": literal(""),
        "nnbsp": literal(" "),
        "uhrzeit": pattern("{1}:{2} Uhr"),
        "§": joined(" ", 2, before="§ "),
        "j; sprache; b; brk": argument(1),
        "bibel": _bible,
        "koordinate; coordinate": _german_coordinates,
        "höhe": _german_height,
        "temperatur; grad": pattern("{1} °C"),
        "metadaten einwohnerzahl": literal(HOLE),
    }
    return countries(writer) | foreign | templates(shown)


def spanish_templates(writer: Writer) -> Templates:
    """The templates of the Spanish Wikipedia with what each shows."""
    shown: Templates = {
        "unidad; unidades; ud; cantidad": partial(numbers.with_words, writer),
        "fecha; fecha de nacimiento; fecha de fallecimiento; fecha de inicio; fecha de fin; fecha de publicación; "
        "nacimiento; fallecimiento": partial(_spanish_date, writer),
        "esd; versalita; versalitas; nwr; enlace; sin salto; nobr; cita-texto; may; marcador; bandera2; llamada; "
        "llave; subst; sub": argument(1),
        "cita; cita destacada": quote,
        "cita requerida; enlace no encontrado": annotated,
        "siglo; siglos": _spanish_century,
        "ac": pattern("{1} a. C."),
        "dc": pattern("{1} d. C."),
        "número; n.º; nro": pattern("n.º {1}"),
        "ordinal; ord": pattern("{1}.º"),
        "formatnum; num; nts; formatonúmero": partial(numbers.format_number, writer),
        "temperatura; celsius": pattern("{1} °C"),
        "10^": numbers.power_of_ten,
        "esp": partial(_spain, writer),
        "€": form("{1#} €", writer.number),
    }
    return countries(writer) | templates(shown)


def italian_templates(writer: Writer) -> Templates:
    """The templates of the Italian Wikipedia with what each shows."""
    foreign = "inglese en; francese fr; tedesco de; latino la; spagnolo es; russo ru; greco el; arabo ar"
    shown: Templates = {
        "bio": biography,
        "colore": argument(2),
        "m; misura": partial(_italian_measure, writer),
        "converti; converto": partial(numbers.with_words, writer),
        "formatnum; num; nts": partial(numbers.format_number, writer),
        "data; data di nascita; data di morte; nascita": partial(dates.day_first, writer),
        "citazione": quote,
        "cita": literal(""),  # a reference in short
        "maiuscoletto; nobr; tutto attaccato; nowrap; abbr; sottolineato; bandiera testo; sigla; passaggio; "
        "collegamento interprogetto; link interlingua; ill": argument(1),
        "secolo": form("{1} secolo"),
        "ac; a.c.": pattern("{1} a.C."),
        "dc; d.c.": pattern("{1} d.C."),
        "ordinale; ord": pattern("{1}º"),
        "valuta": form("{1#} {2}", writer.number),
        "euro": form("{1#} €", writer.number),
        "tm": literal("™"),
        "ora": pattern("{1}:{2}"),
        "lingue; simbolo; stemma": literal(""),
    }
    return countries(writer) | labels(writer, foreign) | templates(shown)


def portuguese_templates(writer: Writer) -> Templates:
    """The templates of the Portuguese Wikipedia with what each shows."""
    shown: Templates = {
        "dni; data de nascimento; data de nascimento e idade; nascimento; dados de nascimento; morte; data de morte; "
        "data de morte e idade; falecimento e idade; data; dtlink; dtext; datas; data início; data fim; "
        "falecimento": partial(dates.day_first, writer),
        "formatnum; fmtn; num; nts": partial(numbers.format_number, writer),
        "unidade; unid; quantidade": partial(numbers.with_words, writer),
        "nowrap; nobr; versalete; pequeno; small; sem quebra; ill; ligação interlínguas; língua com nome": argument(1),
        "citação; quote; citação2": quote,
        "cor; ling; lang-link": argument(2),
        "séc; século; seculo; séc.": pattern("século {1}"),
        "ac; a.c.": pattern("{1} a.C."),
        "dc; d.c.": pattern("{1} d.C."),
        "ordinal; ord": pattern("{1}.º"),
        "n°; nº; número": pattern("n.º {1}"),
        "brl; r$; real": form("R$ {1#}", writer.number),
        "us$; usd; dólar": form("US$ {1#}", writer.number),
        "euro; eur; €": form("€ {1#}", writer.number),
    }
    return countries(writer) | templates(shown)


def russian_templates(writer: Writer) -> Templates:
    """The templates of the Russian Wikipedia with what each shows."""
    units = names("км; м; см; мм; кг; г; т; л; га; мин; ч.; руб; км²; м²; °c; млн; млрд; тыс; км/ч; м/с; год; до н. э.")
    shown: Templates = {
        "s; нобр; comment; начало цитаты; нет аи 2; iw; nobr; nowrap; tt; comment2; скрытый; abbr; пр; поясн; "
        "бо": argument(1),
        "цитата; цитата2": quote,
        "formatnum; чи; ч; nts; formatnumber": partial(numbers.format_number, writer),
        "число; num; nums": partial(numbers.with_words, writer),
        "д; дата; date; dts; дата рождения; дата смерти; датасп; датарожд": partial(dates.day_first, writer),
        "нп; нп1; нп2; нп3; нп4; нп5; не переведено 5; не переведено 2; не переведено 3; не переведено 4; "
        "нп-дез": argument(2, 1),
        "не переведено": argument(2, "текст", "надо", 1),
        "век; вв": _russian_century,
        "oldstyledate; сс; ссс": _russian_old_style,
        "—; --; тире": literal(" — "),
        "sfrac; дробь; frac2": pattern("{1}/{2}"),
        "г.; гг": pattern("{1} г."),
        "lang2; язык": argument(2),
        "s.; стр": pattern("с. {1}"),
        "рубль; ₽": form("{1#} ₽", writer.number),
        "e": numbers.power_of_ten,
    }
    return {unit: pattern(f"{{1}} {unit}") for unit in units} | templates(shown)


def _bible(arguments: Arguments) -> str:
    """`{{Bibel|Mk|3|25}}`: "Mk 3,25"."""
    book, *reference = arguments.filled[:3] or [""]
    return f"{book} {','.join(reference)}".strip()


def _german_coordinates(arguments: Arguments) -> str:
    """`{{Coordinate|NS=48/51/0/N|EW=2/21/0/E|text=DMS}}`: shown in the text where `text` says so."""
    if not arguments["text"]:
        return BREAK
    halves = (arguments[key].split("/") for key in ("NS", "EW"))
    return " ".join(numbers.angle(half) for half in halves if len(half) > 1) or HOLE


def _german_height(arguments: Arguments) -> str:
    """`{{Höhe|2962|DE-NN|link=true}}`: "2962 m ü. NN", by the level that a country measures from."""
    level = _LEVELS.get(arguments[2].upper(), "")
    return f"{arguments[1]} m {level}".strip() if arguments[1] else HOLE


def _german_quotation(arguments: Arguments) -> str:
    """`{{"|Glück zu|lang=de}}`: a quotation in the quotation marks of its language."""
    text = arguments.first(1, "text")
    begin, end = _QUOTATION_MARKS.get(arguments.first("lang", "Sprache") or "de", ("“", "”"))
    return f"{begin}{text}{end}" if text else ""


def _spanish_date(writer: Writer, arguments: Arguments) -> str:
    """`{{fecha|12|5|1980}}`; the year comes first as well, `{{fecha de nacimiento|1980|5|12}}`."""
    first, month, last = (arguments[key] for key in (1, 2, 3))
    if arguments.count > 1 and first.isdecimal() and len(first) > 2:
        return writer.date(last, month, first)
    return dates.day_first(writer, arguments)


def _spain(writer: Writer, arguments: Arguments) -> str:
    """`{{esp|9}}`, a power of ten, and `{{ESP}}`, the country."""
    return numbers.power_of_ten(arguments) if arguments.count else writer.country_name("ES")


def _spanish_century(arguments: Arguments) -> str:
    """`{{siglo|XIX||s}}`: the number, the era (a or d), and whether the word stands before it (s, or S for Siglo)."""
    word = {"s": "siglo ", "S": "Siglo "}.get(arguments[3], "")
    era = {"a": " a. C.", "d": " d. C."}.get(arguments[2].lower(), "")
    return f"{word}{arguments[1]}{era}"


def _italian_measure(writer: Writer, arguments: Arguments) -> str:
    """`{{M|12000|k|m}}`: a number, a prefix of the SI and a unit; also `{{M|5||km}}` and `{{M|5|ul=km}}`."""
    number, prefix, unit, *rest = [*arguments.positional, "", "", ""]
    if prefix not in _SI.split() or not unit:
        prefix, unit, rest = "", prefix or unit, [unit if prefix else "", *rest]
    shown = arguments.first("ul", "u") or f"{prefix}{_ITALIAN_UNITS.get(unit, unit)}"
    exponent = next((part for part in rest if part.lstrip("-").isdecimal()), "")
    return f"{writer.number(number)} {shown}{raise_digits(exponent)}".strip() or HOLE


def _russian_old_style(arguments: Arguments) -> str:
    """`{{OldStyleDate|6|июня|1799|26|мая}}`, the new style first: "26 мая (6 июня) 1799"; years may differ too."""
    day, month, year, old_day, old_month, old_year = (arguments[key] for key in range(1, 7))
    if old_year:
        return f"{old_day} {old_month} {old_year} ({day} {month} {year})"
    if old_month:
        return f"{old_day} {old_month} ({day} {month}) {year}"
    return f"{old_day} ({day}) {month} {year}" if old_day else f"{day} {month} {year}"


def _russian_century(arguments: Arguments) -> str:
    """`{{век|XIX}}`."""
    return f"{'—'.join(arguments.filled)} {'века' if len(arguments.filled) > 1 else 'век'}"
