from hypothesis import given
from hypothesis import strategies as st

from tweetctx.corpus.cleaning import clean


def plainly_cleaned(text: str) -> str:
    kept = (" " if char != "\n" and ("\0" <= char < " " or "\x7f" <= char <= "\x9f") else char for char in text)
    return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in kept)


def test_every_character() -> None:
    for code in range(0x110000):
        assert clean(f"a{chr(code)}é") == plainly_cleaned(f"a{chr(code)}é")


@given(st.text(st.sampled_from("\0\t\n\x1f \x7f\x80\x9f\xa0\xc2é\ud7ff\ud800\udfff\ue000힠彼𝔘")))
def test_texts(text: str) -> None:
    assert clean(text) == plainly_cleaned(text)
