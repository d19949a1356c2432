"""Templates of the German, Italian, Portuguese, Russian and Spanish Wikipedias that carry text."""

from __future__ import annotations

from functools import partial

from tweetctx.corpus.wikitext.holes import HOLE
from tweetctx.corpus.wikitext.inline import BREAK
from tweetctx.corpus.wikitext.templates import dates, numbers
from tweetctx.corpus.wikitext.templates.arguments import Arguments
from tweetctx.corpus.wikitext.templates.languages import countries, label, labels
from tweetctx.corpus.wikitext.templates.numbers import raise_digits
from tweetctx.corpus.wikitext.templates.phrases import Templates, annotated, argument, literal, names, pattern, quote
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
    return {
        **countries(writer),
        **{f"{code}s": partial(_foreign, writer, code) for code in _CODES.split()},
        **dict.fromkeys(names("zitat; zitat-en; zitat-fr; zitat-la; zitat-es; zitat-it; zitat-ru"), quote),
        **dict.fromkeys(
            names(
                "kapitälchen; hebr; arab; s; nowrap; fett; klein; kursiv; unterstreichen; überstrich; "
                "polytonisch; trl; tiefgestellt"
            ),
            argument(1, "text"),
        ),
        **dict.fromkeys(
            names("zahl; formatzahl; formatnum; fmtnum; nts; formatnumber; dezimal; num; number; nummer"), number
        ),
        **dict.fromkeys(
            names("datum; geburtsdatum; sterbedatum; dts; date; todesdatum"), partial(dates.day_first, writer)
        ),
        '"': _german_quotation,
        "bruch": numbers.fraction,
        "hochgestellt": numbers.superscript,
        "farbe": argument(2),
        **{code.lower(): pattern(f"{{1}} {code}") for code in ("EUR", "USD")},
        "0": literal(""),
        "nnbsp": literal(" "),
        "uhrzeit": pattern("{1}:{2} Uhr"),
        **dict.fromkeys(("chf", "sfr"), pattern("{1} CHF")),
        "§": _paragraph,
        "j": argument(1),
        "lang": argument(2),
        "bibel": _bible,
        "koordinate": _german_coordinates,
        "höhe": _german_height,
        "coordinate": _german_coordinates,
        "sprache": argument(1),
        **dict.fromkeys(("temperatur", "grad"), pattern("{1} °C")),
        **dict.fromkeys(("b", "brk"), argument(1)),
        "ru": partial(_foreign, writer, "ru"),
        "einwohner": number,
        "metadaten einwohnerzahl": literal(HOLE),
    }


def spanish_templates(writer: Writer) -> Templates:
    """The templates of the Spanish Wikipedia with what each shows."""
    return {
        **countries(writer),
        "bandera2": argument(1),
        **dict.fromkeys(names("unidad; unidades; ud; cantidad"), partial(numbers.with_words, writer)),
        **dict.fromkeys(
            names(
                "fecha; fecha de nacimiento; fecha de fallecimiento; fecha de inicio; fecha de fin; "
                "fecha de publicación; nacimiento; fallecimiento"
            ),
            partial(_spanish_date, writer),
        ),
        **dict.fromkeys(
            names("esd; versalita; versalitas; nwr; enlace; sin salto; nobr; cita-texto; may; marcador"), argument(1)
        ),
        **dict.fromkeys(("cita", "cita destacada"), quote),
        **dict.fromkeys(("cita requerida", "enlace no encontrado"), annotated),
        **dict.fromkeys(("siglo", "siglos"), partial(_century, {"s": "siglo ", "S": "Siglo "})),
        "ac": pattern("{1} a. C."),
        "dc": pattern("{1} d. C."),
        **dict.fromkeys(("número", "n.º", "nro"), pattern("n.º {1}")),
        **dict.fromkeys(("ordinal", "ord"), pattern("{1}.º")),
        **dict.fromkeys(("llamada", "llave"), argument(1)),
        **dict.fromkeys(("formatnum", "num", "nts", "formatonúmero"), partial(numbers.format_number, writer)),
        **dict.fromkeys(("subst", "sub"), argument(1)),
        **dict.fromkeys(("temperatura", "celsius"), pattern("{1} °C")),
        "10^": numbers.power_of_ten,
        "esp": partial(_spain, writer),
        "€": partial(_after, writer, "€"),
    }


