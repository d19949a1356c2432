"""Sentences of other languages: hard cases by hand, and what holds everywhere."""

from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples, one_in

from tweetctx.text.segmentation import open_segmenter

# Every line is a paragraph; the bars stand where it must be parted, a bar without spaces where no space was written.
CASES = {
    "de": """
Es gibt Tiere, z. B. Katzen und z. B. Der Hund. | Sie schlafen.
Am 3. Oktober 1990 wurde gefeiert. | Danach kam der 4. Oktober.
Der 2. Weltkrieg endete 1945. | Berlin lag in Trümmern.
Im 19. und 20. Jahrhundert wuchs die Stadt. | Die Häfen auch.
Äpfel, Birnen usw. wachsen dort. | Äpfel, Birnen usw. | Das Obst ist gut.
Dr. Müller und Prof. Dr. Schmidt kamen. | Sie blieben bzw. Er ging nicht.
Er lebte von 44 v. Chr. bis 12 n. Chr. in Rom. | Er starb 12 n. Chr. | Sein Sohn erbte.
„Ich komme.“ | Er ging. | »Bleib hier!« | Sie blieb.
„Komm!“, rief er. | „Nein.“ | Sie ging.
Der Verein Turnfreunde e. V. Hamburg lud ein. | Es kamen 3.000 Gäste.
Ludwig XIV. König von Frankreich, Wilhelm II. und Friedrich I. Barbarossa regierten. | Friedrich II. | Er starb.
Die Fa. Meyer & Co. KG lieferte d. h. Schrauben u. a. Muttern. | Das war gut.
Sie wohnt in St. Pauli, Nr. 5. | Er wohnt in Hamburg.
Er kam am 12. 5. 1990 an. | Es war 1990. | Berlin feierte.
Das Werk Op. 5 stammt von J. S. Bach. | Er lebte in Leipzig.
Was ist das? | Ist es wahr! | Ja.
Der Film „Wer hat Angst? Niemand!“ lief lange. | Er war gut.
Vgl. Müller. | Ca. 5 Leute kamen. | Er war Max. | Sie auch.
""",
    "fr": """
M. Dupont et Mme Durand sont venus. | Ils sont partis.
M. Le Pen parle. | MM. Blanc et Noir écoutent.
« Bonjour ! » dit-il. | « Bonjour ! » | Il partit. | « Au revoir », dit-elle.
Il est né en 44 av. J.-C. à Rome. | Il meurt en 12 apr. J.-C. | Son fils hérite.
On mange des fruits, p. ex. Poires et pommes, etc. | L'homme en mange aussi.
Est-ce vrai ? | Non ! | C’est faux.
Il lit (cf. Hugo) et écrit, etc. | D'abord, il dort.
Le Dr Martin, St. Louis et Mgr. Paul. | Qu’il vienne.
La ville compte 3 500 hab. en 2010. | La rivière coule.
Le film « Qui a peur ? Personne ! » a plu. | Il est long.
Il aime l'art. | Elle aime la mer. | Paris est grand.
Elle dit : « Je pars. » | Puis elle part.
Vers 50, c.-à-d. Hier, il vint. | Il mourut.
""",
    "es": """
El Sr. García y la Sra. López llegaron. | Se fueron.
¿Quién es? | ¡Nadie! | ¿Cómo?
Frutas, p. ej. Peras y manzanas, etc. | También hay uvas.
En 44 a. C. Roma cambió. | Murió en 12 d. C. | Su hijo heredó.
Viajó a EE. UU. en 1990. | Vive en EE. UU. | Allí trabaja.
La empresa Telas S. A. vende ropa. | Es de Perú.
«Me voy», dijo. | «Quédate.» | Se quedó.
El Dr. Pérez vive en la Av. Central, núm. 5. | ¿Y usted?
Hay perros, etc. | ¡Qué bien!
Dijo que no. | No. | El fin.
¡Hola! dijo el niño. | ¿Vienes?, preguntó.
S. M. el Rey y Ud. hablaron. | Fue ayer.
""",
    "ru": """
Он родился в 1950 г. в Москве. | В 1970 г. Иван Петров уехал.
В 1970 г. | Он вернулся.
Это млекопитающие, т. е. Киты и дельфины. | Они плавают.
Яблоки, груши и т. д. растут. | Яблоки, груши и т. д. | В саду тихо.
А. С. Пушкин родился в г. Москве. | Он писал стихи.
Пушкин А. С. Москва помнит.
В 44 г. до н. э. Рим изменился. | Умер в 12 г. н. э. | Его сын правил.
«Иди сюда!» — сказал он. | «Нет.» | Она ушла.
Ул. Ленина, д. 5, кв. 3. | Там живёт проф. Иванов и др. | Они учат.
В XIX в. Россия росла. | В XX вв. | Она менялась.
Цена 5 тыс. руб. | Это много.
Кто там? | Никого! | Ёж спит.
См. рис. 5. | Город стоит у моря.
""",
    "it": """
Nel 44 a.C. Cesare muore. | L'uomo parte. | È tardi.
""",
    "cs": """
Dne 3. října 1990 pršelo. | Praha spala. | Byl to 2. Festival hudby.
""",
    "ja": """
「来た。」と彼は言った。|「今日は。明日も。」と言った。|彼は去った！|なぜ？|知らない。
""",
    "zh": """
他来了。|“你好！”|她走了。|为什么？|不知道。
""",
    "ko": """
그는 왔다. | 그녀는 갔다. | 왜 그래? | 모른다.
""",
    "el": """
Ποιος είναι; | Κανείς. | Ήρθε.
""",
    "bo": """
ང་ཡིན།| ཁྱེད་སུ་ཡིན།
""",
    "ar": """
جاء الرجل. | ذهبت المرأة؟ | نعم.
""",
    "hi": """
वह आया। | वह गई।
""",
    "pl": """
Dnia 3. Maja świętowano. | W 1990 r. był pokój.
""",
}
CASE_LINES = [(language, line) for language, lines in CASES.items() for line in lines.strip().splitlines()]


