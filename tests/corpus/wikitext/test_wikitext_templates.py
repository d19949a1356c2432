"""What templates put into a sentence, each by hand."""

import pytest
from plain_wikitext import paragraphs, text_of

ENGLISH = {
    "{{convert|3|km|mi}}": "3 kilometres",
    "{{convert|1|mi|km}}": "1 mile",
    "{{convert|3990|ft/s|m/s|abbr=on}}": "3,990 ft/s",
    "{{Convert|12|m|ft|0|adj=on}}": "12-metre",
    "{{convert|12|m|ft|adj=mid|-long}}": "12-metre-long",
    "{{convert|10|to|20|km|mi}}": "10 to 20 kilometres",
    "{{convert|10|-|20|km}}": "10–20 kilometres",
    "{{convert|3|x|4|ft|m}}": "3 by 4 feet",
    "{{convert|5|ft|10|in|m}}": "5 feet 10 inches",
    "{{convert|5|mi|66|chain|km}}, {{convert|1|mi|4|furlong|m}}": "5 miles 66 chains, 1 mile 4 furlongs",
    "{{convert|4|ft|8+1/2|in|mm}}, {{cvt|4|ft|8{{frac|1|2}}|in}}": "4 feet 8 1/2 inches, 4 ft 8 1/2 in",
    "{{convert|1|yd|2|ft|3|in|m}}": "1 yard 2 feet 3 inches",
    "{{convert|4|LT|10|long cwt|t}}": "4 long tons 10 long hundredweight",
    "{{convert|2|km|mi|0|sp=us}}": "2 kilometers",
    "{{convert|5|, or|6|mi|km}}, {{convert|5|or(-)|6|mi}}": "5, or 6 miles, 5 or 6 miles",
    "{{convert|5|minus|6|mi}}, {{convert|5|up to|6|mi}}": "5 minus 6 miles, 5 up to 6 miles",
    "{{convert|9|acre|ha|adj=pre|forested}}, {{convert|5|mi|km|disp=preunit|air }}": "9 forested acres, 5 air miles",
    "{{convert|5|mi|km|0|adj=mid|long}}, {{convert|1000|ft|m|sing=on}}-wide": "5-mile long, 1,000-foot-wide",
    "{{convert|11|MUSgal|Ml|sp=us}}, {{convert|160|Tcuft}}": "11 million US gallons, 160 trillion cubic feet",
    "{{convert|5|MMcuft/d}}, {{convert|5|USqt/s}}": "5 million cubic feet per day, 5 US quarts per second",
    "{{convert|30|mpgus|L/100 km}}, {{cvt|7.5|L/100 km}}": "30 miles per US gallon, 7.5 l/100 km",
    "{{convert|15|ktTNT|TJ}}, {{convert|5|USbsh}}": "15 kilotons of TNT, 5 US bushels",
    "{{convert|5|ST}}, {{convert|1|LT}}, {{cvt|7|lbft|Nm}}": "5 short tons, 1 long ton, 7 lb⋅ft",
    "{{convert|2|imppt}}, {{convert|1|impgal|adj=on}}": "2 imperial pints, 1-imperial-gallon",
    "{{convert|2|kilometre}}, {{convert|2|square mile}}, {{cvt|2|sq mi}}": "2 kilometres, 2 square miles, 2 sq mi",
    "{{convert|2|hectare}}, {{convert|2|kpc}}, {{convert|2|MJ/s2}}": "2 hectares, 2 kpc, 2 MJ/s²",
    "{{convert|4+1/2|in|mm}}": "4 1/2 inches",
    "{{convert|1/2|mi}}": "1/2 mile",
    "{{convert|25|C|F}}": "25 °C",
    "{{convert|120|/km2|/sqmi}}": "120 per square kilometre",
    "{{convert|1.5e6|km}}": "1.5 × 10⁶ kilometres",
    "{{convert|7|smoots}}": "7 smoots",
    "{{cvt|30|km2|sqmi}}": "30 km²",
    "{{lang|de|Mühle}}": "Mühle",
    "{{lang-de|Mühle}}": "German: Mühle",
    "{{langx|de|Mühle|italic=no}}": "German: Mühle",
    "{{lang-sr-Latn|mlin}}": "Serbian: mlin",
    "{{lang-xyz|mlin}}": "mlin",
    "{{transl|ar|ALA|ṭāḥūna}}": "ṭāḥūna",
    "{{nihongo|mill|水車|suisha}}": "mill (水車, suisha)",
    "{{nihongo||水車|suisha}}, {{nihongo3|mill|水車|suisha}}": "suisha (水車), suisha (水車, mill)",
    "{{nihongo krt|mill|水車|suisha}}, {{nihongo foot|mill|水車|suisha}}": "水車 (suisha, mill), mill",
    "{{nihongo|mill|水車|suisha|extra=old}}, {{nihongo2|水車}}": "mill (水車, suisha, old), 水車",
    "{{langx|de|Bundestag|label=none}}, {{lang-de|Tag|label=none}}": "Bundestag, Tag",
    "{{langx|sh|mlin|label=[[Serbo-Croatian]]}}": "Serbo-Croatian: mlin",
    "{{linktext|北|京}}, {{linktext|lang=zh|北}}": "北京, 北",
    "{{zh|c=磨|p=mó}}": "Chinese: 磨; pinyin: mó",
    "{{nowrap|a b}}": "a b",
    "{{nowrap|1=a = b}}": "a = b",
    "{{nowrap|{{math|a {{=}} b}}}}": "a = b",
    "a{{nbsp}}b": "a b",
    "a{{ndash}}b{{spaced ndash}}c{{mdash}}d": "a–b – c—d",
    "{{ubl|a|b|c}}": "a, b, c",
    "{{ordered list|A mill is old.|[[Ada|It]] burns at night. |She runs.|b}}": (
        "A mill is old. It burns at night. She runs., b"
    ),
    "{{hlist|Warner Bros.|Sony}}": "Warner Bros., Sony",
    "{{plainlist|\n* a\n* [[b]]\n}}": "a, b",
    "{{birth date and age|1980|5|12}}": "May 12, 1980",
    "{{birth date|df=yes|1980|05|02}}": "2 May 1980",
    "{{start date|1980|5}}": "May 1980",
    "{{start date|1980}}": "1980",
    "{{circa|1712}}": "c. 1712",
    "{{reign|1712|1720}}": "r. 1712–1720",
    "{{as of|2009|lc=y}}": "as of 2009",
    "{{As of|2009|5|12}}": "As of 12 May 2009",
    "{{as of|2020|bare=yes}}, {{as of|2020|5|pre=early}}": "2020, As of early May 2020",
    "{{format date|1980|5|12}}": "May 12, 1980",
    "{{OldStyleDateDY|2 March|1712|20 February 1711}}": "2 March 1712 [O.S. 20 February 1711]",
    "{{currency|2000|US}}, {{currency|5|AU}}": "US$2,000, A$5",
    "{{val|5|u=km2}}, {{val|5|u=m/s2}}, {{val|5|u=%}}, {{val|5|u=deg}}": "5 km², 5 m/s², 5%, 5°",
    "{{OldStyleDate|20 January|1905|8 January}}": "20 January [O.S. 8 January] 1905",
    "{{abbr|t|tonne}}": "t",
    "{{small|a}} {{sup|2}} {{sub|3}}": "a ² 3",
    "{{frac|1|2}}, {{frac|3|1|2}}, {{frac|4}}": "1/2, 3 1/2, 1/4",
    "{{sfrac|n−1|k+2}}, {{sfrac|''n''|[[k]]}}, {{sfrac|''n'' + 1|2}}": "(n−1)/(k+2), n/k, (n + 1)/2",
    "{{frac|1,000|3}}": "1,000/3",
    "{{sqrt|''x''}}, {{sqrt|2a}}, {{pprime|f}}, {{gaps|64|base=2|e=20|u=B}}": "√x, √(2a), f″, 64 × 2²⁰ B",
    "{{val|5|to|6|e=3}}, {{val|1.5|(2)|e=3}}, {{val|e=9|u=m}}": "(5 to 6) × 10³, 1.5(2) × 10³, 10⁹ m",
    "1{{sfrac|1|4}} days, x{{frac|2}}, {{convert|3{{frac|1|2}}|in}}": "1 1/4 days, x1/2, 3 1/2 inches",
    "{{val|12345.6|0.2|e=-3|u=kg}}": "(12,345.6 ± 0.2) × 10⁻³ kg",
    "{{val|5|to|6|u=m}}, {{val|5|-|6}}, {{val|5|x|6|0.1}}": "5 to 6 m, 5–6, 5 by 6 ± 0.1",
    "{{formatnum:1234567}}": "1,234,567",
    "{{formatnum:1234567|NOSEP}}, {{formatnum:1,234|R}}": "1234567, 1,234",
    "3{{e|9}}": "3×10⁹",
    "{{chem|SO|4|2-}}": "SO4²⁻",
    "{{chem2|^{14}C}}, {{chem2|^{235}_{92}U}}, {{chem2|CuSO4*5H2O}}": "¹⁴C, ²³⁵₉₂U, CuSO4·5H2O",
    "{{chem2|2 H2 + O2 -> 2 H2O}}, {{chem2|H2O <-> H+ + OH-}}": "2 H2 + O2 → 2 H2O, H2O ↔ H⁺ + OH⁻",
    "{{chem2|Fe(3+)}}, {{chem2|[Fe(CN)6](4−)}}, {{chem2|Ca(OH)2}}": "Fe³⁺, [Fe(CN)6]⁴⁻, Ca(OH)2",
    "{{keypress|Ctrl|C}}, {{font color|red|blue|a}}, {{overline|AB}}": "Ctrl+C, a, AB",
    "{{ordinal|3}}, {{ordinal|11}}": "3rd, 11th",
    "{{pop density|1000|40|km2}}": "25/km²",
    "{{US$|2 billion}}": "US$2 billion",
    "{{ill|Ada Miller|de}}, {{ill|de|Ada|Ada M.}}, {{ill|Ada|fr|lt=her}}": "Ada Miller, Ada, her",
    "{{HMS|Mill|H12|6}}, {{ship|HMS|Mill|H12}}": "HMS Mill, HMS Mill (H12)",
    "{{HMS|Mill||2}}, {{USS|Mill|DD-5|2}}, {{USS|Mill|DD-5|3}}": "Mill, Mill, Mill (DD-5)",
    "{{ship|French battleship|Mill||2}}, {{ship|HMS|Mill|H12|6}}": "Mill, HMS Mill",
    "{{sclass|Mill|frigate}}": "Mill-class frigate",
    "{{sclass|Mill|frigate|1}}, {{sclass|Mill|frigate|4}}, {{sclass|Mill|frigate|5}}": (
        "Mill-class frigate, Mill class, Mill-class"
    ),
    "{{harvtxt|Miller|Baker|1980}}": "Miller & Baker (1980)",
    "{{music|flat}}": "♭",
    "{{music|time|3|4}} time, {{music|common time}}, {{flat}}, {{sharp}}": "3/4 time, 𝄴, ♭, ♯",
    "{{track gauge|4ft8.5in}}, {{track gauge|3ft}}, {{track gauge|sg}}": "4 ft 8 1/2 in, 3 ft, 1,435 mm",
    "{{flag|FRA}}, {{fb|BRA}}, {{cr|IND}}, {{fb|ENG}}, {{flag|GER}}": "France, Brazil, India, England, Germany",
    "{{flag|TTO}}, {{flag|Fiji}}, {{flag|USSR}}": "Trinidad and Tobago, Fiji, Soviet Union",
    "{{post-nominals|country=GBR|CH|CBE}}, {{postnominals|CH|sep=,|CBE}}": "CH CBE, CH, CBE",
    "{{née}} Kim, {{nee|Kim}}, {{née|Kim}}": "née Kim, née Kim, née Kim",
    "{{gloss|mill}}, {{lit|mill}}, {{literal translation|mill}}": "'mill', lit. 'mill', lit. 'mill'",
    "{{small caps|Ada}} {{allcaps|A}} {{no italic|b}} {{as written|hte}}, {{cslist|a|b}}": "Ada A b hte, a, b",
    "a{{nbs}}b{{thin space}}c{{sndash}}d{{spndash}}e{{nbhyph}}f{{hyphen}}g{{zwj}}h": "a b c – d – e-f-gh",
    "{{minus}}5, 3{{times}}4, 5{{prime}}, {{plusmn}}5, {{rupee}}5": "−5, 3×4, 5′, ±5, ₹5",
    "{{1/2}}, 3{{1/2}}, 4{{th}}, {{no.|5}}": "1/2, 3 1/2, 4th, No. 5",
    "{{percentage|1|3}}, {{percentage|1|3|1}}, {{percentage|1,000|4,000|2}}": "33%, 33.3%, 25%",
    "{{increase}} 5%, {{decrease}} 4%": "5%, 4%",
    "{{£sd|l=2|s=3|d=6}}, {{£sd|s=3}}": "£2 3s 6d, 3s",
    "{{duration|m=3|s=5}}, {{duration|h=1|m=3|s=25}}, {{duration|1:03:25}}": "3:05, 1:03:25, 1:03:25",
    "the {{century|19}}, {{birth date text|12 May 1980}}": "the 19th century, 12 May 1980",
    "{{flagdeco|USA}} Ada, {{rws|Bath}}, {{stn|Bath Spa}}": "Ada, Bath, Bath Spa",
    "a{{when?|date=May 2010}}{{inflation-fn|US}} b{{cbignore}} (c){{webarchive|url=x}}": "a b (c)",
    "<q>a</q> <q cite='x'>b</q>": "“a” “b”",
    "{{angbr|a}} {{IPA|/e/}}{{IPA|de|ˈaːda|lang}}": "⟨a⟩ /e/",
    "{{bibleverse||Mark|3:25}}, {{bibleverse|1|Kings|3:25|KJV}}": "Mark 3:25, 1 Kings 3:25",
    "{{vanchor|mill}}, {{visible anchor|mill|text=red mill}}": "mill, red mill",
    "{{PAGENAME}}": "The Mill",
    "{{#if: x | yes | no }} {{#if: | yes | no }} {{#ifeq: a | a | same | other }}": "yes no same",
    "{{uc:mill}} {{ucfirst:mill}}": "MILL Mill",
    "{{Template:nowrap|a}}": "a",
    "{{{1|default}}}": "default",
    "a{{cn|date=May 2010}}{{sfn|Miller|1980}}{{efn|note}}{{r|a}}": "a",
    "a {{coord|12|N|3|E}} b{{coord|1|N|2|E|display=title}}": "a 12°N 3°E b",
    "a {{#tag:ref|b}}c": "a c",
}


