"""A small wiki with a random history, and the files that Wikimedia would publish of it; not a conftest.py.

Deletions show in stubs alone. Restored pages have no new revision, and no file has their text, unless they are edited.
"""

import bz2
import gzip
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from xml.sax.saxutils import escape, quoteattr

FIRST = date(2026, 9, 1)
BASE = "https://simple.wikipedia.org/wiki/"
HEADER = f"""<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
  <siteinfo><sitename>Wikipedia</sitename><dbname>simplewiki</dbname><base>{BASE}Main_Page</base></siteinfo>
"""
DRAFTS = 118
TITLES = (
    "Thames Barrier",
    "Tower Bridge",
    "London Bridge (lock)",
    "London Bridge",
    "River Lea",
    "Lea",
    "Grand Union Canal",
    "GUC",
    "Eel Pie Island",
    "Brunel",
    "Isambard Kingdom Brunel",
    "Hammersmith",
)
WORDS = ("river", "lock", "bridge", "barrier", "canal", "tide", "London", "open", "stone", "iron", "1836", "flood")


@dataclass(frozen=True)
class Page:
    """A page and its present revision; redirect: the target of one."""

    number: int
    title: str
    revision: int
    text: str
    redirect: str = ""
    namespace: int = 0


@dataclass
class Wiki:
    """Pages by number, those that were deleted, and the revisions of the present day by page."""

    chance: Random
    pages: dict[int, Page] = field(default_factory=dict)
    archive: dict[int, Page] = field(default_factory=dict)
    lost: set[int] = field(default_factory=set)  # deleted pages that come back with an edit only
    today: dict[int, list[Page]] = field(default_factory=dict)
    unseen: dict[int, list[Page]] = field(default_factory=dict)  # those of pages that were deleted on the same day
    numbers: int = 0
    revisions: int = 1000

    def save(self, page: Page) -> None:
        """A new revision of a page, which takes its title, and the place of a page that is there."""
        for other in [*self.pages.values()]:
            if (other.title, other.namespace) == (page.title, page.namespace) and other.number != page.number:
                self.delete(other.number)
        self.lost |= {old.number for old in self.archive.values() if old.title == page.title}
        self.revisions += 1
        self.pages[page.number] = replace(page, revision=self.revisions)
        self.today.setdefault(page.number, []).append(self.pages[page.number])

    def new(self, title: str, text: str, redirect: str = "", namespace: int = 0) -> None:
        self.numbers += 1
        self.save(Page(self.numbers, title, 0, text, redirect, namespace))

    def delete(self, number: int) -> None:
        """Its revisions of the day are gone too."""
        self.archive[number] = self.pages.pop(number)
        if number in self.today:
            self.unseen[number] = self.today.pop(number)

    def step(self, *, deletes: bool = True) -> None:
        """One thing that happens."""
        chance = self.chance
        what = chance.choice(["new", "edit", "edit", "move", "redirect", "article", "draft", "delete", "restore"])
        title = chance.choice(TITLES)
        free = all(page.title != title for page in self.pages.values())
        main = [page for page in self.pages.values() if page.namespace == 0]
        some = chance.choice(main) if main else None
        if what == "new" and free:
            self.new(title, self.text(title), chance.choice(["", "", self.target()]))
        elif what == "restore" and (back := [page for page in self.archive.values() if page.namespace == 0]):
            self.restore(chance.choice(back))
        elif what == "draft" and (drafts := [page for page in self.pages.values() if page.namespace == DRAFTS]):
            if free:
                self.save(replace(drafts[0], title=title, namespace=0))
        elif some is None:
            return
        elif what == "edit":
            for _ in range(chance.choice([1, 1, 3])):
                self.save(replace(some, text=self.text(some.title)))
        elif what == "move" and (free or (deletes and any(page.title == title and page.redirect for page in main))):
            self.move(some, title)
        elif what == "redirect":
            self.save(replace(some, redirect=self.target(), text=""))
        elif what == "article":
            self.save(replace(some, redirect="", text=self.text(some.title)))
        elif what == "draft" and not some.redirect:
            self.save(replace(some, title=f"Draft:{some.title}", namespace=DRAFTS))
        elif what == "delete" and deletes:
            self.delete(some.number)

    def move(self, page: Page, title: str) -> None:
        """To a title that is free, or that of a redirect, which is deleted; mostly leaves a redirect."""
        if page.title != title:
            self.save(replace(page, title=title))
            if self.chance.random() < 0.8:
                self.new(page.title, "", title)

    def restore(self, page: Page) -> None:
        """Without a new revision, unless that is the only way in which an index can learn of it."""
        if any(other.title == page.title for other in self.pages.values()):
            return
        del self.archive[page.number]
        self.pages[page.number] = page
        if page.number in self.unseen:
            self.today[page.number] = self.unseen.pop(page.number)
        if page.number in self.lost:
            self.lost.discard(page.number)
            self.save(page)

    def target(self) -> str:
        title = self.chance.choice([*TITLES, "Nowhere", "User:Nobody"])
        return title + self.chance.choice(["", "", "#History"])

    def text(self, title: str) -> str:
        chance = self.chance
        sentences = []
        for _ in range(chance.randint(1, 4)):
            words = " ".join(chance.choice(WORDS) for _ in range(chance.randint(3, 8)))
            link = chance.choice(
                ["", f" near [[{chance.choice(TITLES)}]]", f" by the [[{chance.choice(TITLES)}|old one]]"]
            )
            sentences.append(f"{title} is a {words}{link}.")
        return f"'''{title}''' (or '''{title.upper()} {chance.randint(1, 3)}''') is {{{{kept}}}}. {' '.join(sentences)}"

    def end_day(self) -> str:
        """The day's additions and changes, all revisions of each page."""
        changed = [own for _, own in sorted(self.today.items()) if own]
        self.lost |= self.unseen.keys()
        self.today, self.unseen = {}, {}
        return xml(changed)

    def compared(self) -> None:
        """A dump has been compared with the index: what is deleted now is gone."""
        self.lost |= set(self.archive)


