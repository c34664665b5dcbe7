"""Why somebody sits at a table of the Swiss system: score and who has met whom."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import N_
from games.telling import Sentence
from league.domain.explanations.context import Context
from league.domain.explanations.reasons import Reason
from league.domain.seating.problem import pair_of
from league.domain.tournament.formats import Swiss
from league.domain.tournament.rounds.seating import SeatedTable
from league.domain.values.numbers import written


def why_in_score_group(scene: Context, table: SeatedTable, format: Swiss) -> Iterator[Reason]:
    """The rules that put an entry at its table, as it was seated."""
    if format.is_dutch:
        template = N_("The FIDE Dutch system, as the package py4swiss computes it, puts {entry} at table {table}.")
        yield Reason("swiss.dutch", Sentence(template, {"entry": scene.entry, "table": table.number}), scene.rests_on)
    if scene.number == 1:
        yield _first_round(scene, table)
    else:
        yield _score_group(scene, table)
        yield _met(scene, table)


def _first_round(scene: Context, table: SeatedTable) -> Reason:
    facts = {"entry": scene.entry, "table": table.number, "rating": scene.field.rating.get(scene.entry)}
    if scene.field.place:
        template = N_("Before the first round the ratings order {entry} and all others.")
        return Reason("swiss.first_round_by_rating", Sentence(template, facts), scene.rests_on)
    template = N_("Before the first round nobody has points: the lots order {entry} and all others.")
    return Reason("swiss.first_round_by_lot", Sentence(template, facts), scene.rests_on)


def _score_group(scene: Context, table: SeatedTable) -> Reason:
    points = {entry: scene.rows[entry].points for entry in table.seats if entry in scene.rows}
    facts = {
        "entry": scene.entry,
        "table": table.number,
        "points": written(points[scene.entry]),
        "least": written(min(points.values())),
        "most": written(max(points.values())),
    }
    template = N_("{entry} has {points} points; at table {table} are {least} to {most}: equals meet equals.")
    return Reason("swiss.score_group", Sentence(template, facts), (*scene.rests_on, *scene.standing))


def _met(scene: Context, table: SeatedTable) -> Reason:
    """Whom of the table the entry has met before."""
    times = {
        other: scene.field.met[pair_of(scene.entry, other)]
        for other in table.seats
        if other != scene.entry and pair_of(scene.entry, other) in scene.field.met
    }
    facts = {"entry": scene.entry, "table": table.number, "met": times}
    if times:
        template = N_("{entry} has met before, so many times: {met}. A table without a repeat would have cost more.")
        return Reason("swiss.repeat", Sentence(template, facts), (*scene.rests_on, *scene.standing))
    template = N_("{entry} has met nobody of table {table} before.")
    return Reason("swiss.no_repeat", Sentence(template, facts), (*scene.rests_on, *scene.standing))
