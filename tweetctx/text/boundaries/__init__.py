"""Where sentences end, language by language."""

from tweetctx.text.boundaries.boundaries import Boundaries
from tweetctx.text.boundaries.choice import boundaries_of

__all__ = ["Boundaries", "boundaries_of"]
