"""Tamil."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Tamil",
    negations=words("இல்லை அல்ல"),
    pronouns=words("அவர் அவன் அவள் அவர்கள் அது இது இவர்"),
    connectives=phrases("ஆனால், எனினும், எனவே, பின்னர், எடுத்துக்காட்டாக"),
)
