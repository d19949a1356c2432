"""Applies to an index of a dump what has changed in its wiki since: a day's edits, or what a later dump no longer has.

An article is the page with its id. A page that becomes a redirect leaves the index and names its target; a redirect
that becomes an article does the reverse. Of two pages with one title the one with the older revision was deleted.
"""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from tweetctx.corpus import read_articles
from tweetctx.corpus.dumps.changes import Kind, SeenPage, read_changes
from tweetctx.corpus.dumps.collecting import keep_collected
from tweetctx.corpus.dumps.redirects import Redirect, canonical
from tweetctx.errors import CorpusError, IndexAccessError, InputError
from tweetctx.index.building.building import ArticleIntake, OnProgress, scratch_of
from tweetctx.index.building.changes import changing, check_model, held_bytes, publish_update
from tweetctx.index.building.known_articles import KnownArticle, KnownArticles
from tweetctx.index.building.origin import added_to, digesting
from tweetctx.index.building.redirect_table import RedirectTable
from tweetctx.index.building.restating import restated_segment
from tweetctx.index.building.segment_buffer import SegmentBuffer
from tweetctx.index.building.sizes import DEFAULT_MEMORY, Size
from tweetctx.index.building.surface_reader import SurfaceReader
from tweetctx.index.search.joining import open_segment
from tweetctx.index.search.vocabulary import LayeredVocabulary, StoredVocabulary
from tweetctx.index.storage.files import Change
from tweetctx.index.storage.manifest import open_file, read_manifest
from tweetctx.index.storage.origin import origin_from_json, origin_to_json
from tweetctx.index.storage.wiki_pages import WikiPages, write_wiki_pages
from tweetctx.reading.compression import open_content
from tweetctx.reading.problems import ProblemKind, Problems
from tweetctx.text.analyzer import AnalyzerConfig
from tweetctx.types import Day, Source

_DUMP: Final = "changes.xml"
_END: Final = b"</mediawiki>\n"
_PAGE_ID: Final = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Updated:
    """What an update did.

    edited: articles that are new or have a new text. removed: articles that are gone, moved away or redirects now.
    redirects: redirects that were added, changed or dropped. missing: articles of the dump that was compared whose
    present title or text no file of changes had. skipped: broken pages; problem_kinds: their problems.
    """

    edited: int
    removed: int
    redirects: int
    missing: int = 0
    skipped: int = 0
    problem_kinds: tuple[ProblemKind, ...] = ()


def updatable(index: Path) -> tuple[str, Day, Day]:
    """The wiki of an index, the day that it is of, and the day of the dump that it is built from or was compared with.

    Raises IndexAccessError for an index that cannot be updated.
    """
    manifest = read_manifest(index)
    origin = origin_from_json(manifest["origin"])
    compared = manifest.get("wiki_pages", {}).get("compared")
    if compared is None or not origin.wiki or origin.date is None:
        raise IndexAccessError(
            f"{index}: cannot be updated; expected an index that this version built from one dump of a wiki in XML, "
            "with the wiki and the day in its name or as --wiki and --date; `tweetctx get` makes one"
        )
    return origin.wiki, origin.date, Day.fromisoformat(compared)


def apply_day(
    index: Path,
    file: Path,
    day: Day,
    *,
    workers: int | None = None,
    memory: int = DEFAULT_MEMORY,
    spacy_model: str | None = None,
    on_progress: OnProgress | None = None,
) -> Updated | None:
    """Applies a day's additions and changes to an index of a dump, in one step.

    Returns None, and changes nothing, if the index is of that day or a later one. Pages that cannot be read are
    skipped. Raises IndexAccessError for an index that cannot be updated, CorpusError for a file that is damaged, and
    what `add_articles` raises.
    """
    updatable(index)
    with changing(index) as change, ExitStack() as stack:
        update = _Update(change)
        check_model(index, spacy_model)
        if update.origin.date is not None and update.origin.date >= day:
            change.discard()
            return None
        buffer = stack.enter_context(closing(SegmentBuffer(change.new_path("buffer"))))
        digests = stack.enter_context(digesting([file]))
        dump = buffer.folder / _DUMP
        update.read_edits(file, dump)
        update.settle()
        keep_collected(scratch_of(buffer), dump, update.wiki_pages["base"], update.names(), update.templates())
        options = {name: update.wiki_pages[name] for name in ("lists", "tables")}
        read = partial(read_articles, [dump], on_error="skip", **options)
        intake = ArticleIntake(read, buffer, update.config, None, spacy_model, workers, on_progress)
        intake.run(keep=False)
        intake.show("writing")
        origin = replace(added_to(update.origin, digests.result()), date=day)
        update.publish(buffer, {"origin": origin_to_json(origin)}, {}, held_bytes(memory))
        kinds = (*update.problems.kinds, *intake.corpus.problem_kinds)
        skipped = update.problems.count + intake.skipped
        return replace(update.report(buffer.articles), skipped=skipped, problem_kinds=kinds)


