"""The standings of tournaments: computed once, when a command has changed them, and read from then on.

Between rounds they are a row that is written in the command's transaction. While a round is running each result changes
them, so each process caches the last ones. They hold no names.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import msgspec

from games.kernel import REFEREE, Json, Viewer
from league.domain.season.table.outcomes import FinalEntry, final_entries
from league.domain.standings.standings import standings
from league.domain.tournament.closing.state import Edition
from league.domain.tournament.shown import counted_for, hidden_from
from league.domain.tournament.state import Tournament as State
from league.models import FinalEntries, Standings, Tournament
from league.repository import streams
from league.repository.streams import TOURNAMENT, Stream

LIVE, CLOSED = "live", "closed"
_edition = msgspec.json.Decoder(Edition | None)
_rows = msgspec.json.Decoder(list[Json])
_finals = msgspec.json.Decoder(list[FinalEntry])


@dataclass(frozen=True)
class CurrentStandings:
    """The current standings. version: of the tournament. revised: the edition after a correction, if any."""

    version: int
    after_round: int
    rows: list[Json]
    revised: Edition | None


def current(tournament: Tournament) -> CurrentStandings:
    """The standings at the newest version, from their row if there is one. Raises NoSuchStream."""
    row = Standings.objects.select_related("tournament").filter(pk=tournament.pk).first()
    if row is not None:
        return _known(row, row.tournament.version)
    with streams.reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
        return current_of(stream)


def current_for(tournament: Tournament, viewer: Viewer) -> CurrentStandings:
    """The newest standings that the viewer sees, as the tournament's settings say. Raises NoSuchStream."""
    if not may_hide(tournament, viewer):
        return current(tournament)
    with streams.reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
        state: State = stream.aggregate.state
        if counted_for(state, viewer) is state:
            return current_of(stream)
        if stream.derived_for_readers is None or stream.derived_for_readers[0] != stream.hash:
            stream.derived_for_readers = stream.hash, _row_of(stream, counted_for(state, viewer))
        return _known(stream.derived_for_readers[1], stream.stored)


def may_hide(tournament: Tournament, viewer: Viewer) -> bool:
    """Whether a tournament may have results that the viewer does not see, by its row alone."""
    return viewer != REFEREE and tournament.standings_shown != LIVE and tournament.state != CLOSED


def hidden_now(tournament: Tournament, viewer: Viewer) -> Collection[str]:
    """The rounds whose results the viewer does not see as of now. Raises NoSuchStream."""
    if not may_hide(tournament, viewer):
        return ()
    with streams.reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
        return hidden_from(stream.aggregate.state, viewer).rounds


def current_of(stream: Stream) -> CurrentStandings:
    """The standings of a stream that is being read, computed once for each version."""
    if stream.derived is None or stream.derived[0] != stream.hash:
        stream.derived = stream.hash, standings_row(stream)
    return _known(stream.derived[1], stream.stored)


def standings_row(stream: Stream) -> Standings:
    """The row of a tournament's standings by its current state."""
    return _row_of(stream, stream.aggregate.state)


def _row_of(stream: Stream, state: State) -> Standings:
    return Standings(
        tournament_id=stream.id,
        club_id=stream.club,
        version=state.moved_at,
        after_round=len(state.begun_rounds),
        revised=_text(state.revised),
        rows=_text(standings(state)),
    )


def final_row(stream: Stream) -> FinalEntries | None:
    """The row of a tournament that seasons read; None before it is closed."""
    state: State = stream.aggregate.state
    if state.final is None:
        return None
    return FinalEntries(tournament_id=stream.id, club_id=stream.club, entries=_text(final_entries(state)))


def finals(tournaments: Collection[Tournament]) -> dict[UUID, Sequence[FinalEntry]]:
    """The final entries of these closed tournaments, by id, in one query.

    A tournament that was closed before these rows existed, and was not rebuilt since, is read from its stream.
    """
    rows = FinalEntries.objects.filter(pk__in=[tournament.pk for tournament in tournaments])
    rows_by_id: Mapping[UUID, str] = dict(rows.values_list("pk", "entries"))
    return {
        tournament.pk: _finals.decode(rows_by_id[tournament.pk])
        if tournament.pk in rows_by_id
        else _from_the_log(tournament)
        for tournament in tournaments
    }


def _from_the_log(tournament: Tournament) -> list[FinalEntry]:
    with streams.reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
        return final_entries(stream.aggregate.state)


def _known(row: Standings, version: int) -> CurrentStandings:
    return CurrentStandings(version, row.after_round, _rows.decode(row.rows), _edition.decode(row.revised))


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()
