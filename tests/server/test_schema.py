"""The HTTP API against its own OpenAPI document: whatever is sent, the answers are those that the document promises."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
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
from tests.server.conftest import Server

CHECKS = [
    checks.not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
    response_schema_conformance, negative_data_rejection,
]  # fmt: skip
schema = schemathesis.openapi.from_dict(json.loads(openapi.document()))
chosen = settings(
    max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate]
)
seen: Counter[tuple[str, int]] = Counter()
"""How often each operation has answered with each status where the names were true."""


@schema.parametrize()
@chosen
def test_every_endpoint_keeps_its_word(case: Any, server: Server) -> None:
    case.validate_response(case.call(base_url=server.address, timeout=20), checks=CHECKS)


@pytest.fixture(scope="module")
def game(server: Server) -> dict[str, Any]:
    """A game that is over, and its token."""
    made = server.host.new_game("opportunity")
    token = made["seats"][0]["token"]
    with server.host.sit(made["game"], token) as chair:
        while (question := chair.wait()) is not None:
            chair.answer(chair.any_answer(question))
    return {"game": made["game"], "token": token, "watch": made["watch"]}


@pytest.fixture(scope="module", autouse=True)
def good_answers_too() -> Iterator[None]:
    """Tests that only ever see errors would prove little."""
    yield
    if seen:
        done = {operation for operation, status in seen if status < 300}
        assert {"show_ruleset", "show_rulebook", "show_game", "show_replay", "show_scenes", "download", "fork"} <= done


@schema.include(path_regex=r"\{(game|ruleset)\}").parametrize()
@chosen
def test_also_with_true_names_and_tokens(case: Any, server: Server, game: dict[str, Any]) -> None:
    case.path_parameters = {**case.path_parameters, "ruleset": "opportunity", "game": game["game"]}
    case.headers = {**(case.headers or {}), "authorization": f"Bearer {game['watch']}"}
    response = case.call(base_url=server.address, timeout=20)
    seen[case.operation.definition.raw["operationId"], response.status_code] += 1
    case.validate_response(response, checks=[check for check in CHECKS if check is not negative_data_rejection])
