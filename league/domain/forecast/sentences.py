"""The answer in sentences: which places make it sure, may do, and will not do, and what that was reckoned with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.kernel import N_
from games.telling import Sentence
from league.domain.forecast.answer import Need, Needs
from league.domain.forecast.goals import Area, Final, Goal, Top
from league.domain.tournament.state import Tournament

OR, SHARED = N_("or"), N_("a shared")
BY_LOT = "by_lot"
AT_TABLE = {
    "sure": N_("Place {places} at the table makes it sure."),
    "in_all_samples": N_(
        "Place {places} at the table did in all of the outcomes that were tried, which proves nothing."
    ),
    "possible": N_("Place {places} at the table may do: that is up to the other tables."),
    BY_LOT: N_("Place {places} at the table may do, by lot alone."),
    "open": N_("Place {places} at the table: the scores decide, not the places."),
    "in_no_sample": N_(
        "Place {places} at the table did in none of the outcomes that were tried, which proves nothing."
    ),
    "untried": N_("Place {places} at the table: the field is too large to try any outcome."),
    "impossible": N_("Place {places} at the table will not do."),
}
SITTING_OUT = {
    "sure": N_("{entry} sits out, and is sure of it."),
    "in_all_samples": N_("{entry} sits out, which did in all of the outcomes that were tried; that proves nothing."),
    "possible": N_("{entry} sits out, which may do: that is up to the tables."),
    BY_LOT: N_("{entry} sits out, which may do, by lot alone."),
    "open": N_("{entry} sits out: the scores at the tables decide, not the places."),
    "in_no_sample": N_("{entry} sits out, which did in none of the outcomes that were tried; that proves nothing."),
    "untried": N_("{entry} sits out, in a field that is too large to try any outcome."),
    "impossible": N_("{entry} sits out, and can't reach it."),
}


class Note(NamedTuple):
    """What the answer was reckoned with. code: stable."""

    code: str
    said: Sentence


def goal_in_words(goal: Goal, number: int) -> Sentence:
    """What the goal is, after the round of that number."""
    match goal:
        case Top(n=1):
            return Sentence(N_("to be in the first place after round {round}"), {"round": number})
        case Top():
            return Sentence(N_("to be among the best {n} after round {round}"), {"n": goal.n, "round": number})
        case Area():
            template = N_("to sit in area {area} in the round after round {round}")
            return Sentence(template, {"area": goal.letter, "round": number})
        case Final():
            return Sentence(N_("to go on to a final of {n} after round {round}"), {"n": goal.n, "round": number})


def in_words(found: Needs) -> list[Sentence]:
    """The verdicts, the good ones first; places of one verdict together."""
    by_kind: dict[str, list[Need]] = {}
    for need in found.needs:
        by_kind.setdefault(_kind(need, found), []).append(need)
    templates = AT_TABLE if found.needs[0].place is not None else SITTING_OUT
    return [
        Sentence(template, {"entry": found.entry, "places": _places(by_kind[kind])})
        for kind, template in templates.items()
        if kind in by_kind
    ]


def _kind(need: Need, found: Needs) -> str:
    by_lot = found.undecided_by == "lot" and need.method == "exact" and need.reached == 0 and need.undecided
    return BY_LOT if need.verdict == "possible" and by_lot else need.verdict


def _places(needs: Sequence[Need]) -> object:
    """The places as a fact: 1; 1 or 2; 1, 2 or 3."""
    said = [(SHARED, need.place) if need.shared else need.place for need in needs]
    return said[0] if len(said) == 1 else (said[:-1], OR, said[-1])


def notes(state: Tournament, goal: Goal, found: Needs) -> list[Note]:
    """What the answer was reckoned with, and what of it could turn out otherwise."""
    return list(_notes(state, goal, found))


def _notes(state: Tournament, goal: Goal, found: Needs) -> Iterator[Note]:
    template = N_("Nobody shares a place, is absent or leaves, at the tables that are still to report.")
    if state.settings_in_round(found.round).points.outcomes is not None:
        template = N_(
            "Two at a table win, draw or lose; nobody is absent or leaves, and at larger ones no place is shared."
        )
    yield Note("strict_places", Sentence(template, {}))
    if found.undecided_by == "lot":
        yield Note("lot", Sentence(N_("Whoever is level in the end is parted by lot, which nobody knows before."), {}))
    if any(need.method == "sampled" for need in found.needs):
        template = N_("There are too many outcomes to look at all, or scores decide: some were drawn at random.")
        yield Note("sampled", Sentence(template, {}))
    if found.undecided_by == "scores":
        yield Note("scores", Sentence(N_("Scores may decide among equals, and nothing is known of them yet."), {}))
    if not isinstance(goal, Top):
        yield Note("as_entered", Sentence(N_("Counted are those who play the next round as things stand now."), {}))
    kept = state.settings.separation
    if isinstance(goal, Area) and (kept.household, kept.club) != ("off", "off"):
        template = N_("Those who are not to meet may still change areas with somebody near to them.")
        yield Note("apart", Sentence(template, {}))
