"""Standings are kept between rounds, in the transaction of what moved them; nobody is told old ones."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from uuid6 import uuid7

from games.kernel import Command, Json
from league.domain.season.commands import AddTournament
from league.domain.season.table.final_fold import LOOKED_AT, FinalFold
from league.domain.season.table.outcomes import FinalEntry, final_entries
from league.domain.standings.standings import standings
from league.domain.tournament.closing.commands import Close, CloseRound, Reopen
from league.domain.tournament.commands import Change
from league.domain.tournament.entries.commands import CheckIn, Drop, NewEntry, Return
from league.domain.tournament.results.commands import CorrectResult, LiftPenalty, Penalise
from league.domain.tournament.results.reports import Report
from league.domain.tournament.stages.commands import BeginStage, UndoStage
from league.models import Club, FinalEntries, Season, Standings, Tournament
from league.projections import standings as kept
from league.projections.league_tables import TableQuery, table
from league.projections.rebuild import rebuild
from league.repository import streams
from league.repository.streams import SEASON, TOURNAMENT
from league.services import execution, tournaments
from league.services.execution import Done
from tests.league.counted_queries import counted
from tests.league.nights import ACTOR, EVENING, Night, new_club, new_people, open_season

pytestmark = pytest.mark.django_db
PENALTY = str(uuid7())


@dataclass
class Watched(Night):
    """A night that is looked at after each command."""

    @classmethod
    def open(cls, club: Club, **settings: Any) -> Watched:
        night = Night.open(club, **settings)
        return cls(night.club, night.id)

    def send(self, command: Command) -> Done:
        done = super().send(command)
        self.check()
        return done

    def play(self, *args: object) -> Done:
        done = super().play(*args)  # type: ignore[arg-type]
        self.check()
        return done

    def check(self) -> None:
        """What is kept, and what is told, is what the log says."""
        state = self.state()
        states = [found.state for found in state.rounds]
        row = Standings.objects.filter(pk=self.id).first()
        assert (row is not None) == ("closed" in states and "running" not in states)
        told = kept.current(Tournament.objects.get(pk=self.id))
        assert (told.rows, told.version, told.revised) == (in_json(standings(state)), state.version, state.revised)
        assert told.after_round == sum(found in ("closed", "running") for found in states)
        final = FinalEntries.objects.filter(pk=self.id).first()
        assert (final is not None) == (state.state == "closed")
        seen = FinalFold()
        for event in streams.rebuilt(self.club.pk, TOURNAMENT, self.id).aggregate.events:
            if isinstance(event, LOOKED_AT):
                seen.take(event)
        assert (seen.final, seen.starts_at) == (final_entries(state) if final else None, state.settings.starts_at)
        if final is not None:
            assert msgspec.json.decode(final.entries, type=list[FinalEntry]) == final_entries(state)


def in_json(rows: list[Json]) -> list[Json]:
    found: list[Json] = msgspec.json.decode(msgspec.json.encode(rows))
    return found


def corrected(night: Night, round_number: int) -> CorrectResult:
    """The order at the first table of a round turned round, with other scores."""
    table = night.state().rounds[round_number - 1].tables[0]
    assert table.result is not None
    order = sorted(table.seats, key=table.result.places.__getitem__, reverse=True)
    said = Report(
        places={seat: place for place, seat in enumerate(order, 1)},
        scores={seat: 50 - place for place, seat in enumerate(order)},
    )
    return CorrectResult(table.id, said, night.at, ACTOR, "typed wrong")


def test_after_each_command_of_a_long_night_what_is_told_is_what_the_log_says() -> None:
    night = Watched.open(new_club(), tie_breaks=["wins", "buchholz", "game_points", "lot"], rounds=4)
    people = new_people(night.club, 9)
    night.enter(people[:8])
    night.play_round()
    night.send(Penalise(PENALTY, night.entries[0], 3, "late"))
    late = NewEntry(str(uuid7()), str(people[8].pk))
    tournaments.register(night.id, [late], {}, club=night.club.pk, actor=ACTOR, at=night.at)
    night.check()
    night.entries.append(late.id)
    night.send(CheckIn(late.id))
    night.send(Drop(night.entries[1]))
    night.play_round()
    night.send(LiftPenalty(PENALTY))
    night.send(Return(night.entries[1]))
    night.send(corrected(night, 1))
    night.send(Change(tie_breaks=("wins", "last_round", "lot"), starts_at=EVENING))
    night.send(BeginStage(top=4, carry="half"))
    night.send(UndoStage())
    night.send(BeginStage(top=4, carry="all"))
    night.send(corrected(night, 2))
    night.play_round()
    night.send(Close(night.at))
    night.send(corrected(night, 3))
    night.send(Reopen(night.at, "0" * 32, "a round was forgotten"))
    night.play_round()
    night.send(Close(night.at))
    assert rebuild() == []


def test_a_rebuild_names_what_was_kept_wrongly_and_mends_it() -> None:
    night = Watched.open(new_club())
    night.enter(new_people(night.club, 6))
    night.play_round()
    night.close()
    Standings.objects.update(rows="[]")
    FinalEntries.objects.all().delete()
    assert rebuild() == [f"standings of tournament {night.id}", f"final entries of tournament {night.id}"]
    night.check()
    assert rebuild() == []


@pytest.mark.django_db(transaction=True)
def test_a_process_that_has_kept_older_standings_tells_the_newer_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a running round, and of one that was closed and corrected: each time somewhere else."""
    night = Night.open(new_club(), table_size={"min": 3, "max": 3, "prefer": 3})
    night.enter(new_people(night.club, 6))
    found, row = night.start_round(), Tournament.objects.get(pk=night.id)
    here = streams._cache

    def points() -> Fraction:
        return sum((Fraction(line["points"]) for line in kept.current(row).rows), Fraction(0))

    def elsewhere(command: Command) -> None:
        with monkeypatch.context() as other:
            other.setattr(streams, "_cache", OrderedDict())
            night.send(command)
        assert streams._cache is here

    assert points() == 0
    with monkeypatch.context() as other:
        other.setattr(streams, "_cache", OrderedDict())
        night.report(found, night.entries.index)
    reported = points()
    assert reported > 0
    elsewhere(CloseRound(found.id))
    assert points() == reported
    elsewhere(Penalise(PENALTY, night.entries[0], 2, "late"))
    assert points() == reported - 2
    elsewhere(LiftPenalty(PENALTY))
    assert points() == reported


