"""Templates of numbers: digits in groups, fractions, powers, values with their uncertainty and unit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tweetctx.corpus.wikitext.inline import GAP, HOLE

if TYPE_CHECKING:
    from tweetctx.corpus.wikitext.templates.arguments import Arguments

_NUMBER = re.compile(r"([-+−]?)(\d+)(\.\d+)?")
_RAISED = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_RAISABLE = re.compile(r"[0-9+−-]+")
_ELEMENT = re.compile(r"([A-Za-z)\]])([0-9]+)")


def group_digits(number: str) -> str:
    """Write a number as English does: "3990.5" becomes "3,990.5"; anything else stays as it is."""
    match = _NUMBER.fullmatch(number)
    return f"{match[1]}{int(match[2]):,}{match[3] or ''}" if match and len(match[2]) in range(4, 40) else number


def raise_digits(text: str) -> str:
    """Write a whole number as an exponent, "⁻³"; anything else as "^n"."""
    return text.translate(_RAISED) if _RAISABLE.fullmatch(text) else f"^{text}" if text else ""


def format_number(arguments: Arguments) -> str:
    """`{{formatnum:3990}}`, `{{nts|3990}}`; a template inside that had to be dropped leaves a hole."""
    return group_digits(arguments[1]) or HOLE


def fraction(arguments: Arguments) -> str:
    """`{{frac|whole|numerator|denominator}}`, or without whole, or the denominator alone."""
    match arguments.positional:
        case [denominator]:
            return f"{GAP}1/{denominator}"
        case [numerator, denominator]:
            return f"{GAP}{numerator}/{denominator}"
        case [whole, numerator, denominator, *_]:
            return f"{GAP}{whole} {numerator}/{denominator}"
    return ""


def value(arguments: Arguments) -> str:
    """`{{val|number|uncertainty|e=exponent|u=unit|ul=linked unit|p=before|s=after}}`."""
    number = group_digits(arguments[1])
    if error := arguments[2]:
        number += f" ± {error}" if not error.startswith("(") else error
    if exponent := arguments["e"]:
        number += f" × 10{raise_digits(exponent)}"
    if unit := arguments.first("u", "ul"):
        number += f" {unit}"
    if per := arguments.first("up", "upl"):
        number += f"/{per}"
    return f"{arguments['p']}{number}{arguments.first('s', 'end')}"


def power_of_ten(arguments: Arguments) -> str:
    """`{{e|9}}`."""
    return f"×10{raise_digits(arguments[1])}"


def superscript(arguments: Arguments) -> str:
    """`{{sup|2}}`."""
    return arguments[1].translate(_RAISED) if _RAISABLE.fullmatch(arguments[1]) else arguments[1]


def chemical(arguments: Arguments) -> str:
    """`{{chem|SO|4|2-}}`: elements and numbers in turns, a charge at the end."""
    *formula, last = arguments.filled or [""]
    return "".join((*formula, raise_charge(last)))


def raise_charge(text: str) -> str:
    """A charge as it stands at the end of a formula: "2-" becomes "²⁻"."""
    return text.translate(_RAISED) if text[-1:] in "+-−" and text else text


def nuclide(arguments: Arguments) -> str:
    """`{{nuclide|oxygen|16}}` as "oxygen-16"."""
    return "-".join(arguments.filled[:2])


def ordinal(arguments: Arguments) -> str:
    """`{{ordinal|5}}` as "5th"."""
    number = arguments[1]
    teens = number[-2:-1] == "1"
    return number + ("th" if teens else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1:], "th"))


def density(arguments: Arguments) -> str:
    """`{{pop density|people|area|unit}}`, rounded to whole people from 10 on."""
    try:
        people, area = (float(arguments[key].replace(",", "")) for key in (1, 2))
        ratio = people / area
        return f"{ratio:,.{0 if ratio >= 10 else 1}f}/{arguments[3].replace('2', '²')}"
    except (ValueError, ZeroDivisionError, OverflowError):
        return HOLE
