"""Hashtags, user names and other words that were run together."""

import pytest

from tweetctx.tweets import normalize
from tweetctx.tweets.acronyms import ACRONYMS, LONGEST_ACRONYM
from tweetctx.tweets.hashtags import split_name

CASES = [
    ("OccupyWallStreet", "Occupy Wall Street"),
    ("WhitneyHouston", "Whitney Houston"),
    ("CNNLive", "CNN Live"),
    ("NYCMarathon2011", "NYC Marathon 2011"),
    ("__CertainlyMe", "Certainly Me"),
    ("throwback_thursday", "throwback thursday"),
    ("realDonaldDuck", "real Donald Duck"),
    ("lowercaseonly", "lowercaseonly"),
    ("BREAKING", "BREAKING"),
    ("UNITED", "UNITED"),
    ("IHaveADream", "I Have A Dream"),
    # digits
    ("COVID19", "COVID 19"),
    ("Covid19", "Covid 19"),
    ("UFC200", "UFC 200"),
    ("Rio2016", "Rio 2016"),
    ("EU2016", "EU 2016"),
    ("2016election", "2016 election"),
    ("2012NBAFinals", "2012 NBA Finals"),
    ("G20Summit", "G20 Summit"),
    ("MH370", "MH370"),
    ("WW2", "WW2"),
    ("U2", "U2"),
    ("5G", "5G"),
    ("3DPrinting", "3D Printing"),
    ("5SOS", "5SOS"),
    ("4thofJuly", "4th of July"),
    ("90sMusic", "90s Music"),
    ("49ers", "49ers"),
    ("100DaysOfCode", "100 Days Of Code"),
    ("abc7now", "abc 7 now"),
    ("9_11", "9 11"),
    ("123", "123"),
    ("iPhone6", "iPhone 6"),
    # acronyms
    ("CNNnews", "CNN news"),
    ("EUref", "EU ref"),
    ("FOOTBALLnews", "FOOTBALL news"),
    ("TVshow", "TV show"),
    ("USAid", "US Aid"),
    ("NGOs", "NGOs"),
    ("MPsVote", "MPs Vote"),
    ("RIPJustin", "RIP Justin"),
    # the sides of a match, and words between capitals
    ("OSUvsORE", "OSU vs ORE"),
    ("USAvGER", "USA v GER"),
    ("EngvInd", "Eng v Ind"),
    ("MUFCvBAYERN", "MUFC v BAYERN"),
    ("RealMadridvsBarcelona", "Real Madrid vs Barcelona"),
    ("IndiavsPakistan", "India vs Pakistan"),
    ("BatmanvSuperman", "Batman v Superman"),
    ("Patriotsvs49ers", "Patriots vs 49ers"),
    ("CavsNation", "Cavs Nation"),
    ("KievProtests", "Kiev Protests"),
    ("SlavsUnite", "Slavs Unite"),
    ("HTMLv5", "HTML v5"),
    ("TVsForSale", "TVs For Sale"),
    ("DNCinPHL", "DNC in PHL"),
    ("SCOTUSandACA", "SCOTUS and ACA"),
    # names that are one word
    ("YouTube", "YouTube"),
    ("WatchYouTubeNow", "Watch YouTube Now"),
    ("McDonaldsStrike", "McDonalds Strike"),
    ("LeBronJames", "LeBron James"),
    ("RIPMacBook", "RIP MacBook"),
    # scripts
    ("МоскваСити", "Москва Сити"),
    ("Tokyo東京2020", "Tokyo 東京 2020"),
    ("हिन्दी2011", "हिन्दी 2011"),
    ("ÜberAlles", "Über Alles"),
    ("ǅungla", "ǅungla"),
]


@pytest.mark.parametrize(("name", "expected"), CASES)
def test_split(name: str, expected: str) -> None:
    assert " ".join(split_name(name)) == expected
    assert " ".join(normalize(f"#{name}").words) == expected
    assert " ".join(normalize(f"so @{name}: yes").words) == f"so {expected} yes"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#OsloOpera's roof", "Oslo Opera's roof"),
        ("#one#two", "one two"),
        ("##OsloOpera #@OsloOpera", "Oslo Opera Oslo Opera"),
        ("(#OsloOpera)", "Oslo Opera"),
        ("#COVID-19", "COVID 19"),
        ("# nothing @ nowhere", "nothing nowhere"),
        ("#_ @__", ""),
        (".@OsloOpera", "Oslo Opera"),
    ],
)
def test_names_in_text(text: str, expected: str) -> None:
    assert " ".join(normalize(text).words) == expected


def test_no_character_of_a_word_is_lost() -> None:
    for name, _ in CASES:
        assert "".join(split_name(name)) == name.replace("_", "")


def test_acronyms_are_capitals() -> None:
    assert all(acronym.isupper() and acronym.isalnum() for acronym in ACRONYMS)
    assert 150 <= len(ACRONYMS) <= 300
    assert max(len(acronym) for acronym in ACRONYMS) == LONGEST_ACRONYM