@pytest.mark.parametrize(("wikitext", "shown"), ENGLISH.items())
def test_english_templates(wikitext: str, shown: str) -> None:
    assert text_of(f"x {wikitext} y") == f"x {shown} y"


def test_a_quotation_is_a_paragraph_of_its_own() -> None:
    assert paragraphs("She said: {{quote|Good flour.|Ada}} So it was.") == ["She said:", "“Good flour.”", "So it was."]
    assert paragraphs("{{quote|Good.\n\nBad.\n: I said it to her and to all the men of the mill.}}\nOld.") == [
        "“Good.”",
        "“Bad.”",
        "“I said it to her and to all the men of the mill.”",
        "Old.",
    ]
    assert paragraphs('{{quote|"Good."}}\n{{quote|A “good” mill.\n\n—Ada, 1980}}') == [
        '"Good."',
        "“A ‘good’ mill.”",
        "—Ada, 1980",
    ]
    assert paragraphs("She said that {{quote|it is good.\n\nIt is old.}} So it was.") == [
        "She said that “it is good.”",
        "“It is old.”",
        "So it was.",
    ]
    assert paragraphs("{{center|{{quote|Good.}}}} Old.") == ["“Good.”", "Old."]


def test_what_nobody_can_know_takes_its_bracket_along() -> None:
    assert text_of("It cost $5 (${{Inflation|US|5|1929}} in {{CURRENTYEAR}} dollars).") == "It cost $5."
    assert text_of("Ada sings. She is {{age|1980|5|12}} years old. She mills.") == "Ada sings. She mills."


