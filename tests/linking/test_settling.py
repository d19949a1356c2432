"""What no model decides: larger places, signs, abbreviations in brackets, time zones, names of the dead."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from plain_collection import titled_index

from tweetctx import Contextualizer, open_index
from tweetctx.index.queries import query_of
from tweetctx.linking.misspelt import is_misspelt
from tweetctx.linking.possible import named_articles
from tweetctx.linking.scored import ScoredMentions
from tweetctx.linking.surface_linker import SurfaceLinker
from tweetctx.tweets import normalize

ARTICLES = {
    "Springfield, Illinois": "Springfield is a city in Illinois, a state. Springfield is large. Springfield is old.",
    "Springfield, Missouri": "Springfield is a city in Missouri.",
    "Chicago": "Chicago is a city in Illinois. Chicago is large.",
    "Phoenix, Arizona": "Phoenix is a city in Arizona.",
    "Arizona": "Arizona is a state in the west.",
    "University of Arizona": "The University of Arizona (Arizona) is a university. Arizona has students.",
    "Illinois": "Illinois is a state. Illinois is flat.",
    "Missouri": "Missouri is a state. Missouri has rivers.",
    "Google": "Google is a company that searches. Google is rich.",
    "Google+": "Google+ was a social network. Google+ was closed.",
    "Romeo": "Romeo is a lover in a play. Romeo dies.",
    "Romeo + Ada": "Romeo + Ada is a film. It is old.",
    "C++": "C++ is a programming language. C++ has classes.",
    "Red Cross Committee": "The Red Cross Committee (RCC) helps in wars.",
    "Rural Cycling Club": "The Rural Cycling Club (RCC) rides. The RCC has members. RCC races are long.",
    "Norfolk International Airport": "Norfolk International Airport is an airport in Virginia.",
    "Österreichischer Rundfunk": "Österreichischer Rundfunk (ORF) is a broadcaster in Vienna. ORF has channels.",
    "President of Illinois": "The President of Illinois leads it.",
    "Ada Reed": "Ada Reed (born 1950) is a politician and the 9th President of Illinois.",
    "Jennifer Reed": "Jennifer Reed (born 1960) is a singer. Jennifer Reed is the mother of Jennifer.",
    "Las Vegas": "Las Vegas is a city in Nevada. Las Vegas is warm. Las and Vegas are words, and Las is short.",
    "Vega": "Vega is a star. Its light is the Vegas.",
    "Kobe": "Kobe is a city in Japan. Kobe has a harbour.",
    "Kobe Bryant": "Kobe Bryant (August 23, 1978 – January 26, 2020) was an American basketball player.",
    "Eastern Time Zone": "The Eastern Time Zone (EST) is a time zone. EST is five hours behind.",
}


@pytest.fixture(scope="module")
def contextualizer(tmp_path_factory: pytest.TempPathFactory) -> Contextualizer:
    redirects = {"Eastern Time Zone": ["EDT", "EST", "ET"], "Österreichischer Rundfunk": ["ORF"]}
    redirects["President of Illinois"] = ["PrOI"]
    aliases = [("@PrOI", "Ada Reed"), ("@AdaReed", "Ada Reed")]
    folder = tmp_path_factory.mktemp("settling")
    return Contextualizer(open_index(titled_index(folder, ARTICLES, redirects=redirects, aliases=aliases)))


def scored(
    contextualizer: Contextualizer, text: str, chances: dict[tuple[str, str], float], date: str | None = None
) -> dict[str, list[str]]:
    """The titles by mention that are linked if candidates have the given probabilities, by mention and title."""
    settled, linked = settle(contextualizer, text, chances, date), dict[str, list[str]]()
    for row in SurfaceLinker().chosen(settled):
        linked.setdefault(settled.text_of(row), []).append(_title(settled, row))
    return linked


def settle(
    contextualizer: Contextualizer, text: str, chances: dict[tuple[str, str], float], date: str | None = None
) -> ScoredMentions:
    """What is left of the given probabilities of candidates, by mention and title; those of others are 0."""
    engine, linker = contextualizer.index, SurfaceLinker()
    tweet = normalize(text, words=engine.breaker, date=date)
    query = query_of(tweet, engine)
    found = linker.candidates(tweet, query, engine.retrieve(query), engine)
    probabilities = [
        chances.get((found.text_of(row), _title(found, row)), 0.0) for row in range(len(found.probabilities))
    ]
    return linker.settled(replace(found, probabilities=np.array(probabilities)), "en")


def _title(found: ScoredMentions, row: int) -> str:
    assert found.openings is not None
    hit = found.openings.articles.tolist().index(int(found.candidates.articles[row]))
    title: str = found.openings.sources[hit].title
    return title


def test_the_larger_place_is_the_one_with_this_title(contextualizer: Contextualizer) -> None:
    chances = {
        ("Phoenix, Arizona", "Phoenix, Arizona"): 0.9,
        ("Phoenix", "Phoenix, Arizona"): 0.6,
        ("Arizona", "University of Arizona"): 0.06,
        ("Arizona", "Arizona"): 0.03,
    }
    linked = scored(contextualizer, "Citizens of Phoenix, Arizona laughed", chances)
    assert linked == {"Phoenix": ["Phoenix, Arizona"], "Arizona": ["Arizona"]}


def test_a_shortened_place_is_named_as_surely_as_the_one_before_it(contextualizer: Contextualizer) -> None:
    chances = {("Chicago", "Chicago"): 0.9, ("IL", "Illinois"): 0.1}
    assert scored(contextualizer, "An alarm in Chicago, IL today", chances) == {
        "Chicago": ["Chicago"],
        "IL": ["Illinois"],
    }
    assert scored(contextualizer, "An alarm in Chicago, IL today", {("IL", "Illinois"): 0.1}) == {}


def test_a_shortened_place_tells_which_city_is_meant(contextualizer: Contextualizer) -> None:
    chances = {
        ("Springfield, MO", "Springfield, Missouri"): 0.9,
        ("Springfield", "Springfield, Illinois"): 0.6,
        ("Springfield", "Springfield, Missouri"): 0.2,
        ("MO", "Missouri"): 0.2,
    }
    linked = scored(contextualizer, "Moved to Springfield, MO last week", chances)
    assert linked == {"Springfield": ["Springfield, Missouri"], "MO": ["Missouri"]}


@pytest.mark.parametrize(
    ("text", "larger"),
    [("See you in Chicago, MO", "Missouri"), ("Chicago, AZ State champions", "Arizona"), ("Chicago, MO", "Missouri")],
)
def test_a_larger_place_that_the_smaller_one_does_not_name_stays_as_it_is(
    text: str, larger: str, contextualizer: Contextualizer
) -> None:
    short = text.split(", ")[1][:2]
    chances = {("Chicago", "Chicago"): 0.9, (short, larger): 0.1}
    assert scored(contextualizer, text, chances) == {"Chicago": ["Chicago"]}


def test_a_shortened_place_may_have_full_stops(contextualizer: Contextualizer) -> None:
    chances = {("Chicago", "Chicago"): 0.9, ("I.L", "Illinois"): 0.1}
    linked = scored(contextualizer, "An alarm in Chicago, I.L. today", chances)
    assert linked == {"Chicago": ["Chicago"], "I.L": ["Illinois"]}


def test_a_hashtag_inside_a_name_does_not_part_it(contextualizer: Contextualizer) -> None:
    chances = {("Las #Vegas", "Las Vegas"): 0.9, ("Las", "Las Vegas"): 0.2, ("Vegas", "Las Vegas"): 0.5}
    chances[("Vegas", "Vega")] = 0.1
    assert scored(contextualizer, "We define Las #Vegas", chances) == {"Las #Vegas": ["Las Vegas"]}


@pytest.mark.parametrize("text", ["#Phoenix #Arizona", "Phoenix #Arizona now", "Phoenix, Arizona"])
def test_the_larger_place_is_named_as_surely_whatever_marks_part_it(text: str, contextualizer: Contextualizer) -> None:
    chances = {("Phoenix, Arizona", "Phoenix, Arizona"): 0.9, ("Phoenix #Arizona", "Phoenix, Arizona"): 0.9}
    chances |= {("Phoenix", "Phoenix, Arizona"): 0.9, ("Arizona", "Arizona"): 0.4}
    assert scored(contextualizer, text, chances) == {"Phoenix": ["Phoenix, Arizona"], "Arizona": ["Arizona"]}


@pytest.mark.parametrize(
    ("text", "chances", "linked"),
    [
        ("Google+ did not last", {("Google", "Google"): 0.6, ("Google", "Google+"): 0.3}, {"Google": ["Google+"]}),
        ("Google did not last", {("Google", "Google"): 0.6, ("Google", "Google+"): 0.3}, {"Google": ["Google"]}),
        ("Google does not last", {("Google", "Google"): 0.3, ("Google", "Google+"): 0.6}, {"Google": ["Google"]}),
        ("Romeo loved Ada", {("Romeo", "Romeo"): 0.3, ("Romeo", "Romeo + Ada"): 0.6}, {"Romeo": ["Romeo + Ada"]}),
        ("google + coffee", {("google", "Google"): 0.6, ("google", "Google+"): 0.3}, {"google": ["Google"]}),
        ("google+1 coffee", {("google", "Google"): 0.6, ("google", "Google+"): 0.3}, {"google": ["Google"]}),
        ("Written in C++ again", {("C", "C++"): 0.5}, {"C": ["C++"]}),
        ("Written in C# again", {("C", "C++"): 0.5}, {}),
    ],
)
def test_a_sign_is_a_part_of_a_name(
    text: str, chances: dict[tuple[str, str], float], linked: dict[str, list[str]], contextualizer: Contextualizer
) -> None:
    assert scored(contextualizer, text, chances) == linked


@pytest.mark.parametrize(
    ("text", "name", "short", "others"),
    [
        ("The Red Cross Committee (RCC) helps", "Red Cross Committee", "RCC", "Rural Cycling Club"),
        (
            "At Norfolk International Airport ( ORF )",
            *("Norfolk International Airport", "ORF", "Österreichischer Rundfunk"),
        ),
    ],
)
def test_an_abbreviation_in_brackets_means_what_stands_before_it(
    text: str, name: str, short: str, others: str, contextualizer: Contextualizer
) -> None:
    last = name.split()[-1]
    chances = {(name, name): 0.9, (last, name): 0.95, (short, others): 0.8, (short, name): 0.4}
    linked = scored(contextualizer, text, chances)
    assert {title for titles in linked.values() for title in titles} == {name}
    alone = scored(contextualizer, text, {(short, others): 0.8})
    assert alone == {short: [others]}, "without the name before it, it means what is most probable"


def test_what_is_nearly_sure_is_no_abbreviation_of_the_name_before_it(contextualizer: Contextualizer) -> None:
    chances = {("Norfolk International Airport", "Norfolk International Airport"): 0.9}
    chances[("ORF", "Österreichischer Rundfunk")] = 0.9
    linked = scored(contextualizer, "Norfolk International Airport (ORF) is closed", chances)
    assert linked["ORF"] == ["Österreichischer Rundfunk"]


def test_letters_that_the_name_lacks_are_no_abbreviation_of_it(contextualizer: Contextualizer) -> None:
    chances = {("Chicago", "Chicago"): 0.9, ("ORF", "Österreichischer Rundfunk"): 0.8}
    linked = scored(contextualizer, "The mayor of Chicago (ORF)", chances)
    assert linked == {"Chicago": ["Chicago"], "ORF": ["Österreichischer Rundfunk"]}


@pytest.mark.parametrize(
    "time",
    ["at 1 p.m. EDT", "at 7:15 p.m. ET", "until 9 PM EDT", "by 9pm EST", "at 18:30 EST", "at 1830 EST", "7.15pm ET"],
)
def test_a_time_zone_behind_a_time_says_when(time: str, contextualizer: Contextualizer) -> None:
    zone = time.split()[-1]
    assert scored(contextualizer, f"The statement comes {time} tonight", {(zone, "Eastern Time Zone"): 0.9}) == {}


@pytest.mark.parametrize(
    "text", ["Since 1990 EST is used", "We weigh 100 EST", "In 1975, EST came", "At 4.5 EST", "25:10 EST", "12:75 EST"]
)
def test_a_year_or_an_amount_is_no_time(text: str, contextualizer: Contextualizer) -> None:
    assert scored(contextualizer, text, {("EST", "Eastern Time Zone"): 0.9}) == {"EST": ["Eastern Time Zone"]}


@pytest.mark.parametrize(
    ("mention", "title", "chance", "left"),
    [
        ("2014", "2014 Reed Games", 0.3, 0.0),  # hardly meant by the year alone
        ("2014", "2014 Reed Games", 0.4, 0.4),
        ("25", "25 (album)", 0.3, 0.3),  # its whole name
        ("October", "October", 0.3, 0.0),
        ("October", "October", 0.9, 0.0),
    ],
)
def test_numbers_and_months_say_when(mention: str, title: str, chance: float, left: float, tmp_path: Path) -> None:
    articles = {
        "2014 Reed Games": "The 2014 Reed Games were a party.",
        "25 (album)": "25 is an album by Reed.",
        "October": "October is a month. Reed has a party in October.",
    }
    with Contextualizer(open_index(titled_index(tmp_path, articles))) as contextualizer:
        settled = settle(contextualizer, "The Reed party in 2014, 25 in October", {(mention, title): chance})
    assert settled.probabilities.max() == left


@pytest.mark.parametrize(
    ("tweet", "left"),
    [
        ("cold #winter2014", 0.0),
        ("out again in 2014", 0.0),
        ("Reed #winter2014", 0.9),  # a word of the title
        ("a party in 2014", 0.9),  # a word of the opening
        ("2014 Games", 0.9),
    ],
)
def test_a_year_that_shares_nothing_else_with_an_article_names_no_edition(
    tweet: str, left: float, tmp_path: Path
) -> None:
    articles = {"2014 Reed Games": "The 2014 Reed Games were a party.", "Winter": "Winter is cold."}
    with Contextualizer(open_index(titled_index(tmp_path, articles))) as contextualizer:
        settled = settle(contextualizer, tweet, {("2014", "2014 Reed Games"): 0.9})
    assert settled.probabilities.max() == left


@pytest.mark.parametrize(
    ("title", "text", "left"),
    [
        ("Ada", "Ada is a female given name.", 0.0),
        ("Ada", "The name Ada is an English first name.", 0.0),
        ("Ada", "Ada is a surname. Ada has few bearers.", 0.0),
        ("Ada", "Ada is a name of rivers.", 0.9),
        ("Ada", "Ada is a film.", 0.9),
    ],
)
def test_an_article_on_a_name_itself_is_not_meant(title: str, text: str, left: float, tmp_path: Path) -> None:
    articles = {title: text, "Reed": "Reed is a plant."}
    with Contextualizer(open_index(titled_index(tmp_path, articles))) as contextualizer:
        settled = settle(contextualizer, "Ada cut the reed", {("Ada", title): 0.9})
    assert settled.probabilities.max() == left


LOBSTERS = {
    "Lobster": "A lobster is an animal. The lobster has ten legs.",
    "Lobster (film)": "Lobster is a film of 1999. It is long.",
    **{f"Soup {number}": f"Soup {number} is made of lobster. A lobster and salt." for number in range(20)},
}


@pytest.mark.parametrize(("premiere", "left"), [({}, 0.0), ({"Ada Reed": "Ada Reed saw the film Lobster."}, 0.8)])
def test_an_article_on_something_else_is_not_meant_where_everything_is_about_the_word(
    premiere: dict[str, str], left: float, tmp_path: Path
) -> None:
    with Contextualizer(open_index(titled_index(tmp_path, LOBSTERS | premiere))) as contextualizer:
        chances = {("lobster", "Lobster (film)"): 0.8}
        settled = settle(contextualizer, "Ada Reed cooks soup of #lobster", chances)
    assert settled.probabilities.max() == left


def test_a_word_that_few_passages_have_may_name_something_else(tmp_path: Path) -> None:
    few = dict([*LOBSTERS.items()][:8])
    with Contextualizer(open_index(titled_index(tmp_path, few))) as contextualizer:
        settled = settle(contextualizer, "soup of #lobster", {("lobster", "Lobster (film)"): 0.8})
    assert settled.probabilities.max() == 0.8


@pytest.mark.parametrize(
    ("mention", "title", "left"),
    [
        ("GPs", "Global Positioning System", 0.0),  # whose abbreviation ends in S
        ("GPS", "Global Positioning System", 0.8),
        ("gps", "Global Positioning System", 0.8),
        ("TAs", "Tasland", 0.0),
        ("MPs", "Member of the house", 0.8),  # whose article has MP
        ("DVDs", "DVD", 0.8),
        ("EVs", "Electric vehicle", 0.8),  # whose initials these are
        ("NAVAS", "Lighthouse of Hull", 0.0),
        ("JUNOS", "Juno prize", 0.8),
        ("DVDS", "DVD", 0.8),
    ],
)
def test_the_plural_of_an_abbreviation_is_no_other_abbreviation(
    mention: str, title: str, left: float, tmp_path: Path
) -> None:
    articles = {
        "Global Positioning System": "The Global Positioning System (GPS) finds places.",
        "Tasland": "Tasland is an island.",
        "Member of the house": "A Member of the house (MP) speaks there.",
        "DVD": "A DVD is a disc. The DVD is round.",
        "Electric vehicle": "An electric vehicle needs no fuel.",
        "Lighthouse of Hull": "The Lighthouse of Hull is a tower.",
        "Juno prize": "The Juno prize is given for songs.",
    }
    redirects = {"Global Positioning System": ["GPS"], "Tasland": ["Tas"], "Member of the house": ["MPs"]}
    redirects |= {"Electric vehicle": ["EVs"], "Lighthouse of Hull": ["NAVA"], "Juno prize": ["Juno"]}
    with Contextualizer(open_index(titled_index(tmp_path, articles, redirects=redirects))) as contextualizer:
        settled = settle(contextualizer, f"Strike of {mention} in May", {(mention, title): 0.8})
    assert settled.probabilities.max() == left


def test_the_account_of_an_office_is_of_whoever_holds_it(contextualizer: Contextualizer) -> None:
    chances = {("PrOI", "President of Illinois"): 0.5}
    assert scored(contextualizer, "Met @PrOI today", chances) == {"PrOI": ["President of Illinois"]}
    assert scored(contextualizer, "Met @AdaReed today", chances) == {"AdaReed": ["Ada Reed"]}
    assert scored(contextualizer, "Met @PrOI today", {}) == {"PrOI": ["Ada Reed"]}, "nothing else is probable"


def test_a_time_zone_alone_is_a_subject(contextualizer: Contextualizer) -> None:
    chances = {("EST", "Eastern Time Zone"): 0.9}
    assert scored(contextualizer, "Why is EST a time zone", chances) == {"EST": ["Eastern Time Zone"]}


@pytest.mark.parametrize(
    ("text", "date", "title"),
    [
        ("RIP Kobe", "2020-01-27", "Kobe Bryant"),
        ("Kobe is dead", "2020-01-27", "Kobe Bryant"),
        ("Kobe died, they say", "2020-02-03", "Kobe Bryant"),
        ("Saddened to hear of the passing of Kobe", "2020-01-27", "Kobe Bryant"),
        ("#RIPKobe", "2020-01-27", "Kobe Bryant"),
        ("#RIP_Kobe", "2020-01-27", "Kobe Bryant"),
        ("RIP Kobe", "2020-03-27", "Kobe"),
        ("#RIPKobe", "2020-03-27", "Kobe"),
        ("Saddened to hear of the passing of Kobe", None, "Kobe"),
        ("RIP Kobe", "2020-01-25", "Kobe"),
        ("RIP Kobe", None, "Kobe"),
        ("Flying to Kobe, RIP summer", "2020-01-27", "Kobe"),
        ("My wife loves Kobe", "2020-01-27", "Kobe"),
        ("Happy birthday from Kobe", "2020-01-27", "Kobe"),
        ("Kobe game rained off, two dead", "2020-01-27", "Kobe"),
        ("Kobe is wonderful", "2020-01-27", "Kobe"),
    ],
)
def test_no_city_has_just_died(text: str, date: str | None, title: str, contextualizer: Contextualizer) -> None:
    chances = {("Kobe", "Kobe"): 0.9, ("Kobe", "Kobe Bryant"): 0.05}
    assert scored(contextualizer, text, chances, date) == {"Kobe": [title]}


def test_the_chance_of_the_dead_is_the_one_given_that_no_city_is_meant(contextualizer: Contextualizer) -> None:
    chances = {("Kobe", "Kobe"): 0.9, ("Kobe", "Kobe Bryant"): 0.03}
    linked = scored(contextualizer, "RIP Kobe", chances, "2020-01-27")
    assert linked == {"Kobe": ["Kobe"]}, "0.03 / (1 − 0.9) is below the threshold, so that nothing changes"
    chances = {("Kobe", "Kobe"): 0.9, ("Kobe", "Kobe Bryant"): 0.9}
    assert scored(contextualizer, "RIP Kobe", chances, "2020-01-27") == {"Kobe": ["Kobe Bryant"]}


@pytest.mark.parametrize(
    ("written", "right", "expected"),
    [
        ("micheal", "michael", True),
        ("jenifer", "jennifer", True),
        ("britany", "britney", False),  # two letters
        ("kieth", "keith", True),
        ("dianne", "diane", True),
        ("dwayne", "dwyane", True),
        ("eric", "erica", False),
        ("erin", "eric", False),
        ("jan", "joan", False),
        ("dean", "dan", False),
        ("marc", "mark", False),
        ("anna", "anna", False),
        ("annna", "anna", True),
        ("anna", "annna", True),
        ("aaaaa", "aaaa", True),
        ("abcde", "adcbe", False),
        ("john", "joan", False),  # two names
        ("", "", False),
    ],
)
def test_a_misspelt_word_differs_inside_by_one_letter(written: str, right: str, expected: bool) -> None:
    assert is_misspelt(written, right) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Jenifer Reed wins", {"Reed": ["Jennifer Reed"]}),
        ("jenifer reed wins", {"reed": ["Jennifer Reed"]}),
        ("Jennifer Reead wins", {"Jennifer": ["Jennifer Reed"]}),
        ("A song of Jenifer Reed's", {"Reed": ["Jennifer Reed"]}),
        ("Jenny Reed wins", {"Reed": ["Ada Reed"]}),  # not by this rule
        ("Jenifer. Reed wins", {"Reed": ["Ada Reed"]}),
        ("Jenifer Reed Illinois", {"Reed": ["Jennifer Reed"]}),
        ("In Illinois Reed wins", {"Reed": ["Ada Reed"]}),
    ],
)
def test_a_person_is_named_where_one_word_of_the_name_is_misspelt(
    contextualizer: Contextualizer, text: str, expected: dict[str, list[str]]
) -> None:
    chances = {("Reed", "Ada Reed"): 0.6, ("reed", "Ada Reed"): 0.6, ("Reed", "Jennifer Reed"): 0.05}
    assert scored(contextualizer, text, chances) == expected


def test_what_overlaps_a_misspelt_name_is_not_named(contextualizer: Contextualizer) -> None:
    """Nor is the author whose name is like that of somebody."""
    chances = {("Reed", "Ada Reed"): 0.6, ("Jennifer", "Jennifer Reed"): 0.7, ("Ada", "Ada Reed"): 0.8}
    assert scored(contextualizer, "Jennifer Reeed meets Ada", chances) == {
        "Jennifer": ["Jennifer Reed"],
        "Ada": ["Ada Reed"],
    }
    assert "Reed" not in scored(contextualizer, "So it ends — Jenifer Reed (@jreed) May 4, 2015", {})


def test_a_form_of_address_makes_nobody_a_namesake(tmp_path: Path) -> None:
    """Mr Reed may be Ada Reed; Ott Reed is another person."""
    text = "Mr Ott and the CEO Ott and Mme Ott built the mill with OTTO on Monday in January."
    built = {f"Mill {number}": text for number in range(4)}
    titled = titled_index(tmp_path, {"Ada Reed": "Ada Reed (born 1950) is a politician. Reed was born here.", **built})
    contextualizer, chances = Contextualizer(open_index(titled)), {("Reed", "Ada Reed"): 0.9}
    assert scored(contextualizer, "So Ott Reed was there", chances) == {}
    assert scored(contextualizer, "So OTTO REED was there", chances | {("REED", "Ada Reed"): 0.9}) == {}
    for address in ("Mr", "Mr.", "CEO", "Mme", "VP", "President", "Sgt.", "OTTO", "On Monday", "In January"):
        assert scored(contextualizer, f"So {address} Reed was there", chances) == {"Reed": ["Ada Reed"]}


def test_nobody_is_listed_by_a_surname_beside_a_festival(tmp_path: Path) -> None:
    articles = {
        "Ada Reed": "Ada Reed (born 1950) is a politician. Reed was born here.",
        "Eve Otto": "Eve Otto (born 1950) is a politician. Otto was born here.",
        "Ottfest": "Ottfest comes before Easter.",
        **{f"Mill {number}": "They built the mill at Ottfest with Otto." for number in range(4)},
    }
    contextualizer = Contextualizer(open_index(titled_index(tmp_path, articles)))
    festival, person, reed = ("Ottfest", "Ottfest"), ("Otto", "Eve Otto"), ("Reed", "Ada Reed")
    chances = {festival: 0.9, person: 0.9, reed: 0.9}
    assert scored(contextualizer, "So Otto Reed were there", chances) == {"Otto": ["Eve Otto"], "Reed": ["Ada Reed"]}
    assert scored(contextualizer, "So Ottfest Reed to all", chances) == {"Ottfest": ["Ottfest"]}
    assert scored(contextualizer, "So Ottfest and Reed to all", chances) == {
        "Ottfest": ["Ottfest"],
        "Reed": ["Ada Reed"],
    }


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("So Karen Hopton was there", {}),
        ("So KAREN HOPTON was there", {"HOPTON": ["Hopton"]}),  # capitals tell nothing
        ("So Karen's Hopton was there", {"Hopton": ["Hopton"]}),
        ("So Karen, Hopton and she were there", {"Hopton": ["Hopton"]}),
        ("So Old Hopton was there", {"Hopton": ["Hopton"]}),
        ("So Hopton was there", {"Hopton": ["Hopton"]}),
    ],
)
def test_a_word_behind_a_first_name_is_a_surname(tmp_path: Path, text: str, linked: dict[str, list[str]]) -> None:
    articles = {
        "Hopton": "Hopton is a village in England. Old mills and old barns stand there.",
        "Karen Reed": "Karen Reed (born 1950) is a politician. " + "Karen wrote a long book. " * 400,
        **{f"Mill {number}": "So Karen built the mill." for number in range(4)},
    }
    contextualizer = Contextualizer(open_index(titled_index(tmp_path, articles)))
    assert scored(contextualizer, text, {("Hopton", "Hopton"): 0.6, ("HOPTON", "Hopton"): 0.6}) == linked


@pytest.mark.parametrize(
    ("text", "date", "title"),
    [
        ("RIP Mark Hall", "2015-10-23", "Mark Hall (singer)"),
        ("RIP Mark Hall", "2015-12-23", "Mark Hall"),
        ("RIP Mark Hall", None, "Mark Hall"),
        ("Mark Hall is here", "2015-10-23", "Mark Hall"),
    ],
)
def test_of_namesakes_the_one_who_died_these_days_is_mourned(
    tmp_path: Path, text: str, date: str | None, title: str
) -> None:
    articles = {
        "Mark Hall": "Mark Hall (born May 3, 1955) is a footballer. Mark Hall plays.",
        "Mark Hall (singer)": "Mark Hall (March 14, 1932 – October 22, 2015) was a singer.",
    }
    contextualizer = Contextualizer(open_index(titled_index(tmp_path, articles)))
    chances = {("Mark Hall", "Mark Hall"): 0.9, ("Mark Hall", "Mark Hall (singer)"): 0.05}
    assert scored(contextualizer, text, chances, date) == {"Mark Hall": [title]}


def test_a_name_means_the_same_throughout_a_tweet_on_a_death(contextualizer: Contextualizer) -> None:
    chances = {("Kobe", "Kobe"): 0.9, ("Kobe", "Kobe Bryant"): 0.05}
    tweet = "So sad for the family of Kobe today, I cannot find words. RIP Kobe"
    assert scored(contextualizer, tweet, chances, "2020-01-27") == {"Kobe": ["Kobe Bryant", "Kobe Bryant"]}
    assert scored(contextualizer, tweet, chances, "2020-03-27") == {"Kobe": ["Kobe", "Kobe"]}


@pytest.mark.parametrize("date", [None, "2016-11-26"])
def test_no_town_dies_if_the_name_may_be_somebodys(tmp_path: Path, date: str | None) -> None:
    """Nobody need have a date near the tweet's, which the collection may be too old to know."""
    articles = {
        "Castro": "Castro is a town in Chile.",
        "Fidel Castro": "Fidel Castro (born August 13, 1926) is a Cuban politician. Castro was president.",
    }
    contextualizer = Contextualizer(open_index(titled_index(tmp_path, articles)))
    chances = {("Castro", "Castro"): 0.5, ("Castro", "Fidel Castro"): 0.4}
    assert scored(contextualizer, "RIP Castro", chances, date) == {"Castro": ["Fidel Castro"]}
    assert scored(contextualizer, "So Castro is old", chances, date) == {"Castro": ["Castro"]}


