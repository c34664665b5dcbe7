"""Why somebody sits at their table, or sits out: the two most important reasons, as said to themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from uuid import UUID

from django.core.cache import cache
from django.utils.translation import get_language

from games.kernel import N_, Json, Viewer
from games.telling import Sentence
from league.access.audience import Audience
from league.models import Tournament
from league.queries import names
from league.queries.explanations import NoSuchRound, ReasonLine, explain
from league.queries.transcript import say
from league.web.night import Night

MOST = 2
KEPT_SECONDS = 600
LAST = ("tables.", "costs.", "areas.border")
"""Rules about the seating as a whole, which say nothing to somebody who only wants to know about their own seat."""
SIMILAR = N_("You have place {place} with {points} points, and people with about the same points sit together.")
LOTS = N_("Nobody has points before the first round, so lots decide who sits where.")
BY_RATING = N_("The first round is seated by rating, and yours is {rating}.")
UNRATED = N_("The first round is seated by rating, and you have none yet.")
TO_YOU: Mapping[str, str] = {
    "areas.first_round_by_lot": LOTS,
    "areas.next": SIMILAR,
    "areas.table_by_lot": N_("Lots decide who sits at which of these tables."),
    "swiss.first_round_by_lot": LOTS,
    "swiss.first_round_by_rating": N_("The first round is seated by rating."),
    "swiss.score_group": N_("You have {points} points, and people with about the same points sit together."),
    "swiss.repeat": N_("You have met somebody here before: without that, the points would differ more."),
    "swiss.no_repeat": N_("You have met nobody at this table before."),
    "rotation.planned": N_("The rounds are planned together, so that everybody meets as many people as possible."),
    "round_robin.berger": N_("Everybody meets everybody, and now it is {opponent}’s turn."),
    "round_robin.open_game": N_("Everybody meets everybody, and your game against {opponent} was still open."),
    "round_robin.bye": N_("Everybody meets everybody, and in this round nobody is left for you."),
    "knockout.final": N_("You have reached the final."),
    "knockout.went_on": N_("You went on from table {table} of round {before}."),
    "knockout.spread": N_("People of one club or household meet as late as possible, so you are seed {seed}."),
    "knockout.small_final": N_("You play the small final, for the third place."),
    "knockout.bracket": N_("You are seed {seed}, and the bracket decides who meets."),
    "knockout.heats": N_("You are seed {seed}, and the tables are filled by seed, back and forth."),
    "knockout.bye": N_("You go on without playing: seed {seed} has no opponent in this round."),
    "knockout.out": N_("You are out of the knockout."),
    "byes.requested": N_("You asked to sit out."),
    "byes.saves_repeat": N_("You sit out because that avoids a meeting that has been before."),
    "absent.not_in_stage": N_("You are not in the final."),
    "absent.entered_later": N_("You came after this round was seated."),
    "absent.left": N_("You had left before this round."),
    "absent.not_checked_in": N_("You were not here when this round was seated."),
    "by_hand.left_out": N_("The director made the tables of this round without you."),
    "by_hand.given": N_("The director made the tables of this round."),
    "by_hand.swapped": N_("The director swapped you and {other}."),
    "by_hand.repaired": N_("The director changed your seat."),
    "by_hand.table_changed": N_("The director changed who else sits here."),
    "prescribed.plan": N_("The plan of the evening puts you here."),
    "prescribed.place": N_("The plan puts place {place} of the standings here, and that is you."),
    "table.fixed": N_("You always sit at table {table}."),
    "table.fixed_for": N_("{other} always sits at this table."),
    "table.rotated": N_("Tables of the hall rotate, so that nobody stays long at one of them."),
    "season.not_met": N_("You have met nobody here in other tournaments of the season."),
}
OUT = N_("Not everybody finds a seat, and you have not sat out yet.")
OUT_ONCE = N_("Not everybody finds a seat. You have sat out once before.")
OUT_AGAIN = N_("Not everybody finds a seat. You have sat out {had} times before.")
TAKEN = N_("The director took you from your seat.")
WON: Mapping[bool, str] = {
    True: N_("You won the semi-final against {others}."),
    False: N_("You won in round {before} against {others}."),
}
DREW: Mapping[str, str] = {
    "seed": N_("You drew in round {before} against {others} and go on as the better seed."),
    "director": N_("You drew in round {before} against {others}; the director decided."),
    "play_off": N_("You drew in round {before} against {others} and won the play-off."),
    "lot": N_("You drew in round {before} against {others}; decided by lot."),
}
SEAT, SEAT_AGAIN = (
    N_("You have not sat in seat {seat} yet."),
    N_("You have sat in seat {seat} before: seats are shared as evenly as possible."),
)
CHOSEN: Mapping[str, Callable[[Json], str]] = {
    "by_hand.moved": lambda facts: N_("The director moved you to table {table}.") if facts.get("table") else TAKEN,
    "knockout.won": lambda facts: WON[facts["is_final"]],
    "knockout.drew": lambda facts: DREW[facts["decided_by"]],
    "seats.balanced": lambda facts: SEAT_AGAIN if facts["had"] else SEAT,
    "areas.first_round_by_rating": lambda facts: BY_RATING if facts.get("rating") else UNRATED,
    "byes.fewest_then_lowest": lambda facts: (OUT, OUT_ONCE, OUT_AGAIN)[min(facts["had"], 2)],
}
"""Rules whose sentence depends on their facts."""


def why_here(
    row: Tournament, entry: str, night: Night, seats: Sequence[str], viewer: Viewer, audience: Audience
) -> list[str]:
    """The sentences about the newest round. seats: of the table.

    With other people at it, or other names, they are looked up again.
    """
    assert night.round is not None
    number = night.round.number
    at = sha256("".join((*seats, *(person.name for person in night.roster))).encode()).hexdigest()[:12]
    key = f"hall.why.{row.pk}.{number}.{entry}.{at}.{get_language()}"
    found: list[str] | None = cache.get(key)
    if found is None:
        found = _sentences(row, entry, number, viewer, audience)
        cache.set(key, found, KEPT_SECONDS)
    return found


def _sentences(row: Tournament, entry: str, number: int, viewer: Viewer, audience: Audience) -> list[str]:
    called = names.of_entries(UUID(str(row.pk)), audience)
    with suppress(NoSuchRound):
        reasons = explain(row, entry, number, viewer, audience).because
        said = [_to_you(reason, called) for reason in reasons if not reason.rule.startswith(LAST)]
        return list(dict.fromkeys(said))[:MOST]
    return []


def _to_you(reason: ReasonLine, called: Mapping[str, str]) -> str:
    """A reason as it is said to the person; as it is written for everybody where there is no such sentence."""
    rule, facts = reason.rule, reason.facts
    if rule in CHOSEN:
        return say(Sentence(CHOSEN[rule](facts), facts), called)
    template = SIMILAR if rule.startswith("areas.top_") else TO_YOU.get(rule)
    return reason.detail if template is None else say(Sentence(template, facts), called)
