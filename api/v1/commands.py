"""`tables/{id}/commands`: commands of the game at a table."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.utils import timezone
from msgspec import UNSET, UnsetType
from rest_framework.request import Request

from api.base import Reply, writes
from api.openapi.components import any_commands
from api.openapi.schema import describes
from api.permissions import IsUserOrLink
from api.v1.feeds import Event
from api.v1.tables import GameQuery, TableResource
from games.kernel import N_, Rejected, Viewer
from games.match import may_see_command
from league.access import roles
from league.models import Scope, Table
from league.queries import event_feed
from league.repository import streams
from league.repository.streams import GAME, stream_of
from league.services import game_commands, policies, results

MOST_COMMANDS = 1000


class CommandsQuery(GameQuery, frozen=True):
    """Whose commands, and of which game.

    as: with the link of the table, the entry seated there that sends.
    """

    as_entry: UUID | UnsetType = msgspec.field(default=UNSET, name="as")


class SentCommands(msgspec.Struct):
    """The events of the commands, and the game after them.

    events: as the caller may see them. version: of the game's log. view: the game as the caller may see it, in a form
    that depends on the game.
    """

    events: list[Event]
    version: int
    view: dict[str, Any]


class Commands(TableResource):
    """The game at a table."""

    permission_classes = [IsUserOrLink]
    scope = Scope.REPORT

    @describes(SentCommands, body=any_commands(), query=CommandsQuery)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Sends a command of the game, or a list of them, all or nothing."""
        table = self.get_object()
        who, game = self.caller(table.club_id), stream_of(table.id, self.one_game(table))
        with _playing(table, game) as stream:
            match = stream.match
            play = policies.play_of(match)
            raws = request.data if isinstance(request.data, list) else [request.data]
            _require_some(raws)
            sent = [roles.as_sent_by(who, id, match.state.players, match.rules, play, raw) for raw in raws]
            viewer = who.viewer_at(match.state.players)
        try:
            done = game_commands.send(
                table, sent, actor=who.actor, at=timezone.now(), game=self.one_game(table), as_entry=self.as_entry()
            )
        except Rejected as refusal:
            if isinstance(request.data, list):
                refusal.move_under((refusal.at,))
            raise _as_shown(refusal, viewer) from refusal
        match = done.stream.match
        events = event_feed.shown([row for row in done.events if row.stream == game], who)
        return Reply({"events": events, "version": match.version, "view": match.view(viewer)})

    def as_entry(self) -> results.As:
        """The entry as which the holder of the table's link sends. Raises Problem for what is no id."""
        entry = self.asked(CommandsQuery).as_entry
        return UNSET if entry is UNSET else str(entry)


def _as_shown(refusal: Rejected, viewer: Viewer) -> Rejected:
    """The refusal as `viewer` may see it: the later command that an amend would break may still be hidden."""
    if refusal.code != "would_break" or may_see_command(refusal.facts["command"], viewer):
        return refusal
    number = refusal.facts["number"]
    return Rejected("would_break", N_("The later command of event {number} would be refused."), {"number": number})


def _playing(table: Table, game: UUID) -> Any:
    """Reads the game of a table. Raises Rejected where its round has not started."""
    if table.round is not None and table.game_version == 0:
        raise Rejected("wrong_phase", N_("The round of this table is not running."))
    return streams.reading(table.club_id, GAME, game)


def _require_some(raws: list[Any]) -> None:
    if not 1 <= len(raws) <= MOST_COMMANDS:
        raise Rejected("bad_command", N_("A list has 1 to {most} commands."), {"most": MOST_COMMANDS})
