"""What a database answers: the API's JSON as text, and whether each round is seated as its draw comes out again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import StringIO
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.test import Client

PEOPLE = 12
WORDING = "detail"
"""The field of a redraw that is a sentence for people, whose words may change."""
REDRAW = "redraw "
IGNORED = "?moved=true"
"""In a question of 0.5.0: a parameter that it ignored, and that is refused since."""


def rows(model: str) -> Any:
    """All rows of a model of ours, in order."""
    return apps.get_model("league", model)._default_manager.order_by("pk")


def answers(asked: Iterable[str]) -> dict[str, str]:
    """The answers to paths of the API, and to `redraw` and a round. Whoever asks directs the club."""
    client = director()
    return {
        question: redrawn(question.removeprefix(REDRAW)) if question.startswith(REDRAW) else got(client, question)
        for question in asked
    }


def director() -> Client:
    """Whoever directs the club, logged in."""
    client = Client(headers={"Accept": "application/json"})
    client.force_login(rows("User").get(username="director"))
    return client


def got(client: Client, path: str) -> str:
    """The body, as it is sent."""
    found = client.get(f"/api/v1/{path.removesuffix(IGNORED)}")
    assert found.status_code == 200, (path, found.content)
    return found.content.decode()


def redrawn(round_id: str) -> str:
    """What `manage.py redraw` says, without its sentence."""
    out = StringIO()
    with suppress(SystemExit):
        call_command("redraw", round_id, "--json", stdout=out)
    return json.dumps({key: value for key, value in json.loads(out.getvalue()).items() if key != WORDING})


def questions() -> Iterator[str]:
    """Standings as they are, after each round and as they were known then; league tables; ratings; redraws."""
    for tournament in rows("Tournament"):
        base = f"tournaments/{tournament.pk}"
        yield from (base, f"{base}/standings", f"{base}/rounds")
        for closed in rows("Round").filter(tournament=tournament, state="closed").order_by("number"):
            yield f"{base}/standings?after_round={closed.number}"
            if closed.number == 1:
                yield f"{base}/standings?as_of=round:1"
    for season in rows("Season"):
        base = f"seasons/{season.pk}"
        yield from (base, f"{base}/standings", f"{base}/standings?moved=true", f"{base}/ledger")
    yield from (f"ratings?club={club.pk}" for club in rows("Club"))
    yield from (f"people/{person.pk}/record" for person in rows("Person")[:PEOPLE])
    yield from (f"{REDRAW}{found.pk}" for found in rows("Round"))
