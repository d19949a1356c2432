"""Requests and answers of the service, as pydantic models: they validate requests and describe the API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, InstanceOf, create_model

from tweetctx.context import Unit
from tweetctx.errors import ParameterError
from tweetctx.interfaces.service.asked import text_or_post
from tweetctx.interfaces.service.settings import Settings
from tweetctx.linking.linker import NoLinks
from tweetctx.presets import parse_preset, parse_served_preset
from tweetctx.scoring.relevance import RelevanceModel
from tweetctx.scoring.smoothing import TopicDirichlet
from tweetctx.scoring.topics.passages import Topical
from tweetctx.tweets import Post
from tweetctx.tweets.dates import parse_date
from tweetctx.types import Context

CONFIDENCE, REASON = "Tweetctx-Confidence", "Tweetctx-Reason"  # headers of the answer to one tweet
CONFIDENT = "The probability that the tweet names the article quoted first"
MOST_LIMIT = 10_000
MOST_PASSAGES = 100
MOST_TOPICS = 100  # each takes memory, as does each passage of a relevance model
Model = TypeVar("Model", bound=BaseModel)


def _known_preset(text: str) -> str:
    preset = parse_served_preset(text)
    model = getattr(preset.scorer, "smoothing", None) or getattr(preset.scorer, "passage_model", None)
    if isinstance(model, TopicDirichlet) or (
        isinstance(model, Topical) and (model.of_collection or model.lda != "fast")
    ):
        raise ParameterError("topics: found a model with topics of a collection or by gensim, expected one without")
    bounded = [("limit", preset.policy.limit, MOST_LIMIT)]
    if isinstance(preset.scorer, RelevanceModel):
        topics = getattr(preset.scorer.passage_model, "K", 0)
        bounded += [("R", preset.scorer.R, MOST_PASSAGES), ("K", topics, MOST_TOPICS)]
    for name, value, most in bounded:
        if value > most:
            raise ParameterError(f"{name}: found {value}, expected at most {most} in a request")
    return str(preset)


def _linking_preset(text: str) -> str:
    known = _known_preset(text)
    if parse_preset(known).linker == NoLinks():
        raise ParameterError(f"preset: found {text}, which has no linker, expected one that has, as default")
    return known


PresetText = Annotated[
    str,
    Field(
        max_length=500,
        description="A preset (default, dcu-185, dcu-186, dcu-187), or a sentence model as `jm(lam=0.3)`",
        examples=["default", "dcu-185"],
    ),
]
PresetName = Annotated[PresetText, AfterValidator(_known_preset)]


def _as_text(value: object) -> object:
    """Unix time as a text, and any other value as it is."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _is_date(text: str) -> str:
    parse_date(text)
    return text


Day = Annotated[
    str,
    Field(
        max_length=40,
        description="When the tweet was written, as platforms write it, or Unix time; the date in its text by default",
        examples=["2016-12-13", "2016-12-13T18:05:00Z", 1481652300],
    ),
    BeforeValidator(_as_text, json_schema_input_type=str | float),
    AfterValidator(_is_date),
]


class Request(BaseModel):
    """A base for requests: no unknown fields, and no conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ContextOptions(Request):
    """The options of a context."""

    limit: int | None = Field(
        None,
        ge=0,
        le=MOST_LIMIT,
        description="The most that a context may have, in units; the preset's, 500, by default",
    )
    unit: Unit | None = Field(None, description="What the limit counts; the preset's, chars, by default")
    preset: PresetName | None = Field(None, description="How the context is found; the service's own by default")
    min_score: float | None = Field(
        None, allow_inf_nan=False, description="The lowest score of a sentence that is shown; the preset's by default"
    )


class ContextRequest(ContextOptions):
    """A tweet whose context is wanted."""

    tweet: str | InstanceOf[Post] = Field(
        description="The text of the tweet, or a platform's object",
        examples=["The funeral of #WhitneyHouston begins at noon"],
    )
    date: Day | None = None


class ContextsRequest(ContextOptions):
    """Tweets whose contexts are wanted."""

    tweets: list[str | InstanceOf[Post]] = Field(description="The texts of the tweets, or platforms' objects")


class LinkRequest(Request):
    """A tweet whose links are wanted."""

    tweet: str | InstanceOf[Post] = Field(
        description="The text of the tweet, or a platform's object", examples=["Adele swept the #GRAMMYs"]
    )
    date: Day | None = None
    preset: Annotated[PresetText, AfterValidator(_linking_preset)] | None = Field(
        None, description="The preset whose linker is used"
    )


class SearchRequest(BaseModel):
    """A search for passages."""

    model_config = ConfigDict(extra="forbid")
    q: str = Field(min_length=1, description="What to search for", examples=["whitney houston funeral"])
    k: int = Field(20, ge=1, le=MOST_PASSAGES, description="How many passages are wanted")
    exact: bool = Field(
        False, description="Whether query likelihood alone ranks; else titles and openings are preferred"
    )


@dataclass(frozen=True, slots=True)
class Requests:
    """The types of requests with the limits of one service."""

    context: type[ContextRequest]
    contexts: type[ContextsRequest]
    link: type[LinkRequest]
    search: type[SearchRequest]


def requests_within(settings: Settings) -> Requests:
    """The types of requests that a service with these settings accepts."""
    text = Annotated[str, Field(max_length=settings.max_tweet)]
    post: Any = text_or_post(text)
    return Requests(
        _narrowed(ContextRequest, tweet=post),
        _narrowed(ContextsRequest, tweets=Annotated[list[post], Field(max_length=settings.max_batch)]),
        _narrowed(LinkRequest, tweet=post),
        _narrowed(SearchRequest, q=text),
    )


def _narrowed(model: type[Model], **fields: Any) -> type[Model]:
    """A model some of whose fields have narrower types."""
    narrowed: Any = {name: (kind, model.model_fields[name]) for name, kind in fields.items()}
    return create_model(model.__name__, __base__=model, __doc__=model.__doc__, **narrowed)


class Answer(BaseModel):
    """A base for answers, which always have all fields without a default."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


