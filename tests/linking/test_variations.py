"""Names as tweets write them: numbers in any form, stock symbols, repeated and styled letters."""

from __future__ import annotations

import pytest
from plain_collection import titled_index

from tweetctx import Contextualizer, open_index

ARTICLES = {
    "Elizabeth I": "Elizabeth I was Queen of England. Elizabeth I had a fleet.",
    "Elizabeth II": "Elizabeth II was Queen of the United Kingdom. Elizabeth II had dogs.",
    "Charles I of England": "Charles I was King of England. King Charles I lost his head.",
    "Charles III": "Charles III is King of the United Kingdom. King Charles III paints.",
    "Apollo": "Apollo is a god of the Greeks. Apollo plays a lyre.",
    "Apollo 11": "Apollo 11 was the flight that first landed people on the Moon.",
    "Apollo 13": "Apollo 13 was a flight to the Moon that returned early.",
    "The Godfather": "The Godfather is a film of 1972. The Godfather is about a family.",
    "The Godfather Part II": "The Godfather Part II is a film of 1974, which follows The Godfather.",
    "World War I": "World War I began in 1914. World War I ended in 1918.",
    "World War II": "World War II began in 1939. World War II ended in 1945.",
    "Rocky IV": "Rocky IV is a film of 1985 about a boxer.",
    "Rocky": "Rocky is a film of 1976 about a boxer. Rocky runs.",
    "Louis XIV": "Louis XIV was King of France. Louis XIV built a palace.",
    "Louis XVI": "Louis XVI was King of France when it fell. Louis XVI made locks.",
    "Whitney Houston": "Whitney Houston was an American singer. Whitney Houston sang in The Bodyguard.",
    "Houston": "Houston is a city in Texas. Houston is large, and Houston is warm.",
    "Boston": "Boston is a city in Massachusetts.",
    "Bachelor of Arts": "A Bachelor of Arts (BA) is a degree. A BA takes years.",
    "Boeing": "Boeing is an American company that makes airplanes.",
    "Kesha": "Kesha (born 1987), formerly Ke$ha, is an American singer. Ke$ha sings. Kesha Rose Sebert is her name.",
    "Tik Tok (song)": "Tik Tok is a song by Kesha. Kesha wrote it with two others.",
}


@pytest.fixture(scope="module")
def contextualizer(tmp_path_factory: pytest.TempPathFactory) -> Contextualizer:
    return Contextualizer(
        open_index(titled_index(tmp_path_factory.mktemp("variations"), ARTICLES, redirects={"Kesha": ["Ke$ha"]}))
    )


def titles(contextualizer: Contextualizer, tweet: str) -> list[str]:
    return [link.title for link in contextualizer.link(tweet).links]


@pytest.mark.parametrize(
    ("tweet", "title"),
    [
        ("Elizabeth the 2nd had dogs", "Elizabeth II"),
        ("Elizabeth 2 had dogs", "Elizabeth II"),
        ("Elizabeth the second had dogs", "Elizabeth II"),
        ("Elizabeth II had dogs", "Elizabeth II"),
        ("Queen Elizabeth the 1st", "Elizabeth I"),
        ("King Charles the 3rd paints", "Charles III"),
        ("King Charles the third paints", "Charles III"),
        ("Apollo eleven landed", "Apollo 11"),
        ("Apollo XI landed", "Apollo 11"),
        ("Apollo thirteen returned", "Apollo 13"),
        ("watched Godfather 2, a long film", "The Godfather Part II"),
        ("The Godfather part 2", "The Godfather Part II"),
        ("The Godfather part two", "The Godfather Part II"),
        ("World War 2 ended", "World War II"),
        ("World War Two ended", "World War II"),
        ("World War one ended", "World War I"),
        ("Rocky 4 is on", "Rocky IV"),
        ("Louis the 14th built it", "Louis XIV"),
        ("Louis the sixteenth made locks", "Louis XVI"),
    ],
)
def test_a_number_is_the_same_however_it_is_written(tweet: str, title: str, contextualizer: Contextualizer) -> None:
    assert titles(contextualizer, tweet) == [title]


