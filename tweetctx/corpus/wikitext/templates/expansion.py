"""Expands what stands inside `{{...}}`: templates by name, parser functions, families of templates."""

from __future__ import annotations

import re
from collections.abc import Callable

from tweetctx.corpus.holes import BOX, HOLE, LOST, NOTE, QUIET, SHOWN, SPOKEN
from tweetctx.corpus.wikitext.scanner import Scanner
from tweetctx.corpus.wikitext.templates.arguments import Arguments, normal_name, split_arguments
from tweetctx.corpus.wikitext.templates.languages import label
from tweetctx.corpus.wikitext.templates.phrases import names
from tweetctx.corpus.wikitext.templates.registry import known_templates
from tweetctx.corpus.wikitext.templates.silent import AROUND_WORDS, INLINE_REFERENCES, OF_DOUBTS, PRONUNCIATIONS, silent
from tweetctx.corpus.wikitext.templates.writer import writer_of

# The templates of disambiguation pages: those that any Wikipedia may have, and those of one.
_DISAMBIGUATION = frozenset(
    names(
        """
    disambiguation; disambig; disamb; disam; dab; dabpage; hndis; hndab; human name disambiguation; geodis; geo-dis
    place name disambiguation; airport disambiguation; callsigndis; call sign disambiguation; chemical disambiguation
    hospital disambiguation; mathdab; mathematical disambiguation; military unit disambiguation; numberdis
    road disambiguation; roaddis; school disambiguation; schooldis; species latin name disambiguation
    species latin name abbreviation disambiguation; latindab; taxonomy disambiguation; church disambiguation
    letter-number combination disambiguation; letter-numbercombdisambig; genus disambiguation; biology disambiguation
    political party disambiguation; wikipedia disambiguation; disambiguation cleanup; disambig-cleanup
    begriffsklärung; homonymie; homonyme; homonymie de personnes; homonymie de toponyme; paronymie; sigle; toponymie
    homonymie d'édifices; homonymie de clubs sportifs; desambiguación; desambiguacion; desambig
    неоднозначность; многозначность; неоднозначность воинских частей; disambig geo
    """
    )
)
_OWN_DISAMBIGUATION = {
    "af": "dubbelsinnig",
    "ar": "توضيح; صفحة توضيح",
    "az": "dəqiqləşdirmə",
    "be": "неадназначнасць",
    "bg": "пояснение",
    "bn": "দ্ব্যর্থতা নিরসন",
    "ca": "desambiguació",
    "cs": "rozcestník",
    "da": "flertydig",
    "el": "αποσαφήνιση",
    "eo": "apartigilo",
    "et": "täpsustus",
    "eu": "argipen",
    "fa": "ابهام\u200cزدایی; ابهام زدایی",
    "fi": "täsmennyssivu; täsmennys",
    "ga": "idirdhealú",
    "gl": "homónimos",
    "he": "פירושונים",
    "hr": "razdvojba",
    "hu": "egyért; egyértelműsítő lap",
    "hy": "բազմիմաստություն",
    "id": "disambiguasi",
    "is": "aðgreining",
    "it": "disambigua",
    "ja": "aimai; 曖昧さ回避; 人名の曖昧さ回避; 地名の曖昧さ回避",
    "ko": "동음이의; 동명이인",
    "la": "discretiva",
    "lt": "nuorodinis",
    "lv": "nozīmju atdalīšana",
    "mk": "појаснување",
    "ms": "nyahkekaburan",
    "nl": "dp; doorverwijspagina",
    "nn": "fleirtyding",
    "no": "peker; pekerside",
    "pl": "ujednoznacznienie",
    "pt": "desambiguação",
    "ro": "dezambiguizare; dezamb",
    "ru": "однофамильцы",
    "sk": "rozlišovacia stránka",
    "sl": "razločitev",
    "sq": "kthjellim",
    "sr": "вишезначна одредница; višeznačna odrednica",
    "sv": "förgrening; gren; grensida",
    "tr": "anlam ayrımı; anlam ayrım",
    "uk": "багатозначність",
    "ur": "ضد ابہام",
    "vi": "trang định hướng; định hướng",
    "zh": "消歧义; 消歧義; 消歧义页; 消歧義頁; 人名消歧义; 人名消歧義",
}  # fmt: skip
_PREFIXES = re.compile("(?:template|subst|safesubst|vorlage|modèle|plantilla|шаблон|msg|predefinição|قالب):")
_MAX_DEPTH = 5  # of templates whose pages use templates
_MAX_PAGES = 1000  # pages of templates that are read for one article
_MAX_SHOWN = 500  # characters that such a page shows

# The page of a template by its name: what `transcluded` makes of it, None where there is none that is simple.
TemplatePages = Callable[[str], str | None]


