"""Stand-in."""

from dataclasses import dataclass

from tweetctx.types import Section


@dataclass(frozen=True, slots=True)
class WikiPage:
    """A page."""

    sections: tuple[Section, ...]
    redirect: str | None
    disambiguation: bool


def convert(  # noqa: D103wikitext: str, *, title: str, language: str = "en", lists: bool = False, tables: bool = False) -> WikiPage:
    """Stand-in."""
    import mwparserfromhell

    text = mwparserfromhell.parse(wikitext).strip_code()
    lines = tuple(line.strip() for line in text.split("\n") if line.strip())
    return WikiPage((Section("", lines),) if lines else (), None, "{{disambig" in wikitext)
