"""The redirects of a wiki while an update changes them."""

from __future__ import annotations

from collections.abc import Iterator

from tweetctx.corpus.dumps.redirects import Redirect, canonical, names_leading_to
from tweetctx.index.storage.wiki_pages import WikiPages


class RedirectTable:
    """The redirects of an index, with those that an update adds, replaces or drops; `pages` does not change."""

    def __init__(self, pages: WikiPages) -> None:
        self._pages = pages
        self._dropped: set[int] = set()
        self._put: dict[str, Redirect] = {}
        self._put_titled: dict[str, dict[str, None]] = {}  # ids by title
        self._put_leading: dict[str, dict[str, None]] = {}  # ids by the title they lead to

    def __iter__(self) -> Iterator[Redirect]:
        """All redirects: first those of the index in their order, then the added ones."""
        for index, redirect in enumerate(self._pages.redirects()):
            if index not in self._dropped:
                yield redirect
        yield from self._put.values()

    def with_id(self, identifier: str) -> Redirect | None:
        """The redirect with an id."""
        return self._put.get(identifier) or next(self._kept(self._pages.with_id(identifier)), None)

    def titled(self, title: str) -> list[Redirect]:
        """The redirects with a title; of several, an update drops all but the newest."""
        put = [self._put[identifier] for identifier in self._put_titled.get(title, ())]
        return [redirect for redirect in self._kept(self._pages.titled(title)) if redirect.title == title] + put

    def names_of(self, title: str) -> tuple[str, ...]:
        """The titles that lead to a title, directly or through another redirect."""
        return names_leading_to(title, self._leading_to)

    def put(self, redirect: Redirect) -> None:
        """Adds a redirect, or replaces the one with the same id."""
        self.drop(redirect.id)
        self._put[redirect.id] = redirect
        self._put_titled.setdefault(redirect.title, {})[redirect.id] = None
        self._put_leading.setdefault(canonical(redirect.target), {})[redirect.id] = None

    def drop(self, identifier: str) -> None:
        """Drops the redirect with an id, if there is one."""
        if redirect := self._put.pop(identifier, None):
            del self._put_titled[redirect.title][identifier]
            del self._put_leading[canonical(redirect.target)][identifier]
        self._dropped.update(self._pages.with_id(identifier))

    def changed_from(self, other: RedirectTable) -> tuple[list[Redirect], list[Redirect]]:
        """The redirects that only this table has, and those that only another table of the same pages has."""
        return self._beyond(other), other._beyond(self)

    def _beyond(self, other: RedirectTable) -> list[Redirect]:
        stored = [self._pages.redirect(index) for index in sorted(other._dropped - self._dropped)]
        ours = {*stored, *self._put.values()}
        theirs = {*(self._pages.redirect(index) for index in self._dropped - other._dropped), *other._put.values()}
        return sorted(ours - theirs)

    def _leading_to(self, title: str) -> Iterator[str]:
        for redirect in self._kept(self._pages.leading_to(title)):
            if canonical(redirect.target) == title:
                yield redirect.title
        yield from (self._put[identifier].title for identifier in self._put_leading.get(title, ()))

    def _kept(self, indexes: list[int]) -> Iterator[Redirect]:
        return (self._pages.redirect(index) for index in indexes if index not in self._dropped)