def xml(pages: Iterable[list[Page]], *, texts: bool = True) -> str:
    """A file of pages, each given by its revisions in their order."""
    return HEADER + "".join(_xml(own, texts) for own in pages) + "</mediawiki>\n"


def _xml(revisions: list[Page], texts: bool) -> str:
    page = revisions[-1]
    redirect = f"<redirect title={quoteattr(page.redirect)} />" if page.redirect else ""
    head = f"<page><title>{escape(page.title)}</title><ns>{page.namespace}</ns><id>{page.number}</id>{redirect}"
    return head + "".join(_revision(own, texts) for own in revisions) + "</page>\n"


def _revision(page: Page, texts: bool) -> str:
    text = f"#REDIRECT [[{page.redirect}]]" if page.redirect else page.text
    shown = f'<text bytes="{len(text)}">{escape(text)}</text>' if texts else f'<text bytes="{len(text)}" id="1" />'
    return f"<revision><id>{page.revision}</id><model>wikitext</model><format>text/x-wiki</format>{shown}</revision>"


def first_wiki(chance: Random) -> Wiki:
    """Some articles, redirects and a template."""
    wiki = Wiki(chance)
    wiki.new("Template:Kept", "kept by the wiki", namespace=10)
    for title in TITLES[:8]:
        wiki.new(title, wiki.text(title))
    wiki.new("Brunel", "", "Isambard Kingdom Brunel")
    wiki.new("Eel Pie Island", "", "Brunel")
    wiki.today = {}
    return wiki


def write_dump(pages: Iterable[Page], folder: Path, day: date = FIRST) -> Path:
    path = folder / f"simplewiki-{day:%Y%m%d}-pages-articles.xml.bz2"
    path.write_bytes(bz2.compress(xml([page] for page in pages).encode(), 1))
    return path


def write_changes(changes: str, folder: Path, day: date) -> Path:
    path = folder / f"simplewiki-{day:%Y%m%d}-pages-meta-hist-incr.xml.bz2"
    path.write_bytes(bz2.compress(changes.encode(), 1))
    return path


def write_stubs(pages: Iterable[Page], folder: Path, day: date) -> Path:
    path = folder / f"simplewiki-{day:%Y%m%d}-stub-articles.xml.gz"
    path.write_bytes(gzip.compress(xml(([page] for page in pages), texts=False).encode(), 1))
    return path


def later(days: int) -> date:
    return FIRST + timedelta(days=days)
