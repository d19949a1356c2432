"""Downloads from a server that cuts connections, lies about lengths, serves damaged bytes, and so on."""

import fcntl
import hashlib
import inspect
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from dump_server import (
    BODY,
    DAY,
    FOLDER,
    INDEX,
    INDEX_BODY,
    PAGES,
    WIKI,
    Answer,
    DumpServer,
    cut_after,
    hang_up,
    refuse,
    serving,
    tag,
    well,
    without_ranges,
)

import tweetctx
from tweetctx.errors import DownloadError, NotThereError, ParameterError
from tweetctx.wikipedias.downloads import Download, DownloadProgress, Patience, download_dump, find_dump
from tweetctx.wikipedias.downloads.connection import WAITS, Client, PassingError
from tweetctx.wikipedias.downloads.transfer import Published, fetch

pytestmark = pytest.mark.thorough

SmallDisk = Callable[[int], AbstractContextManager[None]]
ROOT = str(Path(tweetctx.__file__).parents[1])
ATTEMPTS = 4
CUT = 1_000_000
PLACE = FOLDER + PAGES


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[DumpServer]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with serving(DumpServer()) as server:
        server.add_dump()
        yield server


class Got(NamedTuple):
    """A download, and the waits that it took."""

    dump: Download
    waits: list[float]


Get = Callable[..., Got]


@pytest.fixture
def get(server: DumpServer, tmp_path: Path) -> Get:
    """Downloads into `tmp_path` without ever sleeping."""

    def download(name: str = WIKI, date: str = DAY, **options: Any) -> Got:
        waits: list[float] = []
        patience = Patience([1.0] * (ATTEMPTS - 1), waits.append)
        options = {"folder": tmp_path, "url": server.url, "checksums": server.url, "patience": patience, **options}
        return Got(download_dump(name, date, **options), waits)

    return download


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def failure(get: Get, kind: type[DownloadError] = DownloadError, **options: Any) -> str:
    with pytest.raises(kind) as error:
        get(**options)
    return str(error.value)


def test_a_download_has_the_pages_and_the_index_of_their_streams(server: DumpServer, get: Get, tmp_path: Path) -> None:
    dump, waits = get()
    assert (dump.name, dump.date, waits) == (WIKI, DAY, [])
    assert [(file.path, file.bytes, file.was_there) for file in dump.files] == [
        (tmp_path / PAGES, len(BODY), False),
        (tmp_path / INDEX, len(INDEX_BODY), False),
    ]
    assert (tmp_path / PAGES).read_bytes() == BODY
    assert (tmp_path / INDEX).read_bytes() == INDEX_BODY
    assert left(tmp_path) == [INDEX, PAGES]
    assert server.asked() == [None]


def test_what_is_here_is_checked_and_not_asked_for(server: DumpServer, get: Get, tmp_path: Path) -> None:
    get()
    assert [file.was_there for file in get().dump.files] == [True, True]
    assert server.asked() == [None]
    (tmp_path / PAGES).write_bytes(b"mine")
    assert "found a file whose sha1 is not the published" in failure(get)
    assert (tmp_path / PAGES).read_bytes() == b"mine"


def test_progress_says_how_far_a_file_has_come(get: Get) -> None:
    told: list[DownloadProgress] = []
    get(on_progress=told.append)
    pages = [done for done in told if done.file == PAGES]
    assert {done.total for done in pages} == {len(BODY)}
    assert [done.bytes for done in pages] == sorted(done.bytes for done in pages)
    assert len(pages) > 5
    assert [done.checking for done in pages[-3:]] == [False, True, True]
    assert told[-1] == DownloadProgress(INDEX, len(INDEX_BODY), len(INDEX_BODY))


def test_a_folder_is_made(get: Get, tmp_path: Path) -> None:
    assert get(folder=tmp_path / "a" / "b").dump.files[0].path == tmp_path / "a" / "b" / PAGES
    (tmp_path / "file").touch()
    assert "cannot be made" in failure(get, folder=tmp_path / "file")


def test_md5_does_where_there_is_no_sha1(server: DumpServer, get: Get, tmp_path: Path) -> None:
    server.files.clear()
    server.add_dump(method="md5")
    get()
    assert left(tmp_path) == [INDEX, PAGES]


