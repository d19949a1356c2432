"""Bulgarian."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Bulgarian",
    negations=words("не без никога нито никой няма"),
    pronouns=words("""
        той тя то те неговият неговата неговото неговите нейният нейната техният тяхната този тази това тези двамата
    """),
    connectives=phrases("обаче, затова, освен това, след това, също, но, въпреки това, например"),
    disambiguation_title="пояснение",
)
