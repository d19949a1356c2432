"""Malayalam."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Malayalam",
    negations=words("ഇല്ല അല്ല"),
    pronouns=words("അവൻ അവൾ അവർ അത് ഇത് അദ്ദേഹം"),
    connectives=phrases("എന്നാൽ, പക്ഷേ, അതിനാൽ, പിന്നീട്, ഉദാഹരണത്തിന്"),
)
