"""The desk of a tournament, and what its steps share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from league.access.actions import Action
from league.access.audience import CLUB
from league.admin.desk.step import Desk
from league.admin.formatting.names import table_label
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament as State
from league.models import Tournament
from league.queries import names
from league.queries.names_in_log import game_label
from league.queries.wording import game_name, state_name
from league.repository.streams import TOURNAMENT, stream_of


class TournamentDesk(Desk[Tournament, State]):
    """A tournament, and the director or referee at its desk."""

    kind = TOURNAMENT
    page_template = "league/admin/desk/frame.html"
    action = Action.READING

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of the entries, by id."""
        return names.of_entries(self.row.pk, CLUB)

    @cached_property
    def seated(self) -> set[str]:
        """The entries that have a seat or a bye in any round."""
        rounds = self.state.rounds
        seats = {entry for round in rounds for table in round.tables for entry in table.seats}
        return seats.union(*(round.byes for round in rounds))

    def head(self) -> dict[str, Any]:
        state = self.state.state
        game = game_name(self.state.settings.game)
        seasons = list(self.row.seasons.all())
        return {**super().head(), "state": state, "state_name": state_name(state), "game": game, "seasons": seasons}

    def tabs(self) -> list[tuple[str, str, str]]:
        """The desk's pages: name, words and address of each."""
        words = {"": _("Round"), "people": _("People"), "more": _("More")}
        return [(name, text, self.tab(name)) for name, text in words.items()]

    def name(self, entry: str) -> str:
        return self.names.get(entry, entry)

    @property
    def again(self) -> str:
        """The address of the form that opens one like this; "" where nobody may."""
        may = self.who.may(Action.TOURNAMENTS)
        return f"{reverse('admin:league_tournament_add')}?{urlencode({'like': str(self.row.pk)})}" if may else ""

    @property
    def readers(self) -> str:
        """Who can see what is published, as a sentence."""
        return {
            "public": _("Everybody can see it."),
            "link": _("Everybody with the tournament’s link can see it."),
            "members": _("The club’s members and the players can see it."),
        }[self.state.settings.visible_to]

    def table(self, number: int) -> str:
        """A table's number and label."""
        return self.look(lambda state: table_label(state.settings, number))

    def game(self, game: Table) -> str:
        """The number and label of a game's table; if it plays several, with the game's number."""
        table = self.table(game.number)
        return game_label(table, game.game) if game.more or game.game > 1 else table

    def game_at(self, stream: str) -> Table | None:
        """The game with this stream at a table of the tournament. The first game has its table's id."""
        return self.look(lambda state: _game_at(state, stream))

    def round(self, id: str) -> Round | None:
        return next((round for round in self.state.rounds if round.id == id), None)


def _game_at(state: State, stream: str) -> Table | None:
    if (table := state.tables.get(stream)) is not None:
        return table
    more = (game for table in state.tables.values() for game in table.more)
    return next((game for game in more if stream == game_stream(game)), None)


def game_stream(game: Table) -> str:
    """The stream of a game at a table."""
    return str(stream_of(game.id, game.game))