def italian_templates(writer: Writer) -> Templates:
    """The templates of the Italian Wikipedia with what each shows."""
    return {
        **countries(writer),
        **labels(writer, "inglese en; francese fr; tedesco de; latino la; spagnolo es; russo ru; greco el; arabo ar"),
        "colore": argument(2),
        **dict.fromkeys(("m", "misura"), partial(_italian_measure, writer)),
        **dict.fromkeys(("converti", "converto"), partial(numbers.with_words, writer)),
        **dict.fromkeys(("formatnum", "num", "nts"), partial(numbers.format_number, writer)),
        **dict.fromkeys(names("data; data di nascita; data di morte; nascita"), partial(dates.day_first, writer)),
        "citazione": quote,
        "cita": literal(""),  # a reference in short
        **dict.fromkeys(
            names("maiuscoletto; nobr; tutto attaccato; nowrap; abbr; sottolineato; bandiera testo"), argument(1)
        ),
        "secolo": _italian_century,
        **dict.fromkeys(("ac", "a.c."), pattern("{1} a.C.")),
        **dict.fromkeys(("dc", "d.c."), pattern("{1} d.C.")),
        **dict.fromkeys(("ordinale", "ord"), pattern("{1}º")),
        "lingue": literal(""),
        "sigla": argument(1),
        "valuta": partial(_italian_currency, writer),
        **dict.fromkeys(("collegamento interprogetto", "link interlingua", "ill"), argument(1)),
        "passaggio": argument(1),
        "euro": partial(_after, writer, "€"),
        "tm": literal("™"),
        "ora": pattern("{1}:{2}"),
        **dict.fromkeys(("simbolo", "stemma"), literal("")),
    }


def portuguese_templates(writer: Writer) -> Templates:
    """The templates of the Portuguese Wikipedia with what each shows."""
    return {
        **countries(writer),
        "cor": argument(2),
        **dict.fromkeys(
            names(
                "dni; data de nascimento; data de nascimento e idade; nascimento; dados de nascimento; "
                "morte; data de morte; data; dtlink; dtext; datas; data início; data fim; falecimento"
            ),
            partial(dates.day_first, writer),
        ),
        **dict.fromkeys(("morte", "data de morte e idade", "falecimento e idade"), partial(_portuguese_death, writer)),
        **dict.fromkeys(("formatnum", "fmtn", "num", "nts"), partial(numbers.format_number, writer)),
        **dict.fromkeys(names("unidade; unid; quantidade"), partial(numbers.with_words, writer)),
        **dict.fromkeys(
            names("nowrap; nobr; versalete; pequeno; small; sem quebra; ill; ligação interlínguas; língua com nome"),
            argument(1),
        ),
        **dict.fromkeys(("citação", "quote", "citação2"), quote),
        "ling": argument(2),
        **dict.fromkeys(("séc", "século", "seculo", "séc."), pattern("século {1}")),
        **dict.fromkeys(("ac", "a.c."), pattern("{1} a.C.")),
        **dict.fromkeys(("dc", "d.c."), pattern("{1} d.C.")),
        **dict.fromkeys(("ordinal", "ord"), pattern("{1}.º")),
        **dict.fromkeys(("n°", "nº", "número"), pattern("n.º {1}")),
        **dict.fromkeys(("brl", "r$", "real"), partial(_before, writer, "R$ ")),
        **dict.fromkeys(("us$", "usd", "dólar"), partial(_before, writer, "US$ ")),
        **dict.fromkeys(("euro", "eur", "€"), partial(_before, writer, "€ ")),
        "lang-link": argument(2),
    }


def russian_templates(writer: Writer) -> Templates:
    """The templates of the Russian Wikipedia with what each shows."""
    date = partial(dates.day_first, writer)
    return {
        **dict.fromkeys(
            names(
                "s; нобр; comment; начало цитаты; нет аи 2; iw; nobr; nowrap; tt; comment2; скрытый; abbr; пр; поясн"
            ),
            argument(1),
        ),
        **dict.fromkeys(("цитата", "цитата2"), quote),
        **dict.fromkeys(names("formatnum; чи; ч; nts; formatnumber"), partial(numbers.format_number, writer)),
        **dict.fromkeys(("число", "num", "nums"), partial(numbers.with_words, writer)),
        **dict.fromkeys(names("д; дата; date; dts; дата рождения; дата смерти; датасп; датарожд"), date),
        **dict.fromkeys(
            names(
                "нп; нп1; нп2; нп3; нп4; нп5; не переведено 5; не переведено 2; не переведено 3; "
                "не переведено 4; нп-дез"
            ),
            argument(2, 1),
        ),
        "не переведено": argument(2, "текст", "надо", 1),
        "век": partial(_russian_century, ("век", "века")),
        "вв": partial(_russian_century, ("век", "века")),
        "oldstyledate": _russian_old_style,
        **dict.fromkeys(("сс", "ссс"), _russian_old_style),
        **{
            unit: pattern(f"{{1}} {unit}")
            for unit in names("км; м; см; мм; кг; г; т; л; га; мин; ч.; руб; км²; м²; °c; млн; млрд; тыс")
        },
        **dict.fromkeys(("—", "--", "тире"), literal(" — ")),
        **dict.fromkeys(("sfrac", "дробь", "frac2"), pattern("{1}/{2}")),
        "год": pattern("{1} год"),
        **dict.fromkeys(("г.", "гг"), pattern("{1} г.")),
        "до н. э.": pattern("{1} до н. э."),
        **dict.fromkeys(("lang2", "язык"), argument(2)),
        **dict.fromkeys(("s.", "стр"), pattern("с. {1}")),
        "бо": argument(1),
        **dict.fromkeys(("рубль", "₽"), partial(_after, writer, "₽")),
        "км/ч": pattern("{1} км/ч"),
        "м/с": pattern("{1} м/с"),
        "e": numbers.power_of_ten,
    }


