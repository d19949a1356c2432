"""Addresses of indexes in a cluster."""

import pytest

from tweetctx.errors import ParameterError
from tweetctx.index.opensearch.address import Address, parse_address

PASSWORD = {"TWEETCTX_OPENSEARCH_PASSWORD": "secret"}


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("opensearch://localhost/wiki", Address((("localhost", 9200),), "wiki")),
        ("opensearch://a:1,b:2/wiki-en/", Address((("a", 1), ("b", 2)), "wiki-en")),
        ("opensearch://[::1]:9201/w", Address((("[::1]", 9201),), "w")),
        (
            "opensearch://h/w?timeout=2.5&allow_partial=true",
            Address((("h", 9200),), "w", False, timeout=2.5, allow_partial=True),
        ),
        ("opensearch+https://me@h:1/w", Address((("h", 1),), "w", True, "me", "secret")),
        ("opensearch+https://a%40b@h:1/w", Address((("h", 1),), "w", True, "a@b", "secret")),
    ],
)
def test_what_an_address_says(uri: str, expected: Address) -> None:
    assert parse_address(uri, PASSWORD) == expected


def test_the_environment_names_the_user() -> None:
    address = parse_address("opensearch+https://h/w", {**PASSWORD, "TWEETCTX_OPENSEARCH_USER": "me"})
    assert (address.user, address.password) == ("me", "secret")
    assert parse_address("opensearch://h/w", PASSWORD).password is None


def test_a_password_is_never_shown() -> None:
    address = parse_address("opensearch+https://me@h/w", PASSWORD)
    assert str(address) == "opensearch+https://h:9200/w"
    assert "secret" not in repr(address)


@pytest.mark.parametrize(
    ("uri", "message"),
    [
        ("opensearch://h", "expected opensearch://HOST"),
        ("opensearch://h/Wiki", "NAME in lower case"),
        ("opensearch:///w", "found the host ''"),
        ("opensearch://h:99999/w", "found the host 'h:99999'"),
        ("opensearch://h:port/w", "found the host 'h:port'"),
        ("opensearch://me:secret@h/w", "found a password in the URI"),
        ("opensearch://h/w?timeout=0", "found the option 'timeout=0'"),
        ("opensearch://h/w?allow_partial=yes", "found the option 'allow_partial=yes'"),
        ("opensearch://h/w?color=red", "found the option 'color=red'"),
    ],
)
def test_what_is_no_address(uri: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message) as caught:
        parse_address(uri, {})
    assert "secret" not in str(caught.value)


def test_a_user_needs_a_password() -> None:
    with pytest.raises(ParameterError, match="TWEETCTX_OPENSEARCH_PASSWORD"):
        parse_address("opensearch+https://me@h/w", {})
