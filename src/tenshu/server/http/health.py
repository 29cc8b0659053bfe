"""What the server says about itself."""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Literal

import structlog
from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel, Field
from starlette.responses import Response

from tenshu import __version__
from tenshu.server import metrics
from tenshu.server.errors import Refused
from tenshu.server.http.answers import Json
from tenshu.server.services import services_of

log = structlog.get_logger()
router = APIRouter()

PROTOCOL = 1
PATIENCE = 3.0


class About(BaseModel):
    """Which server this is."""

    name: Literal["tenshu"] = "tenshu"
    version: str = Field(default=__version__, examples=["0.1.0"])
    protocol: int = PROTOCOL


class Health(BaseModel):
    """Whether it can serve, and if not, why."""

    status: Literal["alive", "ready", "not ready"]
    reason: str | None = None


@router.get("/api", tags=["server"], summary="Which server this is")
async def about() -> About:
    return About()


@router.get("/healthz", tags=["server"], summary="Whether the process lives")
async def alive() -> Health:
    return Health(status="alive")


@router.get("/readyz", tags=["server"], summary="Whether it can serve now", responses={503: {"model": Health}})
async def ready(request: Request) -> Health:
    reason = await _why_not(request)
    if reason is None:
        return Health(status="ready")
    document = Health(status="not ready", reason=reason).model_dump()
    return Json(document, 503)  # type: ignore[return-value]


@router.get("/metrics", include_in_schema=False)
async def figures(request: Request) -> Response:
    """For Prometheus on this machine or in this network; nobody else's business."""
    if not _is_near(request):
        raise Refused("not-there")
    metrics.TABLES.set(len(services_of(request).tables))
    return Response(await asyncio.to_thread(metrics.exposition), media_type=CONTENT_TYPE_LATEST)


async def _why_not(request: Request) -> str | None:
    services = services_of(request)
    if services.closing:
        return "the server is going away"
    try:
        async with asyncio.timeout(PATIENCE):
            await services.store.ready()
    except Exception as problem:
        log.warning("not ready", problem=type(problem).__name__)
        return "the database does not answer"
    return None


def _is_near(request: Request) -> bool:
    try:
        address = ipaddress.ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    return address.is_loopback or address.is_private
