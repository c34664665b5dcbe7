"""Whether a seating computed again equals the one in the log, and the first difference."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import N_
from games.telling import Sentence
from league.domain.seating.attempts import Attempt
from league.domain.seating.plan import Plan, PlannedTable
from league.domain.tournament.formats import Prescribed
from league.domain.tournament.rounds.events import METHODS
from league.domain.tournament.rounds.seating import SeatedTable
from league.domain.tournament.state import EDITION, Tournament

EQUAL = N_("Round {number}, seating {attempt}: seated again by the same lots, everybody has the same seat.")
PRESCRIBED = N_("Round {number}, seating {attempt}, follows the given plan. No lots were needed.")
GIVEN = N_("The director gave the tables of round {number}, seating {attempt}. No lots were needed.")
OLDER = N_(
    "Round {number}, seating {attempt}, was made by edition {edition} of the methods. This is edition {methods}, which "
    "may seat differently."
)
OLDER_RULES = N_(
    "Round {number}, seating {attempt}, is of a tournament that was opened under edition {edition} of the rules. "
    "Edition {rules}, which is in use now, may seat it differently."
)


OPEN_GAMES = 2
"""The edition of the rules since which a round robin is planned from its open games, and a fixed table stays free whose
owner sits at an opponent's.
"""


def incomparable(drawing: Attempt) -> Sentence | None:
    """Why an attempt can't be compared with a new draw; None if it can."""
    event = drawing.event
    facts = {"number": event.number, "attempt": event.attempt, "edition": event.edition, "methods": METHODS}
    if event.given:
        return Sentence(GIVEN, facts)
    return Sentence(OLDER, facts) if event.edition < METHODS else None


def explained_by_rules(drawing: Attempt, before: Tournament) -> Sentence | None:
    """Why the draw of an older tournament may differ from a new one; None if its rules draw as today's.

    before: the tournament when it was seated.
    """
    has_changed = before.effective_settings.is_round_robin or any(entry.table for entry in before.entries.values())
    if before.edition >= OPEN_GAMES or not has_changed:
        return None
    event = drawing.event
    facts = {"number": event.number, "attempt": event.attempt, "edition": before.edition, "rules": EDITION}
    return Sentence(OLDER_RULES, facts)


def equal(drawing: Attempt, before: Tournament) -> Sentence:
    """The sentence that both are equal. state: the tournament when it was seated."""
    template = PRESCRIBED if isinstance(before.effective_settings.format, Prescribed) else EQUAL
    return Sentence(template, {"number": drawing.event.number, "attempt": drawing.event.attempt})


def difference(drawing: Attempt, made: Plan) -> Sentence | None:
    """The first difference between an attempt and the new plan; None if they are equal."""
    return next(_differences(drawing, made), None)


def _differences(drawing: Attempt, made: Plan) -> Iterator[Sentence]:
    seated, drawn = drawing.event.tables, made.tables
    if drawing.rotation is not None and drawing.rotation.plan != made.rotation:
        yield Sentence(N_("Seated again, the rounds are planned differently."), {})
    if len(seated) != len(drawn):
        facts = {"seated": len(seated), "drawn": len(drawn)}
        yield Sentence(N_("The seating has {seated} tables. Seated again, it has {drawn}."), facts)
    for one, other in zip(seated, drawn, strict=False):
        yield from _at_table(one, other)
    if drawing.event.byes != made.byes:
        template = N_("Byes in the seating: {seated}. Seated again: {drawn}.")
        yield Sentence(template, {"seated": list(drawing.event.byes), "drawn": list(made.byes)})


def _at_table(seated: SeatedTable, drawn: PlannedTable) -> Iterator[Sentence]:
    if seated.number != drawn.number:
        facts = {"seated": seated.number, "drawn": drawn.number}
        yield Sentence(N_("Table {seated} of the seating is table {drawn} when seated again."), facts)
    if seated.area != drawn.area:
        areas = {"table": seated.number, "seated": seated.area, "drawn": drawn.area}
        yield Sentence(
            N_("Table {table} is in area {seated} in the seating, and in area {drawn} when seated again."), areas
        )
    if seated.seats != drawn.seats:
        seats = {"table": seated.number, "seated": list(seated.seats), "drawn": list(drawn.seats)}
        yield Sentence(N_("Seats at table {table}: {seated}. Seated again: {drawn}."), seats)
