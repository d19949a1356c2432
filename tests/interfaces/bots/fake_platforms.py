"""Servers on this machine that behave as the documents of five platforms say, as far as a bot of ours sees them."""

import asyncio
import json
import re
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, NamedTuple

import regex
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

TOKEN = "a-token"  # noqa: S105
BOT, ALICE, MACHINE = "100", "200", "300"


@dataclass
class Said:
    """A post on the platform."""

    id: str
    author: str
    text: str
    above: str = ""
    at: datetime = field(default_factory=lambda: datetime.now(UTC))


class Answered(NamedTuple):
    """A reply of the bot as a reader sees it."""

    to: str
    text: str
    links: dict[str, str]
    raw: Any


class RefusedError(Exception):
    """What the platform answers in place of what was asked for."""

    def __init__(self, status: int, content: Any, headers: dict[str, str] | None = None) -> None:
        super().__init__(status)
        self.response = JSONResponse(content, status, headers)


class FakePlatform(ABC):
    """A platform with one bot on it."""

    catches_up: ClassVar[bool] = True  # whether it keeps what a bot misses

    def __init__(self) -> None:
        self.posts: dict[str, Said] = {}
        self.answers: list[Answered] = []
        self.acknowledged: dict[str, float] = {}
        self.said_at: dict[str, float] = {}
        self.connections = 0  # that were ever made
        self.refusals: list[float] = []  # seconds that the next answers are refused for
        self.refused_at: list[float] = []
        self.answered_at: list[float] = []
        self.token = TOKEN
        self.sockets: list[WebSocket] = []
        self.address = ""

    @property
    @abstractmethod
    def routes(self) -> list[Route | WebSocketRoute]:
        """What it answers to."""

    @property
    @abstractmethod
    def environment(self) -> dict[str, str]:
        """What the bot is told."""

    @abstractmethod
    def event(self, said: Said) -> Any:
        """What a bot is sent of a post that mentions it."""

    @abstractmethod
    async def send(self, said: Said) -> None:
        """Sends a post to the bot, if it is there."""

    @abstractmethod
    def too_many(self, seconds: float) -> RefusedError:
        """The answer to one request too many."""

    def post(self, text: str, author: str = ALICE, above: str = "", age: timedelta = timedelta()) -> Said:
        """A post that mentions nobody."""
        number = str(1000 + len(self.posts))
        said = Said(self.identifier(number), author, text, above, datetime.now(UTC) - age)
        self.posts[said.id] = said
        return said

    def identifier(self, number: str) -> str:
        """The id that the platform gives a post."""
        return number

    async def call(self, text: str = "", author: str = ALICE, above: str = "", age: timedelta = timedelta()) -> str:
        """A post that mentions the bot; its id."""
        said = self.post(text, author, above, age)
        self.said_at[said.id] = time.monotonic()
        await self.send(said)
        return said.id

    async def lose_connections(self) -> None:
        """Closes what is open, as a server does that is restarted."""
        for socket in self.open_sockets():
            with suppress(WebSocketDisconnect):
                await socket.close(1012)

    def open_sockets(self) -> list[WebSocket]:
        """The connections that neither side is known to have closed."""
        connected = WebSocketState.CONNECTED
        return [socket for socket in self.sockets if socket.client_state == socket.application_state == connected]

    async def tell(self, message: Any) -> None:
        """Sends a message to every bot that is there; one may go at any moment."""
        for socket in self.open_sockets():
            with suppress(WebSocketDisconnect):
                await socket.send_text(json.dumps(message))

    def acknowledge(self, identifier: str) -> None:
        """Notes the first sign that the bot has seen a post."""
        self.acknowledged.setdefault(identifier, time.monotonic())

    def answer(self, answered: Answered) -> None:
        """Notes an answer; refuses it if it is to be refused."""
        if self.refusals:
            self.refused_at.append(time.monotonic())
            raise self.too_many(self.refusals.pop(0))
        self.answered_at.append(time.monotonic())
        self.answers.append(answered)

    async def wait_for(self, condition: Callable[[], bool], seconds: float = 120) -> None:
        """Waits until something has come about."""
        async with asyncio.timeout(seconds):
            while not condition():
                await asyncio.sleep(0.01)

    async def answers_of(self, count: int) -> list[Answered]:
        """The answers, when there are so many; more would be seen within a moment."""
        await self.wait_for(lambda: len(self.answers) >= count)
        await asyncio.sleep(0.05)
        assert len(self.answers) == count
        return self.answers

    @asynccontextmanager
    async def served(self) -> AsyncIterator[None]:
        """Serves on a free port of this machine."""
        app = Starlette(routes=self.routes, exception_handlers={RefusedError: _refuse})
        server = _Server(uvicorn.Config(app, "127.0.0.1", 0, log_config=None, ws="websockets-sansio"))
        task = asyncio.create_task(server.serve())
        await self.wait_for(lambda: server.started)
        self.address = f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        try:
            yield
        finally:
            await self.lose_connections()
            server.should_exit = True
            await task

    async def messages(self, socket: WebSocket) -> AsyncIterator[Any]:
        """What the bot sends until it goes."""
        while (message := await socket.receive())["type"] == "websocket.receive":
            yield json.loads(message["text"])

    def check_token(self, request: Request | WebSocket, scheme: str = "Bearer", token: str | None = None) -> None:
        """Refuses a bot without its token."""
        if request.headers.get("Authorization") != f"{scheme} {token or self.token}":
            raise RefusedError(401, {"error": "The access token is invalid", "message": "401: Unauthorized"})


