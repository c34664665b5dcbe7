"""Exports: the log of a tournament, a season or a club with its hashes, and the rows that are not in the log.

The file has the secrets of draws and every card, so it is for directors. A game that is still played is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import IO
from uuid import UUID

import msgspec

from games.kernel import N_, Rejected
from league.domain.season.people import everybody as everybody_in_season
from league.domain.tournament.results.presence import everybody as everybody_in_tournament
from league.domain.tournament.rounds.state import Table as TableState
from league.domain.tournament.state import Tournament as State
from league.log import store
from league.log.envelope import Head, Row
from league.log.store import reading_as_of_now
from league.models import Club, Entry, LinkSerial, Season, StreamHead, Table, Tournament, TournamentCode
from league.repository import streams
from league.repository.game_streams import games_of
from league.repository.streams import GAME, SEASON, TOURNAMENT, stream_of
from league.services.exchange import people
from league.services.exchange.format import (
    FORMAT,
    MOST_SLUGS,
    ExportedClub,
    ExportedEvent,
    ExportedSerial,
    Header,
    Kind,
    Naming,
)
from league.services.policies import RUNNING, play_of

NULL = msgspec.Raw(b"null")
AT_ONCE = 500
"""Ids in one query."""


@dataclass(frozen=True)
class Subject:
    """What is exported: streams by kind, the people whom they name, and games that are left out."""

    kind: Kind
    id: UUID
    club: Club
    streams: Sequence[UUID]
    people: set[str]
    left_out: Sequence[UUID] = ()


def export_tournament(row: Tournament, naming: Naming, file: IO[bytes], *, at: datetime) -> None:
    """Writes a tournament and its games. Raises Rejected `game_running`."""
    with reading_as_of_now():
        found = _tournaments(row.club_id, [row.pk])
        _write(Subject("tournament", row.pk, row.club, found.streams, found.people), naming, file, at)


def export_season(row: Season, naming: Naming, file: IO[bytes], *, at: datetime) -> None:
    """Writes a season, its tournaments and their games. Raises Rejected `game_running`."""
    with reading_as_of_now():
        found = _tournaments(row.club_id, row.tournaments.order_by("pk").values_list("pk", flat=True))
        with streams.reading(row.club_id, SEASON, row.pk) as stream:
            named = everybody_in_season(stream.aggregate.state)
        ids = [row.pk, *found.streams]
        _write(Subject("season", row.pk, row.club, ids, found.people | named), naming, file, at)


def export_club(club: Club, naming: Naming, file: IO[bytes], *, at: datetime) -> None:
    """Writes all streams of a club. Friendly games that are still played are left out. Raises Rejected."""
    with reading_as_of_now():
        _tournaments(club.pk, Tournament.objects.filter(club=club).order_by("pk").values_list("pk", flat=True))
        left_out = [table for table in _friendly(club) if not _is_finished(club.pk, table)]
        heads = StreamHead.objects.filter(club=club.pk).exclude(stream__in=left_out)
        everybody = set(map(str, club.people.values_list("pk", flat=True)))
        ids = list(heads.values_list("stream", flat=True))
        _write(Subject("club", club.pk, club, ids, everybody, left_out), naming, file, at)


@dataclass(frozen=True)
class _Found:
    streams: list[UUID]
    people: set[str]


def _tournaments(club: UUID, ids: Iterable[UUID]) -> _Found:
    """Tournaments with their games and people. Raises Rejected for games that are still played, by table."""
    found, running = _Found([], set()), []
    for stream in streams.each(TOURNAMENT, [(club, id) for id in ids]):
        state: State = stream.aggregate.state
        found.streams.append(stream.id)
        found.streams.extend(_opened(club, games_of(state)))
        found.people.update(everybody_in_tournament(state))
        running += [table for table in _running(state) if not (table.has_reported and _are_over(club, table))]
    if running:
        facts = {"tables": [table.id for table in running], "numbers": [table.number for table in running]}
        template = N_("Games are still played at these tables: {numbers}. A tournament is exported between rounds.")
        raise Rejected("game_running", template, facts)
    return found


def _opened(club: UUID, games: Sequence[UUID]) -> Iterator[UUID]:
    for at in range(0, len(games), AT_ONCE):
        heads = StreamHead.objects.filter(club=club, stream__in=games[at : at + AT_ONCE], kind=GAME)
        yield from heads.order_by("stream").values_list("stream", flat=True)


def _running(state: State) -> list[TableState]:
    """The tables that still play; none of a tournament that was called off in the middle of a round."""
    rounds = state.rounds if state.state == RUNNING else ()
    return [table for found in rounds if found.state == RUNNING for table in found.tables]


def _are_over(club: UUID, table: TableState) -> bool:
    """Whether no game at the table hides anything any more."""
    return all(_hides_nothing(club, stream_of(table.id, game.game)) for game in table.games)


def _hides_nothing(club: UUID, game: UUID) -> bool:
    """Whether a game has ended, or has no cards to hide: its table has reported the result."""
    with streams.reading(club, GAME, game) as stream:
        return bool(stream.match.outcome()["finished"]) or play_of(stream.match) != "dealt"


def _is_finished(club: UUID, game: UUID) -> bool:
    with streams.reading(club, GAME, game) as stream:
        return bool(stream.match.outcome()["finished"])


def _friendly(club: Club) -> list[UUID]:
    return list(Table.objects.filter(club=club, round=None).order_by("pk").values_list("pk", flat=True))


def _write(subject: Subject, naming: Naming, file: IO[bytes], at: datetime) -> None:
    """Writes the header, then the streams one event after the other, so that a large club needs little memory."""
    header = msgspec.json.encode(_header(subject, naming, at))
    file.write(header[:-1] + b',"streams":[')
    current = ""
    for row in _rows(subject):
        stream = row.envelope.stream
        if stream != current:
            file.write((b"]}," if current else b"") + _stream(row) + b',"events":[')
        file.write((b"," if stream == current else b"") + msgspec.json.encode(_event(row)))
        current = stream
    file.write(b"]}]}")


def _rows(subject: Subject) -> Iterator[Row]:
    for at in range(0, len(subject.streams), AT_ONCE):
        yield from store.vendor().scan(subject.club.pk, subject.streams[at : at + AT_ONCE])


def _stream(row: Row) -> bytes:
    """The beginning of a stream, before its events."""
    head = row.head or Head(row.envelope.kind, 0, "")
    fields = {"id": row.envelope.stream, "kind": head.kind, "version": head.version, "hash": head.hash}
    return msgspec.json.encode(fields)[:-1]


def _event(row: Row) -> ExportedEvent:
    envelope = row.envelope
    return ExportedEvent(
        position=row.position,
        version=envelope.version,
        type=envelope.type,
        schema=envelope.schema,
        data=envelope.data,
        command=envelope.command or NULL,
        actor=envelope.actor,
        club=UUID(envelope.club),
        correlation=UUID(envelope.correlation),
        rules=envelope.rules,
        recorded_at=envelope.recorded_at,
        hash=row.hash,
    )


def _header(subject: Subject, naming: Naming, at: datetime) -> Header:
    club = subject.club
    persons, identities = people.exported(club, subject.people, naming, is_whole=subject.kind == "club")
    return Header(
        format=FORMAT,
        kind=subject.kind,
        id=subject.id,
        people=naming,
        exported_at=at,
        club=_club(club),
        persons=persons,
        identities=identities,
        teams=_teams(subject, naming),
        codes=dict(TournamentCode.objects.filter(tournament__in=subject.streams).values_list("pk", "code")),
        link_serials=_serials(subject),
        left_out=list(subject.left_out),
    )


def _club(club: Club) -> ExportedClub:
    return ExportedClub(
        id=club.pk,
        name=club.name,
        time_zone=club.time_zone,
        language=club.language,
        slug=club.slug,
        old_slugs=list(club.old_slugs.values_list("slug", flat=True)[:MOST_SLUGS]),
    )


def _teams(subject: Subject, naming: Naming) -> dict[UUID, str]:
    rows = Entry.objects.filter(club=subject.club).exclude(team="").order_by("pk")
    named = rows.values_list("pk", "team", "tournament")
    wanted = set(subject.streams)
    found = {id: team for id, team, tournament in named if tournament in wanted}
    return found if naming == "names" else {id: people.code_of(id, "T") for id in found}


def _serials(subject: Subject) -> list[ExportedSerial]:
    rows = LinkSerial.objects.filter(club=subject.club).order_by("pk")
    entries = set(Entry.objects.filter(club=subject.club, tournament__in=subject.streams).values_list("pk", flat=True))
    known = {*subject.streams, *entries}
    return [ExportedSerial(row.kind, row.target, row.serial) for row in rows if row.target in known]  # type: ignore[arg-type]
