"""The spans of a tweet that may be names."""

import numpy as np
import pytest

from tweetctx.linking.mentions import find_mentions
from tweetctx.linking.spans import FormKind, MentionKind, Mentions, SpanRow
from tweetctx.text.names.keys import name_key
from tweetctx.tweets import normalize
from tweetctx.tweets.parsing import MOST_LETTERS, parse


def words_of(name: str) -> list[str]:
    """Breaks a hashtag before capitals."""
    words: list[str] = []
    for letter in name:
        if letter.isupper() or not words:
            words.append("")
        words[-1] += letter
    return words


def spans(mentions: Mentions) -> set[tuple[str, MentionKind]]:
    places = zip(mentions.starts.tolist(), mentions.ends.tolist(), mentions.spans[SpanRow.kind].tolist(), strict=True)
    return {(mentions.text[start:end], MentionKind(kind)) for start, end, kind in places}


def forms_of(text: str, language: str = "en") -> list[str]:
    """The spelled-out places of a text, as far as the test knows them."""
    mentions = find_mentions(normalize(text), words_of, language)
    rows = np.flatnonzero(mentions.spans[SpanRow.form] == FormKind.SPELLED_OUT).tolist()
    places = ("Missouri", "California", "Texas", "Springfield, Missouri", "St. Joseph, Missouri", "Joseph, Missouri")
    others = ("Fresno, California", "Austin, Texas", "Indiana", "Gary, Indiana", "Look, Indiana")
    keys = {int(name_key(name)): name for name in (*places, *others)}
    known = [row for row in rows if int(mentions.keys[row]) in keys]
    return [f"{text[mentions.starts[row] : mentions.ends[row]]}: {keys[int(mentions.keys[row])]}" for row in known]


def test_a_shortened_place_behind_a_smaller_one_is_spelled_out() -> None:
    assert forms_of("Rain in Springfield, MO today") == ["MO: Missouri", "Springfield, MO: Springfield, Missouri"]
    assert forms_of("Fires near Fresno, Calif. and Austin, TX") == [
        "Calif: California",
        "Fresno, Calif: Fresno, California",
        "TX: Texas",
        "Austin, TX: Austin, Texas",
    ]
    assert forms_of("Rain in St. Joseph, MO") == [
        "MO: Missouri",
        "Joseph, MO: Joseph, Missouri",
        "St. Joseph, MO: St. Joseph, Missouri",
    ]


def test_what_only_looks_like_a_shortened_place_stays_as_it_is() -> None:
    assert forms_of("Rain in Springfield MO") == []  # a word that the collection may know
    assert forms_of("later, in Gary") == forms_of("Gary, in June") == forms_of("LOOK, IN JUNE") == []
    assert forms_of("Regen in Springfield, MO", "de") == []


def test_words_side_by_side_are_spans() -> None:
    found = spans(find_mentions(normalize("Merkel meets Bob's friend"), words_of))
    words = MentionKind.WORDS
    assert {("Merkel", words), ("Merkel meets", words), ("meets Bob", words), ("Bob's friend", words)} <= found
    assert ("Merkel friend", words) not in found


def test_a_stop_word_in_lower_case_is_no_name_alone() -> None:
    found = {
        text for text, _ in spans(find_mentions(normalize("follow us and the who, The Who, WHO, It #us"), words_of))
    }
    assert not {"and", "the", "who"} & found
    assert {"the who", "The Who", "WHO", "Who", "It"} <= found
    alone = find_mentions(normalize("follow us and you"), words_of)
    assert {text for text, _ in spans(alone)}.isdisjoint({"us", "and", "you"})
    assert "us and you" in {text for text, _ in spans(alone)}
    assert "und" not in {text for text, _ in spans(find_mentions(normalize("wir und Ihr"), words_of, "de"))}


def test_a_short_form_in_lower_case_is_no_name_alone() -> None:
    found = {text for text, _ in spans(find_mentions(normalize("lol #smh yolo County"), words_of))}
    assert found.isdisjoint({"lol", "smh", "#smh", "yolo"})
    assert "yolo County" in found


def test_greetings_are_no_names_but_the_occasion_is() -> None:
    found = {
        text for text, _ in spans(find_mentions(normalize("Happy birthday Ada. Merry Christmas! #GoodNight"), words_of))
    }
    assert found.isdisjoint(
        {"Happy", "birthday", "Happy birthday", "Merry", "Merry Christmas", "#GoodNight", "GoodNight"}
    )
    assert {"Ada", "Happy birthday Ada", "Christmas"} <= found
    assert "Good Morning America" in {
        text for text, _ in spans(find_mentions(normalize("Good Morning America"), words_of))
    }
    capitals = {text for text, _ in spans(find_mentions(normalize("SMH #WTF @smh"), words_of))}
    assert {"SMH", "WTF", "smh"} <= capitals


