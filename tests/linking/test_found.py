"""Articles that a tweet's words find become senses of what their titles begin or end with."""

import numpy as np
from numpy.typing import NDArray

from tweetctx.index.surface_forms import FormSource, SurfaceForms
from tweetctx.linking.found import Found, with_found
from tweetctx.text.names.keys import name_key

JOINED = np.array([False, True, False])


def keys() -> NDArray[np.uint64]:
    """The keys of the forms; made in tests, as a compiled loop makes them."""
    return np.array([name_key("Lewis"), name_key("DelhiMetro"), name_key("Hamilton")], np.uint64)


def forms() -> SurfaceForms:
    """Lewis is article 4, DelhiMetro nothing, Hamilton article 7 (a person of 900 characters) and 9."""
    one, three = np.array([1, 1, 1]), np.array([0, 0, 0])
    return SurfaceForms(
        names=np.array([5, 6, 7]),
        small=three,
        capitals=three,
        offsets=np.array([0, 1, 1, 3]),
        articles=np.array([4, 7, 9]),
        sources=one,
        links=one,
        uses=one,
        names_of=np.array([10, 20, 30]),
        namesakes=np.array([1, 2, 3]),
        lengths=np.array([100, 900, 300]),
        kinds=np.array([0, 1, 0]),
    )


def test_the_beginning_and_end_of_a_title_are_forms_of_its_article() -> None:
    found = Found(np.array([7, 8]), ("Lewis Hamilton", "New Delhi Metro"))
    forms_with = with_found(forms(), keys(), JOINED, found)
    assert forms_with.offsets.tolist() == [0, 2, 3, 5]
    assert forms_with.articles.tolist() == [4, 7, 8, 7, 9]
    assert forms_with.sources.tolist() == [1, FormSource.FOUND, FormSource.FOUND, 1, 1]
    assert forms_with.lengths.tolist() == [100, 900, 0, 900, 300]  # what another form knows of it
    assert forms_with.kinds.tolist() == [0, 1, 0, 1, 0]
    assert forms_with.namesakes.tolist() == [1, 2, 1, 2, 3]
    assert forms_with.links.tolist() == [1, 0, 0, 1, 1]
    assert forms_with.names.tolist() == [5, 6, 7]


def test_without_new_articles_forms_stay_as_they_are() -> None:
    own = forms()
    assert with_found(own, keys(), JOINED, Found.nothing()) is own
    assert with_found(own, keys(), JOINED, Found(np.array([9]), ("Hamilton, Ontario",))) is own