@pytest.mark.parametrize(
    ("tweet", "wrong"),
    [
        ("Elizabeth the 2nd had dogs", {"Elizabeth I"}),
        ("Elizabeth the 3rd had dogs", {"Elizabeth I", "Elizabeth II"}),
        ("King Charles the 2nd", {"Charles I of England", "Charles III"}),
        ("Apollo twelve flew", {"Apollo 11", "Apollo 13"}),
        ("Apollo 12 flew", {"Apollo 11", "Apollo 13"}),
        ("Godfather 3 is bad", {"The Godfather Part II"}),
        ("World War three begins", {"World War I", "World War II"}),
        ("World War III begins", {"World War I", "World War II"}),
        ("Rocky five", {"Rocky IV"}),
        ("Louis the 15th", {"Louis XIV", "Louis XVI"}),
    ],
)
def test_another_number_is_another_thing(tweet: str, wrong: set[str], contextualizer: Contextualizer) -> None:
    assert wrong.isdisjoint(titles(contextualizer, tweet))


@pytest.mark.parametrize("tweet", ["$BA is up", "I sold $BA", "$ba down, again", "Watch $BA, $AAPL and $GME", "($BA)"])
def test_a_stock_symbol_is_no_other_abbreviation(tweet: str, contextualizer: Contextualizer) -> None:
    assert "Bachelor of Arts" not in titles(contextualizer, tweet)


@pytest.mark.parametrize(
    "tweet", ["Ke$ha sings", "I met Ke$ha", "Ke$ha's song", "the song of ke$ha!", "#music by Ke$ha"]
)
def test_a_sign_in_a_name_is_a_letter(tweet: str, contextualizer: Contextualizer) -> None:
    found = contextualizer.link(tweet).links
    assert [(link.text.lower(), link.title) for link in found if link.text.lower().startswith("ke")] in (
        [("ke$ha", "Kesha")],
        [("ke$ha's", "Kesha")],
    )


@pytest.mark.parametrize(
    "name",
    [
        "Whitneyyyy Houston",
        "Whitney Houstonnnn",
        "Whitneyyyyyy Houstonnn",
        "whitneeey houston",
        "WHITNEYYY HOUSTON",
        "Whitneyy Houston",
        "Whitney Houstonn",
    ],
)
def test_an_elongated_name_is_the_singer_or_nothing(name: str, contextualizer: Contextualizer) -> None:
    assert titles(contextualizer, f"I miss {name} so much") in (["Whitney Houston"], [])


@pytest.mark.parametrize(
    "name",
    [
        "𝓦𝓱𝓲𝓽𝓷𝓮𝔂 𝓗𝓸𝓾𝓼𝓽𝓸𝓷",
        "𝗪𝗵𝗶𝘁𝗻𝗲𝘆 𝗛𝗼𝘂𝘀𝘁𝗼𝗻",
        "𝐖𝐡𝐢𝐭𝐧𝐞𝐲 𝐇𝐨𝐮𝐬𝐭𝐨𝐧",
        "𝘞𝘩𝘪𝘵𝘯𝘦𝘺 𝘏𝘰𝘶𝘴𝘵𝘰𝘯",
        "𝚆𝚑𝚒𝚝𝚗𝚎𝚢 𝙷𝚘𝚞𝚜𝚝𝚘𝚗",
        "𝕎𝕙𝕚𝕥𝕟𝕖𝕪 ℍ𝕠𝕦𝕤𝕥𝕠𝕟",
        "Ⓦⓗⓘⓣⓝⓔⓨ Ⓗⓞⓤⓢⓣⓞⓝ",
        "🅆🄷🄸🅃🄽🄴🅈 🄷🄾🅄🅂🅃🄾🄽",
        "🅦🅗🅘🅣🅝🅔🅨 🅗🅞🅤🅢🅣🅞🅝",
        "Ｗｈｉｔｎｅｙ Ｈｏｕｓｔｏｎ",
        "#𝐖𝐡𝐢𝐭𝐧𝐞𝐲𝐇𝐨𝐮𝐬𝐭𝐨𝐧",
    ],
)
def test_styled_letters_are_plain_ones_at_their_own_place(name: str, contextualizer: Contextualizer) -> None:
    tweet = f"RIP {name} 😢"
    (link,) = contextualizer.link(tweet).links
    assert link.title == "Whitney Houston"
    assert tweet[link.start : link.end] == link.text == name.removeprefix("#")
