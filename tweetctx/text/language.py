"""The record of one language; `tweetctx.text.languages` has a TOML file for each.

In these files words are separated by spaces, phrases by commas; pairs are words with an equals sign between them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

_MONTHS: Final = 12  # of a calendar, before the days of the week


def words(text: str) -> frozenset[str]:
    """Splits a table of words."""
    return frozenset(text.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Boundaries:
    """The words and marks that decide where a sentence ends.

    Abbreviations are written without their last full stop and without inner spaces (z. B. is z.B).

    never_last: abbreviations that never end a sentence. Default: titles, which a name follows.
    seldom_last: abbreviations that end a sentence only where an opener follows; spaCy's abbreviations are added.
    lists_spacys: whether spaCy's abbreviations of the language are in the table, so that its module is not imported.
    before_numbers: abbreviations that end no sentence where a number follows: Eq. 4, Ch. 5.
    ends_before_numbers: the ends of such abbreviations that are compounds: Hauptstr. 5. Default: none.
    numbered: words that 1. to 4. before them belong to, as in "1. FC Köln" and "2. Bundesliga", in any language.
    titles: words before names that open sentences after an abbreviation: at 6 p.m. Mr. Smith left. Default: Mr, Dr and
        their like.
    openers: capitalized words that open sentences. Default: the language's stop words.
    doubtful_openers: openers that are surnames or initials too.
    lowercase_openers: words that open sentences in lower case, such as Afrikaans 'n. Default: none.
    marked_names: names that end in an exclamation or question mark. Default: none.
    ordinals: whether a number with a full stop is an ordinal, as in "3. Oktober".
    ends: sentence-final marks that Unicode does not list as such. Default: none.
    continues: a `regex` pattern for what follows an end without a space and continues its sentence, as the particle
        of a quoted title does in Japanese. Default: marks around titles, before which nothing ends.
    opening, closing: what `regex` lets stand in [] for the marks before the first word of a sentence and after its last
        mark. The mark that opens a quotation in one language closes it in another: „so“, »so«, « so ». Without a space
        between sentences, no mark that opens the next one may close this one.
    quotations: the two marks around a quotation.
    spaces: whether abbreviations and guillemets may contain spaces.
    asks_tokenizer: whether spaCy's tokenizer decides if a full stop belongs to a word that no table lists. Otherwise
        it does if the word is one or two letters.
    """

    never_last: frozenset[str] = words("Dr Prof Mr Mrs Ms St Nr")
    seldom_last: frozenset[str] = frozenset()
    before_numbers: frozenset[str] = words("""
        Eq Eqs eq eqs Ch ch Chap chap Fig fig Figs figs Tab tab Vol vol No no Nr nr Sec sec Sect sect Art art Cap cap
        Ref ref Def Prop Thm Lem Cor App
    """)
    ends_before_numbers: tuple[str, ...] = ()
    numbered: frozenset[str] = words("""
        FC FFC FSV SC SV SK FK HFK BC CfR Liga Lig Bundesliga Fußball Frauen HNL SNL CFL MFL Division Divisjon
    """)
    titles: frozenset[str] = words("Mr Mrs Ms Dr")
    openers: frozenset[str] = frozenset()
    doubtful_openers: frozenset[str] = frozenset()
    lowercase_openers: frozenset[str] = frozenset()
    marked_names: frozenset[str] = frozenset()
    ordinals: bool = False
    ends: str = ""
    continues: str = "(?<=[」』])(?:と|って)|(?<=[》〉])"
    opening: str = r"""\p{Ps}\p{Pi}\p{Pf}"'¿¡"""
    closing: str = r"""\p{Pe}\p{Pf}\p{Pi}"'"""
    quotations: tuple[tuple[str, str], ...] = (
        ("„", "“"),
        ("«", "»"),
        ("»", "«"),
        ("“", "”"),
        ("「", "」"),
        ("『", "』"),
    )
    spaces: bool = True
    asks_tokenizer: bool = False
    lists_spacys: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """The data of one language, besides spaCy's stop words and abbreviations and Snowball's stemmer.

    code: of its Wikipedia, mostly ISO 639; `find_language` sets it to the name of the language's file.
    name: in English; its first word names the Snowball stemmer, if there is one.

    Words:
    content_words: words that carry content although spaCy lists them as stop words. Default: none.
    elisions: words that lose their vowel before an apostrophe (l'homme). Default: none.
    endings: endings after an apostrophe that are not part of a word. Default: 's.
    suffixed_names: whether a name's suffixes follow an apostrophe (Turkish İstanbul'da).
    letters: letters replaced before a text is lowercased, so that a word has one spelling. Default: none.
    accents: letters replaced in a finished term, because tweets omit their accents. Default: none.
    character_bigrams: whether runs of its letters become overlapping pairs, because no spaces part its words.
    numerals: number words and their digits. Default: none.
    negations: words that negate a sentence. Default: none, so that negated sentences count as duplicates.

    Sentences:
    boundaries: where sentences end. Default: the titles above, and spaCy's words.
    pronouns, connectives: words and phrases by which a sentence refers to the one before it. Default: none, so that
        no sentence counts as dependent.
    personal_pronouns: those of them that only people have, as subjects ("he"). Default: none.
    verbs_alone: verbs that open a sentence whose subject is that of the one before it, in languages that leave out
        pronouns (Spanish Nació). Default: none.
    copulas: what a sentence that lost its name begins with, in lower case ("is"). Default: none.
    prepositions: words, conjunctions too, that go on behind a bracket with something else than the predicate of a
        name before it ("of"). Default: none.
    references: a `regex` pattern for other openings that refer to it ("Each of them"). Default: none.
    generic_subjects: a `regex` pattern for subjects that only say what they are ("The film"), or are a pronoun behind a
        date ("In 2012, he"). Default: none.
    page_notes: a `regex` pattern for how sentences about their own page begin ("See also"). Default: none.
    lost: `regex` patterns for what stands around an amount that extraction lost ("an area of and"). Default: none. One
        by one they are found in half the time that all take as one.
    run_on: a `regex` pattern for where a sentence runs into the next one, whose full stop is missing. Default: none.

    Titles:
    disambiguation_title: the qualifier of titles of disambiguation pages. Default: none.
    disambiguation_text: a `regex` pattern found in the first paragraph of such pages. Default: none.
    calendar: the months and the days of the week, whose articles are not linked. Default: none.
    died: a `regex` pattern for words before the date of a death ("mort", "zm."). Default: none but a dagger.
    surname_first: whether titles put a person's surname first, before a comma.
    demonyms: by the ending of a place, those that demonyms and adjectives have instead, separated by commas (Texan of
        Texas: as=an). Default: none.
    """

    name: str
    code: str = ""
    content_words: frozenset[str] = frozenset()
    elisions: frozenset[str] = frozenset()
    endings: tuple[str, ...] = ("'s",)
    suffixed_names: bool = False
    letters: Mapping[str, str] = field(default_factory=dict)
    accents: Mapping[str, str] = field(default_factory=dict)
    character_bigrams: bool = False
    numerals: Mapping[str, str] = field(default_factory=dict)
    negations: frozenset[str] = frozenset()
    boundaries: Boundaries = Boundaries()
    pronouns: frozenset[str] = frozenset()
    personal_pronouns: frozenset[str] = frozenset()
    connectives: tuple[str, ...] = ()
    verbs_alone: frozenset[str] = frozenset()
    copulas: frozenset[str] = frozenset()
    prepositions: frozenset[str] = frozenset()
    references: str | None = None
    generic_subjects: str | None = None
    page_notes: str | None = None
    lost: Sequence[str] = ()
    run_on: str | None = None
    disambiguation_title: str | None = None
    disambiguation_text: str | None = None
    calendar: tuple[str, ...] = ()
    died: str | None = None
    surname_first: bool = False
    demonyms: Mapping[str, str] = field(default_factory=dict)

    @property
    def months(self) -> tuple[str, ...]:
        """The months of the calendar, from January on."""
        return self.calendar[:_MONTHS]

    @property
    def weekdays(self) -> tuple[str, ...]:
        """The days of the week of the calendar."""
        return self.calendar[_MONTHS:]
