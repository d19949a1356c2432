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
    "{{convert|2|km|mi|0|sp=us}}": "2 kilometers",
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
    "{{OldStyleDate|20 January|1905|8 January}}": "20 January [O.S. 8 January] 1905",
    "{{abbr|t|tonne}}": "t",
    "{{small|a}} {{sup|2}} {{sub|3}}": "a ² 3",
    "{{frac|1|2}}, {{frac|3|1|2}}, {{frac|4}}": "1/2, 3 1/2, 1/4",
    "1{{sfrac|1|4}} days, x{{frac|2}}, {{convert|3{{frac|1|2}}|in}}": "1 1/4 days, x1/2, 3 1/2 inches",
    "{{val|12345.6|0.2|e=-3|u=kg}}": "12,345.6 ± 0.2 × 10⁻³ kg",
    "{{val|5|to|6|u=m}}, {{val|5|-|6}}, {{val|5|x|6|0.1}}": "5 to 6 m, 5–6, 5 by 6 ± 0.1",
    "{{formatnum:1234567}}": "1,234,567",
    "{{formatnum:1234567|NOSEP}}, {{formatnum:1,234|R}}": "1234567, 1,234",
    "3{{e|9}}": "3×10⁹",
    "{{chem|SO|4|2-}}": "SO4²⁻",
    "{{keypress|Ctrl|C}}, {{font color|red|blue|a}}, {{overline|AB}}": "Ctrl+C, a, AB",
    "{{ordinal|3}}, {{ordinal|11}}": "3rd, 11th",
    "{{pop density|1000|40|km2}}": "25/km²",
    "{{US$|2 billion}}": "US$2 billion",
    "{{ill|Ada Miller|de}}, {{ill|de|Ada|Ada M.}}, {{ill|Ada|fr|lt=her}}": "Ada Miller, Ada, her",
    "{{HMS|Mill|H12|6}}, {{ship|HMS|Mill|H12}}": "HMS Mill, HMS Mill (H12)",
    "{{sclass|Mill|frigate}}": "Mill-class frigate",
    "{{harvtxt|Miller|Baker|1980}}": "Miller & Baker (1980)",
    "{{music|flat}}": "♭",
    "{{angbr|a}} {{IPA|/e/}}{{IPA|de|ˈaːda|lang}}": "⟨a⟩ /e/",
    "{{bibleverse||Mark|3:25}}, {{bibleverse|1|Kings|3:25|KJV}}": "Mark 3:25, 1 Kings 3:25",
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
        ("nl", "{{nowrap|de molen}} {{lang-en|mill}}", "de molen mill"),
    ],
)
def test_templates_of_other_languages(language: str, wikitext: str, shown: str) -> None:
    assert text_of(wikitext, language) == shown
