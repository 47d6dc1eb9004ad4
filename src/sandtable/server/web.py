"""The built client as files, and the headers that keep a page to itself."""

from __future__ import annotations

import mimetypes
import os
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
        body = path.read_bytes()
        etag = f'"{path.stat().st_mtime_ns:x}-{len(body):x}"'
        headers["etag"] = etag
        if dict(scope["headers"]).get(b"if-none-match", b"").decode("latin-1") == etag:
            return Response(status_code=304, headers=headers)
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
