"""Who of a tournament is of one household or one home club: told to its seatings by entry ids alone."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from uuid import UUID

from league.domain.tournament.plans import KeptApart
from league.domain.tournament.state import Tournament
from league.models import Person

KINDS = ("household", "club")
COLUMNS = {"household": "household", "club": "home_club"}


def groups(state: Tournament) -> tuple[KeptApart, ...]:
    """The groups of two or more entries that the tournament wants kept apart, in a fixed order."""
    wanted = state.settings.kept_apart
    kinds = [kind for kind in KINDS if getattr(wanted, kind) != "off"]
    if not kinds:
        return ()
    people = [UUID(person) for entry in state.entries.values() for person in entry.people]
    known = {str(person.pk): person for person in Person.objects.filter(pk__in=people)}
    return tuple(group for kind in kinds for group in _of_kind(state, known, kind))


def _of_kind(state: Tournament, known: Mapping[str, Person], kind: str) -> Iterator[KeptApart]:
    found: dict[str, dict[str, None]] = {}
    for entry in state.entries.values():
        for person in entry.people:
            if person in known and (name := _same(getattr(known[person], COLUMNS[kind]))):
                found.setdefault(name, {})[entry.id] = None
    together = sorted(tuple(sorted(entries)) for entries in found.values() if len(entries) > 1)
    for entries in together:
        yield KeptApart("household" if kind == "household" else "club", entries)


def _same(name: str) -> str:
    """A name as it is compared: case, spacing and the way its accents are written say nothing."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())