def test_the_server_is_told_who_asks(server: DumpServer, get: Get) -> None:
    get(contact="reader@example.org")
    assert {headers["User-Agent"].split(" python")[0] for _, headers in server.seen} == {
        "tweetctx (reader@example.org)"
    }


# Broken connections.


def test_cut_connections_are_continued(server: DumpServer, get: Get, tmp_path: Path) -> None:
    server.scripts[PLACE] = [cut_after(CUT), cut_after(CUT)]
    assert get().waits == [1.0, 1.0]
    assert (tmp_path / PAGES).read_bytes() == BODY
    assert server.asked() == [None, f"bytes={CUT}-", f"bytes={2 * CUT}-"]
    conditions = [headers.get("If-Range") for path, headers in server.seen if path == PLACE]
    assert conditions == [None, tag(BODY), tag(BODY)]


def test_a_download_that_was_given_up_is_continued_by_the_next(server: DumpServer, get: Get, tmp_path: Path) -> None:
    server.scripts[PLACE] = [cut_after(CUT), *[hang_up] * (ATTEMPTS - 1)]
    assert f"gave up after {ATTEMPTS} attempts" in failure(get)
    assert left(tmp_path) == [f"{PAGES}.part", f"{PAGES}.part.json"]
    assert (tmp_path / f"{PAGES}.part").read_bytes() == BODY[:CUT]
    server.seen.clear()
    get()
    assert server.asked() == [f"bytes={CUT}-"]
    assert (tmp_path / PAGES).read_bytes() == BODY


def test_attempts_that_bring_something_do_not_count(server: DumpServer, get: Get, tmp_path: Path) -> None:
    server.files.clear()
    server.add_dump(pages=BODY * 5)
    step = (1 << 20) + 1
    server.scripts[PLACE] = [cut_after(step)] * 14
    assert len(get().waits) == 14 > ATTEMPTS
    assert (tmp_path / PAGES).read_bytes() == BODY * 5


def test_attempts_that_bring_little_are_bounded(server: DumpServer, get: Get) -> None:
    server.scripts[PLACE] = [cut_after(10)] * 100
    assert "received 10 bytes, expected 3071970)); gave up after 4 attempts" in failure(get)
    assert len(server.scripts[PLACE]) == 100 - ATTEMPTS


def test_a_server_that_ignores_ranges_is_begun_again(server: DumpServer, get: Get, tmp_path: Path) -> None:
    server.scripts[PLACE] = [cut_after(CUT), without_ranges(well)]
    get()
    assert server.asked() == [None, f"bytes={CUT}-"]
    assert (tmp_path / PAGES).read_bytes() == BODY


def test_a_server_that_ignores_ranges_and_cuts_is_given_up(server: DumpServer, get: Get) -> None:
    server.scripts[PLACE] = [without_ranges(cut_after(2 * CUT))] * 100
    assert "gave up after 4 attempts" in failure(get)
    assert len(server.scripts[PLACE]) == 100 - ATTEMPTS


def test_a_stalled_connection_is_left(server: DumpServer, tmp_path: Path) -> None:
    def stall(answer: Answer, body: bytes) -> None:
        answer.say(200, body[:CUT], Content_Length=len(body), ETag=tag(body))
        answer.wfile.flush()
        answer.rfile.read(1)  # until the client has gone

    server.scripts[PLACE] = [stall]
    client = Client(server.url, timeout=2.0)
    sum_of_body = Published("sha1", hashlib.sha1(BODY).hexdigest())  # noqa: S324
    fetch(server.url + PLACE, tmp_path / PAGES, sum_of_body, client, Patience([0.0]), lambda *_: None)
    assert (tmp_path / PAGES).read_bytes() == BODY
    assert len(server.asked()) == 2


