"""The standings of a tournament: points, then the organiser's chain of tie-breaks; each place says what decided it.

In a knockout, how far an entry has come ranks before points. With two at each table those who go out in one round share
a place, whatever points they made or had for byes: only points carried into a final and penalties decide between them,
then the tie-breaks; in the first edition all points do. An entry that came to no round so far has no place and
comes last; in the first edition it has one by its points.

Closed rounds count with the points decided at their close; results of the running round count at once. A closed
tournament keeps its decided standings. In a stage its entries come first, by its own points; below them everybody else
follows in the order frozen when it began.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

import msgspec

from games.kernel import Json
from league.domain.standings import marks, stage_parts
from league.domain.standings.knockout import reached
from league.domain.standings.lines import Lines, lines_of
from league.domain.standings.points import drawn_and_won
from league.domain.standings.ranking import SHARED, Key, ranked
from league.domain.standings.round_scores import due_in
from league.domain.standings.stage_parts import Penalties, StagePart
from league.domain.standings.tie_breaks import Record, RoundLine, ShownValue, break_ties
from league.domain.standings.withdrawn import struck, with_struck
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.stages.stage import FinalPlace, Stage
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import display, exact, whole, written

KNOCKOUT, POINTS, STAGE, ABSENT = "knockout", "points", "stage", "absent"


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """An entry's row. place: None if it came to no round. penalties: points that make the total worse.

    tie_breaks: displayed values, in the chain's order. out: rounds and games that don't count; None if all do.
    penalties_are_added: because the lowest total ranks first.
    """

    place: int | None
    entry: str
    points: Fraction
    penalties: Fraction
    tie_breaks: Mapping[str, ShownValue]
    decided_by: str
    lines: Sequence[RoundLine]
    out: Sequence[RoundLine] | None = None
    penalties_are_added: bool = False

    @property
    def dropped(self) -> list[int] | None:
        """The rounds in which nothing counts; None if all count."""
        if self.out is None:
            return None
        games = {line.number: len(line.games) or 1 for line in self.lines}
        out = Counter(line.number for line in self.out)
        return [number for number, times in out.items() if times == games[number]]

    @property
    def dropped_games(self) -> list[tuple[int, int]]:
        """Games that don't count, by round and number, if games count one by one."""
        return [(line.number, line.game) for line in self.out or () if line.game]


def standings(state: Tournament, after_round: int | None = None) -> list[Json]:
    """The rows as JSON, the first place first. after_round: the rounds 1 to n with today's knowledge."""
    marks_of = marks.by_entry(state, after_round)
    return [row_json(row) | marks_of(row.entry) for row in rows(state, after_round)]


def ranks(listed: Sequence[StandingsRow | FinalPlace]) -> dict[str, int]:
    """The order by entry: the places. Entries without a place share the one after the last."""
    last = 1 + sum(row.place is not None for row in listed)
    return {row.entry: last if row.place is None else row.place for row in listed}


def places_before(state: Tournament, after_round: int) -> dict[str, int | None] | None:
    """The places by entry after the round before that one; None for the first round."""
    return {row.entry: row.place for row in rows(state, after_round - 1)} if after_round > 1 else None


def row_json(row: StandingsRow) -> Json:
    """A row with its numbers written exactly.

    dropped: present if not all rounds count. dropped_games: present if single games don't. penalties_are_added: present
    where it is so.
    """
    more: Json = {} if row.dropped is None else {"dropped": row.dropped}
    if row.dropped_games:
        more["dropped_games"] = [{"round": number, "game": game} for number, game in row.dropped_games]
    if row.penalties_are_added:
        more["penalties_are_added"] = True
    kinds = [line.kind for line in row.lines if not line.struck]
    return {
        "place": row.place,
        "entry": row.entry,
        "points": written(row.points),
        "points_display": display(row.points),
        "played": kinds.count("played"),
        "byes": kinds.count("bye"),
        "penalties": written(row.penalties),
        "tie_breaks": dict(row.tie_breaks),
        "decided_by": row.decided_by,
        "rounds": [_line_json(line) for line in row.lines],
        **more,
    }


