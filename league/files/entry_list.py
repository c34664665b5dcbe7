"""Enter a list of people and teams into a tournament: nobody twice, and nobody of whom it is unclear who is meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from uuid6 import uuid7

from league.domain.tournament.entries.commands import NewEntry
from league.domain.tournament.state import Tournament as State
from league.files.entry_lines import Line
from league.files.entry_matching import Matching
from league.log import store
from league.log.store import writing
from league.models import Club, Person, Tournament
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.services import clubs, tournaments
from league.services.execution import moved_on


@dataclass(frozen=True)
class Entered:
    """What a list has done. entries: new ones. known: entries that were there before. created: new people of the club.

    arrived: how many were checked in.
    """

    entries: Sequence[NewEntry]
    known: Sequence[str]
    created: Sequence[Person]
    arrived: int


@dataclass
class Plan:
    """The entries of a list whose names are all known: new ones with the names of teams, and those from before."""

    state: State
    new: list[NewEntry] = field(default_factory=list)
    teams: dict[str, str] = field(default_factory=dict)
    known: dict[str, None] = field(default_factory=dict)
    _entered: set[str] = field(default_factory=set)

    def add(self, line: Line, people: Sequence[str]) -> None:
        """Add a line, unless its people are entered already, together or in an earlier line."""
        entries = {self.state.entry_of.get(person) for person in people}
        if len(entries) == 1 and (entry := entries.pop()) is not None:
            self.known[entry] = None
        elif not self._entered.issuperset(people):
            id, is_team = str(uuid7()), line.team != ""
            members = tuple(dict.fromkeys(people)) if is_team else ()
            self.new.append(NewEntry(id, None if is_team else people[0], members, rating=line.rating))
            self.teams |= {id: line.team} if is_team else {}
            self._entered.update(people)


def enter(
    row: Tournament, lines: Sequence[Line], answers: Mapping[str, str], *, are_here: bool, actor: str, at: datetime
) -> Entered:
    """Enter the people and teams of a list whose questions are answered (`entry_matching`), and create new people.

    are_here: they are checked in, also those who were entered before. Raises Rejected, and then nothing is changed:
    `moved_on` where there is a new question, and what `tournaments.register` raises.
    """
    with writing():
        store.lock(row.pk)
        Club.objects.select_for_update().get(pk=row.club_id)
        matching = Matching(row.club_id, lines, answers)
        if matching.questions:
            raise moved_on()
        state = _state(row)
        plan = Plan(state)
        for line in lines:
            plan.add(line, list(_people_of(matching, line)))
        expected = [entry for entry in tournaments.expected(state) if entry in plan.known] if are_here else []
        clubs.add_people(matching.new, actor=actor, at=at)
        if plan.new or expected:
            tournaments.register(
                row.pk,
                plan.new,
                plan.teams,
                club=row.club_id,
                actor=actor,
                at=at,
                are_here=are_here,
                also_here=expected,
            )
    return Entered(plan.new, list(plan.known), matching.new, len(expected) + (len(plan.new) if are_here else 0))


def _people_of(matching: Matching, line: Line) -> Iterator[str]:
    for found in matching.of_line[line.number]:
        if found.person is not None:
            yield str(found.person.pk)


def _state(row: Tournament) -> State:
    """The tournament as it is now, to be read only."""
    with streams.reading(row.club_id, TOURNAMENT, row.pk) as stream:
        state: State = stream.aggregate.state
        return state