def test_a_download_that_is_killed_is_continued(server: DumpServer, get: Get, tmp_path: Path) -> None:
    def stall(answer: Answer, body: bytes) -> None:
        answer.say(200, body[:CUT], Content_Length=len(body), ETag=tag(body))
        answer.rfile.read(1)

    server.scripts[PLACE] = [stall]
    program = (
        "from tweetctx.runtime import durable; durable.SECONDS_BETWEEN_NOTES = 0\n"
        "from tweetctx.wikipedias.downloads import download_dump\n"
        f"download_dump({WIKI!r}, url={server.url!r}, checksums={server.url!r}, folder='.')"
    )
    running = subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path, env={**os.environ, "PYTHONPATH": ROOT})
    notes, end = tmp_path / f"{PAGES}.part.json", time.monotonic() + 60
    while not (notes.exists() and json.loads(notes.read_text())["bytes"]) and time.monotonic() < end:
        time.sleep(0.005)
    running.kill()
    assert running.wait() < 0
    size = json.loads(notes.read_text())["bytes"]
    assert 0 < size <= CUT
    get()
    assert server.asked() == [None, f"bytes={size}-"]
    assert left(tmp_path) == [INDEX, PAGES]


# Lies about lengths and ranges.


def test_a_length_that_is_too_short_gives_a_file_that_is_not_the_published(
    server: DumpServer, get: Get, tmp_path: Path
) -> None:
    server.scripts[PLACE] = [lambda answer, body: answer.say(200, body, Content_Length=CUT)]
    message = failure(get)
    assert f"sent {CUT:,} bytes with the sha1" in message
    assert "as published" in message
    assert left(tmp_path) == []


def test_a_length_that_is_too_long_is_found_out(server: DumpServer, get: Get, tmp_path: Path) -> None:
    server.scripts[PLACE] = [lambda answer, body: answer.say(200, body, Content_Length=len(body) + 5, ETag=tag(body))]
    get()  # the server says that there is nothing more
    assert server.asked() == [None, f"bytes={len(BODY)}-"]
    assert (tmp_path / PAGES).read_bytes() == BODY


def test_a_length_that_is_always_too_long_is_given_up(server: DumpServer, get: Get) -> None:
    server.scripts[PLACE] = [
        without_ranges(lambda answer, body: answer.say(200, body, Content_Length=len(body) + 5))
    ] * 100
    assert f"received {len(BODY)} bytes, expected {len(BODY) + 5})" in failure(get)
    assert len(server.scripts[PLACE]) >= 100 - ATTEMPTS - 1


def test_no_length_at_all_is_well(server: DumpServer, get: Get, tmp_path: Path) -> None:
    server.scripts[PLACE] = [lambda answer, body: answer.say(200, body, Content_Length=0)]
    get()
    assert (tmp_path / PAGES).read_bytes() == BODY


def test_no_length_and_a_cut_connection_is_seen_by_the_checksum(server: DumpServer, get: Get, tmp_path: Path) -> None:
    server.scripts[PLACE] = [lambda answer, body: answer.say(200, body[:CUT], Content_Length=0)]
    assert f"sent {CUT:,} bytes with" in failure(get)
    assert left(tmp_path) == []


@pytest.mark.parametrize(
    "found",
    ["bytes 0-3071999/3072000", "bytes 1000000-3071999/9", "bytes */3072000", "chapters 1-2", "bytes 1000000-2/*"],
)
def test_another_range_than_asked_for_is_not_taken(server: DumpServer, get: Get, tmp_path: Path, found: str) -> None:
    server.scripts[PLACE] = [cut_after(CUT), lambda answer, _: answer.say(206, b"wrong", Content_Range=found)]
    get()
    assert server.asked() == [None, f"bytes={CUT}-", None]
    assert (tmp_path / PAGES).read_bytes() == BODY


def test_nothing_where_there_should_be_more_begins_again(server: DumpServer, get: Get, tmp_path: Path) -> None:
    server.scripts[PLACE] = [cut_after(CUT), refuse(416)]
    get()
    assert server.asked() == [None, f"bytes={CUT}-", None]
    assert (tmp_path / PAGES).read_bytes() == BODY


def test_a_file_that_changes_between_attempts_is_begun_again(server: DumpServer, get: Get, tmp_path: Path) -> None:
    old = b"old" * len(BODY)
    server.scripts[PLACE] = [lambda answer, _: cut_after(CUT)(answer, old)]
    get()
    assert [headers.get("If-Range") for path, headers in server.seen if path == PLACE] == [None, tag(old)]
    assert (tmp_path / PAGES).read_bytes() == BODY


