"""Import a tournament's plan of rounds from a CSV file or a body, and export it as a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from league.domain.tournament.commands import Change
from league.domain.tournament.formats import Bye, Chosen, Prescribed, RoundPlan
from league.domain.tournament.rounds.plan_faults import plan_faults
from league.domain.tournament.settings import Settings
from league.domain.values.faults import refuse
from league.domain.values.numbers import as_typed
from league.files import plan_file, plan_rounds
from league.files.plan_file import BYE, ENTRY, KIND, PLACE, POINTS, ROUND, SEAT, TABLE
from league.models import Tournament
from league.queries import names
from league.queries.names import Called
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.services import tournaments
from league.services.execution import Done

Plan = tuple[RoundPlan, ...]
FORMULA = ("=", "+", "-", "@")
"""A spreadsheet computes a text that begins with one of these."""


@dataclass(frozen=True)
class PlanRead:
    """What was read. rounds, tables, byes: how many. ignored: heads of columns that were not read."""

    rounds: int
    tables: int
    byes: int
    ignored: list[str]


def from_file(row: Tournament, raw: bytes, encoding: str | None = None) -> tuple[Plan, PlanRead]:
    """Return the plan in a CSV file, and how much was read. Raises csv_file.Unreadable and BadFields."""
    file = plan_file.read(raw, names.called(row.pk), encoding)
    plan = plan_rounds.rounds(file, _settings(row).table_size)
    _require_who_is_in(row, plan)
    return plan, _counted(plan, file.ignored)


def from_body(row: Tournament, plan: Plan) -> tuple[Plan, PlanRead]:
    """Return a body's plan, and how much was read."""
    return plan, _counted(plan)


def _require_who_is_in(row: Tournament, plan: Plan) -> None:
    """Raises BadFields where somebody is named who is not in, or somebody who is here is missing."""
    with streams.reading(row.club_id, TOURNAMENT, row.pk) as stream:
        refuse(plan_faults(stream.aggregate.state, plan))


def _counted(plan: Plan, ignored: Sequence[str] = ()) -> PlanRead:
    tables, byes = sum(len(planned.tables) for planned in plan), sum(len(planned.byes) for planned in plan)
    return PlanRead(len(plan), tables, byes, list(ignored))


def take(row: Tournament, plan: Plan, *, actor: str, at: datetime) -> Done:
    """Make the plan the tournament's format, unless it is already. Raises Rejected, and then nothing is changed."""
    _require_who_is_in(row, plan)
    return tournaments.change(row.pk, Change(format=Prescribed(plan)), club=row.club_id, actor=actor, at=at)


def standing(row: Tournament) -> Plan | None:
    """Return the plan of a tournament; None if its format is another one."""
    format = _settings(row).format
    return format.plan if isinstance(format, Prescribed) else None


def _settings(row: Tournament) -> Settings:
    with streams.reading(row.club_id, TOURNAMENT, row.pk) as stream:
        settings: Settings = stream.aggregate.state.settings
        return settings


def as_csv(row: Tournament, plan: Plan) -> str:
    """Return the plan as `from_file` takes it, in the long form with the columns that are needed."""
    called = names.called(row.pk)
    rows = [cells for number, planned in enumerate(plan, 1) for cells in _rows(number, planned, called)]
    optional = [head for head in (ENTRY, PLACE, POINTS, KIND) if any(cells.get(head) for cells in rows)]
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, [ROUND, TABLE, SEAT, *optional], restval="", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _rows(number: int, planned: RoundPlan, called: Called) -> Iterator[dict[str, str]]:
    for table, seats in enumerate(planned.tables, 1):
        for seat, chosen in enumerate(seats, 1):
            yield {ROUND: str(number), TABLE: str(table), SEAT: str(seat), **_named(chosen, called)}
    for bye in planned.byes:
        chosen, terms = (bye.entry, bye.terms) if isinstance(bye, Bye) else (bye, None)
        cells = {ROUND: str(number), TABLE: BYE, **_named(chosen, called)}
        if terms is not None:
            cells |= {POINTS: "" if terms.points is None else as_typed(terms.points), KIND: terms.kind}
        yield cells


def _named(chosen: Chosen, called: Called) -> dict[str, str]:
    """Return the cell for a place, or an entry by its name; by its id where the name would not lead back to it."""
    if isinstance(chosen, int):
        return {PLACE: str(chosen)}
    name = called.shown.get(chosen, chosen)
    leads_back = called.fitting(name) == [chosen] and not name.startswith(FORMULA)
    return {ENTRY: name if leads_back else chosen}
