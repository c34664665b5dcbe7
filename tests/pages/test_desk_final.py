"""A final begun and undone at the desk."""

from __future__ import annotations

import pytest
from django.test import Client
from uuid6 import uuid7

from league.domain.tournament import commands
from league.models import Event, Membership, Role, User
from tests.pages.night import FIRST_NIGHT, PASSWORD, Night, Playing, make_people
from tests.pages.test_desk_steps import asked, state_of, step


@pytest.fixture
def played(night: Night) -> Playing:
    """A tournament in which seven have played a round."""
    tournament = Playing(night.club, night.director, night.season, "Small night", FIRST_NIGHT)
    tournament.enter([*make_people(night.club, [f"Guest {number}" for number in range(1, 8)])])
    tournament.play_round()
    return tournament


def test_the_best_four_play_a_final_that_everybody_reads_of(director: Client, night: Night, played: Playing):
    assert "Begin a final" in director.get(step(played.id, "")).text
    at = step(played.id, "final")
    sent = asked(director, at)
    assert sent["top"] == 4
    wanted = {"top": "4", "carry": "half", "rounds": "1", "by_place": "7 5 3 1", "game": "scoresheet"}
    assert director.post(at, sent | wanted).status_code == 302
    state = state_of(night, played.id)
    assert state.stage is not None
    assert (state.stage.top, state.stage.carry, state.effective_settings.rounds, state.effective_settings.game) == (
        4,
        "half",
        2,
        "scoresheet",
    )
    assert state.effective_settings.points.by_place == (7, 5, 3, 1)
    for page in (step(played.id, ""), f"/admin/league/tournament/{played.id}/change/"):
        text = director.get(page).text
        assert "From round 2 on, the best 4 play a final:" in text
        assert "Each of them carried half of the points into it." in text
    desk = director.get(step(played.id, ""))
    assert director.get(step(played.id, "people")).context["enter"] is None
    assert "4 people play on." in desk.text
    assert "7 people are here." not in desk.text
    assert "Not in the final" in director.get(f"/admin/league/tournament/{played.id}/change/").text
    assert director.post(step(played.id, "seat"), {}).status_code == 302
    found = state_of(night, played.id).rounds[-1]
    assert [set(table.seats) for table in found.tables] == [set(state.stage.entries)]
    played.start(found)
    assert "place_1" not in director.get(step(played.id, "result", found.tables[0].id)).text
    played.report(found)
    played.send(commands.CloseRound(round=found.id))
    shown = director.get(f"/admin/league/tournament/{played.id}/change/").context["page"]
    assert sorted(dict(row.rounds)[2].kind for row in shown.rows) == ["not_in_final"] * 3 + ["played"] * 4
    assert "All rounds are played." in director.get(step(played.id, "")).text
    assert "Begin a final" in director.get(step(played.id, "")).text


def test_it_is_undone_before_its_first_round(director: Client, night: Night, played: Playing):
    at = step(played.id, "final")
    sent = asked(director, at) | {"top": "4"}
    assert director.post(at, sent).status_code == 302
    assert director.post(at, sent).status_code == 302
    assert Event.objects.filter(type="tournament.stage_begun").count() == 1
    assert "Begin a final" not in director.get(step(played.id, "")).text
    undo = step(played.id, "undo-final")
    assert director.post(undo, asked(director, undo)).status_code == 302
    assert state_of(night, played.id).stages == ()
    late = director.post(undo, asked(director, at))
    assert late.status_code == 422
    assert state_of(night, played.id).stages == ()


def test_what_makes_no_final_is_said_beside_what_was_typed(director: Client, night: Night, played: Playing):
    at = step(played.id, "final")
    sent = asked(director, at)
    for typed, said in (
        ({"top": "2"}, "fill a table"),
        ({"top": "8"}, "are still playing"),
        ({"top": ""}, "required"),
        ({"carry": "some"}, "Select a valid choice"),
        ({"by_place": "x"}, "is not a number"),
        ({"game": "chess"}, "Select a valid choice"),
    ):
        answer = director.post(at, sent | typed)
        assert answer.status_code == 422
        assert said in answer.text
    assert state_of(night, played.id).stages == ()
    played.send(commands.Penalise(str(uuid7()), next(iter(state_of(night, played.id).entries)), 1, "late"))
    faster = director.post(at, sent)
    assert faster.status_code == 422
    assert "Someone else changed this first" in faster.text


def test_a_referee_begins_no_final(night: Night, played: Playing):
    user = User.objects.create_user("referee", password=PASSWORD)
    Membership.objects.create(club=night.club, user=user, role=Role.REFEREE)
    client = Client()
    client.force_login(user)
    for name in ("final", "undo-final"):
        assert client.get(step(played.id, name)).status_code == 403
    assert "Begin a final" not in client.get(step(played.id, "")).text


def test_the_standings_have_blocks_that_say_what_they_count(director: Client, night: Night, played: Playing):
    page = f"/admin/league/tournament/{played.id}/change/"
    assert [caption for caption, _ in director.get(page).context["page"].blocks] == [""]
    state = state_of(night, played.id)
    last = next(row.entry for row in reversed(director.get(page).context["page"].rows))
    at = step(played.id, "final")
    assert director.post(at, asked(director, at) | {"top": "4", "carry": "half"}).status_code == 302
    played.send(commands.Drop(entry=last))
    others = "Not in the final, in the order in which it began. Rounds that count: 1."
    blocks = director.get(page).context["page"].blocks
    final = "The final. Rounds that count: none yet, and half of the points from before it."
    assert [(caption, len(rows)) for caption, rows in blocks] == [(final, 4), (others, len(state.entries) - 4)]
    played.play_round()
    text = director.get(page).text
    final = "The final. Rounds that count: 2, and half of the points from before it."
    assert text.index(final) < text.index(others)
    assert text.count('<tr class="is-withdrawn">') == 1
    assert "has left the tournament" in text


def test_who_was_absent_in_every_round_is_below_everybody_else(director: Client, night: Night):
    absent = Playing(night.club, night.director, night.season, "Quiet night", FIRST_NIGHT)
    absent.enter([*make_people(night.club, [f"Guest {number}" for number in range(1, 5)])])
    page = f"/admin/league/tournament/{absent.id}/change/"
    found = absent.seat()
    absent.start(found)
    seats = found.tables[0].seats
    places = {entry: place for place, entry in enumerate(seats[:2], 1)}
    absent.send(commands.RecordResult(table=found.tables[0].id, places=places, at=absent.at, absent=seats[2:]))
    absent.send(commands.CloseRound(round=found.id))
    blocks = director.get(page).context["page"].blocks
    assert [(caption, [row.place for row in rows]) for caption, rows in blocks] == [
        ("", [1, 2]),
        ("Without a place: absent in every round.", [None, None]),
    ]
    text = director.get(page).text
    assert "has left the tournament" not in text
    assert "no place yet" in text
    for other in ("places/", f"why/{seats[3]}/", "what-if/"):
        assert director.get(page.replace("change/", other)).status_code == 200, other
    assert "it was absent in every round" in director.get(page.replace("change/", f"why/{seats[3]}/")).text
