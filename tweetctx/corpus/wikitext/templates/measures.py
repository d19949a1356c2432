"""`{{convert|3990|ft/s|m/s}}`: the value with the unit that it was measured in; the converted one repeats it."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from functools import partial

from tweetctx.corpus.holes import HOLE
from tweetctx.corpus.wikitext.inline import GAP
from tweetctx.corpus.wikitext.templates.arguments import Arguments
from tweetctx.corpus.wikitext.templates.numbers import raise_digits, raise_powers, read_range
from tweetctx.corpus.wikitext.templates.units import cldr_unit, code_of, english_unit, is_part, is_symbol
from tweetctx.corpus.wikitext.templates.writer import Writer

_PEOPLE = "PD/"
_POWERS = {
    "e3": "3", "e6": "6", "e9": "9", "e12": "12", "e15": "15", "k": "3", "M": "6", "MM": "6", "G": "9", "B": "9",
    "T": "12",
}  # fmt: skip
_ENGLISH_POWERS = {"3": "thousand", "6": "million", "9": "billion", "12": "trillion", "15": "quadrillion"}
_PREFIXED = re.compile(r"(e(?:3|6|9|12|15)(?=\D)|(?:MM|[kMGBT])(?=(?:oil)?bbl|cuft|USgal|impgal))(.+)")
# Values of `disp` with which the value is not shown, but the converted one, or a unit alone.
_OTHER_SHOWN = frozenset(
    ("out", "output", "output only", "outputonly", "output number only", "number", "unit", "unit2", "unit or text")
)
_NUMBER = re.compile(rf"[-+−]?[.\d¼-¾⅐-⅞][\d.,/+e¼-¾⅐-⅞{GAP} -]*")
_FRACTION = re.compile(r"(?:(\d{1,9})\+)?(\d{1,9})/{1,2}(\d{1,9})")
_POWER = re.compile(r"([-+−]?[\d.,]+)e([-+−]?\d+)", re.IGNORECASE)


def convert(writer: Writer, arguments: Arguments, *, short: bool = False) -> str:
    """Writes the first value of `{{convert|value|unit|other unit}}`, a range such as `10|to|20` among them.

    A hole where the template shows something else than this value, and for a unit that is not known.
    """
    values = arguments.positional
    if arguments["disp"] in _OTHER_SHOWN or "qid" in arguments or "input" in arguments or "" in values[:1]:
        return HOLE
    if len(values) < 2:
        return "".join(values)
    number, last, used = read_range(values, partial(_write, writer))
    if used >= len(values):
        return number
    short = short or arguments["abbr"] in ("on", "in", "symbol", "sí", "si", "sim", "on/on")
    quantity = _Quantity(writer, short=short, arguments=arguments)
    code, rest = code_of(values[used]), values[used + 1 :]
    parts = [(number, last, code)]
    before = arguments["adj"] == "pre" or arguments["disp"] == "preunit"
    after = arguments["adj"] == "mid"
    while len(rest) > 1 and _NUMBER.fullmatch(rest[0]) and rest[1] and not _NUMBER.fullmatch(rest[1]):
        unit = code_of(rest[1])
        if not is_part(unit, code):
            if before or after or arguments["disp"] == "x":  # a precision and other words
                break
            return HOLE
        parts.append((_write(writer, rest[0]), rest[0], unit))
        code, rest = unit, rest[2:]
    behind = rest if rest and rest[0].startswith("-") else rest[1:]  # the other unit
    words = [value for value in behind if value and not _NUMBER.fullmatch(value)]
    if before and words:
        parts[-1] = (f"{parts[-1][0]} {words[0]}", *parts[-1][1:])
    text = " ".join(quantity.write(*part) for part in parts)
    if after and words:
        text += words[0] if words[0].startswith("-") else f" {words[0]}"
    return text


class _Quantity:
    """Writes values with their units, as the options of a template want them."""

    def __init__(self, writer: Writer, *, short: bool, arguments: Arguments) -> None:
        self._writer = writer
        self._short = short
        self._american = arguments["sp"].lower() == "us"
        adjective = arguments["adj"] in ("on", "mid", "1") or arguments.is_on("sing")
        self._adjective = adjective and not short and writer.language == "en"

    def write(self, number: str, last: str, code: str) -> str:
        """A number, whose last value decides between singular and plural, with a unit by its code."""
        if match := _PREFIXED.fullmatch(code):
            power = _POWERS[match[1]]
            word = _ENGLISH_POWERS[power] if self._writer.language == "en" and not self._short else ""
            number = f"{number} {word}" if word else f"{number} × 10{raise_digits(power)}"
            code, last = match[2], "2"
        if self._writer.language == "en" and (name := self._english(code, _amount(last))):
            return f"{number}-{name.replace(' ', '-')}" if self._adjective else f"{number} {name}"
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
        return text or (f"{number} {raise_powers(code)}" if is_symbol(code) else HOLE)

    def _english(self, code: str, amount: Decimal | int) -> str:
        """The name of a unit in English; "" where CLDR has it."""
        above, per, below = code.partition("/")
        names = english_unit(code) or (cldr_unit(below) and english_unit(above))
        if not names:
            return ""
        symbol, singular, plural = names
        name = symbol if self._short else singular if self._adjective or str(amount) == "1" else plural
        if names == english_unit(code) or not per:
            return name
        unit = self._writer.unit("", 1, cldr_unit(below), short=self._short, american=self._american).strip()
        return f"{name}/{unit}" if self._short else f"{name} per {unit}"


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
