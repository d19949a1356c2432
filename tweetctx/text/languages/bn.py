"""Bengali."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Bengali",
    negations=words("না নয় নেই নি ছাড়া"),
    pronouns=words("তিনি সে তারা তাঁরা এটি এটা এগুলি তাঁর তার তাদের এর"),
    connectives=phrases("কিন্তু, তবে, তাই, এছাড়া, তারপর, উদাহরণস্বরূপ"),
)
