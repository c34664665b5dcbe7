"""What a seating came to, in words: who meets again, who could not be kept apart, who does not sit at their table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.admin.desk.tournament.desk import Desk
from league.admin.formatting.wording import joined
from league.admin.tournament.standings import by_number
from league.domain.tournament.formats import Rotation
from league.domain.tournament.rounds.seating import RotationPlan
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament


def lines(desk: Desk, found: Round) -> list[str]:
    """A sentence for each thing that the staff may want to know before a round is published."""
    return [
        *_searched(desk.state, found),
        *_counted(found.cost, found.number),
        *_together(desk, found),
        *_elsewhere(desk, found),
    ]


def plan_of(state: Tournament, found: Round) -> RotationPlan | None:
    """The plan that a draft begins, where it is a rotation's."""
    plan = state.rotation if isinstance(state.effective_settings.format, Rotation) and not found.given else None
    return plan if plan is not None and plan.first == found.number and found.state == "draft" else None


def _searched(state: Tournament, found: Round) -> Iterator[str]:
    plan = plan_of(state, found)
    if plan is None:
        if (planned := found.cost.get("repeats_planned")) is not None:
            again = ngettext("{n} meeting again", "{n} meetings again", planned).format(n=planned)
            least = _("at least {bound} have to be").format(bound=found.cost.get("repeats_bound", 0))
            yield _("Seated as it was planned: {again} in all rounds; {least}.").format(again=again, least=least)
        return
    rounds = ngettext("{n} round is planned", "{n} rounds are planned", len(plan.rounds)).format(n=len(plan.rounds))
    how = {"construction": _("by construction"), "cyclic": _("by a cyclic search"), "annealing": _("by swaps")}
    method = how.get(plan.method, plan.method)
    steps = ngettext("{n} step", "{n} steps", plan.steps).format(n=f"{plan.steps:,}")
    again = ngettext("{n} meeting again", "{n} meetings again", plan.repeats).format(n=plan.repeats)
    least = _("at least {bound} have to be").format(bound=plan.bound)
    yield _("{rounds}, {method}, in {steps}: {again} in all of them; {least}.").format(
        rounds=rounds, method=method, steps=steps, again=again, least=least
    )


def _counted(cost: Mapping[str, int], number: int) -> Iterator[str]:
    repeats, spread, seats = (cost.get(name, 0) for name in ("repeats", "score_spread", "seat"))
    if number > 1 and not repeats:
        yield _("Nobody meets anybody again.")
    if repeats:
        yield ngettext("{n} pair meets again.", "{n} pairs meet again.", repeats).format(n=repeats)
    if spread:
        yield _("From first to last the points at the tables differ by {n}, all tables together.").format(n=spread)
    if again := cost.get("season_repeats", 0):
        text = ngettext(
            "Those who sit together have met once in other tournaments of the season.",
            "Those who sit together have met {n} times in other tournaments of the season.",
            again,
        )
        yield text.format(n=again)
    if seats:
        text = ngettext(
            "{n} seat had more often than another.", "{n} times a seat is had more often than another.", seats
        )
        yield text.format(n=seats)
    if short := cost.get("short", 0):
        text = ngettext(
            "{n} at a smaller table has been at one before.", "{n} times somebody is at a smaller table again.", short
        )
        yield text.format(n=short)
    if lots := cost.get("borders_by_lot", 0):
        text = ngettext(
            "{n} area begins among equals in the standings: the lot decided.",
            "{n} areas begin among equals in the standings: the lot decided.",
            lots,
        )
        yield text.format(n=lots)


def _together(desk: Desk, found: Round) -> Iterator[str]:
    """Who sits with somebody whom they are not to meet, by name."""
    wanted = desk.state.settings.separation
    of_one = {"household": _("of one household"), "club": _("of one club")}
    for group in desk.state.separation_groups:
        if getattr(wanted, group.kind) == "off":
            continue
        for table in by_number(found):
            if len(sharing := [entry for entry in table.seats if entry in group.entries]) > 1:
                yield _("{names}, {of_one}, are together at table {number}.").format(
                    names=joined(list(map(desk.name, sharing))),
                    of_one=of_one[group.kind],
                    number=desk.table(table.number),
                )


def _elsewhere(desk: Desk, found: Round) -> Iterator[str]:
    """Who does not sit at the table that is always theirs, by name."""
    for table in found.tables:
        for entry in table.seats:
            own = desk.state.entries[entry].table
            if own is not None and own != table.number:
                yield _("{name} sits at table {number}, not at their own, {own}.").format(
                    name=desk.name(entry), number=desk.table(table.number), own=desk.table(own)
                )
