"""`tweetctx context`, `tweetctx normalize` and `tweetctx link`: what is said of a tweet."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from tweetctx.errors import InputError, TweetError
from tweetctx.interfaces.commands.completion import complete_presets
from tweetctx.interfaces.commands.shared import (
    NOTHING_FOUND,
    SCORER_NAMES,
    ClassesOption,
    IndexOption,
    LamOption,
    MinScoreOption,
    OrderName,
    PlainFormat,
    RulesName,
    ScorerOption,
    UnitName,
    check_classes,
    columns,
    complain,
    index_for_few,
    print_json,
    report_partial,
    show,
    warn_of_analyzer,
)
from tweetctx.interfaces.terminal import printable

if TYPE_CHECKING:
    from tweetctx.pipeline import Contextualizer
    from tweetctx.tweets import Post


_ARGUMENT = "TWEET"

Format = Literal["text", "json", "markdown"]
TweetArgument = Annotated[
    str | None,
    typer.Argument(
        metavar=_ARGUMENT,
        help="The tweet: a text, or the JSON object of X, Mastodon, Bluesky or Telegram; `-` or none reads standard "
        "input, a text a line or JSON.",
    ),
]
DateOption = Annotated[
    str | None,
    typer.Option(
        help="When the tweet was written, such as 2016-12-13, or Unix time.", show_default="the date in its text"
    ),
]
RulesOption = Annotated[
    RulesName, typer.Option("--rules", help="How the words of a tweet are found: dcu is the three rules of DCU's runs.")
]


def context(
    tweet: TweetArgument = None,
    index: IndexOption = None,
    scorer: ScorerOption = "default",
    limit: Annotated[int | None, typer.Option(min=0, help="How long a context may be.", show_default="500")] = None,
    unit: Annotated[UnitName | None, typer.Option(help="What --limit counts.", show_default="chars")] = None,
    passages: Annotated[
        int, typer.Option(min=1, help="How many paragraphs are retrieved, at least; the preset default takes 150.")
    ] = 20,
    lam: LamOption = 0.4,
    rules: RulesOption = "default",
    order: Annotated[
        OrderName | None,
        typer.Option(help="The order of the sentences: article by article, or best first.", show_default="article"),
    ] = None,
    min_score: MinScoreOption = None,
    date: DateOption = None,
    classes: ClassesOption = None,
    output: Annotated[Format, typer.Option("--format", help="How contexts are printed.")] = "text",
    sources: Annotated[
        bool | None,
        typer.Option(
            "--sources/--no-sources",
            help="Name the articles and their licence below the text; Markdown always does.",
            show_default="only in a terminal",
        ),
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show what happened at each stage.")] = False,
    allow_partial: Annotated[
        bool, typer.Option("--allow-partial", help="Answer from the rest of a cluster if some of its shards fail.")
    ] = False,
) -> None:
    """Prints the context of a tweet.

    Of standard input, every line is a tweet, and an empty context is an empty line.
    JSON may go on over several lines, and may be a list or a page of posts.

    The exit code is 3 if there is no context at all; standard error has the reason.
    """
    from tweetctx.index import with_partial
    from tweetctx.pipeline import Contextualizer
    from tweetctx.tweets.dates import parse_date

    check_classes(classes, scorer)
    location = index_for_few(index)
    contextualizer = Contextualizer.open(
        with_partial(location) if allow_partial else location,
        scorer,
        passages=passages,
        lam=lam,
        rules=rules,
        order=order,
        min_score=min_score,
        classes=classes,
    )
    warn_of_analyzer(scorer, contextualizer.index, location)
    options = {"limit": limit, "unit": unit, "date": parse_date(date)}
    lines = _is_piped(tweet)
    named = columns(sys.stdout) is not None if sources is None else sources
    nonempty = list[bool]()
    shown = {"explain": explain, "lines": lines, "sources": named}
    for identifier, post in _tweets(tweet):
        parted = output == "markdown" and nonempty[-1:] == [True]
        nonempty.append(_print_context(contextualizer, identifier, post, options, output, **shown, parted=parted))
    _end_if_nothing(nonempty, tweet)


def _print_context(
    contextualizer: Contextualizer,
    identifier: str,
    post: Post,
    options: dict[str, Any],
    output: Format,
    *,
    explain: bool,
    lines: bool,
    sources: bool,
    parted: bool,
) -> bool:
    """Prints a context and returns whether it has sentences; for a line of input, an empty one is an empty line.

    parted: whether an empty line precedes one with sentences, as in Markdown behind a list of sources.
    """
    from tweetctx.interfaces import presentation

    explanation = contextualizer.explain(post, **options) if explain else None
    result = explanation.context if explanation else contextualizer.contextualize(post, **options)
    if result.partial:
        report_partial(f"tweet {identifier}")
    if result.days_behind:
        complain(f"tweet {identifier}: is {result.days_behind} days younger than the index ({result.origin})")
    if not result.sentences:
        complain(f"tweet {identifier}: nothing to say: {result.reason}")
    if not result.sentences and not lines:
        pass
    elif output == "json":
        record = result.to_dict(identifier)
        if explanation:
            record["explain"] = presentation.explanation_record(explanation)
        print_json(record)
    else:
        if parted and result:
            print()
        show(result.to_markdown() if output == "markdown" and result else result.text)
        if sources and result and output == "text":
            show(f"\n{presentation.sources_line(result)}")
    if explanation and not (result.sentences and output == "json"):
        stream = sys.stdout if result.sentences else sys.stderr  # without a context it is a diagnostic
        print(printable(f"\n{presentation.explanation_text(explanation, columns(stream))}"), file=stream)
    return bool(result.sentences)


def normalize(
    tweet: TweetArgument = None,
    rules: RulesOption = "default",
    index: Annotated[
        str | None,
        typer.Option(
            "--index", envvar="TWEETCTX_INDEX", help="An index whose word counts also split hashtags without capitals."
        ),
    ] = None,
) -> None:
    """Prints the words of a tweet's query on one line.

    The exit code is 3 if no tweet has any.
    """
    from tweetctx.index import open_index
    from tweetctx.tweets import normalize

    breaker = open_index(index).breaker if index else None
    worded = list[bool]()
    for _, post in _tweets(tweet):
        words = normalize(post, rules=rules, words=breaker).words
        print(" ".join(words))
        worded.append(bool(words))
    if worded and not any(worded):
        complain(f"{_place_of(tweet)}: found no words to search for")
    _end_if_nothing(worded, tweet)


def link(
    tweet: TweetArgument = None,
    index: IndexOption = None,
    preset: Annotated[
        str, typer.Option(*SCORER_NAMES, help="The preset whose linker is used.", autocompletion=complete_presets)
    ] = "default",
    date: DateOption = None,
    output: Annotated[PlainFormat, typer.Option("--format", help="How links are printed.")] = "text",
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what speaks for each candidate, and what is not linked.")
    ] = False,
) -> None:
    """Prints the links of a tweet: the probability, the mention and the article of each, and other candidates.

    The exit code is 3 if no tweet names anything that the index has.
    """
    from tweetctx.linking.linker import NoLinks
    from tweetctx.pipeline import Contextualizer
    from tweetctx.presets import parse_preset

    parsed = parse_preset(preset, "preset")
    if parsed.linker == NoLinks():
        expected = "expected one that has, as default"
        raise typer.BadParameter(f"found {preset!r}, which has no linker, {expected}", param_hint="--preset")
    contextualizer = Contextualizer.open(index_for_few(index), parsed)
    linked = list[bool]()
    for identifier, post in _tweets(tweet):
        if linked and output == "text":
            print()  # between the links of two tweets
        linked.append(_print_links(contextualizer, identifier, post, date, output, explain=explain))
    _end_if_nothing(linked, tweet)


def _print_links(
    contextualizer: Contextualizer, identifier: str, post: Post, date: str | None, output: PlainFormat, *, explain: bool
) -> bool:
    """Prints the links of a tweet and returns whether there are any."""
    from tweetctx.interfaces import presentation

    shows_mentions = explain or output == "text"
    links, mentions = (
        contextualizer.explain_links(post, date=date, reasons=explain)
        if shows_mentions
        else (contextualizer.link(post, date=date), ())
    )
    if links.partial:
        report_partial(f"tweet {identifier}")
    if output == "json":
        text = contextualizer.normalized(post).text  # in which the links stand
        record = {"id": identifier, "tweet": text, "links": [one.to_dict() for one in links.links]}
        partly = {"partial": True} if links.partial else {}
        explained = {"mentions": list(map(asdict, mentions))} if explain else {}
        print_json(record | partly | explained)
        return bool(links.links)
    if links.links:
        print("\n".join(presentation.link_lines(links, mentions)))
    else:
        complain(f"tweet {identifier}: names nothing that the index has")
    if explain and mentions:
        lines = (line for mention in mentions for line in presentation.mention_lines(mention))
        print(f"\n{presentation.wrapped(lines, columns(sys.stdout))}\n")
    return bool(links.links)


def _end_if_nothing(nonempty: list[bool], argument: str | None) -> None:
    """Ends with exit code 3 if nothing was found for any tweet. nonempty: whether something was, for each tweet."""
    if not nonempty:
        complain(f"{_place_of(argument)}: found no tweet")
    if not any(nonempty):
        raise typer.Exit(NOTHING_FOUND)


def _tweets(argument: str | None) -> Iterator[tuple[str, Post]]:
    """The posts of the argument or of standard input, each with its own id, or with its place among them, from 1."""
    from tweetctx.tweets.post_lines import read_post_lines
    from tweetctx.tweets.topics.topic_formats import begins_json

    text = (argument or "").lstrip("\ufeff")
    typed = text.split("\n") if begins_json(text.lstrip()) else [text]
    lines = _input_lines(argument) if _is_piped(argument) else typed
    posts = read_post_lines(lines, partial(_report_post, _place_of(argument)))
    for place, (_, post) in enumerate(posts, 1):
        yield post.id or str(place), post


def _is_piped(argument: str | None) -> bool:
    """Whether tweets are read from standard input."""
    return argument is None or argument == "-"


def _place_of(argument: str | None) -> str:
    """What messages call the place that tweets are from."""
    return "standard input" if _is_piped(argument) else _ARGUMENT


def _report_post(where: str, error: InputError) -> None:
    """Says that a notice of a stream is skipped; raises TweetError for anything else that is no post."""
    from tweetctx.tweets.platforms.objects import NoticeError

    if not isinstance(error, NoticeError) or where == _ARGUMENT:
        raise TweetError(error.message(where))
    complain(f"{error.where(where)}: skipped {error.found}")


def _input_lines(argument: str | None) -> Iterator[str]:
    """The lines of standard input; wrong usage if that is a terminal and was not asked for."""
    from tweetctx.reading.lines import decode_line

    if argument is None and sys.stdin is not None and sys.stdin.isatty():
        raise typer.BadParameter("expected a tweet, or tweets on standard input", param_hint="TWEET")
    if sys.stdin is None:
        raise TweetError("standard input: found it closed, expected tweets")
    for line_number, line in enumerate(sys.stdin.buffer, 1):
        try:
            text = decode_line(line)
        except InputError as error:
            raise TweetError(error.at(line_number).message("standard input")) from None
        yield text.removeprefix("\ufeff" if line_number == 1 else "").rstrip("\r\n")
