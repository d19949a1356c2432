"""Templates that show nothing that belongs to a sentence: references, doubts, pronunciations, marks of a page."""

from __future__ import annotations

import re

_NAMES = r"""
cite\b.* | citation | sfn.* | efn.* | harv(?!txt|coltxt).* | refn | ref | r | rp | note.* | ref[ _-].*
refbegin | refend | reflist | cn | fact | facts | fact\? | citation[ _-]needed | needs?[ ]citation
page[ ](?:number[ ])?needed | pn | who | whom | by[ ]whom | according[ ]to[ ]whom | when | where | which | why
how | vague | specify | clarify.* | clarification[ ]needed | dubious.* | disputed.* | better[ ]source.*
failed[ ]verification | verify.* | verification.* | dead[ ]link.* | full[ ]citation.* | or
original[ ]research.* | weasel.* | peacock.* | pov.* | update.* | unreliable.* | self-published.*
primary[ ]source.* | nonspecific | .*[ -]inline | source\? | explain | elucidate | jargon.* | ambiguous
quantify | importance.* | relevance.* | undue.* | ipa-.* | ipac-.* | respell | pronunciation.* | pron
audio.* | listen | usdict | pronounced | h\.?ns | sfnref | anchors? | shy
use[ ](?:dmy|mdy|ymd|british|american|australian|indian|canadian|oxford).* | short[ ]description
italic[ ]title.* | displaytitle.* | defaultsort.* | good[ ]article | featured[ ]article | pp-.* | lowercase.*
toc.* | clear.* | clr.* | - | flagicon.* | flag[ ]icon.* | fbicon | main.* | see[ ]also | further.* | details
about.* | for\d? | hatnote | redirect.* | distinguish | other[ ]uses.* | commons.* | wikisource.*
wiktionary.* | portal.* | authority[ ]control | infobox.* | navbox.* | taxobox.* | .*-stub | stub
multiple[ ]image | css[ ]image[ ]crop | wide[ ]image | location[ ]map.* | image.* | quote[ ]box | sortkey
hidden[ ]sort[ ]key | col-.* | div[ ]col.* | div[ ]end | portal[ ]bar | subject[ ]bar | geobox.* | expand[ ].*
refimprove.* | unreferenced.* | more[ ]citations.* | cleanup.* | multiple[ ]issues | original.* | wikify.*
nihongo[ ]foot.* | nihongo[ ]krt | ruby-.* | lang[ ]icon | .{2,3}[ ]icon | registered | trade | trademark
\#tag:(?:ref|references|gallery|timeline|imagemap|section|templatestyles)
\#if[a-z]* | \#switch | literatur | internetquelle | webarchiv | belege.*
belege[ ]fehlen | einzelnachweis | refname | anker | hauptartikel | siehe[ ]auch | exzellent | lesenswert
normdaten | personendaten | lautschrift | ipa2? | audio2? | quelle | wann | wer | dnb-portal | commonscat | fn
fnbox | nowiki | r[ée]f[ée]rence.* | r[ée]f\.? | sfn[ ]?sp? | harvsp | note | refnec | refsou
lire[ ]en[ ]ligne | ouvrage | article | lien[ ](?:web|brisé|arch).* | article[ ]d[eé]taill[eé] | prononciation
api | api-fr | pron-?fr | ébauche.* | portail.* | palette.* | voir.* | à[ ]sourcer | quand | qui | par[ ]qui
pertinence | précision.* | pas[ ]clair | où | cita[ ]requerida | cr | obra[ ]citada.* | ref-.*
cita[ ](?:web|libro|noticia|publicación).* | añadir[ ]referencias | ap | afi | véase.* | vt | demostrar
fnz | bandera | cita[ ](?:news|pubblicazione) | por[ ]quem | onde | chi
¿cuándo\? | ¿quién\? | quién | cuándo | cita[ ]web | cita[ ]libro | cita[ ]news | senza[ ]fonte
citazione[ ]necessaria | chiarire | nd | vedi[ ]anche | torna | bandiera | interprogetto | carece[ ].*
citar.* | carece[ ]de[ ]fontes.* | quem | quando | nota[ ]de[ ]rodapé | ap[êe]ndice | link | ver[ ]desambig
artigo[ ]principal | nota | нет[ ]аи | источник.* | кто | когда | где | уточнить | что | как | книга | статья
sfn | публикация | cite | нет[ ]в[ ]источнике | прим[ ]?ч? | комм.* | флагификация | флаг | основная[ ]статья
см[ ]также | примечания | неавторитетный.* | аи2?\?? | мфа | ipa-ru | ссылка.* | переход | якорь
достоверность | стиль | 要出典.* | 出典の明記 | 誰 | いつ | どこ | refnest
要検証.* | 独自研究.* | 誰範囲 | full | sfnp | 脚注.*
main2? | 要追加記述 | 信頼性要検証 | 要ページ番号 | ふりがな | بحاجة[ ].* | مصدر.*
استشهاد.* | مرجع.* | من | متى | بذرة.*
شريط.* | مقالة[ ]مفصلة | تحقق.* | هامش.* | وصلة[ ]إنترويكي.* | معلومات.*
"""
# By their names in lower case.
SILENT = re.compile(
    "|".join(
        part.strip().replace("[ ]", " ")
        for line in _NAMES.strip().splitlines()
        for part in line.split(" | ")
        if part.strip()
    )
)
# Marks of doubt that can be put around the words in question, `{{clarify|text=55 m}}`, by their names in lower case.
AROUND_WORDS = re.compile(
    r"clarify.*|when|where|who|whom|by whom|which|why|how|vague|specify|explain|elucidate|quantify|ambiguous|jargon.*"
    r"|dubious.*|disputed.*|citation needed|cn|fact"
)
# Arguments by which a doubt says when it was raised and why.
OF_DOUBTS = re.compile(
    r"\s*(?:date|reason|dates?|fecha|data|datum|дата|année|mois|month|year|mes|ano|anno|rev|ref|name|group|nom|id"
    r"|posttext|pretext|cat|discuss|talk|1)\s*=.*|\s*",
    re.DOTALL | re.IGNORECASE,
)
