"""A few articles in our own words, and writers of them in every format that we read."""

import gzip
import io
import json
import tarfile
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from libzim.writer import Creator, Hint, Item, StringProvider

from tweetctx.types import Article, Section, WikiLink

BASE = "https://en.wikipedia.org/wiki/"
LINK_OF_HISTORY = WikiLink("Ireland", "Ireland (island)")
MILL = Article(
    "11",
    "Tide mill",
    f"{BASE}Tide_mill",
    (
        Section(
            "",
            (
                "A tide mill, or ebb wheel, is a water mill that is driven by the rise and fall of the sea.",
                "The gate of its pond is shut when the tide turns, and the miller works while the water runs out.",
            ),
        ),
        Section("History", ("Mills of this kind are known from Ireland, where one was dated to the year 619.",)),
        Section(
            "Working hours",
            ("The tide comes later every day, by fifty minutes or some more.", "Millers had to grind at night."),
        ),
    ),
    redirects=("Sea mill", "Tidal mill"),
    links=(WikiLink("water mill", "Water mill"), WikiLink("rise and fall of the sea", "Tide"), LINK_OF_HISTORY),
    aliases=("ebb wheel",),
    revision=1_234_567_890,
)
SIZE = Article(
    "12",
    "Größe & Maß",
    f"{BASE}Gr%C3%B6%C3%9Fe_%26_Ma%C3%9F",
    (Section("", ("A measure < 1 & a size > 2, as “Größe” has it.",)),),
    revision=7,
)
GATE = Article(
    "13",
    "Gate (disambiguation)",
    f"{BASE}Gate_(disambiguation)",
    (Section("", ("A gate closes an opening in a wall. The word may also mean a place at an airport.",)),),
    disambiguation=True,
    senses=("Gate", "Floodgate", "Gate (airport)"),
    revision=4_294_967_295,
)
ARTICLES = (MILL, SIZE, GATE)
Writer = Callable[[Path, Sequence[Article]], None]


def to_lines(article: Article, heading: str) -> list[str]:
    """The paragraphs in their order, headings in the form that is given."""
    lines = []
    for section in article.sections:
        lines += [heading.format(section.heading)] * bool(section.heading)
        lines += section.paragraphs
    return lines


def with_names(text: str, article: Article, link: str, bold: str) -> str:
    """A text, escaped for HTML, in which the links and aliases of an article are marked."""
    for name in article.aliases:
        text = text.replace(name, bold.format(name))
    for shown, title in article.links:
        text = text.replace(shown, link.format(text=shown, title=title))
    return text


def to_wikitext(article: Article) -> str:
    marked = "{{disambiguation}}\n" * article.disambiguation
    text = "\n\n".join(escape(line, quote=False) for line in to_lines(article, "== {} =="))
    senses = "".join(f"\n* [[{title}]], a gate for [[goats]]" for title in article.senses)
    return marked + with_names(text, article, "[[{title}|{text}]]", "'''{}'''") + "\n" + senses


def to_html(article: Article) -> str:
    """As Parsoid writes it."""
    head = '<meta property="mw:PageProp/disambiguation"/>' * article.disambiguation
    parts = []
    for number, section in enumerate(article.sections):
        heading = f'<h2 id="mwA{number}">{escape(section.heading)}</h2>' * bool(section.heading)
        text = "".join(f'<p id="mwB{number}">{escape(paragraph)}</p>\n' for paragraph in section.paragraphs)
        text = with_names(
            text, article, '<a rel="mw:WikiLink" href="./{title}" title="{title}">{text}</a>', "<b>{}</b>"
        )
        text += "".join(
            f'<ul><li><a href="./{title}">{title}</a>, <a href="./Goat">g</a></li></ul>' for title in article.senses
        )
        parts.append(f'<section data-mw-section-id="{number}" id="mwC{number}">{heading}{text}</section>')
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><title>{escape(article.title)}</title>{head}</head>'
        f'<body class="mw-content-ltr mw-parser-output" dir="ltr">{"".join(parts)}</body></html>'
    )


def jsonl_record(article: Article) -> dict[str, Any]:
    lines = to_lines(article, "{}")
    headings = [number for number, line in enumerate(to_lines(article, "\0{}")) if line.startswith("\0")]
    text = {"text": "\n".join(lines), "headings": headings}
    names = {"redirects": list(article.redirects), "disambiguation": article.disambiguation}
    names |= {"links": article.links, "aliases": article.aliases, "senses": article.senses}
    names |= {"revision": article.revision}
    return {"id": article.id, "url": article.url, "title": article.title, **text, **names}


def cirrus_records(article: Article, *, source: bool = True, kind: str | None = "_doc") -> list[dict[str, Any]]:
    action = ({"_type": kind} if kind else {}) | {"_id": article.id}
    paragraphs = to_lines(article, "")
    page = {
        "namespace": 0,
        "title": article.title,
        "wiki": "enwiki",
        "version": article.revision,
        "language": "en",
        "text": " ".join(line for line in paragraphs if line),
        "opening_text": article.sections[0].paragraphs[0] if article.sections else None,
        "heading": [section.heading for section in article.sections[1:]],
        "redirect": [{"namespace": 0, "title": title} for title in article.redirects]
        + [{"namespace": 4, "title": "Wikipedia:M"}],
        "template": ["Template:Disambiguation"] * article.disambiguation + ["Template:Convert"],
        "category": ["Mills"],
        "outgoing_link": [title.replace(" ", "_") for _, title in article.links] + ["Help:Mills"],
    }
    return [{"index": action}, page | ({"source_text": to_wikitext(article)} if source else {})]


