"""Persian."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Persian",
    negations=words("نه نیست نیستند نبود بدون هرگز هیچ"),
    pronouns=words("او وی آنها آن‌ها این آن ایشان هردو"),
    connectives=phrases("اما, همچنین, بنابراین, با این حال, سپس, ولی, علاوه بر این, برای مثال"),
    disambiguation_title="ابهام‌زدایی",
)
