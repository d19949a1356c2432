"""Word classes from the bigrams of a collection (Brown et al. 1992): finding, writing and reading them."""

from tweetctx.scoring.classes.brown import Bigrams, Merge, brown_classes
from tweetctx.scoring.classes.files import TermClasses, read_classes, write_classes
from tweetctx.scoring.classes.train import TrainProgress, TrainReport, classes_of_index, train_classes

__all__ = [
    "Bigrams",
    "Merge",
    "TermClasses",
    "TrainProgress",
    "TrainReport",
    "brown_classes",
    "classes_of_index",
    "read_classes",
    "train_classes",
    "write_classes",
]