def _foreign(writer: Writer, code: str, arguments: Arguments) -> str:
    """`{{enS|dog}}`: "englisch dog"."""
    return label(writer, code, arguments[1])


def _after(writer: Writer, sign: str, arguments: Arguments) -> str:
    return f"{writer.number(arguments[1])} {sign}".strip()


def _before(writer: Writer, sign: str, arguments: Arguments) -> str:
    return f"{sign}{writer.number(arguments[1])}".strip()


def _paragraph(arguments: Arguments) -> str:
    """`{{§|242|BGB|juris}}`: "§ 242 BGB"."""
    return " ".join(("§", *arguments.filled[:1], *arguments.filled[1:2]))


def _bible(arguments: Arguments) -> str:
    """`{{Bibel|Mk|3|25}}`: "Mk 3,25"."""
    book, *places = arguments.filled[:3] or [""]
    return f"{book} {','.join(places)}".strip()


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


def _century(words: dict[str, str], arguments: Arguments) -> str:
    """`{{siglo|XIX||s}}`: the number, the era (a or d), and whether the word stands before it (s, or S for Siglo)."""
    era = {"a": " a. C.", "d": " d. C."}.get(arguments[2].lower(), "")
    return f"{words.get(arguments[3], '')}{arguments[1]}{era}"


def _italian_measure(writer: Writer, arguments: Arguments) -> str:
    """`{{M|12000|k|m}}`: a number, a prefix of the SI and a unit; also `{{M|5||km}}` and `{{M|5|ul=km}}`."""
    number, prefix, unit, *rest = [*arguments.positional, "", "", ""]
    if prefix not in _SI.split() or not unit:
        prefix, unit, rest = "", prefix or unit, [unit if prefix else "", *rest]
    shown = arguments.first("ul", "u") or f"{prefix}{_ITALIAN_UNITS.get(unit, unit)}"
    exponent = next((part for part in rest if part.lstrip("-").isdecimal()), "")
    return f"{writer.number(number)} {shown}{raise_digits(exponent)}".strip() or HOLE


def _italian_century(arguments: Arguments) -> str:
    """`{{secolo|XIX}}`."""
    return f"{arguments[1]} secolo"


def _italian_currency(writer: Writer, arguments: Arguments) -> str:
    """`{{valuta|100|EUR}}`."""
    return " ".join(part for part in (writer.number(arguments[1]), arguments[2]) if part) or HOLE


def _portuguese_death(writer: Writer, arguments: Arguments) -> str:
    """`{{morte|1|5|1980|2|6|1900}}`: the day of death, then that of birth."""
    return writer.date(arguments[1], arguments[2], arguments[3])


def _russian_old_style(arguments: Arguments) -> str:
    """`{{OldStyleDate|6|июня|1799|26|мая}}`, the new style first: "26 мая (6 июня) 1799"; years may differ too."""
    day, month, year, old_day, old_month, old_year = (arguments[key] for key in range(1, 7))
    if old_year:
        return f"{old_day} {old_month} {old_year} ({day} {month} {year})"
    if old_month:
        return f"{old_day} {old_month} ({day} {month}) {year}"
    return f"{old_day} ({day}) {month} {year}" if old_day else f"{day} {month} {year}"


def _russian_century(words: tuple[str, str], arguments: Arguments) -> str:
    """`{{век|XIX}}`."""
    return f"{'—'.join(arguments.filled)} {words[len(arguments.filled) > 1]}"
