"""The built client as files, and the headers that keep a page to itself."""

from __future__ import annotations

import gzip
import mimetypes
import os
from functools import lru_cache
from pathlib import Path

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
FOREVER = "public, max-age=31536000, immutable"
"""For files that have a hash of their contents in their names."""
MISSING = """The browser client is not built. In a checkout: make play (or: cd web && npm ci && npm run build).
Installed with SANDTABLE_NO_CLIENT=1: install it again without.
The API is there: /api/openapi.json
"""
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
WORDY = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt", ".map")
"""Endings of files that get smaller by packing; pictures and fonts are packed already."""


class SecurityHeaders:
    """Adds them to every answer, whoever gives it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


def client_folder() -> Path | None:
    """Where the built client is: named by SANDTABLE_CLIENT, in the installed package, or in the checkout."""
    package = Path(__file__).parents[1]
    named = os.environ.get("SANDTABLE_CLIENT")
    places = [Path(named)] if named else [package / "client", package.parents[1] / "web" / "dist"]
    return next((place for place in places if (place / "index.html").is_file()), None)


def takes_gzip(accepted: str) -> bool:
    """Does an Accept-Encoding header let us pack the answer?"""
    wishes = {name.strip().lower(): quality for name, _, quality in (one.partition(";") for one in accepted.split(","))}
    quality = wishes.get("gzip", wishes.get("*"))
    return quality is not None and quality.replace(" ", "").lower() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")


@lru_cache(256)
def contents(path: Path, changed: int, size: int, packed: bool) -> bytes:
    """A file as it goes out: read and packed once, and anew when it was built anew (`changed`, `size`)."""
    body = path.read_bytes()
    return gzip.compress(body, 9, mtime=0) if packed else body


class Client:
    """The files of the built client, read once. Every address that is not a file is a page of the client."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder.resolve() if folder else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocketClose(4404)(scope, receive, send)
        else:
            await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("method not allowed", 405, {"allow": "GET, HEAD"})
        if self.folder is None:
            return PlainTextResponse(MISSING, 503)
        path = self._file(str(scope["path"]))
        if path is None:
            return PlainTextResponse("not found", 404)
        kept = FOREVER if path.parent.name == "assets" else "no-cache"
        headers = {"cache-control": kept}
        asked = {name: value.decode("latin-1") for name, value in scope["headers"]}
        packed = path.suffix in WORDY and takes_gzip(asked.get(b"accept-encoding", ""))
        stamp = path.stat()
        body = contents(path, stamp.st_mtime_ns, stamp.st_size, packed)
        etag = f'"{stamp.st_mtime_ns:x}-{stamp.st_size:x}{"-gzip" if packed else ""}"'
        headers["etag"] = etag
        if path.suffix in WORDY:
            headers["vary"] = "accept-encoding"
        if asked.get(b"if-none-match", "") == etag:
            return Response(status_code=304, headers=headers)
        if packed:
            headers["content-encoding"] = "gzip"
        media = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return Response(b"" if scope["method"] == "HEAD" else body, 200, headers, media)

    def _file(self, address: str) -> Path | None:
        """A file of the client, or its page for any address without an ending; never anything outside the folder."""
        assert self.folder is not None
        index = self.folder / "index.html"
        if "\x00" in address:
            return None
        try:
            path = (self.folder / address.lstrip("/")).resolve()
            if not path.is_relative_to(self.folder):
                return None
            if path.is_file():
                return path
        except OSError:  # no file system has such a name
            return None
        return index if "." not in path.name else None
