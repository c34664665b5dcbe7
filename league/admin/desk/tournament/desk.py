"""A tournament as it stands, and who is at its desk."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass

from django.http import Http404
from django.utils import timezone

from games.kernel import Command
from league.access.roles import Caller, caller
from league.admin.formatting.names import game_called, table_called
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.state import Tournament as State
from league.models import Tournament, User
from league.queries import names
from league.repository.streams import TOURNAMENT, NoSuchStream, reading, stream_of
from league.services import execution
from league.services.execution import Done


@dataclass(frozen=True)
class Desk:
    """A tournament and who is at its desk. state: a copy, as of the request. names: of the entries, by id."""

    row: Tournament
    state: State
    names: Mapping[str, str]
    who: Caller

    def send(self, command: Command) -> Done:
        """Sends a command to the tournament, in the caller's name. Raises what `services.execute` raises."""
        return execution.execute(
            TOURNAMENT, self.row.pk, command, club=self.row.club_id, actor=self.who.actor, at=timezone.now()
        )

    def name(self, entry: str) -> str:
        """What an entry is called."""
        return self.names.get(entry, entry)

    def table(self, number: int) -> str:
        """A table's number, with what stands on it."""
        return table_called(self.state.settings, number)

    def game(self, played: Table) -> str:
        """A game at a table by the table's number; where it plays several, by its own number too."""
        called = self.table(played.number)
        return game_called(called, played.game) if played.more or played.game > 1 else called

    def game_at(self, stream: str) -> Table | None:
        """The game at a table whose stream that is; None where there is none (any more)."""
        return game_at(self.state, stream)


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


def game_at(state: State, stream: str) -> Table | None:
    """The game at a table of a tournament whose stream that is: the first has its table's id."""
    if (table := state.tables.get(stream)) is not None:
        return table
    more = (game for table in state.tables.values() for game in table.more)
    return next((game for game in more if stream == game_stream(game)), None)


def game_stream(game: Table) -> str:
    """The stream of a game at a table."""
    return str(stream_of(game.id, game.game))
