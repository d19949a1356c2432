from __future__ import annotations

from collections import Counter
from itertools import pairwise
from string import ascii_lowercase

from tweetctx.text import smart
from tweetctx.text.smart import SMART_STOP_WORDS


def test_the_file_has_571_lines_and_one_word_twice() -> None:
    lines = smart._ENGLISH_STOP.split()
    assert len(lines) == 571
    assert [word for word, count in Counter(lines).items() if count > 1] == ["would"]
    assert len(SMART_STOP_WORDS) == 570


def test_the_words_stand_in_the_order_of_the_file() -> None:
    # The file is sorted by bytes, the apostrophe before the letters, but for one pair.
    lines = smart._ENGLISH_STOP.split()
    assert [pair for pair in pairwise(lines) if pair[0] > pair[1]] == [("knows", "known")]


def test_words_that_other_lists_lack_and_words_that_this_one_lacks() -> None:
    assert {"a's", "ain't", "c'mon", "can't", "howbeit", "t's", "uucp", "qv", "zero"} <= SMART_STOP_WORDS
    assert SMART_STOP_WORDS.isdisjoint({"she'll", "couldnt", "make", "thing", "form", "give"})


def test_every_letter_is_a_stop_word() -> None:
    assert set(ascii_lowercase) <= SMART_STOP_WORDS
