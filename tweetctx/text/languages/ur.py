"""Urdu."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Urdu",
    negations=words("نہیں نہ بغیر کبھی"),
    pronouns=words("وہ یہ اس ان اسے انہوں"),
    connectives=phrases("لیکن, تاہم, اس لیے, پھر, مگر, اس کے علاوہ, مثال کے طور پر"),
)
