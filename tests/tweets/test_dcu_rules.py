"""The three rules of DCU@INEX-2012, and that nothing else happens."""

import pytest

from tweetctx.tweets import normalize
from tweetctx.tweets.dcu import split_by_rules

CASES = [
    # (i) lower case, then upper case or a digit
    ("OccupyWallStreet", "Occupy Wall Street"),
    ("WhitneyHouston", "Whitney Houston"),
    ("Rio2016", "Rio 2016"),
    ("iPhone5", "i Phone 5"),
    # (ii) a valid acronym, then upper case or a digit
    ("CNNNews", "CNN News"),
    ("CNNLive", "CNN Live"),
    ("NBA2012", "NBA 2012"),
    ("NBACNNNews", "NBA CNN News"),
    ("USAToday", "USA Today"),  # the longest: not US
    ("UNICEF", "UNICEF"),  # the longest: not UN
    ("PMOffice", "PM Office"),  # not PMO
    ("NGOs", "NGOs"),
    ("WatchBBCNewsNow", "Watch BBC News Now"),
    ("2012NBAFinals", "2012NBA Finals"),
    ("XQZNews", "XQZN ews"),
    # (iii) upper case, then lower case, after more than three capitals
    ("FOOTBALLnews", "FOOTBALL news"),
    ("CNNews", "CNNews"),
    ("WXYZabc", "WXYZ abc"),
    ("WXYabc", "WXYabc"),
    ("2012Election", "2012Election"),
    ("Top100Songs", "Top 100Songs"),
    # none
    ("", ""),
    ("a", "a"),
    ("__CertainlyMe", "__Certainly Me"),
    ("throwback_thursday", "throwback_thursday"),
    ("3D", "3D"),
    ("東京2020", "東京2020"),
    ("ПриветМир", "Привет Мир"),
]


@pytest.mark.parametrize(("name", "expected"), CASES)
def test_split_by_rules(name: str, expected: str) -> None:
    assert " ".join(split_by_rules(name)) == expected
    assert "".join(split_by_rules(name)) == name


@pytest.mark.parametrize(("name", "expected"), [case for case in CASES if case[0]])
def test_hashtags_and_user_names(name: str, expected: str) -> None:
    for mark in "#@＃＠":
        assert " ".join(normalize(f"so {mark}{name}!", rules="dcu").words) == f"so {expected}!"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RT @CNNLive: (#WhitneyHouston) http://t.co/nyqT4PUa", "RT|CNN|Live:|(Whitney|Houston)"),
        ("Tom &amp; Jerry, :-) don’t 👍🏽 $AAPL", "Tom|&amp;|Jerry,|:-)|don’t|👍🏽|$AAPL"),
        ("WhitneyHouston's McDonald YouTube", "Whitney|Houston's|Mc|Donald|You|Tube"),
        ("CNNNews in plain text, mp3 WEB2 USAGE", "CNN|News|in|plain|text,|mp3|WEB2|USAGE"),
        ("#one#two me@work C# # @", "one#two|me@work|C#|#|@"),
        ("see www.x.org bit.ly/abc end.Next", "see|end.Next"),
        ("\u202bمرحبا\u202c ＦｕｌｌWidth", "\u202bمرحبا\u202c|Ｆｕｌｌ|Width"),
        ("\ud800 \x00", "\ud800|\x00"),
        ("", ""),
    ],
)
def test_nothing_else_happens(text: str, expected: str) -> None:
    assert "|".join(normalize(text, rules="dcu").words) == expected
    assert normalize(text, rules="dcu").text == text
