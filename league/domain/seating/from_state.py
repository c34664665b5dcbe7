"""Builds the seating problem of a tournament's next round."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from games.kernel import draw
from league.domain.seating.history import byes_had, past_round_of
from league.domain.seating.problem import Bounds, Problem, SeasonHistory, Separated, pair_of
from league.domain.standings.standings import ranks, rows_for_seating
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.formats import Areas, Knockout, Swiss
from league.domain.tournament.rounds.seating import SeasonCounts, SeparationGroup
from league.domain.tournament.settings import TableSize
from league.domain.tournament.state import Tournament

BY_RATING = "rating"


def problem_of(
    state: Tournament,
    seed: str,
    size: TableSize | None = None,
    apart: Sequence[SeparationGroup] | None = None,
    away: Collection[str] = (),
    counted: SeasonCounts | None = None,
) -> Problem:
    """The problem of the next round, or of its draft.

    seed: of the attempt. size: of the tables; None: the tournament's. away: entries that asked for a bye in the round.
    apart: the separation groups. counted: the season's counts. None for either of these: as in the last seating.
    """
    number = state.next_number
    players = [entry for entry in state.players(number) if entry.id not in away]
    settings, stage = state.effective_settings, state.stage_of(number)
    bounds = size or settings.table_size
    closed = [past_round_of(found) for found in state.closed_rounds]
    earlier = 0 if stage is None else stage.from_round - 1
    place, points = _standing(state, number, players)
    return Problem(
        number=number,
        seed=seed,
        players=tuple(draw(seed, "order", [entry.id for entry in players])),
        bounds=Bounds(bounds.min, bounds.max, bounds.prefer),
        rounds=settings.rounds,
        place=place,
        points=points,
        rating={entry.id: entry.rating for entry in players if entry.rating is not None},
        history=tuple(closed[earlier:]),
        earlier=tuple(closed[:earlier]),
        byes_had=byes_had(state),
        mates=tuple(_mates(state, apart if apart is not None else state.separation_groups, players)),
        separated=tuple(_separated(state, apart if apart is not None else state.separation_groups, players)),
        fixed={entry.id: entry.table for entry in players if entry.table is not None},
        season=_counted(state, counted or state.counted, players),
    )


def _standing(
    state: Tournament, number: int, players: Sequence[Entry]
) -> tuple[Mapping[str, int], Mapping[str, Fraction]]:
    """Places and points before the round. Before the first round, places are by rating if the format asks for that.

    Before the first round of a stage the places are the frozen ones, whatever points were carried over.
    """
    if number > 1:
        listed, stage = rows_for_seating(state), state.stage
        sign = -1 if state.effective_settings.points.lowest_first else 1
        points = {row.entry: sign * row.points for row in listed}
        begins = stage is not None and stage.from_round == number
        return ranks(stage.standings if stage and begins else listed), points
    format = state.effective_settings.format
    is_dutch = isinstance(format, Swiss) and format.is_dutch
    if isinstance(format, Knockout) or is_dutch or (isinstance(format, Areas | Swiss) and format.first == BY_RATING):
        return by_rating(players), {}
    return {}, {}


def by_rating(players: Iterable[Entry]) -> dict[str, int]:
    """Places by rating, shared by equals; entries without a rating are last."""
    ratings = {entry.id: -1 if entry.rating is None else entry.rating for entry in players}
    place: dict[int, int] = {}
    for number, rating in enumerate(sorted(ratings.values(), reverse=True), 1):
        place.setdefault(rating, number)
    return {entry: place[rating] for entry, rating in ratings.items()}


def _mates(state: Tournament, groups: Iterable[SeparationGroup], players: Sequence[Entry]) -> Iterator[Separated]:
    """The groups among the players of the first round of a knockout, whatever the strength of their separation."""
    if not begins_knockout(state):
        return
    here = dict.fromkeys(entry.id for entry in players)
    for group in groups:
        if len(entries := tuple(entry for entry in group.entries if entry in here)) > 1:
            yield Separated(group.kind, entries)


def begins_knockout(state: Tournament) -> bool:
    """Whether the next round is the first of a knockout. In edition 1 it does not spread clubs and households."""
    stage, number = state.stage_of(state.next_number), state.next_number
    is_first = number == (1 if stage is None else stage.from_round)
    return state.edition > 1 and is_first and state.knockout is not None


def _separated(state: Tournament, groups: Iterable[SeparationGroup], players: Sequence[Entry]) -> Iterable[Separated]:
    """The groups of the players, with the strength of the tournament's settings."""
    here = dict.fromkeys(entry.id for entry in players)
    wanted = state.settings.separation
    for group in groups:
        kept = wanted.household if group.kind == "household" else wanted.club
        entries = tuple(entry for entry in group.entries if entry in here)
        if kept != "off" and len(entries) > 1:
            yield Separated(group.kind, entries, hard=kept == "hard")


def _counted(state: Tournament, counts: SeasonCounts | None, players: Sequence[Entry]) -> SeasonHistory | None:
    """The season's counts of the players, if the tournament's settings ask for them."""
    if counts is None or not state.settings.balances_season:
        return None
    here, ids = frozenset(entry.id for entry in players), [known.entry for known in counts.entries]
    known = [one for one in counts.entries if one.entry in here]
    return SeasonHistory(
        {pair_of(ids[a], ids[b]): times for a, b, times in counts.met if ids[a] in here and ids[b] in here},
        {one.entry: one.seats for one in known},
        {one.entry: one.byes for one in known if one.byes},
        {one.entry: one.short for one in known if one.short},
    )


def by_standing(state: Tournament) -> list[str]:
    """All entries in the order that the next round is seated by; if a stage begins, those of the stage first."""
    stage, listed = state.stage, [row.entry for row in rows_for_seating(state)]
    if stage is None or stage.from_round < state.next_number:
        return listed
    return list(dict.fromkeys([*stage.entries, *listed]))
