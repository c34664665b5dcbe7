"""Whether a plan of rounds fits the entries: who is in must be named, and nobody else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.kernel import N_
from league.domain.tournament.formats import Bye, Chosen, RoundPlan
from league.domain.tournament.state import Tournament
from league.domain.values.faults import Fault

Named = tuple[str, Chosen]
"""The path in the plan, and who is named there."""


def plan_faults(state: Tournament, plan: Sequence[RoundPlan]) -> Iterator[Fault]:
    """The faults of the rounds that are not seated yet.

    Somebody who is entered and has not come yet may be named or not. Whoever is named by their place in the standings
    can't be known before, so of a round with places only the entries are checked.
    """
    first = 1 if state.stage is None else state.stage.from_round
    for at, planned in enumerate(plan):
        if first + at > len(state.rounds):
            yield from _round_faults(state, first + at, named_in(planned, f"plan.{at}"), f"plan.{at}")


def named_in(planned: RoundPlan, path: str) -> list[Named]:
    """Everybody whom a round names."""
    seats = [
        (f"{path}.tables.{table}.{seat}", chosen)
        for table, chosen_seats in enumerate(planned.tables)
        for seat, chosen in enumerate(chosen_seats)
    ]
    byes = [bye.entry if isinstance(bye, Bye) else bye for bye in planned.byes]
    return [*seats, *((f"{path}.byes.{at}", chosen) for at, chosen in enumerate(byes))]


def _round_faults(state: Tournament, number: int, named: Sequence[Named], path: str) -> Iterator[Fault]:
    admitted = state.admitted(number)
    for where, chosen in named:
        if isinstance(chosen, int):
            continue
        if (entry := state.entries.get(chosen)) is None:
            yield Fault(where, "unknown_entry", N_("There is no entry {entry} here."), {"entry": chosen})
        elif chosen not in admitted or entry.from_round > number or entry.has_left_before(number):
            template = N_("{entry} does not play in round {number}.")
            yield Fault(where, "not_playing", template, {"entry": chosen, "number": number})
    entries = dict(named).values()
    if all(isinstance(chosen, str) for chosen in entries):
        missing = [entry.id for entry in state.players(number) if entry.id not in frozenset(entries)]
        if missing:
            template = N_("These are here and have neither a seat nor a bye in round {number}: {entries}.")
            yield Fault(path, "missing", template, {"number": number, "entries": missing})
