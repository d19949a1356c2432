"""Readers of Wikipedia in the formats in which it is published, plain or compressed; they yield articles.

>>> from tweetctx.corpus import read_articles
>>> for article in read_articles(["wiki.jsonl.xz", "more/"], on_error="skip"):  # doctest: +SKIP
...     print(article.title, len(article.sections))
"""

from tweetctx.corpus.headings import is_heading
from tweetctx.corpus.reader import Corpus, read_articles
from tweetctx.corpus.writer import Conversion, convert_corpus
from tweetctx.reading.problems import OnError, ProblemKind
from tweetctx.reading.progress import ReadingProgress

__all__ = [
    "Conversion",
    "Corpus",
    "OnError",
    "ProblemKind",
    "ReadingProgress",
    "convert_corpus",
    "is_heading",
    "read_articles",
]
