"""The browser client's types are made from web/protocol.json; here it is held to what the server says."""

from __future__ import annotations

import runpy
from pathlib import Path

WEB = Path(__file__).parent.parent.parent / "web"


def test_the_protocol_of_the_client_is_that_of_the_server() -> None:
    made: str = runpy.run_path(str(WEB / "dev" / "make_protocol.py"))["text"]()
    assert (WEB / "protocol.json").read_text(encoding="utf-8") == made, "run `npm --prefix web run protocol`"
