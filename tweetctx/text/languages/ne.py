"""Nepali."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Nepali",
    negations=words("न छैन छैनन् होइन थिएन बिना"),
    pronouns=words("उनी उनले उनको उनका उनकी ऊ यो यी यस यसको यसका त्यो ती उनीहरू"),
    connectives=phrases("तर, त्यसैले, साथै, यद्यपि, त्यसपछि, उदाहरणका लागि"),
)
