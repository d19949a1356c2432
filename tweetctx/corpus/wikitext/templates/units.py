"""The units of `{{convert|...}}`: their codes and their names."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations, product

from tweetctx.corpus.wikitext.templates.writer import writer_of

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
mass: oz ounce; st stone; ton ton; ozt ounce-troy; carat carat; gr grain
speed: km/h kilometer-per-hour; kph kilometer-per-hour; mph mile-per-hour; kn knot; m/s meter-per-second; knots knot
temperature: C celsius; F fahrenheit; K kelvin; °C celsius; °F fahrenheit; degC celsius; degF fahrenheit
temperature: C-change celsius; °C-change celsius; F-change fahrenheit
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
_CLDR["L/100 km"] = "consumption-liter-per-100-kilometer"
# Units that CLDR does not have, or not by these names: codes, symbol, singular, and the plural if it is no -s.
_NAMES = """
chain, ch | chain | chain
rod, rd | rd | rod
link | li | link
league | league | league
hand | h | hand
smoot | smoot | smoot
thou | thou | thou | thou
verst | verst | verst
rood | rood | rood
perch | perch | perch | perches
LT, lt | long tons | long ton
ST | short tons | short ton
cwt | cwt | hundredweight | hundredweight
long cwt | long cwt | long hundredweight | long hundredweight
short cwt | short cwt | short hundredweight | short hundredweight
qtr | qtr | quarter
dwt | dwt | pennyweight
kt | kt | kilotonne
Mt | Mt | megatonne
ktTNT, kt(TNT) | kt | kiloton of TNT | kilotons of TNT
MtTNT, Mt(TNT) | Mt | megaton of TNT | megatons of TNT
solar mass, Solar mass | M☉ | solar mass | solar masses
Earth mass | M🜨 | Earth mass | Earth masses
solar radius, Solar radius | R☉ | solar radius | solar radii
USgal, gal, U.S.gal | US gal | US gallon
impgal | imp gal | imperial gallon
USqt | US qt | US quart
impqt | imp qt | imperial quart
USpt | US pt | US pint
imppt | imp pt | imperial pint
USfloz, USoz | US fl oz | US fluid ounce
impfloz, impoz | imp fl oz | imperial fluid ounce
USdrygal | US dry gal | US dry gallon
USbsh, usbu | US bsh | US bushel
impbsh | imp bsh | imperial bushel
cord | cord | cord
board feet, board ft, fbm | board feet | board foot | board feet
mpgus, mpgUS, mpgU.S. | mpg-US | mile per US gallon | miles per US gallon
mpgimp | mpg-imp | mile per imperial gallon | miles per imperial gallon
bhp | bhp | brake horsepower | brake horsepower
shp | shp | shaft horsepower | shaft horsepower
ihp | ihp | indicated horsepower | indicated horsepower
PS, metric hp | PS | metric horsepower | metric horsepower
Btu, BTU | Btu | British thermal unit
kN | kN | kilonewton
MJ | MJ | megajoule
MWh, MW.h, MW·h | MW⋅h | megawatt-hour
GWh, GW.h, GW·h | GW⋅h | gigawatt-hour
TWh, TW.h, TW·h | TW⋅h | terawatt-hour
lbft, lb.ft, lb·ft, lb-ft | lb⋅ft | pound force-foot | pound force-feet
ftlbf, ft.lbf, ft·lbf, ft-lbf | ft⋅lbf | foot-pound
kgf | kgf | kilogram-force | kilograms-force
"""
_ENGLISH = {
    code: (symbol, singular, plural[0] if plural else f"{singular}s")
    for line in _NAMES.strip().splitlines()
    for codes, symbol, singular, *plural in [line.split(" | ")]
    for code in codes.split(", ")
}
# The symbols of the SI and the like, which are shown where a name is not known.
_SYMBOL = re.compile(
    r"(?:(?:[yzafpnµμmcdhkMGTPEZY]|da)?(?:m|g|s|N|Pa|J|W|V|A|K|Hz|L|l|t|eV|pc|ly|yr|bit|B|bar|mol|cal)[23]?(?:/(?!$)|$))+"
    r"|rpm|ppm|ppb|dB|Å|Mach|mpg"
)
# Units that are parts of those before them: "5 ft 10 in" is one value.
_PARTS = """
mi, furlong, chain, rod, yd, ft, in; chain, link; nmi, yd; fathom, ft; LT, long cwt, qtr, st, lb, oz; LT, cwt, lb
ST, lb; ozt, dwt, gr; acre, rood, perch; d, h, min, s; impgal, impqt, imppt, impfloz; USgal, USqt, USpt, USfloz
"""


def cldr_unit(code: str) -> str:
    """The unit of CLDR that a code stands for, "" if there is none; "/km2" and "ft/s" are compounds."""
    if code in _CLDR:
        return _CLDR[code]
    above, per, below = code.partition("/")
    if per and below in _CLDR and (not above or above in _CLDR):
        return f"{_CLDR.get(above, '')}/{_CLDR[below]}"
    return ""


def english_unit(code: str) -> tuple[str, str, str] | None:
    """Symbol, singular and plural of a unit that the English Wikipedia names otherwise than CLDR, or CLDR lacks."""
    return _ENGLISH.get(code)


def is_symbol(code: str) -> bool:
    """Whether a code is the symbol that is shown for it, as "kpc", "rpm"."""
    return _SYMBOL.fullmatch(code) is not None


def code_of(unit: str) -> str:
    """The code of a unit that may be spelled out or have exponents: km2 for "km²", sqmi for "square miles", "sq mi"."""
    if unit in _CLDR or unit in _ENGLISH:
        return unit
    short = unit.replace("²", "2").replace("³", "3").replace("sq ", "sq").replace("cu ", "cu")
    return _spelled_out().get(unit, short)


@cache
def _spelled_out() -> dict[str, str]:
    """The code of each unit, by the English names of the unit."""
    write = writer_of("en").unit
    codes = {name: code for code, names in _ENGLISH.items() for name in names[1:]}
    for code, unit in _CLDR.items():
        for amount, american in product((1, 2), (False, True)):
            codes.setdefault(write("", amount, unit, short=False, american=american).strip(), code)
    return codes


def is_part(code: str, of: str) -> bool:
    """Whether values in one unit follow those in another, as the inches of a height follow its feet."""
    return (_identity(of), _identity(code)) in _pairs()


def _identity(code: str) -> str:
    """What the codes of one unit have in common."""
    return _ENGLISH[code][1] if code in _ENGLISH else _CLDR.get(code, code)


@cache
def _pairs() -> frozenset[tuple[str, str]]:
    families = (map(_identity, family.split(", ")) for family in _PARTS.strip().replace("\n", "; ").split("; "))
    return frozenset(pair for family in families for pair in combinations(family, 2))
