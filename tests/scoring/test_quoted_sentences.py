"""A context has no sentence out of the middle of somebody's words."""

from pathlib import Path

import numpy as np
from plain_collection import titled_index

from tweetctx import Contextualizer, open_index
from tweetctx.context import ContextPolicy
from tweetctx.scoring import Pool

ARTICLES = {
    "Whitby": "Whitby is a port in Yorkshire.\n"
    'Ada Reed said of Whitby: "Whitby is cold. The whales of Whitby sing at night. Nobody sails home." She left.',
    "Hull": "Hull is a port, too.",
}


def test_the_middle_of_a_quotation_is_not_shown(tmp_path: Path) -> None:
    index = open_index(titled_index(tmp_path, ARTICLES))
    pool = Pool.from_hits(index, index.retrieve(index.query(index.analyzer.terms("Whitby whales")), 10))
    sentences = [pool.scored(row, 1.0, quoted=pool.begins_quoted(row)) for row in range(len(pool))]
    quoted = {sentence.text for sentence in sentences if sentence.quoted}
    assert quoted == {"The whales of Whitby sing at night.", 'Nobody sails home."'}
    chosen = {}
    for readable in (True, False):
        contextualizer = Contextualizer(index, scorer="jm", policy=ContextPolicy(readable=readable))
        chosen[readable] = {one.text for one in contextualizer.select(pool, np.ones(len(pool))).sentences}
    assert quoted.isdisjoint(chosen[True])
    assert "Whitby is a port in Yorkshire." in chosen[True]
    assert quoted < chosen[False]
