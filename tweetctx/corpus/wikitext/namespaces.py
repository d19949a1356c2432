"""Prefixes of links: namespaces in the supported languages, and other wikis.

The names are those of MediaWiki's message files. All are recognized in every Wikipedia, since no article's title begins
with one of them and a colon.
"""

from __future__ import annotations

from tweetctx.text.language import words

# Links to files show an image and its caption, links to categories nothing.
_FILES = words("""
file image datei bild fichier archivo imagen файл изображение
ficheiro imagem bestand afbeelding plik grafika fil tiedosto soubor súbor dosya kép fájl fitxer imatge berkas dosiero
зображення датотека datoteka slika αρχείο קובץ ملف پرونده चित्र ファイル 画像 文件 档案 檔案 圖像 파일
""")
_CATEGORIES = words("""
category kategorie catégorie categorie categoría categoria категория
kategoria kategori kategória kategorija kategorio luokka категорія категорија κατηγορία קטגוריה تصنيف رده श्रेणी
カテゴリ 分类 分類 분류
""")
HIDDEN = _FILES | _CATEGORIES

# Prefixes of pages that are not articles, besides files and categories.
NAMESPACES = HIDDEN | words("help module portal special talk template user wikipedia")

# Prefixes of other projects; what is shown is the label, or the page's name without the prefix.
PROJECTS = words("""
b c commons d doi foundation iarchive m media mediawiki meta mw n q s special species v voy w wikibooks wikidata
wikimedia wikinews wikipedia wikiquote wikisource wikispecies wikiversity wikivoyage wikt wiktionary
""")

# Editions of Wikipedia whose codes have more than two letters; every two letters are taken for a code.
_LONG_CODES = words("""
ace ady als ang anp arc ary arz ast atj avk awa azb ban bar bcl bjn blk bpy bug bxr cbk-zam cdo ceb chr chy ckb crh
csb dag dga din diq dsb dty eml ext fat fiu-vro fon frp frr fur gag gan gcr glk gom gor got gpe guc gur guw hak haw
hif hsb hyw ilo inh jam jbo kaa kab kbd kbp kcg koi krc ksh lad lbe lez lfn lij lld lmo ltg lzh mad mai map-bms mdf
mhr min mni mnw mrj mwl myv mzn nah nan nap nds nds-nl new nia nov nqo nrm nso olo pag pam pap pcd pcm pfl pih pms
pnb pnt pwn rmy roa-rup roa-tara rue sah sat scn sco shi shn simple skr smn srn stq szl szy tay tcy tet tly tpi trv
tum tyv udm vec vep vls war wuu xal xmf zea zh-classical zh-min-nan zh-yue
""")


def is_language(prefix: str) -> bool:
    """Whether a prefix is the code of another Wikipedia, whose links are in the margin, not in the text."""
    two_letters = len(prefix) == 2 and prefix.isascii() and prefix.isalpha() and prefix.islower()
    return prefix in _LONG_CODES or (two_letters and prefix not in PROJECTS)


REDIRECT_WORDS = words("""
redirect weiterleitung redirection redirección redireccion перенаправление перенапр rinvia doorverwijzing
redirecionamento patrz przekieruj omdirigering
""")
