"""The templates of each Wikipedia, by their names in lower case."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from tweetctx.corpus.wikitext.templates import asian, european
from tweetctx.corpus.wikitext.templates.french import french_templates
from tweetctx.corpus.wikitext.templates.phrases import Handler, Templates
from tweetctx.corpus.wikitext.templates.shared import shared_templates
from tweetctx.corpus.wikitext.templates.writer import Writer, writer_of

_OWN: dict[str, Callable[[Writer], Templates]] = {
    "de": european.german_templates,
    "fr": french_templates,
    "es": european.spanish_templates,
    "it": european.italian_templates,
    "ru": european.russian_templates,
    "pt": european.portuguese_templates,
    "ja": asian.japanese_templates,
    "ar": asian.arabic_templates,
}
LANGUAGES = ("en", *_OWN)


@cache
def known_templates(language: str) -> Mapping[str, Handler]:
    """The templates of a Wikipedia by name; its own before the ones of the English Wikipedia, which others copy."""
    writer = writer_of(language)
    shared = shared_templates(writer)
    return shared | _OWN[language](writer) if language in _OWN else shared
