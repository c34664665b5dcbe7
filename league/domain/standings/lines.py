"""The rounds of each entry as standings look at them: what it had at its tables, its byes, and what it missed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from league.domain.standings.round_scores import score_so_far
from league.domain.standings.tie_breaks.line import Kind, RoundLine
from league.domain.tournament.results.scores import GameScore, RoundScore
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import exact

Lines = Mapping[str, Sequence[RoundLine]]
NOTHING: Lines = {}


def lines_of(state: Tournament, rounds: Sequence[Round], before: Lines = NOTHING) -> dict[str, list[RoundLine]]:
    """The rounds of each entry: one for each that is closed, and for the running one what it has so far.

    before: of the rounds before these, which are closed.
    """
    found: dict[str, list[RoundLine]] = {entry: [*before.get(entry, ())] for entry in state.entries}
    for counted in rounds:
        score = counted.score or score_so_far(state, counted)
        if counted.games == 1:
            _add_tables(counted.number, counted.tables, score, found)
        for table in counted.tables if counted.games > 1 else ():
            _add_games(counted.number, table, score, found)
        for entry, points in score.byes.items():
            line = RoundLine(counted.number, "bye", points, bye=counted.terms_of(entry).kind)
            found[entry].append(_in_games(line, counted))
        if counted.score is not None:
            _add_missed(state, counted, found)
    return found


def _add_tables(
    number: int,
    tables: Iterable[Table],
    score: RoundScore | GameScore,
    found: Mapping[str, list[RoundLine]],
    game: int = 0,
) -> None:
    """Gives a line to everybody at these tables. score: of the only game of a round, or of that one."""
    for table in tables:
        absent = _forfeited(table)
        scores, awarded = _told(table)
        placed = [score.places.get(entry) for entry in table.seats]
        for seat, entry in enumerate(table.seats, 1):
            if entry in score.points:
                place = score.places[entry]
                line = RoundLine(
                    number,
                    "forfeit" if entry in absent else "played",
                    score.points[entry],
                    table.number,
                    seat,
                    place,
                    placed.count(place),
                    size=len(table.seats),
                    score=scores.get(entry),
                    awarded=awarded,
                    game=game,
                )
                found[entry].append(line)


def _add_games(number: int, table: Table, score: RoundScore, found: Mapping[str, list[RoundLine]]) -> None:
    """Gives a line to everybody at a table that plays several games, with those that it has reported."""
    games: dict[str, list[RoundLine]] = {entry: [] for entry in table.seats}
    for at, played in sorted(score.games.get(table.id, {}).items()):
        _add_tables(number, [table.games[at - 1]], played, games, at)
    placed = [score.places.get(entry) for entry in table.seats]
    for seat, entry in enumerate(table.seats, 1):
        if mine := games[entry]:
            kind: Kind = "played" if any(game.kind == "played" for game in mine) else "forfeit"
            place = score.places[entry]
            told = table.number, seat, place, placed.count(place)
            found[entry].append(
                RoundLine(number, kind, score.points[entry], *told, size=len(table.seats), games=tuple(mine))
            )


def _in_games(line: RoundLine, counted: Round) -> RoundLine:
    """A bye, or a round that was missed, cut into as many games as the others have played in it."""
    if counted.games == 1:
        return line
    part = line._replace(points=line.points / counted.games)
    return line._replace(games=tuple(part._replace(game=game) for game in range(1, counted.games + 1)))


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


def _add_missed(state: Tournament, closed: Round, found: Mapping[str, list[RoundLine]]) -> None:
    """Gives a line to whoever has none of a closed round; who was entered later missed it too."""
    decided = closed.score.missed if closed.score else {}
    usual = exact(state.settings_in_round(closed.number).points.missed)
    for entry, lines in found.items():
        if not lines or lines[-1].number != closed.number:
            lines.append(_in_games(RoundLine(closed.number, "missed", decided.get(entry, usual)), closed))
