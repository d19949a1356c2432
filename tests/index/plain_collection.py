"""Collections for the tests of the index, and what they hold, counted with loops.

Not a conftest.py: there is one above, and mypy takes no two modules of one name.
"""

import json
import math
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tweetctx import build_index
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.text.analyzer import Analyzer
from tweetctx.text.segmentation import open_segmenter
from tweetctx.types import Article, Section

BY_HAND = (
    Article(
        "12",
        "Whitney Houston",
        "https://en.example.org/wiki/Whitney_Houston",
        (
            Section(
                "",
                (
                    "Whitney Elizabeth Houston (1963 – 2012) was an American singer. She sold 200,000,000 records.",
                    "Houston's voice was called The Voice.  Two spaces stand before this sentence.",
                ),
            ),
            Section("Early life", ("She was born in Newark, New Jersey.", "The of and!")),
            Section("Career", ()),
            Section("Records", ('Her album "Whitney" sold. New Jersey celebrated the album!',)),
            Section("Early life", ("New Jersey celebrated again. And again. The Voice sang.",)),
            Section("See also", ()),
        ),
    ),
    Article("7", "One paragraph", "", (Section("", ("New Jersey is a state with one paragraph here.",)),)),
    Article("8", "No paragraph: New Jersey", "https://en.example.org/wiki/8", ()),
    Article("Ü-9", "Beyoncé – São Paulo 東京", "https://en.example.org/wiki/Beyonc%C3%A9", (Section("", ("Élan.",)),)),
    Article(
        "10",
        'A "quoted" title \\ with \\n back\\\\slashes',
        'https://en.example.org/"q"\\',
        (
            Section(
                'Ça & <là> \\ "q"', ("Ｆｕｌｌ ｗｉｄｔｈ New Jersey ﬁne. The state of Jersey sang, sang and sang.",)
            ),
            Section("日本語", ("日本語の文。次の文。", "Whitney Houston's album!")),
        ),
    ),
    Article("11", "", "", (Section("", ("Jersey New Jersey New.", "The the the!")), Section("Career", ("Sang!",)))),
    Article("14", "Whitney Houston", "https://en.example.org/again", (Section("Career", ("Album album ALBUM!",)),)),
    Article("13", "The Of", "", (Section("Only a heading", ()),)),
)


def write_articles(path: Path, articles: Iterable[Article]) -> Path:
    """Articles as the JSON Lines that give them back when they are read."""
    lines = []
    for article in articles:
        text = []
        for section in article.sections:
            text += [f"== {section.heading} =="] if section.heading else []
            text += section.paragraphs
        record = {"id": article.id, "url": article.url, "title": article.title, "text": "\n".join(text)}
        lines.append(json.dumps(record, ensure_ascii=False))
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def titled_index(
    folder: Path,
    articles: Mapping[str, str],
    *,
    redirects: Mapping[str, Sequence[str]] | None = None,
    aliases: Sequence[tuple[str, str]] = (),
) -> Path:
    """An index of articles of the English Wikipedia. articles: texts by title. redirects: titles by title.

    aliases: pairs of another name and a title.
    """
    rows = [
        {"id": str(n), "url": f"https://en.wikipedia.org/wiki?curid={n}", "title": title, "text": text, "headings": []}
        for n, (title, text) in enumerate(articles.items())
    ]
    for row in rows:
        if redirects and row["title"] in redirects:
            row["redirects"] = redirects[str(row["title"])]
    (folder / "a.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n", "utf-8")
    table = folder / "aliases.tsv"
    table.write_text("".join(f"{alias}\t{title}\n" for alias, title in aliases), "utf-8")
    build_index(folder / "a.jsonl", folder / "i", aliases=table if aliases else None, workers=1)
    return folder / "i"


def numbered(articles: Iterable[Article]) -> list[Article]:
    """The same with ids that differ."""
    return [replace(article, id=str(number)) for number, article in enumerate(articles)]


def random_articles(
    seed: int, number: int, *, words: int = 60, paragraphs: int = 6, sentence: int = 9
) -> list[Article]:
    """Articles of invented words, frequent and rare, with a few stop words between them."""
    chance = random.Random(seed)  # noqa: S311
    syllables = [a + b for a in ("b", "d", "gr", "k", "pl", "tr", "v", "z") for b in ("a", "im", "ok", "un", "ust")]
    vocabulary = list(dict.fromkeys("".join(chance.choices(syllables, k=2)) for _ in range(words)))
    frequency = [1 / rank for rank in range(1, len(vocabulary) + 1)]

    def some(most: int) -> str:
        chosen = chance.choices(vocabulary, frequency, k=chance.randint(1, most))
        return " ".join("the" if chance.random() < 0.1 else word for word in chosen)

    def paragraph() -> str:
        # What ends in a full stop and has no verb would be read as a heading.
        return ". ".join(some(sentence).capitalize() for _ in range(chance.randint(1, 4))) + "!"

    def section(heading: str) -> Section:
        return Section(heading, tuple(paragraph() for _ in range(chance.randint(1, paragraphs))))

    return [
        Article(
            str(number),
            some(3),
            f"https://example.org/{number}",
            (section(""), *(section(some(2)) for _ in range(chance.randint(0, 2)))),
        )
        for number in range(number)
    ]


