"""The answer in sentences: the verdicts, and what they take for granted."""

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
    "sure": N_("Place {places} at the table is certain to be enough."),
    "in_all_samples": N_("Place {places} at the table was enough in all outcomes tried, which proves nothing."),
    "possible": N_("Place {places} at the table may be enough: it depends on the other tables."),
    BY_LOT: N_("Place {places} at the table may be enough, but only by lot."),
    "open": N_("Place {places} at the table: the scores decide, not the places."),
    "in_no_sample": N_("Place {places} at the table was not enough in any outcome tried, which proves nothing."),
    "untried": N_("Place {places} at the table: the field is too large to try any outcome."),
    "impossible": N_("Place {places} at the table can't be enough."),
}
SITTING_OUT = {
    "sure": N_("{entry} sits out and is certain of it."),
    "in_all_samples": N_("{entry} sits out, which was enough in all outcomes tried. That proves nothing."),
    "possible": N_("{entry} sits out, which may be enough: it depends on the tables."),
    BY_LOT: N_("{entry} sits out, which may be enough, but only by lot."),
    "open": N_("{entry} sits out: the scores at the tables decide, not the places."),
    "in_no_sample": N_("{entry} sits out, which was not enough in any outcome tried. That proves nothing."),
    "untried": N_("{entry} sits out: the field is too large to try any outcome."),
    "impossible": N_("{entry} sits out and can't reach it."),
}


class Note(NamedTuple):
    """An assumption behind the answer. code: stable."""

    code: str
    sentence: Sentence


def goal_in_words(goal: Goal, number: int) -> Sentence:
    """The goal as an infinitive, for the round of this number."""
    match goal:
        case Top(n=1):
            return Sentence(N_("to be in first place after round {round}"), {"round": number})
        case Top():
            return Sentence(N_("to be among the first {n} after round {round}"), {"n": goal.n, "round": number})
        case Area():
            template = N_("to sit in area {area} in the round after round {round}")
            return Sentence(template, {"area": goal.letter, "round": number})
        case Final():
            return Sentence(N_("to reach a final of {n} after round {round}"), {"n": goal.n, "round": number})


def in_words(answer: Needs) -> list[Sentence]:
    """The verdicts, best first; places with the same verdict share a sentence."""
    by_kind: dict[str, list[Need]] = {}
    for need in answer.needs:
        by_kind.setdefault(_kind(need, answer), []).append(need)
    templates = AT_TABLE if answer.needs[0].place is not None else SITTING_OUT
    return [
        Sentence(template, {"entry": answer.entry, "places": _places(by_kind[kind])})
        for kind, template in templates.items()
        if kind in by_kind
    ]


def _kind(need: Need, answer: Needs) -> str:
    by_lot = answer.undecided_by == "lot" and need.method == "exact" and need.reached == 0 and need.undecided
    return BY_LOT if need.verdict == "possible" and by_lot else need.verdict


def _places(needs: Sequence[Need]) -> object:
    """The places as a fact: 1; 1 or 2; 1, 2 or 3."""
    places = [(SHARED, need.place) if need.shared else need.place for need in needs]
    return places[0] if len(places) == 1 else (places[:-1], OR, places[-1])


def notes(state: Tournament, goal: Goal, answer: Needs) -> Iterator[Note]:
    """What the answer takes for granted."""
    template = N_("The tables without a result end without shared places, and nobody is absent or leaves.")
    if state.settings_in_round(answer.round).points.outcomes is not None:
        template = N_(
            "Tables of two win, draw or lose. Larger ones end without shared places, and nobody is absent or leaves."
        )
    yield Note("strict_places", Sentence(template, {}))
    if answer.undecided_by == "lot":
        yield Note("lot", Sentence(N_("A lot that nobody knows in advance separates entries that end level."), {}))
    if any(need.method == "sampled" for need in answer.needs):
        template = N_("There are too many outcomes to try them all, or scores decide. Some were drawn at random.")
        yield Note("sampled", Sentence(template, {}))
    if answer.undecided_by == "scores":
        yield Note("scores", Sentence(N_("Scores may separate entries that end level, and none are known yet."), {}))
    if not isinstance(goal, Top):
        yield Note("as_entered", Sentence(N_("This assumes that nobody enters or leaves before the next round."), {}))
    separation = state.settings.separation
    if isinstance(goal, Area) and (separation.household, separation.club) != ("off", "off"):
        template = N_("Entries that are kept apart may still swap areas with others close to them.")
        yield Note("apart", Sentence(template, {}))