@pytest.mark.parametrize(
    ("language", "wikitext", "shown"),
    [
        ("de", "{{enS|mill}}", "englisch mill"),
        ("de", '{{"|Glück zu}}', "„Glück zu“"),
        ("fr", "{{unité|12|km}}", "12 km"),
        ("fr", "{{date|12|mai|1980}}", "12 mai 1980"),
        ("fr", "{{unité|120000|km|2}}, {{unité|12|m|s|-1}}", "120 000 km², 12 m s⁻¹"),
        ("fr", "{{date|1|5|1980|en musique}}", "1er mai 1980"),
        ("fr", "le {{s|XIX}}, le {{s-|XIX|e}}, le {{XIXe siècle}}", "le XIXe siècle, le XIXe siècle, le XIXe siècle"),
        ("fr", "aux {{s2|XIX|e|XX|e}}, au {{-s|I|er}}", "aux XIXe et XXe siècles, au Ier siècle av. J.-C."),
        ("fr", "{{lang-en|mill}}", "en anglais : mill"),
        ("fr", "{{1er}} moulin, {{citation|bon}}", "1er moulin, « bon »"),
        ("fr", "fondé en 12 {{av JC}}", "fondé en 12 av. J.-C."),
        ("es", "{{unidad|12|km}}", "12 km"),
        ("es", "el {{siglo|XIX||s}} y el {{siglo|XX}}, {{Siglo|I|a|S}}", "el siglo XIX y el XX, Siglo I a. C."),
        ("es", "{{fecha|12|5|1980}}", "12 de mayo de 1980"),
        ("es", "{{lang-en|mill}}", "en inglés: mill"),
        ("ru", "{{lang-en|mill}}", "англ. mill"),
        ("ru", "{{s|1980 год}}", "1980 год"),
        ("ru", "{{OldStyleDate|6|июня|1799|26|мая}}", "26 мая (6 июня) 1799"),
        ("ru", "{{OldStyleDate|4|января|1915|22|декабря|1914}}", "22 декабря 1914 (4 января 1915)"),
        ("ru", "{{век|XIX}}", "XIX век"),
        ("ru", "{{нп5|Ада|Ада Миллер}}", "Ада Миллер"),
        ("ru", "[[Файл:Мельница.jpg|мини|Мельница]] [[Категория:Мельницы]]она", "она"),
        ("de", "[[Datei:Mühle.jpg|mini|Mühle]] [[Kategorie:Mühle]]sie", "sie"),
        ("fr", "[[Fichier:Moulin.jpg|vignette|Moulin]] [[Catégorie:Moulin]]il", "il"),
        ("es", "[[Archivo:Molino.jpg|thumb|Molino]] [[Categoría:Molino]]él", "él"),
        ("el", "[[Εικόνα:Mylos.jpg|thumb|Ο μύλος]]αυτός", "αυτός"),
        ("nb", "[[Bilde:Mølle.jpg|thumb|Mølle]]den", "den"),
        ("fi", "[[Kuva:Mylly.jpg|thumb|Mylly]]se", "se"),
        ("bg", "[[Картинка:Мелница.jpg|мини|Мелница]]тя", "тя"),
        ("id", "[[Gambar:Kincir.jpg|jmpl|Kincir]]itu", "itu"),
        ("vi", "[[Hình:Coi.jpg|nhỏ|Cối]][[Tập tin:Coi.jpg|nhỏ|Cối]][[Tập_tin:Coi.jpg]][[Thể loại:Cối]]nó", "nó"),
        ("tr", "[[Resim:Degirmen.jpg|thumb|Değirmen]]o", "o"),
        ("ro", "[[Imagine:Moara.jpg|thumb|Moara]][[Fișier:Moara.jpg|thumb|Moara]]ea", "ea"),
        ("it", "[[Immagine:Mulino.jpg|thumb|Mulino]]lui", "lui"),
        ("ar", "[[صورة:Mill.jpg|تصغير|طاحونة]]هي", "هي"),
        ("he", "[[תמונה:Mill.jpg|ממוזער|טחנה]]היא", "היא"),
        ("ko", "[[그림:Mill.jpg|섬네일|방앗간]]그", "그"),
        ("da", "[[Billede:Mølle.jpg|thumb|Mølle]]den", "den"),
        ("cs", "[[Obrázek:Mlyn.jpg|thumb|Mlýn]]on", "on"),
        ("et", "[[Pilt:Veski.jpg|pisi|Veski]]see", "see"),
        ("lt", "[[Vaizdas:Malunas.jpg|thumb|Malūnas]]jis", "jis"),
        ("lv", "[[Attēls:Dzirnavas.jpg|thumb|Dzirnavas]]tas", "tas"),
        ("mk", "[[Слика:Мелница.jpg|мини|Мелница]]таа", "таа"),
        ("fa", "[[تصویر:Mill.jpg|بندانگشتی|آسیاب]]او", "او"),
        ("es", "{{lang|de|Mühle}}{{cr|x}} y{{vt|Molino}}", "Mühle y"),
        ("de", "eine{{Wer}} Mühle{{fn|1}}, alt{{sfn|A|1980}}", "eine Mühle, alt"),
        ("nl", "{{nowrap|de molen}} {{lang-en|mill}}", "de molen mill"),
    ],
)
def test_templates_of_other_languages(language: str, wikitext: str, shown: str) -> None:
    assert text_of(wikitext, language) == shown


