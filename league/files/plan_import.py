"""A plan of rounds for a tournament, from a file or as a body says it, and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from games.kernel import N_
from league.domain.tournament.commands import Change
from league.domain.tournament.formats import Bye, Prescribed, RoundPlan
from league.domain.tournament.settings import TableSize
from league.domain.values.faults import Fault, refuse
from league.files import plan_export, plan_file, plan_rounds
from league.models import Tournament
from league.queries import names
from league.queries.names import Called
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.services import tournaments
from league.services.execution import Done

Plan = tuple[RoundPlan, ...]


@dataclass(frozen=True)
class PlanRead:
    """What was read. rounds, tables, byes: how many. ignored: heads of columns that were not read."""

    rounds: int
    tables: int
    byes: int
    ignored: list[str]


def from_file(row: Tournament, raw: bytes, encoding: str | None = None) -> tuple[Plan, PlanRead]:
    """The plan that a CSV file is for a tournament, with how much it is. Raises csv_file.Unreadable and BadFields."""
    file = plan_file.read(raw, encoding)
    plan = plan_rounds.rounds(file, names.called(row.pk), _size(row))
    return plan, counted(plan, file.ignored)


def from_body(row: Tournament, plan: Plan) -> tuple[Plan, PlanRead]:
    """The plan that a body says. Raises BadFields for entries that the tournament does not have."""
    called = names.called(row.pk)
    refuse(
        Fault(path, "unknown_entry", N_("There is no entry {entry} here."), {"entry": chosen})
        for path, chosen in _texts(plan)
        if chosen not in called.shown
    )
    return plan, counted(plan)


def counted(plan: Plan, ignored: Sequence[str] = ()) -> PlanRead:
    """How much a plan is."""
    tables, byes = (sum(len(getattr(planned, part)) for planned in plan) for part in ("tables", "byes"))
    return PlanRead(len(plan), tables, byes, list(ignored))


def take(row: Tournament, plan: Plan, *, actor: str, at: datetime) -> Done:
    """Makes the plan the tournament's format, unless it is so already. Raises Rejected, and then nothing changed."""
    return tournaments.change(row.pk, Change(format=Prescribed(plan)), club=row.club_id, actor=actor, at=at)


def standing(row: Tournament) -> Plan | None:
    """The plan of a tournament; None where its format is another."""
    with streams.reading(row.club_id, TOURNAMENT, row.pk) as stream:
        format = stream.aggregate.state.settings.format
        return format.plan if isinstance(format, Prescribed) else None


def as_csv(row: Tournament, plan: Plan) -> str:
    """The plan as `from_file` takes it. Entries have their names; their ids where a name would not lead back."""
    called = names.called(row.pk)
    return plan_export.written(plan, lambda entry: _name(called, entry))


def _name(called: Called, entry: str) -> str:
    name = called.shown.get(entry, entry)
    return name if called.fitting(name) == [entry] and not plan_export.is_formula(name) else entry


def _size(row: Tournament) -> TableSize:
    with streams.reading(row.club_id, TOURNAMENT, row.pk) as stream:
        size: TableSize = stream.aggregate.state.settings.table_size
        return size


def _texts(plan: Plan) -> Iterator[tuple[str, str]]:
    """Everybody who is named by an id, with the path in the body."""
    for number, planned in enumerate(plan):
        at_tables = (
            (f"plan.{number}.tables.{table}.{seat}", chosen)
            for table, seats in enumerate(planned.tables)
            for seat, chosen in enumerate(seats)
        )
        out = (
            (f"plan.{number}.byes.{at}", bye.entry if isinstance(bye, Bye) else bye)
            for at, bye in enumerate(planned.byes)
        )
        for path, chosen in chain(at_tables, out):
            if isinstance(chosen, str):
                yield path, chosen
