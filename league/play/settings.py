"""What a file may name and this release does not know: refused, never half done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import msgspec

from games.kernel import N_
from league.domain.tournament.formats import Format
from league.domain.tournament.settings import TieBreakName
from league.domain.values.faults import read
from league.play import form
from league.play.pointers import Path
from league.play.problems import PlayProblem, refused

FORMATS: dict[str, type] = {str(known.__struct_config__.tag): known for known in get_args(Format)}


def in_tournament(tournament: form.Tournament, path: Path) -> Iterator[PlayProblem]:
    """What this release does not know of a tournament."""
    for at, name in enumerate(tournament.tie_breaks):
        if isinstance(name, str) and name not in get_args(TieBreakName):
            where = (*path, "tie_breaks", at)
            yield refused(where, "unknown_tie_break", N_("There is no tie-break {name}."), name=name)


def format_of(said: form.Format) -> Format:
    """The format that a tournament is set up with. Raises BadFields. Where no round is seated any will do."""
    raw = {name: value for name, value in msgspec.to_builtins(said).items() if value is not None}
    made: Format = read(FORMATS[said.type], raw)
    return made
