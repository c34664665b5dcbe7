"""The season, an aggregate: the organiser's decisions. No result stands in it; `league_table` reads the tournaments."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.kernel import N_, Command, Event, Json, Rejected, Rules, Viewer
from league.domain.fields import refuse
from league.domain.season.commands import COMMANDS, AddTournament, Change, Create, RemoveTournament
from league.domain.season.events import EVENTS, SeasonChanged, SeasonCreated, TournamentAdded, TournamentRemoved
from league.domain.season.scheme import MOST_EVENTS, faults
from league.domain.season.state import EVOLVE, Season


def start(create: Create) -> Iterator[Event]:
    """Opens a season. Raises BadFields for a scheme that contradicts itself."""
    refuse(faults(create.scheme))
    yield SeasonCreated(create.club, create.name, create.time_zone, create.scheme)


def decide(state: Season, command: Command) -> Iterator[Event]:
    """The events that `command` causes now; none where its effect stands already. Raises Rejected before the first."""
    match command:
        case Change():
            yield from _change(state, command)
        case AddTournament():
            yield from _add(state, command)
        case RemoveTournament(id) if id in state.events:
            yield TournamentRemoved(id)


def _change(state: Season, command: Change) -> Iterator[Event]:
    if command.scheme is not None:
        refuse(faults(command.scheme))
    changed = SeasonChanged(
        command.name or state.name, command.time_zone or state.time_zone, command.scheme or state.scheme
    )
    if (changed.name, changed.time_zone, changed.scheme) != (state.name, state.time_zone, state.scheme):
        yield changed


def _add(state: Season, command: AddTournament) -> Iterator[Event]:
    """A tournament counts once in a season."""
    if any(known.tournament == command.tournament for known in state.events.values()):
        return
    if command.id in state.events:
        raise Rejected("duplicate", N_("The season has an event {event} already."), {"event": command.id}, "id")
    if len(state.events) >= MOST_EVENTS:
        raise Rejected("season_full", N_("A season has at most {most} events."), {"most": MOST_EVENTS})
    yield TournamentAdded(command.id, command.tournament, command.date)


def view(state: Season, viewer: Viewer) -> Json:
    """The season's body; all of it is public."""
    events = [{"id": known.id, "tournament": known.tournament, "date": known.date} for known in state.events.values()]
    body: Json = msgspec.to_builtins(
        {
            "version": state.version,
            "club": state.club,
            "name": state.name,
            "time_zone": state.time_zone,
            "events": events,
            "scheme": state.scheme,
        }
    )
    return body


RULES: Rules[Season] = Rules(
    name="season",
    events=EVENTS,
    commands=COMMANDS,
    initial=Season,
    evolve=EVOLVE,
    decide=decide,
    view=view,
)
