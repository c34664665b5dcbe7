"""In a process of its own: this release on the database of an older one."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import setup_test_environment
from django.urls import reverse

from league.models import Club, Tournament
from tests.pins.answers import director, questions

QUESTIONS = ("standings", "entries", "rounds")


def said(command: str) -> Any:
    """What a command prints as JSON."""
    out = StringIO()
    call_command(command, "--json", stdout=out)
    return json.loads(out.getvalue())


def columns() -> dict[str, bool]:
    """Every column of our tables, `table.column`, and whether an insert that does not name it fails."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT table_name || '.' || column_name, is_nullable = 'NO' AND column_default IS NULL"
                " AND is_identity = 'NO' FROM information_schema.columns WHERE table_schema = 'public'"
            )
        else:
            cursor.execute(
                "SELECT t.name || '.' || c.name, c.\"notnull\" AND c.dflt_value IS NULL AND NOT c.pk"
                " FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table'"
            )
        return {name: bool(fails) for name, fails in cursor.fetchall()}


def upgraded(tournament: str) -> dict[str, Any]:
    """Migrates, and says what is found and answered then. different: what two rebuilds change, one after the other."""
    setup_test_environment()
    before = columns()
    call_command("migrate", verbosity=0)
    after = columns()
    clean = said("verify")["findings"]
    different = [said("rebuild")["different"], said("rebuild")["different"]]
    client = director()
    return {
        "needed": [name for name, fails in after.items() if fails and name not in before and table(name, before)],
        "findings": clean,
        "different": different,
        "pages": {page: client.get(page).status_code for page in pages(tournament)},
        "answers": {name: client.get(f"/api/v1/tournaments/{tournament}/{name}").json() for name in QUESTIONS},
        "failed": [path for path in questions() if not path.startswith("redraw") and not answers(client, path)],
    }


def table(column: str, before: dict[str, bool]) -> bool:
    """Whether the column's table was there before."""
    name = column.partition(".")[0]
    return any(known.partition(".")[0] == name for known in before)


def answers(client: Client, path: str) -> bool:
    return client.get(f"/api/v1/{path.removesuffix('?moved=true')}").status_code == 200


def pages(tournament: str) -> list[str]:
    """The pages of a night for its staff and for everybody."""
    row = Tournament.objects.get(pk=tournament)
    code = row.public_code.code
    return [
        reverse("admin:index"),
        reverse("admin:league_tournament_change", args=[row.pk]),
        reverse("admin:league_person_changelist"),
        reverse("web:public", args=[code]),
        *(f"/c/{club.slug}" for club in Club.objects.all()),
    ]


def migrated() -> None:
    """Migrates."""
    call_command("migrate", verbosity=0)


def verified() -> Any:
    """What is wrong with the log."""
    return said("verify")["findings"]


def went_on(tournament: str) -> dict[str, Any]:
    """Reads and goes on with what a process of the old release has written after the migration."""
    setup_test_environment()
    client, path = director(), f"/api/v1/tournaments/{tournament}"
    call_command("rebuild", stdout=StringIO())
    club = str(Tournament.objects.get(pk=tournament).club_id)
    found = client.get("/api/v1/people", {"club": club, "search": "ann"}).json()
    return {
        "findings": verified(),
        "standings": client.get(f"{path}/standings").json(),
        "found": [person["name"] for person in found["results"]],
        "pages": {page: client.get(page).status_code for page in pages(tournament)},
        "seated": post(client, f"{path}/rounds", {}),
        "announced": post(client, f"{path}/announcements", {"text": "The bar is open"}),
    }


def post(client: Client, path: str, body: Any) -> int:
    """The status of a write."""
    return client.post(path, body, content_type="application/json").status_code
