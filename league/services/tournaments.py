"""What the domain leaves to its caller: ids, secrets and times for a tournament's commands, and the plan of a round.

Each function is one command through `services`; all raise what `services.execute` raises, and Rejected.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from uuid6 import uuid7

from games import Match
from games.game import Game
from games.kernel import N_, Aggregate, Json, Rejected
from games.registry import find_game
from league.seating import households, season_ledger, table_sizes
from league.services import execution
from league.repository import streams
from league.domain.season import rules as season
from league.domain.tournament import rules as tournament
from league.domain.values.faults import BadFields, Fault
from league.domain.season.commands import AddTournament
from league.domain.season.commands import Create as CreateSeason
from league.domain.season.history.ledger import Ledger, counts_for
from league.domain.seating.formats import Means
from league.domain.seating.plan import GivenTable, Plan, given_plan, plan, redo_command, seat_command
from league.domain.seating.rotation import usual_steps
from league.domain.seating.rotation.tournament_plan import Progress
from league.domain.tournament.changes import changed
from league.domain.tournament.commands import Change, Create, NewEntry, Register, Reopen
from league.domain.tournament.rounds.seating import Redo, Seat
from league.domain.tournament.settings import (
    LARGEST_TABLE,
    SMALLEST_TABLE,
    Bye,
    Knockout,
    RoundRobin,
    Settings,
    Swiss,
    TableSize,
)
from league.domain.tournament.state import Tournament
from league.seating.py4swiss import dutch_pair
from league.log.store import writing
from league.models import Entry
from league.services.execution import Done, Work
from league.repository.streams import GAME, SEASON, TOURNAMENT

SECRET_BYTES = 16


@dataclass(frozen=True)
class Effort:
    """How hard a rotation is searched for. steps: at most so many. times: at most so many times the usual number.

    Neither: the usual number. progress: is told of the search, and may cut it short.
    """

    steps: int | None = None
    times: int | None = None
    progress: Progress | None = None

    def steps_of(self, usual: int) -> int | None:
        """How many steps the search makes at most; None: as many as usual."""
        bounds = (self.steps, None if self.times is None else self.times * usual)
        return min((bound for bound in bounds if bound is not None), default=None)


def create(settings: Create, *, actor: str, at: datetime) -> Done:
    """Opens a tournament and adds it to its seasons. Raises BadFields for what does not go with the game."""
    club, id = UUID(settings.club), uuid7()
    settings = for_its_game(settings)
    aggregate = Aggregate(tournament.RULES)
    aggregate.begin(tournament.start(settings, secrets.token_hex(SECRET_BYTES)))

    def run(work: Work) -> streams.Stream:
        opened = work.open(TOURNAMENT, id, aggregate)
        for wanted in sorted(set(map(UUID, settings.seasons))):  # one order of locks for everybody
            work.send(work.stream(SEASON, wanted), AddTournament(str(uuid7()), str(id)))
        return opened

    return execution.commit(run, club=club, actor=actor, at=at)


def change(id: UUID, command: Change, *, club: UUID, actor: str, at: datetime) -> Done:
    """Sets a tournament's settings anew. Raises BadFields for what does not go with the game."""

    def run(work: Work) -> streams.Stream:
        stream = work.stream(TOURNAMENT, id)
        settings = changed(stream.aggregate.state.settings, command)
        for_its_game(Create(club=str(club), **{name: getattr(settings, name) for name in Settings.__struct_fields__}))
        work.send(stream, command)
        return stream

    return execution.commit(run, club=club, actor=actor, at=at)


def reopen(id: UUID, reason: str | None, *, club: UUID, actor: str, at: datetime) -> Done:
    """Lets a closed tournament go on; the secret of the draws to come is drawn here."""
    command = Reopen(at, secrets.token_hex(SECRET_BYTES), reason)
    return execution.execute(TOURNAMENT, id, command, club=club, actor=actor, at=at)


def for_its_game(settings: Create) -> Create:
    """The settings with the game's own table sizes, unless some are given.

    Refuses a game that is unknown here, options that it does not know, and tables that it can't seat.
    """
    try:
        game = find_game(settings.game)
        size = settings.table_size or (pairs_of(game, settings) or sizes_of(game))
        if not game.min_players <= size.min <= size.max <= game.max_players:
            template = N_("{title} is played by {fewest} to {most} players.")
            facts = {"title": game.title, "fewest": game.min_players, "most": game.max_players}
            raise BadFields([Fault("table_size", "unfit", template, facts)])
        Match.start(settings.game, [str(seat) for seat in range(size.min)], settings.game_options)
        return msgspec.structs.replace(settings, table_size=size)
    except BadFields:
        raise
    except Rejected as refusal:
        field = "game" if refusal.code == "unknown_game" else f"game_options.{refusal.field}".rstrip(".")
        raise BadFields([Fault(field, refusal.code, refusal.template, refusal.facts)]) from refusal


