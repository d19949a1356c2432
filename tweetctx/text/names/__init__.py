"""Names in texts: folding, keys, and the runs of capitalized words that are taken for names.

Names are compiled hashes of folded letters because a build looks for them in every text: 10 ms a megabyte of English.
A regular expression with a dictionary of folded words, and names as strings, took 105 to 115, and would add a fifth to
the processor time of a build.
"""

from tweetctx.text.names.keys import (
    CAPITAL_WORD,
    LONGEST,
    SMALL_WORD,
    Keys,
    NameRows,
    NameTokens,
    code_points,
    count_groups,
    joined_range,
    name_key,
    pair_keys,
    run_keys,
    span_keys,
    title_keys,
    tokenize_names,
    word_hashes,
)

__all__ = [
    "CAPITAL_WORD",
    "LONGEST",
    "SMALL_WORD",
    "Keys",
    "NameRows",
    "NameTokens",
    "code_points",
    "count_groups",
    "joined_range",
    "name_key",
    "pair_keys",
    "run_keys",
    "span_keys",
    "title_keys",
    "tokenize_names",
    "word_hashes",
]
