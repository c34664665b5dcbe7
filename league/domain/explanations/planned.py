"""Why somebody sits at a table that no standings decide: a rotation, a round robin, a bracket or heats."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import N_, Json
from games.telling import Sentence
from league.domain.explanations.context import Context
from league.domain.explanations.reasons import Reason
from league.domain.seating.knockout import FINAL, SMALL_FINAL
from league.domain.seating.knockout.course import seeds_of
from league.domain.seating.problem import History, PastSeat
from league.domain.seating.round_robin import rounds_of
from league.domain.tournament.formats import RoundRobin
from league.domain.tournament.rounds.seating import SeatedTable

PAIR = 2


def why_in_rotation(scene: Context) -> Iterator[Reason]:
    """The plan of the rounds that this is one of."""
    if (plan := scene.before.rotation) is None:
        return
    facts = {
        "entry": scene.entry,
        "first": plan.first,
        "last": plan.first + len(plan.rounds) - 1,
        "method": plan.method,
        "steps": plan.steps,
        "repeats": plan.repeats,
        "bound": plan.bound,
    }
    template = N_(
        "Rounds {first} to {last} were planned ahead, with everybody in each seat as often as can be: {repeats} pairs "
        "meet again, and {bound} at least have to."
    )
    yield Reason("rotation.planned", Sentence(template, facts), scene.rests_on)


def why_in_round_robin(scene: Context, table: SeatedTable, format: RoundRobin) -> Iterator[Reason]:
    """The Berger table."""
    opponent = next(entry for entry in table.seats if entry != scene.entry)
    facts: Json = {
        "entry": scene.entry,
        "opponent": opponent,
        "number": scene.field.number_in_stage,
        "starts": table.seats[0],
    }
    facts["rounds"] = rounds_of(len(scene.field.players), format.double)
    template = N_("In round {number} of the Berger table {entry} meets {opponent}; {starts} starts.")
    yield Reason("round_robin.berger", Sentence(template, facts), scene.rests_on)


def why_in_knockout(scene: Context, table: SeatedTable) -> Iterator[Reason]:
    """The bracket, or the heats, by the seeding. seed: from 1 on."""
    facts = {"entry": scene.entry, "number": scene.number, "table": table.number, "seed": seed_of(scene)}
    rests_on = (*scene.rests_on, *scene.standing)
    if table.area == FINAL:
        template = N_("{entry} is one of those who are left: table {table} is the final.")
        yield Reason("knockout.final", Sentence(template, facts), rests_on)
    elif table.area == SMALL_FINAL:
        template = N_("{entry} went out in the round before: table {table} is the small final.")
        yield Reason("knockout.small_final", Sentence(template, facts), rests_on)
    elif scene.field.bounds.max == PAIR:
        template = N_("{entry} is number {seed} of the seeding; the bracket says who meets whom.")
        yield Reason("knockout.bracket", Sentence(template, facts), rests_on)
    else:
        template = N_("{entry} is number {seed} of the seeding; the heats are dealt from it to and fro.")
        yield Reason("knockout.heats", Sentence(template, facts), rests_on)


def seed_of(scene: Context) -> int | None:
    """The entry's number in the seeding, which the first round tells by how it was seated."""
    first = scene.field.past[0] if scene.field.past else _as_past(scene)
    seeds = list(seeds_of(first))
    return seeds.index(scene.entry) + 1 if scene.entry in seeds else None


def _as_past(scene: Context) -> History:
    event = scene.drawing.event
    return History(
        event.number, tuple(PastSeat(table.number, table.seats, table.area) for table in event.tables), event.byes
    )
