"""Small dumps, written by hand."""

import bz2
from xml.sax.saxutils import escape, quoteattr

HEADER = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
  <siteinfo>
    <sitename>Millpedia</sitename>
    <base>https://mills.example/wiki/Main_Page</base>
    <namespaces>
      <namespace key="0" case="first-letter" />
      <namespace key="1" case="first-letter">Talk</namespace>
    </namespaces>
  </siteinfo>
"""
FOOTER = "</mediawiki>\n"


def page(number: int, title: str, text: str = "", *, ns: int | None = 0, redirect: str | None = None) -> str:
    """A <page>; `redirect` is the title that it leads to."""
    space = "" if ns is None else f"<ns>{ns}</ns>"
    leads = "" if redirect is None else f"<redirect title={quoteattr(redirect)} />"
    return (
        f"  <page>\n    <title>{escape(title)}</title>{space}<id>{number}</id>{leads}\n    <revision>"
        f'<id>{number + 9000}</id><model>wikitext</model><text xml:space="preserve">{escape(text)}</text>'
        "</revision>\n  </page>\n"
    )


def pages(first: int, end: int) -> str:
    """Articles by their numbers, each with one line of text."""
    return "".join(page(number, f"Mill {number}", f"Mill number {number} grinds.") for number in range(first, end))


def streams(*parts: str | bytes) -> list[bytes]:
    """The header, the parts and the end of a dump, each compressed by itself."""
    whole = [HEADER, *parts, FOOTER]
    return [bz2.compress(part.encode() if isinstance(part, str) else part) for part in whole]
