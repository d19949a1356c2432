"""`{{lang-xx|text}}`: a foreign word behind the name of its language, as each Wikipedia names it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tweetctx.corpus.wikitext.templates.writer import Writer

_PATTERNS = {
    "en": "{}: {}", "de": "{} {}", "fr": "en {} : {}", "es": "en {}: {}", "it": "in {} {}", "pt": "em {}: {}",
    "ru": "{} {}", "ja": "{}: {}", "ar": "ب{}: {}",
}  # fmt: skip
# The Russian Wikipedia abbreviates the adjective, for which CLDR has no form.
_RUSSIAN = """
ar араб. be белор. bg болг. ca кат. cs чеш. da дат. de нем. el греч. en англ. es исп. et эст. eu баск. fa
перс. fi фин. fr фр. ga ирл. gl галис. grc др.-греч. he ивр. hi хинди hr хорв. hu венг. hy арм. is исл. it
итал. ja яп. ka груз. kk каз. ko кор. la лат. lt лит. lv латыш. mk макед. mn монг. nl нидерл. no норв. pl
польск. pt порт. ro рум. sa санскр. sk словацк. sl словен. sq алб. sr серб. sv швед. th тайск. tr тур. uk укр.
uz узб. vi вьетн. yi идиш zh кит.
"""
_ADJECTIVES = {("de", "Latein"): "lateinisch"}  # the one name that is no adjective
_ABBREVIATED = dict(zip(_RUSSIAN.split()[::2], _RUSSIAN.split()[1::2], strict=True))


def label(writer: Writer, code: str, text: str) -> str:
    """Return a foreign word with the name of its language before it, or alone where that is not known."""
    pattern = _PATTERNS.get(writer.language)
    name = writer.language_name(code)
    if writer.language == "ru":
        name = _ABBREVIATED.get(code.partition("-")[0], "")
    elif writer.language in ("de", "fr", "es", "it", "pt"):
        name = _ADJECTIVES.get((writer.language, name), name.lower())
    return pattern.format(name, text) if pattern and name and text else text
