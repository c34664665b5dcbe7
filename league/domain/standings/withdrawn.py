"""Who left a round robin before half of its games: their games count for nobody, where the settings say so.

Source: FIDE General Regulations for Competitions, withdrawal from a round robin: the results stay in the table and do
not count in the standings. Half is that of the games planned: one against each of the others, or two, and no more than
the tournament has rounds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from league.domain.standings.lines import Lines, lines_of
from league.domain.standings.stage_parts import StagePart, part_of
from league.domain.standings.tie_breaks.line import RoundLine
from league.domain.tournament.formats import RoundRobin
from league.domain.tournament.state import Tournament

NOBODY: Collection[str] = ()


def with_struck(state: Tournament, lines: Lines) -> Mapping[str, Sequence[RoundLine]]:
    """The lines with those of struck games marked, and worth nothing, for both players."""
    for stage in (None, *state.stages):
        part = part_of(state, stage)
        if out := struck(state, part):
            lines = _marked(lines, out, _rounds(state, part))
    return lines


def struck(state: Tournament, part: StagePart) -> Collection[str]:
    """The entries whose games of the part are struck: they left before half of them."""
    format = part.settings.format
    if not isinstance(format, RoundRobin) or format.withdrawn != "strike":
        return NOBODY
    rounds = _rounds(state, part)
    lines = {
        entry: [line for line in mine if line.number in rounds]
        for entry, mine in lines_of(state, [found for found in state.begun_rounds if found.number in rounds]).items()
    }
    took_part = [entry for entry, mine in lines.items() if any(line.table is not None or line.bye for line in mine)]
    planned = (len(took_part) - 1) * (2 if format.double else 1)
    if part.settings.rounds is not None:
        planned = min(planned, part.settings.rounds - part.first + 1)
    return [
        entry
        for entry in took_part
        if state.entries[entry].has_left_before(len(state.closed_rounds) + 1)
        and 2 * sum(line.kind == "played" for line in lines[entry]) < planned
    ]


def _rounds(state: Tournament, part: StagePart) -> range:
    """The numbers of the part's rounds."""
    later = [stage.from_round for stage in state.stages if stage.number > part.number]
    return range(part.first, min(later, default=len(state.rounds) + 1))


def _marked(lines: Lines, out: Collection[str], rounds: Collection[int]) -> Mapping[str, Sequence[RoundLine]]:
    tables = {
        (line.number, line.table)
        for entry in out
        for line in lines[entry]
        if line.table is not None and line.number in rounds
    }
    return {
        entry: [_struck(line) if (line.number, line.table) in tables else line for line in mine]
        for entry, mine in lines.items()
    }


def _struck(line: RoundLine) -> RoundLine:
    games = tuple(game._replace(points=Fraction(0), struck=True) for game in line.games)
    return line._replace(points=Fraction(0), games=games, struck=True)
