"""The settings of a tournament in a file, as the command that creates it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime, time
from typing import get_args
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from games.kernel import Path
from league.domain.seating.knockout.level import BY_SEED
from league.domain.tournament.commands import Create
from league.domain.tournament.formats import Bye, Chosen, Format, Manual, Prescribed, Rotation, RoundPlan, Swiss
from league.domain.values.faults import read
from league.models import Club
from league.play import form
from league.play.checks import games_in
from league.play.problems import Origins
from league.services.tournaments import for_its_game

FORMATS: dict[str, type] = {str(known.__struct_config__.tag): known for known in get_args(Format)}
NOON = time(12)
ROUND_ROBIN = "round_robin"
KNOCKOUT = "knockout"


def create_command(given: form.Tournament, club: Club, path: Path, origins: Origins, ids: Mapping[str, str]) -> Create:
    """Return the settings, with the defaults of the game. Raises PlayProblem.

    ids: of entries in the log, by the file's ids.
    """
    is_seated = any(played.seat for played in given.rounds)
    needs_format = is_seated or given.format.type == ROUND_ROBIN  # its tie-breaks count a forfeit differently
    with origins.at(*path, "format"):
        seating = _with_ids(_format_of(given), ids) if needs_format else Manual()
    looks_ahead = isinstance(seating, Rotation) or (isinstance(seating, Swiss) and seating.is_dutch)
    created = Create(
        club=str(club.pk),
        name=given.name or given.id,
        game=given.game,
        game_options=given.game_options,
        format=seating,
        table_size=given.table_size,
        points=given.points,
        games_per_round=max(map(games_in, given.rounds), default=1),
        rounds=len(given.rounds) if looks_ahead else None,
        tie_breaks=given.tie_breaks,  # type: ignore[arg-type]  # `checks` has refused unknown ones
        fide_tie_breaks=given.fide_tie_breaks,
        starts_at=datetime.combine(given.date, NOON, ZoneInfo(club.time_zone)) if given.date else None,
    )
    with origins.at(*path):
        return with_usual_size(for_its_game(created), given)


def _format_of(given: form.Tournament) -> Format:
    """Return the format of a tournament. Raises BadFields.

    In a knockout the better seed goes on from a level table, unless the file says otherwise.
    """
    fields = {name: value for name, value in msgspec.to_builtins(given.format).items() if value is not None}
    if given.format.type == KNOCKOUT and not any(played.goes_on for played in given.rounds):
        fields.setdefault("level", BY_SEED)
    format: Format = read(FORMATS[given.format.type], fields)
    return format


def _with_ids(format: Format, ids: Mapping[str, str]) -> Format:
    """Return the format with the ids of the log for the entries that its plan names."""
    if not isinstance(format, Prescribed):
        return format

    def logged(chosen: Chosen) -> Chosen:
        return ids.get(chosen, chosen) if isinstance(chosen, str) else chosen

    def planned(part: RoundPlan) -> Iterator[Chosen | Bye]:
        for bye in part.byes:
            yield replace(bye, entry=logged(bye.entry)) if isinstance(bye, Bye) else logged(bye)

    return Prescribed(
        tuple(
            RoundPlan(tuple(tuple(map(logged, seats)) for seats in part.tables), tuple(planned(part)))
            for part in format.plan
        )
    )


def with_usual_size(settings: Create, given: form.Tournament) -> Create:
    """Return the settings with the most frequent size of table preferred, of several the smallest.

    Only if all tables are given, and no size is: a bye is paid by a table of the preferred size.
    """
    often = Counter(len(table.seats) for played in given.rounds for table in played.tables or ())
    size = settings.table_size
    if given.table_size or size is None or not often or any(played.seat for played in given.rounds):
        return settings
    usual = min(often, key=lambda seats: (-often[seats], seats))
    return replace(settings, table_size=replace(size, prefer=min(max(usual, size.min), size.max)))
