"""tweetctx finds the context that a tweet takes for granted, in Wikipedia, in at most 500 characters."""

from tweetctx.errors import TweetctxError
from tweetctx.index import build_index, open_index
from tweetctx.pipeline import Contextualizer
from tweetctx.scoring import parse_scorer
from tweetctx.tweets import normalize

__version__ = "0.1.0"

__all__ = ["Contextualizer", "TweetctxError", "build_index", "normalize", "open_index", "parse_scorer"]