_ADA = "{{Bio|Nome=Ada|Cognome=Mola|Sesso=F|LuogoNascita=Roma|GiornoMeseNascita=1º maggio|AnnoNascita=1900"


@pytest.mark.parametrize(
    ("bio", "shown"),
    [
        (
            f"{_ADA}|LuogoMorte=[[Pisa]]|GiornoMeseMorte=3 giugno|AnnoMorte=1980|Attività=mugnaia|Nazionalità=italiana",
            "Ada Mola (Roma, 1º maggio 1900 – Pisa, 3 giugno 1980) è stata una mugnaia italiana.",
        ),
        (
            f"{_ADA}|Attività=attrice|Attività2=poetessa|Nazionalità=italiana|NazionalitàNaturalizzato=francese",
            "Ada Mola (Roma, 1º maggio 1900) è un'attrice e poetessa italiana naturalizzata francese.",
        ),
        (
            "{{Bio\n|Nome = Ugo\n|Cognome = Sarto\n|Sesso = M\n|AnnoNascita = ?\n|LuogoMorte = Siena\n"
            "|AnnoMorte = 1500\n|NoteMorte = <ref>Mola, 1980</ref>\n|Attività = [[Stampa (arte)|stampatore]]\n"
            "|AttivitàAltre = , pittore e orafo\n|Nazionalità = italiano\n|PostNazionalità = , noto per i [[mulini]]\n"
            "|Immagine = Ugo.jpg\n",
            "Ugo Sarto (... – Siena, 1500) è stato uno stampatore, pittore e orafo italiano, noto per i mulini.",
        ),
        (
            "{{bio|Titolo=Sir|Nome=Ugo|Cognome=Mill|PostCognomeVirgola=''lord''|Sesso=M|PreData=in latino ''Hugo''|"
            "Attività=ex mugnaio|PostNazionalità=di Londra|Punto=no",
            "Sir Ugo Mill, lord (in latino Hugo) è un ex mugnaio di Londra",
        ),
        (
            "{{Bio|Nome=Ugo|Cognome=Sarto|Pseudonimo=Il Mulo|Sesso=M|AnnoMorte=1500|FineIncipit=è stato re di Roma",
            "Il Mulo, pseudonimo di Ugo Sarto (... – 1500) è stato re di Roma.",
        ),
        (f"{_ADA}|FineIncipit=nobile", ""),
        (f"{_ADA}|Attività=mugnaia|PreAttività=nota", ""),
        (f"{_ADA}|Attività=mugnaia|Cittadinanza=", "Ada Mola (Roma, 1º maggio 1900) è una mugnaia."),
        (_ADA, ""),
    ],
)
def test_the_first_sentence_of_an_italian_biography(bio: str, shown: str) -> None:
    for end in ("}}\n\n", "}}\n", "\n}} "):
        assert text_of(f"{bio}{end}Visse a Roma.", "it") == f"{shown} Visse a Roma.".strip()
