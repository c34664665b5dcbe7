"""Why somebody has no seat in a round: a bye, or not being there."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import N_
from games.telling import Sentence
from league.domain.explanations.context import Context
from league.domain.explanations.planned import seed_of, why_in_rotation
from league.domain.explanations.reasons import Reason
from league.domain.seating.season_weights import byes_had
from league.domain.tournament.formats import Knockout, Rotation, RoundRobin

REQUESTED = "requested"


def why_bye(scene: Context) -> Iterator[Reason]:
    """The rule that has the entry sit out, as it was seated."""
    format, facts = scene.before.effective_settings.format, {"entry": scene.entry, "number": scene.number}
    if scene.found.terms_of(scene.entry).kind == REQUESTED:
        template = N_("{entry} asked to sit out in round {number}.")
        yield Reason("byes.requested", Sentence(template, facts), scene.rests_on)
    elif isinstance(format, RoundRobin):
        template = N_("In round {number} of the Berger table {entry} has nobody opposite.")
        of_table = {**facts, "number": scene.field.number_in_stage}
        yield Reason("round_robin.bye", Sentence(template, of_table), scene.rests_on)
    elif isinstance(format, Knockout):
        seeded = {**facts, "seed": seed_of(scene)}
        template = N_("{entry} goes on without playing: number {seed} of the seeding meets nobody in round {number}.")
        yield Reason("knockout.bye", Sentence(template, seeded), (*scene.rests_on, *scene.standing))
    elif isinstance(format, Rotation):
        yield from why_in_rotation(scene)
    else:
        yield _fewest_then_lowest(scene)


def _fewest_then_lowest(scene: Context) -> Reason:
    """Who had fewest byes, then the lowest, then by lot; and who was next."""
    had, place, own = scene.field.byes_had, scene.field.place, scene.entry
    seated = [entry for table in scene.drawing.event.tables for entry in table.seats]
    in_season = byes_had(scene.field)
    claims = {
        entry: (had.get(entry, 0), in_season.get(entry, 0), -place.get(entry, 0))
        for entry in dict.fromkeys((*seated, own))
    }
    following = min(seated, key=lambda entry: (claims[entry], entry))
    claim, other = claims[own], claims[following]
    facts = {
        "entry": own,
        "out": len(scene.drawing.event.byes),
        "had": had.get(own, 0),
        "place": place.get(own),
        "next": following,
        "next_had": had.get(following, 0),
        "next_place": place.get(following),
    }
    rests_on = (*scene.rests_on, *scene.standing, *scene.counted)
    if claim > other:
        template = N_("{entry} sits out, though it would have been for {next}: that saves a meeting which costs more.")
        return Reason("byes.saves_repeat", Sentence(template, {**facts, "decided_by": "repeats"}), rests_on)
    if claim[0] < other[0]:
        template = N_("{out} sit out. {entry} has had {had} byes, fewer than {next}, who was next.")
        return Reason("byes.fewest_then_lowest", Sentence(template, {**facts, "decided_by": "byes"}), rests_on)
    if claim[1] < other[1]:
        of_season = {**facts, "decided_by": "season", "season_had": claim[1], "season_next_had": other[1]}
        template = N_(
            "{out} sit out. {entry} has had {had} byes, as few as {next}, and {season_had} in other tournaments of the "
            "season, where {next} has had {season_next_had}."
        )
        return Reason("byes.fewest_in_season", Sentence(template, of_season), rests_on)
    if claim < other:
        template = N_("{out} sit out. {entry} has had {had} byes, as few as {next}, and stands lower.")
        return Reason("byes.fewest_then_lowest", Sentence(template, {**facts, "decided_by": "place"}), rests_on)
    template = N_("{out} sit out. {entry} has had {had} byes and stands as {next}: the lots decided.")
    return Reason("byes.fewest_then_lowest", Sentence(template, {**facts, "decided_by": "lot"}), rests_on)


def why_absent(scene: Context) -> Iterator[Reason]:
    """Why the entry is not in the round at all."""
    entry, facts = scene.before.entries.get(scene.entry), {"entry": scene.entry, "number": scene.number}
    if scene.before.stage is not None and scene.entry not in scene.before.stage.entries:
        template = N_("{entry} is not in the stage that round {number} is of.")
        yield Reason("absent.not_in_stage", Sentence(template, facts), (*scene.rests_on, *scene.standing))
    elif entry is None or entry.from_round > scene.number:
        template = N_("{entry} was entered too late for round {number}.")
        yield Reason("absent.entered_later", Sentence(template, facts), scene.rests_on)
    elif entry.left or (entry.dropped_after is not None and entry.dropped_after < scene.number):
        yield Reason("absent.left", Sentence(N_("{entry} had left before round {number}."), facts), scene.rests_on)
    elif not entry.checked_in:
        template = N_("{entry} had not checked in for round {number}.")
        yield Reason("absent.not_checked_in", Sentence(template, facts), scene.rests_on)
    elif scene.drawing.event.given:
        template = N_("The director gave the tables of round {number}, without {entry}.")
        yield Reason("by_hand.left_out", Sentence(template, facts), scene.rests_on)
    else:
        template = N_("{entry} was out of the knockout before round {number}.")
        yield Reason("knockout.out", Sentence(template, facts), (*scene.rests_on, *scene.standing))
