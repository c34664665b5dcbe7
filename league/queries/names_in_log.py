"""Names for the ids of any kind that events hold, with one query per kind."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.access.audience import Audience
from league.domain.values.text import as_uuid
from league.models import (
    Club,
    ClubToken,
    Membership,
    Round,
    Season,
    StreamHead,
    Table,
    TableGame,
    Tournament,
    User,
)
from league.queries import names
from league.queries.transcript import ISOLATE, POP
from league.repository.streams import GAME, SEASON, TOURNAMENT

GONE = {
    GAME: gettext_lazy("a table that no longer exists"),
    TOURNAMENT: gettext_lazy("a deleted tournament"),
    SEASON: gettext_lazy("a deleted season"),
}
"""What a stream without a row is called, by its kind."""


def names_of(club: UUID, ids: Iterable[str], audience: Audience) -> dict[str, str]:
    """Names of a club's entries, people, tournaments, seasons, rounds, tables, games, members and programs, by id.

    Also that of the club.

    Unknown ids are left out.
    """
    wanted = [found for text in ids if (found := as_uuid(text))]
    rows = [
        *(row for model in (Tournament, Season) for row in model.objects.filter(club=club, pk__in=wanted)),
        *Club.objects.filter(pk=club, pk__in=wanted),
    ]
    rounds = Round.objects.filter(club=club, pk__in=wanted)
    tables = list(Table.objects.filter(club=club, pk__in=wanted).select_related("round__tournament"))
    heads = StreamHead.objects.filter(club=club, kind__in=GONE, stream__in=wanted).values_list("stream", "kind")
    others = {id for id, kind in heads if kind == GAME}.difference(table.pk for table in tables)
    more = TableGame.objects.filter(pk__in=others).select_related("table__round") if others else ()
    return (
        {str(id): str(GONE[kind]) for id, kind in heads}  # unless it has a row
        | {str(row.pk): str(row) for row in rows}
        | names.of_entries_in([str(id) for id in wanted], audience, club)
        | names.of_people(wanted, audience, club)
        | _invited(club, wanted)
        | user_names(wanted)
        | program_names(wanted)
        | {str(row.pk): _("round {number}").format(number=row.number) for row in rounds}
        | {str(row.pk): table_name(row) for row in tables}
        | {str(row.pk): table_name(row.table, row.number) for row in more}
    )


def _invited(club: UUID, ids: Iterable[UUID]) -> dict[str, str]:
    """User names by the id of an invitation."""
    rows = Membership.objects.filter(club=club, invitation__in=list(ids)).select_related("user")
    return {str(row.invitation): row.username for row in rows}


def user_names(ids: Iterable[UUID]) -> dict[str, str]:
    """Full names by user id; the user name if the full name is unknown."""
    return {str(user.pk): user.get_full_name() or user.username for user in User.objects.filter(pk__in=list(ids))}


def program_names(tokens: Iterable[UUID]) -> dict[str, str]:
    """Names of programs by the ids of their tokens."""
    rows = ClubToken.objects.filter(pk__in=list(tokens)).values_list("pk", "name")
    return {str(id): _("the program {name}").format(name=name) for id, name in rows}


def table_name(table: Table, game: int = 1) -> str:
    """“table 2, round 3”, with the number of a later game; or “friendly game”."""
    if table.round is None:
        return _("friendly game")
    called = _("table {table}, round {round}").format(table=table.number, round=table.round.number)
    return called if game == 1 else game_label(called, game)


def isolated(name: str) -> str:
    """A name between marks that keep the order of words around it, whichever direction it is written in."""
    return f"{ISOLATE}{name}{POP}"


def game_label(table: str, game: int) -> str:
    """“table 2, game 3”. table: the name of the table."""
    return _("{table}, game {game}").format(table=table, game=game)
