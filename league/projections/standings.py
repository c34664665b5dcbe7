"""The standings of tournaments as they are kept: worked out once, when a command has moved them, and read from then on.

Between rounds they stand in a row that is written in the command's transaction; while a round is running each result
moves them, so each process keeps what it has worked out last. Names are not kept, nor who may see a reason.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import msgspec

from games.kernel import Json
from league.domain.season.table.outcomes import FinalEntry, final_entries
from league.domain.standings.standings import standings
from league.domain.tournament.closing.state import Edition
from league.domain.tournament.state import Tournament as State
from league.models import FinalEntries, Standings, Tournament
from league.repository import streams
from league.repository.streams import TOURNAMENT, Stream

_edition = msgspec.json.Decoder(Edition | None)
_rows = msgspec.json.Decoder(list[Json])
_finals = msgspec.json.Decoder(list[FinalEntry])


@dataclass(frozen=True)
class Known:
    """The standings as they are now. version: of the tournament that they are known at. revised: a later edition."""

    version: int
    after_round: int
    rows: list[Json]
    revised: Edition | None


def known(tournament: Tournament) -> Known:
    """The standings at the newest version, from the row that is kept where there is one. Raises NoSuchStream."""
    row = Standings.objects.select_related("tournament").filter(pk=tournament.pk).first()
    if row is not None:
        return _known(row, row.tournament.version)
    with streams.reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
        return at_hand(stream)


def at_hand(stream: Stream) -> Known:
    """The standings of a stream that is being read, worked out once for each state of it."""
    if stream.told is None or stream.told[0] != stream.hash:
        stream.told = stream.hash, worked_out(stream)
    return _known(stream.told[1], stream.stored)


def worked_out(stream: Stream) -> Standings:
    """The row of a tournament's standings, as its state says now."""
    state: State = stream.aggregate.state
    return Standings(
        tournament_id=stream.id,
        club_id=stream.club,
        version=state.moved_at,
        after_round=len(state.begun_rounds),
        revised=_text(state.revised),
        rows=_text(standings(state)),
    )


def final_row(stream: Stream) -> FinalEntries | None:
    """The row that seasons read of a tournament, as its state says now; None before it is closed."""
    state: State = stream.aggregate.state
    if state.final is None:
        return None
    return FinalEntries(tournament_id=stream.id, club_id=stream.club, entries=_text(final_entries(state)))


def finals(tournaments: Collection[Tournament]) -> dict[UUID, Sequence[FinalEntry]]:
    """What seasons take from these tournaments, all of which are closed, by id; asked for at once.

    One that was closed before this was kept, and has not been rebuilt since, is read from its stream.
    """
    rows = FinalEntries.objects.filter(pk__in=[tournament.pk for tournament in tournaments])
    kept: Mapping[UUID, str] = dict(rows.values_list("pk", "entries"))
    return {
        tournament.pk: _finals.decode(kept[tournament.pk]) if tournament.pk in kept else _from_the_log(tournament)
        for tournament in tournaments
    }


def _from_the_log(tournament: Tournament) -> list[FinalEntry]:
    with streams.reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
        return final_entries(stream.aggregate.state)


def _known(row: Standings, version: int) -> Known:
    return Known(version, row.after_round, _rows.decode(row.rows), _edition.decode(row.revised))


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()
