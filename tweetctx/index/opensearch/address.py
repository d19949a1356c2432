"""The URI of an index in OpenSearch: `opensearch+https://user@host:9200/NAME`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl, unquote

from tweetctx.errors import ParameterError

SCHEMES: Final = ("opensearch", "opensearch+https")
USER_VARIABLE: Final = "TWEETCTX_OPENSEARCH_USER"
PASSWORD_VARIABLE: Final = "TWEETCTX_OPENSEARCH_PASSWORD"  # noqa: S105 (the name of a variable)
CA_VARIABLE: Final = "TWEETCTX_OPENSEARCH_CA"

_PORT: Final = 9200
_TIMEOUT: Final = 10.0
_FORM: Final = "opensearch://HOST[:PORT][,HOST...]/NAME or opensearch+https://[USER@]HOST[:PORT]/NAME"
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,199}")
_HOST: Final = re.compile(r"(?P<host>\[[0-9a-fA-F:.]+\]|[^:,/?@\[\]]+)(?::(?P<port>\d{1,5}))?")


@dataclass(frozen=True, slots=True)
class Address:
    """An index in a cluster, and how to reach it.

    hosts: names and ports of nodes. name: of the index or alias. tls: whether connections are encrypted, with
    certificates that are verified. user, password: the account, if the cluster requires one; the password comes only
    from the environment. authorities: a file of certificates to trust in place of the system's. allow_partial:
    whether answers that lack a shard are accepted. timeout: seconds until a request is given up.
    """

    hosts: tuple[tuple[str, int], ...]
    name: str
    tls: bool = False
    user: str | None = None
    password: str | None = None
    authorities: str | None = None
    allow_partial: bool = False
    timeout: float = _TIMEOUT

    def __str__(self) -> str:
        hosts = ",".join(f"{host}:{port}" for host, port in self.hosts)
        return f"{SCHEMES[self.tls]}://{hosts}/{self.name}"

    def __repr__(self) -> str:  # without the password
        return f"Address({str(self)!r})"


def parse_address(uri: str, environment: Mapping[str, str] = os.environ) -> Address:
    """Reads a URI. ParameterError for one that does not name hosts and an index, or that contains a password.

    A user is taken from the URI or from TWEETCTX_OPENSEARCH_USER, the password from TWEETCTX_OPENSEARCH_PASSWORD. The
    options `?timeout=SECONDS` and `?allow_partial=true` follow the name.
    """
    scheme, _, rest = uri.partition("://")
    location, _, options = rest.partition("?")
    authority, _, name = location.partition("/")
    user, at, hosts = authority.rpartition("@")
    if ":" in user:
        raise ParameterError(f"index: found a password in the URI, expected it in the variable {PASSWORD_VARIABLE}")
    if scheme not in SCHEMES or not _NAME.fullmatch(name.rstrip("/")):
        raise ParameterError(f"index: found {uri!r}, expected {_FORM}, NAME in lower case")
    user = unquote(user) if at else environment.get(USER_VARIABLE, "")
    password = environment.get(PASSWORD_VARIABLE)
    if user and password is None:
        raise ParameterError(f"index: found the user {user!r} and no password, expected one in {PASSWORD_VARIABLE}")
    return Address(
        tuple(_host(host, uri) for host in hosts.split(",")),
        name.rstrip("/"),
        scheme == SCHEMES[1],
        user or None,
        password if user else None,
        environment.get(CA_VARIABLE) or None,
        **_options(options),
    )


def _host(text: str, uri: str) -> tuple[str, int]:
    match = _HOST.fullmatch(text)
    if not match or not 0 < int(match["port"] or _PORT) < 1 << 16:
        raise ParameterError(f"index: found the host {text!r} in {uri!r}, expected {_FORM}")
    return match["host"], int(match["port"] or _PORT)


def _options(text: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        if name == "allow_partial" and value in ("true", "false"):
            options[name] = value == "true"
        elif name == "timeout" and re.fullmatch(r"\d+(\.\d+)?", value) and float(value) > 0:
            options[name] = float(value)
        else:
            expected = "allow_partial=true, allow_partial=false or timeout=SECONDS"
            raise ParameterError(f"index: found the option {f'{name}={value}'!r}, expected {expected}")
    return options
