"""What was had in the season, where a seating looked at that: whom of the table somebody had met, and the seat."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import N_
from games.telling import Sentence
from league.domain.explanations.context import Context
from league.domain.explanations.reasons import Reason
from league.domain.seating.problem import pair_of
from league.domain.tournament.formats import Areas, Rotation, Swiss
from league.domain.tournament.rounds.seating import SeatedTable


def why_in_season(scene: Context, table: SeatedTable) -> Iterator[Reason]:
    """Meetings, where the format chooses who meets whom by more than the standings; and the seat."""
    format, rests_on = scene.before.effective_settings.format, (*scene.rests_on, *scene.counted)
    known = scene.field.season
    if (
        known is None
        or not isinstance(format, Areas | Rotation | Swiss)
        or (isinstance(format, Swiss) and format.is_dutch)
    ):
        return
    if not isinstance(format, Areas):
        yield _met(scene, table, rests_on)
    seat = table.seats.index(scene.entry)
    had = {entry: (*known.seats.get(entry, ()), *[0] * len(table.seats))[seat] for entry in table.seats}
    facts = {"entry": scene.entry, "seat": seat + 1, "had": had[scene.entry], "fewest": min(had.values())}
    template = N_(
        "Seat {seat} in other tournaments of the season: {entry} has had it {had} times, and nobody at the table fewer "
        "than {fewest} times."
    )
    yield Reason("season.seat", Sentence(template, facts), rests_on)


def _met(scene: Context, table: SeatedTable, rests_on: tuple[int, ...]) -> Reason:
    """Whom of the table the entry has met in the season."""
    known = scene.field.season.met if scene.field.season else {}
    pairs = {other: pair_of(scene.entry, other) for other in table.seats if other != scene.entry}
    times = {other: known[pair] for other, pair in pairs.items() if pair in known}
    facts = {"entry": scene.entry, "table": table.number, "met": times}
    if times:
        template = N_("In other tournaments of the season {entry} has met, so many times: {met}.")
        return Reason("season.met", Sentence(template, facts), rests_on)
    template = N_("In other tournaments of the season {entry} has met nobody of table {table}.")
    return Reason("season.not_met", Sentence(template, facts), rests_on)