class ClosedRounds(NamedTuple):
    """The first rounds of a tournament, all closed. lines: as in `lines_of`."""

    rounds: int
    lines: Lines


def rows_for_seating(state: Tournament) -> list[StandingsRow]:
    """The current standings for a seating: who came to no round so far has the place of their points, too."""
    return rows(state, all_placed=True)


def rows(
    state: Tournament,
    after_round: int | None = None,
    before: ClosedRounds | None = None,
    *,
    all_placed: bool = False,
) -> list[StandingsRow]:
    """The standings with exact numbers, of entries that are present or were in one of the rounds.

    before: the lines of the first of these rounds, to avoid computing them again. all_placed: everybody has a place.
    """
    counted = _counted_rounds(state, after_round)
    known = ClosedRounds(0, {}) if before is None else before
    lines = with_struck(state, lines_of(state, counted[known.rounds :], known.lines))
    part = stage_parts.part_at(state, after_round)
    last = len(state.closed_rounds) if after_round is None else after_round
    if state.final is not None and len(counted) == len(state.rounds):
        off = stage_parts.penalties(state, part, last)[1]
        return [_as_decided(state, part, final, lines[final.entry], off[final.entry]) for final in state.final]
    listed = {
        entry: mine
        for entry, mine in lines.items()
        if state.entries[entry].is_here or _took_part(mine) or _was_due(state, entry, counted)
    }
    return _in_part(state, part, listed, counted, last, all_placed=all_placed)


def final_rows(state: Tournament) -> list[StandingsRow]:
    """The standings at the close: only entries that had a seat or a bye, or stayed away from rounds they were in."""
    rounds = state.closed_rounds
    listed = {
        entry: mine
        for entry, mine in with_struck(state, lines_of(state, rounds)).items()
        if _took_part(mine) or _was_due(state, entry, rounds)
    }
    return _in_part(state, stage_parts.part_at(state, None), listed, rounds, len(rounds))


def tie_break_record(state: Tournament) -> Record:
    """The record that the tie-breaks of the current standings look at."""
    rounds = state.begun_rounds
    record = _record(state, stage_parts.part_at(state, None), lines_of(state, rounds), len(rounds))
    return _over(state, record, rounds)


def rows_before(state: Tournament, stage: Stage) -> list[StandingsRow]:
    """The standings that a stage froze, with today's knowledge."""
    rounds = state.closed_rounds[: stage.from_round - 1]
    lines = with_struck(state, lines_of(state, rounds))
    frozen = dict.fromkeys(row.entry for row in stage.standings)
    listed = {entry: mine for entry, mine in lines.items() if entry in frozen or _took_part(mine)}
    return _in_part(state, stage_parts.part_before(state, stage), listed, rounds, len(rounds), frozen_by=stage)


def _took_part(lines: Sequence[RoundLine]) -> bool:
    """Whether an entry had a seat, or a bye other than staying away."""
    return any(line.took_part for line in lines)


def _was_due(state: Tournament, entry: str, rounds: Iterable[Round]) -> bool:
    """Whether the entry was in one of these rounds. The first edition doesn't list it for that alone."""
    was_in = state.entries[entry].was_in
    return state.edition > 1 and any(was_in(round.number) and entry in due_in(state, round) for round in rounds)


def _has_place(state: Tournament, lines: Sequence[RoundLine]) -> bool:
    """Whether the entry came to a round, or there was none yet."""
    return state.edition == 1 or not lines or any(line.came for line in lines)


def _counted_rounds(state: Tournament, after_round: int | None) -> list[Round]:
    """The closed rounds and the running one, up to `after_round`."""
    return state.begun_rounds if after_round is None else state.begun_rounds[:after_round]