class Expander:
    """Says what the templates of one page show; remembers whether one of them marks a disambiguation page.

    pages: the dump's own pages of templates, for those that are not known here.
    """

    def __init__(self, title: str, language: str, pages: TemplatePages | None = None) -> None:
        self.disambiguation = False
        self._pages = pages
        self._depth = self._read = 0
        self._title = title
        self._writer = writer_of(language)
        self._handlers = known_templates(language)
        self._silent = silent(language)
        self._of_disambiguation = _DISAMBIGUATION.union(names(_OWN_DISAMBIGUATION.get(language, "")))

    def expand(self, inside: str) -> str:
        """Returns what `{{inside}}` shows on a page; for an unknown template, a mark that text is missing."""
        before, bar, rest = inside.partition("|")
        name = normal_name(before)
        handler = self._handlers.get(name) or (self._handlers.get(before.strip()) if before.isupper() else None)
        arguments = split_arguments(rest) if bar else []
        if handler is not None:
            value = handler(Arguments(arguments)) or _missing(rest)
            return (self._page(name, arguments) or HOLE) if value == HOLE else value
        if name.startswith("lang-"):
            return self._foreign(f"{name[5:]}|{rest}") or _missing(rest)
        if name == "langx":
            return self._foreign(rest) or _missing(rest)
        if name in self._of_disambiguation:
            self.disambiguation = True
            return QUIET
        if ":" in name and (of_function := self._function(name, inside)) is not None:
            return of_function
        if name in _PAGE_NAMES:
            return self._title
        if name.endswith(_AROUND) and self._is_silent(name.removesuffix(_AROUND)):
            return Arguments(arguments).first("text", 1) or LOST
        if self._silent.fullmatch(name):
            return _silenced(name, arguments)
        shown = self._page(name, arguments)
        if (shown is None or _EMPTY.fullmatch(shown)) and silent("en").fullmatch(name):
            return _silenced(name, arguments)  # others copy them, but a name may mean something else with them
        if shown is not None:
            return shown
        return BOX if "\n" in inside.strip() else _missing(rest)

    def _is_silent(self, name: str) -> bool:
        return bool(self._silent.fullmatch(name) or silent("en").fullmatch(name))

    def _page(self, name: str, arguments: list[str]) -> str | None:
        """Returns what a template's page shows with these arguments; None unless it is text on one line."""
        if not self._pages or self._depth == _MAX_DEPTH or self._read == _MAX_PAGES:
            return None
        body = self._pages(name)
        if body is None:
            return None
        self._read += 1
        self._depth += 1
        try:
            shown = Scanner(self.expand, arguments=Arguments(arguments)).scan(body)
        finally:
            self._depth -= 1
        return shown if len(shown) <= _MAX_SHOWN and "\n" not in shown else None

    def _foreign(self, arguments: str) -> str:
        """A code of a language and a word in it."""
        values = Arguments(split_arguments(arguments))
        return label(self._writer, values[1].strip(), values.first(2, "text"), given=values["label"])

    def _function(self, name: str, inside: str) -> str | None:
        """Parser functions, `{{#if: test | then | else}}`, and templates with the name of their namespace."""
        if prefix := _PREFIXES.match(name):
            return self.expand(inside.strip()[prefix.end() :])
        function = name.partition(":")[0]
        first, *others = split_arguments(inside.partition(":")[2])
        first, branches = first.strip(), [other.strip() for other in others]
        if function in _CASES:
            return _CASES[function](first)
        if function in _BRANCHES:
            return _BRANCHES[function](first, branches)
        handler = self._handlers.get(function)
        if handler is None or function not in _FUNCTIONS:
            return None
        return handler(Arguments([f"{position}={value}" for position, value in enumerate([first, *others], 1)]))


def _silenced(name: str, arguments: list[str]) -> str:
    """The words that a mark of doubt stands around, or the mark of a template that shows nothing."""
    if PRONUNCIATIONS.fullmatch(name):
        return SPOKEN
    if INLINE_REFERENCES.fullmatch(name):
        return SHOWN
    return Arguments(arguments)["text"] or QUIET if AROUND_WORDS.fullmatch(name) else QUIET


def _missing(arguments: str) -> str:
    """The mark of a template that is not known: a note of doubt may go, what holds a number or words may not."""
    if all(map(OF_DOUBTS.fullmatch, arguments.split("|"))):
        return NOTE
    return LOST if _NUMBER.search(arguments) else HOLE


def _switch(test: str, cases: list[str]) -> str:
    """`{{#switch: a | a | b = 1 | #default = 2}}`; a case without a value falls through to the next that has one."""
    matched, default = False, ""
    for case in cases:
        key, equals, value = (part.strip() for part in case.partition("="))
        matched = matched or key == test
        if matched and equals:
            return value
        if key == "#default" and equals:
            default = value
    return default if not cases or "=" in cases[-1] else cases[-1]


_CASES: dict[str, Callable[[str], str]] = {
    "lc": str.lower,
    "uc": str.upper,
    "ucfirst": lambda text: text[:1].upper() + text[1:],
    "lcfirst": lambda text: text[:1].lower() + text[1:],
    "#ifexpr": lambda _: HOLE,
    "urlencode": lambda _: "",
}
_BRANCHES: dict[str, Callable[[str, list[str]], str]] = {
    "#if": lambda test, branches: [*branches, "", ""][0 if test else 1],
    "#ifeq": lambda test, branches: [*branches[1:], "", ""][0 if branches[:1] == [test] else 1],
    "#switch": _switch,
}
_FUNCTIONS = ("formatnum", "#expr", "#time", "#timel")
_PAGE_NAMES = ("pagename", "fullpagename", "basepagename", "subpagename")
_NUMBER = re.compile(r"\d")
_AROUND = " span"  # templates of these names stand around the words that others follow
_EMPTY = re.compile(r"(?:\s|<[^<>]*>)*+")
