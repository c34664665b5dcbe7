"""A tournament as it stands, and who is at its desk."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel import Command
from league import names, services
from league.access import Caller, caller
from league.admin.names import table_called
from league.domain.tournament.state import Table
from league.domain.tournament.state import Tournament as State
from league.models import Tournament, User
from league.services import Done
from league.streams import TOURNAMENT, NoSuchStream, reading


@dataclass(frozen=True)
class Desk:
    """A tournament and who is at its desk. state: a copy, as of the request. names: of the entries, by id."""

    row: Tournament
    state: State
    names: Mapping[str, str]
    who: Caller

    def send(self, command: Command) -> Done:
        """Sends a command to the tournament, in the caller's name. Raises what `services.execute` raises."""
        return services.execute(
            TOURNAMENT, self.row.pk, command, club=self.row.club_id, actor=self.who.actor, at=timezone.now()
        )

    def name(self, entry: str) -> str:
        """What an entry is called."""
        return self.names.get(entry, entry)

    def table(self, number: int) -> str:
        """A table's number, with what stands on it."""
        return table_called(self.state.settings, number)

    def game(self, table: Table, games: int) -> str:
        """A game at a table by the table's number; where it plays several, by its own number too."""
        called = self.table(table.number)
        return called if games == 1 else _("{table}, game {game}").format(table=called, game=table.game)


def desk_of(row: Tournament, user: User) -> Desk:
    """The desk of a tournament as it stands now. Raises Http404 where its log is empty."""
    return Desk(row, state_of(row), names.of_entries(row.pk), caller(user, row.club_id))


def state_of(row: Tournament) -> State:
    """A copy of the folded state, for nobody folds a copy further."""
    try:
        with reading(row.club_id, TOURNAMENT, row.pk) as stream:
            state: State = deepcopy(stream.aggregate.state)
            return state
    except NoSuchStream:
        raise Http404 from None