def test_addresses_are_no_names_and_keep_places() -> None:
    tweet = "Obama &amp; http://t.co/Obama Merkel"
    mentions = find_mentions(normalize(tweet), words_of)
    assert {text for text, _ in spans(mentions)} == {"Obama", "Obama &", "Merkel"}
    merkel = mentions.starts.tolist().index(tweet.index("Merkel"))
    assert int(mentions.keys[merkel]) == name_key("Merkel")


def test_hashtags_are_spans_whole_and_in_parts() -> None:
    mentions = find_mentions(normalize("so #OccupyWallStreet!"), words_of)
    found = {
        (mentions.text[s:e], bool(j), round(float(share), 2))
        for s, e, j, share in zip(
            mentions.starts, mentions.ends, mentions.spans[SpanRow.joined], mentions.shares, strict=True
        )
    }
    assert ("OccupyWallStreet", True, 1.0) in found
    assert ("WallStreet", False, 0.62) in found  # 10 of 16 letters
    assert ("Occupy", False, 0.38) in found
    whole = mentions.spans[SpanRow.joined].tolist().index(True)
    assert int(mentions.keys[whole]) >> 8 == name_key("Occupy Wall Street") >> 8


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("USA v GER", {"USAvGER": 0.99, "USA": 1, "GER": 1, "USAv": 0.57, "vGER": 0.57}),
        ("Real Madrid vs Bayern", {"RealMadrid": 1, "Bayern": 1, "Real": 0.4, "RealMadridvs": 0.67}),
        ("for v ex vs bar", {"for": 1, "ex": 1, "bar": 1, "forvex": 0.55}),
        ("henry v", {"henry": 0.83, "v": 0.17}),  # nothing stands behind it
        ("v for vendetta", {"v": 0.08, "for": 0.25}),
        ("V vs v", {"V": 1, "Vvsv": 0.99, "v": 1}),
        ("so vi ve", {"so": 0.33, "vi": 0.33, "ve": 0.33}),
    ],
)
def test_the_sides_of_a_match_are_whole(words: str, expected: dict[str, float]) -> None:
    mentions = find_mentions(normalize("#" + words.replace(" ", "")), lambda _: words.split())
    pairs = zip(mentions.starts, mentions.ends, mentions.shares, strict=True)
    found = {mentions.text[s:e]: round(float(share), 2) for s, e, share in pairs}
    assert {text: found.get(text) for text in expected} == expected
    assert not {"v", "vs"} & (found.keys() - expected.keys())


@pytest.mark.parametrize(
    ("tweet", "expected"),
    [
        ("oh #RIPKobe!", "oh RIP#Kobe!"),
        ("#RipBBKing", "Rip#BBKing"),
        ("＃RIP_Kobe", "RIP #Kobe"),
        ("#RIPPED #RIPcurl #RIP #Ripley #rip", "#RIPPED #RIPcurl #RIP #Ripley #rip"),
    ],
)
def test_who_is_mourned_in_a_hashtag_has_one_of_their_own(tweet: str, expected: str) -> None:
    assert names_text(tweet) == expected
    found = {(text, kind) for text, kind in spans(find_mentions(normalize(tweet), words_of)) if text in tweet}
    assert (("Kobe", MentionKind.HASHTAG) in found) == ("Kobe" in tweet)


def test_user_names_begin_a_span_or_are_one() -> None:
    found = spans(find_mentions(normalize("at @Chicago airport with @NASA today"), words_of))
    assert ("Chicago airport", MentionKind.WORDS) in found
    assert ("NASA", MentionKind.USER) in found
    assert not any(text.startswith("at Chi") or text.endswith("@NASA") for text, _ in found)


def test_the_pieces_of_user_names_are_no_spans() -> None:
    mentions = find_mentions(normalize("thanks @Wall_Street99"), words_of)
    users = mentions.spans[SpanRow.kind] == MentionKind.USER
    assert {mentions.text[s:e] for s, e in zip(mentions.starts[users], mentions.ends[users], strict=True)} == {
        "Wall_Street99"
    }
    keys = {int(key) >> 8 for key in mentions.keys[users]}
    assert name_key("Wall Street") >> 8 in keys  # digits only make it unique


@pytest.mark.parametrize("account", ["austin4", "KP24", "Somalia111", "RotterdaM08", "AC360"])
def test_a_word_with_a_number_is_not_the_word_as_a_user_name(account: str) -> None:
    mentions = find_mentions(normalize(f"thanks @{account}"), words_of)
    word = name_key(account.rstrip("0123456789")) >> 8
    assert word not in {int(key) >> 8 for key in mentions.keys}


def test_a_long_word_may_be_several() -> None:
    mentions = find_mentions(normalize("the Whitehouse on Main"), words_of)
    joined = [
        mentions.text[mentions.starts[row] : mentions.ends[row]] for row in mentions.spans[SpanRow.joined].nonzero()[0]
    ]
    assert joined == ["Whitehouse"]


def test_a_final_s_may_be_left_out() -> None:
    mentions = find_mentions(normalize("some Libras"), words_of)
    plural = mentions.spans[SpanRow.plural].tolist().index(True)
    assert int(mentions.keys[plural]) == name_key("Libra")
    assert mentions.text[mentions.starts[plural] : mentions.ends[plural]] == "Libras"


