"""`{{lang-xx|text}}`: a foreign word after the name of its language, as each Wikipedia names it."""

from __future__ import annotations

import re
from functools import partial

from babel.core import get_global

from tweetctx.corpus.holes import HOLE
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
_CODE = re.compile("[A-Z]{2,4}")
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


# Codes of the IOC and the FIFA that are not those of ISO 3166.
_SPORTS = """
ALG DZ; ANG AO; ARU AW; BAH BS; BAN BD; BAR BB; BER BM; BHU BT; BOT BW; BRU BN; BUL BG; BUR BF; CAM KH; CHA TD; CHI CL
CRC CR; CRO HR; DEN DK; ESA SV; FIJ FJ; GAM GM; GEQ GQ; GER DE; GRE GR; GRN GD; GUA GT; GUI GN; HAI HT; HON HN; INA ID
IRI IR; KSA SA; KUW KW; LAT LV; LBA LY; LES LS; MAD MG; MAS MY; MAW MW; MGL MN; MON MC; MRI MU; MTN MR; MYA MM; NCA NI
NED NL; NEP NP; NGA NG; NGR NG; NIG NE; OMA OM; PAR PY; PHI PH; POR PT; PUR PR; RSA ZA; SAM WS; SEY SC; SIN SG; SLO SI
SOL SB; SRI LK; SUD SD; SUI CH; TAN TZ; TOG TG; TRI TT; UAE AE; URU UY; VAN VU; VIE VN; ZAM ZM; ZIM ZW; UK GB; US US
"""
# Names that the English Wikipedia has otherwise than CLDR, or that are no countries by ISO 3166.
_NAMES = """
CZ Czech Republic; TR Turkey; CI Ivory Coast; HK Hong Kong; MM Myanmar; PS Palestine; CD DR Congo; MO Macau
ENG England; SCO Scotland; WAL Wales; NIR Northern Ireland; WIN West Indies; WI West Indies; URS Soviet Union
USSR Soviet Union; TCH Czechoslovakia; YUG Yugoslavia; FRG West Germany; GDR East Germany
"""
_OTHER_CODES = dict(entry.split() for entry in names(_SPORTS))
_ENGLISH_NAMES = {code: name for code, _, name in (entry.partition(" ") for entry in names(_NAMES))}


def flagged(writer: Writer, arguments: Arguments) -> str:
    """`{{flag|France}}`, `{{fb|FRA}}`: a country behind its flag, by its name or code; a hole for an unknown code."""
    given = arguments.first("name", 1, "text")
    if not _CODE.fullmatch(given):
        return given
    code = _OTHER_CODES.get(given) or _alpha_2(given)
    name = _ENGLISH_NAMES.get(code or given, "") if writer.language == "en" else ""
    return name or writer.country_name(code).replace(" & ", " and ") or HOLE


def _alpha_2(code: str) -> str:
    """The code of two letters of a country, by that of three."""
    codes = get_global("territory_aliases").get(code, ())
    return codes[0] if len(codes) == 1 else ""


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


def label(writer: Writer, code: str, text: str, *, given: str = "") -> str:
    """A foreign word with the name of its language before it, or alone where that is not known.

    given: the name that a page gives the language, "none" for none.
    """
    pattern = _PATTERNS.get(writer.language)
    name = "" if given == "none" else given or _name(writer, code)
    return pattern.format(name, text) if pattern and name and text else text


def _name(writer: Writer, code: str) -> str:
    """The name of a language as a label has it, "" for an unknown one."""
    name = writer.language_name(code)
    if writer.language == "ru":
        return _ABBREVIATED.get(code.partition("-")[0], "")
    if writer.language == "de":
        return name.lower() if name.endswith("sch") else _ADJECTIVES.get(name, name)
    if writer.language in ("fr", "es", "it", "pt"):
        return name.lower()
    if writer.language == "ja" and code.endswith("-short"):
        return _JAPANESE_SHORT.get(code.removesuffix("-short"), name)
    return name
