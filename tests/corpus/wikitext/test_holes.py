"""No sentence with a hole: what is missing in it is not known, so it is left out, and the ones around it stay."""

import pytest
from plain_wikitext import paragraphs

from tweetctx.corpus.ends import sentence_ends


@pytest.mark.parametrize(
    "sentence",
    [
        # Where a letter or a digit stands beside it, a template is no note.
        "The score was 3{{zz}}2 in the game.",
        "It has 5{{zz half}} metres.",
        "It has 3.{{zz half}} metres.",
        "It has 3,{{zz half}} metres.",
        "At 20{{zz°}}C it froze.",
        "It is well{{zz hyphen}}known here.",
        "{{zz}}known it was.",
        "The mill was old{{zz}}.",
        "The 7{{clear}}8 mills turn.",
        "The 4{{-}}1 was a rout.",
        # In an exponent or index.
        "The value 5<sup>{{zz}}</sup> was large.",
        "The value 5<sup>{{zz|2}}</sup> was large.",
        "The value 10{{sup|{{zz}}}} was large.",
        "The mill<sup>{{zz}}</sup> was large.",
        "The value x<sub>{{zz}}</sub> was large.",
        "The value 5<sup>2{{zz}}</sup> was large.",
        "It gave 5%{{zz}} of it.",
        # A subject, at the beginning of a paragraph or within one.
        "{{zz|Uranium|235}} is heavy.",
        "{{zz\n|Uranium\n|235\n}} is heavy.",
        "{{zz|Uranium|235}}\nis heavy.",
        "{{zz|Uranium}}'s weight is high.",
        "{{zz|Uranium|235}} (born 1920) was a miller.",
        "{{zz|Ada}} Smith was a miller.",
        "{{cr|XQX}} won the match.",
        "They met {{CHI}} in 1962.",
        "It is {{vt}} there.",
        "It saw {{ap|Mill}}, {{nd|1}}, {{nota|x}}, {{link|de|Mill}} and {{fn|1}}.",
        "It met Dr. {{zz|Smith}} in Oslo.",
        "It met Prof. {{zz|Smith}} in Oslo.",
        "It met Prof. Smith in {{zz|Oslo}}.",
        "It came to Acme Inc. {{zz|again}} later.",
        "It saw {{zz|A}}, {{zz|B}} and {{zz|C}}.",
        "The {{zz|Mill}}-class ship sank.",
        "It sailed as part of\n{{zz|12}}\nfleets.",
        # A reference, a picture or an address that is a word.
        "According to {{harvnb|Miller|1980|p=25}}, it is old.",
        "The proof is due to {{harvnb|Miller|1980}} and others.",
        "As {{harvp|Miller|1980}} argues, it is old.",
        "Take [[File:a.svg|20px]] instead of [[Datei:b.svg|x15px|alt=b]] in it.",
        "Use [[File:a.svg]] for it.",
        "The list is at [http://mill.example].",
        "It is at [http://mill.example] in the town.",
        # Where a reference stands in a word or number, or between two that it parts.
        "It was built in 1950<ref>a</ref>and burnt.",
        "It has 5<ref name=a/>6 doors.",
        "A [[mill]]<ref>a</ref>stone, ''old''<ref>a</ref>[[stone]].",
        # Words of a template that is not known with them.
        "It is {{update span|date=May 2010}} old.",
        "It is {{pi|not}} old.",
        "It is {{ins|never}} old.",
        "It costs {{CAD|5|million}} now.",
        "It is {{gaps|5|z=3}} long.",
        "It is {{sqrt|3|27}} long.",
        # In brackets, next to a number.
        "Ada (born 1980 in {{zz|X}}, Norway) is old.",
        "Ada ({{zz|5}}) is old.",
        "The [[]] is old.",
        "<math>\\begin{x}a\\end{x}</math> is a set.",
    ],
)
def test_a_sentence_with_a_hole_is_left_out_and_its_neighbours_stay(sentence: str) -> None:
    assert paragraphs(f"{sentence} He left.") == ["He left."]
    assert paragraphs(f"Carbon is light. {sentence} He left.") == ["Carbon is light. He left."]


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        ("The mill was old.{{zz}} He left.", "The mill was old. He left."),
        ("It is old {{harv|Miller|1980}}. {{cite book|a}}", "It is old."),
        ("It is old (see {{harvnb|Miller|1980}}).", "It is old."),
        ("Won by [[File:a.svg|20px|link=]] [[France]], it is old.", "Won by France, it is old."),
        ("It [http://mill.example] is old. [[File:a.svg|20px]] It turns.", "It is old. It turns."),
        ("It is 5<ref name=a/> m, old<ref>a</ref>, red.", "It is 5 m, old, red."),
        ("A {{dubious span|text=red}}, {{POV span|big}}, {{verify span|old}} mill.", "A red, big, old mill."),
        ("The mill was old.<sup>{{zz}}</sup> He left.", "The mill was old. He left."),
        ("5<sup>{{cn}}</sup> mills and 5<sup>{{cn}} 3</sup>.", "5 mills and 5³."),
        ("The mill was old.{{-}}He left.", "The mill was old. He left."),
        ("The mill was old.{{clear}}''He'' left.", "The mill was old. He left."),
        ('It said "old."{{cn}}He left. A.{{cn}}B. Cole left.', 'It said "old." He left. A.B. Cole left.'),
        ("The mill, which was old,{{zz}} turned. He left.", "The mill, which was old, turned. He left."),
        ('He said "yes." {{zz|X}} is heavy. He left.', 'He said "yes." He left.'),
        ('He said "yes." {{zz|X}} (born 1920) was a miller. He left.', 'He said "yes." He left.'),
        ("{{Zz box\n|a=1\n}}'''Ada''' is a miller.", "Ada is a miller."),
        ("{{Zz box|a=1}}\n'''Ada''' is a miller.", "Ada is a miller."),
        ("{{zz|a}}{{zz|b=1}}\n\"'''Ada'''\" is a song.", '"Ada" is a song.'),
        ("The mill is old.\n{{zz|12}}\nIt turns.", "The mill is old. It turns."),
        ("The mill is old. {{zz|12}}", "The mill is old."),
        ("Ada ({{zz|X}}; born 1980) is old.", "Ada (born 1980) is old."),
        ("Ada (a town in {{zz|X}}, Norway) is old.", "Ada is old."),
        ("Ada (French: {{zz|x}}, born 1980) is old.", "Ada (born 1980) is old."),
        ("'''{{Audio|Ada.ogg|Ada}}''' is a town ({{Audio|Ada.ogg|listen}}).", "Ada is a town."),
        ("It is the fourth.{{-}} It is the fifth.", "It is the fourth. It is the fifth."),
        ("{{-}}\nA mill stands {{clr}} behind{{clear left}} it.", "A mill stands behind it."),
        ("{{anchor|x}}The mill{{sfn|Miller|1980}} is old.", "The mill is old."),
    ],
)
def test_what_is_surely_no_part_of_a_sentence_goes_without_it(wikitext: str, text: str) -> None:
    assert paragraphs(wikitext) == [text]


