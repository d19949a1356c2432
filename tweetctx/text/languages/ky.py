"""Kyrgyz."""

from tweetctx.text.language import Language, words

LANGUAGE = Language(
    name="Kyrgyz",
    # spaCy's list is of words that are frequent in the news.
    content_words=words("адам басма бишкек кылмыш кыргыз маалымат мамлекеттик мыйзам сүрөт укук"),
)
