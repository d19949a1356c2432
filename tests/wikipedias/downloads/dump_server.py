"""A small Wikimedia on 127.0.0.1 that can be told to misbehave."""

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

WIKI, DAY = "simplewiki", "20260901"
STEM = f"{WIKI}-{DAY}"
PAGES = f"{STEM}-pages-articles-multistream.xml.bz2"
INDEX = f"{STEM}-pages-articles-multistream-index.txt.bz2"
FOLDER = f"/{WIKI}/{DAY}/"
BODY = bytes(range(256)) * 12_000  # 3 MB
INDEX_BODY = b"600:1:April\n"


class Answer(BaseHTTPRequestHandler):
    """One request: what the next line of the script says, or what a good server answers."""

    server: "DumpServer"
    timeout = 10

    def do_GET(self) -> None:
        self.server.seen.append((self.path, dict(self.headers)))
        body = self.server.files.get(self.path)
        script = self.server.scripts.get(self.path)
        if script:
            script.pop(0)(self, body or b"")
        elif body is None:
            self.say(404)
        else:
            well(self, body)

    def say(self, status: int, body: bytes = b"", **headers: str | int) -> None:
        """An answer of the length that it has, unless the headers say otherwise; 0 leaves a header out."""
        self.send_response(status)
        for name, value in {"Content_Length": len(body), **headers}.items():
            if value != 0 or name != "Content_Length" or not body:
                self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()
        self.wfile.write(body)

    def rest(self, body: bytes) -> int | None:
        """Where the range that is asked for begins, None if everything is asked for or has to be sent."""
        asked = self.headers.get("Range")
        condition = self.headers.get("If-Range")
        return int(asked[6:-1]) if asked and condition in (None, tag(body)) else None

    def log_message(self, *_: object) -> None:
        pass


Behaviour = Callable[[Answer, bytes], None]


def tag(body: bytes) -> str:
    return f'"{hashlib.blake2b(body, digest_size=8).hexdigest()}"'


def well(answer: Answer, body: bytes) -> None:
    """As it should be, with ranges."""
    begin = answer.rest(body)
    if begin is None:
        answer.say(200, body, ETag=tag(body))
    elif begin >= len(body):
        answer.say(416, Content_Range=f"bytes */{len(body)}")
    else:
        found = f"bytes {begin}-{len(body) - 1}/{len(body)}"
        answer.say(206, body[begin:], ETag=tag(body), Content_Range=found)


def cut_after(count: int) -> Behaviour:
    """So many bytes of what is asked for, and the connection is gone."""

    def behave(answer: Answer, body: bytes) -> None:
        begin = answer.rest(body) or 0
        status, end = (206 if begin else 200), len(body) - 1
        answer.say(
            status,
            body[begin : begin + count],
            Content_Length=len(body) - begin,
            Content_Range=f"bytes {begin}-{end}/{len(body)}",
            ETag=tag(body),
        )

    return behave


def without_ranges(behave: Behaviour) -> Behaviour:
    """A server that has never heard of them."""

    def deaf(answer: Answer, body: bytes) -> None:
        del answer.headers["Range"]
        behave(answer, body)

    return deaf


def refuse(status: int, **headers: str) -> Behaviour:
    return lambda answer, _: answer.say(status, b"no", **headers)


def hang_up(answer: Answer, _: bytes) -> None:
    """No answer at all."""
    answer.close_connection = True


class DumpServer(ThreadingHTTPServer):
    """`files` by path, `scripts` of what happens at the next requests of a path, and the requests `seen`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.files: dict[str, bytes] = {}
        self.scripts: dict[str, list[Behaviour]] = {}
        self.seen: list[tuple[str, dict[str, str]]] = []

    def add_dump(self, day: str = DAY, method: str = "sha1", pages: bytes = BODY, *, sizes: bool = False) -> None:
        """A complete dump of that day, listed with the others."""
        bodies = {
            f"{WIKI}-{day}-pages-articles-multistream.xml.bz2": pages,
            f"{WIKI}-{day}-pages-articles-multistream-index.txt.bz2": INDEX_BODY,
        }
        if sizes:
            jobs = {"articlesmultistreamdump": {"files": {name: {"size": len(body)} for name, body in bodies.items()}}}
            self.files[f"/{WIKI}/{day}/dumpstatus.json"] = json.dumps({"version": "0.8", "jobs": jobs}).encode()
        sums = "".join(f"{hashlib.new(method, body).hexdigest()}  {name}\n" for name, body in bodies.items())
        self.add_day(day, method, sums)
        self.files |= {f"/{WIKI}/{day}/{name}": body for name, body in bodies.items()}

    def add_day(self, day: str, method: str = "sha1", sums: str = "") -> None:
        """The folder of a day with its sums."""
        self.files[f"/{WIKI}/{day}/{WIKI}-{day}-{method}sums.txt"] = sums.encode()
        listing = self.files.get(f"/{WIKI}/", b'<a href="../">../</a> <a href="latest/">latest/</a>\n')
        self.files[f"/{WIKI}/"] = listing + f'<a href="{day}/">{day}/</a>\n'.encode()

    def add_changes(self, day: str, pages: bytes, status: str = "done:all") -> None:
        """A day's additions and changes."""
        place, name = f"/other/incr/{WIKI}/", f"{WIKI}-{day}-pages-meta-hist-incr.xml.bz2"
        sums = f"{hashlib.md5(pages, usedforsecurity=False).hexdigest()}  {name}\n"
        self.files |= {
            f"{place}{day}/{name}": pages,
            f"{place}{day}/{WIKI}-{day}-md5sums.txt": sums.encode(),
            f"{place}{day}/status.txt": status.encode(),
            f"{place}{day}/maxrevid.txt": b"2000",
            place: self.files.get(place, b"") + f'<a href="{day}/">{day}/</a>\n'.encode(),
        }

    def add_stubs(self, day: str, stubs: bytes) -> None:
        """A dump of that day of which the stubs alone are complete."""
        name = f"{WIKI}-{day}-stub-articles.xml.gz"
        self.add_day(day, "sha1", f"{hashlib.sha1(stubs, usedforsecurity=False).hexdigest()}  {name}\n")
        self.files[f"/{WIKI}/{day}/{name}"] = stubs

    def asked(self, path: str = FOLDER + PAGES) -> list[str | None]:
        """The ranges in which a file was asked for, None for all of it."""
        return [headers.get("Range") for seen, headers in self.seen if seen == path]

    def handle_error(self, *_: object) -> None:
        pass  # a client that goes away


@contextmanager
def serving(server: DumpServer) -> Iterator[DumpServer]:
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
