"""Names in texts: folding, keys, and the runs of capitalized words that are taken for names."""

from tweetctx.text.names.keys import (
    CAPITAL_WORD,
    LONGEST,
    SMALL_WORD,
    Keys,
    NameRows,
    NameTokens,
    code_points,
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
    "joined_range",
    "name_key",
    "pair_keys",
    "run_keys",
    "span_keys",
    "title_keys",
    "tokenize_names",
    "word_hashes",
]
