"""Whether a plan of rounds fits the entries: who is in must be named, and nobody else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.kernel import N_
from league.domain.tournament.formats import Bye, Chosen, RoundPlan
from league.domain.tournament.state import Tournament
from league.domain.values.faults import Fault

Named = tuple[str, Chosen]
"""The path in the plan, and who is named there."""


def plan_faults(state: Tournament, plan: Sequence[RoundPlan]) -> list[Fault]:
    """The faults of the rounds that are not seated yet: who is named and does not play, or else who is missing.

    Somebody who is entered and has not come yet may be named or not. Of a round that names places in the standings only
    the entries are checked, since nobody knows yet who has these places.
    """
    first = 1 if state.stage is None else state.stage.from_round
    to_come = [
        (first + at, f"plan.{at}", named_in(planned, f"plan.{at}"))
        for at, planned in enumerate(plan)
        if first + at > len(state.rounds)
    ]
    strangers = [fault for number, _, named in to_come for fault in _strangers(state, number, named)]
    return strangers or [fault for number, path, named in to_come for fault in _missing(state, number, named, path)]


def named_in(planned: RoundPlan, path: str) -> list[Named]:
    """Everybody whom a round names."""
    seats = [
        (f"{path}.tables.{table}.{seat}", chosen)
        for table, chosen_seats in enumerate(planned.tables)
        for seat, chosen in enumerate(chosen_seats)
    ]
    byes = [bye.entry if isinstance(bye, Bye) else bye for bye in planned.byes]
    return [*seats, *((f"{path}.byes.{at}", chosen) for at, chosen in enumerate(byes))]


def _strangers(state: Tournament, number: int, named: Sequence[Named]) -> Iterator[Fault]:
    admitted = state.admitted(number)
    for where, chosen in named:
        if isinstance(chosen, int):
            continue
        if (entry := state.entries.get(chosen)) is None:
            yield Fault(where, "unknown_entry", N_("There is no entry {entry} here."), {"entry": chosen})
        elif chosen not in admitted or entry.from_round > number or entry.has_left_before(number):
            template = N_("{entry} does not play in round {number}.")
            yield Fault(where, "not_playing", template, {"entry": chosen, "number": number})


def _missing(state: Tournament, number: int, named: Sequence[Named], path: str) -> Iterator[Fault]:
    entries = frozenset(chosen for _, chosen in named)
    if len(entries) < len(named) or any(isinstance(chosen, int) for chosen in entries):
        return  # an entry that is named twice is a fault of the settings
    if missing := [entry.id for entry in state.players(number) if entry.id not in entries]:
        template = N_("These are here and have neither a seat nor a bye in round {number}: {entries}.")
        yield Fault(path, "missing", template, {"number": number, "entries": missing})
