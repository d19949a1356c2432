"""Which sentences of a paragraph begin in a quotation that opens before and closes behind them."""

import pytest

from tweetctx.text.quotations import begins_quoted


@pytest.mark.parametrize(
    "text",
    [
        'She said: "Mills are old. | They burn. | We run." It was so.',
        "She said: “Mills are old. | They burn. | We run.” It was so.",
        "“She called the mill “a ruin”. | It burned. | We ran.”",
        "Sie sagte: „Mühlen sind alt. | Sie brennen. | Wir laufen.“ So war es.",
        "Sie sagte: »Mühlen sind alt. | Sie brennen.« So war es.",
        "Elle dit : « Le moulin est vieux. | Il brûle. » Ce fut ainsi.",
        "She said (“Mills are old. | They burn”) and left.",
        '"Mills are old," she said, "and loud. | They burn. | We run."',
        '"Mills are old. | They burn.',  # and the next paragraph goes on
        'It has a 12" wheel. She said: "Mills are old. | They burn."',
        "彼女は「水車は古い。|燃える。|走る。」と言った。",
    ],
)
def test_the_middle_of_a_quotation(text: str) -> None:
    parts = text.split("|")
    for index in range(1, len(parts)):
        before = "".join(parts[:index])
        assert begins_quoted("".join(parts), len(before) + (parts[index][0] == " "))


@pytest.mark.parametrize(
    "text",
    [
        "Mills are old. | They burn.",
        'She said: "Mills burn." | It was so.',
        '"Mills burn." | "They are old."',
        'She called the mill "old". | He called it "a ruin".',
        'The "old mill burned. | It was so.',  # a mark without its other half
        'The "old mill burned. | It was called "Eve".',
        "The “old mill burned. | It was called “Eve”. He left.",
        "Le « moulin » brûle. | Elle dit « non ».",
        'It has a 12" wheel. | It was called "Eve".',
        "The mill's 6'2\" wheel is old. | Ada's is not.",
        "Sie sagte: „Mühlen brennen.“ | So war es.",
        "”Kvarnen brinner.” | ”Den är gammal.”",
    ],
)
def test_what_is_not_quoted(text: str) -> None:
    before, behind = text.split("|")
    assert not begins_quoted(before + behind.strip(), len(before))
