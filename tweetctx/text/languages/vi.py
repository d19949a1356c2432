"""Vietnamese."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Vietnamese",
    negations=words("không chẳng chưa chớ"),
    pronouns=words("nó"),
    connectives=phrases("tuy nhiên, ngoài ra, do đó, vì vậy, sau đó, nhưng, hơn nữa, ví dụ"),
    disambiguation_title="định hướng",
)