@pytest.mark.parametrize(
    ("language", "wikitext", "text"),
    [
        ("de", "Er kam am 3. Oktober nach {{Zz|X}}. Er ging.", "Er ging."),
        ("fr", "C'est M. {{Zz|X}} qui vint. Il partit.", "Il partit."),
        ("ru", "Свинец мягкий. {{Zz|Уран}} тяжёлый. Он ушёл.", "Свинец мягкий. Он ушёл."),
        ("ja", "彼は{{Zz|水車}}に行った。彼は去った。", "彼は去った。"),
        ("ja", "水車{{efn|注}}は古い。", "水車は古い。"),
        ("ar", "{{Zz|س}} ثقيل. ذهب بعيدا.", "ذهب بعيدا."),
        ("pl", "Most stoi koło tzw. średniej {{Zz|5}} blisko miasta. On jest tu.", "On jest tu."),
        ("cs", "Most stojí u tzv. širší {{Zz|5}} cesty. Byl tam.", "Byl tam."),
        ("hu", "A híd az ún. őrség {{Zz|5}} mellett van. Ott volt.", "Ott volt."),
        ("tr", "Köprü Alm. ılıca {{Zz|5}} yanında. Ve oradaydı.", "Ve oradaydı."),
        ("el", "Η γέφυρα κτλ. είναι {{Zz|5}} παλιά. Αυτός έφυγε.", "Αυτός έφυγε."),
        ("uk", "Міст стоїть біля тзв. їхньої {{Zz|5}} ріки. Він пішов.", "Він пішов."),
        ("lt", "Tiltas prie vad. šaltinio {{Zz|5}} yra senas. Jis išėjo.", "Jis išėjo."),
        ("ka", "ხიდი ძველია. {{Zz|5}} მძიმეა. იგი წავიდა.", "ხიდი ძველია. იგი წავიდა."),
    ],
)
def test_holes_in_other_languages(language: str, wikitext: str, text: str) -> None:
    assert paragraphs(wikitext, language=language) == [text]


