"""Contexts that read well: debris, and sentences that refer to another one."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.context import ContextPolicy, Selection, select
from tweetctx.context.flaws import flaw_of
from tweetctx.context.openings import lacks_subject, opens_dependent, opens_generic
from tweetctx.context.policy import Order
from tweetctx.context.selection import depends
from tweetctx.types import ScoredSentence


def sentence(text: str, number: int, score: float, title: str = "Ada Reed", article: int = 1) -> ScoredSentence:
    return ScoredSentence(text, title, f"u:{article}", score, str(article), article, number, number)


def readable(*sentences: ScoredSentence, limit: int = 500, order: Order = "article", share: float = 0.0) -> Selection:
    best_first = sorted(sentences, key=lambda one: -one.score)
    return select(best_first, str.split, ContextPolicy(limit=limit, order=order, share=share, readable=True))


OPENING = sentence("Ada Reed was a sailor from Hull.", 10, 5.0)
SECOND = sentence("She crossed two oceans alone.", 11, 4.0)
THIRD = sentence("However, her boat was lost.", 12, 3.0)
HULL = sentence("Hull is a port in Yorkshire.", 40, 2.0, "Hull", 2)


def test_a_pronoun_stands_behind_the_sentence_it_refers_to() -> None:
    found = readable(OPENING, SECOND, THIRD, HULL)
    assert found.sentences == (OPENING, SECOND, THIRD, HULL)
    assert found.rejected == ()


def test_a_better_sentence_waits_for_the_one_before_it() -> None:
    better, best = sentence(SECOND.text, 11, 8.0), sentence(THIRD.text, 12, 9.0)
    assert readable(best, better, OPENING, HULL).sentences == (OPENING, better, best, HULL)


def test_it_waits_for_its_neighbour_and_no_other() -> None:
    found = readable(OPENING, THIRD, HULL)
    assert found.sentences == (OPENING, HULL)
    assert [(rejection.sentence, rejection.reason) for rejection in found.rejected] == [
        (THIRD, "refers to a sentence that is not there")
    ]


DIED = sentence("She died in Whitby in 1920.", 30, 4.5)


def test_a_person_whose_definition_is_shown_is_known_later_in_the_article() -> None:
    assert readable(OPENING, DIED).text == f"{OPENING.text} {DIED.text}"
    sooner = replace(DIED, score=9.0)
    assert readable(OPENING, sooner, THIRD).text == f"{OPENING.text} {DIED.text}"
    assert readable(OPENING, SECOND, DIED).text == f"{OPENING.text} {SECOND.text} {DIED.text}"
    met = sentence("Reed met Cole in Hull.", 20, 4.7)
    assert readable(OPENING, met, DIED).text == f"{OPENING.text} {met.text} [Ada Reed] {DIED.text}"
    father = sentence("He was a miller.", 40, 4.4)
    assert readable(OPENING, DIED, father).text == f"{OPENING.text} {DIED.text}", "somebody else"
    assert readable(sentence(DIED.text, 3, 4.5), OPENING).text == OPENING.text
    begun = sentence("Ada Reed won in 1880.", 20, 4.7)
    assert readable(OPENING, begun, DIED).text == f"{OPENING.text} {begun.text} {DIED.text}"


@pytest.mark.parametrize(
    ("opening", "title", "text"),
    [
        ("Ada Reed was a sailor from Hull.", "Ada Reed", "It sank in 1920."),
        ("Ada Reed was a sailor from Hull.", "Ada Reed", "Her boat sank in 1920."),
        ("Ada Reed was a sailor from Hull.", "Ada Reed", "They sailed in 1920."),
        ("Ada Reed was a sailor from Hull.", "Ada Reed", "She later won a prize."),
        ("Ada Reed was a sailor from Hull.", "Ada Reed", "She, however, died in 1920."),
        ("Ada Reed sailed from Hull.", "Ada Reed", "She died in 1920."),
        ("Gale Rising is a film.", "Gale Rising", "She died in 1920."),
        ("Hull is a port in Yorkshire.", "Hull", "He died in 1920."),
    ],
)
def test_nobody_else_and_nothing_is_taken_for_a_person(opening: str, title: str, text: str) -> None:
    first, later = sentence(opening, 10, 5.0, title), sentence(text, 30, 4.5, title)
    assert readable(first, later).sentences == (first,)


def test_the_neighbour_has_to_be_of_the_same_article() -> None:
    last = sentence("Whitby is a town.", 9, 6.0, "Whitby", 0)
    first = sentence("It was a boat.", 10, 5.0)
    assert readable(last, first).text == "Whitby is a town. [Ada Reed] It was a boat."


def test_alone_of_its_article_it_has_the_title_in_brackets() -> None:
    found = readable(SECOND, HULL)
    assert found.text == "[Ada Reed] She crossed two oceans alone. Hull is a port in Yorkshire."
    assert [one.text for one in found.sentences] == [f"[Ada Reed] {SECOND.text}", HULL.text]
    assert found.sentences[0].number == SECOND.number


def test_the_title_stands_for_a_subject_that_is_gone() -> None:
    found = readable(sentence("(1850–1920) was a sailor.", 10, 3.0), sentence("(Ada) Reed sailed on.", 12, 2.0))
    assert found.text == "[Ada Reed] (1850–1920) was a sailor. (Ada) Reed sailed on."
    assert found.rejected == ()
    for text, shown in (
        ("was a sailor from Hull.", "[Ada Reed] was a sailor from Hull."),
        (", also called Addie, was a sailor.", "[Ada Reed], also called Addie, was a sailor."),
    ):
        assert readable(sentence(text, 10, 3.0)).text == shown
    assert not readable(sentence("sailing is what she liked.", 10, 3.0)).sentences


def test_the_title_stands_before_the_film() -> None:
    later = sentence("The film was shown in Hull.", 12, 3.0, "Gale (film)")
    assert readable(later, HULL).text == "[Gale (film)] The film was shown in Hull. Hull is a port in Yorkshire."
    assert readable(later, HULL, limit=60).text == "[Gale (film)] The film was shown in Hull."
    opening = sentence("Gale is a film.", 10, 2.5, "Gale (film)")
    assert readable(later, opening).text == "Gale is a film. The film was shown in Hull."
    for text, title in (
        ("The film Gale was shown in Hull.", "Gale (film)"),
        ("The film was shown by its director, Gale.", "Gale (film)"),
        ("The film of the year is long.", "Gale (film)"),
        ("The Filmmakers was shown in Hull.", "Gale (film)"),
    ):
        assert readable(sentence(text, 12, 3.0, title)).text == text
    assert select([later], str.split, ContextPolicy()).text == later.text


@pytest.mark.parametrize(
    ("text", "is_titled"),
    [
        ("On December 24, 1880, she won a race.", True),
        ("Since 4 February 1880, she has been the keeper.", True),
        ("In May 1880 she sailed.", True),
        ("In 1880–81, her boat was shown.", True),
        ("At the age of 12, she won a race.", True),
        ("By 1880, they were in Hull.", True),
        ("In 1880, Reed said that she sails.", False),
        ("In 1880, the owner said that she sails.", False),
        ("After Cole left Hull, she sailed.", False),  # it may be Cole
        ("In 1880 they met Ada.", False),
    ],
)
def test_the_title_stands_before_a_pronoun_behind_a_date(text: str, is_titled: bool) -> None:
    later, opening = sentence(text, 12, 3.0), sentence("Ada Reed is a sailor.", 10, 2.5)
    assert readable(later).text == (f"[Ada Reed] {text}" if is_titled else text)
    assert readable(later, opening).text == f"{opening.text} {text}"


def test_the_brackets_count() -> None:
    whole = len(HULL.text) + 1 + len("[Ada Reed] ") + len(SECOND.text)
    assert len(readable(SECOND, HULL, limit=whole).sentences) == 2
    assert readable(SECOND, HULL, limit=whole - 1).sentences == (HULL,)


def test_in_the_order_of_scores_it_has_to_come_next() -> None:
    assert readable(OPENING, SECOND, HULL, order="score").sentences == (OPENING, SECOND, HULL)
    late = sentence(SECOND.text, 11, 1.0)
    assert readable(OPENING, HULL, late, order="score").sentences == (OPENING, HULL)
    assert readable(OPENING, HULL, late).sentences == (OPENING, late, HULL)


def test_the_article_of_the_best_sentence_comes_first_even_if_it_waited() -> None:
    waited = sentence(SECOND.text, 11, 9.0)
    assert readable(waited, HULL, sentence(OPENING.text, 10, 1.0)).text == f"{OPENING.text} {SECOND.text} {HULL.text}"


def test_without_being_asked_nothing_of_this_happens() -> None:
    found = select([THIRD, SECOND, sentence("See also", 90, 1.0)], str.split, ContextPolicy())
    assert found.text == f"{SECOND.text} {THIRD.text} See also"


def test_what_is_weak_beside_the_best_is_left_out() -> None:
    assert readable(OPENING, HULL, share=0.4).sentences == (OPENING, HULL)  # 2 is 0.4 of 5
    assert readable(OPENING, HULL, share=0.41).sentences == (OPENING,)
    # Beside the best that is shown: what does not fit says nothing of the others.
    assert readable(sentence("A long one. " * 9, 70, 50.0), HULL, limit=40, share=0.9).sentences == (HULL,)
    # A share of a logarithm says nothing.
    assert readable(*(replace(one, score=one.score - 9) for one in (OPENING, HULL)), share=0.9).sentences


def test_a_title_may_be_a_pronoun() -> None:
    assert not depends(sentence("It is a novel of 1986.", 0, 0.0, "It (novel)"))
    assert not depends(sentence('"They Might Be Kings" is a song.', 0, 0.0, "They Might Be Kings"))
    assert depends(sentence("It was filmed twice.", 1, 0.0, "Carrie (novel)"))


@pytest.mark.parametrize(
    ("text", "flaw"),
    [
        ("Places of interest in the town", "does not end as a sentence"),
        ("The following towns are ports:", "does not end as a sentence"),
        ("It went on and on...", "does not end as a sentence"),
        ("of the river, which is long.", "does not begin as a sentence"),
        ("Reed (born in Hull was a sailor.", "has a bracket without its other half"),
        ("Reed was born in [[Hull]].", "has marks of a page's source"),
        ("Reed won 12 | 13 races.", "has marks of a page's source"),
        ("The speed formula_1 of a boat is known.", "has marks of a page's source"),
        ("See also the history of sailing.", "speaks of its page"),
        ("This article is about the sailor.", "speaks of its page"),
        ("This is a list of sailors.", "speaks of its page"),
        ("Below is a table of all races.", "speaks of its page"),
        ("For other sailors, see Hull.", "speaks of its page"),
        ("The surface of the lake is .", "lacks what stood before its full stop"),
        ('Reed sailed in "Gale" (1880) and its sequel "" (1882).', "has quotation marks with nothing in them"),
        ('Reed named her first boat "".', "has quotation marks with nothing in them"),
        ('Who would take a boat without oars?"', "has a quotation mark without its other half"),
        ('Reed wrote: "Nobody sails home.', "has a quotation mark without its other half"),
        ('In the "Gale" Reed wrote ("Nobody sails home.)', "has a quotation mark without its other half"),
        ('"Nobody of us sails home at night."', "is a quotation that does not say whose"),
        ("“Will nobody of us sail home?”", "is a quotation that does not say whose"),
        ('"Nobody of us sails home".', "is a quotation that does not say whose"),
        ('“Reed called her boat "Gale."”', "is a quotation that does not say whose"),
        ("“The Long Gale”.", "is a quotation that does not say whose"),
        ('"There is also a film The Gale, and a poem "Gale"".', "is a quotation that does not say whose"),
        ("Reed wrote: “Nobody sails home.", "has a quotation mark without its other half"),
        ("Nobody sails home.”", "has a quotation mark without its other half"),
        ('Reed wrote the film " with a friend.', "has a quotation mark without its other half"),
        ('Reed ", also "Reade", is a sailor.', "has a quotation mark without its other half"),
        ("Reed (of Hull}; of Leeds) is a sailor.", "has a bracket without its other half"),
        ('Gale" 12 (also written as GALE" 12) is a race.', "has a quotation mark without its other half"),
        ('In" Gale of the Sea" Reed sails home.', "has a quotation mark without its other half"),
        ("Two races.", "has fewer than 3 words"),
        ("17, 2012 a sailor from Hull was seen.", "begins within a sentence or a list"),
        (", Hull has seen many sailors.", "begins within a sentence or a list"),
        (". A sailor from Hull was seen.", "begins within a sentence or a list"),
        ("• Sailors of Hull are many.", "begins within a sentence or a list"),
        ("2. Sailors of Hull are many.", "begins within a sentence or a list"),
        ("* Reed sailed for Hull until 1880.", "begins within a sentence or a list"),
        ("*Denotes a race that Reed won.", "begins within a sentence or a list"),
        ("^Note 1: Reed sailed for Hull.", "begins within a sentence or a list"),
        ("† Unofficial race of sailors.", "begins within a sentence or a list"),
        ("(1.1%) of water is in it.", "begins within a sentence or a list"),
        ("The peaks range from 9000 to in elevation.", "lacks an amount, a name or a place"),
        ("Reed had an income of in 1880.", "lacks an amount, a name or a place"),
        ("It weighs between 40 and and is old.", "lacks an amount, a name or a place"),
        ("It had speeds of 30 -, but was slow.", "lacks an amount, a name or a place"),
        ("The mast is 5 – tall and thin.", "lacks an amount, a name or a place"),
        ("Hull lies about north of the river.", "lacks an amount, a name or a place"),
        ("Hull has an area of and 12 docks.", "lacks an amount, a name or a place"),
        ("The , also known as the Lamp, is a pub in Hull.", "lacks an amount, a name or a place"),
        ("The is a pub in Hull.", "lacks an amount, a name or a place"),
        ("The, is an old pub in Hull.", "lacks an amount, a name or a place"),
        ("Reed was named the of the Year in 1880.", "lacks an amount, a name or a place"),
        ("Reed sailed aboard the to England.", "lacks an amount, a name or a place"),
        ("Reed won the in 1880 and once more in 1882.", "lacks an amount, a name or a place"),
        ("In 1880 the was built, and an old boat sank.", "lacks an amount, a name or a place"),
        ("Reed was given the and a medal.", "lacks an amount, a name or a place"),
        ("Hull was a of the North until 1880.", "lacks an amount, a name or a place"),
        ("Reed sails as a for the Hull club.", "lacks an amount, a name or a place"),
        ("Hull has an area of , of which half is water.", "lacks an amount, a name or a place"),
        ("In , the pub had no beer.", "lacks an amount, a name or a place"),
        ("Reed won races in and, and came third in 1882.", "lacks an amount, a name or a place"),
        ('Reed played in \' (1880) and "Gale" (1882).', "lacks an amount, a name or a place"),
        ("Reed wrote two books, ' and '.", "lacks an amount, a name or a place"),
        ("Hull is about northeast of the mouth of the river.", "lacks an amount, a name or a place"),
        ("The ship sank around northwest of Hull.", "lacks an amount, a name or a place"),
        ("Reed has been the Representative for since 1890.", "lacks an amount, a name or a place"),
        ("Reed was a candidate in the for Mayor of Hull.", "lacks an amount, a name or a place"),
        ("Reed won the title in the and seasons.", "lacks an amount, a name or a place"),
        ("The lake is about in length.", "lacks an amount, a name or a place"),
        ("Hull gets about of rain a year.", "lacks an amount, a name or a place"),
        ("The cast of ' sailed home.", "lacks an amount, a name or a place"),
        ("Reed wrote three books (', 1880).", "lacks an amount, a name or a place"),
        ("Rain ranges from 35 to with more in the hills.", "lacks an amount, a name or a place"),
        ("The sea there is 4 to deep.", "lacks an amount, a name or a place"),
        ("Whales range from to in length.", "lacks an amount, a name or a place"),
        ("She was long and wide.", "lacks an amount, a name or a place"),
        ("At that time the storm was about to the east of Hull.", "lacks an amount, a name or a place"),
        ("Hull lies some northeast of the river.", "lacks an amount, a name or a place"),
        ("Reed was the president of the from 1880 to 1890.", "lacks an amount, a name or a place"),
        ("Reed taught at the in Hull.", "lacks an amount, a name or a place"),
        ("A ship in the storm met winds of while it sank.", "lacks an amount, a name or a place"),
        ("The museum covers and 145 halls.", "lacks an amount, a name or a place"),
        ("Reed was honoured by the (SCH), Hull.", "lacks an amount, a name or a place"),
        ("Reed sailed from Hull on 29 August 1880 She was seen in Whitby.", "runs into the next one"),
        ("Reed sailed for the Sailing Club of Hull (SCH) However, she lost.", "runs into the next one"),
        ("Reed was born in Hull He sailed home.", "runs into the next one"),
        ("14 Nov. 2014.", "is only a date"),
        ("Retrieved 16 July 2010.", "is only a date"),
        (r"The speed {\displaystyle v} of a boat is known.", "has marks of a page's source"),
    ],
)
def test_debris(text: str, flaw: str) -> None:
    assert flaw_of(text) == flaw
    assert readable(sentence(text, 0, 9.0), HULL).sentences == (HULL,)


@pytest.mark.parametrize(
    "text",
    [
        "The mast grew from 20 to.",
        "Sailors of Hull weigh between 61.5 and.",
        "The bay is wide in summer (20 to) and narrow in winter.",
        "The boats carry between 40 and, with luck, more.",
        "The masts are between 20 and high.",
        "The depth falls from 300 to, where the rocks begin.",
        "Rain falls at between 20 and per night.",
        "The pier is about from Hull.",
        "The pier lies approximately from the lamp.",
        "The wreck is about below the surface.",
        "The port is about away from Hull.",
        "Hull is about north-west of the lamp.",
        "Hull is approximately south west of Leith, on the river.",
        "The boat sank some east-southeast of Hull.",
        "The next port is Leith, about north.",
        "The hill of Hull is above sea level.",
        "The lamp stands at above sea level, on a rock.",
        "Elevations range between and above sea level.",
        "It is long and has 12 locks.",
        "It is tall, making it the tallest lamp of Hull.",
        "It is long.",
        "The route is long.",
        "The Hull Canal is long and joins the sea at Leith.",
        "At the pier, the altitude is high.",
        "The highest point is Reed Hill, which is high.",
        "Her boat was over long and fast.",
        "The moat is about deep.",
        "Eels grow up to long, and live in the bay.",
        "The mast is in height.",
        "Eels may be up to in length.",
        "The bay has an area of about and twelve ports.",
        "Hull lies at an elevation of about , near the sea.",
        "Hull has a total area of.",
        "At a height of, the lamp is the tallest.",
        "The lamp stands at a distance of from Hull.",
        "With a population of 4,100, Hull has a population density of inhabitants/km2.",
        "The population density was persons/km².",
        "The wettest month is May with of rain.",
        "Hull is at to the north of Leith.",
        "The current moves at about per hour.",
        "The bay extended from to the rocks.",
        "Masts are between and tall.",
    ],
)
def test_a_sentence_without_its_amount(text: str) -> None:
    assert flaw_of(text) == "lacks an amount, a name or a place"


@pytest.mark.parametrize(
    "text",
    [
        "The vote was 12 to 7, and 3 or .5 more were counted.",
        "The change of 2008 was made to, among other things, mend the pier.",
        "In 1981 to, as she said, mend the pier, Reed came home.",
        "Reed sailed between 1880 and 1890 and, in 1891, stayed at home.",
        "Output grew in 1880 and per capita in 1890.",
        "The wall runs about from the pier to the lamp.",
        "The war lasted approximately from January to March.",
        "The time was approximately from the end of May.",
        "The pier is about 3 miles from Hull.",
        "Hull is north-west of Leith and just south of the river.",
        "The river flows roughly west, and the boats sail about east-west, too.",
        "Most of the island is above sea level.",
        "Every part of Hull, even the pier, is 2 metres above sea level.",
        "Half of the land is above sea level.",
        "Much of Hull is below sea level.",
        "Sailors fear that the rise above sea level was slow.",
        "It is long and thin.",
        "It is long overdue.",
        "It is high in protein.",
        "It is deep in the bay.",
        "It is wide, flat and green.",
        "She is tall and has two boats.",
        "The beak is long.",
        "The body is long and has a tail.",
        "Demand was high and is falling.",
        "The mast is taller than wide.",
        "The tide went from low to high.",
        "The book is about deep-sea fishing, and the other about long and short waves.",
        "The paint is nearly over tall windows.",
        "They are in weight classes, and in length of service they differ.",
        "The area of which she spoke has a depth of at least 4 metres.",
        "The boat has a speed of over 30 knots, a height of 2 metres and a weight of .5 tons.",
        "A distance of from 3 to 5 miles, and temperatures of above 40 degrees, were measured.",
        "Sails with a weight of, say, 12 pounds are heavy.",
        "Weights in excess of 3 tons, with a length of in excess of 4 metres, are rare.",
        "Leith is a town in the urban area of, and a port for, Hull.",
        "Hull has a high density of people and of boats.",
        "Hull has a population of people who sail.",
        "The city has roads of its own, and contains of course a pier.",
        "Trains go to and from Hull, between and during the storms.",
    ],
)
def test_a_sentence_with_words_that_stand_beside_amounts(text: str) -> None:
    assert flaw_of(text) is None


@pytest.mark.parametrize(
    ("language", "text", "kept"),
    [
        ("de", "Der Mast misst 20 bis.", "Der Mast misst 20 bis 30 Meter, und 2 oder 3 sind neu."),
        ("fr", "Le mât mesure de 20 à.", "Le mât mesure de 20 à 30 mètres."),
        ("es", "El mástil mide entre 20 y.", "El mástil mide entre 20 y 30 metros."),
        ("it", "L'albero misura tra 20 e.", "L'albero misura tra 20 e 30 metri."),
        ("pt", "O mastro mede entre 20 e.", "O mastro mede entre 20 e 30 metros."),
        ("nl", "De mast is 20 tot.", "De mast is 20 tot 30 meter hoog."),
        ("sv", "Masten är 20 till.", "Masten är 20 till 30 meter hög."),
    ],
)
def test_a_number_without_the_other_in_other_languages(language: str, text: str, kept: str) -> None:
    assert flaw_of(text, "", language) == "lacks an amount, a name or a place"
    assert flaw_of(kept, "", language) is None


@pytest.mark.parametrize(
    "text",
    [
        "The sailors' (and the sailmakers') club met.",
        "Rock ' n ' roll was played, and rock 'n' roll, too.",
        "The mast is 4' (122 cm) tall.",
        "The sailors' and the smiths' clubs met.",
        "Reed came in, and, after a while, she left.",
        "Reed sang with The Is and The Was.",
        "The is-ought problem was stated by Hume, and the also-ran came last.",
        "They checked in and, two days later, left.",
        "The paint was nearly of the same colour.",
        "The book is about, of course, the north of Hull, and roughly in four parts.",
        "They said 'no', and left.",
        "Reed was met by the (US) president and the (then) queen.",
        "Reed was part of the in-house team, and of the in vivo tests.",
        "The by then old boat was in a for-profit show, the on-shore crew had an in-depth look, and a was the vowel.",
        "God said that He had made the day, and on the seventh day He rested before the Lord.",
        "The sea got about to the height of the mast, and the boat was wide, and long ago it sank.",
        "The film They Sailed was shown, and Sun He became king.",
        "She works in the for-profit sector, and has lived around the north of Hull for the time since 1880.",
        'The pages are 8½" × 11" and the mast is "tall" for 12" guns.',
        "*NSYNC sang of Hull and of the sea.",
        'The word ″gale″ is old, and „Gale" is a film.',
    ],
)
def test_marks_and_small_words_of_whole_sentences(text: str) -> None:
    assert flaw_of(text) is None


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Bell hooks", "bell hooks was an American author."),
        ("bell hooks", "bell hooks was an American author."),
        ("K.d. lang", "k.d. lang is a Canadian singer."),
        ("E (book)", "“e” is a book of 1990."),
    ],
)
def test_a_title_may_begin_in_lower_case(title: str, text: str) -> None:
    assert flaw_of(text, title) is None
    assert flaw_of(text, "Hull") == "does not begin as a sentence"
    assert flaw_of(text, f"{title.partition(' (')[0]}x") == "does not begin as a sentence"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("hi", "दिल्ली भारत की राजधानी है।"),
        ("ur", "اسلام آباد پاکستان کا دارالحکومت ہے۔"),
        ("bn", "ঢাকা বাংলাদেশের রাজধানী।"),
        ("hy", "Երևանը Հայաստանի մայրաքաղաքն է։"),
        ("am", "አዲስ አበባ የኢትዮጵያ ዋና ከተማ ናት።"),
        ("bo", "ལྷ་ས་ནི་བོད་ཀྱི་རྒྱལ་ས་ཡིན།"),
        ("el", "Πού είναι η Αθήνα;"),
        ("af", "'n Boom is 'n groot plant."),
        ("nl", "'s Ochtends gaat de zon op."),
        ("de", "Man nannte ihn den „Fuchs“."),
        ("de", "Er sagte: „Ich gehe.“"),
        ("ja", "彼は「行く。」"),
    ],
)
def test_sentences_end_and_begin_as_their_language_writes_them(language: str, text: str) -> None:
    assert flaw_of(text, "", language) in (None, "has fewer than 3 words" if language == "ja" else None)


@pytest.mark.parametrize(
    ("language", "text", "dependent"),
    [
        ("da", "Her ligger byen.", False),  # here
        ("da", "Hun blev født i Ribe.", True),
        ("de", "Also sprach Zarathustra.", False),
        ("de", "Er wurde in Wien geboren.", True),
        ("de", "Zum Beispiel Wien.", True),
        ("fr", "C’est une ville.", True),
        ("ja", "彼は去った。", True),
        ("xx", "She sailed.", False),  # a language without a list has no dependent sentences
        ("en", "She sailed.", True),
        ("en", "Later, she sailed.", True),
        ("en", "Others sailed.", True),
        ("en", "The other is a lake.", True),
        ("en", "The Otherworld is a lake.", False),
        ("en", "Some sailed.", False),
        ("en", "Each of them sailed.", True),
        ("en", "One of those merchants sold cloth.", True),
        ("en", "One of the merchants sold cloth.", False),
        ("en", "Some of them sold cloth.", True),
        ("en", "Each of the sailors has a boat.", False),
        ("en", "Among these is the tern.", True),
        ("en", "Two years later, the boat sank.", True),
        ("en", "Two years are enough for a boat.", False),
        ("en", "The first was a boat.", True),
        ("en", 'The first, "Gale", sank.', True),
        ("en", "The first boat was a raft.", False),
        ("en", "The two sailors who drowned were brothers.", True),
        ("en", "The three had a boat.", True),
        ("en", "The two largest ports are Hull and Leith.", False),
        ("en", "The songs on it are old.", True),
        ("en", "The most famous of these was the tern.", True),
        ("en", "The songs on Thistle are old.", False),
        ("es", "Nació en Sevilla.", True),
        ("es", "Fue un pintor.", True),
        ("es", "Se casó en 1950.", True),
        ("es", "Cuenta con 684 234 habitantes.", True),
        ("es", "Se encuentra en Andalucía.", True),
        ("it", "Si trova in Umbria.", True),
        ("es", "Nacional es un club.", False),
        ("es", "Hay molinos en Sevilla.", False),
        ("it", "Nacque a Roma.", True),
        ("it", "Fu un pittore.", True),
        ("it", "È un fiume.", True),
        ("it", "Si trasferì a Roma.", True),
        ("it", "Furono eletti due membri.", True),
        ("it", "Roma è la capitale.", False),
        ("pt", "Nasceu em Lisboa.", True),
        ("pt", "Foi um pintor.", True),
        ("pt", "Mudou-se para o Porto.", True),
        ("pt", "São Paulo é uma cidade.", False),
        ("ca", "Nasqué a Barcelona.", True),
        ("pl", "Urodził się w Warszawie.", True),
        ("pl", "Był malarzem.", True),
        ("pl", "Młyn był stary.", False),
        ("cs", "Narodil se v Praze.", True),
        ("sk", "Narodila sa v Nitre.", True),
        ("ru", "Родился в Москве.", True),
        ("ru", "Получил премию.", True),
        ("ru", "Москва была взята.", False),
        ("uk", "Народилася в Києві.", True),
        ("hr", "Studirao je u Zagrebu.", True),
        ("hr", "Radio Zagreb je postaja.", False),
        ("de", "Damals war sie Seglerin.", True),
        ("de", "Letzterer starb früh.", True),
        ("de", "Hier lebte sie.", True),
        ("de", "Dannenberg ist eine Stadt.", False),
    ],
)
def test_pronouns_and_connectives_are_those_of_the_language(language: str, text: str, dependent: bool) -> None:
    assert opens_dependent(text, language) is dependent


@pytest.mark.parametrize(
    ("language", "text", "generic"),
    [
        ("de", "2012 wurde er Meister.", True),
        ("de", "Im Jahr 2012 gewann sie den Preis.", True),
        ("de", "Seit dem 3. Oktober 2010 ist er Richter.", True),
        ("de", "Der Film wurde in Köln gezeigt.", True),
        ("de", "Der Film von Müller wurde gezeigt.", False),
        ("de", "2012 wurde Müller Meister.", False),
        ("fr", "Le film est sorti en 2012.", True),
        ("fr", "L’album est sorti en 2012.", True),
        ("fr", "En 2012, il part.", True),
        ("fr", "Le 3 mai 2012, elle part.", True),
        ("fr", "En 2012, Martin part.", False),
        ("es", "La película fue un éxito.", True),
        ("es", "En 2012 ganó el premio.", True),
        ("es", "En 2012, Molina ganó el premio.", False),
        ("it", "L'album è del 2012.", True),
        ("it", "Nel 2012 vinse il premio.", True),
        ("pt", "O filme foi um sucesso.", True),
        ("pt", "Em 2012, ele ganhou o prêmio.", True),
        ("pl", "W 2012 roku został mistrzem.", True),
        ("cs", "V roce 2012 získal cenu.", True),
        ("ru", "Фильм получил премию.", True),
        ("ru", "В 2012 году он получил премию.", True),
        ("ru", "В 2012 году Иванов получил премию.", False),
        ("nl", "In 2012 won hij de prijs.", True),
        ("nl", "Het album is van 2012.", True),
        ("sv", "År 2012 vann hon priset.", True),
    ],
)
def test_subjects_that_only_say_what_they_are(language: str, text: str, generic: bool) -> None:
    assert opens_generic(text, "Ada Reed", language) is generic


@pytest.mark.parametrize(
    ("language", "text", "lacks"),
    [
        ("de", "(1900–1980) war ein Müller.", True),
        ("de", "(Ada) und Reed segelten.", False),
        ("de", "war ein Müller.", True),
        ("de", "was sie wollte.", False),
        ("es", "(1900–1980) fue un molinero.", True),
        ("es", "(Ada) y Reed navegaron.", False),
        ("es", "fue un molinero.", True),
        ("fr", "(1900–1980) est un meunier.", True),
        ("it", "(Ada) e Reed navigarono.", False),
        ("ru", "(1900—1980) — мельник.", False),
        ("xx", "(1900–1980) of in.", True),
    ],
)
def test_the_subject_that_a_sentence_of_a_language_lacks(language: str, text: str, lacks: bool) -> None:
    assert lacks_subject(text, language) is lacks


ALONE, HALF = "is a quotation that does not say whose", "has a quotation mark without its other half"


@pytest.mark.parametrize(
    ("language", "text", "flaw"),
    [
        ("de", "„Wir werden die Flüsse retten.“", ALONE),
        ("de", "„Wir werden die Flüsse retten“.", ALONE),
        ("es", "«Vamos a salvar los ríos».", ALONE),
        ("ru", "«Мы спасём реки!»", ALONE),
        ("fr", "« Nous allons sauver les rivières. »", ALONE),
        ("sv", "”Vi ska rädda floderna.”", ALONE),
        ("fi", "»Me pelastamme joet.»", ALONE),
        ("da", "»Vi vil redde floderne.«", ALONE),
        ("pl", "„Uratujemy nasze rzeki.”", ALONE),
        ("ja", "「私たちは川を救う。」", ALONE),
        ("de", "Sie sagte: „Wir werden die Flüsse retten.", HALF),
        ("fr", "Elle a dit : « Nous allons sauver les rivières.", HALF),
        ("es", "Dijo: «Vamos a salvar los ríos.", HALF),
        ("ru", "Она сказала: «Мы спасём реки.", HALF),
        ("pl", "Powiedziała: „Uratujemy rzeki.", HALF),
        ("sv", "Hon sade: ”Vi ska rädda floderna.", HALF),
        ("da", "Vi vil redde floderne«, sagde hun.", HALF),
        ("ja", "彼女は言った「私たちは川を救う。", HALF),
        ("fr", "Elle a dit : « Nous allons sauver les rivières. »", None),
        ("fr", "Elle a dit : « Allons-y !\u00a0»", None),
        ("fr", "Elle a dit : « Nous les sauvons.\u202f»", None),
        ("fr", "« Germinal » est un roman de Zola.", None),
        ("de", "„Wir retten die Flüsse“, sagte sie.", None),
        ("de", 'Sie ruft „Ahoi" und geht.', None),
        ("sv", "Hon sade: ”Vi ska rädda floderna.”", None),
        ("da", "»Gale« er en film.", None),
        ("ru", "«Спартак» выиграл кубок.", None),
        ("ja", "映画「君の名は。」は2016年の映画である。", None),
    ],
)
def test_quotations_in_the_marks_of_a_language(language: str, text: str, flaw: str | None) -> None:
    assert flaw_of(text, "", language) == flaw


def test_what_speaks_of_its_page_in_its_language() -> None:
    assert flaw_of("Siehe auch die Liste der Häfen.", "", "de") == "speaks of its page"
    assert flaw_of("Siehe auch die Liste der Häfen.", "", "sv") is None


@pytest.mark.parametrize(
    "text",
    [
        "Zebras graze on dry land.",
        "iPhone is a telephone.",
        '"Alone" is a song.',
        "Reed (born 1901) was a sailor (and cook).",
        'He said: "Sail on!"',
        '"Sail on!" is a song by "Reed".',
        '"Sail on," said Reed, "and be quiet."',
        '"The Gale" and "The Calm."',
        "The 6'2\" sailor was tall.",
        'A mast of 60" is short.',
        'Reed sailed in "Gale, "Storm" and "Calm".',  # a slip that hides nothing
        'A sailor says „Ahoi" and "Ahoy".',
        "3 sailors drowned.",
        "That list made history.",
        "Seeing is believing.",
        "Was it all in vain?",
        "From 1990 to and including 1995 she sailed.",
        "The area of and around the harbour is large.",
        "Reed (born August 30, 1960 –) is a sailor.",
        "A range from 0 to 4095 – wide enough for her.",
        "1984 is a novel of sailors.",
    ],
)
def test_whole_sentences(text: str) -> None:
    assert flaw_of(text) is None


# Each with whether it is debris and whether it refers to the sentence before it.
KINDS = {
    "She sailed {}.": (False, True),
    "It was so {}.": (False, True),
    "However, it sank {}.": (False, True),
    "Hull is old {}.": (False, False),
    "See also Hull {}.": (True, False),
    "Ships rot {}": (True, False),
}


@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(KINDS)), st.integers(0, 2), st.integers(0, 9)),
        max_size=12,
        unique_by=lambda item: item[1:],
    ),
    st.permutations(range(12)),
    st.integers(0, 100),
)
def test_nothing_unresolved_and_no_debris_is_shown(
    items: list[tuple[str, int, int]], scores: list[int], limit: int
) -> None:
    """What a sentence is, the table says; the rules under test are not asked."""
    texts = {(article, place): (kind, kind.format(f"{article}{place}")) for kind, article, place in items}
    sentences = [
        sentence(text, 10 * article + place, score, f"T{article}", article)
        for ((article, place), (_, text)), score in zip(texts.items(), scores, strict=False)
    ]
    found = readable(*sentences, limit=limit)
    assert len(found.text) <= limit
    for position, one in enumerate(found.sentences):
        kind, text = texts[one.article, one.number - 10 * one.article]
        debris, dependent = KINDS[kind]
        assert not debris
        before = found.sentences[position - 1] if position else None
        follows = before is not None and (before.article, before.number) == (one.article, one.number - 1)
        alone = [other.article for other in found.sentences].count(one.article) == 1
        if dependent and not follows:
            assert alone
            assert one.text == f"[T{one.article}] {text}"
        else:
            assert one.text == text
    assert len(found.sentences) + len(found.rejected) == len(sentences)


def test_what_begins_in_a_quotation_is_not_shown() -> None:
    middle = replace(sentence("Nobody of us sails home.", 12, 9.0), quoted=True)
    found = readable(OPENING, middle, HULL)
    assert found.sentences == (OPENING, HULL)
    assert [(one.sentence, one.reason) for one in found.rejected] == [
        (middle, "is part of a quotation that does not say whose")
    ]
    assert select([middle], str.split, ContextPolicy()).sentences == (middle,)