@pytest.mark.parametrize(
    ("chances", "rivals"),
    [
        ({("Kobe", "Kobe"): 0.6, ("Kobe", "Kobe Bryant"): 0.3}, ["Kobe Bryant"]),
        ({("Kobe", "Kobe"): 0.59, ("Kobe", "Kobe Bryant"): 0.3}, []),  # not sure enough
        ({("Kobe", "Kobe"): 0.6, ("Kobe", "Kobe Bryant"): 0.3, ("Chicago", "Chicago"): 0.3}, ["Kobe Bryant"]),
        ({("Kobe", "Kobe"): 0.6, ("Chicago", "Chicago"): 0.6}, []),
    ],
)
def test_rivals_of_a_link_are_known(
    contextualizer: Contextualizer, chances: dict[tuple[str, str], float], rivals: list[str]
) -> None:
    settled = settle(contextualizer, "Kobe loves Chicago", chances)
    named = named_articles(settled, SurfaceLinker().chosen(settled))
    assert named is not None
    titles = [source.title for source in contextualizer.index.openings(named.articles[named.rivals]).sources]
    assert titles == rivals


@pytest.mark.parametrize(
    ("date", "chances", "linked"),
    [
        ("2017-05-01", {"Paul Holt": 0.8, "Ann Holt": 0.08}, ["Ann Holt"]),
        ("2017-05-01", {"Paul Holt": 0.8, "Ann Holt": 0.06}, ["Paul Holt"]),  # 0.06 / (1 - 0.8) is below the threshold
        ("2017-05-01", {"Paul Holt": 0.8, "Ann Holt": 0.08, "Eve Holt": 0.09}, ["Ann Holt"]),  # Eve is a singer
        ("2017-05-01", {"Paul Holt": 0.8}, ["Paul Holt"]),
        ("2025-05-01", {"Paul Holt": 0.8, "Ann Holt": 0.08}, ["Paul Holt"]),  # she may be out of office
        ("2010-05-01", {"Paul Holt": 0.8, "Ann Holt": 0.08}, ["Paul Holt"]),  # she is not yet in office
        ("2000-06-01", {"Paul Holt": 0.8, "Ann Holt": 0.08}, ["Paul Holt"]),
        (None, {"Paul Holt": 0.8, "Ann Holt": 0.08}, ["Paul Holt"]),
    ],
)
def test_an_official_is_the_one_in_office_not_one_long_dead(
    tmp_path: Path, date: str | None, chances: dict[str, float], linked: list[str]
) -> None:
    articles = {
        "Paul Holt": "Paul Holt (1 May 1919 – 2 May 2000) was a Canadian politician. Holt was prime minister.",
        "Ann Holt": "Ann Holt (born 3 May 1971) is a Canadian politician, prime minister since 4 November 2015.",
        "Eve Holt": "Eve Holt (born 3 May 1971) is a Canadian singer. She first sang on 4 November 2015.",
    }
    contextualizer = Contextualizer(open_index(titled_index(tmp_path, articles)))
    of_mention = {("Holt", title): chance for title, chance in chances.items()}
    assert scored(contextualizer, "So Holt will not say it", of_mention, date) == {"Holt": linked}
    whole = {("Paul Holt", "Paul Holt"): 0.8, ("Paul Holt", "Ann Holt"): 0.1}
    assert scored(contextualizer, "So Paul Holt will not say it", whole, date) == {"Paul Holt": ["Paul Holt"]}
