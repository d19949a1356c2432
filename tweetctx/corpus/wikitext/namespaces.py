"""What stands before the colon of a link: namespaces in the languages that are supported, and other wikis.

The names are those that MediaWiki's message files give, with their aliases; the English ones are understood everywhere.
"""

from __future__ import annotations

# Links to files show an image and its caption, links to categories nothing.
_FILES = "file image datei bild fichier archivo imagen файл изображение ficheiro bestand plik"
FILES = frozenset(_FILES.split())
CATEGORIES = frozenset(
    ("category", "kategorie", "catégorie", "categorie", "categoría", "categoria", "категория", "kategoria")
)
HIDDEN = FILES | CATEGORIES

# Prefixes of other projects; what is shown is the label, or the page's name without the prefix.
_PROJECTS = """
b c commons d doi foundation iarchive m media mediawiki meta mw n q s special species v voy w wikibooks wikidata
wikimedia wikinews wikipedia wikiquote wikisource wikispecies wikiversity wikivoyage wikt wiktionary
"""
PROJECTS = frozenset(_PROJECTS.split())

# Editions of Wikipedia whose codes have more than two letters; every two letters are taken for a code.
_CODES = """
ace ady als ang anp arc ary arz ast atj avk awa azb ban bar bcl bjn blk bpy bug bxr cbk-zam cdo ceb chr chy ckb crh
csb dag dga din diq dsb dty eml ext fat fiu-vro fon frp frr fur gag gan gcr glk gom gor got gpe guc gur guw hak haw
hif hsb hyw ilo inh jam jbo kaa kab kbd kbp kcg koi krc ksh lad lbe lez lfn lij lld lmo ltg lzh mad mai map-bms mdf
mhr min mni mnw mrj mwl myv mzn nah nan nap nds nds-nl new nia nov nqo nrm nso olo pag pam pap pcd pcm pfl pih pms
pnb pnt pwn rmy roa-rup roa-tara rue sah sat scn sco shi shn simple skr smn srn stq szl szy tay tcy tet tly tpi trv
tum tyv udm vec vep vls war wuu xal xmf zea zh-classical zh-min-nan zh-yue
"""
_LONG_CODES = frozenset(_CODES.split())


def is_language(prefix: str) -> bool:
    """Tell whether a prefix is the code of another Wikipedia, so that the link stands in the margin, not the text."""
    return (len(prefix) == 2 and prefix.isascii() and prefix.isalpha() and prefix.islower()) or prefix in _LONG_CODES


REDIRECT_WORDS = (
    "redirect",
    "weiterleitung",
    "redirection",
    "redirección",
    "redireccion",
    "перенаправление",
    "перенапр",
    "rinvia",
    "doorverwijzing",
    "redirecionamento",
    "patrz",
    "przekieruj",
    "omdirigering",
)
