"""Why an entry has no seat in a round: a bye, or an absence."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import N_
from league.domain.explanations.context import Context
from league.domain.explanations.planned import seed_of, why_in_rotation, why_spread
from league.domain.explanations.reasons import Reason
from league.domain.seating.round_robin import ROUNDS_LEFT
from league.domain.seating.season_weights import season_byes
from league.domain.tournament.formats import Knockout, Rotation, RoundRobin

REQUESTED = "requested"


def why_bye(context: Context) -> Iterator[Reason]:
    format, facts = context.format, {"entry": context.entry, "number": context.number}
    if context.round.terms_of(context.entry).kind == REQUESTED:
        template = N_("{entry} asked to sit out in round {number}.")
        yield context.reason("byes.requested", template, facts)
    elif isinstance(format, RoundRobin):
        template = N_("In round {number} of the round robin {entry} has no opponent.")
        if ROUNDS_LEFT in context.attempt.event.cost:
            template = N_("In round {number} of the round robin {entry} has no opponent.")
        yield context.reason("round_robin.bye", template, {**facts, "number": context.problem.number_in_stage})
    elif isinstance(format, Knockout):
        template = N_("{entry} advances without playing: seed {seed} has no opponent in round {number}.")
        yield context.reason("knockout.bye", template, {**facts, "seed": seed_of(context)}, *context.standings)
        yield from why_spread(context)
    elif isinstance(format, Rotation):
        yield from why_in_rotation(context)
    else:
        yield _fewest_then_lowest(context)


def _fewest_then_lowest(context: Context) -> Reason:
    """The entry compared with the one whose turn came next."""
    had, place, own = context.problem.byes_had, context.problem.place, context.entry
    seated = [entry for table in context.attempt.event.tables for entry in table.seats]
    in_season = season_byes(context.problem)
    claims = {
        entry: (had.get(entry, 0), in_season.get(entry, 0), -place.get(entry, 0))
        for entry in dict.fromkeys((*seated, own))
    }
    following = min(seated, key=lambda entry: (claims[entry], entry))
    claim, other = claims[own], claims[following]
    rule, decided_by, template = _bye_rule(claim, other)
    facts = {
        "entry": own,
        "out": len(context.attempt.event.byes),
        "had": had.get(own, 0),
        "place": place.get(own),
        "next": following,
        "next_had": had.get(following, 0),
        "next_place": place.get(following),
        "decided_by": decided_by,
    }
    if decided_by == "season":
        facts |= {"season_had": claim[1], "season_next_had": other[1]}
    return context.reason(rule, template, facts, *context.standings, *context.season)


def _bye_rule(own: tuple[int, int, int], other: tuple[int, int, int]) -> tuple[str, str, str]:
    """The rule, what decided, and the template. own, other: byes, byes in the season, place negated."""
    if own > other:
        template = N_("{entry} sits out although it was the turn of {next}: this avoids a meeting that costs more.")
        return "byes.saves_repeat", "repeats", template
    if own[0] < other[0]:
        template = N_("Byes in this round: {out}. {entry} has had {had}, fewer than {next}, who was next in turn.")
        return "byes.fewest_then_lowest", "byes", template
    if own[1] < other[1]:
        template = N_(
            "Byes in this round: {out}. {entry} has had {had}, as many as {next}, and {season_had} in other "
            "tournaments of the season, where {next} has had {season_next_had}."
        )
        return "byes.fewest_in_season", "season", template
    if own < other:
        template = N_(
            "Byes in this round: {out}. {entry} has had {had}, as many as {next}, and is lower in the standings."
        )
        return "byes.fewest_then_lowest", "place", template
    template = N_("Byes in this round: {out}. {entry} has had {had} and has the same place as {next}: a lot decided.")
    return "byes.fewest_then_lowest", "lot", template


def why_absent(context: Context) -> Reason:
    rule, template, by_standings = _absence(context)
    facts = {"entry": context.entry, "number": context.number}
    return context.reason(rule, template, facts, *(context.standings if by_standings else ()))


def _absence(context: Context) -> tuple[str, str, bool]:
    """The rule, the template, and whether the reason rests on the standings."""
    entry, stage = context.state.entries.get(context.entry), context.state.stage
    if stage is not None and context.entry not in stage.entries:
        return "absent.not_in_stage", N_("{entry} is not in the stage that round {number} belongs to."), True
    if entry is None or entry.from_round > context.number:
        return "absent.entered_later", N_("{entry} entered too late for round {number}."), False
    if entry.left or (entry.dropped_after is not None and entry.dropped_after < context.number):
        return "absent.left", N_("{entry} had left before round {number}."), False
    if not entry.checked_in:
        return "absent.not_checked_in", N_("{entry} had not checked in for round {number}."), False
    if context.attempt.event.given:
        return "by_hand.left_out", N_("The director gave the tables of round {number} without {entry}."), False
    return "knockout.out", N_("{entry} was out of the knockout before round {number}."), True
