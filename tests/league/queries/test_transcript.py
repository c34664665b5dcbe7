"""A game as a transcript: in sentences, with names, and no more than its reader may know."""

from __future__ import annotations

from io import StringIO
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from games.kernel import Rejected
from league.access.audience import CLUB
from league.models import Table
from league.queries.transcript import ISOLATE, POP, transcript
from league.seating import planning
from tests.league.nights import Night, new_club, new_people

pytestmark = pytest.mark.django_db


def dealt_night() -> tuple[Night, Table, list[str]]:
    """A table of three where Monster Trick is dealt, and point cards lie."""
    night = Night.open(new_club(), game="monster-trick", game_options={"play": "dealt"})
    night.enter(new_people(night.club, 3))
    (table,) = night.start_round().tables
    night.play(table.id, {"type": "start_round"})
    first = table.seats[0]
    night.play(table.id, {"type": "arrange", "player": first, "order": [3, 1, 2]})
    return night, Table.objects.select_related("round").get(pk=table.id), list(table.seats)


def told(table: Table, viewer: str | None) -> str:
    text = "\n".join(line.text for line in transcript(table, viewer, CLUB))
    return text.replace(ISOLATE, "").replace(POP, "")


def test_it_names_people_and_says_what_they_did():
    _, table, seats = dealt_night()
    public = told(table, None)
    assert public.startswith("The game begins with P")
    assert "Round 1: the cards are dealt." in public
    assert "lays the point cards face down." in public
    assert not any(seat in public for seat in seats)


def test_what_is_hidden_is_told_to_its_owner_and_to_the_referee_alone():
    _, table, (first, second, _third) = dealt_night()
    order = "from left to right: 3, 1, 2"
    assert order in told(table, first)
    assert order in told(table, "referee")
    assert order not in told(table, second)
    assert order not in told(table, None)
    assert "holds" not in told(table, None)
    assert told(table, second).count("holds") == 1
    assert told(table, "referee").count("holds") == 3


def test_a_stranger_has_no_view():
    _, table, _ = dealt_night()
    with pytest.raises(Rejected) as refusal:
        list(transcript(table, "stranger", CLUB))
    assert refusal.value.code == "unknown_player"


def test_a_reported_score_is_told_by_name_and_a_rewind_too():
    night = Night.open(new_club())
    night.enter(new_people(night.club, 3))
    (table,) = night.start_round().tables
    a, b, c = table.seats
    night.play(table.id, {"type": "record_round", "scores": {a: 12, b: -3, c: 7}})
    night.play(table.id, {"type": "rewind", "to": 1, "reason": "the wrong table"})
    text = told(Table.objects.select_related("round").get(pk=table.id), None)
    assert "12" in text
    assert "−3" in text
    assert "The game was taken back to its version 1." in text
    assert "the wrong table" not in text


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("transcript", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_prints_it():
    _, table, seats = dealt_night()
    assert "face down" in command(str(table.pk))
    assert "holds" not in command(str(table.pk))
    assert command(str(table.pk), "--player", seats[0]).count("holds") == 1
    assert command(str(table.pk), "--referee").count("holds") == 3


def test_the_command_refuses_in_a_sentence():
    _, table, _ = dealt_night()
    with pytest.raises(CommandError, match="There is no table"):
        command(str(UUID(int=5)))
    with pytest.raises(CommandError, match="no such player"):
        command(str(table.pk), "--player", "nobody")


def test_a_table_without_a_game_yet():
    night = Night.open(new_club())
    night.enter(new_people(night.club, 3))

    plan = planning.plan_next(night.id, club=night.club.pk)
    assert plan is not None
    night.send(planning.new_seat_command(plan))
    table = Table.objects.get(round__tournament=night.id)
    assert "Nothing has been played" in command(str(table.pk))
