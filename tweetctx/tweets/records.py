"""The records of posts: what a platform gives, and what is found in its text.

    Post ─normalize─▶ Tweet

`Post` has what came with the text: who wrote it and when, the posts it quotes or answers, the pages it links to.
`Tweet` has the words of the query, what the parser found in the text (`parts`), and the texts that came with the post
as evidence (`evidence`). Later stages read these and parse nothing again.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal, NamedTuple

from tweetctx.tweets.dates import DateMention
from tweetctx.tweets.speakers import NO_SPEAKERS, Speakers

EvidenceKind = Literal["author", "quoted", "answered", "linked", "pictured"]


class Tag(NamedTuple):
    """A hashtag, an account or a cashtag at [start, end), its sign included. name: without the sign (#, @ or $)."""

    start: int
    end: int
    sign: str
    name: str


@dataclass(frozen=True, slots=True)
class LinkedPage:
    """A page that a post links to, as the platform's preview describes it."""

    title: str = ""
    description: str = ""
    url: str = ""

    @property
    def text(self) -> str:
        """Title and description as sentences; empty without both."""
        return ". ".join(part.strip(" .") for part in (self.title, self.description) if part.strip(" ."))


@dataclass(frozen=True, slots=True)
class Post:
    """A post as a platform gives it; a text alone is a post.

    text: the post's own words, whole; of a post that only repeats another, those of the other, as are its author and
    date. account: the author's user name without @. name: the author's display name. created_at: when it was written.
    quoted, answered: the posts that it quotes and replies to. repeated_by: the account that repeated (retweeted,
    boosted, forwarded) it. pages: those it links to. pictures: the alternative texts of its pictures. id: the
    platform's; empty if it has none; two posts that differ in it alone are equal.
    """

    text: str
    account: str = ""
    name: str = ""
    created_at: date | None = None
    quoted: Post | None = None
    answered: Post | None = None
    repeated_by: str = ""
    pages: tuple[LinkedPage, ...] = ()
    pictures: tuple[str, ...] = ()
    id: str = field(default="", compare=False)

    @property
    def author(self) -> str:
        """The author as `Name (@account)`, `@account` or `Name`; empty if unknown."""
        account = f"@{self.account}" if self.account else ""
        return f"{self.name} ({account})" if self.name and account else self.name or account

    @property
    def subject(self) -> Post | None:
        """What explains the post if its own text says nothing: a post it quotes or answers, a page, or its pictures.

        Where nothing says when that was written, it has the date of the post.
        """
        other = self.quoted or self.answered
        if other:
            return replace(other, created_at=other.created_at or self.created_at)
        text = next(filter(None, (page.text for page in self.pages)), "") or "\n".join(self.pictures)
        return Post(text, self.account, self.name, self.created_at) if text.strip() else None


@dataclass(frozen=True, slots=True)
class EvidenceText:
    """A text that came with a post and says what the post is about, though it is not the post's own.

    kind: the author's name and account, the text of a quoted or answered post, title and description of a linked page,
    or the alternative text of a picture. words: as those of the tweet. weight: of each word in the query, below 1, the
    weight of the tweet's own.
    """

    kind: EvidenceKind
    text: str
    words: tuple[str, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class TweetParts:
    """What the parser finds in the text of a tweet. All offsets are code points of the text itself.

    names_text: the text in which names are looked for, the first MOST_LETTERS code points: styled letters are plain
    ones, HTML entities the character that they stand for; addresses and dates are line feeds. tags: hashtags, accounts
    and cashtags in it, in order. dates: all.
    """

    names_text: str = ""
    speakers: Speakers = NO_SPEAKERS
    dates: tuple[DateMention, ...] = ()
    tags: tuple[Tag, ...] = ()

    @property
    def accounts(self) -> tuple[Tag, ...]:
        """The accounts that the text mentions, in order."""
        return self._signed("@")

    @property
    def cashtags(self) -> tuple[Tag, ...]:
        """The stock symbols with a dollar sign, in order."""
        return self._signed("$")

    def _signed(self, sign: str) -> tuple[Tag, ...]:
        return tuple(tag for tag in self.tags if tag.sign == sign)


@dataclass(frozen=True, slots=True)
class Tweet:
    """A tweet, and the words that its query is made of, in their order and with their case.

    author: `Name (@user)` or `@user` if the post or its text names its author, else empty. created_at: when it was
    written, if the caller, the post, its text or its id says so. years: the year of that day, and those of the dates in
    the text, ascending. trailing: how many words at the end are the author's name and the date, not the author's own
    words. dated: how many of these are the date.
    post: what it was made from. parts: what was found in the text. evidence: the texts that came with it, in the order
    of EvidenceKind.
    """

    text: str
    words: tuple[str, ...]
    author: str = ""
    created_at: date | None = None
    years: tuple[int, ...] = ()
    trailing: int = 0
    dated: int = 0
    parts: TweetParts = field(default=TweetParts(), compare=False, repr=False)
    post: Post = field(default=Post(""), compare=False, repr=False)
    evidence: tuple[EvidenceText, ...] = field(default=(), compare=False)
