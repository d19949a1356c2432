"""Markup for the variants of a language, `-{zh-hans:鼠标;zh-hant:滑鼠}-`: one of its texts is shown.

Wikipedias in Chinese, Serbian, Uzbek and other languages use it, and readers of the site choose a variant. Here it is
the first of _ORDER that the markup has: Simplified Chinese before Traditional, Cyrillic before Latin in Serbian, and in
other languages the script that most readers choose.
"""

from __future__ import annotations

import json
import re

from tweetctx.text.language import words

_PREFERRED = """
zh-hans zh-cn zh-sg zh-my zh zh-hant zh-tw zh-hk zh-mo gan-hans gan gan-hant wuu-hans wuu-hant sr-ec sr-cyrl sr sr-el
sr-latn sh-latn sh sh-cyrl uz-latn uz uz-cyrl kk-cyrl kk-kz kk kk-latn kk-tr kk-arab kk-cn ku-latn ku ku-arab tg tg-latn
crh-latn crh crh-cyrl iu-cans ike-cans iu ike-latn iu-latn shi-latn shi shi-tfng ban ban-bali ban-x-dharma mni mni-beng
tly tly-cyrl
"""
_ORDER = _PREFERRED.split()
_CODES = "|".join(sorted(_ORDER, key=len, reverse=True))
_MARKUP = re.compile(r"-\{(?!\{)((?:[^{}]|\{\{[^{}]*+\}\})*+)\}-")  # the innermost
_DEEPEST = 4
_FLAGS = re.compile(rf"\s*((?:[ADEHNRST-]|{_CODES})(?:\s*;\s*(?:[ADEHNRST-]|{_CODES}))*)\s*\|")
_HIDING = words("H T N -")  # flags of what only defines a rule, or a title
_RULE = re.compile(rf"(?:^|;)\s*(?:[^;:]*?=>\s*)?({_CODES})\s*:\s*", re.IGNORECASE)
_OTHER_SCRIPT = re.compile(r"[\u0400-\u052f\u0600-\u06ff\u3400-\u9fff\uac00-\ud7af]")
_BESIDE = re.compile(r"[0-9A-Za-z()\[\]{}\\^_=]")  # of a name in chemistry, 1-{4-[2-(…)]phenoxy}-3-amine, or of TeX


def choose_variants(text: str) -> str:
    """Replaces the markup by the text of one variant; markup that only defines a rule shows nothing.

    >>> choose_variants("他用-{zh-hant:滑鼠;zh-hans:鼠标}-和-{A|zh-cn:软件;zh-tw:軟體}-。-{H|zh-cn:芝士;zh-tw:起司}-")
    '他用鼠标和软件。'
    """
    for _ in range(_DEEPEST):
        if "-{" not in text or (chosen := _MARKUP.sub(_show, text)) == text:
            break
        text = chosen
    return text


def variant_of_attribute(value: str) -> str:
    """The text, with tags, that an element of Parsoid's HTML shows. value: of its attribute `data-mw-variant`."""
    try:
        markup = json.loads(value)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(markup, dict) or markup.keys() & {"hidden", "title", "remove", "name"}:
        return ""
    disabled = markup.get("disabled")
    if isinstance(disabled, dict):
        return str(disabled.get("t", ""))
    rules = markup.get("twoway") or markup.get("oneway")
    if not isinstance(rules, list):
        return ""
    texts = {str(rule.get("l")): str(rule.get("t", "")) for rule in rules if isinstance(rule, dict)}
    return _first(texts)


def _show(match: re.Match[str]) -> str:
    inside = match[1]
    flags = _FLAGS.match(inside)
    if flags and not _HIDING.isdisjoint(flag.strip() for flag in flags[1].split(";")):
        return ""
    text = inside[flags.end() :] if flags else inside
    _, *rules = _RULE.split(text)
    if rules and _RULE.match(text):
        pairs = zip(rules[::2], rules[1::2], strict=True)
        return _first({code.lower(): rule.strip().removesuffix(";") for code, rule in pairs})
    if flags or not text.strip() or _OTHER_SCRIPT.search(text):
        return text.strip()
    before, after = match.string[match.start() - 1 : match.start()], match.string[match.end() : match.end() + 1]
    return match[0] if _BESIDE.search(before + after) else text.strip()


def _first(texts: dict[str, str]) -> str:
    """The text of the variant that comes first in _ORDER, else of the first in the markup."""
    return next((texts[code] for code in _ORDER if code in texts), next(iter(texts.values()), ""))
