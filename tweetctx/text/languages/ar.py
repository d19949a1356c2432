"""Arabic."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Arabic",
    negations=words("لا لم لن ليس ليست ليسوا بدون دون"),
    pronouns=words("هو هي هم هما هذا هذه هؤلاء ذلك تلك"),
    connectives=phrases("لكن, ولكن, لذلك, ومع ذلك, بالإضافة إلى ذلك, بعد ذلك, على سبيل المثال"),
    disambiguation_title="توضيح",
)