def test_a_league_table_follows_a_correction_without_any_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before a follower has looked, in a process that has read nothing: the places are in the correction's rows."""
    club = new_club()
    season, night = open_season(club), Night.open(club, table_size={"min": 3, "max": 3, "prefer": 3})
    execution.execute(SEASON, season, AddTournament("e1", str(night.id)), club=club.pk, actor=ACTOR, at=EVENING)
    night.enter(new_people(club, 3))
    night.play_round()
    night.close()

    def order() -> list[str]:
        return [row["person"] for row in table(Season.objects.get(pk=season), TableQuery()).rows]

    before = order()
    night.send(corrected(night, 1))
    monkeypatch.setattr(streams, "_cache", OrderedDict())
    with counted() as asked:
        assert order() == before[::-1]
    assert len([query for query in asked if "FROM league_event" in query]) == 1  # the season's own


def test_a_tournament_that_was_closed_before_any_were_kept_counts() -> None:
    club = new_club()
    season, night = open_season(club), Night.open(club)
    execution.execute(SEASON, season, AddTournament("e1", str(night.id)), club=club.pk, actor=ACTOR, at=EVENING)
    night.enter(new_people(club, 4))
    night.play_round()
    night.close()
    there = table(Season.objects.get(pk=season), TableQuery()).rows
    FinalEntries.objects.all().delete()
    assert table(Season.objects.get(pk=season), TableQuery()).rows == there != []