def test_dates_do_where_there_are_no_tags(server: DumpServer, get: Get) -> None:
    date = "Tue, 01 Sep 2026 00:00:00 GMT"

    def cut(answer: Answer, body: bytes) -> None:
        answer.say(200, body[:CUT], Content_Length=len(body), ETag='W/"weak"', Last_Modified=date)

    server.scripts[PLACE] = [cut, cut]
    get()
    assert [headers.get("If-Range") for path, headers in server.seen if path == PLACE] == [None, date, date]


# Damage.


def test_damaged_bytes_are_not_kept(server: DumpServer, get: Get, tmp_path: Path) -> None:
    server.scripts[PLACE] = [lambda answer, body: answer.say(200, body[:-1] + b"?")]
    message = failure(get)
    assert message.startswith(server.url + PLACE)
    assert f"expected {hashlib.sha1(BODY).hexdigest()}" in message  # noqa: S324
    assert left(tmp_path) == []
    get()
    assert left(tmp_path) == [INDEX, PAGES]


@pytest.mark.parametrize("notes", [None, b"{", b"[]", b'{"format": "tweetctx-part", "work": {}}', b'{"bytes": 3}'])
def test_a_part_that_nothing_is_known_of_is_begun_again(
    server: DumpServer, get: Get, tmp_path: Path, notes: bytes | None
) -> None:
    (tmp_path / f"{PAGES}.part").write_bytes(b"what is this?")
    if notes:
        (tmp_path / f"{PAGES}.part.json").write_bytes(notes)
    get()
    assert server.asked() == [None]
    assert left(tmp_path) == [INDEX, PAGES]


def test_a_part_of_another_file_is_begun_again(server: DumpServer, get: Get, tmp_path: Path) -> None:
    server.scripts[PLACE] = [cut_after(CUT), refuse(400)]
    failure(get)
    server.files.clear()
    server.add_dump(pages=BODY[::-1])
    server.seen.clear()
    get()
    assert server.asked() == [None]
    assert (tmp_path / PAGES).read_bytes() == BODY[::-1]


def test_a_part_that_is_too_long_is_cut_back(server: DumpServer, get: Get, tmp_path: Path) -> None:
    server.scripts[PLACE] = [cut_after(CUT), refuse(400)]
    failure(get)
    (tmp_path / f"{PAGES}.part").write_bytes(BODY[:CUT] + bytes(len(BODY)))
    get()
    assert server.asked()[-1] == f"bytes={CUT}-"
    assert (tmp_path / PAGES).read_bytes() == BODY


def test_a_part_is_continued_from_another_mirror(server: DumpServer, get: Get, tmp_path: Path) -> None:
    server.scripts[PLACE] = [cut_after(CUT), refuse(400)]
    failure(get)
    with serving(DumpServer()) as mirror:
        mirror.add_dump()
        get(url=mirror.url + "/", checksums=server.url)
        assert mirror.asked() == [f"bytes={CUT}-"]
        assert "If-Range" not in mirror.seen[-2][1]  # whose tags may differ
    assert (tmp_path / PAGES).read_bytes() == BODY


def test_a_part_that_is_whole_needs_only_to_be_checked(server: DumpServer, get: Get, tmp_path: Path) -> None:
    server.scripts[PLACE] = [cut_after(len(BODY)), refuse(400)]
    server.scripts[FOLDER + INDEX] = [refuse(400)]

    def stop(done: DownloadProgress) -> None:
        if done.checking:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        get(on_progress=stop)
    server.scripts.clear()
    server.seen.clear()
    get()
    assert server.asked() == []
    assert (tmp_path / PAGES).read_bytes() == BODY


# What servers answer.


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_a_busy_server_is_asked_again(server: DumpServer, get: Get, tmp_path: Path, status: int) -> None:
    sums = f"{FOLDER}{WIKI}-{DAY}-sha1sums.txt"
    server.scripts |= {PLACE: [refuse(status), refuse(status)], sums: [refuse(status)]}
    assert get().waits == [1.0, 1.0, 1.0]
    assert (tmp_path / PAGES).read_bytes() == BODY


