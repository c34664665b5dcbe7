"""`tables/{id}/commands`: a game is played, or tried."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.utils import timezone
from rest_framework.request import Request

from api import bodies
from api.door import Door, Shown, writes
from api.schema import any_command, describes
from api.v1.feeds import EventShown
from api.v1.tables import match_of, visible_table
from games.kernel import N_, REFEREE, Event, Json, Rejected
from league import access, feeds, policies, services, streams
from league.access import Caller, Forbidden
from league.domain import standings
from league.models import Table
from league.services import Work
from league.streams import GAME, TOURNAMENT, Stream

MOST_COMMANDS = 1000


class Played(msgspec.Struct):
    """What commands came to. version: of the game's log."""

    events: list[EventShown]
    version: int
    view: dict[str, Any]


class Commands(Door):
    """What is done at a table."""

    has_dry_run = True

    @describes(Played, body=any_command(), query=(("dry_run", "true: nothing is changed (staff)."),), link=True)
    @writes
    def post(self, request: Request, id: UUID) -> Shown:
        """Sends a game command, or a list of them of which all are taken or none."""
        dry = bodies.flag_parameter(request, "dry_run")
        table, who = visible_table(self, id)
        if dry and not who.is_staff:
            raise Forbidden
        with _playing(table) as stream:
            match = match_of(stream)
            play = policies.play_of(match)
            raws = request.data if isinstance(request.data, list) else [request.data]
            _require_some(raws)
            sent = [access.as_sent_by(who, id, match.state.players, match.rules, play, raw) for raw in raws]
        if dry:
            if play == "dealt":
                raise Rejected("no_dry_run", N_("A dealt game has no dry run: it would show the next cards."))
            return Shown(_tried(table, who, sent))
        done = services.execute(GAME, id, sent, club=table.club_id, actor=who.actor, at=timezone.now())
        match = match_of(done.stream)
        events = feeds.shown([row for row in done.events if row.stream == id], who)
        return Shown(
            {"events": events, "version": match.version, "view": match.view(who.viewer_at(match.state.players))}
        )


def _playing(table: Table) -> Any:
    """The game of a table for reading. Raises Rejected where its round has not started."""
    if table.round is not None and table.game_version == 0:
        raise Rejected("wrong_phase", N_("The round of this table is not running."))
    return streams.reading(table.club_id, GAME, table.id)


def _require_some(raws: list[Any]) -> None:
    if not 1 <= len(raws) <= MOST_COMMANDS:
        raise Rejected("bad_command", N_("A list has 1 to {most} commands."), {"most": MOST_COMMANDS})


def _tried(table: Table, who: Caller, sent: list[Json]) -> Json:
    """A dry run: the events that there would be, and the standings without and with them."""
    tournament = table.round and table.round.tournament_id
    before: list[Json] = []
    if tournament:
        with streams.reading(table.club_id, TOURNAMENT, tournament) as stream:
            before = standings.standings(stream.aggregate.state)

    def show(work: Work, stream: Stream, events: list[Event]) -> Json:
        first = stream.aggregate.version - len(events) + 1
        after = standings.standings(work.stream(TOURNAMENT, tournament).aggregate.state) if tournament else []
        told = [_untold(stream, version, event) for version, event in enumerate(events, first)]
        return {"events": told, "standings_before": before, "standings_after": after}

    return services.dry_run(GAME, table.id, sent, show, club=table.club_id, at=timezone.now())


def _untold(stream: Stream, version: int, event: Event) -> Json:
    """An event in the form of feeds that is in no log."""
    return {
        "position": None,
        "stream": stream.id,
        "kind": stream.kind,
        "version": version,
        "type": event.type,
        "schema": event.schema,
        "data": event.show(REFEREE),
        "actor": None,
        "recorded_at": None,
        "hash": None,
    }