@dataclass
class Recount:
    """What a collection holds, in the order of reading."""

    cf: Counter[str] = field(default_factory=Counter)
    df: Counter[str] = field(default_factory=Counter)
    sf: Counter[str] = field(default_factory=Counter)
    article_terms: list[list[str]] = field(default_factory=list)
    passage_terms: list[list[str]] = field(default_factory=list)
    sentence_terms: list[list[str]] = field(default_factory=list)
    passages: list[tuple[str, str, str, str]] = field(default_factory=list)  # title, heading, text, url
    passage_articles: list[int] = field(default_factory=list)
    passage_sentences: list[list[int]] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)

    @property
    def length(self) -> int:
        """|C|."""
        return sum(self.cf.values())


def recount(articles: Iterable[Article], analyzer: Analyzer) -> Recount:
    """Reads the articles one by one: titles and headings once, every paragraph once."""
    segmenter = open_segmenter()
    found = Recount()
    for number, article in enumerate(articles):
        title = analyzer.terms(article.title)
        whole = list(title)
        for section in article.sections:
            heading = analyzer.terms(section.heading)
            whole += heading
            for paragraph in section.paragraphs:
                passage = title + heading
                places = []
                for begin, end in segmenter.spans(paragraph):
                    places.append(len(found.sentences))
                    found.sentences.append(paragraph[begin:end])
                    terms = analyzer.terms(paragraph[begin:end])
                    found.sentence_terms.append(terms)
                    found.sf.update(set(terms))
                    whole += terms
                    passage = passage + terms
                found.passage_terms.append(passage)
                found.passage_sentences.append(places)
                found.passage_articles.append(number)
                found.passages.append((article.title, section.heading, paragraph, article.url))
        found.article_terms.append(whole)
        found.cf.update(whole)
        found.df.update(set(whole))
    return found


def bigram_counts(articles: Iterable[Article], analyzer: Analyzer) -> Counter[str]:
    """How often each two words are neighbours in a title, a heading or a sentence."""
    segmenter = open_segmenter()
    counts: Counter[str] = Counter()
    for article in articles:
        rows = [article.title]
        for section in article.sections:
            rows.append(section.heading)
            for text in section.paragraphs:
                rows += [text[begin:end] for begin, end in segmenter.spans(text)]
        for row in rows:
            words = analyzer.words(row)
            counts.update(f"{words[i]} {words[i + 1]}" for i in range(len(words) - 1))
    return counts


def scan(plain: Recount, query: Sequence[str], lam: float) -> dict[int, float]:
    """Section 4.1 for every passage that shares a term with the query."""
    weight = {term: query.count(term) for term in query if plain.cf[term]}
    scores = {}
    for number, terms in enumerate(plain.passage_terms):
        score = 0.0
        for term, count in weight.items():
            if term in terms:
                p_d = terms.count(term) / len(terms)
                p = plain.cf[term] / plain.length
                score += count * math.log(1 + (1 - lam) * p_d / (lam * p))
        if score:
            scores[number] = score
    return scores


def check_ranking(ranked: Sequence[tuple[int, float]], expected: dict[int, float], k: int, plain: Recount) -> None:
    """The k best passages, best first; among passages that look alike, the earlier one first.

    Scores are compared to 1e-9. So that rounding decides nothing, alike are passages of the same indexed terms.
    """
    best = sorted(expected.items(), key=lambda item: (-item[1], item[0]))[:k]
    assert len(ranked) == len(best) == len({number for number, _ in ranked})
    for (number, score), (_, wanted) in zip(ranked, best, strict=True):
        assert abs(score - wanted) < 1e-9
        assert abs(score - expected[number]) < 1e-9
    scores = [score for _, score in ranked]
    assert scores == sorted(scores, reverse=True)
    order = [(-score, number) for number, score in ranked]
    assert order == sorted(order)  # equal scores: the earlier passage first
    alike: dict[tuple[str, ...], list[int]] = {}
    for number in sorted(expected):
        alike.setdefault(tuple(sorted(plain.passage_terms[number])), []).append(number)
    for group in alike.values():
        taken = [number for number, _ in ranked if number in group]
        assert taken == group[: len(taken)]


def contents(index: Path) -> dict[str, bytes]:
    """Every file of a folder by its path in it."""
    return {str(path.relative_to(index)): path.read_bytes() for path in sorted(index.rglob("*")) if path.is_file()}


def contents_of_other_sources(index: Path) -> dict[str, bytes]:
    """The same for comparing indexes of different sources: without what the manifest says of where they came from."""
    files = contents(index)
    manifest = json.loads(files.pop("index.json"))
    kept = {name: value for name, value in manifest.items() if name not in ("origin", "checksum")}
    return {**files, "index.json": json.dumps(kept).encode()}


def names(index: EmbeddedIndex, numbers: Iterable[int]) -> list[str]:
    """Terms by their numbers."""
    return [index.vocabulary.term(int(number)) for number in numbers]
