"""The OpenAPI document, made from the endpoints and the types of their bodies and answers."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

import sandtable
from sandtable.server.api import Endpoint
from sandtable.server.endpoints import ENDPOINTS
from sandtable.server.wire import Failure

REASONS = {
    400: "The body is not what it should be",
    401: "The token is missing or wrong",
    404: "There is no such thing",
    405: "Not this method",
    409: "Not now",
    413: "Too large",
    415: "Not this content type",
    422: "The rules refuse it",
    429: "Too often",
    503: "The database does not answer",
}
QUERIES = {
    "from": {"type": "integer", "minimum": 0, "maximum": 1_000_000},
    "count": {"type": "integer", "minimum": 0, "maximum": 200},
    "seat": {"type": "integer", "minimum": 0, "maximum": 0},
    "seed": {"type": "string", "minLength": 1, "maxLength": 40},
    "force": {"type": "string", "maxLength": 80},
    "place": {"type": "string", "maxLength": 80},
    "picture": {"type": "boolean"},
}
ANYTHING: dict[str, Any] = {}


@cache
def document() -> bytes:
    types = [kind for one in ENDPOINTS for kind in (one.answer, one.body) if kind not in (None, bytes, msgspec.Raw)]
    schemas, components = msgspec.json.schema_components([*types, Failure], ref_template="#/components/schemas/{name}")
    by_type = {_key(kind): schema for kind, schema in zip([*types, Failure], schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        path = endpoint.path.replace(":path}", "}")
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, by_type)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Sandtable", "version": sandtable.__version__,
                "description": "The HTTP half; the socket is described in docs/api.md.",
            },
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            },
        }
    )  # fmt: skip


def _key(kind: Any) -> str:
    return repr(kind)


def _operation(endpoint: Endpoint, by_type: dict[str, Any]) -> dict[str, Any]:
    answer = by_type.get(_key(endpoint.answer), ANYTHING)
    failure = {"application/json": {"schema": by_type[_key(Failure)]}}
    errors = {400, 413, 415, 429, 503, *endpoint.errors} if endpoint.body else {400, 429, 503, *endpoint.errors}
    errors |= {401} if endpoint.token else set()
    operation: dict[str, Any] = {
        "operationId": endpoint.handler.__name__,
        "summary": endpoint.summary,
        "parameters": [
            {
                "name": name.partition(":")[0],
                "in": "path",
                "required": True,
                "schema": {"type": "string", "minLength": 1},
            }
            for name in re.findall(r"{([^}]+)}", endpoint.path)
        ]
        + [{"name": name, "in": "query", "schema": QUERIES[name]} for name in endpoint.query],
        "responses": {
            str(endpoint.status): {"description": "Done", "content": {"application/json": {"schema": answer}}},
            **{str(status): {"description": REASONS[status], "content": failure} for status in sorted(errors)},
        },
    }
    if endpoint.body is not None:
        schema = by_type.get(_key(endpoint.body), {"type": "object"})
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    if endpoint.token:
        operation["security"] = [{"token": []}]
    return operation
