"""The HTTP API against its own OpenAPI document: whatever is sent, the answers are those that the document promises."""

from __future__ import annotations

import json
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import checks
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from sandtable.server import openapi
from tests.server.conftest import PATIENCE, Server

CHECKS = [
    checks.not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
    response_schema_conformance, negative_data_rejection,
]  # fmt: skip
TRUE_CHECKS = [check for check in CHECKS if check is not negative_data_rejection]
schema = schemathesis.openapi.from_dict(json.loads(openapi.document()))
chosen = settings(
    max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate]
)


@schema.parametrize()
@chosen
def test_every_endpoint_keeps_its_word(case: Any, server: Server) -> None:
    case.validate_response(case.call(base_url=server.address, timeout=PATIENCE), checks=CHECKS)


@pytest.fixture(scope="module")
def game(server: Server) -> dict[str, Any]:
    """A game that is over, and its token."""
    made = server.host.new_game("opportunity")
    token = made["seats"][0]["token"]
    with server.host.sit(made["game"], token) as chair:
        while (question := chair.wait()) is not None:
            chair.answer(chair.any_answer(question))
    return {"game": made["game"], "token": token, "watch": made["watch"]}


@schema.include(path_regex=r"\{(game|ruleset)\}").parametrize()
@chosen
def test_also_with_true_names_and_tokens(case: Any, server: Server, game: dict[str, Any]) -> None:
    case.path_parameters = {**case.path_parameters, "ruleset": "opportunity", "game": game["game"]}
    case.headers = {**(case.headers or {}), "authorization": f"Bearer {game['watch']}"}
    response = case.call(base_url=server.address, timeout=PATIENCE)
    case.validate_response(response, checks=TRUE_CHECKS)


@pytest.mark.parametrize(
    "name", ["show_ruleset", "show_rulebook", "show_game", "show_replay", "show_scenes", "download", "fork"]
)
def test_a_true_wish_is_granted(name: str, server: Server, game: dict[str, Any]) -> None:
    """Tests that only ever see errors would prove little."""
    body: dict[str, Any] = {"body": {"at": 1}, "media_type": "application/json"} if name == "fork" else {}
    case = schema.find_operation_by_id(name).Case(
        path_parameters={"ruleset": "opportunity", "game": game["game"]},
        headers={"authorization": f"Bearer {game['watch']}"},
        **body,
    )
    response = case.call(base_url=server.address, timeout=PATIENCE)
    assert response.status_code < 300
    case.validate_response(response, checks=TRUE_CHECKS)
