"""Imports: the streams of an export become streams of a club, event by event as they were hashed.

What the club has already stays as it is; a stream that has grown elsewhere is continued. All or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID, uuid5

import msgspec
from django.db import DataError, IntegrityError, transaction

from games.game import Started
from games.kernel import N_, Rejected
from league.domain.club.events import Imported as ImportedEvent
from league.domain.club.events import MemberAdded
from league.domain.season.people import everybody as everybody_in_season
from league.domain.season.state import Season as SeasonState
from league.domain.tournament.results.presence import everybody as everybody_in_tournament
from league.domain.values import names
from league.domain.values.text import as_uuid
from league.live import waking as live
from league.log import store
from league.log.envelope import Head, Imported, Row
from league.log.store import writing
from league.models import (
    Club,
    Entry,
    Event,
    Membership,
    Role,
    Season,
    StreamHead,
    Table,
    User,
    slugs,
)
from league.projections.rebuild import write_again
from league.repository import identities, streams
from league.repository.game_streams import games_begun, games_gone, games_of
from league.repository.identities import actor_here
from league.repository.streams import CLUB, GAME, SEASON, TOURNAMENT, Stream
from league.services.club_log import note
from league.services.exchange import people, rows
from league.services.exchange.format import Kind
from league.services.exchange.reading import Checked, CheckedStream, broken

AT_ONCE = 500
LOCK_ORDER = (GAME, TOURNAMENT, SEASON)


class Counted(msgspec.Struct, frozen=True):
    """How many there are of something.

    new: made by this import. known: here before. continued: streams that were here and have grown.
    """

    new: int
    known: int
    continued: int = 0


class ImportOutcome(msgspec.Struct, frozen=True):
    """What an import has brought.

    dry_run: whether nothing was changed. created: whether the thing itself is new here. kind, id: of what was imported.
    club: the club that has it now. streams: tournaments, seasons, games at tables and a club's own changes. people:
    those whom the file names. events: how many are new here.
    """

    dry_run: bool
    created: bool
    kind: Kind
    id: UUID
    club: UUID
    streams: Counted
    people: Counted
    events: int


class _DryRunDone(Exception):
    def __init__(self, outcome: ImportOutcome) -> None:
        self.outcome = outcome


def import_into(
    club: Club, checked: Checked, wanted: Kind, *, actor: str, at: datetime, dry_run: bool = False
) -> ImportOutcome:
    """Imports a tournament or a season. dry_run: takes everything back.

    Raises BadFields and Rejected: `wrong_kind`, `other_club`, `other_history`, `id_taken`, `broken_export`.
    """
    _require_kind(checked, wanted)
    return _run(lambda: _Import(club, checked).run(actor=actor, at=at, dry_run=dry_run), club.pk, dry_run=dry_run)


def import_club(checked: Checked, director: User, *, at: datetime, dry_run: bool = False) -> ImportOutcome:
    """Imports a whole club under its own id; a new club gets its first director. Raises as `import_into`."""
    _require_kind(checked, "club")
    origin = checked.export.club

    def do() -> ImportOutcome:
        club = Club.objects.filter(pk=origin.id).first()
        is_new = club is None
        if club is None:
            club = Club(pk=origin.id, name=origin.name, time_zone=origin.time_zone, language=origin.language)
            club.slug = slugs.if_free(club, origin.slug)
            club.full_clean()
            club.save(force_insert=True)
            slugs.take(club, origin.old_slugs)
            Membership.objects.create(club=club, user=director, role=Role.DIRECTOR)
        outcome = _Import(club, checked).run(actor=f"user:{director.pk}", at=at, dry_run=dry_run)
        if is_new:
            note(club.pk, MemberAdded(str(director.pk), role=Role.DIRECTOR), actor=f"user:{director.pk}", at=at)
        return msgspec.structs.replace(outcome, created=is_new)

    return _run(do, origin.id, dry_run=dry_run)


def _require_kind(checked: Checked, wanted: Kind) -> None:
    if checked.export.kind != wanted:
        template = N_("This is the export of another kind of thing: {kind}.")
        raise Rejected("wrong_kind", template, {"kind": checked.export.kind}, "kind")


def _run(do: Callable[[], ImportOutcome], club: UUID, *, dry_run: bool) -> ImportOutcome:
    try:
        with writing(club):
            outcome = do()
            if dry_run:
                raise _DryRunDone(outcome)
            return outcome
    except _DryRunDone as done:
        return done.outcome
    except store.Conflict as error:  # somebody has just imported the same
        raise store.Busy from error


@dataclass
class _Import:
    """One import into a club. tails: the events that are new here, by stream, of streams that are new or have grown."""

    club: Club
    checked: Checked
    tails: dict[str, list[Row]] = field(default_factory=dict)
    new: set[str] = field(default_factory=set)

    def run(self, *, actor: str, at: datetime, dry_run: bool) -> ImportOutcome:
        self.compare()
        brought = people.bring(self.club, self.checked.export)
        self.store()
        self.write_rows()
        outcome = self.outcome(brought, dry_run=dry_run)
        if self.tails or brought.created:
            note(self.club.pk, self.event(outcome), actor=actor, at=at)
        return outcome

    @property
    def ids(self) -> list[str]:
        """The streams of the file: games first, then tournaments and seasons."""
        kinds = {kind: number for number, kind in enumerate((*LOCK_ORDER, CLUB))}
        return sorted(self.checked.streams, key=lambda id: (kinds[self.checked.streams[id].kind], id))

    def compare(self) -> None:
        """Finds out what is new. Raises Rejected where a stream is of another club, or has another history here."""
        heads = {str(head.stream): head for head in _heads(self.ids)}
        for id in self.ids:
            head = heads.get(id)
            if head is not None and head.club != self.club.pk:
                raise Rejected("other_club", N_("Another club of this site has this already."), {"stream": id})
            if head is not None:
                store.lock(head.stream)
        store.lock(self.club.pk)
        for id in self.ids:
            known = store.head(self.club.pk, UUID(id)) if id in heads else None
            if known is None:
                self.new.add(id)
                self.tails[id] = self.checked.streams[id].rows
            elif self.checked.streams[id].kind != CLUB:  # a club goes on noting its own changes
                self.continue_with(id, known)

    def continue_with(self, id: str, known: Head) -> None:
        given = self.checked.streams[id].rows
        common = min(known.version, len(given))
        here = known.hash if common == known.version else self.hash_at(id, common)
        if here != given[common - 1].hash:
            template = N_("The {kind} {id} has another history here: somebody went on with it on both sites.")
            raise Rejected("other_history", template, {"kind": known.kind, "id": id, "version": common})
        if tail := given[common:]:
            self.tails[id] = tail

    def hash_at(self, id: str, version: int) -> str:
        return Event.objects.values_list("hash", flat=True).get(club=self.club.pk, stream=id, version=version)

    def hide_users(self, games: Collection[UUID]) -> None:
        """Gives the users of the other site ids of nobody: those in the club's own stream and in friendly games.

        games: those of tournaments, whose players are entries.
        """
        kinds = {id: self.checked.streams[id].kind for id in self.new}
        named = (id for id, kind in kinds.items() if kind == CLUB or (kind == GAME and UUID(id) not in games))
        found = {user for id in named for user in _users(self.checked.streams[id])}
        known = identities.identities(self.club.pk, identities.newest(self.club.pk)).users
        if hidden := {user: uuid5(user, "of another site") for user in sorted(found) if str(user) not in known}:
            identities.add(self.club.pk, hidden, of_users=True)

    def store(self) -> None:
        """Writes the events in the order in which they were recorded."""
        ordered = sorted((row for tail in self.tails.values() for row in tail), key=lambda row: row.position)
        heads = {UUID(id): _head_of(tail[-1]) for id, tail in self.tails.items()}
        imported = [Imported(row.envelope, row.hash, actor_here(row.envelope.actor)) for row in ordered]
        store.take_in(self.club.pk, imported, heads)
        versions = {stream: head.version for stream, head in heads.items()}
        transaction.on_commit(lambda: live.waking.send(versions), robust=True)

    def write_rows(self) -> None:
        """Writes the rows of all changed streams, of their teams and links, and of seasons that wait for them."""
        known = set(map(str, self.club.people.values_list("pk", flat=True)))
        export = self.checked.export
        rows.put_codes(self.club, {id: code for id, code in export.codes.items() if str(id) in self.new})
        games, gone, needed = set[UUID](), set[UUID](), set[UUID]()
        for id in self.of_kind(TOURNAMENT):
            stream = self.folded(id)
            games.update(games_of(stream.aggregate.state))
            gone.update(games_gone(stream.aggregate.state))
            needed.update(games_begun(stream.aggregate.state))
            if id in self.tails:
                rows.refuse_unknown(everybody_in_tournament(stream.aggregate.state), known)
                rows.refuse_taken(stream)
                self.write(stream)
                self.name_teams(stream)
        if missing := needed - {UUID(id) for id in self.of_kind(GAME)}:
            raise broken([N_("A game of a tournament is missing.")], stream=str(min(missing)))
        for id in self.of_kind(SEASON):
            if id in self.tails:
                stream = self.folded(id)
                rows.refuse_unknown(everybody_in_season(stream.aggregate.state), known)
                self.write(stream)
        self.hide_users(games)
        for id in self.of_kind(GAME):
            if id in self.tails and UUID(id) not in gone:
                self.write_game(id, is_friendly=UUID(id) not in games)
        self.fill_seasons()
        rows.put_serials(self.club, export, {*self.checked.streams})

    def of_kind(self, kind: str) -> Iterator[str]:
        return (id for id in self.ids if self.checked.streams[id].kind == kind)

    def folded(self, id: str) -> Stream:
        """The stream as it is now. Raises Rejected for events that don't follow from each other."""
        try:
            return streams.rebuilt(self.club.pk, self.checked.streams[id].kind, UUID(id))
        except Exception as error:
            raise broken([N_("The events do not follow from each other.")], stream=id) from error

    def write(self, stream: Stream) -> None:
        """Writes the rows of a stream. Only a log that nobody could have recorded fails."""
        try:
            with transaction.atomic():
                write_again(stream)
        except (LookupError, TypeError, ValueError, AttributeError, DataError, IntegrityError) as error:
            raise broken([N_("The events do not follow from each other.")], stream=str(stream.id)) from error

    def write_game(self, id: str, *, is_friendly: bool) -> None:
        if is_friendly and self.checked.export.kind != "club":
            raise broken([N_("A game belongs to no tournament of this file.")], stream=id)
        table = Table.objects.filter(pk=id).first()
        if table is not None and (table.club_id != self.club.pk or (is_friendly and table.round_id is not None)):
            raise rows.taken(id)
        self.write(self.folded(id))

    def name_teams(self, stream: Stream) -> None:
        """The names of teams, which are not in the log; of one with somebody who was forgotten only a code."""
        forgotten = set(map(str, self.club.people.filter(is_forgotten=True).values_list("pk", flat=True)))
        for entry in stream.aggregate.state.entries.values():
            id = UUID(entry.id)
            if (team := self.checked.export.teams.get(id)) is not None:
                shown = people.code_of(id, "T") if forgotten.intersection(entry.people) else team
                Entry.objects.filter(pk=id, team="").update(team=names.checked(f"teams.{id}", shown))

    def fill_seasons(self) -> None:
        """Writes seasons of the club again that have named these tournaments before they came."""
        new = {id for id in self.of_kind(TOURNAMENT) if id in self.new}
        if not new:
            return
        seasons = Season.objects.filter(club=self.club).order_by("pk").values_list("pk", flat=True)
        for stream in streams.each(SEASON, [(self.club.pk, id) for id in seasons]):
            state: SeasonState = stream.aggregate.state
            if new.intersection(event.tournament for event in state.events.values() if event.tournament):
                write_again(streams.rebuilt(self.club.pk, SEASON, stream.id))

    def outcome(self, brought: people.Brought, *, dry_run: bool) -> ImportOutcome:
        export = self.checked.export
        new, continued = len(self.new), len(self.tails) - len(self.new)
        return ImportOutcome(
            dry_run=dry_run,
            created=str(export.id) in self.new,
            kind=export.kind,
            id=export.id,
            club=self.club.pk,
            streams=Counted(new, len(self.checked.streams) - new - continued, continued),
            people=Counted(len(brought.created), len(export.persons) - len(brought.created)),
            events=sum(map(len, self.tails.values())),
        )

    def event(self, outcome: ImportOutcome) -> ImportedEvent:
        return ImportedEvent(
            what=outcome.kind,
            id=str(outcome.id),
            origin=str(self.checked.export.club.id),
            new_streams=outcome.streams.new,
            new_events=outcome.events,
            new_people=outcome.people.new,
        )


def _heads(ids: list[str]) -> Iterator[StreamHead]:
    for at in range(0, len(ids), AT_ONCE):
        yield from StreamHead.objects.filter(stream__in=ids[at : at + AT_ONCE])


def _head_of(row: Row) -> Head:
    return Head(row.envelope.kind, row.envelope.version, row.hash)


def _users(stream: CheckedStream) -> Iterator[UUID]:
    """The users whom the players of a game, if it is a friendly one, or the events of a club name."""
    for row in stream.rows if stream.kind == CLUB else stream.rows[:1]:
        event = streams.codec().decode(row.envelope.type, row.envelope.schema, bytes(row.envelope.data).decode())
        named = (
            event.players if isinstance(event, Started) else [getattr(event, name, "") for name in ("member", "user")]
        )
        yield from (id for text in named if (id := as_uuid(text)))
