"""`{{convert|3990|ft/s|m/s}}`: the value with the unit that it was measured in; the converted one repeats it."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from functools import partial

from tweetctx.corpus.holes import HOLE
from tweetctx.corpus.wikitext.templates.arguments import Arguments
from tweetctx.corpus.wikitext.templates.numbers import raise_digits, read_range
from tweetctx.corpus.wikitext.templates.writer import Writer

# Codes of units, as the templates have them, by their names in CLDR.
_CODES = """
length: km kilometer; m meter; cm centimeter; mm millimeter; um micrometer; μm micrometer; nm nanometer; pm picometer
length: mi mile; mile mile; miles mile; ft foot; feet foot; foot foot; in inch; inch inch; yd yard; fathom fathom
length: nmi nautical-mile; ly light-year; AU astronomical-unit; au astronomical-unit; pc parsec; furlong furlong
length: dm decimeter
area: km2 square-kilometer; m2 square-meter; cm2 square-centimeter; sqmi square-mile; mi2 square-mile
area: sqkm square-kilometer; sqft square-foot; ft2 square-foot; sqyd square-yard; sqin square-inch; in2 square-inch
area: ha hectare; acre acre; acres acre; sqm square-meter; dunam dunam; yd2 square-yard
volume: km3 cubic-kilometer; m3 cubic-meter; cm3 cubic-centimeter; cc cubic-centimeter; cumi cubic-mile; cuft cubic-foot
volume: ft3 cubic-foot; cuyd cubic-yard; cuin cubic-inch; L liter; l liter; mL milliliter; ml milliliter; hl hectoliter
volume: USgal gallon; gal gallon; U.S.gal gallon; impgal gallon-imperial; USfloz fluid-ounce
volume: impfloz fluid-ounce-imperial; bbl barrel; oilbbl barrel; acre.ft acre-foot; acre·ft acre-foot; acre-ft acre-foot
volume: ML megaliter; pt pint; qt quart
mass: kg kilogram; g gram; mg milligram; ug microgram; t tonne; MT tonne; tonne tonne; tonnes tonne; lb pound; lbs pound
mass: oz ounce; st stone; ton ton; ST ton; ozt ounce-troy; carat carat; gr grain
speed: km/h kilometer-per-hour; kph kilometer-per-hour; mph mile-per-hour; kn knot; m/s meter-per-second; knots knot
temperature: C celsius; F fahrenheit; K kelvin; °C celsius; °F fahrenheit; degC celsius; degF fahrenheit
temperature: C-change celsius; F-change fahrenheit
power: hp horsepower; W watt; kW kilowatt; MW megawatt; GW gigawatt
energy: kWh kilowatt-hour; J joule; kJ kilojoule; cal calorie; kcal kilocalorie; Cal foodcalorie; eV electronvolt
force: N newton; lbf pound-force
torque: Nm newton-meter; N.m newton-meter; lbft pound-force-foot; lb.ft pound-force-foot
pressure: Pa pascal; kPa kilopascal; hPa hectopascal; MPa megapascal; bar bar; mbar millibar; atm atmosphere
pressure: psi pound-force-per-square-inch; mmHg millimeter-ofhg; inHg inch-ofhg
duration: s second; min minute; h hour; d day; yr year; year year
frequency: Hz hertz; kHz kilohertz; MHz megahertz; GHz gigahertz
"""
_CLDR = {
    code: f"{kind}-{name}"
    for line in _CODES.strip().splitlines()
    for kind, _, units in [line.partition(": ")]
    for code, _, name in [unit.strip().partition(" ") for unit in units.split(";")]
}
_OTHERS = {
    "chain": "chains", "LT": "long tons", "cwt": "hundredweight", "kt": "kilotonnes", "Mt": "megatonnes",
    "kN": "kN", "MJ": "MJ", "bhp": "bhp", "PS": "PS",
}  # fmt: skip
_PEOPLE = "PD/"
_POWERS = {"e3": "3", "e6": "6", "e9": "9", "e12": "12", "e15": "15", "k": "3", "M": "6", "G": "9"}
_ENGLISH_POWERS = {"3": "thousand", "6": "million", "9": "billion", "12": "trillion", "15": "quadrillion"}
_PREFIXED = re.compile(r"(e(?:3|6|9|12|15)(?=\D)|[kMG](?=oilbbl|bbl))(.+)")
_SMALLER = {"ft": "in", "yd": "ft", "mi": "yd", "lb": "oz", "st": "lb", "LT": "cwt"}  # "5 ft 10 in" is one value
_LETTER = re.compile(r"[^\W\d_]")
_FRACTION = re.compile(r"(?:(\d{1,9})\+)?(\d{1,9})/{1,2}(\d{1,9})")
_POWER = re.compile(r"([-+−]?[\d.,]+)e([-+−]?\d+)", re.IGNORECASE)


def convert(writer: Writer, arguments: Arguments, *, short: bool = False) -> str:
    """Writes the first value of `{{convert|value|unit|other unit}}`, a range such as `10|to|20` among them."""
    values = arguments.positional
    if len(values) < 2:
        return "".join(values)
    number, last, used = read_range(values, partial(_write, writer))
    if used >= len(values):
        return number
    short = short or arguments["abbr"] in ("on", "in", "symbol", "sí", "si", "sim", "on/on")
    quantity = _Quantity(writer, short=short, arguments=arguments)
    text = quantity.write(number, last, values[used])
    if _SMALLER.get(values[used]) in values[used + 2 : used + 3] and _is_number(values[used + 1]):
        second = values[used + 1]
        text += " " + quantity.write(_write(writer, second), second, values[used + 2])
    suffix = next((value for value in values[2:] if value.startswith("-") and not _is_number(value)), "")
    return text + (suffix if arguments["adj"] == "mid" else "")


def quantity(writer: Writer, number: str, code: str) -> str:
    """Writes a number with a unit of one of the codes, in words."""
    return _Quantity(writer, short=False).write(_write(writer, number), number, code)


class _Quantity:
    """Writes values with their units, as the options of a template want them."""

    def __init__(self, writer: Writer, *, short: bool, arguments: Arguments | None = None) -> None:
        self._writer = writer
        self._short = short
        self._american = arguments is not None and arguments["sp"].lower() == "us"
        adjective = arguments is not None and arguments["adj"] in ("on", "mid", "pre", "1")
        self._adjective = adjective and not short and writer.language == "en"

    def write(self, number: str, last: str, code: str) -> str:
        """A number, whose last value decides between singular and plural, with a unit by its code."""
        if match := _PREFIXED.fullmatch(code):
            power = _POWERS[match[1]]
            word = _ENGLISH_POWERS[power] if self._writer.language == "en" and not self._short else ""
            number = f"{number} {word}" if word else f"{number} × 10{raise_digits(power)}"
            code, last = match[2], "2"
        people = code.startswith(_PEOPLE)
        unit, amount = cldr_unit(code.removeprefix("PD")), _amount(last)
        short = self._short or unit.startswith("temperature")
        if self._adjective and unit and not unit.startswith(("/", "temperature")):
            name = self._writer.unit("", 1, unit, short=False, american=self._american).strip()
            return f"{number}-{name.replace(' ', '-')}"
        if people and not self._short and self._writer.language == "en":
            number += " inhabitants"
        if self._short and code.removeprefix("PD")[:1] == "/":
            area = self._writer.unit("", 1, unit[1:], short=True).strip()
            return f"{number}/{area}"
        text = self._writer.unit(number, amount, unit, short=short, american=self._american) if unit else ""
        if self._writer.language == "en":
            text = text.replace(f"{number}°", f"{number} °")  # as the English Wikipedia has it, and CLDR does not
        return text or (f"{number} {_OTHERS.get(code, code)}" if _LETTER.search(code) else HOLE)


def cldr_unit(code: str) -> str:
    """The unit of CLDR that a code stands for, "" if there is none; "/km2" and "ft/s" are compounds."""
    if code in _CLDR:
        return _CLDR[code]
    above, per, below = code.partition("/")
    if per and below in _CLDR and (not above or above in _CLDR):
        return f"{_CLDR.get(above, '')}/{_CLDR[below]}"
    return ""


def _write(writer: Writer, number: str) -> str:
    if match := _FRACTION.fullmatch(number):
        return f"{match[1]} {match[2]}/{match[3]}" if match[1] else f"{match[2]}/{match[3]}"
    if match := _POWER.fullmatch(number):
        return f"{writer.number(match[1])} × 10{raise_digits(match[2])}"
    return writer.number(number)


def _amount(text: str) -> Decimal | int:
    """The number that decides between singular and plural: fractions are singular, other texts plural."""
    if (match := _FRACTION.fullmatch(text)) and not match[1]:
        return 1
    try:
        amount = Decimal(text.replace(",", "").replace("−", "-"))
    except InvalidOperation:
        return 2
    return amount if amount.is_finite() and abs(amount.adjusted()) < 40 and len(text) < 60 else 2


def _is_number(text: str) -> bool:
    return text.replace(",", "").replace(".", "", 1).replace("/", "", 1).lstrip("-+−").isdecimal()
