"""Splits concatenated words by rules: `OccupyWallStreet`, `CNNLive`, `throwback_thursday`, `NYCMarathon2011`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import regex

from tweetctx.tweets.acronyms import ACRONYMS

if TYPE_CHECKING:
    from collections.abc import Iterable

# Names with a medial capital that Wikipedia writes as one word; split, they would not be found.
_NAMES: Final = """
    AccuWeather AirBnB AstraZeneca BioNTech BlackBerry BuzzFeed CafePress ChatGPT CrossFit DeGeneres DeMar DeSantis
    DeVos DeepMind DiCaprio DreamWorks DuckDuckGo eBay eBook eBooks EasyJet eSports ExxonMobil FaceBook FaceTime FedEx
    FiveThirtyEight GamerGate GitHub GlaxoSmithKline GoDaddy GoPro HarperCollins HuffPost iCloud iHeartRadio iMac iOS
    iPad iPads iPhone iPhones iPlayer iPod iPods iTunes InStyle JavaScript JetBlue JPMorgan LaBeouf LaGuardia LeBron
    LexisNexis LinkedIn LiveJournal MacArthur MacBook MacBooks MacDonald MacFarlane macOS MasterCard MySpace MySQL
    NetApp OnePlus OpenAI PayPal PepsiCo PewDiePie PlayStation PolitiFact PostgreSQL PowerPoint ProPublica QuickTime
    ResearchGate RuPaul SanDisk SlideShare SmackDown SnapChat SoundCloud SourceForge SpaceX SpongeBob SportsCenter
    StarCraft SteelSeries SunTrust SuperPac TaylorMade TechCrunch TikTok TripAdvisor TypeScript UnitedHealth VanMoof
    WarnerMedia WeChat WeWork WhatsApp WikiLeaks WordPress WrestleMania YouTube YouTuber YouTubers
"""


def _any_of(words: Iterable[str]) -> str:
    """Makes an alternation that prefers the longer word."""
    return "|".join(sorted(words, key=len, reverse=True))


# Two consonants that begin no English word, the first of them a capital: the capitals before were a word (TVshow),
# whereas others begin the next one (USAid, NBAPlayoffs).
_NO_ONSET: Final = (
    r"(?<![AEIOUY])(?=[b-df-hj-np-tv-xz])"
    r"(?!(?<=[BCFGKPS])l|(?<=[BCDFGKPTW])r|(?<=[CGKPRSTWZ])h|(?<=S)[ckmnpqtvw]|(?<=[DT])w|(?<=K)n|(?<=M)c)"
)
# One side of a match: capitals (USAvGER), or a word unlike those that end in the same letters, as Cavs and Kiev do.
_VERSUS: Final = r"(?=vs?\p{Lu}|vs\p{Nd})"
_SIDE: Final = rf"""(?:
        \p{{Lu}}{{2,}}+{_VERSUS}
      | \p{{Lu}}\p{{Ll}}{{2,}}?(?<=[^aeiouy]){_VERSUS}
      | \p{{Lu}}\p{{Ll}}{{3,}}?(?=vs){_VERSUS}
    )"""
# The first alternative that matches wins. A short number stays with one or two letters, because that is how such
# things are called (G20, MH370, WW2, 5G, 49ers); from three letters on, Wikipedia writes a space or a hyphen there
# (COVID-19, UFC 200, iPhone 6, Rio 2016), and so do years after any letters: the number becomes a word of its own.
_PIECE: Final = regex.compile(
    rf"""
      (?:{_any_of(_NAMES.split())}|Mc\p{{Lu}}\p{{Ll}}+)(?!\p{{Ll}})
    | (?<=\p{{Ll}})vs(?=\p{{Nd}})                                         # Patriotsvs49ers
    | \p{{L}}{{1,2}}\p{{Nd}}{{1,3}}(?!\p{{Nd}})                           # G20, MH370
    | \p{{Nd}}++(?:st|nd|rd|th|s|ers|am|pm|k|m|d|p)(?!(?!of)\p{{Ll}})     # 4th, 90s, 49ers, 5pm
    | (?<![\p{{L}}\p{{Nd}}])\p{{Nd}}{{1,3}}\p{{Lu}}{{1,3}}(?!\p{{L}})     # 5SOS
    | \p{{Nd}}{{1,3}}\p{{Lu}}(?!\p{{L}})                                  # 5G
    | \p{{Nd}}{{1,3}}\p{{Lu}}{{1,3}}(?=\p{{Lu}}\p{{Ll}})                  # the 3D of 3DPrinting
    | {_SIDE}                                                             # USAvGER, BatmanvSuperman
    | \p{{Lu}}{{3,}}+(?=(?:and|at|for|in|is|of|on|to)\p{{Lu}})              # DNCinPHL
    | (?:{_any_of(ACRONYMS)})(?=\p{{Ll}}{{3}})                            # the EU of EUref
    | \p{{Lu}}{{2,}}+s(?!\p{{Ll}})                                        # NGOs
    | [A-Z]{{2,}}+{_NO_ONSET}                                             # the TV of TVshow
    | \p{{Lu}}+(?=\p{{Lu}}\p{{Ll}})                                       # the NYC of NYCMarathon, the A of ADay
    | [\p{{Lu}}\p{{Lt}}]\p{{M}}*+(?:\p{{Ll}}\p{{M}}*+)++                  # Marathon
    | (?:\p{{Lu}}\p{{M}}*+)++
    | (?:[\p{{Ll}}\p{{Lt}}]\p{{M}}*+)++
    | [\p{{Lo}}\p{{Lm}}][\p{{Lo}}\p{{Lm}}\p{{M}}\u200C\u200D]*+           # scripts without case
    | \p{{N}}\p{{M}}*+(?:\p{{N}}\p{{M}}*+)*+
    """,
    regex.VERBOSE,
)
VERSUS: Final = frozenset({"v", "vs"})  # between the sides of a match


def split_name(name: str) -> list[str]:
    """Finds the words of a hashtag or user name (without its mark), or of a word with medial capitals.

    All characters but letters, numbers and marks separate words.
    """
    pieces: list[str] = _PIECE.findall(name)
    return pieces
