"""The least that Django can do on the same server and database: a view with one INSERT, and views with one SELECT.

They stand beside the product's own addresses, under `/bare/`, behind the same middleware.
"""

from __future__ import annotations

import os

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

from tests.deploy import web

SMALL, LARGE = 1, 2
"""The rows that are selected: a short text, and one as long as the standings."""


@csrf_exempt
def insert(request: HttpRequest) -> HttpResponse:
    """Writes the body as a row, and answers it."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_bare (body) VALUES (%s)", [request.body.decode()])
    return HttpResponse(request.body, content_type="application/json")


def select(request: HttpRequest, row: int) -> HttpResponse:
    """Answers a row as it is."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT body FROM bench_bare WHERE id = %s", [row])
        ((body,),) = cursor.fetchall()
    return HttpResponse(body, content_type="application/json")


def process(request: HttpRequest) -> HttpResponse:
    """Answers the id of the process."""
    return HttpResponse(str(os.getpid()))


def prepare(large: str) -> None:
    """The table, with its two rows. large: a text as long as the standings."""
    key = "bigserial PRIMARY KEY" if connection.vendor == "postgresql" else "integer PRIMARY KEY"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE bench_bare (id {key}, body text NOT NULL)")
        cursor.executemany("INSERT INTO bench_bare (body) VALUES (%s)", [["{}"], [large]])


def serve() -> None:
    """In a process of its own: the product with these views beside it."""
    settings.ROOT_URLCONF = __name__
    web.serve()


urlpatterns = [
    path("bare/insert", insert),
    path("bare/process", process),
    path("bare/select/<int:row>", select),
    path("", include("deploy.urls")),
]
