"""The plan of a round: computed on a loaded tournament, outside of any transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from uuid6 import uuid7

from games.game import Game
from league.domain.season.history.ledger import Ledger, counts_for
from league.domain.seating.formats import SeatingOptions
from league.domain.seating.plan import GivenTable, Plan, given_plan, plan, redo_command, seat_command
from league.domain.seating.rotation import usual_steps
from league.domain.seating.rotation.tournament_plan import Progress
from league.domain.tournament.formats import Bye
from league.domain.tournament.rounds.commands import Redo, Seat
from league.domain.tournament.state import Tournament
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.seating import households, season_ledger, table_sizes
from league.seating.py4swiss import dutch_pair


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


def plan_next(
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
    known = season_counts(club, id) if given is None else None
    with streams.reading(club, TOURNAMENT, id) as stream:
        state = stream.aggregate.state
        chosen = table_sizes.chosen(state, game)
        if state.draft is not None:
            return None
        if given is None:
            return _own_plan(state, chosen, effort, known)
        return table_sizes.played_with(chosen, state, given_plan(state, given, byes))


def plan_again(id: UUID, *, club: UUID, effort: Effort | None = None) -> Plan:
    """Another attempt at the draft's seating, for the same game. effort: of the search for a rotation."""
    known = season_counts(club, id)
    with streams.reading(club, TOURNAMENT, id) as stream:
        return plan_on(stream.aggregate.state, known, effort)


def plan_on(state: Tournament, known: Ledger | None = None, effort: Effort | None = None) -> Plan:
    """The next round's seating on a state that nobody else folds, or the next attempt at its draft. Raises Rejected.

    known: what was had in the season, where it looks at that.
    """
    game = None if state.draft is None else state.draft.game
    return _own_plan(state, table_sizes.chosen(state, game), effort, known)


def season_counts(club: UUID, id: UUID) -> Ledger | None:
    """What was had in the other tournaments of its seasons, where its seatings look at that; to be read unlocked."""
    with streams.reading(club, TOURNAMENT, id) as stream:
        is_wanted = stream.aggregate.state.settings.balances_season
    return season_ledger.other_tournaments(club, id) if is_wanted else None


def _own_plan(state: Tournament, chosen: Game[Any], effort: Effort | None, known: Ledger | None) -> Plan:
    """The seating of the service itself, for that game. known: what was had in the season."""
    size, of_search = table_sizes.sizes(state, chosen), effort or Effort()
    means = SeatingOptions(dutch_pair(), of_search.steps_of(usual_steps(size.max)), of_search.progress)
    counted = None if known is None else counts_for(state.entries, known)
    made = plan(state, state.secret, size, households.separation_groups(state), means, counted=counted)
    return table_sizes.played_with(chosen, state, made)


def new_seat_command(made: Plan) -> Seat:
    """The command that takes a plan as the draft of a new round."""
    return seat_command(made, str(uuid7()), _ids(made))


def new_redo_command(made: Plan, round_id: UUID) -> Redo:
    """The command that takes a plan in place of a draft."""
    return redo_command(made, str(round_id), _ids(made))


def _ids(made: Plan) -> list[str]:
    return [str(uuid7()) for _ in made.tables]
