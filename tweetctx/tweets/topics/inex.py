"""INEX's topics in XML: `<topic id="..">` or `<tweet>` around the tweet, or around elements that hold it and its id."""

from __future__ import annotations

import re
from xml.parsers import expat

from tweetctx.errors import InputError
from tweetctx.tweets.topics.topic import Topic, make_topic

_ELEMENT = "an element with an id and the text of a tweet"
_IDS = ("id", "tweet_id", "number", "num")
_TEXTS = ("text", "tweet", "title", "content", "query")  # the first that is there
_ABOUT = ("entity", "entity_id")  # CLEF 2014: whom the tweet is about
_MAX_DEPTH = 1000  # of elements in a topic, each of which takes some hundred bytes while it is open
_OPERATOR = re.compile(r"#[a-zA-Z]*\d*(?::[\w.=-]+)*(?:\[\w+\])?\s*\(")  # #combine( #1( #uw8( #prior( #combine[title](
_WEIGHTED = re.compile(r"#(?:weight|wsum|wand)\b", re.IGNORECASE)
_WEIGHT = re.compile(r"(?<![\w.])\d*\.\d+(?=\s)")
_FIELD = re.compile(r"(\w)\.(?:\((?:title|heading|body|document|anchor)|(?:title|heading|body|document|anchor)\b)")
_OWN = ""  # the field of the text that stands in no other element
_NOT_TEXT = frozenset(_IDS + _ABOUT)
_KNOWN = _NOT_TEXT | {_OWN, *_TEXTS}


def read_element(text: str, line: int, column: int) -> Topic:
    """Returns the topic of one element, whose first tag stands at that line and column, from 1; raises InputError."""
    element = _Element()
    try:
        element.parse(text)
    except expat.ExpatError as error:
        column = error.offset + (column if error.lineno == 1 else 1)
        found = f"broken XML ({expat.ErrorString(error.code)}, column {column})"
        raise InputError(found, _ELEMENT, line + error.lineno - 1) from None
    return make_topic(element.identifier(), element.text())


def words_of_query(text: str) -> str:
    """Returns the words of a query in Indri's language, without operators and weights; any other text as it is."""
    if not _OPERATOR.search(text):
        return text
    if _WEIGHTED.search(text):
        text = _WEIGHT.sub(" ", text)
    return " ".join(_FIELD.sub(r"\1", _OPERATOR.sub(" ", text).replace(")", " ")).split())


class _Element:
    """An element's attributes and the texts inside it, by the names of the fields that they belong to."""

    def __init__(self) -> None:
        self._fields: dict[str, str] = {}
        self._texts: dict[str, list[str]] = {}  # what the fields are made of
        self._owners: list[str] = []  # for each open element the field that its text belongs to
        self._flow: list[str] = []  # all text as it reads, without ids and entities

    def parse(self, text: str) -> None:
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = lambda _: self._owners.pop()
        parser.CharacterDataHandler = self._data
        parser.Parse(text, True)
        for name, texts in self._texts.items():
            self._fields[name] = self._fields.get(name, "") + "".join(texts)

    def identifier(self) -> str:
        name = self._find(_IDS)
        if not name:
            raise InputError("a topic without an id", _ELEMENT)
        return self._fields[name].strip()

    def text(self) -> str:
        name = self._find(_TEXTS)
        if not name and self._fields[_OWN].strip():
            return "".join(self._flow).strip()
        others = [other for other in self._fields if other not in _KNOWN and self._fields[other].strip()]
        if not name and len(others) == 1:
            name = others[0]
        if not name:
            raise InputError("a topic without a text", _ELEMENT)
        return words_of_query(self._fields[name].strip())

    def _find(self, names: tuple[str, ...]) -> str | None:
        return next((name for name in names if self._fields.get(name, "").strip()), None)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.lower()
        if not self._owners:
            known = {key.lower(): value for key, value in attributes.items() if key.lower() in _KNOWN}
            self._fields = known | {_OWN: ""}
            self._owners.append(_OWN)
            return
        if len(self._owners) >= _MAX_DEPTH:
            raise InputError(f"elements nested more than {_MAX_DEPTH} deep", _ELEMENT)
        owner = self._owners[-1]
        owner = name if name in _KNOWN or owner == _OWN else owner
        self._owners.append(owner)
        self._fields.setdefault(owner, "")

    def _data(self, text: str) -> None:
        owner = self._owners[-1]
        self._texts.setdefault(owner, []).append(text)
        if owner not in _NOT_TEXT:
            self._flow.append(text)
