"""`clock` and `health`: the time of the service, and whether it works."""

from __future__ import annotations

from datetime import datetime

import msgspec
from celery import current_app
from django.conf import settings
from django.db import Error, connection
from django.utils import timezone
from rest_framework.request import Request

from api.base import Reply, Resource
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.problems import Problem
from league.log.time import steady

CONNECT_SECONDS = 2


class ServiceTime(msgspec.Struct):
    """The time of the service. now: with its offset."""

    now: datetime


class Health(msgspec.Struct):
    """The health of the service. status: `ok`."""

    status: str


class Clock(Resource):
    """The time."""

    authentication_classes = []
    permission_classes = [ReadOnly]

    @describes(ServiceTime)
    def get(self, request: Request) -> Reply:
        """The time of the service, so that clients can correct their own."""
        return Reply(ServiceTime(steady(timezone.now())))


class Live(Resource):
    """Whether the process answers."""

    authentication_classes = []
    permission_classes = [ReadOnly]

    @describes(Health)
    def get(self, request: Request) -> Reply:
        """Answers if the process runs."""
        return Reply(Health("ok"))


class Ready(Resource):
    """Whether the service can work."""

    authentication_classes = []
    permission_classes = [ReadOnly]

    @describes(Health)
    def get(self, request: Request) -> Reply:
        """Answers if the database does, and the broker where there is one."""
        if not _database_answers():
            raise Problem(503, "no_database", "The database does not answer.", headers={"Retry-After": "5"})
        if not _broker_answers():
            raise Problem(503, "no_broker", "The broker does not answer.", headers={"Retry-After": "5"})
        return Reply(Health("ok"))


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except Error:
        return False


def _broker_answers() -> bool:
    if not settings.REDIS_URL:
        return True
    try:
        with current_app.connection_for_read(url=settings.REDIS_URL, connect_timeout=CONNECT_SECONDS) as broker:
            broker.ensure_connection(max_retries=0, timeout=CONNECT_SECONDS)
    except Exception:  # noqa: BLE001  # each broker has errors of its own, and any of them is the answer
        return False
    return True
