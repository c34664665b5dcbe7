"""Names beside the ids of the log: a bounded number of queries, however many are asked for."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from league.models import Entry, Person, User


def of_entries(tournament: UUID) -> dict[str, str]:
    """The public names of a tournament's entries by id: a team's own, else the person's."""
    rows = Entry.objects.filter(tournament=tournament).select_related("person")
    return {str(entry.id): str(entry) for entry in rows}


def of_people(ids: Collection[UUID]) -> dict[str, str]:
    """The public names of people by id."""
    return {str(person.id): person.public_name for person in Person.objects.filter(id__in=ids)}


def of_users(ids: Collection[str]) -> dict[str, str]:
    """The names of the players of a friendly game by id."""
    return {str(id): name for id, name in User.objects.filter(id__in=ids).values_list("id", "username")}
