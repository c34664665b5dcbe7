"""Separation groups: the entries of one household or one home club, as entry ids for the seating."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from uuid import UUID

from league.domain.seating.from_state import begins_knockout
from league.domain.tournament.rounds.seating import SeparationGroup, SeparationKind
from league.domain.tournament.state import Tournament
from league.domain.values import names
from league.models import Person

COLUMNS: Mapping[SeparationKind, str] = {"household": "household", "club": "home_club"}
"""The column of a person by the kind of separation."""


def separation_groups(state: Tournament) -> tuple[SeparationGroup, ...]:
    """The groups of two or more entries that the tournament's settings separate, in a fixed order.

    Before the first round of a knockout all of them, since it spreads them over its bracket.
    """
    wanted, all_kinds = state.settings.separation, begins_knockout(state)
    kinds = [kind for kind in COLUMNS if all_kinds or getattr(wanted, kind) != "off"]
    if not kinds:
        return ()
    people = [UUID(person) for entry in state.entries.values() for person in entry.people]
    known = {str(person.pk): person for person in Person.objects.filter(pk__in=people)}
    return tuple(group for kind in kinds for group in _of_kind(state, known, kind))


def _of_kind(state: Tournament, known: Mapping[str, Person], kind: SeparationKind) -> Iterator[SeparationGroup]:
    found: dict[str, dict[str, None]] = {}
    for entry in state.entries.values():
        for person in entry.people:
            if person in known and (name := names.compared(getattr(known[person], COLUMNS[kind]))):
                found.setdefault(name, {})[entry.id] = None
    together = sorted(tuple(sorted(entries)) for entries in found.values() if len(entries) > 1)
    for entries in together:
        yield SeparationGroup(kind, entries)
