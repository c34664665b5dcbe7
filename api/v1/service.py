"""`clock` and `health`: the time of the service, and whether it works."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec
import structlog
from celery import current_app
from django.conf import settings
from django.utils import timezone
from rest_framework.request import Request

from api.base import Reply, Resource
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.problems import OUTAGE_SECONDS, Problem
from api.throttling import Free
from games.kernel import N_
from league.log import outages
from league.log.outages import Outage
from league.log.time import steady
from league.repository.schema import schema
from league.services import heartbeats

log = structlog.get_logger(__name__)

CONNECT_SECONDS = 2
OK: Literal["ok"] = "ok"
NO_BROKER = Outage("no_broker", N_("The broker does not answer."))
NOT_MIGRATED = Outage("not_migrated", N_("The database has not been migrated: run the command `migrate`."))
UNKNOWN = Outage("unknown", "")
"""Of a part that can't be asked, since one before it does not work."""
LATE = {
    heartbeats.WORKER: Outage("no_worker", N_("The tasks of a queue have not been done for more than a minute.")),
    heartbeats.BEAT: Outage("no_beat", N_("Beat has sent no task for more than a minute.")),
}


class ServiceTime(msgspec.Struct):
    """The time of the service. now: with its offset."""

    now: datetime


class Health(msgspec.Struct):
    """The health of the service. status: of this process."""

    status: Literal["ok"]


class Part(msgspec.Struct):
    """A part of the service. state: `ok`, or the code of what is wrong.

    age_seconds: since the last work of the worker or of beat; null of other parts, and where it is not known.
    """

    state: str
    age_seconds: float | None = None


class Readiness(msgspec.Struct):
    """Whether the service can work.

    status: of the service. parts: `database`, `migrations`, `broker`, `worker`, `beat`.
    """

    status: Literal["ok"]
    parts: dict[str, Part]


class Clock(Resource):
    """The time."""

    authentication_classes = []
    permission_classes = [ReadOnly]
    has_tags = False

    @describes(ServiceTime)
    def get(self, request: Request) -> Reply:
        """The time of the service, so that clients can correct their own."""
        return Reply(ServiceTime(steady(timezone.now())))


class Live(Resource):
    """Whether the process answers."""

    throttle_classes = [Free]
    authentication_classes = []
    permission_classes = [ReadOnly]
    has_tags = False

    @describes(Health)
    def get(self, request: Request) -> Reply:
        """Answers if the process runs."""
        return Reply(Health("ok"))


class Ready(Resource):
    """Whether the service can work."""

    throttle_classes = [Free]
    authentication_classes = []
    permission_classes = [ReadOnly]
    has_tags = False

    @describes(Readiness)
    def get(self, request: Request) -> Reply:
        """Answers if each part works: `database`, `migrations`, `broker`, `worker` and `beat`; else 503 and why."""
        faults, parts = _faults(), {}
        for name, fault in faults.items():
            parts[name] = Part(fault.code if fault else OK, _age(name))
        if fault := next(filter(None, faults.values()), None):
            facts = {"parts": msgspec.to_builtins(parts)}
            raise Problem(503, fault.code, fault.template, facts, headers={"Retry-After": str(OUTAGE_SECONDS)})
        return Reply(Readiness(OK, parts))


def _faults() -> dict[str, Outage | None]:
    """What is wrong with each part, in the order in which they need each other; None if nothing."""
    no_database, no_broker = outages.present(), None if _broker_answers() else NO_BROKER
    return {
        "database": no_database,
        "migrations": UNKNOWN if no_database else None if schema.is_migrated() else NOT_MIGRATED,
        "broker": no_broker,
        **{name: UNKNOWN if no_broker else _late(name) for name in LATE},
    }


def _late(name: str) -> Outage | None:
    return LATE[name] if heartbeats.is_late(_age(name)) else None


def _age(name: str) -> float | None:
    """Seconds since the last work of the worker or of beat, where that is known."""
    if name not in LATE:
        return None
    try:
        return heartbeats.age(name)
    except Exception:  # noqa: BLE001  # each cache has errors of its own; the broker's part tells of them
        return None


def _broker_answers() -> bool:
    if not settings.REDIS_URL:
        return True
    try:
        with current_app.connection_for_read(url=settings.REDIS_URL, connect_timeout=CONNECT_SECONDS) as broker:
            broker.ensure_connection(max_retries=0, timeout=CONNECT_SECONDS)
    except Exception as error:  # noqa: BLE001  # each broker has errors of its own, and any of them is the answer
        log.warning("broker can't be used", error=str(error))
        return False
    return True
