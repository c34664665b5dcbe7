"""Whatever is sent to the desk, it answers with a refusal and nothing is done by halves."""

from __future__ import annotations

import pytest
from django.test import Client
from uuid6 import uuid7

from league.admin.desk.tournament.steps import STEPS
from league.models import Club, Event, Person, User
from tests.pages.night import Night
from tests.pages.test_desk import address, running

JUNK = (
    "",
    "\0",
    "x",
    "-1",
    "0",
    "1e400",
    "9" * 400,
    "1" + "0" * 5000,
    "1/0",
    "NaN",
    "٣",
    "½",
    "<script>",
    "\ud7ff",
    "a" * 70_000,
)
FIELDS = (
    "once", "seen", "new", "who", "team", "members", "are_here", "attempt", "a", "b", "entry", "table", "minutes",
    "reason", "points", "decision", "called", "rounds", "clock_minutes", "smallest", "preferred", "largest",
    "by_place", "tie_breaks", "starts_at", "score_1", "score_2", "score_3", "score_4", "score_5", "place_1", "away_1",
)  # fmt: skip


@pytest.fixture
def about(night: Night) -> list[str]:
    """Ids that a step may be about: none, the round's, a table's."""
    found = running(night).rounds[-1]
    return ["", found.id, found.tables[1].id]


@pytest.mark.parametrize("junk", JUNK, ids=lambda junk: repr(junk[:8]))
def test_junk_is_refused_at_every_step(director: Client, night: Night, about: list[str], junk: str):
    asked = [name for name in STEPS if name not in NEEDS_NOTHING]
    for name in asked:
        for id in about:
            answer = director.post(address(night, name, id), dict.fromkeys(FIELDS, junk))
            assert answer.status_code in (302, 422), (name, id)
    for asked_for in ("name", "q", "page", "show"):
        assert director.get(address(night, "people"), {asked_for: junk[:5000]}).status_code == 200


def test_nothing_at_all_is_refused_and_every_step_may_be_looked_at(director: Client, night: Night, about: list[str]):
    for name in STEPS:
        for id in (*about, str(uuid7())):
            assert director.get(address(night, name, id)).status_code in (200, 302, 405), (name, id)
            if name not in NEEDS_NOTHING:
                assert director.post(address(night, name, id), {}).status_code in (302, 422), (name, id)


NEEDS_NOTHING = (
    *("here", "away", "drop", "drop-after", "return", "all-here", "all-of-last-time"),
    *("pause", "resume", "discard", "cancel", "close"),
)
"""Steps that take no field that could be junk."""


def test_another_clubs_people_and_entries_are_refused(director: Client, night: Night, other: tuple[Club, User]):
    stranger = Person.objects.create(club=other[0], name="Zeno")
    before = Event.objects.count()
    for name, field in (("arrive", "who"), ("penalise", "entry")):
        sent = {field: str(stranger.pk), "points": "1", "reason": "x"}
        assert director.post(address(night, name), sent).status_code == 422
    assert director.post(address(night, "here", str(stranger.pk))).status_code == 302
    assert Event.objects.count() == before


def test_without_the_forms_secret_nothing_is_done(night: Night):
    client = Client(enforce_csrf_checks=True)
    client.force_login(night.director)
    before = Event.objects.count()
    for name in STEPS:
        assert client.post(address(night, name), {"reason": "x"}).status_code == 403
    assert Event.objects.count() == before