Partial = Annotated[bool, Field(description="Whether a part of a cluster did not answer; false or absent if all did")]


class TermAnswer(Answer):
    """A term of the query, and how often it occurs in it."""

    term: str
    weight: float


class SentenceAnswer(Answer):
    """A sentence of a context, its source, and its score."""

    text: str
    title: Annotated[str, Field(description="The title of its article")]
    url: str
    revision: int | None = Field(description="The revision that is quoted, to which `url` leads; null if not known")
    score: float


class LinkAnswer(Answer):
    """A mention, as a span in code points, and the article that it names."""

    start: int
    end: int
    text: Annotated[str, Field(description="The words, as they stand in the tweet")]
    title: str
    url: str
    probability: Annotated[float, Field(description="That the words name this article")]


class IndexAnswer(Answer):
    """The collection that a context is from: the wiki and the day of its dump, null where it is not known."""

    wiki: str | None
    date: str | None
    days_behind: Annotated[
        int, Field(description="How many days it is older than the tweet; 0 or absent up to a month, or where unknown")
    ] = 0


class ExplanationAnswer(Answer):
    """The context of a tweet, as an assistant reads it."""

    text: Annotated[str, Field(description="The sentences in reading order; empty if nothing was found")]
    sentences: list[SentenceAnswer]
    links: Annotated[list[LinkAnswer], Field(description="What the tweet names")]
    attribution: Annotated[str, Field(description="The sources and their licence, to be shown with the text")]
    reason: Annotated[str, Field(description="Why the context is empty; empty otherwise")]
    confidence: Annotated[float | None, Field(description=f"{CONFIDENT}; null where nothing links it")]
    index: IndexAnswer
    partial: Partial = False

    @classmethod
    def of(cls, context: Context) -> ExplanationAnswer:
        """Makes an answer from a context, with the fields of its record that an assistant needs."""
        record = context.to_dict()
        return cls.model_validate({name: record[name] for name in cls.model_fields if name in record})


class ContextAnswer(ExplanationAnswer):
    """The context of a tweet: `text` is the sentences in reading order, `attribution` names sources and licence."""

    id: str = Field(description="The place of the tweet in the request, from 1")
    tweet: str
    query: list[TermAnswer]
    took_ms: float


class LinksAnswer(Answer):
    """The links of a tweet."""

    tweet: str
    links: list[LinkAnswer]
    partial: Partial = False


class PassageAnswer(Answer):
    """A paragraph, its source, and its score."""

    score: Annotated[float, Field(description="Larger is better; comparable within one search")]
    title: str
    heading: Annotated[str, Field(description="The heading above it; empty in an article's introduction")]
    url: str
    text: str


class PassagesAnswer(Answer):
    """The best passages for a query, best first."""

    query: str
    passages: list[PassageAnswer]
    partial: Partial = False


class HealthAnswer(Answer):
    """The process is alive."""

    status: Literal["ok"]
    version: str


class SourceDigestAnswer(Answer):
    """A file that an index was built from."""

    name: str
    bytes: int
    sha256: str


class OriginAnswer(Answer):
    """Where the articles of an index come from; null where it is not known."""

    wiki: str | None
    date: str | None
    built: str | None
    made_by: str | None
    sources: list[SourceDigestAnswer]
    sources_omitted: Annotated[int, Field(description="How many later additions are not listed; absent if all are")] = 0


class ReadyAnswer(Answer):
    """The index is open and warm; `generation` changes with the index."""

    status: Literal["ready"]
    preset: str
    generation: str
    index: OriginAnswer


class WrongField(Answer):
    """An invalid field of a request."""

    pointer: str
    detail: str


class Problem(BaseModel):
    """An error, as a problem document of RFC 9457."""

    model_config = ConfigDict(defer_build=True)
    type: str
    title: str
    status: int
    detail: str
    instance: str
    errors: list[WrongField] | None = None
