"""Posts whose own text only points at another one: "This!", "@nasa Wow 👇"."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from tweetctx.text.analyzer import Analyzer
from tweetctx.tweets.normalizer import normalize
from tweetctx.tweets.records import Tweet

# Words with which people pass on, praise or deplore what somebody else said, of the languages most used on platforms.
_WORDS: Final = """
    absolutely agree agreed ah aha amazing amen apparently appalling awesome aww awful beautiful below bless
    bookmark boom bravo breaking brilliant bruh cannot check click congrats congratulations cool correct crazy
    crying cute damn dang dead definitely details dear delightful despicable devastating disgrace disgraceful
    disgusting dope dude duh enjoy epic exactly excellent eww facts fact fantastic finally fire funny fyi genius
    god goals good goosebumps gorgeous gosh great haha hahaha happy heartbreaking hehe hell hey hilarious hmm
    hooray horrible horrific horrifying huge iconic icymi important imo imho incredible indeed info insane
    inspiring interesting jeez jfc kudos lmao lmfao literally lol lmk look looking looks lord love loved lovely
    mad man mind-blowing mood must mwah nah neat nice no noo nope nuff oh ok okay omfg omg oof oops ouch
    outrageous perfect perfection period please pls powerful precious preach pretty priceless quote radical read
    reading really reminder repost respect retweet ridiculous right rip rofl rt sad same sadly savage scary
    scroll see seriously shame shameful share sharing shocked shocking sick sigh smart smh sobbing sorry
    speechless spot-on story stunning stupid super superb sweet tbh terrible terrific terrifying thank thanks
    thx thread thoughts thought tragic true truth ty ugh unbelievable unreal update urgent vibes video via view
    viral vital wait want watch watching well welcome whoa wild wonderful word worth wow wtf yay yeah yep yes
    yikes yo yup yum
    genau stimmt ja nein lesen ansehen unbedingt unglaublich krass richtig wahr schön danke traurig lesenswert
    oui non exactement voilà lire regardez incroyable vrai merci triste bravo magnifique honteux
    sí eso exacto lean vean increíble cierto verdad gracias triste vergüenza así
    sì esatto leggete guardate incredibile vero grazie bello vergogna
    sim não isso exatamente leiam incrível verdade obrigado obrigada vergonha
    precies lezen kijken ongelooflijk waar dank prachtig inderdaad
"""


def says_something(tweet: Tweet, analyzer: Analyzer) -> bool:
    """Whether the own text of a tweet has something to explain.

    Accounts, stop words and words of assent or wonder are not; two words with a capital in a row (Breaking Bad, True
    Blood) may be a name.
    """
    text = tweet.text
    for tag in tweet.parts.accounts:
        text = text[: tag.start] + " " * (tag.end - tag.start) + text[tag.end :]
    words = normalize(text).words
    of_words = [analyzer.words(word) for word in words]
    if not analyzer.terms_of_list(_WORDS).issuperset(term for terms in of_words for term in terms):
        return True
    titled = [word.istitle() and bool(terms) for word, terms in zip(words, of_words, strict=True)]
    return any(first and second for first, second in pairwise(titled))