def test_a_tweet_without_words_has_no_spans() -> None:
    assert (
        len(find_mentions(normalize("… !!"), words_of).starts)
        == len(find_mentions(normalize(""), words_of).starts)
        == 0
    )


def test_of_the_author_only_whole_names_are_spans() -> None:
    found = {
        text
        for text, _ in spans(
            find_mentions(normalize("No Greg there — Greg Krieg (@GregKrieg) July 25, 2016"), words_of)
        )
    }
    assert {"Greg", "Greg Krieg", "GregKrieg"} <= found  # the first Greg is another
    assert not {"Krieg", "there — Greg", "July"} & found


@pytest.mark.parametrize(
    ("author", "is_name"),
    [
        ("NASA (@NASA)", True),
        ("Jay-Z (@JayZ)", True),
        ("Dustin (@dustin_m)", False),
        ("Brian (@willisbrian)", False),
    ],
)
def test_a_single_name_names_the_author_as_the_user_name_does(author: str, is_name: bool) -> None:
    found = {text for text, _ in spans(find_mentions(normalize(f"It rains — {author} May 4, 2016"), words_of))}
    assert (author.partition(" ")[0] in found) == is_name


@pytest.mark.parametrize(
    ("author", "is_name"),
    [
        ("Ann Moody (@moody)", False),
        ("Ann Moody (@Moody_77)", False),
        ("Ann Moody (@ann)", False),
        ("Ann Moody (@annmoody)", True),
        ("Ann Moody (@NASA)", True),
        ("(@moody)", True),
    ],
)
def test_a_user_name_that_is_a_part_of_the_name_names_nobody(author: str, is_name: bool) -> None:
    account = author.partition("@")[2].strip(")")
    found = spans(find_mentions(normalize(f"It rains — {author} May 4, 2016"), words_of))
    assert ((account, MentionKind.USER) in found) == is_name


def names_text(tweet: str) -> str:
    return parse(tweet).names_text


def test_a_date_with_its_year_is_no_mention() -> None:
    tweet = "Rain in May — Ann Reed (@annreed) May 4, 2016"
    assert names_text(tweet) == tweet[:-11] + "\n" * 11
    assert len(names_text("In March 1999, March 4")) == len("In March 1999, March 4")
    assert "March 4" in names_text("In March 1999, March 4")


def test_names_are_looked_for_in_the_beginning_of_a_long_text() -> None:
    found = find_mentions(normalize("Houston " * 20_000), list)
    assert found.ends.max() <= MOST_LETTERS < found.ends.max() + len("Houston ")
    assert len(found.text) == 160_000


@pytest.mark.parametrize(
    ("tweet", "language", "names"),
    [
        ("vive la politique d'Espagne", "fr", {"Espagne"}),
        ("L’Allemagne d'Angela Merkel", "fr", {"Angela", "Angela Merkel", "Allemagne", "Allemagne d'Angela"}),
        ("C'est l'Espagne! Lyon gagne", "fr", {"Espagne"}),
        ("nell'Italia di oggi", "it", {"Italia", "Italia di", "Italia di oggi"}),
    ],
)
def test_a_name_begins_behind_an_elision(tweet: str, language: str, names: set[str]) -> None:
    texts = {text for text, _ in spans(find_mentions(normalize(tweet), lambda word: [word], language))}
    assert names <= texts
    assert "Espagne! Lyon" not in texts


@pytest.mark.parametrize(("tweet", "language"), [("aujourd'hui à Paris", "fr"), ("Conan O'Brien d'Espagne", "en")])
def test_other_apostrophes_stand_inside_words(tweet: str, language: str) -> None:
    texts = {text for text, _ in spans(find_mentions(normalize(tweet), lambda word: [word], language))}
    assert texts.isdisjoint({"hui", "Brien", "Espagne"})


@pytest.mark.parametrize(
    "text", ["The future of A.I.", "As seen on T.V.", "H.I.V", "To P.E.I. 😀", "Rocky 𞥑", "Rocky 𑄷"]
)
def test_the_end_of_an_abbreviation_is_no_number(text: str) -> None:
    tweet = normalize(text)
    mentions = find_mentions(tweet, str.split, "en")
    assert (mentions.spans[SpanRow.form] != FormKind.RENUMBERED).all()


@pytest.mark.parametrize(
    "text",
    [
        "Ke$ha sings",
        "$AAPL and $TSLA fall",
        "wow!no way",
        "Rain in Springfield, MO: $5",
        "plain words",
        "Ke$ha",
        "@CNN a!b",
    ],
)
def test_the_rows_of_spans_are_contiguous(text: str) -> None:
    """Loops are compiled for contiguous rows; for others they would be compiled again, while a caller waits."""
    found = find_mentions(normalize(text), words_of)
    assert found.spans.flags.c_contiguous
    kept = np.arange(len(found.keys)) % 2 == 0
    some = found.take(kept)
    assert some.spans.flags.c_contiguous
    assert some.spans.tolist() == found.spans[:, kept].tolist()
