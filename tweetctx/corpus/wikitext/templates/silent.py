"""Templates that show nothing that belongs to a sentence: references, doubts, pronunciations, marks of a page."""

from __future__ import annotations

import re
from functools import cache

_FUNCTIONS = r"\#tag:(?:ref|references|gallery|timeline|imagemap|section|templatestyles) | \#if[a-z]* | \#switch"
_NAMES = {
    "en": r"""
cite\b.* | citation | sfn.* | efn.* | harv(?!txt|coltxt).* | refn | ref | r | rp | note.* | ref[ _-].* | refnest
refbegin | refend | reflist | cn | fact | facts | fact\? | citation[ _-]needed | needs?[ ]citation | full
page[ ](?:number[ ])?needed | pn | who | whom | by[ ]whom | according[ ]to[ ]whom | when | where | which | why
how | vague | specify | clarify.* | clarification[ ]needed | dubious.* | disputed.* | better[ ]source.*
(?:who|whom|by[ ]whom|according[ ]to[ ]whom|when|where|which|why)\? | needs[ ]update | inflation-fn | cbignore
failed[ ]verification | verify.* | verification.* | dead[ ]link.* | full[ ]citation.* | or | webarchive
original[ ]research.* | weasel.* | peacock.* | pov.* | update.* | unreliable.* | self-published.*
primary[ ]source.* | nonspecific | .*[ -]inline | source\? | explain | elucidate | jargon.* | ambiguous
quantify | importance.* | relevance.* | undue.* | ipa-.* | ipac-.* | ipa2 | respell | pronunciation.* | pron
audio.* | listen | usdict | pronounced | h\.?ns | sfnref | anchors? | shy
use[ ](?:dmy|mdy|ymd|british|american|australian|indian|canadian|oxford).* | short[ ]description
italic[ ]title.* | displaytitle.* | defaultsort.* | good[ ]article | featured[ ]article | pp-.* | lowercase.*
toc.* | clear.* | clr.* | - | flagicon.* | flag[ ]icon.* | flagdeco.* | fbicon | main.* | see[ ]also | further.*
details | crossreference.* | crossref | increase | decrease | increasenegative | decreasepositive | steady | nochange
about.* | for\d? | hatnote | redirect.* | distinguish | other[ ]uses.* | commons.* | wikisource.*
wiktionary.* | portal.* | authority[ ]control | infobox.* | navbox.* | taxobox.* | .*-stub | stub
multiple[ ]image | css[ ]image[ ]crop | wide[ ]image | location[ ]map.* | image.* | quote[ ]box | sortkey
hidden[ ]sort[ ]key | col-.* | div[ ]col.* | div[ ]end | portal[ ]bar | subject[ ]bar | geobox.* | expand[ ].*
refimprove.* | unreferenced.* | more[ ]citations.* | cleanup.* | multiple[ ]issues | original.* | wikify.*
lang[ ]icon | .{2,3}[ ]icon | registered | trade | trademark
""",
    "de": r"""
literatur | internetquelle | webarchiv | belege.* | belege[ ]fehlen | einzelnachweis | refname | anker | hauptartikel
siehe[ ]auch | exzellent | lesenswert | normdaten | personendaten | lautschrift | ipa2? | audio2? | quelle | wann | wer
dnb-portal | commonscat | fn | fnbox | fnz | nowiki
""",
    "fr": r"""
r[ée]f[ée]rence.* | r[ée]f\.? | sfn[ ]?sp? | harvsp | note | refnec | refsou | lire[ ]en[ ]ligne | ouvrage | article
lien[ ](?:web|brisé|arch).* | article[ ]d[eé]taill[eé] | prononciation | api | api-fr | pron-?fr | ébauche.* | portail.*
palette.* | voir.* | à[ ]sourcer | quand | qui | par[ ]qui | pertinence | précision.* | pas[ ]clair | où
""",
    "es": r"""
cita[ ]requerida | cr | obra[ ]citada.* | ref-.* | cita[ ](?:web|libro|noticia|publicación).* | añadir[ ]referencias
ap | afi | véase.* | vt | demostrar | bandera | ¿cuándo\? | ¿quién\? | quién | cuándo | nota | link
""",
    "it": r"""
cita[ ](?:web|libro|news|pubblicazione) | senza[ ]fonte | citazione[ ]necessaria | chiarire | chi | quando | nd
vedi[ ]anche | torna | bandiera | interprogetto | nota | link
""",
    "pt": r"""
carece[ ].* | citar.* | por[ ]quem | onde | quem | quando | nota[ ]de[ ]rodapé | ap[êe]ndice | link | ver[ ]desambig
artigo[ ]principal | nota
""",
    "ru": r"""
нет[ ]аи | источник.* | кто | когда | где | уточнить | что | как | книга | статья | публикация | cite
нет[ ]в[ ]источнике | прим[ ]?ч? | комм.* | флагификация | флаг | основная[ ]статья | см[ ]также | примечания
неавторитетный.* | аи2?\?? | мфа | ipa-ru | ссылка.* | переход | якорь | достоверность | стиль
""",
    "ja": r"""
要出典.* | 出典の明記 | 誰 | いつ | どこ | 要検証.* | 独自研究.* | 誰範囲 | full | 脚注.* | main2? | 要追加記述
信頼性要検証 | 要ページ番号 | ふりがな
""",
    "ar": r"""
بحاجة[ ].* | مصدر.* | استشهاد.* | مرجع.* | من | متى | بذرة.* | شريط.* | مقالة[ ]مفصلة | تحقق.* | هامش.*
وصلة[ ]إنترويكي.* | معلومات.*
""",
}


@cache
def silent(language: str) -> re.Pattern[str]:
    """The silent templates of a Wikipedia by their names in lower case, which may mean something else in another."""
    lines = (*_NAMES.get(language, "").strip().splitlines(), _FUNCTIONS)
    names = (part.strip().replace("[ ]", " ") for line in lines for part in line.split(" | "))
    return re.compile("|".join(filter(None, names)))


# Marks of doubt that can be put around the words in question, `{{clarify|text=55 m}}`, by their names in lower case.
AROUND_WORDS = re.compile(
    r"clarify.*|(?:when|where|who|whom|by whom|which|why|according to whom)\??|how|vague|specify|explain|elucidate"
    r"|quantify|ambiguous|jargon.*|dubious.*|disputed.*|citation needed|cn|fact"
)
# Those of silent templates that are a pronunciation, likewise.
PRONUNCIATIONS = re.compile(
    r"ipa.*|respell|pron|pronunciation(?! needed).*|pronounced|audio.*|lautschrift|prononciation|api|api-fr|pron-?fr"
    r"|afi|мфа"
)
# Those that are a reference in the text itself, "Miller 1980": it may be a word of its sentence.
INLINE_REFERENCES = re.compile(r"harv.*|cite\b.*|citation")
# Arguments by which a doubt says when it was raised and why.
OF_DOUBTS = re.compile(
    r"\s*(?:date|reason|dates?|fecha|data|datum|дата|année|mois|month|year|mes|ano|anno|rev|ref|name|group|nom|id"
    r"|posttext|pretext|cat|discuss|talk|1)\s*=.*|\s*",
    re.DOTALL | re.IGNORECASE,
)
