"""`{{lang-xx|text}}`: a foreign word after the name of its language, as each Wikipedia names it."""

from __future__ import annotations

from functools import partial

from tweetctx.corpus.wikitext.templates.arguments import Arguments
from tweetctx.corpus.wikitext.templates.phrases import Templates, literal, names
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
_ADJECTIVES = {"Latein": "lateinisch"}  # of the German names that are not adjectives, the only one that has one
_JAPANESE_SHORT = {
    "en": "英", "fr": "仏", "de": "独", "es": "西", "it": "伊", "la": "羅", "ru": "露", "zh": "中", "pt": "葡",
    "nl": "蘭", "el": "希",
}  # fmt: skip
_ABBREVIATED = dict(zip(_RUSSIAN.split()[::2], _RUSSIAN.split()[1::2], strict=True))


# Templates with the codes of sports and of ISO 3166 show a flag, and the country's name.
_COUNTRIES = """
deu DE; ger DE; aut AT; che CH; sui CH; fra FR; ita IT; esp ES; prt PT; por PT; gbr GB; usa US; rus RU; jpn JP; chn CN
kor KR; bra BR; arg AR; mex MX; chl CL; col CO; nld NL; bel BE; pol PL; tur TR; swe SE; nor NO
dnk DK; fin FI; cze CZ; hun HU;  ukr UA; can CA; aus AU; nzl NZ; ind IN; egy EG; irl IE; cub CU
ury UY; ven VE; ecu EC; bol BO; pry PY
"""


def countries(writer: Writer) -> Templates:
    """`{{DEU}}`: the name of the country."""
    codes = (entry.split() for entry in names(_COUNTRIES))
    return {name: literal(writer.country_name(code)) for name, code in codes}


def labels(writer: Writer, templates: str) -> Templates:
    """`{{inglese|mill}}`: templates named after languages. templates: their names and codes, `inglese en`."""
    pairs = (entry.rpartition(" ") for entry in names(templates))
    return {name: partial(_labelled, writer, code) for name, _, code in pairs}


def _labelled(writer: Writer, code: str, arguments: Arguments) -> str:
    return label(writer, code, arguments[1])


def label(writer: Writer, code: str, text: str) -> str:
    """A foreign word with the name of its language before it, or alone where that is not known."""
    pattern = _PATTERNS.get(writer.language)
    name = writer.language_name(code)
    if writer.language == "ru":
        name = _ABBREVIATED.get(code.partition("-")[0], "")
    elif writer.language == "de":
        name = name.lower() if name.endswith("sch") else _ADJECTIVES.get(name, name)
    elif writer.language in ("fr", "es", "it", "pt"):
        name = name.lower()
    elif writer.language == "ja" and code.endswith("-short"):
        name = _JAPANESE_SHORT.get(code.removesuffix("-short"), name)
    return pattern.format(name, text) if pattern and name and text else text
