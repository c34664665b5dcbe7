"""A draft's seating in sentences: repeated meetings, uneven seats and tables, people to separate, fixed tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.tournament.standings import by_number
from league.domain.seating.requested_byes import REQUESTED
from league.domain.seating.round_robin import ROUNDS_LEFT
from league.domain.tournament.formats import Rotation
from league.domain.tournament.rounds.seating import RotationPlan
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament
from league.queries.wording import joined


def lines(desk: TournamentDesk, round: Round) -> list[str]:
    """The sentences that staff may want to read before they publish the round."""
    return [
        *_rotation(desk.state, round),
        *_round_robin(round.cost),
        *_requested(desk, round),
        *_counts(round.cost, round.number),
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
    methods = {
        "construction": _("The plan was constructed in {steps} steps."),
        "cyclic": _("The plan was found by a cyclic search in {steps} steps."),
        "annealing": _("The plan was improved by {steps} swaps."),
    }
    if plan.method in methods:
        yield methods[plan.method].format(steps=f"{plan.steps:,}")
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


def _counts(cost: Mapping[str, int], number: int) -> Iterator[str]:
    repeats = cost.get("repeats", 0)
    if number > 1 and not repeats:
        yield _("Nobody meets anybody again.")
    if repeats:
        yield ngettext("{n} pair meets again.", "{n} pairs meet again.", repeats).format(n=repeats)
    if gaps := cost.get("score_spread", 0):
        yield _("People with similar points sit together: the gaps in points at all tables add up to {n}.").format(
            n=gaps
        )
    if again := cost.get("season_repeats", 0):
        text = ngettext(
            "{n} meeting is a repeat from other tournaments of the season.",
            "{n} meetings are repeats from other tournaments of the season.",
            again,
        )
        yield text.format(n=again)
    yield from _uneven(cost)


def _uneven(cost: Mapping[str, int]) -> Iterator[str]:
    if seats := cost.get("seat", 0):
        text = ngettext(
            "People have had these seats {n} time more often than their rarest seats.",
            "People have had these seats {n} times more often than their rarest seats, added up.",
            seats,
        )
        yield text.format(n=seats)
    if short := cost.get("short", 0):
        text = ngettext(
            "People at smaller tables have been at one {n} time before.",
            "People at smaller tables have been at one {n} times before.",
            short,
        )
        yield text.format(n=short)
    if lots := cost.get("borders_by_lot", 0):
        text = ngettext(
            "{n} area begins between players with equal standings: the lot decided.",
            "{n} areas begin between players with equal standings: the lot decided.",
            lots,
        )
        yield text.format(n=lots)


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
