"""The names of those who act by a role: users and the programs of clubs."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from league.access.programs import ACTOR as PROGRAM
from league.access.roles import USER
from league.domain.values.text import as_uuid
from league.queries.names_in_log import program_names, user_names


def names_of_staff(actors: Iterable[str | None]) -> dict[str, str]:
    """The names of the users and programs among these actors, by actor; by one query for each of both."""
    known = {actor for actor in actors if actor}
    users, tokens = _by_id(USER, known), _by_id(PROGRAM, known)
    names = (user_names(users) if users else {}) | (program_names(tokens) if tokens else {})
    return {actor: names[str(id)] for id, actor in (users | tokens).items() if str(id) in names}


def _by_id(kind: str, actors: Iterable[str]) -> dict[UUID, str]:
    """The actors that begin so, by the id after it."""
    found = ((as_uuid(actor.removeprefix(kind)), actor) for actor in actors if actor.startswith(kind))
    return {id: actor for id, actor in found if id is not None}
