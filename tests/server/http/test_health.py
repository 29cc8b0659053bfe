"""What the server says about itself: health, figures, its own description."""

from __future__ import annotations

import re
from typing import Any
from unittest import mock

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tenshu import __version__
from tenshu.server import metrics
from tenshu.server.store import NotStored
from tests.server.http.inside import Inside, inside, refused


def test_which_server_this_is(server: Inside) -> None:
    assert server.browser().get("/api").json() == {"name": "tenshu", "version": __version__, "protocol": 1}


def test_alive_and_ready(server: Inside) -> None:
    assert server.browser().get("/healthz").json() == {"status": "alive", "reason": None}
    assert server.browser().get("/readyz").json() == {"status": "ready", "reason": None}


def test_without_its_database_it_lives_but_is_not_ready(server: Inside) -> None:
    with mock.patch.object(server.services.store, "ready", side_effect=NotStored("gone")):
        answer = server.browser().get("/readyz")
        assert server.browser().get("/healthz").status_code == 200
    assert answer.status_code == 503
    assert answer.json() == {"status": "not ready", "reason": "the database does not answer"}


def test_on_its_way_out_it_is_not_ready() -> None:
    with inside() as server:
        server.services.closing = True
        assert server.browser().get("/readyz").json()["reason"] == "the server is going away"


# Figures


def figure(text: str, name: str, **labels: str) -> float:
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if sample.name == name and labels.items() <= sample.labels.items():
                return float(sample.value)
    return 0.0


def test_requests_are_counted_by_route(server: Inside) -> None:
    browser = server.browser()
    labels = {"method": "GET", "route": "/api/tables/{name}", "status": "404"}
    before = figure(browser.get("/metrics").text, "tenshu_requests_total", **labels)
    for number in range(3):
        browser.get(f"/api/tables/nothing{number}")
    text = browser.get("/metrics").text
    assert figure(text, "tenshu_requests_total", **labels) == before + 3
    assert figure(text, "tenshu_request_seconds_count", route="/api/tables/{name}") >= 3
    assert figure(text, "tenshu_refusals_total", code="not-there") >= 3
    assert "nothing0" not in text


def test_unknown_methods_and_paths_do_not_fill_the_figures(server: Inside) -> None:
    browser = server.browser()
    for number in range(5):
        browser.ask(f"BREW{number}", f"/api/x{number}")
        browser.get(f"/api/x{number}/y")
    text = browser.get("/metrics").text
    assert "BREW" not in text
    assert "x1" not in text


def test_every_figure_is_there(server: Inside) -> None:
    names = {family.name for family in text_string_to_metric_families(server.browser().get("/metrics").text)}
    assert names >= {
        "tenshu_requests", "tenshu_request_seconds", "tenshu_refusals", "tenshu_sockets", "tenshu_live_tables",
        "tenshu_moves", "tenshu_commit_seconds", "tenshu_committed_changes", "tenshu_messages",
        "tenshu_rejected_messages", "tenshu_bot_jobs", "tenshu_bot_job_seconds", "tenshu_webhook_calls",
    }  # fmt: skip


@pytest.mark.parametrize("address", ["8.8.4.4", "2a00:1450::1", "unknown"])
def test_figures_are_not_for_strangers(server: Inside, address: str) -> None:
    refused(server.browser(address=address).get("/metrics"), 404, "not-there")


def test_processes_that_have_died_are_forgotten(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(metrics.FOLDER, str(tmp_path))
    dead, alive = tmp_path / "gauge_livesum_99999999.db", tmp_path / "gauge_livesum_1.db"
    counter = tmp_path / "counter_99999999.db"
    for file in (dead, alive, counter):
        file.touch()
    metrics.forget_the_dead()
    assert (dead.exists(), alive.exists(), counter.exists()) == (False, True, True)


# Its own description


def references(node: Any) -> set[str]:
    if isinstance(node, dict):
        found = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
        return found.union(*map(references, node.values()))
    return set().union(*map(references, node)) if isinstance(node, list) else set()


def test_the_openapi_document_is_whole(server: Inside) -> None:
    document = server.browser().get("/api/openapi.json").json()
    schemas = document["components"]["schemas"]
    assert references(document) == {f"#/components/schemas/{name}" for name in schemas}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            where = f"{method} {path}"
            assert operation.get("summary"), where
            assert "422" not in operation["responses"], where
            refusal = operation["responses"]["4XX"]["content"]["application/json"]["schema"]
            assert refusal == {"$ref": "#/components/schemas/Refusal"}, where


def test_everything_of_the_protocol_about_people_is_described(server: Inside) -> None:
    paths = server.browser().get("/api/openapi.json").json()["paths"]
    described = {f"{method.upper()} {path}" for path, operations in paths.items() for method in operations}
    assert described >= {
        "POST /api/session", "POST /api/session/password", "POST /api/session/link", "DELETE /api/session",
        "GET /api/me", "PATCH /api/me", "POST /api/me/account", "POST /api/me/password", "POST /api/me/link",
        "DELETE /api/me/link", "GET /api/me/tokens", "POST /api/me/tokens", "DELETE /api/me/tokens/{id}", "GET /api",
        "GET /healthz", "GET /readyz",
    }  # fmt: skip
    assert not any(re.search("docs|redoc|metrics", path) for path in paths)
