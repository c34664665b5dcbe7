"""A draft's seating in sentences: repeated meetings, uneven seats and tables, people to separate, fixed tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.tournament.standings import by_number
from league.domain.seating.costs import spread
from league.domain.seating.from_state import problem_of
from league.domain.seating.problem import Problem
from league.domain.seating.requested_byes import REQUESTED
from league.domain.seating.round_robin import ROUNDS_LEFT
from league.domain.tournament.formats import Areas, Rotation, Swiss
from league.domain.tournament.rounds.seating import RotationPlan
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import written
from league.queries.wording import joined, points

MOST_NAMED = 3
"""So many people are named in a sentence; more are counted."""


def lines(desk: TournamentDesk, round: Round) -> list[str]:
    """The sentences that staff may want to read before they publish the round."""
    return [
        *_rotation(desk.state, round),
        *_round_robin(round.cost),
        *_requested(desk, round),
        *_counts(desk, round),
        *warnings(desk, round),
    ]


def warnings(desk: TournamentDesk, round: Round) -> list[str]:
    """The sentences that matter after the publication too."""
    return [*_together(desk, round), *_elsewhere(desk, round)]


def rotation_of(state: Tournament, round: Round) -> RotationPlan | None:
    """The rotation of which a draft is the first round; None if there is none."""
    plan = state.rotation if isinstance(state.effective_settings.format, Rotation) and not round.given else None
    return plan if plan is not None and plan.first == round.number and round.state == "draft" else None


def _rotation(state: Tournament, round: Round) -> Iterator[str]:
    plan = rotation_of(state, round)
    if plan is None:
        if (repeats := round.cost.get("repeats_planned")) is not None:
            yield _("This round is seated as it was planned.")
            yield _repeats(repeats, round.cost.get("repeats_bound", 0))
        return
    yield ngettext("{n} round is planned.", "{n} rounds are planned.", len(plan.rounds)).format(n=len(plan.rounds))
    yield _repeats(plan.repeats, plan.bound)


def _round_robin(cost: Mapping[str, int]) -> Iterator[str]:
    if (left := cost.get(ROUNDS_LEFT)) is None:
        return
    text = ngettext(
        "After this round {n} more is needed until everybody who is here has met.",
        "After this round {n} more are needed until everybody who is here has met.",
        left,
    )
    yield text.format(n=left) if left else _("After this round everybody who is here has met.")


def _requested(desk: TournamentDesk, round: Round) -> Iterator[str]:
    """Who asked to sit out, by name."""
    if asked := [entry for entry in round.byes if round.terms_of(entry).kind == REQUESTED]:
        yield _("Not seated, because they asked to sit out: {names}.").format(names=joined(list(map(desk.name, asked))))


def _repeats(repeats: int, bound: int) -> str:
    text = ngettext(
        "In all rounds of the plan {n} meeting is repeated; at least {bound} can’t be avoided.",
        "In all rounds of the plan {n} meetings are repeated; at least {bound} can’t be avoided.",
        repeats,
    )
    return text.format(n=repeats, bound=bound)


def _counts(desk: TournamentDesk, round: Round) -> Iterator[str]:
    cost = round.cost
    repeats = cost.get("repeats", 0)
    if round.number > 1 and not repeats:
        yield _("Nobody meets anybody again.")
    if repeats:
        yield ngettext("{n} pair meets again.", "{n} pairs meet again.", repeats).format(n=repeats)
    if again := cost.get("season_repeats", 0):
        text = ngettext(
            "{n} meeting is a repeat from other evenings of the season.",
            "{n} meetings are repeats from other evenings of the season.",
            again,
        )
        yield text.format(n=again)
    if lots := cost.get("borders_by_lot", 0):
        text = ngettext(
            "At the border of {n} area people had equal standings: a lot decided between them.",
            "At the borders of {n} areas people had equal standings: a lot decided between them.",
            lots,
        )
        yield text.format(n=lots)
    yield from _uneven(desk, round, problem_of(desk.state, ""))


def _uneven(desk: TournamentDesk, round: Round, problem: Problem) -> Iterator[str]:
    """How far apart people are who sit together, and who is in a seat or at a smaller table once more."""
    gaps = [spread(problem, table.seats) for table in round.tables]
    if any(gaps) and isinstance(desk.state.effective_settings.format, Areas | Swiss) and not round.given:
        text = _("People with similar points sit together (largest gap at a table: {gap}).")
        yield text.format(gap=points(written(max(gaps))).text)
    same_seat = [entry for table in round.tables for entry in in_their_usual_seat(problem, table.seats)]
    if same_seat:
        one, some, many = (
            _("{names} is again in the seat that they have had most often."),
            _("{names} are again in the seats that they have had most often."),
            _("{n} people are again in the seats that they have had most often."),
        )
        yield _about(desk, same_seat, one, some, many)
    largest = max(len(table.seats) for table in round.tables)
    short = [table.seats for table in round.tables if len(table.seats) < largest]
    if again := [entry for seats in short for entry in seats if problem.short_had[entry]]:
        one, some, many = (
            _("{names} is at a smaller table again."),
            _("{names} are at smaller tables again."),
            _("{n} people are at smaller tables again."),
        )
        yield _about(desk, again, one, some, many)


def in_their_usual_seat(problem: Problem, seats: Sequence[str]) -> Iterator[str]:
    """The entries at a table that have had their seat there more often than another one, and none more often."""
    for number, entry in enumerate(seats, 1):
        had = problem.seats_had.get(entry, Counter())
        times = [had[seat] for seat in range(1, len(seats) + 1)]
        if had[number] == max(times) > min(times):
            yield entry


def _about(desk: TournamentDesk, entries: Sequence[str], one: str, some: str, many: str) -> str:
    """A sentence about entries by name, or about their number where they are many."""
    text = one if len(entries) == 1 else some if len(entries) <= MOST_NAMED else many
    return text.format(names=joined(list(map(desk.name, entries))), n=len(entries))


def _together(desk: TournamentDesk, round: Round) -> Iterator[str]:
    """The people at one table who should be separated, by name."""
    templates = {
        "household": _("{names} are of one household and sit together at table {number}."),
        "club": _("{names} are of one club and sit together at table {number}."),
    }
    for group in desk.state.separation_groups:
        if getattr(desk.state.settings.separation, group.kind) == "off":
            continue
        for table in by_number(round):
            if len(members := [entry for entry in table.seats if entry in group.entries]) > 1:
                names = joined(list(map(desk.name, members)))
                yield templates[group.kind].format(names=names, number=desk.table(table.number))


def _elsewhere(desk: TournamentDesk, round: Round) -> Iterator[str]:
    """The people who do not sit at their fixed table, by name."""
    for table in round.tables:
        for entry in table.seats:
            fixed = desk.state.entries[entry].table
            if fixed is not None and fixed != table.number:
                yield _("{name} sits at table {number}, not at the fixed table {fixed}.").format(
                    name=desk.name(entry), number=desk.table(table.number), fixed=desk.table(fixed)
                )
