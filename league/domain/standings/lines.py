"""The rounds of each entry as standings see them: its tables with their points, its byes and missed rounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from league.domain.standings.byes import Byes
from league.domain.standings.round_scores import due_in, missed_pays, out_before, score_so_far
from league.domain.standings.tie_breaks.line import Kind, RoundLine
from league.domain.tournament.results.presence import seats_played, seats_taken
from league.domain.tournament.results.scores import GameScore, RoundScore
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import exact

Lines = Mapping[str, Sequence[RoundLine]]
NOTHING: Lines = {}


def lines_of(state: Tournament, rounds: Sequence[Round], before: Lines = NOTHING) -> dict[str, list[RoundLine]]:
    """The rounds of each entry: every closed one, and the running one as far as it is reported.

    before: the lines of earlier closed rounds, which `rounds` leaves out.
    """
    lines: dict[str, list[RoundLine]] = {entry: [*before.get(entry, ())] for entry in state.entries}
    for counted in rounds:
        score = counted.score or score_so_far(state, counted)
        if counted.games == 1:
            _add_tables(counted.number, counted.tables, score, lines)
        for table in counted.tables if counted.games > 1 else ():
            _add_games(counted.number, table, score, lines)
        for entry, points in score.byes.items():
            lines[entry].append(_bye_line(counted, entry, points))
        if counted.score is not None:
            _add_missed(state, counted, lines)
    if state.edition > 1 and rounds:
        _pay_byes(state, rounds[-1].number, lines)
    return lines


def _bye_line(round: Round, entry: str, points: Fraction) -> RoundLine:
    terms = round.terms_of(entry)
    return _in_games(RoundLine(round.number, "bye", points, bye=terms.kind, stayed_away=terms.stays_away), round)


def _pay_byes(state: Tournament, last: int, by_entry: Mapping[str, list[RoundLine]]) -> None:
    """Pays the byes of all closed rounds up to the last one again, since their means change with every round.

    Rounds that have no lines here are left out.
    """
    closed = {round.number: round for round in state.closed_rounds if round.number <= last}
    for number, paid in Byes(state, list(closed.values())).recalculated().items():
        for entry, points in paid.items():
            lines = by_entry[entry]
            at = next((at for at, line in enumerate(lines) if line.number == number), None)
            if at is not None:
                lines[at] = _bye_line(closed[number], entry, points)


def _add_tables(
    number: int,
    tables: Iterable[Table],
    score: RoundScore | GameScore,
    lines: Mapping[str, list[RoundLine]],
    game: int = 0,
) -> None:
    """Adds a line for everybody at these tables. score: of the round's only game, or of this one."""
    for table in tables:
        claim = table.result.claim if table.result else None
        played = seats_played(table.seats, claim) if claim else ()
        taken = seats_taken(table.seats, claim) if claim else ()
        scores, awarded = _scores_of(table)
        places = [score.places.get(entry) for entry in table.seats]
        for seat, entry in enumerate(table.seats, 1):
            if entry in score.points:
                place = score.places[entry]
                line = RoundLine(
                    number,
                    "played" if entry in played else "forfeit",
                    score.points[entry],
                    table.number,
                    seat,
                    place,
                    places.count(place),
                    size=len(table.seats),
                    score=scores.get(entry),
                    awarded=awarded,
                    game=game,
                    absent=entry not in taken,
                )
                lines[entry].append(line)


def _add_games(number: int, table: Table, score: RoundScore, lines: Mapping[str, list[RoundLine]]) -> None:
    """Adds a line for everybody at a table with several games, with the games reported so far."""
    games: dict[str, list[RoundLine]] = {entry: [] for entry in table.seats}
    for at, played in sorted(score.games.get(table.id, {}).items()):
        _add_tables(number, [table.games[at - 1]], played, games, at)
    places = [score.places.get(entry) for entry in table.seats]
    for seat, entry in enumerate(table.seats, 1):
        if mine := games[entry]:
            kind: Kind = "played" if any(game.kind == "played" for game in mine) else "forfeit"
            place = score.places[entry]
            line = RoundLine(number, kind, score.points[entry], table.number, seat, place, places.count(place))
            lines[entry].append(
                line._replace(size=len(table.seats), games=tuple(mine), absent=all(game.absent for game in mine))
            )


def _in_games(line: RoundLine, counted: Round) -> RoundLine:
    """A bye or missed round, divided into as many games as the others played in it."""
    if counted.games == 1:
        return line
    part = line._replace(points=line.points / counted.games)
    return line._replace(games=tuple(part._replace(game=game) for game in range(1, counted.games + 1)))


def _scores_of(table: Table) -> tuple[Mapping[str, Fraction | int], bool]:
    """The reported scores of a table, and whether staff gave its points."""
    if table.result is None:
        return {}, False
    claim = table.result.claim
    scores = {entry: exact(score) if isinstance(score, str) else score for entry, score in (claim.scores or {}).items()}
    return scores, claim.awards is not None


def _add_missed(state: Tournament, closed: Round, by_entry: Mapping[str, list[RoundLine]]) -> None:
    """Adds a line for everybody without one in a closed round, including entries registered later."""
    if closed.score is None:
        return
    without = [entry for entry, lines in by_entry.items() if not lines or lines[-1].number != closed.number]
    if state.edition == 1:
        usual = exact(state.settings_in_round(closed.number).points.missed)
        points = {entry: closed.score.missed.get(entry, usual) for entry in without}
    else:
        pays, due = missed_pays(state, closed, closed.score), due_in(state, closed)
        points = {entry: pays if entry in due else Fraction(0) for entry in without}
    out = out_before(state, closed)
    for entry in without:
        kind: Kind = "out" if entry in out else "missed"
        by_entry[entry].append(_in_games(RoundLine(closed.number, kind, points[entry]), closed))
