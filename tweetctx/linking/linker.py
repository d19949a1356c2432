"""The interface of linkers, and linkers as specs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from tweetctx.errors import LinkerError
from tweetctx.index.protocol import NO_FORMS, Engine, FormKeys
from tweetctx.linking.surface_linker import SurfaceLinker, TitleLinker
from tweetctx.specs import Parameters, domains, read_parameters, split_spec
from tweetctx.tweets.records import Tweet
from tweetctx.types import Hits, Links, Query


class Linker(Protocol):
    """Finds the articles that a tweet names: an immutable value whose `str` is its spec."""

    def forms(self, tweet: Tweet, engine: Engine) -> FormKeys:
        """The surface forms that `link` looks up for a tweet."""
        ...

    def link(self, tweet: Tweet, query: Query, hits: Hits, engine: Engine) -> Links:
        """The links of a tweet. hits: the passages that its query retrieves, best first."""
        ...


@dataclass(frozen=True, slots=True)
class NoLinks(Parameters):
    """Links nothing, as in the papers."""

    name: ClassVar[str] = "none"

    def __str__(self) -> str:
        return self.name

    def forms(self, tweet: Tweet, engine: Engine) -> FormKeys:  # noqa: ARG002
        """No forms."""
        return NO_FORMS

    def link(self, tweet: Tweet, query: Query, hits: Hits, engine: Engine) -> Links:  # noqa: ARG002
        """No links."""
        return Links.none()


LINKERS: dict[str, type[Any]] = {linker.name: linker for linker in (NoLinks, TitleLinker, SurfaceLinker)}


def parse_linker(spec: str) -> Linker:
    """The linker that a text describes; `parse_linker(str(linker)) == linker`.

    Raises LinkerError naming the choices or the range.
    """
    name, parameters = split_spec("linker", spec, LinkerError)
    if name not in LINKERS:
        raise LinkerError(f"linker: found {name!r}, expected one of {', '.join(LINKERS)}")
    linker: Linker = LINKERS[name](**read_parameters(name, parameters, domains(LINKERS[name]), LinkerError))
    return linker
