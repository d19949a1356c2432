"""A collection of labelled sentences made for tests, and a plain second implementation of an experiment on it."""

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path

WORDS = [
    "amber",
    "birch",
    "cedar",
    "delta",
    "ember",
    "flint",
    "grove",
    "heron",
    "inlet",
    "jetty",
    "knoll",
    "larch",
    "maple",
    "north",
    "ocean",
    "pearl",
]
HEAD = "QuestionID\tQuestion\tDocumentID\tDocumentTitle\tSentenceID\tSentence\tLabel"

Sentence = list[str]
Query = tuple[str, list[str], int, list[bool]]  # id, terms, document, labels


class Tiny:
    """Documents of sentences of words, and queries each over one document."""

    def __init__(self, seed: int, queries: int = 9) -> None:
        generator = random.Random(seed)  # noqa: S311
        self.documents: list[list[Sentence]] = []
        self.queries: list[Query] = []
        for number in range(queries):
            document = [generator.choices(WORDS, k=generator.randint(2, 9)) for _ in range(generator.randint(3, 7))]
            labels = [generator.random() < 0.4 for _ in document]
            labels[-1] = labels[-1] or number % 4 != 3  # some queries have nothing relevant
            answer = document[labels.index(True)] if any(labels) else document[0]
            terms = [*dict.fromkeys([*generator.sample(answer, 2), generator.choice(WORDS)])]
            self.documents.append(document)
            self.queries.append((f"Q{number}", terms, number, labels))

    def write(self, path: Path) -> Path:
        lines = [HEAD]
        for name, terms, number, labels in self.queries:
            for place, (sentence, label) in enumerate(zip(self.documents[number], labels, strict=True)):
                row = (name, " ".join(terms), f"D{number}", "t", f"D{number}-{place}", " ".join(sentence))
                lines.append("\t".join([*row, str(int(label))]))
        path.write_text("\n".join(lines) + "\n")
        return path

    @property
    def judged(self) -> list[Query]:
        return [query for query in self.queries if any(query[3])]

    def p(self, term: str) -> float:
        words = [word for document in self.documents for sentence in document for word in sentence]
        return Counter(words)[term] / len(words)

    def known(self, terms: Sequence[str]) -> list[str]:
        return [term for term in terms if self.p(term)]

    def two_stage_inverted(self, query: Query, lam: float, mu: float, weight: float) -> list[float]:
        """2S-I with the document around and the length prior."""
        _, terms, number, _ = query
        whole = [word for sentence in self.documents[number] for word in sentence]
        scores = []
        for sentence in self.documents[number]:
            beta = mu / (len(sentence) + mu)
            score = weight * math.log(len(sentence))
            for term in self.known(terms):
                near = (1 - lam) * sentence.count(term) / len(sentence) + lam * whole.count(term) / len(whole)
                score += math.log((1 - beta) * near + beta * self.p(term))
            scores.append(score)
        return scores

    def jm(self, query: Query, lam: float) -> list[float]:
        _, terms, number, _ = query
        return [
            math.fsum(
                math.log((1 - lam) * sentence.count(term) / len(sentence) + lam * self.p(term))
                for term in self.known(terms)
            )
            for sentence in self.documents[number]
        ]


def average_precision(scores: Sequence[float], labels: Sequence[bool]) -> float:
    """By definition; scores that differ by rounding alone are equal, and the earlier sentence comes first."""
    ranked = sorted(range(len(scores)), key=lambda place: (-round(scores[place], 9), place))
    precisions, found = [], 0
    for rank, place in enumerate(ranked, 1):
        if labels[place]:
            found += 1
            precisions.append(found / rank)
    return sum(precisions) / len(precisions)


def mean_average_precision(queries: Sequence[Query], score: Callable[[Query], list[float]]) -> float:
    return sum(average_precision(score(query), query[3]) for query in queries) / len(queries)


def brute_force(
    queries: Sequence[Query], score: Callable[..., list[float]], grid: dict[str, list[float]]
) -> tuple[dict[str, float], float]:
    """The first best combination of values, and its MAP."""
    best, most = {}, -1.0
    for values in product(*grid.values()):
        point = dict(zip(grid, values, strict=True))
        value = mean_average_precision(queries, lambda query, point=point: score(query, **point))  # type: ignore[misc]
        if value > most + 1e-9:
            best, most = point, value
    return best, most
