"""Marathi."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Marathi",
    negations=words("नाही नाहीत नव्हता नव्हती नव्हते न"),
    pronouns=words("तो ती ते त्या त्यांचा त्यांची त्यांचे त्यांनी त्याचा त्याची त्याचे हा ही हे या"),
    connectives=phrases("परंतु, पण, मात्र, तसेच, म्हणून, त्यामुळे, नंतर, उदाहरणार्थ"),
)
