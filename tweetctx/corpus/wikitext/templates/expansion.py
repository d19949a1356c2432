"""From the inside of `{{...}}` to its text: names, parser functions, families of templates."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tweetctx.corpus.wikitext.templates.arguments import Arguments
from tweetctx.corpus.wikitext.templates.english import ENGLISH
from tweetctx.corpus.wikitext.templates.languages import label
from tweetctx.corpus.wikitext.templates.local import LOCAL
from tweetctx.corpus.wikitext.templates.phrases import names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tweetctx.corpus.wikitext.templates.phrases import Handler

DISAMBIGUATION = frozenset(
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
_PREFIXES = ("template:", "subst:", "safesubst:", "vorlage:", "modèle:", "plantilla:", "шаблон:", "msg:")


@cache
def _handlers(language: str) -> Mapping[str, Handler]:
    """The templates of a Wikipedia by name; its own before the ones of the English Wikipedia."""
    return {**ENGLISH, **LOCAL.get(language, {})}


class Expander:
    """Says what the templates of one page show; remembers whether one of them marks a disambiguation page."""

    def __init__(self, title: str, language: str) -> None:
        self.disambiguation = False
        self._title = title
        self._language = language
        self._handlers = _handlers(language)

    def expand(self, inside: str) -> str:
        """Return what `{{inside}}` shows; the empty string for a template that is not known to carry text."""
        end = inside.find("|")
        name = _normal(inside if end < 0 else inside[:end])
        handler = self._handlers.get(name)
        if handler is not None:
            return handler(Arguments(inside[end + 1 :].split("|") if end >= 0 else []))
        if name.startswith("lang-"):
            return self._foreign(f"{name[5:]}|{inside[end + 1 :] if end >= 0 else ''}")
        if name == "langx":
            return self._foreign(inside[end + 1 :])
        if name in DISAMBIGUATION:
            self.disambiguation = True
        elif ":" in name:
            return self._function(name, inside)
        elif name in ("pagename", "fullpagename", "basepagename", "subpagename"):
            return self._title
        return ""

    def _foreign(self, arguments: str) -> str:
        """A code of a language and a word in it."""
        values = Arguments(arguments.split("|"))
        return label(values[1].strip(), values.first(2, "text"), self._language)

    def _function(self, name: str, inside: str) -> str:
        """Parser functions, `{{#if: test | then | else}}`, and templates with the name of their namespace."""
        for prefix in _PREFIXES:
            if name.startswith(prefix):
                return self.expand(inside.strip()[len(prefix) :])
        function = name.partition(":")[0]
        first, *others = inside.partition(":")[2].split("|")
        first = first.strip()
        branches = [other.strip() for other in others] + ["", ""]
        match function:
            case "#if":
                return branches[0 if first else 1]
            case "#ifeq":
                return branches[1 if first == branches[0] else 2] if len(branches) > 2 else ""
            case "lc":
                return first.lower()
            case "uc":
                return first.upper()
            case "ucfirst":
                return first[:1].upper() + first[1:]
            case "lcfirst":
                return first[:1].lower() + first[1:]
        handler = self._handlers.get(function)
        return handler(Arguments([f"1={first}", *others])) if handler and function in _FUNCTIONS else ""


_FUNCTIONS = ("formatnum", "#expr", "#time", "#timel")


def _normal(name: str) -> str:
    name = name.strip().lower()
    return " ".join(name.replace("_", " ").split()) if "_" in name or " " in name or "\n" in name else name
