"""The server as an ASGI application."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from sandtable.engine.errors import one_line
from sandtable.server import openapi
from sandtable.server.api import Endpoint, Failed, File, failure
from sandtable.server.endpoints import ENDPOINTS
from sandtable.server.fairness import Gate, visitor
from sandtable.server.hub import Hub
from sandtable.server.limits import Buckets, Crowd, ServerLimits
from sandtable.server.sockets import Socket
from sandtable.server.store import StoreError
from sandtable.server.web import Client, SecurityHeaders, client_folder
from sandtable.server.wire import Failure, Problem

log = logging.getLogger("sandtable.server")

CREATES = ("/api/games", "/api/games/{game}/fork", "/api/replays")
"""Addresses that make games; they have a limit of their own."""

REQUEST_COST = 0.0004
"""Seconds that the event loop is busy with any request beside what it asks for."""
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]


class Fair:
    """Whoever asks for much over HTTP waits for himself. Sockets are held to it message by message."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self.app, self.gate = app, gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = scope["client"][0] if scope.get("client") else ""
        visitor.set(address)
        try:
            if scope["type"] == "http":
                work: Any = self.app(scope, receive, _to_who_is_there(send))
                await self.gate.passed(address, work, REQUEST_COST)
            else:
                await self.app(scope, receive, send)
        except asyncio.CancelledError:  # the server stops in the middle of it, and that is no mistake
            if scope["type"] == "http":
                with suppress(RuntimeError):  # the answer has begun
                    await _failed(Failed(503, "busy", "the server stops; try again in a moment"))(scope, receive, send)


def _to_who_is_there(send: Send) -> Send:
    """Whoever goes in the very moment he is answered is no mistake of ours: uvloop says it by a RuntimeError."""

    async def answer(message: Message) -> None:
        try:
            await send(message)
        except RuntimeError as error:
            if "closed" not in str(error):
                raise

    return answer


class Doorkeeper:
    """Counts who comes, and how often."""

    def __init__(self, limits: ServerLimits) -> None:
        self.limits = limits
        self.requests = Buckets(limits.requests_per_minute / 60, limits.requests_per_minute)
        self.games = Buckets(limits.games_per_minute / 60, limits.games_per_minute)
        self.sockets = Crowd(limits.sockets_per_address)

    def check(self, endpoint: Endpoint, address: str) -> None:
        moment = time.monotonic()
        allowed = self.requests.take(address, moment)
        if allowed and endpoint.method == "POST" and endpoint.path in CREATES:
            allowed = self.games.take(address, moment)
        if not allowed:
            raise Failed(429, "rate", "too often: wait a moment")

    def enter(self, address: str) -> bool:
        """One more socket; False if there are too many."""
        return len(self.sockets) < self.limits.sockets and self.sockets.enter(address)

    def leave(self, address: str) -> None:
        self.sockets.leave(address)


def make_app(hub: Hub) -> Starlette:
    """Opening and closing the hub is the business of whoever serves the application."""
    door = Doorkeeper(hub.limits)

    async def socket(websocket: WebSocket) -> None:
        address = websocket.client.host if websocket.client else ""
        if not door.enter(address):
            await websocket.accept()  # a browser hears the code only of a socket that was open
            await websocket.close(4429, "too many sockets")
            return
        try:
            await Socket(hub, websocket, websocket.path_params["game"], address).run()
        finally:
            door.leave(address)

    return Starlette(
        routes=[
            Route("/api/openapi.json", _openapi),
            *_routes(hub, door),
            WebSocketRoute("/api/games/{game}/socket", socket),
            Mount("/api", _nothing),
            Mount("/", Client(client_folder())),
        ],
        middleware=[Middleware(Fair, gate=hub.gate), Middleware(SecurityHeaders)],
        exception_handlers={HTTPException: _http_error, Exception: _bug},  # type: ignore[dict-item]
    )


def _routes(hub: Hub, door: Doorkeeper) -> list[Route]:
    """One route for each path, so that a wrong method is answered as such."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [Route(path, _handler(hub, door, by_method), methods=METHODS) for path, by_method in by_path.items()]


def _handler(hub: Hub, door: Doorkeeper, by_method: dict[str, Endpoint]) -> Any:
    async def handle(request: Request) -> Response:
        endpoint = by_method.get("GET" if request.method == "HEAD" else request.method)
        if endpoint is None:
            answer = _failed(Failed(405, "method", "this address does not take that method"))
            answer.headers["allow"] = ", ".join(sorted(by_method))
            return answer
        try:
            door.check(endpoint, request.client.host if request.client else "")
            body = await _body(endpoint, request, hub.limits)
            return _answer(endpoint, await endpoint.handler(hub, request, body))
        except StoreError as error:
            log.error("%s", error)
            return _failed(Failed(503, "busy", "the database does not answer; try again in a moment"))
        except Exception as error:
            if (known := failure(error)) is None:
                raise
            return _failed(known)

    return handle


async def _body(endpoint: Endpoint, request: Request, limits: ServerLimits) -> Any:
    if endpoint.body is None:
        return None
    most = limits.save_size if endpoint.large else limits.body_size
    # never without a type: the pages of strangers may send that, and JSON they may not
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Failed(415, "invalid", "send JSON (content-type: application/json)")
    data = bytearray()
    try:
        async with asyncio.timeout(limits.body_seconds):
            async for chunk in request.stream():
                data += chunk
                if len(data) > most:
                    raise Failed(413, "large", f"a body has at most {most} bytes")
    except TimeoutError:
        raise Failed(408, "invalid", f"a body comes within {limits.body_seconds} s") from None
    except ClientDisconnect:
        raise Failed(400, "invalid", "the body ended early") from None
    if endpoint.body is bytes:
        return bytes(data)
    try:
        return msgspec.json.decode(bytes(data) or b"{}", type=endpoint.body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Failed(400, "invalid", one_line(error)[:300]) from error


def _answer(endpoint: Endpoint, found: Any) -> Response:
    headers = {"cache-control": "no-store"}
    if isinstance(found, File):
        headers["content-disposition"] = f'attachment; filename="{found.name}"'
        return Response(found.body, endpoint.status, headers, "application/json")
    return Response(msgspec.json.encode(found), endpoint.status, headers, "application/json")


def _failed(error: Failed) -> Response:
    headers = {"cache-control": "no-store"} | ({"retry-after": "5"} if error.status in (429, 503) else {})
    if error.status == 401:
        headers["www-authenticate"] = "Bearer"
    body = msgspec.json.encode(Failure(Problem(error.code, error.reason, error.clause)))
    return Response(body, error.status, headers, "application/json")


async def _openapi(request: Request) -> Response:
    return Response(openapi.document(), media_type="application/json")


async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).close(4404)
        return
    await _failed(Failed(404, "unknown", "there is no such address"))(scope, receive, send)


async def _http_error(request: Request, error: HTTPException) -> Response:
    code = "method" if error.status_code == 405 else "invalid"
    answer = _failed(Failed(error.status_code, code, error.detail))
    answer.headers.update(error.headers or {})
    return answer


async def _bug(request: Request, error: Exception) -> Response:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _failed(Failed(500, "bug", "the server made a mistake; it is in its log"))
