"""Posts as objects of JSON: which platform one is of, the posts of a page, notices among them, and ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from tweetctx.errors import InputError, TweetError
from tweetctx.reading.objects import kind_of
from tweetctx.tweets.platforms import bluesky, mastodon, telegram, x
from tweetctx.tweets.platforms.fields import DEEPEST, NO_INCLUDES, Includes, Record, object_at, objects_at, text_at
from tweetctx.tweets.platforms.mastodon import BOOST
from tweetctx.tweets.platforms.x import TWEET
from tweetctx.tweets.records import LinkedPage, Post

# Where pages of API v2, of the old search, of v1.1, of ActivityPub, of Telegram and of Bluesky hold their posts, and
# what stands above and below a status of Mastodon.
LISTS: Final = (
    "data", "results", "statuses", "orderedItems", "messages", "feed", "posts", "records", "result", "ancestors",
    "descendants",
)  # fmt: skip
# Of Twitter's exports, of ActivityPub, of Mastodon's notifications, and of threads of Bluesky.
_WRAPPERS: Final = ("tweet", "object", "status", "thread")
_IDS: Final = ("id_str", "id", "_id", "uri", "rest_id", "message_id", "tweet_id", "update_id")
_RESULTS: Final = ("tweetResult", "tweet_results", "tweet_result")  # of the web interface of X
# What streams and pages send beside posts: deletions, limits, counts.
_NOTICES: Final = (
    "delete", "limit", "meta", "scrub_geo", "status_withheld", "user_withheld", "disconnect", "warning", "event",
    "friends", "friends_str", "errors", "control", "for_user", "user_delete", "user_undelete", "user_suspend",
)  # fmt: skip
_NO_POSTS: Final = (BOOST, "service", "Delete", "Undo", "Like", "Follow", "Accept")  # types of objects


class NoticeError(InputError):
    """An object that is no post and is no mistake either, such as the notice of a deletion."""

    def at(self, place: int | str) -> InputError:
        """The same at another place."""
        return NoticeError(self.found, self.expected, place)


class Item(NamedTuple):
    """An object that may be a post, and what its page holds beside it."""

    record: object
    includes: Includes = NO_INCLUDES


def read_post(given: str | Post | Mapping[str, Any]) -> Post:
    """Returns a post from a text, from a Post, or from an object of X, Mastodon, Bluesky or Telegram.

    An object may be a page of the platform's interface that holds a single post, such as one of API v2 with `includes`.
    Raises TweetError for anything else.
    """
    if isinstance(given, Post):
        return given
    if isinstance(given, str):
        return Post(given)
    if not isinstance(given, Mapping):
        raise TweetError(f"tweet: found {type(given).__name__}, expected a text, a Post, or a platform's JSON object")
    items = list(items_of(dict(given)))
    if len(items) != 1:
        raise TweetError(f"tweet: found {len(items)} posts, expected one")
    try:
        return post_of(*items[0])
    except InputError as error:
        raise TweetError(f"tweet: found {error.found}, expected {error.expected}") from None


def items_of(value: object, includes: Includes = NO_INCLUDES, depth: int = 0) -> Iterator[Item]:
    """Yields what may be posts in a value: a post itself, or those of a list, a page of results, or a list of pages."""
    if isinstance(value, list):
        for one in value:
            yield from items_of(one, includes, depth + 1) if depth < DEEPEST else [Item(one, includes)]
        return
    if not isinstance(value, dict):
        yield Item(value, includes)
        return
    includes = includes_of(value) or includes
    held = _held(value)
    if isinstance(held, list):
        yield from (Item(one, includes) for one in held)
    elif results := list(_web_results(value)) if _is_web(value) else []:
        yield from (Item(one, includes) for one in results)
    else:
        yield Item(value if held is None else held, includes)


def includes_of(page: Record) -> Includes | None:
    """The objects beside the posts of a page of API v2; None for any other object."""
    held = object_at(page, "includes")
    if not held:
        return None
    return Includes(
        {str(one.get("id")): one for one in objects_at(held, "tweets")},
        {str(one.get("id")): one for one in objects_at(held, "users")},
        {str(one.get("media_key")): one for one in objects_at(held, "media")},
    )


def post_of(value: object, includes: Includes = NO_INCLUDES, depth: int = 0) -> Post:
    """Returns one object as a post; raises what `check_post` raises, and InputError for one without a text.

    A wrong id is an InputError, too, but for posts that it quotes or answers.

    depth: in how many posts it stands; from `DEEPEST` on, those that it quotes or answers are left out.
    """
    record = check_post(value)
    post = _read(unwrapped(record), includes, depth)
    return replace(post, id=_known_id(record) if depth else identifier_of(record))


def check_post(value: object) -> Record:
    """Returns an object. Raises NoticeError for one that is no post on purpose, InputError for what is no object."""
    if not isinstance(value, dict):
        raise InputError(f"JSON that is {kind_of(value)}", TWEET)
    if is_notice(value):
        raise NoticeError(f"a notice ({', '.join(map(str, value))[:60]})", TWEET)
    return value


def is_notice(value: Record) -> bool:
    """Whether an object is a notice of a stream, or an activity that is not a post."""
    if value and all(key in _NOTICES for key in value):
        return True
    boosts = value.get("type") == BOOST and isinstance(value.get("object"), dict)
    return value.get("type") in _NO_POSTS and not boosts


def unwrapped(value: Record) -> Record:
    """The post in an object that only wraps it, as an export's {"tweet": {...}}; any other object itself."""
    if value.get("type") == BOOST:
        return value
    return next((held for key in _WRAPPERS if (held := object_at(value, key))), value)


