"""English."""

from tweetctx.text.language import TIGHT_CLOSING, Boundaries, Language, numerals, phrases, words

LANGUAGE = Language(
    name="English",
    endings=("n't", "'s", "'ll", "'re", "'ve", "'d", "'m"),
    numerals=numerals(
        """
        one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
        eighteen nineteen twenty
    """,
        1,
    )
    | {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90"}
    | {"hundred": "100", "thousand": "1000", "million": "1000000", "billion": "1000000000"}
    | {"first": "1st", "second": "2nd", "third": "3rd"},
    negations=words("""
        not no never nor neither without cannot none nobody nothing ain't aren't can't couldn't didn't doesn't don't
        hadn't hasn't haven't isn't mightn't mustn't needn't shan't shouldn't wasn't weren't won't wouldn't
    """),
    boundaries=Boundaries(
        never_last=words("""
            Mr Mrs Ms Messrs Mme Mlle Mx Dr Drs Prof Profs Fr Rev Revd Hon Rt Ven Msgr Mgr Bp Abp St Ste Sts Sta Ss Bl
            Sra Srta Gen Gens Lieut Lt Ltn Col Cols Capt Cpt Maj Sgt Cpl Pvt Pfc Adm Cmdr Cdr Comdr Cmdt Brig Sqn Flt
            Ens Supt Insp Det Pres Gov Govs Sen Sens Rep Reps Amb Atty Asst Wm Geo Chas Jas Thos Robt Benj Mt Mts Ft
            No Nos Nr Mk Rs ₨ vs v cf cfr viz c ca fl lit pp approx incl esp feat pron né née Pty i.e e.g I.e E.g
            a.k.a d.b.a c/o
        """),
        seldom_last=words("""
            Ave Blvd Rd Hwy Rte Ctr Mtn Twp Prov Dist Terr Dept Univ Assn Assoc Natl Intl Int'l Inst Acad Soc Bn Regt
            Div Sec Jr Sr Esq Bros Cie Mfg Op op posth Vol Vols vol vols voll Ed Eds ed eds trans transl tr illus repr
            rev est no nos p ch chap sec fig figs Fig Figs Pt pt ser Ser al cit ibid lb lbs oz ft sq hr hrs min max
            avg temp ref tel Tel ext orig publ masc fem pl abbr abbrev adj adv sp spp ssp subsp var cv syn Lat lat Gr
            Ger Eng Gk Heb Bibl Proc Phys Lett Sci Amer Tues Thurs Chr Th Ph Jer Isa Ps Deut Lev Exod Ezek Thess Cor
            Ver Ing
        """),
        openers=words("""
            A About According Additionally After Afterwards All Also Although Among An Another Any Around As At
            Because Before Both But By Despite During Each Eventually Every Finally Following For From Furthermore He
            Hence Her Here His How However I If In Initially Instead It Its Later Many Meanwhile Moreover Most My
            Nevertheless Not Now On Once One Only Originally Other Others Our Over Prior Several She Similarly Since
            So Some Soon Subsequently Such That The Their Then There Therefore These They This Those Though Through
            Throughout Thus To Today Two Under Unlike Until Upon Was We Were What When Where Which While Who Whose Why
            With Within Without Yet You Your
        """),
        doubtful_openers=words("A An He Her I My She So Soon To We Was Yet You"),
        marked_names=words("""
            Yahoo! Jeopardy! Oliver! Oklahoma! SmackDown! Panic! Wham! Kerrang! Yum! Tora! E! Therapy?
        """),
        opening=r"""\p{Ps}\p{Pi}"'""",
        closing=TIGHT_CLOSING,
        quotations=(("“", "”"),),
        spaces=False,
        asks_tokenizer=True,
    ),
    pronouns=words("""
        he she it they him them her them his hers its their theirs this that these those such both
    """),
    connectives=phrases("""
        accordingly, additionally, afterwards, also, and, besides, but, consequently, conversely, furthermore, hence,
        however, instead, likewise, meanwhile, moreover, nevertheless, nonetheless, nor, or, otherwise, similarly, so,
        subsequently, then, thereafter, therefore, thus, yet, after that, after this, another, as a result, as such,
        at first, at that time, at the same time, because of that, because of this, by contrast, by then, due to this,
        during that, earlier, eventually, finally, for example, for instance, for that reason, for this reason, in
        addition, in contrast, in fact, in other words, in particular, in spite of this, in the end, in this, in turn,
        later, many of them, most of them, on the contrary, on the other hand, one of them, one of these, other, others,
        shortly after, since then, some of them, soon, that is, the following, the former, the latter, the next, the
        other, the others, the same
    """),
    page_notes=(
        r"See also\b|See the\b|Main articles?\b|Further information\b|References?:|External links?\b|Notes?:|Source:"
        r"|For (?:other|more)\b.*\bsee\b|This (?:article|page|list|section|category|template|disambiguation)\b"
        r"|(?:Below|The following|This) (?:is|are) (?:a |the )?(?:full |complete )?(?:lists?|tables?)\b"
    ),
    disambiguation_title="disambiguation",
    disambiguation_text=r"\b(?:may|can|could|might)(?: also)? (?:refer|mean|stand for)\b",
)

# Finite wherever they stand, and no other word. After "to" or "not" they belong to an infinitive or a contrast.
FINITE_VERBS = """
    is are was were be been has have had does did do could would should shall cannot can't don't doesn't didn't isn't
    aren't wasn't weren't became become becomes began begins died
"""
# Finite in sentences, but met in headings of two to four words as well ("See also", "Television appearances").
MORE_FINITE_VERBS = """
    went came took gave saw knew wrote grew ran fell got flew drew chose spoke met said won lay arose taught
    served graduated studied lived moved joined appeared occurred remained existed happened arrived tested turned
    received entered helped worked hosted played
    includes contains consists comes appears exists occurs belongs makes gives takes goes provides receives requires
    describes represents refers flows serves produces allows operates says sees tells depends differs continues speaks
    passes helps contributes corresponds derives indicates suggests involves enters
    include contain consist exist occur appear require provide derive belong remain arrive tend come get
    usually also then therefore however sometimes
"""

# What else tells a sentence from a heading: headings with a verb begin with these words alone, ...
QUESTION_WORDS = "How What Why Who"
# ... sentences with a subject before a word in lower case, ...
SUBJECTS = "He She It They We I You This These There Those All"
# ... or with an invitation to read on before a title: "See Mills."
INVITATIONS = "See"
# What ends as a verb does and stands before its object, "Brembo supplies the brakes"; the words excluded are none.
VERB = r"(?!versus|towards|across|besides)[a-z]{3,}(?:[^s\W]s|ed)"
OBJECT_WORDS = "a an the his her its their"
# Before a verb only: "Free will and determinism" and "Last will of" go on otherwise.
MODALS = "can will may might must"
BEHIND_MODALS = "also not"
NO_VERBS = "and or of in to for with on from vs? as by"
# A time at the beginning, "In May 1990, ...", and a reference, "For mills see ...".
TIME_WORDS = "In On By Since As Until From During Following After"
REFERENCE = r"^For\b.*\bsee\b"

CONJUNCTIONS = "or and also"  # of which extraction may leave nothing else of a part of a bracket

# What speaks of a pronunciation in brackets, and what stands beside it: "locally pronounced", "UK also".
WORDS_OF_SOUND = words("pronounced pronunciation ipa listen")
LABELS_OF_SOUND = words("also and as in is like local locally or sometimes us uk usually")
LABELS_OF_DATES = words("born died")  # of which extraction may leave the label alone
