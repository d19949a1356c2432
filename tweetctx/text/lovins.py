"""The Lovins stemmer.

J. B. Lovins, "Development of a Stemming Algorithm", Mechanical Translation and Computational Linguistics 11 (1968),
22-31. The longest ending whose condition the rest of the word meets is removed (Appendices A and B); then, whether or
not one was, the end of the stem is recoded (Appendix C): one of two equal consonants goes, and at most one of the
spelling rules is applied.

The tables follow the reprint at snowballstem.org/algorithms/lovins and were compared with those of Weka, Whoosh and
Abydos, which differ from the paper or from each other. Decided here:

- The ending is "elily" (Weka, which sets "elity" apart as not the paper's; Whoosh), not "elity" (Snowball, Abydos).
- Rule 30 is printed "end"; "ent" is meant (so Porter): it stands among the rules for -t, and as printed it would
  undo the exception of rule 24. Weka follows the print.
- "alist" is an ending, and BB forbids both "met" and "ryst" in a stem of any length (not so in the C version by
  Huynh, which Weka's compatibility mode keeps).
- The s of condition N is the third letter from the end of the stem (Whoosh looks at the last).
- The minimum of two letters holds for recoding too, which the appendices leave open: "ssa" becomes "ss", "ula" "ul".
- The list counts the endings 's and s' among its 294. They are kept, but no word of letters alone ends in them.
"""

from __future__ import annotations

from collections.abc import Callable

Condition = Callable[[str], bool]

_MIN_STEM = 2


def _after_l_i_or_u_e(stem: str) -> bool:
    """Conditions K and X: after l, i, or e with a u two letters before it."""
    return stem[-1] in "li" or (stem[-1] == "e" and stem[-3:-2] == "u")


# Appendices A and B: what the stem must be like, and the endings that are removed if it is. Every stem has at least
# two letters, so the predicates may look at two.
_REMOVALS: dict[str, tuple[Condition, str]] = {
    "A": (
        lambda _: True,
        """
        arizability
        antialness arisations arizations entialness
        antaneous antiality arisation arization ativeness entations entiality entialize entiation ionalness istically
        itousness izability izational
        ableness arizable entation entially eousness ibleness icalness ionalism ionality ionalize iousness izations
        lessness
        ability aically alities aristic arizing ateness atingly atively ativism encible entally entials entiate
        entness fulness ibility icalism icalist icality icalize icianry ination ingness ionally isation ishness
        istical iteness iveness ivistic ivities izement oidally ousness
        aceous alness ancial ancies ariser arized arizer atable atives efully encies encing ential entist eously
        ialist iality ialize ically icance icians icists ifully ionals ioning ionist iously istics lessly nesses
        oidism
        acies acity aical alist ality alize arial aries arily arize aroid ately ative ators atory ehood eless elily
        ement enced ences ental ently fully ially icant ician icide icism icist icity iedly ihood inate iness ional
        ioned ished istic ities itous ively ivity oidal oides otide ously
        able ably aric ates ator eful eity ence ency eous hood ials ians ible ibly ical iers iful ious ists less lily
        ness ogen ward wise yish
        acy aic ata ate ese ful ial ian ics ied ier ily ist ity ium ive oid ous
        ae ia ic is 's s'
        a e i o
        """,
    ),
    "B": (
        lambda stem: len(stem) >= 3,
        """
        alistically izationally ationally alistic ational acious ancing ations aging alism anced ances arity ation
        ingly ages ally ance ancy ants atic ions isms ying age ant ism as ly y
        """,
    ),
    "C": (lambda stem: len(stem) >= 4, "allically enting antic ented ent ish"),
    "D": (lambda stem: len(stem) >= 5, "ionate"),
    "E": (
        lambda stem: stem[-1] != "e",
        "eableness ariness elihood izable ature eness ening edly ened enly ely ene ery ed es",
    ),
    "F": (lambda stem: len(stem) >= 3 and stem[-1] != "e", "ization izers izing ized izer ary ize en"),
    "G": (lambda stem: len(stem) >= 3 and stem[-1] == "f", "ication action"),
    "H": (lambda stem: stem.endswith(("t", "ll")), "itic"),
    "I": (lambda stem: stem[-1] not in "oe", "ating idine ated"),
    "J": (lambda stem: stem[-1] not in "ae", "inism"),
    "K": (lambda stem: len(stem) >= 3 and _after_l_i_or_u_e(stem), "arly"),
    "L": (lambda stem: stem[-1] not in "uxs" or stem.endswith("os"), "ides ide"),
    "M": (lambda stem: stem[-1] not in "acem", "ines ine"),
    "N": (lambda stem: len(stem) >= 4 or (len(stem) == 3 and stem[0] != "s"), "ings ing"),
    "O": (lambda stem: stem[-1] in "li", "ars"),
    "P": (lambda stem: stem[-1] != "c", "ies"),
    "Q": (lambda stem: len(stem) >= 3 and stem[-1] not in "ln", "ion"),
    "R": (lambda stem: stem[-1] in "nr", "one yl"),
    "S": (lambda stem: stem.endswith(("dr", "t")) and not stem.endswith("tt"), "on"),
    "T": (lambda stem: stem[-1] in "st" and not stem.endswith("ot"), "or"),
    "U": (lambda stem: stem[-1] in "lmnr", "um"),
    "V": (lambda stem: stem[-1] == "c", "us"),
    "W": (lambda stem: stem[-1] not in "su", "s"),
    "X": (_after_l_i_or_u_e, "ar"),
    "Y": (lambda stem: stem.endswith("in"), "early ealy eal ear"),
    "Z": (lambda stem: stem[-1] != "f", "eature"),
    "AA": (lambda stem: stem.endswith(("d", "f", "ph", "th", "l", "er", "or", "es", "t")), "ite"),
    "BB": (lambda stem: len(stem) >= 3 and not stem.endswith(("met", "ryst")), "allic als al"),
    "CC": (lambda stem: stem[-1] == "l", "inity"),
}

