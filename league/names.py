"""Names beside the ids of the log: a bounded number of queries, however many are asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from uuid import UUID

from league.models import Entry, Person, User


def of_entries(tournament: UUID) -> dict[str, str]:
    """The names of a tournament's entries by id: a team's own, else the person's public one.

    Entries of one name are told apart: by their home clubs where each has another, else by a number in order of entry.
    """
    alike: dict[str, list[Entry]] = {}
    for entry in Entry.objects.filter(tournament=tournament).select_related("person"):
        alike.setdefault(str(entry), []).append(entry)
    return {str(entry.id): name for called, entries in alike.items() for entry, name in _told_apart(called, entries)}


def _told_apart(called: str, entries: Sequence[Entry]) -> Iterator[tuple[Entry, str]]:
    """The entries of one name, in order of entry, each with the name to show."""
    if len(entries) == 1:
        yield entries[0], called
        return
    clubs = [entry.person.home_club if entry.person else "" for entry in entries]
    by_club = all(clubs) and len(set(clubs)) == len(clubs)
    for number, (entry, club) in enumerate(zip(entries, clubs, strict=True), 1):
        yield entry, f"{called} ({club if by_club else number})"


def of_people(ids: Collection[UUID]) -> dict[str, str]:
    """The public names of people by id."""
    return {str(person.id): person.public_name for person in Person.objects.filter(id__in=ids)}


def of_users(ids: Collection[str]) -> dict[str, str]:
    """The names of the players of a friendly game by id."""
    return {str(id): name for id, name in User.objects.filter(id__in=ids).values_list("id", "username")}
