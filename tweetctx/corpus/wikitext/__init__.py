"""Converts wikitext to the text that a reader of the article sees.

>>> from tweetctx.corpus.wikitext import convert
>>> convert("The mill stands {{convert|3|km|mi}} from [[Newark, New Jersey|Newark]].", title="Mill").sections
(Section(heading='', paragraphs=('The mill stands 3 kilometres from Newark.',)),)
"""

from tweetctx.corpus.wikitext.content import Content
from tweetctx.corpus.wikitext.page import convert

__all__ = ["Content", "convert"]
