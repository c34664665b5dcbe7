"""The plan of a round, computed on a loaded tournament, outside of any transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from uuid6 import uuid7

from games.game import Game
from games.kernel import N_, Rejected
from league.domain.season.history.ledger import Ledger, counts_for
from league.domain.seating.formats import SeatingOptions
from league.domain.seating.plan import GivenTable, Plan, given_plan, plan, redo_command, seat_command
from league.domain.seating.requested_byes import requested_byes, requested_in
from league.domain.seating.rotation import usual_steps
from league.domain.seating.rotation.tournament_plan import Progress
from league.domain.tournament.formats import Bye, ByeTerms
from league.domain.tournament.require import unbegun_of
from league.domain.tournament.rounds.commands import Redo, Seat
from league.domain.tournament.rounds.rules import state_to_seat
from league.domain.tournament.state import Tournament
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.seating import households, season_ledger, table_sizes
from league.seating.py4swiss import dutch_pair


@dataclass(frozen=True)
class Effort:
    """How long to search for a rotation. steps: the most steps. times: the most, as a multiple of the usual number.

    Neither: the usual number. progress: called during the search; it may cut the search short.
    """

    steps: int | None = None
    times: int | None = None
    progress: Progress | None = None

    def steps_of(self, usual: int) -> int | None:
        """The most steps of the search; None: the usual number."""
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
    """Plans the next round; None where it has a draft already. Raises Rejected, also BadFields for an unknown game.

    given: the tables of a given plan. byes: its byes, or without it the entries that ask to sit out. game: another than
    the tournament's. effort: of the search.
    """
    known = season_counts(club, id) if given is None else None
    with streams.reading(club, TOURNAMENT, id) as stream:
        state = stream.aggregate.state
        chosen = table_sizes.chosen(state, game)
        away = requested_byes(state, byes) if given is None else {}
        if state.draft is not None:
            _require_known(state, away)
            return None
        if given is None:
            return _own_plan(state, chosen, effort, known, away)
        return table_sizes.played_with(chosen, state, given_plan(state, given, byes))


def plan_again(id: UUID, *, club: UUID, effort: Effort | None = None) -> Plan:
    """Plans the next attempt at the round that has not begun, for the same game. effort: of the search.

    Who asked to sit out does so again. Raises Rejected.
    """
    known = season_counts(club, id)
    with streams.reading(club, TOURNAMENT, id) as stream:
        state: Tournament = stream.aggregate.state
        if state.open_round is None:
            return plan_on(state, known, effort)
        published = unbegun_of(state, state.open_round.id)
        chosen, away = table_sizes.chosen(state, published.game), requested_in(state, published)
        return _own_plan(state_to_seat(state), chosen, effort, known, away)


def plan_on(state: Tournament, known: Ledger | None = None, effort: Effort | None = None) -> Plan:
    """Plans the next round, or the next attempt at its draft, on a state that no other thread folds. Raises Rejected.

    known: the season's counts, where the tournament balances over the season.
    """
    game = None if state.draft is None else state.draft.game
    return _own_plan(state, table_sizes.chosen(state, game), effort, known)


def season_counts(club: UUID, id: UUID) -> Ledger | None:
    """The ledger of the other tournaments of its seasons, if it balances over them. Call it without a stream's lock."""
    with streams.reading(club, TOURNAMENT, id) as stream:
        is_wanted = stream.aggregate.state.settings.balances_season
    return season_ledger.other_tournaments(club, id) if is_wanted else None


def _require_known(state: Tournament, away: Mapping[str, ByeTerms]) -> None:
    """Refuses byes that were not asked for when the draft was made."""
    known = requested_in(state, state.draft)
    if others := [entry for entry in away if entry not in known]:
        template = N_("Round {number} is seated with {entries}. Delete the draft before you seat it without them.")
        raise Rejected("bad_bye", template, {"number": state.next_number, "entries": others}, "byes")


def _own_plan(
    state: Tournament,
    chosen: Game[Any],
    effort: Effort | None,
    known: Ledger | None,
    away: Mapping[str, ByeTerms] | None = None,
) -> Plan:
    """The drawn plan, for that game. known: the season's counts. away: requested byes; None: those of the draft."""
    size, of_search = table_sizes.sizes(state, chosen), effort or Effort()
    means = SeatingOptions(dutch_pair(), of_search.steps_of(usual_steps(size.max)), of_search.progress)
    counted = None if known is None else counts_for(state.entries, known)
    made = plan(state, state.secret, size, households.separation_groups(state), means, away, counted)
    return table_sizes.played_with(chosen, state, made)


def new_seat_command(made: Plan) -> Seat:
    """The command that makes the plan a new round's draft."""
    return seat_command(made, str(uuid7()), _ids(made))


def new_redo_command(made: Plan, round_id: UUID) -> Redo:
    """The command that replaces a draft by the plan."""
    return redo_command(made, str(round_id), _ids(made))


def _ids(made: Plan) -> list[str]:
    return [str(uuid7()) for _ in made.tables]