@pytest.mark.parametrize(
    ("after", "least", "most"),
    [
        ("30", 30, 30),
        ("0", 1, 1),
        ("in 100 seconds", 1, 100),
        ("soon", 1, 1),
        ("Mon, 01 Jan 0001 00:00:00 -0000", 1, 1),
    ],
)
def test_a_server_says_when_to_come_back(server: DumpServer, get: Get, after: str, least: int, most: int) -> None:
    if after == "in 100 seconds":  # as a date
        after = format_datetime(datetime.now(UTC) + timedelta(seconds=100), usegmt=True)
    server.scripts[PLACE] = [refuse(429, Retry_After=after)]
    (seconds,) = get().waits
    assert least <= seconds <= most


def test_a_server_that_wants_us_gone_for_long_is_left(server: DumpServer, get: Get) -> None:
    server.scripts[PLACE] = [refuse(429, Retry_After="86400")]
    assert "429 Too Many Requests; it asks to come back in 86400 seconds" in failure(get)


@pytest.mark.parametrize(
    ("status", "hint"), [(400, "expected a file"), (403, "--contact"), (501, ""), (304, ""), (204, "")]
)
def test_a_refusal_ends_it(server: DumpServer, get: Get, status: int, hint: str) -> None:
    server.scripts[PLACE] = [lambda answer, _: answer.say(status)]
    message = failure(get)
    assert message.startswith(f"{server.url}{PLACE}: answered {status}")
    assert hint in message
    assert server.asked() == [None]


def test_redirections_are_followed(server: DumpServer, get: Get, tmp_path: Path) -> None:
    server.files["/elsewhere"] = BODY
    server.scripts[PLACE] = [refuse(302, Location="/elsewhere")]
    get()
    assert (tmp_path / PAGES).read_bytes() == BODY


@pytest.mark.parametrize("place", ["file://host/etc/hostname", "ftp://127.0.0.1/x"])
def test_redirections_lead_to_no_other_protocol(server: DumpServer, get: Get, place: str) -> None:
    server.scripts[PLACE] = [refuse(302, Location=place)]
    assert f"redirected to {place}; expected an address in https" in failure(get)


@pytest.mark.parametrize("port", [-1, 0, 65_536])
def test_redirections_to_ports_that_do_not_exist_are_not_tried(server: DumpServer, get: Get, port: int) -> None:
    server.scripts[PLACE] = [refuse(302, Location=f"https://127.0.0.1:{port}/x")] * 2
    assert f"redirected to https://127.0.0.1:{port}/x; expected a port from 1 to 65535" in failure(get)
    assert len(server.scripts[PLACE]) == 1


def test_redirections_in_a_circle_end(server: DumpServer, get: Get) -> None:
    server.scripts[PLACE] = [refuse(302, Location=PLACE)] * 100
    assert "redirected more than 10 times; expected a file" in failure(get)
    assert len(server.scripts[PLACE]) > 80


@pytest.mark.parametrize("place", ["http://[", "http://127.0.0.1:port/", "http://a b/", "http:///", "data:,x"])
def test_redirections_to_nowhere_are_errors(server: DumpServer, get: Get, place: str) -> None:
    server.scripts[PLACE] = [refuse(302, Location=place)] * 100
    failure(get)


def greet(answer: Answer, _: bytes) -> None:
    answer.wfile.write(b"220 welcome to ftp\r\n")


def test_what_is_no_http_is_an_error(server: DumpServer, get: Get) -> None:
    server.scripts[PLACE] = [greet] * 100
    assert "the connection failed" in failure(get)
    assert len(server.scripts[PLACE]) == 100 - ATTEMPTS


# Names, days, addresses.


def test_the_latest_is_the_last_day_whose_pages_are_complete(server: DumpServer, get: Get) -> None:
    server.add_dump("20260820")
    server.add_day("20261001")  # begun, and without sums of anything yet
    server.add_day("20260920", sums="0" * 40 + f"  {WIKI}-20260920-pages-articles.xml.bz2\n")
    server.add_day("20261101")
    del server.files[f"/{WIKI}/20261101/{WIKI}-20261101-sha1sums.txt"]
    assert get(date="latest").dump.date == DAY


def test_no_day_may_be_complete(server: DumpServer, get: Get) -> None:
    server.files.clear()
    server.add_day(DAY)
    assert "found no day whose dump of articles is complete" in failure(get, NotThereError, date="latest")


