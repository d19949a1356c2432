"""Irish."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Irish",
    elisions=words("d m b"),
    negations=words("ní níl níor gan nach"),
    connectives=phrases("ach, freisin"),
)
