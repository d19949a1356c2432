"""Templates of numbers: digits in groups, fractions, powers, values with their uncertainty and unit."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal

from tweetctx.corpus.holes import HOLE
from tweetctx.corpus.wikitext.formulas import operand, root
from tweetctx.corpus.wikitext.inline import BREAK, GAP
from tweetctx.corpus.wikitext.templates.arguments import Arguments
from tweetctx.corpus.wikitext.templates.writer import Writer

_RAISED = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_RAISABLE = re.compile(r"[0-9+−-]+")
_EXPONENT = re.compile(r"(?<=[^\W\d_])[-−]?\d(?![\w])")
_SIGNED = re.compile(r"[-+−]")
_SIGNS = {"%": "%", "deg": "°", "arcmin": "′", "arcsec": "″", "solar mass": " M☉", "Solar mass": " M☉"}
# What `{{chem2|...}}` writes in its own way.
_CHARGE = re.compile(r"\((\d*[+−-])\)|(?<=[\w)\]])([+−-])(?=$|[\s\]])")
_LEVEL = re.compile(r"([\^_])\{([^{}]*)\}")
_ARROWS = {"<->": "↔", "<=>": "⇌", "->": "→", "*": "·"}
_LEFT_RAW = re.compile(r"[\^_{}<>\\~]|&")
_UNCERTAINTY = re.compile(r"[-+−]?[\d.,]*\d(?:\(\d+\))?|\([\d.,]+\)|")
_OF_VALUES = ("e", "u", "ul", "up", "upl", "p", "s", "end", "fmt")  # the named arguments of `{{val}}` that are read
# What stands between two values of a template.
_RANGES = {
    "-": "–", "–": "–", "&ndash;": "–", "to": " to ", "to(-)": " to ", "to about": " to about ", "à": " à ", "a": " a ",
    "and": " and ", "and(-)": " and ", ", and": ", and ", "&": " and ", "or": " or ", "or(-)": " or ", ", or": ", or ",
    ",": ", ", "x": " by ", "by": " by ", "by(x)": " by ", "×": " × ", "xx": " × ", "*": " × ", "+": " + ",
    "plus": " plus ", "minus": " minus ", "vs": " vs ", "versus": " versus ", "till": " till ", "up to": " up to ",
    "+/-": " ± ", "±": " ± ", "y": " y ", "e": " e ", "et": " et ", "und": " und ", "и": " и ", "до": " до ",
}  # fmt: skip


def raise_digits(text: str) -> str:
    """Writes a whole number as an exponent, "⁻³"; anything else as "^n"."""
    return text.translate(_RAISED) if _RAISABLE.fullmatch(text) else f"^{text}" if text else ""


def raise_powers(unit: str) -> str:
    """Writes the exponents of a unit, `m/s2` as "m/s²"."""
    return _EXPONENT.sub(lambda match: raise_digits(match[0]), unit)


def read_range(values: list[str], write: Callable[[str], str]) -> tuple[str, str, int]:
    """Reads a range such as `10|to|20`; returns its text, its last value, and the number of its arguments."""
    text, last, used = write(values[0]), values[0], 1
    while used + 1 < len(values) and values[used] in _RANGES:
        last = values[used + 1]
        text += _RANGES[values[used]] + write(last)
        used += 2
    return text, last, used


def format_number(writer: Writer, arguments: Arguments) -> str:
    """`{{formatnum:3990}}`, `{{nts|3990}}`; a template inside that had to be dropped leaves a hole."""
    if arguments[2] in ("R", "NOSEP"):
        return arguments[1]
    return writer.number(arguments[1]) or HOLE


def square_root(arguments: Arguments) -> str:
    """`{{sqrt|2}}`; a hole for other roots."""
    return HOLE if len(arguments.filled) != 1 else root(arguments[1])


def grouped(writer: Writer, arguments: Arguments) -> str:
    """`{{gaps|12|345|e=6|u=m}}`: one number in groups of digits, with its exponent and unit."""
    if any(value for value in arguments.others("lhs", "base", "e", "u", "gap")):
        return HOLE
    number = writer.number("".join(arguments.filled))
    if exponent := arguments["e"]:
        number += f" × {arguments['base'] or 10}{raise_digits(exponent)}"
    shown = " ".join(filter(None, (number, arguments["u"])))
    return f"{arguments['lhs']} &#61; {shown}" if arguments["lhs"] else shown or HOLE


def with_words(writer: Writer, arguments: Arguments) -> str:
    """`{{nombre|12000|moulins}}`, `{{unidad|12|km}}`: a number and what is counted."""
    number, *words = arguments.filled or [""]
    return " ".join((writer.number(number), *words))


def fraction(arguments: Arguments) -> str:
    """`{{frac|whole|numerator|denominator}}`, or without whole, or the denominator alone."""
    parts = arguments.positional[:3]
    if not parts:
        return ""
    if any("/" in part for part in parts):
        return HOLE  # a fraction in a fraction
    *whole, numerator, denominator = parts if len(parts) > 1 else ("1", *parts)
    return f"{GAP}{' '.join((*whole, operand(numerator)))}/{operand(denominator)}"


def value(writer: Writer, arguments: Arguments) -> str:
    """`{{val|5.1|0.2|e=6|u=kg}}`: a number with its uncertainty, exponent and unit.

    `{{val|5|+0.2|-0.1}}` has two limits, `{{val|5|to|6}}` is a range. ul is a linked unit; p and s are text around.
    """
    number, _, used = read_range(arguments.positional or [""], writer.number)
    uncertainty = [arguments[key] for key in (used + 1, used + 2)]
    known = all(map(_UNCERTAINTY.fullmatch, uncertainty)) and not any(arguments.others(*_OF_VALUES))
    if not known or any(arguments.positional[used + 2 :]):
        return HOLE
    error, lower = map(writer.number, uncertainty)
    exponent = f"10{raise_digits(arguments['e'])}" if arguments["e"] else ""
    if error and lower:
        number += f" {error}/{lower}" if _SIGNED.match(error) else f" +{error}/−{lower.lstrip('-−')}"
    elif error.startswith("("):
        number += error
    elif error:
        number += f" ± {error}"
    if exponent and (used > 1 or (error and not error.startswith("("))):
        number = f"({number})"
    number = " × ".join(filter(None, (number, exponent)))
    if unit := arguments.first("u", "ul"):
        sign = _SIGNS.get(unit, "")
        number += sign or f" {raise_powers(unit)}"
    if per := arguments.first("up", "upl"):
        number += f"/{raise_powers(per)}"
    return f"{arguments['p']}{number}{arguments.first('s', 'end')}"


def power_of_ten(arguments: Arguments) -> str:
    """`{{e|9}}`."""
    return f"×10{raise_digits(arguments[1])}" if arguments[1] else ""


def superscript(arguments: Arguments) -> str:
    """`{{sup|2}}`."""
    return f"<sup>{arguments[1]}</sup>"


def chemical(arguments: Arguments) -> str:
    """`{{chem|SO|4|2-}}`: elements and numbers in turns, a charge at the end. An isotope leaves a hole."""
    *formula, last = arguments.filled or [""]
    if formula and formula[0].isdecimal():
        return HOLE
    charge = last.translate(_RAISED) if last.endswith(("+", "-", "−")) else last
    return "".join((*formula, charge))


def chemical_line(arguments: Arguments) -> str:
    """`{{chem2|2 H2 + O2 -> 2 H2O}}`, with charges as in `Fe(3+)`, isotopes as in `^{14}C`, `*` for a dot."""
    text = arguments[1]
    for sign, shown in _ARROWS.items():
        text = text.replace(sign, shown)
    if _LEFT_RAW.search(_LEVEL.sub("", text)):
        return HOLE
    text = _CHARGE.sub(lambda match: f"<sup>{match[1] or match[2]}</sup>", text)
    return _LEVEL.sub(lambda match: "<su{0}>{1}</su{0}>".format("p" if match[1] == "^" else "b", match[2]), text)


def percentage(arguments: Arguments) -> str:
    """`{{percentage|part|whole|decimals}}`: "25%"; zeros at the end are not shown."""
    try:
        part, whole = (Decimal(arguments[key].replace(",", "")) for key in (1, 2))
        decimals = max(0, min(int(arguments[3] or "0"), 9))
        share = (100 * part / whole).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    except (ArithmeticError, ValueError):
        return HOLE
    if not share.is_finite():
        return HOLE
    return f"{share:f}".rstrip("0").rstrip(".") + "%" if decimals else f"{share:f}%"


def ordinal(arguments: Arguments) -> str:
    """`{{ordinal|5}}` as "5th"."""
    number = arguments[1]
    teens = number[-2:-1] == "1"
    return number + ("th" if teens else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1:], "th")) if number else HOLE


def density(arguments: Arguments) -> str:
    """`{{pop density|people|area|unit}}`, rounded to whole people from 10 on."""
    try:
        people, area = (float(arguments[key].replace(",", "")) for key in (1, 2))
        ratio = people / area
        return f"{ratio:,.{0 if ratio >= 10 else 1}f}/{arguments[3].replace('2', '²')}"
    except (ValueError, ZeroDivisionError, OverflowError):
        return HOLE


def coordinates(arguments: Arguments) -> str:
    """`{{coord|48|51|N|2|21|E}}`: nothing where they are shown above the page alone."""
    if arguments["display"] in ("title", "t"):
        return BREAK
    values = [value for value in arguments.filled if ":" not in value]
    for count in (4, 3, 2):  # degrees, minutes and seconds before N or S
        if len(values) >= 2 * count and values[count - 1] in "NS" and values[2 * count - 1] in "EWO":
            halves = (values[:count], values[count : 2 * count])
            return " ".join(angle(half) for half in halves)
    return f"{_decimal_angle(values[0], 'NS')} {_decimal_angle(values[1], 'EW')}" if len(values) >= 2 else HOLE


def _decimal_angle(degrees: str, directions: str) -> str:
    """Writes signed degrees, "-2.35", with a direction, "2.35°W"."""
    return f"{degrees.lstrip('-−+')}°{directions[degrees[:1] in ('-', '−')]}" if degrees else HOLE


def angle(values: list[str]) -> str:
    """Degrees, minutes and seconds, as many as there are, and a direction: "48°51′N"."""
    *numbers, direction = values
    return "".join(f"{number}{sign}" for number, sign in zip(numbers, "°′″", strict=False)) + direction
