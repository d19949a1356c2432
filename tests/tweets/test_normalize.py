"""The default rules, one table for each of the things that they do."""

from typing import Any

import pytest

from tweetctx.errors import ParameterError, TweetctxError, TweetError
from tweetctx.tweets import Tweet, normalize


def words(text: str) -> str:
    return "|".join(normalize(text).words)


def test_returns_the_text_as_it_was() -> None:
    tweet = normalize(" Hi\u202e #CNNLive ")
    assert isinstance(tweet, Tweet)
    assert tweet == Tweet(" Hi\u202e #CNNLive ", ("Hi", "CNN", "Live"), "", None, (), 0)


def test_example_of_the_paper() -> None:
    text = (
        "RT @CNNLive: View stake-out camera at funeral home where #WhitneyHouston body is expected to arrive in "
        "New Jersey. Watch live: http://t.co/nyqT4PUa"
    )
    assert words(text) == (
        "View|stake-out|camera|at|funeral|home|where|Whitney|Houston|body|is|expected|to|arrive|in|New|Jersey|Watch|live"
    )


@pytest.mark.parametrize("rules", [None, "", "DCU", "none", [], 3])
def test_unknown_rules(rules: Any) -> None:
    with pytest.raises(ParameterError, match=r"rules: found .*, expected 'default' or 'dcu'"):
        normalize("text", rules=rules)


@pytest.mark.parametrize("rules", ["default", "dcu"])
@pytest.mark.parametrize("text", [None, b"bytes", 7, ["text"]])
def test_no_tweet(text: Any, rules: Any) -> None:
    with pytest.raises(TweetError, match=f"tweet: found {type(text).__name__}, expected a string") as caught:
        normalize(text, rules=rules)
    assert isinstance(caught.value, TweetctxError)


@pytest.mark.parametrize("text", ["", " \n\t", "!!! ... ???", "\x00", "\ud800\udfff", "#", "@ # $ &", "—", "👍👍"])
def test_tweets_without_words(text: str) -> None:
    assert normalize(text).words == ()


