"""A cache of answers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

from starlette.requests import Request


@dataclass(frozen=True, slots=True)
class Answer:
    """The JSON of an answer, and its headers. lasting: whether it stays the same until the index changes."""

    content: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    lasting: bool = True


class Cache:
    """The most recently used answers by their tags; not thread-safe."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._answers: OrderedDict[str, Answer] = OrderedDict()

    def get(self, tag: str) -> Answer | None:
        """The answer with a tag, if it is kept."""
        answer = self._answers.get(tag)
        if answer is not None:
            self._answers.move_to_end(tag)
        return answer

    def put(self, tag: str, answer: Answer) -> None:
        """Stores an answer, and drops the least recently used one if there are too many."""
        self._answers[tag] = answer
        if len(self._answers) > self._size:
            self._answers.popitem(last=False)


def tag_of(*values: object) -> str:
    """The ETag of an answer that depends on these values; weak, since the answer also has the time it took."""
    digest = blake2b(repr(values).encode("utf-8", "surrogatepass"), digest_size=12)
    return f'W/"{digest.hexdigest()}"'


def is_known(request: Request, tag: str) -> bool:
    """Whether the caller already has the answer with this tag; `*`, which names none, counts for GET alone."""
    headers: list[tuple[bytes, bytes]] = request.scope["headers"]
    given = b",".join(value for name, value in headers if name == b"if-none-match").decode("latin-1")
    known = [item.strip() for item in given.split(",")]
    if "*" in known:
        return request.scope["method"] in ("GET", "HEAD")
    return tag.removeprefix("W/") in [item.removeprefix("W/") for item in known]
