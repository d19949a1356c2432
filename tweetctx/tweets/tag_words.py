"""Words common on Twitter and rare in encyclopedias: colloquial words, words of the network, and short forms."""

from __future__ import annotations

from typing import Final

_NETWORK = """
    app apps blog blogged blogger bloggers blogging blogs dm dms email emoji emojis facebook ff flickr follow followed
    follower followers following follows geek geeks geeky gmail google hashtag hashtags instagram iphone ipad ipod meme
    memes mt myspace nerd nerds nerdy peeps podcast podcasting podcasts retweet retweets rt selfie selfies trending
    tumblr tweeps tweet tweeted tweeter tweeting tweets tweetup tweetups twitter twitterers twitterverse unfollow vlog
    webcam wiki wordpress youtube
"""
_SHORT_FORMS = """
    afk aka ama asap bc bday bff bffs brb btw cos coz cuz diy dr faq fml fomo ftl ftw fyi gtg icymi idk ikr imho imo irl
    jk lmao lmfao lol luv mr mrs msg nite nsfw nvm ok omfg omg ootd pls plus plz ppl rip rofl roflmao smh tbh tbt tgif
    thanx tho thru thx tldr tmi tnx tonite ttyl u ur vs wtf wth xd xoxo xx yolo
"""
_TALK = """
    argh aww boo coulda dude dudes duh dunno epic fail fails gimme gonna gotta hafta haha hahaha hehe hello hey hi hmm
    hooray kinda lemme meh nah nom nope omnom oops ouch outta please shoulda sorta thank thanks ugh wanna woot wooo
    woulda wow ya yay yeah yep yo yum yup
"""
_PEOPLE = """
    babe babes bestie bitch bitches boyfriend bro bros dad dads girl girlfriend girls guy guys kid kids mom moms mum
    mums i me mine my myself our us we you your yours this that these here
"""
_MOODS = """
    ass awesome awesomeness bastard bored boring bullshit cool crap cute damn douche drunk feel feeling fuck fucked
    fucking happy hate hope hot hungry know lame lazy love loves loving miss missing need now sad sexy shit sleepy sorry
    suck sucked sucks think tired want wish
"""
_DAYS = """
    morning today tomorrow tonight weekend yesterday monday tuesday wednesday thursday friday saturday sunday fri sat
"""

# Where the apostrophe of a contraction belongs. Words that are others without it (ill, its, shed, wed, were) stay.
_CONTRACTIONS = """
    i'm i've you're you've you'll you'd they're they've they'll they'd we've he's she's that's what's let's there's
    here's who's it'll don't doesn't didn't isn't aren't wasn't weren't wouldn't couldn't shouldn't hasn't haven't
    hadn't mustn't ain't can't won't y'all
"""

CONTRACTIONS: Final = {word.replace("'", ""): word.index("'") for word in _CONTRACTIONS.split()}
SHORT_FORMS: Final = frozenset(_SHORT_FORMS.split())
TAG_WORDS: Final = tuple(
    dict.fromkeys([*" ".join((_NETWORK, _SHORT_FORMS, _TALK, _PEOPLE, _MOODS, _DAYS)).split(), *CONTRACTIONS])
)
