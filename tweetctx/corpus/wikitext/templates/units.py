"""`{{convert|3990|ft/s|m/s}}`: the value with the unit that it was measured in; the converted one repeats it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tweetctx.corpus.wikitext.templates.numbers import group_digits, raise_digits

if TYPE_CHECKING:
    from tweetctx.corpus.wikitext.templates.arguments import Arguments

# code: symbol, singular[, plural]; the plural of most is made with s.
_TABLE = """
km: km, kilometre; m: m, metre; cm: cm, centimetre; mm: mm, millimetre; um: μm, micrometre; nm: nm, nanometre
mi: mi, mile; ft: ft, foot, feet; in: in, inch, inches; yd: yd, yard; nmi: nmi, nautical mile; fathom: fathom, fathom
ly: ly, light-year; AU: au, astronomical unit; pc: pc, parsec; furlong: furlong, furlong; chain: chain, chain
km2: km², square kilometre; m2: m², square metre; cm2: cm², square centimetre; mm2: mm², square millimetre
sqmi: sq mi, square mile; mi2: sq mi, square mile; sqft: sq ft, square foot, square feet
ft2: sq ft, square foot, square feet; sqyd: sq yd, square yard; sqin: sq in, square inch, square inches
ha: ha, hectare; acre: acres, acre; acres: acres, acre; km3: km³, cubic kilometre; m3: m³, cubic metre
cm3: cm³, cubic centimetre; cc: cc, cubic centimetre; cumi: cu mi, cubic mile; cuft: cu ft, cubic foot, cubic feet
ft3: cu ft, cubic foot, cubic feet; cuyd: cu yd, cubic yard; cuin: cu in, cubic inch, cubic inches; L: L, litre
l: l, litre; mL: mL, millilitre; ml: ml, millilitre; USgal: US gal, US gallon; gal: gal, gallon
U.S.gal: US gal, US gallon; impgal: imp gal, imperial gallon; imp gal: imp gal, imperial gallon
USfloz: US fl oz, US fluid ounce; bbl: bbl, barrel; oilbbl: bbl, barrel; acre.ft: acre⋅ft, acre-foot, acre-feet
acre·ft: acre⋅ft, acre-foot, acre-feet; kg: kg, kilogram; g: g, gram; mg: mg, milligram; t: t, tonne; lb: lb, pound
lbs: lb, pound; oz: oz, ounce; st: st, stone, stone; ton: tons, ton; ST: short tons, short ton
LT: long tons, long ton; MT: t, metric ton; ozt: ozt, troy ounce; kt: kt, kilotonne; Mt: Mt, megatonne
cwt: cwt, hundredweight, hundredweight; km/h: km/h, kilometre per hour, kilometres per hour
kph: km/h, kilometre per hour, kilometres per hour; mph: mph, mile per hour, miles per hour; kn: kn, knot
m/s: m/s, metre per second, metres per second; ft/s: ft/s, foot per second, feet per second
km/s: km/s, kilometre per second, kilometres per second; mi/s: mi/s, mile per second, miles per second
ft/min: ft/min, foot per minute, feet per minute; C: °C, °C, °C; F: °F, °F, °F; K: K, K, K; °C: °C, °C, °C
°F: °F, °F, °F; degC: °C, °C, °C; C-change: °C, °C, °C; F-change: °F, °F, °F; hp: hp, horsepower, horsepower
bhp: bhp, brake horsepower, brake horsepower; PS: PS, PS, PS; W: W, watt; kW: kW, kilowatt; MW: MW, megawatt
GW: GW, gigawatt; kWh: kWh, kilowatt-hour; J: J, joule; kJ: kJ, kilojoule; MJ: MJ, megajoule; cal: cal, calorie
kcal: kcal, kilocalorie; Cal: Cal, calorie; eV: eV, electronvolt; N: N, newton; kN: kN, kilonewton
lbf: lbf, pound-force, pounds-force; Nm: N⋅m, newton-metre; Pa: Pa, pascal; kPa: kPa, kilopascal
hPa: hPa, hectopascal; MPa: MPa, megapascal; bar: bar, bar, bar; mbar: mbar, millibar; atm: atm, standard atmosphere
psi: psi, pound per square inch, pounds per square inch; mmHg: mmHg, millimetre of mercury, millimetres of mercury
inHg: inHg, inch of mercury, inches of mercury
PD/km2: /km², inhabitant per square kilometre, inhabitants per square kilometre
PD/sqmi: /sq mi, inhabitant per square mile, inhabitants per square mile
/km2: /km², per square kilometre, per square kilometre; /sqmi: /sq mi, per square mile, per square mile
PD/ha: /ha, inhabitant per hectare, inhabitants per hectare
kg/m3: kg/m³, kilogram per cubic metre, kilograms per cubic metre
g/cm3: g/cm³, gram per cubic centimetre, grams per cubic centimetre
kg/m2: kg/m², kilogram per square metre, kilograms per square metre
m3/s: m³/s, cubic metre per second, cubic metres per second
cuft/s: cu ft/s, cubic foot per second, cubic feet per second
"""
_UNITS: dict[str, tuple[str, str, str]] = {
    code.strip(): (symbol, singular, plural[0] if plural else f"{singular}s")
    for entry in _TABLE.strip().replace("\n", ";").split(";")
    for code, _, names in [entry.partition(":")]
    for symbol, singular, *plural in [[name.strip() for name in names.split(",")]]
}
_RANGES = {
    "-": "–", "–": "–", "&ndash;": "–", "to": " to ", "to(-)": " to ", "to about": " to about ",
    "and": " and ", "and(-)": " and ", ", and": ", and ", "&": " and ", "or": " or ", ",": ", ", "x": " by ",
    "by": " by ", "by(x)": " by ", "×": " × ", "*": " × ", "+": " + ", "+/-": " ± ", "±": " ± ",
}  # fmt: skip
_SMALLER = {"ft": "in", "yd": "ft", "mi": "yd", "lb": "oz", "st": "lb", "LT": "cwt"}  # "5 ft 10 in" is one value
_FRACTION = re.compile(r"(?:(\d+)\+)?(\d+)/{1,2}(\d+)")
_POWER = re.compile(r"([-+−]?[\d.,]+)e([-+−]?\d+)", re.IGNORECASE)


def convert(arguments: Arguments) -> str:
    """Write the first value of `{{convert|value|unit|other unit}}`, a range such as `10|to|20` among them."""
    values = arguments.positional
    if len(values) < 2:
        return "".join(values)
    number, last, used = _read_range(values)
    if used >= len(values):
        return number
    code, suffix = values[used], _suffix(arguments, values)
    symbols = arguments["abbr"] in ("on", "in", "symbol")
    adjective = arguments["adj"] in ("on", "mid", "pre") and not symbols
    text = _with_unit(number, last, code, symbols=symbols, adjective=adjective)
    if _SMALLER.get(code) in values[used + 2 : used + 3] and _is_number(values[used + 1]):
        second = values[used + 1]
        text += " " + _with_unit(second, second, values[used + 2], symbols=symbols, adjective=adjective)
    if arguments["sp"].lower() == "us":
        text = text.replace("metre", "meter").replace("litre", "liter")
    return text + suffix


def abbreviated(arguments: Arguments) -> str:
    """`{{cvt|...}}`: the same with symbols."""
    values = arguments.positional
    if len(values) < 2:
        return "".join(values)
    number, last, used = _read_range(values)
    return _with_unit(number, last, values[used], symbols=True, adjective=False) if used < len(values) else number


def _read_range(values: list[str]) -> tuple[str, str, int]:
    """Read `10|to|20`; return it as text, its last value, and how many arguments that were."""
    text, last, used = _write(values[0]), values[0], 1
    while used + 1 < len(values) and values[used] in _RANGES:
        last = values[used + 1]
        text += _RANGES[values[used]] + _write(last)
        used += 2
    return text, last, used


def _suffix(arguments: Arguments, values: list[str]) -> str:
    """What `adj=mid|-long` puts after the unit."""
    if arguments["adj"] != "mid":
        return ""
    return next((value for value in values[2:] if value.startswith("-") and not _is_number(value)), "")


def _with_unit(number: str, last: str, code: str, *, symbols: bool, adjective: bool) -> str:
    number = _write(number)
    symbol, singular, plural = _UNITS.get(code, (code, code, code))
    if symbols or singular == symbol:
        return f"{number}{symbol}" if symbol.startswith("/") else f"{number} {symbol}"
    if adjective:
        return f"{number}-{singular.replace(' ', '-')}"
    part = _FRACTION.fullmatch(last)
    return f"{number} {singular if last in ('1', '-1') or (part and not part[1]) else plural}"


def _write(number: str) -> str:
    if match := _FRACTION.fullmatch(number):
        return f"{match[1]} {match[2]}/{match[3]}" if match[1] else f"{match[2]}/{match[3]}"
    if match := _POWER.fullmatch(number):
        return f"{match[1]} × 10{raise_digits(match[2])}"
    return group_digits(number)


def _is_number(text: str) -> bool:
    return text.replace(",", "").replace(".", "", 1).replace("/", "", 1).lstrip("-+−").isdecimal()