class _Server(uvicorn.Server):
    def capture_signals(self) -> Any:
        return nullcontext()  # signals are pytest's

    async def main_loop(self) -> None:
        while not self.should_exit:  # uvicorn looks ten times a second
            await asyncio.sleep(0.01)


async def _refuse(_: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return error.response


class FakeMastodon(FakePlatform):
    """One server; ids are numbers, posts are HTML."""

    @property
    def environment(self) -> dict[str, str]:
        return {"MASTODON_SERVER": f"http://{self.address}", "MASTODON_TOKEN": TOKEN}

    @property
    def routes(self) -> list[Route | WebSocketRoute]:
        return [
            Route("/api/v1/accounts/verify_credentials", self.me),
            Route("/api/v2/instance", self.instance),
            Route("/api/v1/notifications", self.notifications),
            Route("/api/v1/statuses/{id}", self.status_of),
            Route("/api/v1/statuses/{id}/favourite", self.favourite, methods=["POST"]),
            Route("/api/v1/statuses", self.publish, methods=["POST"]),
            WebSocketRoute("/api/v1/streaming", self.stream),
        ]

    def too_many(self, seconds: float) -> RefusedError:
        reset = (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat(timespec="milliseconds")
        return RefusedError(429, {"error": "Too many requests"}, {"X-RateLimit-Reset": reset.replace("+00:00", "Z")})

    def status(self, said: Said) -> Any:
        name = {BOT: "tweetctx", ALICE: "alice@far.example", MACHINE: "machine"}[said.author]
        account = {"id": said.author, "acct": name, "bot": said.author == MACHINE}
        content = said.text.replace("&", "&amp;").replace("<", "&lt;")
        return {
            "id": said.id,
            "created_at": said.at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "in_reply_to_id": said.above or None,
            "visibility": "public",
            "account": account,
            "content": f"<p>{content}</p>",
        }

    def event(self, said: Said) -> Any:
        status = self.status(said)
        name = '<span class="h-card"><a href="https://here.example/@tweetctx" class="u-url mention">@<span>tweetctx'
        status["content"] = f"<p>{name}</span></a></span> {status['content'].removeprefix('<p>')}"
        return {"id": said.id, "type": "mention", "account": status["account"], "status": status}

    async def send(self, said: Said) -> None:
        payload = json.dumps(self.event(said))
        await self.tell({"stream": ["user", "notification"], "event": "notification", "payload": payload})

    async def me(self, request: Request) -> Response:
        self.check_token(request)
        return JSONResponse({"id": BOT, "username": "tweetctx"})

    async def instance(self, _: Request) -> Response:
        statuses = {"max_characters": 500, "characters_reserved_per_url": 23}
        urls = {"streaming": f"ws://{self.address}"}
        return JSONResponse({"configuration": {"statuses": statuses, "urls": urls}})

    async def notifications(self, request: Request) -> Response:
        self.check_token(request)
        assert request.query_params["types[]"] == "mention"
        newest = [self.event(self.posts[number]) for number in reversed(self.said_at)]
        return JSONResponse(newest[: int(request.query_params["limit"])])

    async def status_of(self, request: Request) -> Response:
        if request.path_params["id"] not in self.posts:
            raise RefusedError(404, {"error": "Record not found"})
        return JSONResponse(self.status(self.posts[request.path_params["id"]]))

    async def favourite(self, request: Request) -> Response:
        self.check_token(request)
        self.acknowledge(request.path_params["id"])
        return JSONResponse({})

    async def publish(self, request: Request) -> Response:
        self.check_token(request)
        status = await request.json()
        author, _, text = status["status"].partition(" ")
        assert author == "@alice@far.example"
        assert not re.search(r"@\w", text)  # nobody else is called
        urls = re.findall(r"https?://\S+", text)
        counted = len(re.sub(r"https?://\S+", "-" * 23, text)) + len("@alice ")
        if counted > 500:
            raise RefusedError(422, {"error": "Validation failed: Text character limit of 500 exceeded"})
        titles = re.findall(r"(?:Source: | · )(.+?) https?://", text)
        links = dict(zip(titles, urls, strict=True))
        assert request.headers["Idempotency-Key"]
        self.answer(Answered(status["in_reply_to_id"], text, links, status))
        return JSONResponse({"id": "1"})

    async def stream(self, socket: WebSocket) -> None:
        self.check_token(socket)
        assert socket.query_params["stream"] == "user:notification"
        await socket.accept()
        self.connections += 1
        self.sockets.append(socket)
        async for _ in self.messages(socket):
            pass


class FakeBluesky(FakePlatform):
    """A personal data server that is the application's server, too."""

    def __init__(self) -> None:
        super().__init__()
        self.sessions = 0
        self.records: dict[tuple[str, str], Any] = {}

    @property
    def environment(self) -> dict[str, str]:
        return {
            "BLUESKY_SERVER": f"http://{self.address}",
            "BLUESKY_HANDLE": "tweetctx.example",
            "BLUESKY_PASSWORD": TOKEN,
        }

    @property
    def routes(self) -> list[Route | WebSocketRoute]:
        return [
            Route("/xrpc/com.atproto.server.createSession", self.create_session, methods=["POST"]),
            Route("/xrpc/app.bsky.notification.listNotifications", self.list_notifications),
            Route("/xrpc/app.bsky.feed.getPosts", self.get_posts),
            Route("/xrpc/com.atproto.repo.putRecord", self.put_record, methods=["POST"]),
        ]

    def identifier(self, number: str) -> str:
        return f"at://did:plc:{ALICE}/app.bsky.feed.post/{number}"

    def too_many(self, seconds: float) -> RefusedError:
        headers = {"RateLimit-Reset": str(time.time() + seconds)}
        return RefusedError(429, {"error": "RateLimitExceeded", "message": "Rate Limit Exceeded"}, headers)

    def reference(self, identifier: str) -> dict[str, str]:
        return {"uri": identifier, "cid": f"cid-of-{identifier[-4:]}"}

    def view(self, said: Said) -> Any:
        labels = [{"val": "bot", "src": f"did:plc:{said.author}"}] if said.author == MACHINE else []
        record: dict[str, Any] = {"$type": "app.bsky.feed.post", "text": said.text, "createdAt": said.at.isoformat()}
        if said.above:
            record["reply"] = {"root": self.reference("at://the/first/post"), "parent": self.reference(said.above)}
        author = {"did": f"did:plc:{said.author}", "labels": labels}
        return {**self.reference(said.id), "author": author, "record": record, "indexedAt": said.at.isoformat()}

    def event(self, said: Said) -> Any:
        view = self.view(said)
        view["record"]["text"] = f"@tweetctx.example {said.text}"
        return {**view, "reason": "mention"}

    async def send(self, said: Said) -> None:
        """Nothing is sent: bots look."""

    async def lose_connections(self) -> None:
        """Expires the session, which is the only thing that lasts."""
        self.sessions += 1

    def check_session(self, request: Request) -> None:
        if request.headers.get("Authorization") != f"Bearer session-{self.sessions}":
            raise RefusedError(400, {"error": "ExpiredToken", "message": "Token has expired"})

    async def create_session(self, request: Request) -> Response:
        login = await request.json()
        if login != {"identifier": "tweetctx.example", "password": self.token}:
            raise RefusedError(401, {"error": "AuthenticationRequired", "message": "Invalid identifier or password"})
        self.sessions += 1
        self.connections += 1
        return JSONResponse({"did": f"did:plc:{BOT}", "accessJwt": f"session-{self.sessions}"})

    async def list_notifications(self, request: Request) -> Response:
        self.check_session(request)
        likes = [{"reason": "like"}] * 50  # newer than the rest
        newest = [*likes, *(self.event(self.posts[number]) for number in reversed(self.said_at))]
        wanted = request.query_params.getlist("reasons")
        found = [one for one in newest if not wanted or one["reason"] in wanted]
        return JSONResponse({"notifications": found[: int(request.query_params["limit"])]})

    async def get_posts(self, request: Request) -> Response:
        self.check_session(request)
        found = [self.posts[uri] for uri in request.query_params.getlist("uris") if uri in self.posts]
        return JSONResponse({"posts": [self.view(said) for said in found]})

    async def put_record(self, request: Request) -> Response:
        self.check_session(request)
        given = await request.json()
        assert given["repo"] == f"did:plc:{BOT}"
        assert re.fullmatch("[234567abcdefghij][2-7a-z]{12}", given["rkey"])  # a TID
        place, record = (given["collection"], given["rkey"]), given["record"]
        assert record["$type"] == given["collection"]
        if given["collection"] == "app.bsky.feed.like":
            assert record["subject"] == self.reference(record["subject"]["uri"])
            self.acknowledge(record["subject"]["uri"])
        else:
            self.publish(place, record)
        self.records[place] = record
        return JSONResponse(self.reference("at://a/b/cccc"))

    def publish(self, place: tuple[str, str], record: Any) -> None:
        octets = record["text"].encode()
        if len(regex.findall(r"\X", record["text"])) > 300 or len(octets) > 3000:
            raise RefusedError(400, {"error": "InvalidRequest", "message": "Record/text must not be longer than 300"})
        links = {}
        for facet in record["facets"]:
            (feature,) = facet["features"]
            links[octets[facet["index"]["byteStart"] : facet["index"]["byteEnd"]].decode()] = feature["uri"]
        parent = record["reply"]["parent"]
        said = self.posts[parent["uri"]]
        root = self.reference("at://the/first/post") if said.above else parent
        assert record["reply"]["root"] == root
        if place not in self.records:
            self.answer(Answered(parent["uri"], record["text"], links, record))


class FakeTelegram(FakePlatform):
    """Updates wait until they are confirmed."""

    def __init__(self) -> None:
        super().__init__()
        self.updates: list[Any] = []

    @property
    def environment(self) -> dict[str, str]:
        return {"TELEGRAM_SERVER": f"http://{self.address}", "TELEGRAM_TOKEN": TOKEN}

    @property
    def routes(self) -> list[Route | WebSocketRoute]:
        return [Route("/bot{token}/{method}", self.method, methods=["GET", "POST"])]

    def identifier(self, number: str) -> str:
        return f"-5/{number}"

    def too_many(self, seconds: float) -> RefusedError:
        return RefusedError(429, {"ok": False, "error_code": 429, "parameters": {"retry_after": seconds}})

    def message(self, said: Said) -> Any:
        chat, _, number = said.id.partition("/")
        message = {
            "message_id": int(number),
            "chat": {"id": int(chat), "type": "supergroup"},
            "from": {"id": int(said.author), "is_bot": said.author in (BOT, MACHINE)},
            "date": int(said.at.timestamp()),
            "text": said.text,
        }
        return message | ({"reply_to_message": self.message(self.posts[said.above])} if said.above else {})

    def event(self, said: Said) -> Any:
        message = self.message(said)
        named = {"text": f"@Tweetctx_Bot {said.text}", "entities": [{"type": "mention", "offset": 0, "length": 13}]}
        return {"update_id": 7000 + int(said.id[-4:]), "message": {**message, **named}}

    async def send(self, said: Said) -> None:
        self.updates.append(self.event(said))

    async def lose_connections(self) -> None:
        """The next answer breaks off."""
        self.updates.insert(0, None)

    async def method(self, request: Request) -> Response:
        if request.path_params["token"] != self.token:
            raise RefusedError(401, {"ok": False, "error_code": 401, "description": "Unauthorized"})
        given = json.loads(await request.body() or b"{}")
        answer = await getattr(self, request.path_params["method"])(given)
        if isinstance(answer, Response):
            return answer
        return JSONResponse({"ok": True, "result": answer})

    async def getMe(self, _: Any) -> Any:  # noqa: N802
        self.connections += 1
        return {"id": int(BOT), "is_bot": True, "username": "tweetctx_bot"}

    async def getUpdates(self, given: Any) -> Any:  # noqa: N802
        assert given["allowed_updates"] == ["message"]
        self.updates = [update for update in self.updates if not update or update["update_id"] >= given["offset"]]
        for _ in range(50):
            if self.updates:
                break
            await asyncio.sleep(0.01)
        if self.updates and self.updates[0] is None:
            self.updates.pop(0)
            self.connections += 1
            return Response("<html>502", 502)
        return self.updates

    async def sendChatAction(self, given: Any) -> Any:  # noqa: N802
        assert given["action"] == "typing"
        self.acknowledge(list(self.said_at)[-1])
        return True

    async def sendMessage(self, given: Any) -> Any:  # noqa: N802
        units = given["text"].encode("utf-16-le")
        if len(units) > 2 * 4096:
            raise RefusedError(400, {"ok": False, "description": "Bad Request: message is too long"})
        links = {
            units[2 * link["offset"] : 2 * (link["offset"] + link["length"])].decode("utf-16-le"): link["url"]
            for link in given["entities"]
        }
        to = f"{given['chat_id']}/{given['reply_parameters']['message_id']}"
        self.answer(Answered(to, given["text"], links, given))
        return {}


class FakeSlack(FakePlatform):
    """A workspace in socket mode; what no socket is there for is lost."""

    catches_up = False

    def __init__(self) -> None:
        super().__init__()
        self.envelopes: dict[str, float] = {}

    @property
    def environment(self) -> dict[str, str]:
        return {
            "SLACK_SERVER": f"http://{self.address}/api",
            "SLACK_APP_TOKEN": f"xapp-{TOKEN}",
            "SLACK_BOT_TOKEN": f"xoxb-{TOKEN}",
        }

    @property
    def routes(self) -> list[Route | WebSocketRoute]:
        return [Route("/api/{method}", self.method, methods=["POST"]), WebSocketRoute("/link", self.link)]

    def identifier(self, number: str) -> str:
        return f"C1/{time.time():.3f}{number[-3:]}"

    def too_many(self, seconds: float) -> RefusedError:
        return RefusedError(429, {"ok": False, "error": "ratelimited"}, {"Retry-After": str(seconds)})

    def message(self, said: Said) -> Any:
        author = {"user": said.author} | ({"bot_id": "B1"} if said.author == MACHINE else {})
        return {"type": "message", "ts": said.id[3:], **author, "text": said.text.replace("&", "&amp;")}

    def event(self, said: Said) -> Any:
        message = self.message(said) | {"type": "app_mention", "channel": "C1", "text": f"<@{BOT}> {said.text}"}
        message["ts"] = f"{said.at.timestamp():.6f}" if said.at < datetime.now(UTC) - timedelta(1) else message["ts"]
        return message | ({"thread_ts": said.above[3:]} if said.above else {})

    async def send(self, said: Said) -> None:
        await self.tell({"type": "events_api", "envelope_id": said.id, "payload": {"event": self.event(said)}})

    async def lose_connections(self) -> None:
        await self.tell({"type": "disconnect", "reason": "refresh_requested"})
        self.sockets.clear()

    async def method(self, request: Request) -> Response:
        name = request.path_params["method"]
        kind = "xapp" if name == "apps.connections.open" else "xoxb"
        if request.headers["Authorization"] != f"Bearer {kind}-{self.token}":
            return JSONResponse({"ok": False, "error": "invalid_auth"})
        if "json" in request.headers.get("Content-Type", ""):
            given = await request.json()
        else:
            given = dict(await request.form())
        answer = getattr(self, "do_" + name.replace(".", "_"))(given)
        return JSONResponse({"ok": True, **answer})

    def do_auth_test(self, _: Any) -> Any:
        return {"user_id": BOT, "bot_id": "B0"}

    def do_apps_connections_open(self, _: Any) -> Any:
        return {"url": f"ws://{self.address}/link?ticket=1"}

    def do_conversations_replies(self, given: Any) -> Any:
        found = self.posts.get(f"{given['channel']}/{given['ts']}")
        return {"messages": [self.message(found)] if found else []}

    def do_reactions_add(self, given: Any) -> Any:
        assert given["name"] == "eyes"
        self.acknowledge(f"{given['channel']}/{given['timestamp']}")
        return {}

    def do_chat_postMessage(self, given: Any) -> Any:  # noqa: N802
        (block,) = given["blocks"]
        (section,) = block["elements"]
        assert (block["type"], section["type"]) == ("rich_text", "rich_text_section")
        text = "".join(element["text"] for element in section["elements"])
        assert len(text) <= 3000
        links = {element["text"]: element["url"] for element in section["elements"] if element["type"] == "link"}
        mention = next(number for number in reversed(self.said_at) if given["thread_ts"] in self.threads_of(number))
        self.answer(Answered(mention, text, links, given))
        return {}

    def threads_of(self, number: str) -> str:
        return self.posts[number].above or number

    async def link(self, socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text('{"type": "hello", "num_connections": 1}')
        self.connections += 1
        self.sockets.append(socket)
        async for message in self.messages(socket):
            self.envelopes[message["envelope_id"]] = time.monotonic()


class FakeDiscord(FakePlatform):
    """A gateway whose session can be resumed."""

    def __init__(self) -> None:
        super().__init__()
        self.dispatched: list[Any] = []
        self.identified = self.resumed = self.heartbeats = 0
        self.close_code = 0
        self.heartbeat_interval = 20_000  # milliseconds
        self.answers_heartbeats = True

    @property
    def environment(self) -> dict[str, str]:
        return {"DISCORD_SERVER": f"http://{self.address}/api/v10", "DISCORD_TOKEN": TOKEN}

    @property
    def routes(self) -> list[Route | WebSocketRoute]:
        return [
            Route("/api/v10/gateway/bot", self.gateway),
            Route("/api/v10/channels/{channel}/typing", self.typing, methods=["POST"]),
            Route("/api/v10/channels/{channel}/messages", self.publish, methods=["POST"]),
            WebSocketRoute("/", self.socket),
        ]

    def too_many(self, seconds: float) -> RefusedError:
        told = {"message": "You are being rate limited.", "retry_after": seconds, "global": False}
        return RefusedError(429, told, {"Retry-After": str(seconds)})

    def message(self, said: Said) -> Any:
        author = {"id": said.author} | ({"bot": True} if said.author in (BOT, MACHINE) else {})
        at = said.at.isoformat()
        return {"id": said.id, "channel_id": "C9", "author": author, "content": said.text, "timestamp": at}

    def event(self, said: Said) -> Any:
        message = self.message(said) | {"guild_id": "G1", "mentions": [{"id": BOT}]}
        message["content"] = f"<@{BOT}> {said.text}"
        return message | ({"referenced_message": self.message(self.posts[said.above])} if said.above else {})

    async def send(self, said: Said) -> None:
        await self.dispatch("MESSAGE_CREATE", self.event(said))

    async def dispatch(self, kind: str, data: Any) -> None:
        self.dispatched.append({"op": 0, "t": kind, "s": len(self.dispatched) + 1, "d": data})
        await self.tell(self.dispatched[-1])

    async def gateway(self, request: Request) -> Response:
        self.check_token(request, "Bot")
        return JSONResponse({"url": f"ws://{self.address}"})

    async def socket(self, socket: WebSocket) -> None:
        await socket.accept()
        assert dict(socket.query_params) == {"v": "10", "encoding": "json"}
        await socket.send_text(json.dumps({"op": 10, "d": {"heartbeat_interval": self.heartbeat_interval}}))
        async for payload in self.messages(socket):
            await getattr(self, {1: "heartbeat", 2: "identify", 6: "resume"}[payload["op"]])(socket, payload["d"])

    async def heartbeat(self, socket: WebSocket, sequence: int | None) -> None:
        assert sequence in (None, *range(1, len(self.dispatched) + 1))
        self.heartbeats += 1
        if self.answers_heartbeats:
            await socket.send_text(json.dumps({"op": 11}))

    async def identify(self, socket: WebSocket, given: Any) -> None:
        if self.close_code or given["token"] != self.token:
            await socket.close(self.close_code or 4004, "Authentication failed.")
            return
        assert given["intents"] & 1 << 15
        self.identified += 1
        self.sockets.append(socket)
        url = f"ws://{self.address}"
        await self.dispatch("READY", {"user": {"id": BOT}, "session_id": "S1", "resume_gateway_url": url})
        self.connections += 1

    async def resume(self, socket: WebSocket, given: Any) -> None:
        assert (given["token"], given["session_id"]) == (self.token, "S1")
        self.resumed += 1
        for missed in self.dispatched[given["seq"] :]:
            await socket.send_text(json.dumps(missed))
        self.sockets.append(socket)
        self.connections += 1

    async def typing(self, request: Request) -> Response:
        self.check_token(request, "Bot")
        self.acknowledge(list(self.said_at)[-1])
        return Response(status_code=204)

    async def publish(self, request: Request) -> Response:
        self.check_token(request, "Bot")
        given = await request.json()
        assert given["allowed_mentions"] == {"parse": [], "replied_user": True}
        assert given["enforce_nonce"]
        assert len(given["nonce"]) <= 25
        if len(given["content"]) > 2000:
            raise RefusedError(400, {"code": 50035, "message": "Invalid Form Body"})
        links = dict(re.findall(r"\[((?:\\.|[^\]\\])*)\]\(<(.*?)>\)", given["content"]))
        text = re.sub(r"\[((?:\\.|[^\]\\])*)\]\(<(.*?)>\)", r"\1", given["content"])
        text = re.sub(r"\\([^\w\s])", r"\1", text)
        links = {re.sub(r"\\([^\w\s])", r"\1", title): url for title, url in links.items()}
        self.answer(Answered(given["message_reference"]["message_id"], text, links, given))
        return JSONResponse({"id": "1"})
