"""The spans of a tweet that may be names, and who speaks in it."""

import pytest

from tweetctx.linking.mentions import MentionKind, Mentions, blanked, find_mentions
from tweetctx.linking.speakers import Speaker, speakers
from tweetctx.text.names import name_key


def words_of(name: str) -> list[str]:
    """Breaks a hashtag before capitals."""
    words: list[str] = []
    for letter in name:
        if letter.isupper() or not words:
            words.append("")
        words[-1] += letter
    return words


def spans(mentions: Mentions) -> set[tuple[str, MentionKind]]:
    places = zip(mentions.starts.tolist(), mentions.ends.tolist(), mentions.kinds.tolist(), strict=True)
    return {(mentions.text[start:end], MentionKind(kind)) for start, end, kind in places}


def test_words_side_by_side_are_spans() -> None:
    found = spans(find_mentions("Merkel meets Bob's friend", words_of))
    words = MentionKind.WORDS
    assert {("Merkel", words), ("Merkel meets", words), ("meets Bob", words), ("Bob's friend", words)} <= found
    assert ("Merkel friend", words) not in found


def test_addresses_are_no_names_and_keep_places() -> None:
    tweet = "Obama &amp; http://t.co/Obama Merkel"
    mentions = find_mentions(tweet, words_of)
    assert {text for text, _ in spans(mentions)} == {"Obama", "Obama &", "&", "Merkel"}
    merkel = mentions.starts.tolist().index(tweet.index("Merkel"))
    assert int(mentions.keys[merkel]) == name_key("Merkel")


def test_hashtags_are_spans_whole_and_in_parts() -> None:
    mentions = find_mentions("so #OccupyWallStreet!", words_of)
    found = {
        (mentions.text[s:e], bool(j), round(float(share), 2))
        for s, e, j, share in zip(mentions.starts, mentions.ends, mentions.joined, mentions.shares, strict=True)
    }
    assert ("OccupyWallStreet", True, 1.0) in found
    assert ("WallStreet", False, 0.62) in found  # 10 of 16 letters
    assert ("Occupy", False, 0.38) in found
    whole = mentions.joined.tolist().index(True)
    assert int(mentions.keys[whole]) >> 8 == name_key("Occupy Wall Street") >> 8


def test_user_names_begin_a_span_or_are_one() -> None:
    found = spans(find_mentions("at @Chicago airport with @NASA today", words_of))
    assert ("Chicago airport", MentionKind.WORDS) in found
    assert ("NASA", MentionKind.USER) in found
    assert not any(text.startswith("at Chi") or text.endswith("@NASA") for text, _ in found)


def test_a_final_s_may_be_left_out() -> None:
    mentions = find_mentions("some Libras", words_of)
    plural = mentions.plural.tolist().index(True)
    assert int(mentions.keys[plural]) == name_key("Libra")
    assert mentions.text[mentions.starts[plural] : mentions.ends[plural]] == "Libras"


def test_a_tweet_without_words_has_no_spans() -> None:
    assert len(find_mentions("… !!", words_of).starts) == len(find_mentions("", words_of).starts) == 0


@pytest.mark.parametrize(
    ("tweet", "part", "speaker"),
    [
        ("No peace— Steve Holland (@steveholland1) July 9, 2014", "Steve Holland", Speaker.AUTHOR),
        ("No peace. 94.5 The Buzz (@945thebuzz) November 17, 2014", "The Buzz", Speaker.AUTHOR),
        ("@nasa @esa look at Mars", "esa", Speaker.ANSWERED),
        ("@nasa @esa look at Mars", "Mars", Speaker.NONE),
        ("RT @nasa: look at Mars", "nasa", Speaker.QUOTED),
        ("look at Mars via @nasa", "nasa", Speaker.QUOTED),
        ("“@nasa: look at Mars”", "nasa", Speaker.QUOTED),
        ("I love @nasa (really) and Mars", "nasa", Speaker.NONE),
    ],
)
def test_who_speaks(tweet: str, part: str, speaker: Speaker) -> None:
    start = tweet.index(part)
    assert speakers(tweet).of(start, start + len(part)) == speaker


def test_a_date_with_its_year_is_no_mention() -> None:
    tweet = "Rain in May — Ann Reed (@annreed) May 4, 2016"
    assert blanked(tweet) == tweet[:-11] + "\n" * 11
    assert len(blanked("In March 1999, March 4")) == len("In March 1999, March 4")
    assert "March 4" in blanked("In March 1999, March 4")
