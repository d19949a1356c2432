"""Japanese."""

from tweetctx.text.language import TIGHT_CLOSING, Boundaries, Language, phrases, words

LANGUAGE = Language(
    name="Japanese",
    character_bigrams=True,
    boundaries=Boundaries(
        closing=TIGHT_CLOSING,
    ),
    pronouns=words("彼は 彼女は 彼の 彼女の 彼らは これは それは これら それら"),
    connectives=phrases("しかし, また, さらに, そのため, したがって, その後, なお, 例えば, 一方"),
    disambiguation_title="曖昧さ回避",
)
