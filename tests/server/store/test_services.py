"""The servers that other tests lean on."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import textwrap
from pathlib import Path

import psycopg
import pytest

from tests.server.services import PATIENCE, PostgreSQL, Redis, wait_until


def test_each_test_has_its_own_database(postgresql_server: PostgreSQL) -> None:
    with postgresql_server.database() as one, postgresql_server.database() as other:
        with psycopg.connect(one) as connection:
            connection.execute("CREATE TABLE here (x int)")
        with psycopg.connect(other) as connection, pytest.raises(psycopg.errors.UndefinedTable):
            connection.execute("SELECT * FROM here")


def test_a_server_that_was_killed_starts_again_with_its_data(postgresql_server: PostgreSQL) -> None:
    with postgresql_server.database() as address:
        with psycopg.connect(address) as connection:
            connection.execute("CREATE TABLE here (x int)")
        postgresql_server.kill()
        assert not postgresql_server.is_up()
        postgresql_server.start()
        with psycopg.connect(address) as connection:
            connection.execute("SELECT * FROM here")


def test_redis_is_empty_in_every_test(redis: str, redis_server: Redis) -> None:
    assert redis_server.ask("DBSIZE") == ":0"
    assert redis_server.ask("SET here 1") == "+OK"
    redis_server.kill()
    assert not redis_server.is_up()
    redis_server.start()


def test_another_port_is_taken_if_the_first_is_gone() -> None:
    server = Redis()
    with socket.create_server(("127.0.0.1", server.port)):
        server.start()
    assert server.is_up()
    server.end()
    assert not server.is_up()
    assert not server.folder.exists()


@pytest.mark.parametrize("service", ["PostgreSQL", "Redis"])
def test_servers_end_with_a_test_process_that_is_killed(service: str) -> None:
    script = f"""
        import time
        from tests.server.services import {service}
        server = {service}()
        server.start()
        print(server.pid, server.folder, flush=True)
        time.sleep(600)
    """
    root = Path(__file__).parents[3]
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], cwd=root, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        pid, folder = process.stdout.readline().split()
        assert _lives(int(pid))
        process.send_signal(signal.SIGKILL)
    wait_until(lambda: not _lives(int(pid)) and not Path(folder).exists(), PATIENCE)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
