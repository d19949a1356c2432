"""A second implementation of the analysis of a batch: token by token, with what the analyzer itself finds."""

import json
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import regex

from tweetctx.arrays.ragged import Ragged
from tweetctx.index.building.analysis import Batch
from tweetctx.index.storage.texts import END
from tweetctx.text import fingerprints
from tweetctx.text.analyzer import Analyzer
from tweetctx.text.segmentation import Segmenter
from tweetctx.text.word_counts import Counts
from tweetctx.types import Article

Rows = list[list[str]]
Key = str | tuple[str, str]


_TABLES = ("new_terms", "word_counts", "surfaces")  # what is no array of a batch


def plain_batch(articles: Iterable[Article], analyzer: Analyzer, segmenter: Segmenter) -> dict[str, Any]:
    """What `described` makes of the batch of some articles."""
    made: dict[str, Any] = {field: [] for field in Batch.__slots__ if field not in ("new_terms", "surfaces")}
    found: dict[str, Rows] = {"titles": [], "headings": [], "sentences": [], "leads": []}
    order: Rows = []
    for article in articles:
        _add_article(made, found, order, article, analyzer, segmenter)
    for kind in ("titles", "headings", "sentences"):
        made[kind] = [_terms(row, analyzer) for row in found[kind]]
    text = Counter(word for row in order for word in _words(row) if word)
    titles = Counter(word for row in found["titles"] for word in _words(row) if word)
    pairs = Counter(pair for row in found["titles"] + found["leads"] for pair in pairwise(_words(row)) if all(pair))
    made["word_counts"] = [_keyed(counts) for counts in (text, titles, pairs)]
    return made


def described(batch: Batch, told: list[str]) -> dict[str, Any]:
    """A batch in plain values, with terms for their numbers. told: the new terms of its analyzer's batches before."""
    del told[batch.new_terms.known :]
    told += batch.new_terms.terms

    def plain(value: Any) -> Any:
        if isinstance(value, Ragged):
            return [[told[number] for number in row] for row in value]
        if isinstance(value, bytes):
            *texts, rest = value.split(END)
            assert not rest
            return texts
        return value.tolist()

    fields = {field: plain(getattr(batch, field)) for field in Batch.__slots__ if field not in _TABLES}
    counts = [_listed(table) for table in (batch.word_counts.text, batch.word_counts.titles, batch.word_counts.pairs)]
    return fields | {"word_counts": counts}


def _add_article(
    made: dict[str, Any],
    found: dict[str, Rows],
    order: Rows,
    article: Article,
    analyzer: Analyzer,
    segmenter: Segmenter,
) -> None:
    def add(kind: str, text: str) -> None:
        order.append(analyzer.tokens(text))
        found[kind].append(order[-1])

    add("titles", article.title)
    made["article_texts"].append(_utf8(json.dumps([article.id, article.title, article.url], ensure_ascii=False)))
    made["revisions"].append(article.revision)
    made["article_sections"].append(len(article.sections))
    passages = 0
    for section in article.sections:
        add("headings", section.heading)
        made["heading_texts"].append(_utf8(section.heading))
        texts = [paragraph.strip() for paragraph in section.paragraphs if paragraph.strip()]
        made["section_passages"].append(len(texts))
        for text in texts:
            begins = [begin for begin, _ in segmenter.spans(text)]
            sentences = [text[begin:end] for begin, end in pairwise([*begins, len(text)])]
            made["passage_sentences"].append(len(sentences))
            made["sentence_texts"] += map(_utf8, sentences)
            for sentence in sentences:
                add("sentences", sentence)
            passages += 1
            if passages == 1:
                found["leads"] += found["sentences"][-len(sentences) :]


def _terms(tokens: list[str], analyzer: Analyzer) -> list[str]:
    return [term for token in tokens if (term := analyzer.term(token)) is not None]


def _words(tokens: list[str]) -> list[str]:
    """The words of tokens, or nothing for one that is none."""
    bare = [token.replace("'", "") for token in tokens]
    return [word if regex.fullmatch(r"\p{L}[\p{L}\p{M}]*+", word) else "" for word in bare]


def _keyed(counts: Counter[Any]) -> tuple[dict[int, int], int]:
    """Counts by fingerprint, and all of them."""
    keyed = Counter[int]()
    for key, count in counts.items():
        words = [key] if isinstance(key, str) else key
        prints = [fingerprints.of_words([word]) for word in words]
        keyed[int((prints[0] if len(prints) == 1 else fingerprints.of_pairs(*prints))[0])] += count
    return dict(sorted(keyed.items())), counts.total()


def _listed(counts: Counts) -> tuple[dict[int, int], int]:
    return dict(zip(counts.keys.tolist(), counts.values.tolist(), strict=True)), counts.total


def _utf8(text: str) -> bytes:
    return "".join("?" if "\ud800" <= letter <= "\udfff" else letter for letter in text).encode()
