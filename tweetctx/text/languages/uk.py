"""Ukrainian."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Ukrainian",
    negations=words("не ні ніколи без нема немає ніхто ані"),
    pronouns=words("він вона воно вони його її їх їхній цей ця це ці обидва обидві"),
    connectives=phrases("""
        однак, проте, тому, крім того, також, потім, але, таким чином, при цьому, після цього, тим не менш, наприклад
    """),
    disambiguation_title="значення",
)
