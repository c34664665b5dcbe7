"""The people and tournaments of a season's events are the club's, at every entry point."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from games.kernel import Command
from league.domain.season.commands import AddResult, AddTournament, CorrectEvent
from league.domain.season.results import Extra
from league.domain.season.state import Season
from league.domain.values.faults import BadFields
from league.models import Club
from league.models import Season as Row
from league.repository import streams
from league.repository.streams import SEASON
from league.services import seasons
from tests.league.nights import ACTOR, EVENING, Night, new_club, new_people, open_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return new_club()


def send(club: Club, season: UUID, command: Command) -> Season:
    done = seasons.send(Row.objects.get(id=season, club=club), command, actor=ACTOR, at=EVENING)
    state: Season = done.stream.aggregate.state
    return state


def faults_of(club: Club, command: Command) -> list[tuple[str, str]]:
    with pytest.raises(BadFields) as refused:
        send(club, open_season(club), command)
    return [(fault.field, fault.code) for fault in refused.value.faults]


def test_strangers_are_refused_field_by_field(club: Club) -> None:
    (known,), stranger = (str(person.pk) for person in new_people(club, 1)), str(uuid4())
    command = AddResult(id="a", places={known: 1, stranger: 2}, extra=(Extra(stranger, 1),), shared=((known, "no id"),))
    wrong = [(f"places.{stranger}", "unknown_person"), ("extra.0.person", "unknown_person"), ("shared.0.1", "bad_id")]
    assert faults_of(club, command) == wrong
    assert faults_of(club, CorrectEvent(id="a", awards={stranger: 1})) == [(f"awards.{stranger}", "unknown_person")]


def test_a_tournament_of_another_club_is_unknown(club: Club) -> None:
    elsewhere = Night.open(new_club("Elsewhere"))
    for tournament in (str(elsewhere.id), "no id"):
        assert faults_of(club, AddTournament("a", tournament)) == [("tournament", "unknown_tournament")]


def test_ids_are_written_in_one_spelling(club: Club) -> None:
    season, (person,) = open_season(club), (str(one.pk) for one in new_people(club, 1))
    state = send(club, season, AddResult(id="a", places={person.upper(): 1}, extra=(Extra(person.upper(), 1),)))
    result = state.events["a"].result
    assert result is not None
    assert list(result.places) == [person]
    assert faults_of(club, AddResult(id="b", places={person: 1, person.upper(): 2})) == [("places", "invalid")]
    assert send(club, season, CorrectEvent(id="a", multiplier=2)).events["a"].extra[0].person == person
    assert streams.rebuilt(club.pk, SEASON, season).aggregate.version == 3
