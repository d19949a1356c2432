"""Sentences rule by rule: every candidate by the full pattern, every rule asked of every chunk, nothing remembered."""

import regex

from tweetctx.text.boundaries import boundaries_of, stands_alone
from tweetctx.text.patterns import patterns_for

Span = tuple[int, int]

NOTHING, NUMBERED, NUMBER, ANYTHING, OPENER, SURE_OPENER, IMPOSSIBLE = range(7)

INSIDE = regex.compile(r"(?<=(?<!\p{L})\p{L}{1,2}\.)\s(?=(?:\p{L}{1,3}\.\s?)++[^\s\p{L}]*$)|\s(?=»$)")
TIMES = "At By From Around About Until Before After Since".replace(" ", "|")
FRAGMENT = regex.compile(
    rf"\W*(?:\d{{1,3}}|\p{{L}}|[ivxIVX]+)?\W*|(?:{TIMES}) (?:about )?\d\d?(?:[:.]\d\d)? ?[aApP]\. ?[mM]\."
)
TO_BRACKET = regex.compile(r"[^()]*+(?:\([^()]*+\)[^()]*+)*+\)")
GOES_ON = regex.compile(
    r"""["”“»«][)\]]*(?:[,;:]|\s+[\p{Ll}(\[–—])|[」』](?:と|って|など|から|まで|[をはがのにへでもや])"""
)


class PlainSegmenter:
    """The rules for a language, one after the other."""

    def __init__(self, language: str) -> None:
        self.known = boundaries_of(language)
        self.patterns = patterns_for(self.known)

    def spans(self, text: str) -> list[Span]:
        spans = []
        start = len(text) - len(text.lstrip())
        for match in self.patterns.candidate.finditer(text):
            end, offer = match.end(), self.offer(match[1])
            parted = offer and offer >= self.need(self.chunk(text[max(start, end - 60) : end]))
            if parted and is_complete(text, start, end, self.known.quotations):
                spans.append((start, end))
                start = match.start(1)
        end = len(text.rstrip())
        return [*spans, (start, end)] if start < end else spans

    def chunk(self, before: str) -> str:
        return (INSIDE.sub("", before) if self.known.spaces else before).split()[-1]

    def offer(self, chunk: str) -> int:
        if chunk.replace("’", "'").split("-")[0] in self.known.lowercase_openers:
            return SURE_OPENER
        match = self.patterns.next.match(chunk)
        if not match:
            return NOTHING
        opening, word, joined = match.groups()
        if word[0].islower():
            return ANYTHING if regex.match(r"\p{Ll}{1,2}\p{Lu}", word) else NOTHING
        if opening.endswith(("¿", "¡")):
            return SURE_OPENER
        if not word[0].isalpha() or regex.fullmatch("[IVXLC]{2,7}", word):
            return NUMBER
        if word in self.known.numbered:
            return NUMBERED
        if {word, chunk} & self.known.titles:
            return OPENER
        word = word.replace("’", "'")
        if opening or joined or word not in self.known.openers:
            return ANYTHING
        return OPENER if word in self.known.doubtful_openers else SURE_OPENER

    def need(self, chunk: str) -> int:
        if not self.known.ordinals and regex.fullmatch(r"\(?[1234]\.", chunk):
            return NUMBER
        bare = self.patterns.closed.sub("", chunk)
        need = self.need_of_word(self.patterns.left.sub("", bare, count=1))
        return need if bare == chunk else min(need, OPENER)

    def need_of_word(self, word: str) -> int:
        known, stem = self.known, word[:-1]
        if not word.endswith(".") or stem.endswith("."):
            return OPENER if word in known.marked_names else NUMBERED
        if stem in known.never_last:
            return IMPOSSIBLE
        if stem in known.seldom_last or regex.fullmatch(r"(?:\p{L}\p{M}*\.){2,}", word):
            return OPENER
        if regex.fullmatch(r"\p{Lu}\p{M}*\.", word):
            return OPENER if stem in "IVX" else SURE_OPENER
        if known.ordinals and regex.fullmatch(r"\p{Nd}{1,3}\.|[IVXLCDM]{1,7}\.", word):
            return OPENER
        if known.spaces and "." in stem:
            return self.need_of_word(word[stem.rindex(".") + 1 :])
        alone = stands_alone(word) if known.asks_tokenizer else not regex.fullmatch(r"[^\W\d_]\.", word)
        before = stem in known.before_numbers or stem.endswith(known.ends_before_numbers)
        return OPENER if not alone else ANYTHING if before else NUMBERED


def is_complete(text: str, start: int, end: int, quotations: tuple[tuple[str, str], ...]) -> bool:
    if end - start <= 22 and FRAGMENT.fullmatch(text, start, end):
        return False
    since = max(start, end - 1000)
    sentence = text[since:end]
    if sentence.count("(") > sentence.count(")"):
        opened = text.rindex("(", since, end)
        return opened == start or not TO_BRACKET.match(text, end, opened + 250)
    if sentence.count('"') % 2:
        return not is_quoted_within(text, text.rindex('"', since, end), end, '"')
    for opening, closing in quotations:
        if sentence.count(opening) > sentence.count(closing):
            return not is_quoted_within(text, text.rindex(opening, since, end), end, closing)
    return True


def is_quoted_within(text: str, opened: int, end: int, mark: str) -> bool:
    closed = text.find(mark, end, opened + 100)
    return closed >= 0 and bool(GOES_ON.match(text, closed))
