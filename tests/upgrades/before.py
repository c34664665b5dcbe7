"""Run with the code of 0.5.0 as a web process of it: `python before.py STEP [ID]`, with a JSON answer.

open: opens a tournament in the first club, with new people, and plays a round. seat: seats a
tournament's next round.
"""

import json
import os
import sys
from importlib import import_module

sys.path.insert(0, os.getcwd())
import_module("django").setup()

SCORES = (9, 7, 5, 2)


def client():
    """The director, who sees a fault as status 500."""
    from django.contrib.auth import get_user_model
    from django.test import Client
    from django.test.utils import setup_test_environment

    setup_test_environment()
    found = Client(raise_request_exception=False, headers={"Accept": "application/json"})
    found.force_login(get_user_model().objects.get(username="director"))
    return found


def send(to, method, path, body=None):
    """A request, which has to be taken."""
    answer = to.generic(method, f"/api/v1/{path}", json.dumps(body or {}), "application/json")
    assert answer.status_code < 300, (path, answer.content)
    return answer.json()


def open_tournament():
    from league.models import Club

    to, club = client(), str(Club.objects.order_by("pk")[0].pk)
    people = [send(to, "POST", "people", {"club": club, "name": name})["id"] for name in ("Ann", "Bob", "Cy", "Di")]
    body = {"club": club, "name": "Meanwhile", "game": "scoresheet", "points": {"by_place": [4, 2, 1, 0]}}
    id = send(to, "POST", "tournaments", body)["id"]
    entered = send(to, "POST", f"tournaments/{id}/entries", [{"person": person} for person in people])["results"]
    for entry in entered:
        send(to, "POST", f"entries/{entry['id']}/check-in")
    number = send(to, "POST", f"tournaments/{id}/rounds")["id"]
    send(to, "POST", f"rounds/{number}/publish")
    started = send(to, "POST", f"rounds/{number}/start")
    for table in started["tables"]:
        scores = {seat["entry"]: score for seat, score in zip(table["seats"], SCORES, strict=True)}
        send(to, "PUT", f"tables/{table['id']}/result", {"scores": scores})
    send(to, "POST", f"rounds/{number}/close")
    return {"tournament": id, "standings": to.get(f"/api/v1/tournaments/{id}/standings").json()}


def seat(id):
    from league.models import Event

    to, before = client(), Event.objects.count()
    sent = to.post(f"/api/v1/tournaments/{id}/rounds", "{}", content_type="application/json").status_code
    return {"sent": sent, "written": Event.objects.count() - before}


if __name__ == "__main__":
    step = open_tournament() if sys.argv[1] == "open" else seat(sys.argv[2])
    sys.stdout.write(json.dumps(step) + "\n")