def enterprise_record(article: Article, *, version: int | None = None, form: str = "html") -> dict[str, Any]:
    body = to_html(article) if form == "html" else to_wikitext(article)
    return {
        "name": article.title,
        "identifier": int(article.id),
        "date_modified": "2024-03-01T00:00:00Z",
        "version": {"identifier": version or article.revision, "editor": {"identifier": 3}},
        "url": article.url,
        "namespace": {"identifier": 0, "name": ""},
        "in_language": {"identifier": "en", "name": "English"},
        "redirects": [{"name": title, "url": BASE + title} for title in article.redirects],
        "article_body": {form: body},
    }


def ndjson(records: Sequence[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n" for record in records).encode()


def tar_gz(members: Sequence[tuple[str, bytes]], *, form: int = tarfile.PAX_FORMAT) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz", format=form) as archive:
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


class ZimPage(Item):  # type: ignore[misc]
    def __init__(self, path: str, title: str, content: str, mimetype: str = "text/html") -> None:
        super().__init__()
        self._values = path, title, content, mimetype

    def get_path(self) -> str:
        return self._values[0]

    def get_title(self) -> str:
        return self._values[1]

    def get_mimetype(self) -> str:
        return self._values[3]

    def get_contentprovider(self) -> StringProvider:
        return StringProvider(self._values[2])

    def get_hints(self) -> dict[Hint, int]:
        return {Hint.FRONT_ARTICLE: True}


def write_zim(path: Path, articles: Sequence[Article]) -> None:
    with Creator(path) as creator:
        creator.set_mainpath("x")
        for article in articles:
            place = article.title.replace(" ", "_")
            html = to_html(article)
            if article.disambiguation:
                html = html.replace("</section>", '<div id="disambigbox" role="note">pages</div></section>')
            creator.add_item(ZimPage(place, article.title, html))
            for title in article.redirects:
                creator.add_redirection(title.replace(" ", "_"), title, place, {Hint.FRONT_ARTICLE: True})
        creator.add_item(ZimPage("-/style.css", "", "p {}", "text/css"))
        creator.add_item(ZimPage("Category:Mills", "Category:Mills", "<p>Pages.</p>"))
        creator.add_redirection("lost", "lost", "nowhere", {})
        creator.add_metadata("Language", "eng")
        creator.add_metadata("Source", "en.wikipedia.org")


def write_parquet(path: Path, articles: Sequence[Article]) -> None:
    rows = [{"id": a.id, "url": a.url, "title": a.title, "text": "\n\n".join(to_lines(a, "{} "))} for a in articles]
    pq.write_table(pa.Table.from_pylist(rows), path, row_group_size=2)


def write_docs(path: Path, articles: Sequence[Article]) -> None:
    docs = [
        f'<doc id="{a.id}" url="{a.url}" title="{escape(a.title)}">\n{a.title}\n\n'
        + "\n".join(to_lines(a, "{}."))
        + "\n</doc>\n"
        for a in articles
    ]
    path.write_text("".join(docs), "utf-8")


def write_wikiextractor_json(path: Path, articles: Sequence[Article]) -> None:
    path.write_bytes(
        ndjson(
            [
                {"id": a.id, "revid": str(a.revision), "url": a.url, "title": a.title}
                | {"text": "\n".join(to_lines(a, "{}."))}
                for a in articles
            ]
        )
    )


def write_inex(path: Path, articles: Sequence[Article]) -> None:
    pages = []
    for article in articles:
        head = "".join(
            f"<{name}>{escape(value)}</{name}>"
            for name, value in (("ID", article.id), ("url", article.url), ("title", article.title))
        )
        sections = "".join(
            f"<s><h>{escape(section.heading)}</h>{''.join(f'<p>{escape(text)}</p>' for text in section.paragraphs)}</s>"
            for section in article.sections
        )
        pages.append(f"<page>{head}{sections}</page>")
    path.write_text(f"<xml>{''.join(pages)}</xml>", "utf-8")


def write_enterprise(path: Path, articles: Sequence[Article]) -> None:
    members = [(f"enwiki_{number}.ndjson", ndjson([enterprise_record(a)])) for number, a in enumerate(articles)]
    path.write_bytes(tar_gz(members))


WRITERS: dict[str, Writer] = {
    "jsonl": lambda path, articles: _bytes(path, ndjson([jsonl_record(a) for a in articles])),
    "wikiextractor json": write_wikiextractor_json,
    "wikiextractor doc": write_docs,
    "inex": write_inex,
    "cirrus _doc": lambda path, articles: _bytes(
        path, gzip.compress(ndjson([line for a in articles for line in cirrus_records(a)]))
    ),
    "cirrus page": lambda path, articles: _bytes(
        path, ndjson([line for a in articles for line in cirrus_records(a, kind="page")])
    ),
    "cirrus untyped": lambda path, articles: _bytes(
        path, ndjson([line for a in articles for line in cirrus_records(a, kind=None)])
    ),
    "enterprise tar": write_enterprise,
    "enterprise wikitext": lambda path, articles: _bytes(
        path, ndjson([enterprise_record(a, form="wikitext") for a in articles])
    ),
    "zim": write_zim,
    "parquet": write_parquet,
}


def _bytes(path: Path, data: bytes) -> None:
    path.write_bytes(data)