def _in_part(
    state: Tournament,
    part: StagePart,
    lines: Mapping[str, Sequence[RoundLine]],
    rounds: Sequence[Round],
    after_round: int,
    frozen_by: Stage | None = None,
    *,
    all_placed: bool = False,
) -> list[StandingsRow]:
    """The standings of a part after a round: in a stage its entries first, then everybody else.

    Entries without a place come last.
    """
    own, off = stage_parts.penalties(state, part, after_round, frozen_by)
    if part.stage is None:
        return _ranked(state, part, lines, lines, rounds, own, off, all_placed=all_placed)
    inside = {entry: lines[entry] for entry in part.stage.entries if entry in lines}
    listed = _ranked(state, part, inside, lines, rounds, own, off, all_placed=all_placed)
    listed += _below(state, part, part.stage, lines, off, sum(row.place is not None for row in listed))
    return sorted(listed, key=lambda row: row.place is None)


def _below(
    state: Tournament,
    part: StagePart,
    stage: Stage,
    lines: Mapping[str, Sequence[RoundLine]],
    off: Mapping[str, Penalties],
    above: int,
) -> list[StandingsRow]:
    """Everybody outside the stage, in the frozen order; newer entries come last. `stage` decides the first of them."""
    known = set(stage.entries)
    frozen = [row for row in stage.standings if row.entry in lines and row.entry not in known]
    first: dict[int | None, int] = {}
    for at, row in enumerate(frozen):
        first.setdefault(row.place, at)
    placed = [
        row
        if row.place is None
        else msgspec.structs.replace(
            row, place=above + 1 + first[row.place], decided_by=row.decided_by if first[row.place] else STAGE
        )
        for row in frozen
    ]
    known.update(row.entry for row in frozen)
    late = [entry for entry in sorted(lines) if entry not in known]
    decided_by = SHARED if len(late) > 1 else STAGE
    for entry in late:
        points = sum((line.points for line in lines[entry]), -off[entry].off)
        place, by = (above + len(frozen) + 1, decided_by) if _has_place(state, lines[entry]) else (None, ABSENT)
        placed.append(FinalPlace(entry, place, written(points), {}, by))
    return [_as_decided(state, part, row, lines[row.entry], off[row.entry]) for row in placed]


def _as_decided(
    state: Tournament, part: StagePart, row: FinalPlace, lines: Sequence[RoundLine], off: Penalties
) -> StandingsRow:
    """A row of stored standings. The log doesn't keep the order of tie-breaks."""
    in_order = (*(name for name in state.settings.chain if name in row.tie_breaks), *sorted(row.tie_breaks))
    tie_breaks = {name: row.tie_breaks[name] for name in in_order}
    out = stage_parts.dropped(state, part, lines)
    return StandingsRow(
        place=row.place,
        entry=row.entry,
        points=exact(row.points),
        penalties=off.worse,
        tie_breaks=tie_breaks,
        decided_by=row.decided_by,
        lines=lines,
        out=out,
        penalties_are_added=off.are_added,
    )


