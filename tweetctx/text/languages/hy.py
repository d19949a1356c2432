"""Armenian."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Armenian",
    negations=words("չէ չեն ոչ առանց երբեք"),
    pronouns=words("նա նրանք դա դրանք սա սրանք նրա նրանց այս այդ"),
    connectives=phrases("սակայն, բայց, նաև, ուստի, այնուհետև, օրինակ"),
)