def compare_with_dump(index: Path, stubs: Path, day: Day, *, memory: int = DEFAULT_MEMORY) -> Updated | None:
    """Removes from an index what a dump of its wiki no longer has, and brings its redirects to the state of that dump.

    stubs: the file of the dump's pages without texts. day: of the dump; the index is of that day or a later one.
    Pages that were edited after the dump stay as they are. Returns None if that was done before. Raises as `apply_day`.
    """
    *_, compared = updatable(index)
    if compared >= day:
        return None
    with changing(index) as change, closing(SegmentBuffer(change.new_path("buffer"))) as buffer:
        update = _Update(change)
        missing = update.read_stubs(stubs)
        update.settle()
        update.publish(buffer, {}, {"compared": day.isoformat()}, held_bytes(memory))
        return replace(update.report(0), missing=missing, skipped=update.problems.count)


class _Update:
    """One change of an index, while it is made."""

    def __init__(self, change: Change) -> None:
        self._change = change
        self._old = read_manifest(change.index)
        self.wiki_pages: dict[str, Any] = self._old["wiki_pages"]
        self.origin = origin_from_json(self._old["origin"])
        self.config = AnalyzerConfig.from_json(self._old["analyzer"])
        self._segments = [open_segment(change.index, entry)[0] for entry in self._old["segments"]]
        self._known = KnownArticles(self._segments)
        self._pages = WikiPages(open_file(change.index, self.wiki_pages))
        self._before, self._after = RedirectTable(self._pages), RedirectTable(self._pages)
        self._edited: dict[str, SeenPage] = {}  # articles by id, without their texts
        self._gone: set[str] = set()  # ids of articles
        self._templates: dict[str, str | None] = {}  # lines by name
        self._renamed: list[dict[int, tuple[str, ...]]] = [{} for _ in self._segments]
        self.problems = Problems("skip", CorpusError)

    def read_edits(self, file: Path, dump: Path) -> None:
        """Notes the edits of a day, and writes the articles that are new or edited as a dump."""
        with dump.open("wb") as texts:
            for start, page in self._pages_of(file):
                texts.write(b"" if texts.tell() else start)
                if self._see(page):
                    texts.write(page.data + b"\n")
                    self._edited[page.id] = replace(page, data=b"")
            texts.write(_END if texts.tell() else b"<mediawiki>" + _END)

    def _pages_of(self, file: Path) -> Iterator[tuple[bytes, SeenPage]]:
        """Yields the pages of a file, and what stands before the first; IndexAccessError for another wiki."""
        site, taken, pages = read_changes(open_content(file, CorpusError)[1], self.problems.reporter(file))
        start = taken.partition(b"<page>")[0].partition(_END.strip())[0]
        try:
            for page in pages:
                if site.base != self.wiki_pages["base"]:
                    found = f"{file}: found pages of {site.base or 'an unnamed wiki'}"
                    raise IndexAccessError(f"{found}; expected those of {self.wiki_pages['base']}")
                yield start, page
        except InputError as error:  # the file is not whole
            raise CorpusError(error.message(file)) from error

    def _see(self, page: SeenPage) -> bool:
        """Notes an edit, unless a later one is known; returns whether it is one of an article."""
        if page.template_name:
            self._templates[page.template_name] = page.template
        if self._revision(page.id) >= page.revision:
            return False
        article = self._known.with_id(page.id)
        self._after.drop(page.id)
        self._edited.pop(page.id, None)
        self._gone.discard(page.id)
        if page.kind is Kind.REDIRECT:
            self._after.put(Redirect(page.id, page.title, page.target, page.revision))
        if article and page.kind is not Kind.ARTICLE:
            self._gone.add(page.id)
        return page.kind is Kind.ARTICLE

    def _revision(self, identifier: str) -> int:
        """The revision of a page, as far as this update knows; -1 if it knows no such page."""
        noted = self._edited.get(identifier) or self._after.with_id(identifier)
        known = noted or self._known.with_id(identifier)
        return known.revision if known else -1

    def read_stubs(self, file: Path) -> int:
        """Notes what a dump no longer has, and its redirects; returns how many of its articles are not known."""
        present = array("Q")
        newest = missing = 0
        for _, page in self._pages_of(file):
            newest = max(newest, page.revision)
            if page.kind in (Kind.ARTICLE, Kind.REDIRECT):
                present.append(int(page.id))
                missing += self._compare(page)
        np.frombuffer(present, np.uint64).sort()
        for redirect in self._before:
            if redirect.revision <= newest and not _has(present, int(redirect.id)):
                self._after.drop(redirect.id)
        for article in self._known.every():
            if article.revision <= newest and self._is_page(article) and not _has(present, int(article.article_id)):
                self._gone.add(article.article_id)
        return missing

    def _is_page(self, source: Source) -> bool:
        """Whether an article is a page of the wiki: others may have been added to the index."""
        return source.url.startswith(self.wiki_pages["base"]) and _PAGE_ID.fullmatch(source.article_id) is not None

    def _titled(self, titles: Collection[str]) -> Iterator[KnownArticle]:
        """Yields the pages of the wiki with these titles."""
        return (known for known in self._known.titled(titles) if self._is_page(known.source))

    def _compare(self, page: SeenPage) -> bool:
        """Compares a page of a dump with what is known of it; returns whether its text is not known."""
        article, redirect = self._known.with_id(page.id), self._after.with_id(page.id)
        if self._revision(page.id) > page.revision:
            return False
        if page.kind is Kind.REDIRECT:
            seen = Redirect(page.id, page.title, page.target, page.revision)
            if article:
                self._gone.add(page.id)
            if redirect != seen:
                self._after.put(seen)
            return False
        if redirect:
            self._after.drop(page.id)
        if article and article.title != page.title:
            self._gone.add(page.id)
        return article is None or (article.title, article.revision) != (page.title, page.revision)

    def settle(self) -> None:
        """Drops the older one of two pages with a title, and finds the articles whose redirects alone changed."""
        self._settle_titles()
        before, after = self._before.changed_from(self._after)
        self.redirects = len({redirect.id for redirect in (*before, *after)})
        affected = {title for redirect in (*before, *after) for title in _targets(redirect, self._before, self._after)}
        for index, article, source in self._titled(affected):
            if source.article_id in self._edited or source.article_id in self._gone:
                continue
            names = self._after.names_of(source.title)
            if set(names) != set(self._before.names_of(source.title)):
                self._renamed[index][article] = names

    def _settle_titles(self) -> None:
        put, _ = self._after.changed_from(self._before)
        holders: dict[str, set[tuple[int, str]]] = {}
        pages: list[SeenPage | Redirect] = [*self._edited.values(), *put]
        for page in pages:
            holders.setdefault(page.title, set()).add((page.revision, page.id))
        for title, revisions in holders.items():
            revisions.update((redirect.revision, redirect.id) for redirect in self._after.titled(title))
        for _, _, source in self._titled(holders.keys()):
            if source.article_id not in self._edited and source.article_id not in self._gone:
                holders[source.title].add((source.revision, source.article_id))
        for revisions in holders.values():
            for _, identifier in revisions - {max(revisions)}:
                self._after.drop(identifier)
                if self._edited.pop(identifier, None) or self._known.with_id(identifier):
                    self._gone.add(identifier)

    def names(self) -> Iterator[tuple[str, str]]:
        """Pairs of the title of an edited article and a title that leads to it."""
        for page in self._edited.values():
            yield from ((page.title, name) for name in self._after.names_of(page.title))

    def templates(self) -> Iterator[str]:
        """The templates of the wiki, as lines."""
        for line in self._pages.templates():
            if json.loads(line)["name"] not in self._templates:
                yield line
        yield from (line for line in self._templates.values() if line is not None)

    def publish(self, buffer: SegmentBuffer, origin: dict[str, Any], compared: dict[str, Any], memory: int) -> None:
        """Makes all that was noted the index. origin, compared: what of the manifest changes besides."""
        change, old = self._change, self._old
        wiki_pages = {**self.wiki_pages, **compared}
        if self.redirects or self._templates:
            wiki_pages |= write_wiki_pages(change.new_path("wiki"), self._after, self.templates())
        terms = len(LayeredVocabulary([StoredVocabulary(segment.file) for segment in self._segments]))
        reader = SurfaceReader(self.config.language, self.config.stop_words)
        restated = restated_segment(change, self._segments, self._renamed, reader, terms, memory)
        description = {**old, **origin, "wiki_pages": wiki_pages}
        size = Size.from_manifest(old)
        publish_update(change, description, old["segments"], size, buffer, restated, self._gone, memory)

    def report(self, edited: int) -> Updated:
        """What was done."""
        return Updated(edited, len(self._gone), self.redirects)


def _has(ordered: array[int], number: int) -> bool:
    """Whether a number is among ordered ones."""
    at = bisect_left(ordered, number)
    return at < len(ordered) and ordered[at] == number


def _targets(redirect: Redirect, *tables: RedirectTable) -> Iterator[str]:
    """The title to which a redirect leads and, where that is a redirect itself, the titles to which it leads."""
    target = canonical(redirect.target)
    yield target
    for table in tables:
        yield from (canonical(other.target) for other in table.titled(target))
