"""Escaped halves of characters in the bodies of requests."""

import pytest

from tweetctx.interfaces.service.body import whole_characters


@pytest.mark.parametrize(
    ("body", "whole"),
    [
        (rb'{"tweet": "up \ud83c"}', rb'{"tweet": "up \ufffd"}'),
        (rb'{"tweet": "\uDF89 up"}', rb'{"tweet": "\ufffd up"}'),
        (rb'{"tweet": "\ud83c\ud83c\udf89"}', rb'{"tweet": "\ufffd\ud83c\udf89"}'),
        (rb'{"tweet": "\ud83c\udf89"}', rb'{"tweet": "\ud83c\udf89"}'),
        (rb'{"tweet": "a backslash: \\ud83c"}', rb'{"tweet": "a backslash: \\ud83c"}'),
        (rb'{"tweet": "plain"}', rb'{"tweet": "plain"}'),
    ],
)
def test_a_half_of_a_character_becomes_the_replacement_character(body: bytes, whole: bytes) -> None:
    assert whole_characters(body) == whole
