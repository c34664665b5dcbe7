"""The standings of a tournament: points, then the organiser's chain; each place says what decided it.

A knockout goes by how far each has come, before points.

Closed rounds count with the points that were decided at their close; of the round that is running, what its
tables have reported counts at once. A closed tournament stands as it was closed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import UNSET

from games.kernel import Json
from league.domain.numbers import display, exact, whole, written
from league.domain.points import drawn_and_won, worst
from league.domain.ranking import Key, ranked
from league.domain.scores import score_so_far
from league.domain.seating.knocked import reached
from league.domain.tie_breaks import Line, Record, Shown, broken

if TYPE_CHECKING:
    from league.domain.tournament.state import Round, Table, Tournament

KNOCKOUT, POINTS = "knockout", "points"


@dataclass(frozen=True, slots=True)
class Row:
    """An entry's row. penalties: points taken off. tie_breaks: values as shown, in the chain's order.

    dropped: rounds that don't count; None where all do.
    """

    place: int
    entry: str
    points: Fraction
    penalties: Fraction
    tie_breaks: Mapping[str, Shown]
    decided_by: str
    lines: Sequence[Line]
    dropped: Sequence[int] | None = None


def standings(state: Tournament, after_round: int | None = None) -> list[Json]:
    """The rows as JSON, the first place first. after_round: what is known today of the rounds 1 to n."""
    return [row_json(row) for row in rows(state, after_round)]


def row_json(row: Row) -> Json:
    """A row with its numbers written exactly. dropped: there where not all rounds count."""
    dropped = {} if row.dropped is None else {"dropped": list(row.dropped)}
    return {
        "place": row.place,
        "entry": row.entry,
        "points": written(row.points),
        "points_display": display(row.points),
        "played": sum(line.kind == "played" for line in row.lines),
        "byes": sum(line.kind == "bye" for line in row.lines),
        "penalties": written(row.penalties),
        "tie_breaks": dict(row.tie_breaks),
        "decided_by": row.decided_by,
        "rounds": [_line_json(line) for line in row.lines],
        **dropped,
    }


def rows(state: Tournament, after_round: int | None = None) -> list[Row]:
    """The standings with exact numbers. Listed is who is here or has had a seat or a bye."""
    counted = _counted_rounds(state, after_round)
    lines = _lines(state, counted)
    off = _penalties(state, len(state.closed_rounds) if after_round is None else after_round)
    if state.final is not None and len(counted) == len(state.rounds):
        return [
            Row(
                place=final.place,
                entry=final.entry,
                points=exact(final.points),
                penalties=off[final.entry],
                tie_breaks=final.tie_breaks,
                decided_by=final.decided_by,
                lines=lines[final.entry],
                dropped=_dropped(state, lines[final.entry]),
            )
            for final in state.final
        ]
    listed = {entry: mine for entry, mine in lines.items() if state.entries[entry].is_here or _took_part(mine)}
    return _ranked(state, listed, off, counted)


def final_rows(state: Tournament) -> list[Row]:
    """The standings at the close: only of those who had a seat or a bye."""
    rounds = state.closed_rounds
    took_part = {entry: mine for entry, mine in _lines(state, rounds).items() if _took_part(mine)}
    return _ranked(state, took_part, _penalties(state, len(rounds)), rounds)


def _took_part(lines: Sequence[Line]) -> bool:
    """Whether an entry had a seat, or a bye that was more than staying away."""
    return any(line.kind != "missed" and (line.bye != "requested" or line.points) for line in lines)


def _counted_rounds(state: Tournament, after_round: int | None) -> list[Round]:
    """The closed rounds and the running one, up to `after_round`."""
    begun = [found for found in state.rounds if found.state in ("running", "closed")]
    return begun if after_round is None else begun[:after_round]


def _penalties(state: Tournament, after_round: int) -> dict[str, Fraction]:
    """The points taken off each entry by the standings after that round."""
    off = dict.fromkeys(state.entries, Fraction(0))
    for penalty in state.penalties.values():
        if not penalty.lifted and penalty.after_round <= after_round:
            off[penalty.entry] += penalty.points
    return off


def _lines(state: Tournament, rounds: Sequence[Round]) -> dict[str, list[Line]]:
    """The rounds of each entry: one for each that is closed, and for the running one what it has so far."""
    found: dict[str, list[Line]] = {entry: [] for entry in state.entries}
    for counted in rounds:
        score = counted.score or score_so_far(state, counted)
        for table in counted.tables:
            absent = _forfeited(table)
            scores, awarded = _told(table)
            placed = [score.places.get(entry) for entry in table.seats]
            for seat, entry in enumerate(table.seats, 1):
                if entry in score.points:
                    place = score.places[entry]
                    line = Line(
                        counted.number,
                        "forfeit" if entry in absent else "played",
                        score.points[entry],
                        table.number,
                        seat,
                        place,
                        placed.count(place),
                        size=len(table.seats),
                        score=scores.get(entry),
                        awarded=awarded,
                    )
                    found[entry].append(line)
        for entry, points in score.byes.items():
            found[entry].append(Line(counted.number, "bye", points, bye=counted.terms_of(entry).kind))
        if counted.score is not None:
            _add_missed(state, counted, found)
    return found


def _told(table: Table) -> tuple[Mapping[str, Fraction | int], bool]:
    """The scores that a table has told, and whether its points were given by staff."""
    if table.result is None:
        return {}, False
    claim = table.result.claim
    scores = {entry: exact(score) if isinstance(score, str) else score for entry, score in (claim.scores or {}).items()}
    return scores, claim.awards is not None


def _forfeited(table: Table) -> Sequence[str]:
    """The seats that played no game: of those who never came, and of one who was there alone."""
    absent = table.result.claim.absent if table.result else ()
    return table.seats if len(absent) >= len(table.seats) - 1 else absent


def _add_missed(state: Tournament, closed: Round, found: Mapping[str, list[Line]]) -> None:
    """Gives a line to whoever has none of a closed round; who was entered later missed it too."""
    decided = closed.score.missed if closed.score else {}
    usual = exact(state.settings.points.missed)
    for entry, lines in found.items():
        if not lines or lines[-1].number != closed.number:
            lines.append(Line(closed.number, "missed", decided.get(entry, usual)))


def _ranked(
    state: Tournament, lines: Mapping[str, Sequence[Line]], off: Mapping[str, Fraction], rounds: Sequence[Round]
) -> list[Row]:
    record = _record(state, lines, len(rounds))
    sign = -1 if record.low_points else 1
    out = {entry: _dropped(state, mine) or () for entry, mine in lines.items()}
    points = {entry: record.points(entry, out[entry]) - off[entry] for entry in lines}
    counted = whole(points)
    far = reached(state, rounds)
    first: dict[str, tuple[Key, ...]] = {
        entry: ((-far.get(entry, len(lines) + 1),), (sign * counted[entry],)) for entry in lines
    }
    keys, shown = broken(state.settings.tie_breaks, record, first)
    return [
        Row(
            place=place,
            entry=entry,
            points=points[entry],
            penalties=off[entry],
            tie_breaks=shown[entry],
            decided_by=decided_by,
            lines=lines[entry],
            dropped=_dropped(state, lines[entry]),
        )
        for entry, place, decided_by in ranked(keys, [KNOCKOUT, POINTS, *state.settings.chain])
    ]


def _record(state: Tournament, lines: Mapping[str, Sequence[Line]], rounds: int) -> Record:
    """What tie-breaks look at."""
    settings = state.settings
    draw, win = drawn_and_won(settings.points)
    return Record(
        lines,
        rounds,
        win,
        draw,
        low_points=settings.points.low_wins is True,
        low_scores=state.usual_game.low_wins,
        fixed=settings.is_round_robin,
        secret=state.lot_secret,
    )


def _dropped(state: Tournament, lines: Sequence[Line]) -> list[int] | None:
    """The numbers of the rounds that don't count; None where all do."""
    scheme = state.settings.points
    return None if scheme.best is UNSET else [line.number for line in worst(scheme, lines)]


def _line_json(line: Line) -> Json:
    return {
        "number": line.number,
        "kind": line.kind,
        "table": line.table,
        "seat": line.seat,
        "place": line.place,
        "points": written(line.points),
    }