def pairs_of(game: Game[Any], settings: Create) -> TableSize | None:
    """Two at a table where the format or the points are of two, and the game is one for two."""
    format, outcomes = settings.format, settings.points.outcomes
    of_two = isinstance(format, RoundRobin) or (isinstance(format, Swiss) and format.is_dutch)
    if of_two or (outcomes is not None and isinstance(format, Swiss | Knockout)):
        return TableSize(2, 2, 2) if game.min_players <= SMALLEST_TABLE <= game.max_players else None
    return None


def sizes_of(game: Game[Any]) -> TableSize:
    """The tables that a game is played at, where nobody says otherwise."""
    least, most = max(game.min_players, SMALLEST_TABLE), min(game.max_players, LARGEST_TABLE)
    return TableSize(least, most, min(max(TableSize().prefer, least), most))


def register(
    id: UUID, entries: Sequence[NewEntry], teams: Mapping[str, str], *, club: UUID, actor: str, at: datetime
) -> Done:
    """Enters people or teams. teams: names of the teams by entry id; they live beside the log."""

    def run(work: Work) -> streams.Stream:
        stream = work.stream(TOURNAMENT, id)
        work.send(stream, Register(entries=tuple(entries)))
        return stream

    with writing():
        done = execution.commit(run, club=club, actor=actor, at=at)
        for entry, team in teams.items():
            Entry.objects.filter(pk=entry).update(team=team)
    return done


def planned(
    id: UUID,
    *,
    club: UUID,
    given: Sequence[GivenTable] | None = None,
    byes: Sequence[str | int | Bye] = (),
    game: str | None = None,
    effort: Effort | None = None,
) -> Plan | None:
    """The next round's seating, computed outside of any transaction; None where a draft of it stands already.

    game: another than the tournament's. effort: of the search for a rotation. Raises BadFields for a game that is
    unknown here.
    """
    known = season_of(club, id) if given is None else None
    with streams.reading(club, TOURNAMENT, id) as stream:
        state = stream.aggregate.state
        chosen = table_sizes.chosen(state, game)
        if state.draft is not None:
            return None
        if given is None:
            return _own_plan(state, chosen, effort, known)
        return table_sizes.played_with(chosen, state, given_plan(state, given, byes))


def replanned(id: UUID, *, club: UUID, effort: Effort | None = None) -> Plan:
    """Another attempt at the draft's seating, for the same game. effort: of the search for a rotation."""
    known = season_of(club, id)
    with streams.reading(club, TOURNAMENT, id) as stream:
        return planned_on(stream.aggregate.state, known, effort)


def planned_on(state: Tournament, known: Ledger | None = None, effort: Effort | None = None) -> Plan:
    """The next round's seating on a state that nobody else folds, or the next attempt at its draft. Raises Rejected.

    known: what was had in the season, where it looks at that.
    """
    game = None if state.draft is None else state.draft.game
    return _own_plan(state, table_sizes.chosen(state, game), effort, known)


def season_of(club: UUID, id: UUID) -> Ledger | None:
    """What was had in the other tournaments of its seasons, where its seatings look at that; to be read unlocked."""
    with streams.reading(club, TOURNAMENT, id) as stream:
        is_wanted = stream.aggregate.state.settings.balances_season
    return season_ledger.beside(club, id) if is_wanted else None


def _own_plan(state: Tournament, chosen: Game[Any], effort: Effort | None, known: Ledger | None) -> Plan:
    """The seating of the service itself, for that game. known: what was had in the season."""
    size, of_search = table_sizes.sizes(state, chosen), effort or Effort()
    means = Means(dutch_pair(), of_search.steps_of(usual_steps(size.max)), of_search.progress)
    counted = None if known is None else counts_for(state.entries, known)
    made = plan(state, state.secret, size, households.groups(state), means, counted=counted)
    return table_sizes.played_with(chosen, state, made)


def seat(made: Plan) -> Seat:
    """The command that takes a plan as the draft of a new round."""
    return seat_command(made, str(uuid7()), _ids(made))


def reseat(made: Plan, round_id: UUID) -> Redo:
    """The command that takes a plan in place of a draft."""
    return redo_command(made, str(round_id), _ids(made))


def _ids(made: Plan) -> list[str]:
    return [str(uuid7()) for _ in made.tables]


def open_season(created: CreateSeason, *, actor: str, at: datetime) -> Done:
    """Opens a season."""
    aggregate = Aggregate(season.RULES)
    aggregate.begin(season.start(created))
    return execution.begin(SEASON, uuid7(), aggregate, club=UUID(created.club), actor=actor, at=at)


def open_friendly(slug: str, players: Sequence[str], options: Json, *, club: UUID, actor: str, at: datetime) -> Done:
    """A friendly game at a table of its own, outside of any tournament; its seed is drawn here."""
    match = Match.start(slug, list(players), options, secrets.token_hex(SECRET_BYTES))
    return execution.begin(GAME, uuid7(), match, club=club, actor=actor, at=at)
