"""Hindi."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Hindi",
    negations=words("नहीं न ना बिना कभी"),
    pronouns=words("""
        वह वे यह ये इस इन उस उन उसका उसकी उसके उनका उनकी उनके इसका इसकी इसके इसमें इसे उसे उन्होंने
    """),
    connectives=phrases("लेकिन, हालांकि, हालाँकि, इसलिए, परंतु, परन्तु, फिर, अतः, उदाहरण के लिए"),
)
