"""Numbers, dates, units and names of languages as a language writes them, by the Unicode CLDR."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from typing import Literal

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.numbers import format_decimal, get_currency_symbol, get_territory_currencies
from babel.units import UnknownUnitError, format_compound_unit, format_unit

# Codes of Wikipedias that CLDR has under another name, and languages that it has several spellings of.
_LOCALES = {"en": "en_GB", "simple": "en_GB", "no": "nb", "zh-classical": "zh", "be-tarask": "be"}
_FOUR_DIGITS_UNGROUPED = frozenset(("es", "pl", "pt", "it"))  # 1234, but 12.345
_NUMBER = re.compile(r"([-+−]?)([0-9]{1,25})(?:[.,]([0-9]+))?")
_FIELD = re.compile(r"'([^']*)'|(L+|M+)|(y+)|(d+)")
_YEAR_WORD = re.compile(r"\s*'(?:г|р)'\.")  # Russian and Ukrainian dates do without
_MONTH_OF_NUMBER = "月"
_AMOUNT = "\0"  # where the text of a unit has its amount


class Writer:
    """Writes in the language of a Wikipedia, in English for one that CLDR does not have."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._locale = _locale(language)
        symbols = self._locale.number_symbols["latn"]
        self._decimal: str = symbols["decimal"]
        self._units: dict[tuple[str, str, bool, bool], str] = {}

    def number(self, text: str) -> str:
        """Writes a number with its digits in groups; anything else, and one that is grouped already, stays as it is.

        >>> Writer("de").number("12345.6"), Writer("en").number("12345.6"), Writer("es").number("1234")
        ('12.345,6', '12,345.6', '1234')
        """
        match = _NUMBER.fullmatch(text)
        if not match or (match[2][0] == "0" and len(match[2]) > 1):
            return text
        sign, whole, fraction = match.groups()
        if fraction and "," in text and self._decimal != ",":
            return text
        if len(whole) > (4 if self.language in _FOUR_DIGITS_UNGROUPED else 3):
            whole = format_decimal(int(whole), locale=self._locale)
        return f"{sign}{whole}{self._decimal}{fraction}" if fraction else f"{sign}{whole}"

    def date(self, day: str, month: str, year: str, *, month_first: bool = False) -> str:
        """Writes a date, as much of it as is given; a month may be a number from 1 to 12 or a name.

        >>> Writer("de").date("1", "5", "1980"), Writer("ru").date("1", "5", ""), Writer("fr").date("", "5", "1980")
        ('1. Mai 1980', '1 мая', 'mai 1980')
        """
        locale = Locale("en") if month_first and self.language in ("en", "simple") else self._locale
        if not month:
            return " ".join(part for part in (day, year) if part)
        if day and year:
            pattern = locale.date_formats["long"].pattern
        elif day or year:
            skeleton = locale.datetime_skeletons.get("MMMMd" if day else "yMMMM")
            pattern = getattr(skeleton, "pattern", skeleton) or ("d MMMM" if day else "MMMM y")
        else:
            pattern = "LLLL"
        fields = {"d": self._day(day), "y": year}

        def show(match: re.Match[str]) -> str:
            if match[2]:
                return _month(locale, month, match[2])
            return match[1] if match[1] is not None else fields["y" if match[3] else "d"]

        return " ".join(_FIELD.sub(show, _YEAR_WORD.sub("", str(pattern))).split())

    def _day(self, day: str) -> str:
        day = day.lstrip("0") or day
        return "1er" if day == "1" and self.language == "fr" else day

    def unit(self, shown: str, amount: Decimal | int, unit: str, *, short: bool, american: bool = False) -> str:
        """Writes an amount of a unit of CLDR, such as "length-foot/duration-second"; nothing for one it does not have.

        `shown` is the amount as it is written; `amount` chooses singular or plural.
        """
        locale = Locale("en", "US") if american and self.language == "en" else self._locale
        # CLDR has one text for all amounts of a plural form.
        key = locale.plural_form(amount), unit, short, american
        if key not in self._units:
            self._units[key] = _unit(locale, amount, unit, short=short)
        return self._units[key].replace(_AMOUNT, shown)

    def language_name(self, code: str) -> str:
        """The name of a language by its code, "" for an unknown one."""
        names, bare = self._locale.languages, code.partition("-")[0]
        alias = get_global("language_aliases").get(bare, bare)  # "rus" for "ru"
        return str(names.get(code) or names.get(bare) or names.get(alias) or "")

    def country_name(self, code: str) -> str:
        """The name of a country by its code of two letters, "" for an unknown one."""
        return str(self._locale.territories.get(code, ""))

    def currency_of(self, country: str) -> str:
        """The code of a country's currency by its code of two letters, "" for an unknown one."""
        return next(iter(get_territory_currencies(country)), "")

    def currency(self, code: str) -> str:
        """The symbol of a currency by its code of three letters."""
        return get_currency_symbol(code.upper(), locale=self._locale)


def _locale(language: str) -> Locale:
    try:
        return Locale.parse(_LOCALES.get(language, language).replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return Locale("en", "GB")


def _unit(locale: Locale, amount: Decimal | int, unit: str, *, short: bool) -> str:
    """The text of an amount, with _AMOUNT where the number stands; empty for a unit that CLDR does not have."""
    length: Literal["short", "long"] = "short" if short else "long"
    above, per, below = unit.partition("/")
    try:
        if per:
            text = format_compound_unit(amount, above or None, 1, below, length=length, locale=locale)
        else:
            text = format_unit(amount, unit, length=length, locale=locale)
    except (UnknownUnitError, ValueError):
        return ""
    return (text or "").replace(format_decimal(amount, locale=locale), _AMOUNT, 1)


def _month(locale: Locale, month: str, field: str) -> str:
    """A month as a field of a pattern shows it; a name stays as it is."""
    number = int(month) if month.isascii() and month.isdecimal() and len(month) < 3 else 0
    if not 1 <= number <= 12:
        return month
    if len(field) < 3:
        return str(number)
    name = str(locale.months["format"]["wide"][number])
    if field[0] == "L":
        alone = str(locale.months["stand-alone"]["wide"][number])
        # Babel gives names of other languages where a language has none of its own.
        name = alone if _MONTH_OF_NUMBER not in alone else name
    return name


@cache
def writer_of(language: str) -> Writer:
    """The writer of a language."""
    return Writer(language)