@pytest.mark.parametrize(
    "url",
    [
        "http://t.co/nyqT4PUa",
        "https://www.example.org/a_(b)?c=d&e=f#g",
        "HTTPS://T.CO/ABC",
        "(https://t.co/abc)",
        "<https://t.co/abc>",
        "http://localhost:8000/x",
        "http://[::1]/x",
        "https://ru.example.org/wiki/Москва",
        "ftp://files.example.org/x.zip",
        "tg://resolve?domain=x",
        "www.x.org",
        "www.x.org/path",
        "bit.ly/abc",
        "t.co/x",
        "youtu.be/abc?t=1",
        "example.com/news/2011/story.html",
        "news.example.co.uk:8080/story",
        "pic.twitter.com/xyz",
        "http://t.co/ab…",
        "https://t.c...",
        "https://t…",
        "https://…",
        "http…",
        "https...",
        "htt…",
        "http\ufffd",
        "http://",
        "info@example.org",
        "first.last+tag@mail.example.co.uk.",
        "https://t.co/aaahttps://t.co/bbb",
    ],
)
def test_urls_go(url: str) -> None:
    assert words(f"before {url} after") == "before|after"
    assert words(url) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("storypic.twitter.com/xyz", "story"),
        ("storyhttps://t.co/xyz", "story"),
        ("詳細はhttps://t.co/abcをご覧", "詳細は|をご覧"),
        ("“https://t.co/abc”quoted", "quoted"),
        ("Yahoo! wins", "Yahoo|wins"),
        ("the U.S. and the U.K.", "the|U.S.|and|the|U.K."),
        ("in the U.S., e.g. there", "in|the|U.S.|e.g.|there"),
        ("J.K.Rowling", "J.K.|Rowling"),
        ("Node.js 3.5", "Node.js|3.5"),
        ("the end.Next one", "the|end|Next|one"),
        ("Amazon.com's shop", "Amazon.com's|shop"),
        ("and/or w/o he/she", "and|or|w|o|he|she"),
        ("HTTP is a protocol", "HTTP|is|a|protocol"),
        ("wait... what", "wait|what"),
    ],
)
def test_what_is_no_url(text: str, expected: str) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    "credit",
    [
        *["RT @user:", "RT @user", "rt @User_1 :", "RT@user:", "RT: @user:", 'RT "@user:', "RT @one: RT @two:"],
        *["MT @user:", "via @user", "(via @user)", "Via @user", "[h/t @user]", "RT \u200e@user:", "RT ＠user："],
    ],
)
def test_credits_go_with_their_user(credit: str) -> None:
    assert words(f"{credit} Rain in Oslo") == "Rain|in|Oslo"
    assert words(f"Rain in Oslo {credit}") == "Rain|in|Oslo"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("please RT this", "please|RT|this"),
        ("flying via Dubai", "flying|via|Dubai"),
        ("ART @user", "ART|user"),
        ("thanks @OsloOpera", "thanks|Oslo|Opera"),
    ],
)
def test_what_is_no_credit(text: str, expected: str) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tom &amp; Jerry", "Tom|Jerry"),
        ("AT&amp;T", "AT&T"),
        ("AT&amp;amp;T", "AT&T"),
        ("Norway&#39;s &quot;fjords&quot;", "Norway's|fjords"),
        ("Norway&amp;#39;s", "Norway's"),
        ("Norway&#x27;s", "Norway's"),
        ("a &lt;b&gt; c", "a|b|c"),
        ("caf&eacute; &amp;amp;eacute;t&eacute;", "café|été"),
        ("one&nbsp;two", "one|two"),
        ("cut off &amp", "cut|off"),
        ("&#35;OsloOpera", "Oslo|Opera"),
        ("&#" + "9" * 5000 + ";", "9" * 5000),
        ("&nosuchthing;", "nosuchthing"),
    ],
)
def test_entities(text: str, expected: str) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rain☔today", "rain|today"),
        ("family👩‍👩‍👧‍👦day", "family|day"),
        ("go🇳🇴Norway", "go|Norway"),
        ("🏴󠁧󠁢󠁳󠁣󠁴󠁿Scotland", "Scotland"),
        ("step 1️⃣ and #️⃣ done", "step|and|done"),
        ("ok👍🏽ok", "ok|ok"),
        ("love❤️you ❤", "love|you"),
        ("#Love❤️Peace", "Love|Peace"),
        ("Word™ ©2012 ℹ️ info", "Word|2012|info"),
        ("smile :-) :) ;-) (: :'( :D :-D :P =D :o) ^_^ \\o/ <3 <333 xD XDDD", "smile"),
        ("at 10:30 item 3)", "at|10:30|item|3"),
        ("Vitamin D: good", "Vitamin|D|good"),
        ("see:Dallas", "see|Dallas"),
    ],
)
def test_emoji_and_emoticons(text: str, expected: str) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$AAPL up, $brk too", "AAPL|up|brk|too"),
        ("$100 or €5 or £1.5m", "100|or|5|or|1.5m"),
        ("9/11 24-7 2-0", "9/11|24-7|2-0"),
        ("3,000 people, 1,00,000 rupees, 1,234,567.89", "3,000|people|1,00,000|rupees|1,234,567.89"),
        ("1.234,5 1,5 % 41,5m 1,2,3 1, 2", "1.234,5|1,5|41,5m|1,2,3|1|2"),
        ("50% of 2011–12 and 5th, 10:30pm", "50|of|2011–12|and|5th|10:30pm"),
        ("No.1 in 3.Next", "No|1|in|3|Next"),
        ("٣٫٥", "٣٫٥"),
    ],
)
def test_numbers_and_money(text: str, expected: str) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Houston's rock'n'roll, dogs' 'quoted'", "Houston's|rock'n'roll|dogs|quoted"),
        ("Houston’s don`t don´t", "Houston's|don't|don't"),
        ("stake-out -- well - known- -x Wi‑Fi", "stake-out|well|known|x|Wi‑Fi"),
        ("WOW!!!!!! what?!?!... (really) [yes] {no} «oui» *so* ~that~", "WOW|what|really|yes|no|oui|so|that"),
        ("R&B, H&M, Q&A, this&that", "R&B|H&M|Q&A|this|that"),
        ("snake_case", "snake|case"),
        ("Foo—bar…baz", "Foo|bar|baz"),
        ("line\none\r\ntwo\u2028three\u3000four", "line|one|two|three|four"),
    ],
)
def test_words_and_punctuation(text: str, expected: str) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("WhitneyHouston sang", "Whitney|Houston|sang"),
        ("WhitneyHouston's voice", "Whitney|Houston's|voice"),
        ("MachineLearning", "Machine|Learning"),
        ("McDonald iPhone YouTube O'Brien MacBook", "McDonald|iPhone|YouTube|O'Brien|MacBook"),
        ("LeBron DiCaprio PlayStation eBay SpaceX MacArthur", "LeBron|DiCaprio|PlayStation|eBay|SpaceX|MacArthur"),
        ("NATO CNNLive PhD", "NATO|CNNLive|PhD"),
        ("ÉdouardLouis ПетрИванов", "Édouard|Louis|Петр|Иванов"),
    ],
)
def test_medial_capitals_in_plain_text(text: str, expected: str) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#नईदिल्ली में बारिश", "नईदिल्ली|में|बारिश"),
        ("क्‍ष #क्‍ष", "क्‍ष|क्‍ष"),
        ("#กรุงเทพน้ำท่วม วันนี้", "กรุงเทพน้ำท่วม|วันนี้"),
        ("#مُحَمَّد في القاهرة", "مُحَمَّد|في|القاهرة"),
        ("#کتاب_خانه می‌خواهم", "کتاب|خانه|می‌خواهم"),
        ("\u202b#القاهرة\u202c مرحبا\u200f!", "القاهرة|مرحبا"),
        ("مصـــــر", "مصر"),
        ("ﻣﺼﺮ", "مصر"),
        ("#ירושלים היום", "ירושלים|היום"),
        ("今日は#東京タワー、＃大阪2025 へ", "今日は|東京タワー|大阪|2025|へ"),
        ("マイケル・ジャクソン ﾄｳｷｮｳ ｶﾞｷﾞ", "マイケル|ジャクソン|トウキョウ|ガギ"),
        ("＠OsloOpera ＃OsloOpera Ｏｓｌｏ", "Oslo|Opera|Oslo|Opera|Oslo"),
        ("𝐁𝐫𝐞𝐚𝐤𝐢𝐧𝐠 𝓷𝓮𝔀𝓼 𝟚𝟘𝟙𝟙 ⓞⓢⓛⓞ 5ᵗʰ", "Breaking|news|2011|oslo|5th"),
        ("o\u200dslo o\u200cslo so\u00adft wo\u2060rd", "oslo|oslo|soft|word"),
        ("Word\u200eX s̶t̶r̶u̶c̶k̶", "WordX|struck"),
        ("cafe\u0301 #Cafe\u0301Oslo \u0301stray", "café|Café|Oslo|stray"),
        ("Москва́ #МоскваСити2012", "Москва́|Москва|Сити|2012"),
        ("#서울불꽃축제", "서울불꽃축제"),
        ("a\ud83db \udfffc", "a|b|c"),
        ("a\x00b", "a|b"),
        ("ﾠㅤᅠ", ""),
    ],
)
def test_scripts_and_look_alikes(text: str, expected: str) -> None:
    assert words(text) == expected


def test_a_text_of_more_than_a_million_characters_is_no_tweet() -> None:
    with pytest.raises(TweetError, match="tweet: found 1000001 characters, expected at most 1000000"):
        normalize("x" * 1_000_001)
