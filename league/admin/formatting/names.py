"""Names for the ids of the log: one query a kind of thing, however many ids."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.utils.translation import gettext as _

from league.domain.tournament.settings import Settings
from league.domain.values.text import as_uuid
from league.models import Entry, Person, Round, Season, StreamHead, Table, TableGame, Tournament, User
from league.repository.streams import GAME


def names_of(club: UUID, ids: Iterable[str]) -> dict[str, str]:
    """What the club calls the things that these ids stand for; unknown ids are left out."""
    wanted = [found for text in ids if (found := as_uuid(text))]
    rows = [
        *Entry.objects.filter(club=club, pk__in=wanted).select_related("person"),
        *Person.objects.filter(club=club, pk__in=wanted),
        *Tournament.objects.filter(club=club, pk__in=wanted),
        *Season.objects.filter(club=club, pk__in=wanted),
    ]
    rounds = Round.objects.filter(club=club, pk__in=wanted)
    tables = list(Table.objects.filter(club=club, pk__in=wanted).select_related("round__tournament"))
    games = StreamHead.objects.filter(club=club, kind=GAME, stream__in=wanted).values_list("stream", flat=True)
    others = set(games).difference(table.pk for table in tables)
    more = TableGame.objects.filter(pk__in=others).select_related("table__round") if others else ()
    return (
        {str(game): _("a table that is gone") for game in games}  # unless it has a row
        | {str(row.pk): str(row) for row in rows}
        | user_names(wanted)
        | {str(row.pk): _("round {number}").format(number=row.number) for row in rounds}
        | {str(row.pk): table_name(row) for row in tables}
        | {str(row.pk): table_name(row.table, row.number) for row in more}
    )


def user_names(ids: Iterable[UUID]) -> dict[str, str]:
    """User id -> full name, or user name where none is known."""
    return {str(user.pk): user.get_full_name() or user.username for user in User.objects.filter(pk__in=list(ids))}


def table_name(table: Table, game: int = 1) -> str:
    """A table with its round, or the friendly game that it is; with the number of a game after the first."""
    if table.round is None:
        return _("friendly game")
    called = _("table {table}, round {round}").format(table=table.number, round=table.round.number)
    return called if game == 1 else game_called(called, game)


def game_called(table: str, game: int) -> str:
    """One of several games at a table. table: what that is called."""
    return _("{table}, game {game}").format(table=table, game=game)


def table_called(settings: Settings, number: int) -> str:
    """A table's number, with what stands on it."""
    label = settings.furniture.label(number)
    return f"{number} · {label}" if label else str(number)
