"""All who are here at one table, where the usual sizes would let one of them sit out."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.registry import all_games
from league.access.actions import Action
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.step import TournamentStep
from league.domain.tournament.commands import Change
from league.domain.tournament.formats import Areas, Rotation, Swiss
from league.domain.tournament.settings import TableSize
from league.seating.table_sizes import one_larger
from league.services import tournaments
from league.services.execution import moved_on


class OneTable(TournamentStep):
    """Lets tables have one seat more."""

    action = Action.TOURNAMENTS
    name, title, button = "one-table", _("All at one table"), _("All at one table")
    done = _("There is room for everybody at one table.")
    anchor, is_once = "round", False

    def take(self) -> None:
        row, actor, size = self.desk.row, self.desk.who.actor, larger_table(self.desk)
        if size is None:
            raise moved_on()
        tournaments.change(row.pk, Change(table_size=size), club=row.club_id, actor=actor, at=timezone.now())


def larger_table(desk: TournamentDesk) -> TableSize | None:
    """The sizes of tables that seat all players at one, if one of them would sit out otherwise."""
    state, settings = desk.state, desk.state.settings
    game = all_games().get(settings.game)
    if state.stages or game is None or not isinstance(settings.format, Areas | Swiss | Rotation):
        return None
    return one_larger(settings.table_size, len(state.players(state.next_number)), game)