def test_a_day_that_is_not_there(server: DumpServer, get: Get) -> None:
    server.add_day("20260820")
    message = failure(get, NotThereError, date="20250101")
    assert message == (
        f"{server.url}/{WIKI}/20250101/: found no complete dump of articles; expected one of the days {DAY}, 20260820"
    )


def test_a_name_that_is_not_there(get: Get) -> None:
    for date in ("latest", "20260901"):
        message = failure(get, NotThereError, name="xxwiki", date=date)
        assert "/xxwiki/: not found; expected the name of a Wikipedia that 127.0.0.1:" in message


def test_a_folder_that_is_none_of_dumps(server: DumpServer, get: Get) -> None:
    server.files[f"/{WIKI}/"] = b"<p>Welcome!</p>"
    assert "lists no day of a dump; expected folders such as 20260901" in failure(get, date="latest")


@pytest.mark.parametrize(
    "name", ["", "en", "EnWiki", "../enwiki", "en/wiki", "enwiki\n", "wiki", "en wiki", "enwiktionary"]
)
def test_what_cannot_be_a_name(get: Get, server: DumpServer, name: str) -> None:
    with pytest.raises(ParameterError, match=r"name: found .*; expected a language's code and wiki"):
        get(name=name)
    assert server.seen == []


@pytest.mark.parametrize("date", ["", "2026", "2026-09-01", "20261301", "20260230", "Latest", "٢٠٢٦٠٩٠١"])
def test_what_cannot_be_a_date(get: Get, server: DumpServer, date: str) -> None:
    with pytest.raises(ParameterError, match=r"date: found .*; expected a day as YYYYMMDD"):
        get(date=date)
    assert server.seen == []


@pytest.mark.parametrize(
    "url", ["", "dumps.wikimedia.org", "ftp://a", "file:///a", "https://", "http://a b", "https://é"]
)
def test_what_cannot_be_a_mirror(get: Get, url: str) -> None:
    with pytest.raises(ParameterError, match=r"mirror: found .*; expected an http or https address"):
        get(url=url)


@pytest.mark.parametrize("contact", ["", "a\r\nHost: b", "é"])
def test_what_cannot_be_a_contact(get: Get, contact: str) -> None:
    with pytest.raises(ParameterError, match="contact: found"):
        get(contact=contact)


def test_offline_is_said_at_once(get: Get) -> None:
    with serving(DumpServer()) as gone:
        url = gone.url
    host = url.removeprefix("http://")
    message = failure(get, url=url)
    assert f"{host} cannot be reached (Connection refused)" in message
    assert "expected a connection to the internet, or the address of a mirror" in message
    assert "cannot be reached" in failure(get, url="https://no-such-host.invalid")