def test_lists_and_headings_behind_templates_that_show_nothing() -> None:
    page = "The signers were:\n{{col-begin}}\n{{clear}}== Mills ==\n{{-}}* Ada\n\nIt is old."
    assert paragraphs(page) == ["The signers were:", "It is old."]


@pytest.mark.parametrize(
    ("line", "sentences"),
    [
        ("He met Dr. Smith. He left.", 2),
        ("He met Dr. The man left.", 1),
        ("Am 3. Oktober kam er. Er ging.", 2),
        ("He works for Acme Inc. The mill is old.", 2),
        ("In the U.S. Army he rose.", 1),
        ("Byl na Čes. Svazu dnes.", 1),
        ("Był koło rzeki tzw. średniej. Potem odszedł.", 2),
        ("彼は去った。彼女も。", 2),
        ("-" * 100_000, 1),
    ],
)
def test_only_sure_ends_of_sentences(line: str, sentences: int) -> None:
    assert len({*sentence_ends(line), len(line)}) == sentences


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        ("10<sup>10.5</sup>", "10^10.5"),
        ("2<sup>2<sup>n</sup></sup>", "2^(2^n)"),
        ("3<sup>[[cube|3]]</sup>", "3³"),
        ("10<sup>10000</sup>", "10¹⁰⁰⁰⁰"),
        ("10<SUP> &minus;9 </SUP>", "10⁻⁹"),
        ("''x''<sup>''n''</sup> and e<sup>iπ</sup>", "x^n and e^(iπ)"),
        ("2<sup>n+1</sup>", "2^(n+1)"),
        ("10{{sup|10.5}} and 10<sup>{{nowrap|10.5}}</sup>", "10^10.5 and 10^10.5"),
        ("XIX<sup>e</sup> 1<sup>er</sup> M<sup>lle</sup> n<sup>o</sup>", "XIXe 1er Mlle nº"),
        ("the mill {{sup}} is <sub> </sub> old", "the mill is old"),
        ("log<sub>10</sub>100 and 101<sub>2</sub>", "log₁₀100 and 101₂"),
        ("7E<sub>16</sub> and H<sub>2</sub>O", "7E₁₆ and H2O"),
        ("<sup>235</sup><sub>92</sub>U", "²³⁵₉₂U"),
        ("mill<sup>[1]</sup>", "mill"),
        ("5<sup>3</sup>/<sub>4</sub>", "5 3/4"),
        ("5&nbsp;<sup>3</sup>⁄<sub>4</sub>", "5 3/4"),
        ("5<math>\\tfrac{3}{4}</math>", "5 3/4"),
        ("<math>10^{a+b}</math>", "10^(a+b)"),
        ("the <math>~n~</math>photon state", "the n photon state"),
        ("<math>\\bar{y} - \\hat x</math>", "y\u0304 - x\u0302"),
        ("<math>\\sqrt{a+b}</math> at <math>20^\\circ</math>", "√(a+b) at 20°"),
    ],
)
def test_exponents_and_fractions_are_never_digits_of_the_number_before_them(wikitext: str, text: str) -> None:
    assert paragraphs(f"It was {wikitext} there.") == [f"It was {text} there."]


@pytest.mark.parametrize(
    "wikitext",
    ["10<sup>1/2</sup>", "10<sup>6", "10<sup>-3/2</sup>", "<math>\\sqrt[3]{x}</math>", "<math>\\bar{AB}</math>"],
)
def test_exponents_that_cannot_be_told_are_left_out(wikitext: str) -> None:
    assert paragraphs(f"It was {wikitext} there. He left.") == ["He left."]


@pytest.mark.parametrize(
    ("wikitext", "kept"),
    [
        (
            'It is old.\n{| class="wikitable" style="x"\n|-\n! Year !! Won\n|-\n| 1987 || b\n{{end}}\nIt turns.',
            2,
        ),
        ('It is old.\n\n{| class="wikitable"\n! Year\n|-\n| 1987 || b\n{{s-end}}\n\nIt turns.', 2),
        ('It is old.\n\n{| class="wikitable"\n| 1987 || b', 1),
        ('It is old.\n\n{| class="wikitable"\n| 1987 || [[Film]]\n\n== Life ==\nIt turns.', 2),
        ("It is old.\n{{start table}}\n! Year !! Won\n| 1987 || b\n{{end}}\nIt turns.", 2),
        ('It is old. {| class="wikitable"\n| 1987\n|}\nIt turns.', 2),
        ('It is old.\n{{(!}} class="wikitable"\n| 1987\n{{!)}}\nIt turns.', 2),
        ('It is old.\n<table class="wikitable"><tr><td>1987\n<tr><td>b\n\nIt turns.', 2),
        ('It is old.\n:{| border=1\n{| class="inner"\n| a\n|}\n| b\n\nIt turns.', 2),
    ],
)
def test_a_table_that_is_never_closed(wikitext: str, kept: int) -> None:
    assert " ".join(paragraphs(wikitext)) == " ".join(["It is old.", "It turns."][:kept])
    assert all("1987" not in text and "class" not in text for text in paragraphs(wikitext, language="de"))


