"""Telugu."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Telugu",
    negations=words("లేదు కాదు"),
    pronouns=words("అతను ఆమె వారు అది ఇది ఆయన ఇతను"),
    connectives=phrases("కానీ, అయితే, అందువల్ల, తర్వాత, ఉదాహరణకు"),
)
