"""Whatever the OpenAPI document allows, and much that it does not, is asked of a real server: it never fails, and it
answers as the document says."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeVar

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode, checks
from schemathesis.config import SchemathesisConfig

from tests.server.running import BOT, ME, OPEN, SOON, Server, get, guest, play, serving

T = TypeVar("T")
EXAMPLES = 12
"""Of what is allowed, and as many of what is not, for each operation."""
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("openapi") / "tenshu.db") as running:
        yield running


@pytest.fixture(scope="module")
def known(server: Server) -> dict[str, list[str]]:
    """Tables that are open, being played and over, and a person: what paths can name."""

    async def evening() -> dict[str, list[str]]:
        async with guest(server, "Ana") as ana:
            tables = [(await ana.create("dragon-castle", seats))["id"] for seats in ([ME, OPEN], [ME, BOT], [ME])]
            await play(ana, tables[2], Random(1))
            person = (await ana.me())["person"]["id"]
            cookie = str(ana._http.cookies["tenshu"])
            return {"name": tables, "person": [person], "game": ["dragon-castle"], "cookie": [cookie]}

    return asyncio.run(evening())


def operations(server: Server) -> list[Any]:
    config = SchemathesisConfig()
    schema = schemathesis.openapi.from_dict(get(f"{server.address}/api/openapi.json").json(), config=config)
    found: list[Any] = list(schema.get_all_operations())
    return [operation.ok() for operation in found]


def bounded(number: int) -> Callable[[T], T]:
    """The same examples every time, and not too many."""
    quick = settings(
        max_examples=EXAMPLES, derandomize=True, database=None, deadline=None, phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    return lambda test: seed(number)(quick(test))  # type: ignore[type-var]


@pytest.mark.slow
def test_the_whole_document(server: Server, known: dict[str, list[str]]) -> None:
    met: set[int] = set()
    found = operations(server)
    assert len(found) > 25
    for number, operation in enumerate(found):
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            try:
                strategy = operation.as_strategy(generation_mode=mode)
                examine(server, strategy, known, met, number)
            except (schemathesis.errors.SchemathesisError, Unsatisfiable):
                if mode is GenerationMode.POSITIVE:  # else there is nothing that one could do wrong
                    raise
    assert {200, 201, 204, 400, 401, 404, 409} <= met
    assert not {status for status in met if status >= 500}


def examine(server: Server, strategy: Any, known: dict[str, list[str]], met: set[int], number: int) -> None:
    @bounded(number)
    @given(case=strategy, pick=st.integers(0, 5), signed=st.booleans())
    def ask(case: Any, pick: int, signed: bool) -> None:
        for name, values in known.items():
            if name in (case.path_parameters or {}) and pick < 2 * len(values):
                case.path_parameters[name] = values[pick // 2]
        cookies = {"tenshu": known["cookie"][0]} if signed or pick else {}
        answer = case.call(base_url=server.address, cookies=cookies, timeout=SOON)
        met.add(answer.status_code)
        case.validate_response(answer, checks=CHECKS)

    ask()