@pytest.mark.parametrize(
    "code",
    ["be-x-old", "bat-smg", "zgh", "rsk", "be-tarask", "sr-el", "bdr", "nr", "simple", "xyz", "fr", "zh-min-nan"],
)
def test_links_to_other_languages_show_nothing(code: str) -> None:
    assert paragraphs(f"A mill is old.\n[[{code}:Менск]]\n\n[[{code}:A]]\n[[de:B]]") == ["A mill is old."]


@pytest.mark.parametrize("code", ["be-x-old", "bat-smg", "zgh", "fr", "simple"])
def test_a_link_to_another_language_inside_a_line(code: str) -> None:
    assert paragraphs(f"A mill is old. [[{code}:Менск]] It turns.") == ["A mill is old. It turns."]
    assert paragraphs(f"It is [[:{code}:Менск|there]], [[:{code}:Менск]].") == ["It is there, Менск."]


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        ("in [[Paris, [[France]]]] now", "in Paris, France now"),
        ("the [[Outer [[inner]] link]] now", "the Outer inner link now"),
        ("the [[first thing|label [[second]] rest]] now", "the label second rest now"),
        ("by [[John Smith ([[painter]])]] now", "by John Smith (painter) now"),
        ("a [[a|b [[c|d]] e]] and [[f]]", "a b d e and f"),
        ("x [[File:A.jpg|thumb|a [[mill]] there]] y", "x y"),
        ("the [[a|b is old", "the b is old"),
    ],
)
def test_a_link_inside_a_link(wikitext: str, text: str) -> None:
    assert paragraphs(f"He lived {wikitext}.") == [f"He lived {text}."]


@pytest.mark.parametrize(
    "note",
    [
        "''Main article: [[Watermill]]''",
        ":''Main articles: [[Watermill]] and [[Windmill]]''",
        "Main article: Second inauguration of Barack Obama",
        "See also: [[Watermill]].",
        "For other uses, see [[Mill (disambiguation)]].",
        '"Mill" redirects here. For other uses, see Mill (disambiguation).',
        "This article is about the machine. For the town, see Mill (town).",
        "''For the town, see [[Mill (town)]].''",
        "Dieser Artikel behandelt die Maschine. Zur Stadt siehe [[Mühle (Stadt)]].",
        "→ ''Hauptartikel: [[Mühle]]''",
        "Siehe auch: Mühle",
        "Article détaillé : Moulin.",
        "Pour les articles homonymes, voir Moulin.",
        "Para otros usos de este término, véase Molino.",
        "Artículo principal: Molino",
        "Lo stesso argomento in dettaglio: Mulino.",
        "Ver artigo principal: Moinho",
        "Основная статья: Мельница",
        "詳細は「水車」を参照",
        "المقالة الرئيسية: طاحونة",
        "Hoofdartikel: Molen",
        "Osobny artykuł: Młyn.",
    ],
)
def test_notes_by_which_a_page_leads_to_others(note: str) -> None:
    assert paragraphs(f"{note}\nA mill is old.") == ["A mill is old."]
    assert paragraphs(f"{note}\n\nA mill is old.") == ["A mill is old."]


