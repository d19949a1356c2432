"""Prefixes of links: namespaces in the supported languages, and other wikis.

The names are those of MediaWiki's message files. All are recognized in every Wikipedia, since no article's title begins
with one of them and a colon.
"""

from __future__ import annotations

import html
import re
from functools import cache

from babel import Locale

from tweetctx.text.language import words

# Links to files show an image and its caption, links to categories nothing. Old names are known as well as today's.
FILES = words("""
file image lêer beeld ملف صورة fayl şəkil файл выява картинка изображение চিত্র fitxer imatge soubor obrázek fil billede
datei bild dataja wobraz αρχείο εικόνα dosiero archivo imagen pilt fail fitxategi irudi پرونده تصویر tiedosto kuva mynd
fichier íomhá faidhle ficheiro imaxe ચિત્ર קובץ תמונה चित्र slika datoteka fichye fájl kép պատկեր berkas gambar immagine
ファイル 画像 სურათი ფაილი ಚಿತ್ರ 파일 그림 wêne сүрөт fasciculus imago vaizdas attēls податотека слика പ്രമാണം ചിത്രം imej
bilde bestand afbeelding plik grafika imagem arquivo fișier fişier imagine súbor obrázok skeda figura датотека படிமம்
దస్త్రం బొమ్మ talaksan larawan dosya resim рәсем зображення فائل hình טעקע בילד delwedd restr 文件 档案 檔案 图像 圖像
tập_tin
""") | {"tập tin"}
_CATEGORIES = words("""
category kategorie catégorie categorie categoría categoria категория катэгорыя
kategoria kategori kategória kategorija kategorio luokka категорија категорія κατηγορία קטגוריה تصنيف رده श्रेणी
kateqoriya kategooria catagóir বিষয়শ্রেণী flokkur կատեգորիա კატეგორია ವರ್ಗ വർഗ്ഗം kategorî वर्ग பகுப்பு వర్గం kategorya
төркем زمرہ カテゴリ 分类 分類 분류 thể_loại
""") | {"thể loại"}
HIDDEN = FILES | _CATEGORIES

# Prefixes of pages that are not articles, besides files and categories.
NAMESPACES = HIDDEN | words("help module portal special talk template user wikipedia")

# Prefixes of other projects; what is shown is the label, or the page's name without the prefix.
PROJECTS = words("""
b c commons d doi foundation iarchive m media mediawiki meta mw n q s special species v voy w wikibooks wikidata
wikimedia wikinews wikipedia wikiquote wikisource wikispecies wikiversity wikivoyage wikt wiktionary
""")

# Editions of Wikipedia whose codes have more than two letters: those of Wikimedia's own list, `langlist` in its
# operations/mediawiki-config, and of newer ones. CLDR knows the codes of most languages that may follow.
_LONG_CODES = words("""
ace ady als alt ami ang ann anp arc ary arz ast atj avk awa azb ban bar bat-smg bcl bdr be-tarask be-x-old bjn blk bpy
btm bug bxr cbk-zam cdo ceb cho chr chy ckb crh csb dag dga din diq dsb dty eml ext fat fiu-vro fon frp frr fur gag
gan gcr glk gom gor got gpe gsw guc gur guw hak haw hif hsb hyw iba ilo inh jam jbo kaa kab kbd kbp kcg koi krc ksh
kus lad lbe lez lfn lij lld lmo lrc ltg lzh mad mai map-bms mdf mhr min mni mnw mos mrj mus mwl myv mzn nah nan nap
nds nds-nl new nia nov nqo nrm nso nup olo pag pam pap pcd pcm pdc pfl pih pms pnb pnt pwn rmy roa-rup roa-tara rsk
rue rup sah sat scn sco sgs shi shn shy simple skr smn srn stq syl szl szy tay tcy tdd tet tly tpi trv tum tyv udm vec
vep vls vro war wuu xal xmf yue zea zgh zh-classical zh-cn zh-min-nan zh-tw zh-yue
""")
_CODE = re.compile(r"[a-z]{2,3}(?:-[a-z]{1,10}){,2}")


@cache
def _known_codes() -> frozenset[str]:
    known = (str(code).lower().replace("_", "-") for code in Locale("en").languages)
    return (_LONG_CODES | frozenset(known)) - PROJECTS


def is_language(prefix: str) -> bool:
    """Whether a prefix is the code of another Wikipedia, whose links are in the margin, not in the text."""
    return (
        _CODE.fullmatch(prefix) is not None
        and (prefix in _known_codes() or (len(prefix) == 2 and prefix not in PROJECTS))
    ) or prefix == "simple"


def may_be_language(prefix: str) -> bool:
    """Whether a prefix has the shape of such a code, as that of an edition founded later has."""
    return _CODE.fullmatch(prefix) is not None and prefix not in PROJECTS and prefix not in NAMESPACES


_REDIRECTS = words("""
redirect weiterleitung redirection redirección redireccion перенаправление перенапр rinvia rimando doorverwijzing
redirecionamento patrz przekieruj przekierowanie tam omdirigering omdiriger ohjaus uudelleenohjaus přesměruj átirányítás
yönlendirme yönlendi̇rme yönlendir alih đổi перенаправлення перенапр redirecteaza ανακατευθυνση הפניה تحويل تغییر_مسیر
تغییرمسیر अनुप्रेषित पुनर्प्रेषित 転送 リダイレクト 重定向 重新導向 넘겨주기 redirecció birzuzendu preusmjeri преусмери
preusmeri preusmeritev presmeruj
suuna peradresavimas пренасочване виж пренасочување перанакіраванне გადამისამართება վերահղում
เปลี่ยนทาง পুনর্নির্দেশ வழிமாற்று ദാറിമാർഗ്ഗം తిరుగుబాటు alidirektu ohjaus doorverwys adkas
ail-cyfeirio athsheoladh tilvísun рэдырэкт айдау бағытта yo'naltirish istiqamətləndirmə
""")
_REDIRECT = re.compile(
    rf"\s*#\s*(?:{'|'.join(sorted(_REDIRECTS, key=len, reverse=True))})\s*:?\s*\[\[([^\[\]|{{}}\n]+)",
    re.IGNORECASE,
)


def redirect_target(wikitext: str) -> str | None:
    """Returns the title that a page redirects to: first letter capital, spaces, no section; None for other pages."""
    match = _REDIRECT.match(wikitext)
    if match is None:
        return None
    target = html.unescape(match[1]).partition("#")[0].replace("_", " ")
    target = " ".join(target.split()).removeprefix(":").strip()
    return target[:1].upper() + target[1:] if target else None
