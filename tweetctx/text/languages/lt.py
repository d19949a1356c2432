"""Lithuanian."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Lithuanian",
    negations=words("ne nėra nebuvo niekada be nei joks jokia"),
    pronouns=words("jis ji jie jos jo jų šis ši tai šie šios abu abi"),
    connectives=phrases("tačiau, todėl, be to, taip pat, bet, vėliau, pavyzdžiui, taigi"),
)
