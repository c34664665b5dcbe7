"""Who sees what, and the way to the log and back."""

from datetime import datetime

import pytest

from games.codec import Codec, canonical, decode_command
from games.kernel import REFEREE, Aggregate, Rejected
from league.domain.tournament import commands as c
from league.domain.tournament import rules as tournament
from league.domain.tournament.view import round_view, rounds_seen, table_view, view
from tests.league.domain.night import (
    EVENING,
    FOUR,
    SECRET,
    Night,
    minutes,
    places_as_seated,
    running_night,
    seated_night,
)


def whole_night():
    night = Night(*FOUR, "eve", clock_seconds=60)
    night.send(c.Drop("eve"))
    night.seat()
    night.send(c.Discard("r1"))
    night.seat()
    night.start()
    night.send(c.Pause("r1", minutes(0.5), "a fire alarm"))
    night.send(c.Resume("r1", minutes(1)))
    night.send(c.Extend("r1", minutes(1), 60, "a fire alarm"))
    night.send(c.Expire("r1", minutes(3)))
    result = c.RecordResult("r1b1", places_as_seated(night), EVENING, by="user:7")
    night.send(result)
    night.send(c.WithdrawResult("r1b1"))
    night.send(result)
    night.send(c.Penalise("p", "ann", "1/2", "a fire alarm"))
    night.send(c.LiftPenalty("p"))
    night.send(c.Return("eve"))
    night.close_round()
    return night


def test_the_secret_is_seen_by_nobody_before_the_close():
    night = whole_night()
    for viewer in (None, "ann", REFEREE):
        shown = [event.show(viewer) for event in night.aggregate.events] + [view(night.state, viewer)]
        assert SECRET not in str(shown)
        assert night.state.seed_hash in str(shown)
        assert view(night.state, viewer)["seed"] is None
    (closed,) = night.send(c.Close())
    assert closed.show(None)["secret"] == SECRET
    assert view(night.state, None)["seed"] == SECRET


def test_drafts_and_reasons_are_the_staff_s():
    night = whole_night()
    public = {event.type: event.show(None) for event in night.aggregate.events}
    staff = {event.type: event.show(REFEREE) for event in night.aggregate.events}
    hidden = [name for name, shown in public.items() if shown is None]
    assert sorted(hidden) == ["tournament.draft_discarded", "tournament.round_seated"]
    assert "fire alarm" not in str(public)
    assert "user:7" not in str(public)
    assert "fire alarm" in str(staff["tournament.penalty_given"])
    assert (
        public["tournament.round_published"]["tables"][0]["seats"]
        == staff["tournament.round_seated"]["tables"][0]["seats"]
    )
    assert public["tournament.round_published"]["attempt"] == 2


def test_a_draft_exists_for_the_staff_only():
    night = seated_night()
    assert rounds_seen(night.state, None) == []
    assert [found.id for found in rounds_seen(night.state, REFEREE)] == ["r1"]
    assert view(night.state, None)["round"] == 0


def test_the_bodies_of_a_round_and_a_table():
    night = running_night(points={"by_place": [4, 2, 1, 0], "ties": "average"})
    seats = night.seats()[0]
    night.report(1, **dict.fromkeys(seats, 1))
    body = round_view(night.state, night.last, EVENING)
    assert body["tables"] == [
        {
            "id": "r1a1",
            "number": 1,
            "label": None,
            "area": "A",
            "seats": [{"seat": seat, "entry": entry} for seat, entry in enumerate(seats, 1)],
            "result": {
                "places": dict.fromkeys(seats, 1),
                "scores": None,
                "awards": None,
                "absent": [],
                "left": [],
                "stand_in": {},
                "state": "reported",
                "points": dict.fromkeys(seats, "1.75"),
                "source": "game",
                "at": "2026-12-01T19:00:00Z",
                "by": None,
                "as_entry": None,
                "confirmed_by": None,
                "confirmed_as": None,
                "disputes": [],
            },
            "extra_seconds": 0,
        }
    ]
    assert {key: body[key] for key in ("id", "number", "state", "stale", "attempt", "byes", "by_hand")} == {
        "id": "r1", "number": 1, "state": "running", "stale": False, "attempt": 1, "byes": [], "by_hand": False
    }  # fmt: skip
    found = night.last.tables[0]
    assert table_view(night.state, found, night.last, EVENING)["state"] == "reported"
    assert found.version == night.state.version


def test_a_log_read_back_folds_to_the_same_state():
    night = whole_night()
    night.send(c.Close())
    codec = Codec(tournament.RULES.events)
    again = Aggregate(tournament.RULES)
    for event in night.aggregate.events:
        again.fold(codec.decode(event.type, event.schema, canonical(event)))
    assert again.state == night.state
    assert again.version == again.state.version


def test_commands_are_read_from_json():
    command = decode_command(tournament.RULES, {"type": "start", "round": "r1", "at": "2026-12-01T19:00:00Z"})
    assert command == c.Start("r1", EVENING)
    for junk in (
        {"type": "start", "round": "r1", "at": "2026-12-01T19:00:00"},
        {"type": "start", "round": "", "at": "2026-12-01T19:00:00Z"},
        {"type": "extend", "round": "r1", "at": "2026-12-01T19:00:00Z", "seconds": 86_401},
        {"type": "penalise", "id": "p", "entry": "e", "points": "1/0", "reason": "x"},
        {"type": "register", "entries": []},
        {"type": "close", "secret": "x"},
    ):
        with pytest.raises(Rejected) as caught:
            decode_command(tournament.RULES, junk)
        assert caught.value.code == "bad_command"


def test_a_start_time_keeps_its_offset():
    night = Night(starts_at="2026-12-01T19:00:00+01:00")
    assert view(night.state, None)["starts_at"] == "2026-12-01T19:00:00+01:00"
    assert night.state.settings.starts_at == datetime.fromisoformat("2026-12-01T18:00:00+00:00")
