"""What somebody needs in the open round, listed by the places at their table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kernel import Rejected
from league.access.roles import Caller
from league.domain.forecast import Need, Needs, goal_of
from league.domain.tournament.formats import Areas, Knockout
from league.domain.values.faults import BadFields
from league.models import Tournament
from league.queries import refusals
from league.queries.forecast import forecast_for
from league.web.night import Night, Where

LONGEST_GOAL = 12
BY_LOT = "by_lot"


class Verdict(NamedTuple):
    """What a place is worth. mark: one of `league.web.marks`."""

    mark: str
    kind: str
    title: str | Promise
    text: str | Promise


VERDICTS = {
    "sure": Verdict("tick", "good", _("Enough"), _("Whatever the other tables do.")),
    "in_all_samples": Verdict("about", "maybe", _("Very likely"), _("It was enough in everything that was tried.")),
    "possible": Verdict("about", "maybe", _("Maybe"), _("It depends on the other tables.")),
    BY_LOT: Verdict("about", "maybe", _("Maybe"), _("Only if a lot decides for you.")),
    "open": Verdict("about", "maybe", _("Maybe"), _("The scores decide, not the places.")),
    "untried": Verdict("about", "maybe", _("Nobody knows"), _("There are too many ways in which it can end.")),
    "in_no_sample": Verdict("about", "maybe", _("Hardly"), _("It was not enough in anything that was tried.")),
    "impossible": Verdict("cross", "bad", _("Not enough"), _("Whatever the other tables do.")),
}


class Group(NamedTuple):
    """Places with the same verdict. shared: whether these are draws."""

    places: Sequence[int | None]
    shared: bool
    verdict: Verdict


@dataclass(frozen=True)
class Asked:
    """A question and its answer. goal: as in addresses. refused: why there is no answer; "" where there is one."""

    goal: str
    title: str
    groups: Sequence[Group] = ()
    refused: str = ""


def goals_of(night: Night, where: Where, *, leaves: bool = False) -> list[tuple[str, str]]:
    """The goals that the page offers, the most interesting one first, each with its words.

    leaves: whether the entry will not be in the next round.
    """
    if where.table is None or isinstance(night.settings.format, Knockout):
        return []
    round = night.round
    is_last = round is not None and round.of is not None and round.within >= round.of
    known = [("top:3", _title("top:3")), ("win", _title("win"))]
    if is_last or leaves or not isinstance(night.settings.format, Areas) or where.table.area is None:
        return known
    higher = chr(max(ord("A"), ord(where.table.area) - 1)) if len(where.table.area) == 1 else where.table.area
    return [(f"area:{higher}", _title(f"area:{higher}")), *known]


def _title(goal: str) -> str:
    kind, _colon, of = goal.partition(":")
    match kind:
        case "top":
            return gettext("To be among the first {n}").format(n=of)
        case "area":
            return gettext("To sit in area {area} in the next round").format(area=of)
        case "final":
            return gettext("To reach a final of {n}").format(n=of)
    return gettext("To be in first place")


def needs_of(row: Tournament, entry: str, goal: str, who: Caller) -> Asked | None:
    """What the entry needs for a goal; None for a text that is no goal."""
    try:
        wanted = goal_of(goal[:LONGEST_GOAL])
    except BadFields:
        return None
    title = _title(goal)
    try:
        answer = forecast_for(row, entry, wanted, who.reader, who.audience).needs
    except Rejected as refusal:
        said = refusals.sentence(refusal.template, refusal.facts, refusals.names_of([refusal], who.audience))
        return Asked(goal, title, refused=said)
    return Asked(goal, title, _groups(answer))


def _groups(answer: Needs) -> list[Group]:
    """The places by verdict, in the order of the first place of each."""
    found: dict[tuple[str, bool], list[int | None]] = {}
    for need in answer.needs:
        found.setdefault((_kind(need, answer), need.shared), []).append(need.place)
    return [Group(places, shared, VERDICTS[kind]) for (kind, shared), places in found.items()]


def _kind(need: Need, answer: Needs) -> str:
    by_lot = answer.undecided_by == "lot" and need.method == "exact" and need.reached == 0 and need.undecided
    return BY_LOT if need.verdict == "possible" and by_lot else need.verdict
