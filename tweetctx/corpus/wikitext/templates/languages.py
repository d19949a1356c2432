"""`{{lang-xx|text}}`: a language and its code, as each Wikipedia names it before a foreign word."""

from __future__ import annotations

# code: English; where other Wikipedias have the template, German, French, Spanish and Russian after it.
_NAMES = """
ar: Arabic, arabisch, arabe, árabe, араб.
be: Belarusian, belarussisch, biélorusse, bielorruso, белор.
bg: Bulgarian, bulgarisch, bulgare, búlgaro, болг.
ca: Catalan, katalanisch, catalan, catalán, кат.
cs: Czech, tschechisch, tchèque, checo, чеш.
da: Danish, dänisch, danois, danés, дат.
de: German, deutsch, allemand, alemán, нем.
el: Greek, griechisch, grec, griego, греч.
en: English, englisch, anglais, inglés, англ.
es: Spanish, spanisch, espagnol, español, исп.
et: Estonian, estnisch, estonien, estonio, эст.
eu: Basque, baskisch, basque, euskera, баск.
fa: Persian, persisch, persan, persa, перс.
fi: Finnish, finnisch, finnois, finés, фин.
fr: French, französisch, français, francés, фр.
ga: Irish, irisch, irlandais, irlandés, ирл.
gl: Galician, galicisch, galicien, gallego, галис.
grc: Ancient Greek, altgriechisch, grec ancien, griego antiguo, др.-греч.
he: Hebrew, hebräisch, hébreu, hebreo, ивр.
hi: Hindi, Hindi, hindi, hindi, хинди
hr: Croatian, kroatisch, croate, croata, хорв.
hu: Hungarian, ungarisch, hongrois, húngaro, венг.
hy: Armenian, armenisch, arménien, armenio, арм.
is: Icelandic, isländisch, islandais, islandés, исл.
it: Italian, italienisch, italien, italiano, итал.
ja: Japanese, japanisch, japonais, japonés, яп.
ka: Georgian, georgisch, géorgien, georgiano, груз.
kk: Kazakh, kasachisch, kazakh, kazajo, каз.
ko: Korean, koreanisch, coréen, coreano, кор.
la: Latin, lateinisch, latin, latín, лат.
lt: Lithuanian, litauisch, lituanien, lituano, лит.
lv: Latvian, lettisch, letton, letón, латыш.
mk: Macedonian, mazedonisch, macédonien, macedonio, макед.
mn: Mongolian, mongolisch, mongol, mongol, монг.
nl: Dutch, niederländisch, néerlandais, neerlandés, нидерл.
no: Norwegian, norwegisch, norvégien, noruego, норв.
pl: Polish, polnisch, polonais, polaco, польск.
pt: Portuguese, portugiesisch, portugais, portugués, порт.
ro: Romanian, rumänisch, roumain, rumano, рум.
ru: Russian, russisch, russe, ruso, рус.
sa: Sanskrit, Sanskrit, sanskrit, sánscrito, санскр.
sk: Slovak, slowakisch, slovaque, eslovaco, словацк.
sl: Slovene, slowenisch, slovène, esloveno, словен.
sq: Albanian, albanisch, albanais, albanés, алб.
sr: Serbian, serbisch, serbe, serbio, серб.
sv: Swedish, schwedisch, suédois, sueco, швед.
th: Thai, thailändisch, thaï, tailandés, тайск.
tr: Turkish, türkisch, turc, turco, тур.
uk: Ukrainian, ukrainisch, ukrainien, ucraniano, укр.
uz: Uzbek, usbekisch, ouzbek, uzbeko, узб.
vi: Vietnamese, vietnamesisch, vietnamien, vietnamita, вьетн.
yi: Yiddish, jiddisch, yiddish, yidis, идиш
zh: Chinese, chinesisch, chinois, chino, кит.
af: Afrikaans; am: Amharic; ang: Old English; arc: Aramaic; az: Azerbaijani; ber: Berber; bn: Bengali; bo: Tibetan
br: Breton; bs: Bosnian; cop: Coptic; cy: Welsh; enm: Middle English; eo: Esperanto; fil: Filipino; fo: Faroese
fro: Old French; fy: West Frisian; gd: Scottish Gaelic; goh: Old High German; gu: Gujarati; ha: Hausa; haw: Hawaiian
id: Indonesian; ig: Igbo; kn: Kannada; ku: Kurdish; ky: Kyrgyz; lb: Luxembourgish; mi: Maori; ml: Malayalam; mr: Marathi
ms: Malay; mt: Maltese; my: Burmese; nah: Nahuatl; nb: Norwegian; nds: Low German; ne: Nepali; nn: Norwegian Nynorsk
non: Old Norse; oc: Occitan; ota: Ottoman Turkish; pa: Punjabi; ps: Pashto; qu: Quechua; rm: Romansh; rus: Russian
sco: Scots; si: Sinhala; so: Somali; sw: Swahili; syr: Syriac; ta: Tamil; te: Telugu; tg: Tajik; tk: Turkmen
tl: Tagalog; tt: Tatar; ur: Urdu; xh: Xhosa; yo: Yoruba; zu: Zulu
"""
_COLUMNS = {"en": 0, "de": 1, "fr": 2, "es": 3, "ru": 4}
_PATTERNS = {"en": "{}: {}", "de": "{} {}", "fr": "en {} : {}", "es": "en {}: {}", "ru": "{} {}"}
_TABLE = {
    code.strip(): tuple(name.strip() for name in names.split(","))
    for entry in _NAMES.replace("\n", ";").split(";")
    for code, colon, names in [entry.partition(":")]
    if colon
}


def label(code: str, text: str, language: str) -> str:
    """Return a foreign word with the name of its language before it, in the language of the Wikipedia it stands in.

    >>> label("de", "Hund", "en"), label("de", "Hund", "fr")
    ('German: Hund', 'en allemand : Hund')
    """
    column = _COLUMNS.get(language, len(_COLUMNS))
    names = _TABLE.get(code) or _TABLE.get(code.partition("-")[0], ())
    if not text or column >= len(names):
        return text
    return _PATTERNS[language].format(names[column], text)