def identifier_of(value: object) -> str:
    """Returns the id of a post as a text; empty for an object without one. Raises InputError for other types."""
    tweet = value if isinstance(value, dict) else {}
    held = unwrapped(tweet)
    held = object_at(held, "post") or telegram.held(held) or held
    key = next((name for name in _IDS if name in held and (name == "id" or held[name])), "id")
    given = held.get(key)
    if isinstance(given, str):
        return text_at(held, key)
    if isinstance(given, WrittenNumber):
        return given.written
    if isinstance(given, int) and not isinstance(given, bool):
        return str(given)
    if given is None:
        return ""
    raise InputError(f'"{key}" that is {"NaN" if isinstance(given, float) else kind_of(given)}', "a string or a number")


class WrittenNumber(float):
    """A number with a fraction or an exponent, with its text, since ids must not pass through float."""

    def __init__(self, written: str) -> None:
        self.written = written


def _known_id(value: Record) -> str:
    try:
        return identifier_of(value)
    except InputError:
        return ""


def _read(record: Record, includes: Includes, depth: int) -> Post:
    if telegram.is_message(record):
        return telegram.read_message(record, depth)
    if bluesky.is_post(record):
        return bluesky.read_view(record, depth)
    if mastodon.is_status(record):
        return mastodon.read_status(record, depth)
    post = x.read_tweet(record, includes, depth)
    return _with_own_fields(post, record, depth) if "text" in record or "content" in record else post


def _with_own_fields(post: Post, record: Record, depth: int) -> Post:
    """Adds the fields of our own form, which are those of Post."""
    changes: dict[str, Any] = {
        "quoted": _nested(record, "quoted", depth),
        "answered": _nested(record, "answered", depth),
        "repeated_by": text_at(record, "repeated_by"),
        "pages": tuple(
            LinkedPage(text_at(page, "title"), text_at(page, "description"), text_at(page, "url"))
            for page in objects_at(record, "pages")
        ),
        "pictures": tuple(text for text in record.get("pictures") or () if isinstance(text, str))
        if isinstance(record.get("pictures"), list)
        else (),
    }
    given = {name: value for name, value in changes.items() if value}
    return replace(post, **given) if given else post


def _nested(record: Record, key: str, depth: int) -> Post | None:
    """The post in a field of our own form, which may be its text alone."""
    held = object_at(record, key)
    if isinstance(held.get("text"), str):
        return post_of(dict(held), depth=depth + 1) if depth < DEEPEST else None
    text = text_at(record, key)
    return Post(text) if text else None


def _held(page: Mapping[str, object]) -> object:
    if any(key in page for key in ("text", "full_text", "content", "legacy")):
        return None
    if isinstance(above := page.get("ancestors"), list) and isinstance(below := page.get("descendants"), list):
        return [*above, *below]
    return next((page[key] for key in LISTS if isinstance(page.get(key), list | dict)), None)


def _is_web(page: Record) -> bool:
    """Whether an object may be an answer of X's web interface, whose posts lie deep inside."""
    return "text" not in page and any(key in page for key in ("data", *_RESULTS))


def _web_results(value: object, depth: int = 0) -> Iterator[Record]:
    """Yields the tweets in an answer of X's web interface, in order."""
    if depth > 20:
        return
    if isinstance(value, list):
        for one in value:
            yield from _web_results(one, depth + 1)
    elif isinstance(value, dict):
        for key, held in value.items():
            if key in _RESULTS and isinstance(held, dict) and isinstance(held.get("result"), dict):
                yield held["result"]
            elif isinstance(held, dict | list):
                yield from _web_results(held, depth + 1)