def test_a_proxy_that_cannot_be_reached_is_named(get: Get, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://me:secret@127.0.0.1:1/")
    message = failure(get, url="https://dumps.example.org")
    assert "the proxy 127.0.0.1:1 cannot be reached (Connection refused)" in message
    with serving(DumpServer()) as refusing:  # it knows no CONNECT
        monkeypatch.setenv("https_proxy", refusing.url)
        assert f"the proxy {refusing.url[7:]} gives no connection (501" in failure(get, url="https://dumps.example.org")
    monkeypatch.setenv("no_proxy", "example.org,127.0.0.1")
    assert "dumps.example.org cannot be reached" in failure(get, url="https://dumps.example.org")


@pytest.mark.parametrize(("refused", "attempts"), [(True, 3), (False, 8)])
def test_an_address_at_which_nothing_listens_is_tried_three_times(refused: bool, attempts: int, tmp_path: Path) -> None:
    """Other failures to connect may pass, and take all attempts."""
    with serving(DumpServer()) as gone:
        url = gone.url
    client, waits, said = Client(url), list[float](), list[str]()
    if not refused:

        def reset(_request: httpx.Request) -> httpx.Response:
            raise httpx.ConnectError("reset") from ConnectionResetError()

        client._client = httpx.Client(transport=httpx.MockTransport(reset))
    with pytest.raises(DownloadError, match=f"gave up after {attempts} attempts"):
        fetch(f"{url}/x", tmp_path / "x", Published("", ""), client, Patience(WAITS, waits.append, said.append), print)
    assert waits == [*WAITS][: attempts - 1]
    assert said[0].endswith("; next attempt in 1 s")


@pytest.mark.parametrize("place", ["http://127.0.0.1:9/x", "http://other.example/x", "http://localhost/x"])
def test_redirections_lead_to_no_other_host_without_https(server: DumpServer, get: Get, place: str) -> None:
    server.scripts[PLACE] = [refuse(302, Location=place)]
    assert f"redirected to {place}; expected an address in https" in failure(get)


def test_checksums_count_from_their_own_server_only(get: Get, tmp_path: Path) -> None:
    """A mirror serves another file with the checksums of that file."""
    with serving(DumpServer()) as mirror:
        mirror.add_dump(pages=BODY[::-1])
        assert f"expected {hashlib.sha1(BODY).hexdigest()}, as published" in failure(get, url=mirror.url)  # noqa: S324
        assert not any("sums" in path for path, _ in mirror.seen)
    assert left(tmp_path) == []
    assert inspect.signature(download_dump).parameters["checksums"].default == "https://dumps.wikimedia.org"


def test_checksums_are_not_redirected_to_another_host(server: DumpServer) -> None:
    address = httpx.URL("https://elsewhere.example/sums")

    def elsewhere(request: httpx.Request) -> httpx.Response:
        moved = request.url != address
        return httpx.Response(302 if moved else 200, headers={"Location": str(address)} if moved else {}, text="sums")

    client = Client(server.url)
    client._client = httpx.Client(transport=httpx.MockTransport(elsewhere), follow_redirects=True)
    with pytest.raises(DownloadError, match=rf"redirected to {address}; expected 127\.0\.0\.1:\d+ itself"):
        client.text(f"{server.url}/sums", Patience([]))


# Slow, endless and broken bodies.


class Clock:
    """A clock that goes on by so much each time it is looked at."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize(("step", "slow"), [(1.0, False), (10.0, True)])
def test_a_server_that_is_too_slow_is_left(server: DumpServer, step: float, slow: bool) -> None:
    """Blocks of at most 64 KB, a block a tick of the clock: about 65,000 and 6,500 bytes a second."""
    client = Client(server.url, least_rate=10_000, clock=Clock(step))
    with client.open(server.url + PLACE) as response:
        if slow:
            with pytest.raises(PassingError, match=r"sent [0-9,]+ bytes in 60 seconds; expected 10,000 a second"):
                list(client.blocks(response, PLACE))
        else:
            assert b"".join(client.blocks(response, PLACE)) == BODY


def test_headers_that_come_byte_by_byte_are_left(server: DumpServer) -> None:
    def drip(answer: Answer, _body: bytes) -> None:
        for _count in range(1000):
            answer.wfile.write(b"H")
            answer.wfile.flush()
            time.sleep(0.02)

    server.scripts[PLACE] = [drip]
    with (
        pytest.raises(PassingError, match=r"the connection failed \(no answer in 2 seconds\)"),
        Client(server.url, timeout=1.0).open(server.url + PLACE),
    ):
        pass


def test_an_answer_that_comes_too_late_is_closed(server: DumpServer) -> None:
    asked, closed = threading.Event(), threading.Event()

    class Body(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            return iter(())

        def close(self) -> None:
            closed.set()

    def late(_: httpx.Request) -> httpx.Response:
        assert asked.wait(60)
        return httpx.Response(200, stream=Body())

    client = Client(server.url, timeout=0.01)
    client._client = httpx.Client(transport=httpx.MockTransport(late))
    with pytest.raises(PassingError, match="no answer in"), client.open(server.url):
        pass
    assert not closed.is_set()
    asked.set()
    assert closed.wait(60)


def test_connections_are_closed(server: DumpServer, get: Get, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[httpx.Client] = []
    monkeypatch.setattr(httpx.Client, "close", lambda client: closed.append(client))
    get()
    assert len(closed) == 2  # to the mirror, and to the server of the checksums
    find_dump("simplewiki", url=server.url, checksums=server.url)
    assert len(closed) == 4


def test_a_body_without_end_stops_at_the_published_size(server: DumpServer, get: Get, tmp_path: Path) -> None:
    sent = []

    def endless(answer: Answer, body: bytes) -> None:
        answer.send_response(200)
        answer.end_headers()
        for _ in range(1000):
            answer.wfile.write(body)
            sent.append(len(body))

    server.add_dump(sizes=True)
    server.scripts[PLACE] = [endless]
    assert f"sends more than {len(BODY):,} bytes; expected no more, as published" in failure(get)
    assert sum(sent) < 20 * len(BODY)
    assert left(tmp_path) == []


def test_a_body_without_end_stops_before_the_disk_is_full(
    server: DumpServer, get: Get, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = iter(range(80 << 20, 0, -(1 << 20)))  # a megabyte less with each look
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(free=next(free)))
    server.scripts[PLACE] = [lambda answer, body: answer.say(200, body, Content_Length=0)]
    assert "bytes are free on its disk; expected room for" in failure(get)


def test_a_length_that_is_not_the_published_is_refused(server: DumpServer, get: Get) -> None:
    server.add_dump(sizes=True)
    server.scripts[PLACE] = [lambda answer, body: answer.say(200, body, Content_Length=1 << 50)]
    assert f"has {1 << 50:,} bytes; expected {len(BODY):,}, as published" in failure(get)


def test_sizes_that_are_damaged_are_an_error(server: DumpServer, get: Get) -> None:
    server.files[FOLDER + "dumpstatus.json"] = b'{"jobs": []}'
    assert "dumpstatus.json: damaged" in failure(get)


@pytest.mark.parametrize("size", [b"-5", b"-0x5", b"zz", b"", b"1" * 40])
def test_chunks_of_impossible_sizes_are_errors(server: DumpServer, get: Get, size: bytes) -> None:
    def chunked(answer: Answer, _: bytes) -> None:
        answer.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + size + b"\r\nabcde\r\n")

    server.scripts[PLACE] = [chunked] * ATTEMPTS
    assert "the connection broke" in failure(get)


@pytest.mark.parametrize("length", ["-5", "many", "1, 2"])
def test_lengths_that_are_no_numbers_are_errors(server: DumpServer, get: Get, length: str) -> None:
    server.scripts[PLACE] = [lambda answer, body: answer.say(200, body, Content_Length=length)] * ATTEMPTS
    assert "the connection failed" in failure(get)


@pytest.mark.parametrize("url", ["https://127.0.0.1:99999", "http://127.0.0.1:port", "https://127.0.0.1:-1"])
def test_a_bad_port_is_said_at_once(get: Get, url: str) -> None:
    with pytest.raises(ParameterError, match=r"mirror: found .*; expected an http or https address"):
        get(url=url)


# Disks.


class Usage(NamedTuple):
    free: int


def test_a_disk_without_room_is_said_before_anything_is_written(
    get: Get, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(free=1000))
    assert "1,000 bytes are free on its disk; expected room for 3,072,000 more and 67,108,864 to spare" in failure(get)
    assert left(tmp_path) == []


def test_a_disk_that_fills_up_keeps_what_is_there(
    server: DumpServer, get: Get, tmp_path: Path, small_disk: SmallDisk
) -> None:
    with small_disk(CUT):
        message = failure(get)
    assert f"{PAGES}.part: cannot be written (File too large)" in message
    assert 0 < (tmp_path / f"{PAGES}.part").stat().st_size <= CUT
    get()
    assert server.asked()[-1] is not None
    assert (tmp_path / PAGES).read_bytes() == BODY


def test_only_one_process_writes_a_part(get: Get, tmp_path: Path) -> None:
    with (tmp_path / f"{PAGES}.part").open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert "another process is writing this file" in failure(get)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(get: Get, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "cannot be made (Permission denied)" in failure(get)


def test_notes_name_the_server_and_the_whole(server: DumpServer, get: Get, tmp_path: Path) -> None:
    server.scripts[PLACE] = [cut_after(CUT), refuse(400)]
    failure(get)
    assert json.loads((tmp_path / f"{PAGES}.part.json").read_text()) == {
        "format": "tweetctx-part",
        "work": {"sha1": hashlib.sha1(BODY).hexdigest()},  # noqa: S324
        "bytes": CUT,
        "state": {"url": server.url + PLACE, "validator": tag(BODY), "total": len(BODY)},
        "replaces": False,
    }
