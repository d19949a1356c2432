"""The words that decide whether a full stop parts two sentences of English.

spaCy's tokenizer knows some hundred abbreviations of English. Here are those that Wikipedia adds, and those of spaCy's
that deserve more trust than the rest. Abbreviations are written without their last full stop.
"""

from __future__ import annotations

import re
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING

import regex

from tweetctx.text.boundaries.boundaries import Boundaries, words
from tweetctx.text.unicode import encodable

if TYPE_CHECKING:
    from spacy.language import Language

# A name or a number follows these: the sentence goes on whatever the next word is.
NEVER_LAST = words("""
    Mr Mrs Ms Messrs Mme Mlle Mx Dr Drs Prof Profs Fr Rev Revd Hon Rt Ven Msgr Mgr Bp Abp St Ste Sts Sta Ss Bl Sra Srta
    Gen Gens Lieut Lt Ltn Col Cols Capt Cpt Maj Sgt Cpl Pvt Pfc Adm Cmdr Cdr Comdr Cmdt Brig Sqn Flt Ens Supt Insp Det
    Pres Gov Govs Sen Sens Rep Reps Amb Atty Asst Wm Geo Chas Jas Thos Robt Benj Mt Mts Ft No Nos Nr Mk Rs ₨ vs v
    cf cfr viz c ca fl lit pp approx incl esp feat pron né née Pty i.e e.g I.e E.g a.k.a d.b.a c/o
""")

# These do end sentences at times: there is a boundary before a word that opens sentences, and only there.
SELDOM_LAST = words("""
    Ave Blvd Rd Hwy Rte Ctr Mtn Twp Prov Dist Terr Dept Univ Assn Assoc Natl Intl Int'l Inst Acad Soc Bn Regt Div Sec
    Jr Sr Esq Bros Cie Mfg Op op posth Vol Vols vol vols voll Ed Eds ed eds trans transl tr illus repr rev est no nos
    p ch chap sec fig figs Fig Figs Pt pt ser Ser al cit ibid lb lbs oz ft sq hr hrs min max avg temp ref tel Tel ext
    orig publ masc fem pl abbr abbrev adj adv sp spp ssp subsp var cv syn Lat lat Gr Ger Eng Gk Heb Bibl Proc Phys Lett
    Sci Amer Tues Thurs Chr Th Ph Jer Isa Ps Deut Lev Exod Ezek Thess Cor Ver Ing
""")

# Names that end in a mark of exclamation or interrogation, for the same boundaries.
MARKED_NAMES = words("Yahoo! Jeopardy! Oliver! Oklahoma! SmackDown! Panic! Wham! Kerrang! Yum! Tora! E! Therapy?")

# Words that open sentences. What follows an abbreviation in the same sentence is a name, a number or lower case.
OPENERS = words("""
    A About According Additionally After Afterwards All Also Although Among An Another Any Around As At Because Before
    Both But By Despite During Each Eventually Every Finally Following For From Furthermore He Hence Her Here His How
    However I If In Initially Instead It Its Later Many Meanwhile Moreover Most My Nevertheless Not Now On Once One Only
    Originally Other Others Our Over Prior Several She Similarly Since So Some Soon Subsequently Such That The Their
    Then There Therefore These They This Those Though Through Throughout Thus To Today Two Under Unlike Until Upon Was
    We Were What When Where Which While Who Whose Why With Within Without Yet You Your
""")

# The openers that are surnames or initials too: after a single initial they may be one (J. He, Y. S. An, J. A. Smith).
# The others began a sentence in each of 200 places of Wikipedia looked at (vitamin C. In, 30 °C. At, Serie A. For).
DOUBTFUL_OPENERS = words("A An He Her I My She So Soon To We Was Yet You")

# No abbreviation looks like these (5%. 150m. 3D. LaTeX. R&B. km/h.), nor is any as long: the tokenizer is not asked.
_ORDINARY = regex.compile(
    r"""(?: [^\p{L}\p{M}] | \p{N}\p{L} | [\p{Ll}\p{N}]\p{Lu} | [/&]\p{L}+ | (?<!\p{L})\p{Ll}{3,} | \p{Ll}{7} )\.$""",
    regex.VERBOSE,
)

# Of words that look like these, Indiana. or NATO., the tokenizer parts the full stop unless it knows them, or what is
# before it.
_PARTED = re.compile(r"[A-Za-z]*(?:[a-z]|[A-Z]{2})\.")

_ASKING = Lock()


@cache
def _english() -> Language:
    import spacy

    return spacy.blank("en")


@cache
def _known() -> frozenset[str]:
    known = _english().Defaults.tokenizer_exceptions
    return frozenset(known) | {f"{word}." for word in known}


def stands_alone(word: str) -> bool:
    """Say whether spaCy's tokenizer parts the last full stop from its word, so that its sentencizer would end there."""
    if (_PARTED.fullmatch(word) and word not in _known()) or _ORDINARY.search(word):
        return True
    with _ASKING, _english().memory_zone():  # the zone forgets the word: a Wikipedia has a million
        return _english().tokenizer(encodable(word))[-1].text == "."


ENGLISH = Boundaries(
    NEVER_LAST,
    SELDOM_LAST,
    OPENERS,
    DOUBTFUL_OPENERS,
    MARKED_NAMES,
    opening=r"""\p{Ps}\p{Pi}"'""",
    closing=r"""\p{Pe}\p{Pf}"'""",
    quotations=(("“", "”"),),
    spaces=False,
    stands_alone=stands_alone,
)