def _ranked(
    state: Tournament,
    part: StagePart,
    lines: Mapping[str, Sequence[RoundLine]],
    everybody: Mapping[str, Sequence[RoundLine]],
    rounds: Sequence[Round],
    own: Mapping[str, Fraction],
    off: Mapping[str, Penalties],
    *,
    all_placed: bool,
) -> list[StandingsRow]:
    """The standings of these entries. everybody: their possible opponents. own: penalties of the part.

    off: all penalties, for display.
    """
    record = _record(state, part, everybody, len(rounds))
    over = _over(state, record, rounds)
    out = {entry: stage_parts.dropped(state, part, mine) for entry, mine in lines.items()}
    points = {
        entry: carried + record.points(entry, part.first, out[entry] or ()) - own[entry]
        for entry, carried in stage_parts.carried(part, list(lines)).items()
    }
    counted, last = (
        whole({entry: _ranking(state, part, entry, points[entry], own[entry]) for entry in points}),
        struck(state, part),
    )
    placed = {entry: all_placed or _has_place(state, mine) for entry, mine in lines.items()}
    far = reached(state, part, rounds)
    leading_keys: dict[str, tuple[Key, ...]] = {
        entry: ((placed[entry], -far.get(entry, len(lines) + 1)), (entry not in last, part.sign * counted[entry]))
        for entry in lines
    }
    keys, displayed = break_ties(state.settings.tie_breaks, over, leading_keys)
    order: list[tuple[str, int | None, str]] = [
        *ranked(
            {entry: key for entry, key in keys.items() if placed[entry]}, [KNOCKOUT, POINTS, *state.settings.chain]
        ),
        *((entry, None, ABSENT) for entry in lines if not placed[entry]),
    ]
    return [
        StandingsRow(
            place=place,
            entry=entry,
            points=points[entry],
            penalties=off[entry].worse,
            tie_breaks=displayed[entry],
            decided_by=decided_by,
            lines=lines[entry],
            out=out[entry],
            penalties_are_added=off[entry].are_added,
        )
        for entry, place, decided_by in order
    ]


def ranking_points(state: Tournament, row: StandingsRow) -> Fraction:
    """The points by which a row is ranked: in a bracket only those that it brought along, and penalties."""
    part = stage_parts.part_at(state, None)
    own, _total = stage_parts.penalties(state, part, len(state.closed_rounds))
    return _ranking(state, part, row.entry, row.points, own[row.entry])


def _ranking(state: Tournament, part: StagePart, entry: str, points: Fraction, penalties: Fraction) -> Fraction:
    is_inside = part.stage is None or entry in part.stage.entries
    if state.edition == 1 or not part.is_bracket or not is_inside:
        return points
    return stage_parts.carried(part, [entry])[entry] - penalties


def _over(state: Tournament, record: Record, rounds: Sequence[Round]) -> Record:
    """The record of the rounds that count in tie-breaks."""
    over = rounds_over(state, rounds)
    if over == len(rounds):
        return record
    lines = {entry: [line for line in mine if line.number <= over] for entry, mine in record.lines.items()}
    return replace(record, lines=lines, rounds=over)


def rounds_over(state: Tournament, rounds: Sequence[Round]) -> int:
    """How many of the rounds count in tie-breaks: those that are over; in edition 1 the running one, too."""
    return len(rounds) if state.edition == 1 else sum(round.state == "closed" for round in rounds)


def _record(state: Tournament, part: StagePart, lines: Mapping[str, Sequence[RoundLine]], rounds: int) -> Record:
    """The record for tie-breaks. For entries outside a stage it has only rounds before it, if those count at all."""
    settings = part.settings
    games, (draw, win) = settings.games_per_round, drawn_and_won(settings.points)
    inside = lines if part.stage is None else dict.fromkeys(part.stage.entries)
    counted_lines = {
        entry: [line.counted for line in part.tie_break_lines(mine) if entry in inside or line.number < part.first]
        for entry, mine in lines.items()
    }
    return Record(
        counted_lines,
        rounds,
        None if win is None else games * win,
        games * draw,
        low_points=settings.points.lowest_first,
        low_scores=state.played_as(settings.game, settings.points).low_wins,
        fixed=settings.is_round_robin,
        secret=state.lot_secret,
        has_games=any(round.games > 1 for round in state.rounds),
        fide=state.fide_edition,
        edition=state.edition,
        knockout=settings.knockout is not None,
    )


def _line_json(line: RoundLine) -> Json:
    body: Json = {
        "number": line.number,
        "kind": line.kind,
        "table": line.table,
        "seat": line.seat,
        "place": line.place,
        "points": written(line.points),
    }
    if line.struck:
        body["struck"] = True
    if line.games and line.table is not None:
        body["games"] = [
            {"game": game.game, "kind": game.kind, "place": game.place, "points": written(game.points)}
            for game in line.games
        ]
    return body