def sentences(text: str, language: str) -> list[str]:
    return [text[start:end] for start, end in open_segmenter(None, language).spans(text)]


@pytest.mark.parametrize(("language", "case"), CASE_LINES)
def test_a_case_by_hand(language: str, case: str) -> None:
    text = case.replace(" | ", " ").replace("|", "")
    assert sentences(text, language) == [sentence.strip() for sentence in case.split("|")]


@pytest.mark.parametrize(
    ("language", "text"),
    [("de", "Am 3. Oktober kam er."), ("fr", "Il vit en 44 av. J.-C. à Rome."), ("es", "Hay EE. UU. Estados.")],
)
def test_the_rules_are_those_of_the_language(language: str, text: str) -> None:
    """English has other abbreviations and no ordinals."""
    assert len(sentences(text, language)) == 1 < len(sentences(text.replace("44 av. J.-C. à", "A et. Ab"), "en"))


def test_a_segmenter_of_a_language_is_made_once() -> None:
    assert open_segmenter(None, "de") is open_segmenter(None, "de")
    assert open_segmenter(None, "de") is not open_segmenter(None, "fr")


WORDS = "Er die z. B. т. е. usw. EE. UU. M. J.-C. 3. XIV. 1990. « » „ “ ¿Qué ¡No! 。 「 」と г. L'homme ; ། A \ud800"
PIECES = st.sampled_from([*WORDS.split(), *' \n\u00a0\u202f"“”().!—'])
TEXTS = st.lists(PIECES, max_size=30).map("".join) | st.lists(PIECES, max_size=30).map(" ".join)


@given(TEXTS, st.sampled_from(["de", "fr", "es", "ru", "ja", "el", "bo", "tr", "ar"]))
@examples(300)
def test_spans_cover_the_text(text: str, language: str) -> None:
    last = 0
    for start, end in open_segmenter(None, language).spans(text):
        assert last <= start < end
        assert not text[last:start].strip()
        assert text[start:end] == text[start:end].strip()
        last = end
    assert not text[last:].strip()


@pytest.mark.thorough
def test_long_runs_take_no_square_of_time() -> None:
    for unit in ("z. B. ", "« ", " »", "! »", "a. ", "„“", "т. ", "」と", "¿¡"):
        text = (unit * 100_000)[:100_000]
        assert open_segmenter(None, "de").spans(text)


SECOND_OPINIONS = """
    am ar az da de dsb el es fa fi fr he hi hr hu hy kn ko ky la lb lt ms nb ne nn pl ro ru sk sl sr sv ta uk vi zh
"""


@pytest.mark.parametrize("language", one_in(6, SECOND_OPINIONS.split()))
def test_spacys_example_sentences_are_told_apart(language: str) -> None:
    examples = import_module(f"spacy.lang.{language}.examples").sentences
    expected = [example.strip() for example in examples if example.strip()[-1:] in (*".?!;", *"。！？؟।։።")]
    assert expected
    assert sentences(("" if language == "zh" else " ").join(expected), language) == expected
