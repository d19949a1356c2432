"""Topics by latent Dirichlet allocation: of the passages of one query, and of a whole collection."""

from tweetctx.scoring.topics.files import TopicModel, read_topics, write_topics
from tweetctx.scoring.topics.train import TopicProgress, TopicSettings, topics_of_index, train_topics

__all__ = [
    "TopicModel",
    "TopicProgress",
    "TopicSettings",
    "read_topics",
    "topics_of_index",
    "train_topics",
    "write_topics",
]