_ENDINGS = {ending: condition for condition, endings in _REMOVALS.values() for ending in endings.split()}
_LONGEST = max(map(len, _ENDINGS))

# Appendix C. Rule 1: the consonants of which a stem keeps only one at its end.
_DOUBLED = "bdglmnprst"
# Rules 2 to 34: an end of the stem, what takes its place, and the letters before it that forbid that.
_RECODINGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "iev": ("ief", ()),  # 2
    "uct": ("uc", ()),
    "umpt": ("um", ()),
    "rpt": ("rb", ()),
    "urs": ("ur", ()),
    "istr": ("ister", ()),  # 7
    "metr": ("meter", ()),  # 7a
    "olv": ("olut", ()),
    "ul": ("l", ("a", "o", "i")),
    "bex": ("bic", ()),  # 10
    "dex": ("dic", ()),
    "pex": ("pic", ()),
    "tex": ("tic", ()),
    "ax": ("ac", ()),
    "ex": ("ec", ()),  # 15
    "ix": ("ic", ()),
    "lux": ("luc", ()),
    "uad": ("uas", ()),
    "vad": ("vas", ()),
    "cid": ("cis", ()),  # 20
    "lid": ("lis", ()),
    "erid": ("eris", ()),
    "pand": ("pans", ()),
    "end": ("ens", ("s",)),
    "ond": ("ons", ()),  # 25
    "lud": ("lus", ()),
    "rud": ("rus", ()),
    "her": ("hes", ("p", "t")),
    "mit": ("mis", ()),
    "ent": ("ens", ("m",)),  # 30
    "ert": ("ers", ()),
    "et": ("es", ("n",)),
    "yt": ("ys", ()),
    "yz": ("ys", ()),
}


def stem(word: str) -> str:
    """Returns the stem of a lower-case word.

    A word of one or two letters, or one that holds anything but the letters a to z, is its own stem. A stem is no
    shorter than two letters and is not meant to be a word. To stem a stem again may change it.
    """
    if len(word) <= _MIN_STEM or not (word.isascii() and word.isalpha() and word.islower()):
        return word
    return _recode(_undouble(_remove_ending(word)))


def _remove_ending(word: str) -> str:
    for length in range(min(_LONGEST, len(word) - _MIN_STEM), 0, -1):
        allows = _ENDINGS.get(word[-length:])
        if allows is not None and allows(word[:-length]):
            return word[:-length]
    return word


def _undouble(stem: str) -> str:
    if len(stem) > _MIN_STEM and stem[-1] == stem[-2] and stem[-1] in _DOUBLED:
        return stem[:-1]
    return stem


def _recode(stem: str) -> str:
    # Longest first, or rule 15 would take what is meant for rules 10 to 13. No other two can match the same stem.
    for length in (4, 3, 2):
        if rule := _RECODINGS.get(stem[-length:]):
            replacement, forbidding = rule
            rest = stem[:-length]
            if rest.endswith(forbidding) or len(rest) + len(replacement) < _MIN_STEM:
                return stem
            return rest + replacement
    return stem
