"""Gujarati."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Gujarati",
    negations=words("નથી ન નહીં નહિ વગર"),
    pronouns=words("તે તેઓ તેમણે તેમના તેનો તેની તેનું આ"),
    connectives=phrases("પરંતુ, પણ, તેથી, પછી, ઉદાહરણ તરીકે"),
)
