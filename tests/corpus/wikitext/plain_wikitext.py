"""What the tests of wikitext share: a page's paragraphs, and its text as one string."""

from tweetctx.corpus.wikitext import convert


def paragraphs(wikitext: str, *, language: str = "en", lists: bool = False, tables: bool = False) -> list[str]:
    page = convert(wikitext, title="The Mill", language=language, lists=lists, tables=tables)
    return [text for section in page.sections for text in section.paragraphs]


def text_of(wikitext: str, language: str = "en") -> str:
    return " ".join(paragraphs(wikitext, language=language))
