"""Meetings and seats in the season, where the seating took them into account."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import N_
from league.domain.explanations.context import Context
from league.domain.explanations.reasons import Reason
from league.domain.seating.problem import SeasonHistory, pair_of
from league.domain.tournament.formats import Areas, Rotation, Swiss
from league.domain.tournament.rounds.seating import SeatedTable


def why_in_season(context: Context, table: SeatedTable) -> Iterator[Reason]:
    """The seat, and the meetings unless the standings alone decide who meets."""
    season, format = context.problem.season, context.format
    if season is None or not isinstance(format, Areas | Rotation | Swiss):
        return
    if isinstance(format, Swiss) and format.is_dutch:
        return
    if not isinstance(format, Areas):
        yield _met(context, table, season)
    seat = table.seats.index(context.entry)
    had = {entry: (*season.seats.get(entry, ()), *[0] * len(table.seats))[seat] for entry in table.seats}
    facts = {"entry": context.entry, "seat": seat + 1, "had": had[context.entry], "fewest": min(had.values())}
    template = N_("In other tournaments of the season {entry} has not sat in seat {seat}.")
    if not any(had.values()):
        template = N_("In other tournaments of the season nobody at the table has sat in seat {seat}.")
    elif had[context.entry]:
        template = N_(
            "Times in seat {seat} in other tournaments of the season: {entry} {had}, the fewest at the table {fewest}."
        )
    yield context.reason("season.seat", template, facts, *context.season)


def _met(context: Context, table: SeatedTable, season: SeasonHistory) -> Reason:
    pairs = {other: pair_of(context.entry, other) for other in table.seats if other != context.entry}
    times = {other: season.met[pair] for other, pair in pairs.items() if pair in season.met}
    facts = {"entry": context.entry, "table": table.number, "met": times}
    if times:
        template = N_("In other tournaments of the season {entry} has met: {met} (times).")
        return context.reason("season.met", template, facts, *context.season)
    template = N_("In other tournaments of the season {entry} has met nobody of table {table}.")
    return context.reason("season.not_met", template, facts, *context.season)
