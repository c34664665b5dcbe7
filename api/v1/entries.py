"""`entries`: the people and teams of a tournament; here, gone, back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Annotated, Any
from uuid import UUID

import django_filters
import msgspec
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from msgspec import Meta
from rest_framework.request import Request
from uuid6 import uuid7

from api import downloads, parsing
from api.base import Door, Shown, writes
from api.openapi.schema import Page, describes
from api.pagination import filtered, page
from api.parsing import Body
from api.v1.tournaments import Nothing, sent
from games.kernel import Command
from league.domain.tournament.entries.commands import CheckIn, Drop, FixTable, NewEntry, Return
from league.domain.values.faults import BadFields
from league.domain.values.fields import Rating, RoundNumber, TableNumber
from league.files import entries_sheet
from league.files.entries_sheet import as_they_stand, entry_shown
from league.models import Entry, Tournament
from league.queries import names
from league.services import tournaments

MOST_ENTRIES = 2000


class EntryBody(Body, frozen=True):
    """A person, or a team with its members. from_round: the first round it plays; the next one at the soonest.

    rating: what a first round is seated by, where the format asks for that.
    """

    person: UUID | None = None
    team: Annotated[str, Meta(min_length=1, max_length=120, pattern=r"\S")] | None = None
    members: Annotated[list[UUID], Meta(max_length=50)] = []
    from_round: RoundNumber | None = None
    rating: Rating | None = None


EntryList = Annotated[list[EntryBody], Meta(min_length=1, max_length=MOST_ENTRIES)]


class DropBody(Body, frozen=True):
    """after_round: the last round that it plays; at once if it is not given."""

    after_round: RoundNumber | None = None


class FixedBody(Body, frozen=True):
    """table: the number of the table that the entry always sits at; null: at any."""

    table: TableNumber | None


class EntryShown(msgspec.Struct):
    """An entry: a person, or a team with its members."""

    id: UUID
    version: int
    person: UUID | None
    team: str | None
    members: list[UUID]
    name: str
    state: str
    from_round: int
    dropped_after: int | None
    rating: int | None
    table: int | None


class EntriesMade(msgspec.Struct):
    """The entries that a list made, in its order."""

    results: list[EntryShown]


class EntryFilter(django_filters.FilterSet):
    """In a state, or of a person."""

    person = django_filters.UUIDFilter()

    class Meta:
        model = Entry
        fields = ["state", "person"]


def rows_of(tournament: UUID) -> Any:
    """The entries of a tournament, with their people."""
    return Entry.objects.filter(tournament=tournament).select_related("person", "tournament")


class Entries(Door):
    """The entries of a tournament."""

    renderer_classes = downloads.RENDERERS
    schema = downloads.SheetSchema()

    @describes(Page[EntryShown], query=(("state", "Filter."), ("person", "Filter."), downloads.AS), public=True)
    def get(self, request: Request, id: UUID) -> Any:
        """Who is in the tournament; everybody may see it. A file has all of them."""
        tournament, form = get_object_or_404(Tournament, id=id), downloads.form_of(request)
        if form != downloads.JSON:
            rows = list(filtered(request, rows_of(id), EntryFilter).order_by("id"))
            return downloads.download(form, f"entries-{id}", entries_sheet.sheet(tournament, rows))
        return page(self, rows_of(id), lambda found: as_they_stand(tournament, found), filters=EntryFilter)

    @describes((EntryShown, EntriesMade), body=(EntryBody, EntryList), status=201)
    @writes
    def post(self, request: Request, id: UUID) -> Shown:
        """Staff enter a person or a team, or a list of them: all or nothing."""
        tournament = get_object_or_404(Tournament, id=id)
        who = self.staff(tournament.club_id)
        is_list = isinstance(request.data, list)
        asked = parsing.read(EntryList, request.data) if is_list else [parsing.read(EntryBody, request.data)]
        new = [_new_entry(body) for body in asked]
        teams = {entry.id: body.team for entry, body in zip(new, asked, strict=True) if body.team}
        with nullcontext() if is_list else _fields_of_one():
            done = tournaments.register(id, new, teams, club=tournament.club_id, actor=who.actor, at=timezone.now())
        rows = rows_of(id).in_bulk([UUID(entry.id) for entry in new])
        called = names.of_entries(id)
        shown = [entry_shown(rows[UUID(entry.id)], done.stream.aggregate.state, called) for entry in new]
        if is_list:
            return Shown({"results": shown}, 201, reverse("api:entries", args=[id]))
        return Shown(shown[0], 201, reverse("api:entry", args=[new[0].id]))


def _new_entry(body: EntryBody) -> NewEntry:
    person = None if body.person is None else str(body.person)
    return NewEntry(str(uuid7()), person, tuple(map(str, body.members)), body.from_round, body.rating)


@contextmanager
def _fields_of_one() -> Iterator[None]:
    """Names the wrong fields of a single body, not those of a list that has it alone."""
    try:
        yield
    except BadFields as wrong:
        raise BadFields(replace(fault, field=fault.field.removeprefix("0.")) for fault in wrong.faults) from wrong


class OneEntry(Door):
    """An entry."""

    @describes(EntryShown, public=True)
    def get(self, request: Request, id: UUID) -> Shown:
        """The entry; everybody may see it."""
        row = entry_row(id)
        return Shown(as_they_stand(row.tournament, [row])[0])


def entry_row(id: UUID) -> Entry:
    """The entry, with its person and its tournament."""
    return get_object_or_404(Entry.objects.select_related("person", "tournament"), id=id)


def _after(door: Door, id: UUID, command: Command) -> Shown:
    """The entry after staff, or who holds its link, have sent a command about it."""
    row = entry_row(id)
    door.staff_or_entry(row.club_id, id)
    done = sent(door, row.tournament, command)
    return Shown(entry_shown(row, done.stream.aggregate.state, names.of_entries(row.tournament_id)))


class EntryCheckIn(Door):
    """The arrival of an entry."""

    @describes(EntryShown, body=Nothing, link=True)
    @writes
    def post(self, request: Request, id: UUID) -> Shown:
        """The entry is here and will be seated."""
        parsing.read(Nothing, request.data)
        return _after(self, id, CheckIn(str(id)))


class EntryDrop(Door):
    """The leaving of an entry."""

    @describes(EntryShown, body=DropBody, link=True)
    @writes
    def post(self, request: Request, id: UUID) -> Shown:
        """The entry leaves, at once or after a round."""
        return _after(self, id, Drop(str(id), parsing.read(DropBody, request.data).after_round))


class EntryReturn(Door):
    """The return of an entry."""

    @describes(EntryShown, body=Nothing, link=True)
    @writes
    def post(self, request: Request, id: UUID) -> Shown:
        """An entry that left is back for the rounds that are not seated yet."""
        parsing.read(Nothing, request.data)
        return _after(self, id, Return(str(id)))


class EntryTable(Door):
    """The table that an entry always sits at."""

    @describes(EntryShown, body=FixedBody)
    @writes
    def post(self, request: Request, id: UUID) -> Shown:
        """Staff give the entry a table of its own (for a wheelchair, for the owner of a game), or take it away."""
        row = entry_row(id)
        self.staff(row.club_id)
        done = sent(self, row.tournament, FixTable(str(id), parsing.read(FixedBody, request.data).table))
        return Shown(entry_shown(row, done.stream.aggregate.state, names.of_entries(row.tournament_id)))