@pytest.mark.parametrize(
    "bit",
    [
        "has 3{{frac|1|1/2}} mills",
        "has {{frac|1 1/2}} mills",
        "has 0.{{overline|3}} mills",
        "is pronounced {{IPAc-en|a}} or {{IPAc-en|b}}",
        "is spelled so, not {{respell|a}}",
        "is pronounced {{IPAc-en|a}} by locals but {{IPAc-en|b}} elsewhere",
        "rhymes with {{IPA|en|a}} there",
        "has {{chem|235|92|U}} inside",
        "is {{val|5|x to}} long",
        "is {{convert|1|/|2|mi}} long",
        "is {{convert|1|per|2|mi}} long",
        "is in {{music|figure|6|4}}",
        "is in {{music|xyz}}",
        "is in {{sharp|F}}",
        "has {{chem2|CH3\\sCH3}} inside",
        "has {{track gauge|Brunel}} inside",
        "has {{USS|Mill|DD-5|5}} inside",
        "has {{sclass|Mill|frigate|2}} inside",
        "has {{linktext|a| |b}} inside",
        "has {{currency|5|QQ}} inside",
        "is {{convert|1|km|2|ft|m}} long",
        "is {{convert|1|hubble}} long",
        "is {{convert|input=P2043|qid=Q1}} long",
        "is {{convert|5|mi|km|disp=out}} long",
        "is 5 {{convert|5|mi|km|disp=unit}} long",
    ],
)
def test_what_a_template_cannot_show_rightly_takes_its_sentence_with_it(bit: str) -> None:
    assert paragraphs(f"A mill turns. It {bit}. It is old.") == ["A mill turns. It is old."]


def test_a_bracket_without_the_converted_value_goes() -> None:
    value = "{{convert|15700|ft3|disp=output number only}}"
    assert paragraphs(f"It holds ({value} bn m³) gas. It is old.") == ["It holds gas. It is old."]


def test_pronunciations_beside_a_subject_go() -> None:
    assert paragraphs("Ada {{IPAc-en|a}} is a miller. She left.") == ["Ada is a miller. She left."]
    assert paragraphs("Ada, {{IPAc-en|a}}, is a miller. She left.") == ["Ada is a miller. She left."]
    assert paragraphs("Ada, pronounced {{IPAc-en|a}}, is a miller. She left.") == ["Ada is a miller. She left."]


@pytest.mark.parametrize(
    ("bracket", "kept"),
    [
        ("(pronounced {{IPAc-en|a}} or {{IPAc-en|b}})", ""),
        ("({{IPAc-en|a}}, {{IPAc-en|b}}, occasionally {{IPAc-en|c}})", ""),
        ("({{IPAc-en|a}} ''or'' {{respell|B}}; locally {{IPA|en|c}})", ""),
        ("(locally {{IPA|de|c}}; born 1980, in Oslo)", " (born 1980, in Oslo)"),
        ("(born 1980; {{IPA|de|c}}, in Oslo)", " (born 1980; in Oslo)"),
        ("({{lang-fr|Ada}}, Austrian German: {{IPA|de|c}})", " (French: Ada)"),
        ("(pronounced {{IPAc-en|a}} in English)", ""),
        ("(in part {{clarify|date=May 2010}})", " (in part)"),
        ("(a miller{{cn}}; {{lang|fr|Ada}} {{IPA|fr|a}})", " (a miller; Ada)"),
        ("({{IPAc-en|a}}; singular ''ado'' {{IPAc-en|a}})", " (singular ado)"),
        ("(1980, {{IPAc-en|a}} or {{IPAc-en|b}})", " (1980)"),
    ],
)
def test_what_a_bracket_says_of_pronunciations_goes_with_them(bracket: str, kept: str) -> None:
    assert paragraphs(f"Ada {bracket} left. She sang.") == [f"Ada{kept} left. She sang."]


def test_a_template_after_a_colon_is_no_note() -> None:
    assert paragraphs("A mill is old. He said:{{unknown|Hello.}} She left. Bob came.") == ["A mill is old. Bob came."]


def test_notes_before_text_on_their_line() -> None:
    assert paragraphs("''For the town, see [[Mill (town)]].'' A mill is old.") == ["A mill is old."]
    assert paragraphs("For years, see 3.5 below, it was old.") == ["For years, see 3.5 below, it was old."]


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        ("It is old.\n* Ada\n* Bob\nhad been members of it. He left.", "It is old. He left."),
        ("is heavy. He left.", "He left."),
        ("He said that they\n{{quote|have a mill.}}\nHe left.", "He said that they “have a mill.” He left."),
        ("He said:\n{{quote|They have a mill.}}\nHe left.", "He said: “They have a mill.” He left."),
        ("eBay is a firm.", "eBay is a firm."),
        ("ist schwer. Er ging.", "Er ging."),
    ],
)
def test_what_begins_with_a_verb_lost_its_subject(wikitext: str, text: str) -> None:
    assert " ".join(paragraphs(wikitext)) == text


@pytest.mark.parametrize(
    "sentence",
    [
        "The main article of the treaty: peace.",
        "For the people who see it, life is good.",
        "For more than a year he could see it.",
    ],
)
def test_sentences_that_only_look_like_notes(sentence: str) -> None:
    assert paragraphs(sentence) == [sentence]
