"""Greek."""

from tweetctx.text.language import Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Greek",
    negations=words("δεν δε μη μην ποτέ χωρίς όχι ούτε κανένας καμία κανένα"),
    boundaries=Boundaries(
        ends=";\u037e",
    ),
    pronouns=words("αυτός αυτή αυτό αυτοί αυτές αυτά εκείνος εκείνη εκείνο"),
    connectives=phrases("""
        όμως, ωστόσο, επίσης, επιπλέον, έτσι, επομένως, αλλά, στη συνέχεια, για παράδειγμα, παρόλα αυτά
    """),
    disambiguation_title="αποσαφήνιση",
)
