"""Remainders that tell most keys from those of a table, against Python's sets."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.arrays.hash_kernels import filled_table, may_be_among, remainders_of, slot_of

KEYS = st.lists(st.integers(-1, 1 << 40), unique=True, max_size=40)


@given(KEYS, KEYS)
def test_keys_are_found_and_most_others_are_not_looked_for(keys: list[int], others: list[int]) -> None:
    table = filled_table(np.array(keys, np.int64), np.arange(len(keys)))
    remainders = remainders_of(np.array(keys, np.int64))
    for key in {*keys, *others}:
        number = table[1, slot_of(np.int64(key), table)]
        assert number == (keys.index(key) if key in keys else -1)
        assert may_be_among(np.int64(key), remainders) or key not in keys
    low = {key % 4096 for key in keys}
    assert all(may_be_among(np.int64(key), remainders) == (key % 4096 in low) for key in others)
