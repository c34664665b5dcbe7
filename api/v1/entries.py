"""`entries`: the people and teams of a tournament; checked in, dropped, returned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import Annotated, Any, Literal
from uuid import UUID

import django_filters
import msgspec
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request
from uuid6 import uuid7

from api import csv_upload, downloads, parsing, scopes
from api.base import Reply, Resource, ResourceSet, writes
from api.old_slips import LeadsPeople
from api.openapi.schema import Page, describes
from api.pagination import Filters
from api.parsing import Body, StrictJson
from api.permissions import ReadOnly, may
from api.steps import Step, Steps
from api.v1.home import home_of
from api.v1.people import NewEntrant, new_person
from api.v1.tables import Call
from games.kernel import N_, Json, Rejected
from league import models
from league.access.actions import Action
from league.access.roles import Forbidden
from league.domain.tournament.desk.commands import NoticeEntry
from league.domain.tournament.desk.state import latest_call
from league.domain.tournament.entries import commands
from league.domain.tournament.entries.commands import CheckIn, Drop, FixTable, Return, WithdrawCheckIn
from league.domain.tournament.entries.events import EntryCheckedIn
from league.domain.tournament.state import Tournament as State
from league.domain.tournament.view import call_view
from league.domain.values.faults import Fault, refuse
from league.domain.values.fields import Rating, RoundNumber
from league.files import entries_sheet
from league.files.entries_import import enter
from league.files.entries_sheet import as_they_stand, entry_shown
from league.files.file_names import of_tournament
from league.files.people_import import ImportedPeople
from league.models import LinkKind
from league.queries import names
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.services import tournaments
from league.services.execution import Done

MOST_ENTRIES = 2000


class NewTeamMember(Body, frozen=True):
    """A member of a team who is created for it. new_person: the person to create."""

    new_person: NewEntrant


class NewEntry(Body, frozen=True):
    """A person, or a team with its members.

    person: the id of a person of the club. new_person: in place of it, somebody who is created for it. team: the name
    of the team. members: ids of people of the club, or new ones. from_round: the first round that it plays, the next
    one at the earliest. rating: seats a first round or seeds a bracket, if the format is set so. checked_in: whether
    the entry is here already.
    """

    person: UUID | None = None
    team: Annotated[str, Meta(min_length=1, max_length=120, pattern=r"\S")] | None = None
    members: Annotated[list[UUID | NewTeamMember], Meta(max_length=50)] = []
    from_round: RoundNumber | None = None
    rating: Rating | None = None
    new_person: NewEntrant | None = None
    checked_in: bool = False


EntryList = Annotated[list[NewEntry], Meta(min_length=1, max_length=MOST_ENTRIES)]


class Entry(msgspec.Struct):
    """An entry: a person, or a team with its members.

    id: of the entry. version: rises with each change. tournament: the id of its tournament. club: the id of its club.
    person: their id; null for a team. team: its name; null for a person. members: the ids of the people of a team;
    empty for a person. name: as everybody sees it. state: `dropped` once it has left. from_round: the first round that
    it plays. dropped_after: the last round that it plays; null: until the end. rating: seats a first round or seeds a
    bracket. table: the number of the table reserved for it. call: of a single entry its last call for the director, for
    staff and its own link; it does not change the version.
    """

    id: UUID
    version: int
    tournament: UUID
    club: UUID
    person: UUID | None
    team: str | None
    members: list[UUID]
    name: str
    state: Literal["registered", "checked_in", "dropped"]
    from_round: int
    dropped_after: int | None
    rating: int | None
    table: int | None
    call: Call | UnsetType | None = UNSET


class CreatedEntries(msgspec.Struct):
    """The entries that a list created.

    results: the entries, in the order of the list. rows_read: of a file, who of its people was known.
    """

    results: list[Entry]
    rows_read: ImportedPeople | UnsetType = UNSET


class NoEntries(csv_upload.NoCsv):
    """Any other body."""

    refusal = N_("Entries have to be JSON, or CSV: as text/csv, or in the field “file” of a form.")


TEXT = {
    "type": "string",
    "description": "People and teams as CSV: the columns of `people/import`, `team` (the same name in the rows of all "
    "its members) and `rating`. People whom the club does not know are created.",
    "example": "name,home_club,team,rating\nAda,London,Engines,1710\nBea,Paris,Engines,\nCleo,Rome,,1650\n",
}


class EntryFilter(django_filters.FilterSet):
    """Entries in a state, or of a person."""

    person = django_filters.UUIDFilter()

    class Meta:
        model = models.Entry
        fields = ["state", "person"]


class TournamentEntries(ResourceSet):
    """The entries of a tournament."""

    parent = models.Tournament
    queryset = models.Entry.objects.select_related("person", "tournament")
    permission_classes = [ReadOnly | may(Action.ENTRIES)]
    parser_classes = [StrictJson, csv_upload.CsvBody, csv_upload.CsvInForm, NoEntries]
    renderer_classes = downloads.RENDERERS
    filterset_class = EntryFilter

    @describes(Page[Entry], query=downloads.FileQuery, file=downloads.SHEET)
    def list(self, request: Request, id: UUID) -> Any:
        """The entries of the tournament, for everybody. A file has all of them."""
        tournament, form = self.get_parent(models.Tournament), self.asked(downloads.FileQuery).form
        rows = self.get_queryset().filter(tournament=id)
        if form == downloads.JSON:
            return self.page(rows)
        audience = self.caller(tournament.club_id).audience
        found = Filters().filter_queryset(request, rows, self).order_by("id")
        sheet = entries_sheet.sheet(tournament, list(found), audience)
        return downloads.download(form, of_tournament(tournament, _("entries")), sheet)

    @describes(
        (Entry, CreatedEntries),
        body=(NewEntry, EntryList),
        status=201,
        query=csv_upload.UploadQuery,
        file=TEXT,
    )
    @writes
    def create(self, request: Request, id: UUID) -> Reply:
        """A director enters a person or a team, a list of them, or those in a CSV file: all or nothing.

        An entry may bring people who are created with it; nobody of the same name is looked for:
        `POST tournaments/{id}/entries/match` does that.
        """
        tournament = self.get_parent(models.Tournament)
        body: Any = request.data
        if isinstance(body, bytes):
            return self._from_file(request, tournament)
        is_list = isinstance(body, list)
        asked = parsing.read(EntryList, body) if is_list else [parsing.read(NewEntry, body)]
        people = _new_people(tournament.club_id, asked)
        if people:
            self._require_people(tournament.club_id)
        new = [_registered(body, at, people) for at, body in enumerate(asked)]
        teams = {entry.id: body.team for entry, body in zip(new, asked, strict=True) if body.team}
        here = [entry.id for entry, body in zip(new, asked, strict=True) if body.checked_in]
        club, actor, at = tournament.club_id, self.caller(tournament.club_id).actor, timezone.now()
        with nullcontext() if is_list else _fields_of_one():
            done = tournaments.register(id, new, teams, club=club, actor=actor, at=at, also_here=here, new=people)
        made = self._made(tournament, new, done)
        if is_list:
            return Reply({"results": made}, 201, reverse("api:entries", args=[id]))
        return Reply({**made[0], "call": None}, 201, reverse("api:entry", args=[new[0].id]))

    def _require_people(self, club: UUID) -> None:
        """Refuses a caller who may not create people. Raises Forbidden or Problem."""
        if not self.caller(club).may(Action.PEOPLE):
            raise Forbidden
        scopes.require_action(self.request, Action.PEOPLE)

    def _from_file(self, request: Request, tournament: models.Tournament) -> Reply:
        actor, encoding = self.caller(tournament.club_id).actor, self.asked(csv_upload.UploadQuery).encoding
        with csv_upload.reading():
            entered = enter(tournament, csv_upload.content_of(request), encoding, actor=actor, at=timezone.now())
        made = self._made(tournament, entered.entries, entered.done)
        return Reply({"results": made, "rows_read": entered.people}, 201, reverse("api:entries", args=[tournament.pk]))

    def _made(self, tournament: models.Tournament, new: Sequence[commands.NewEntry], done: Done) -> Sequence[Json]:
        """The bodies of new entries."""
        rows = self.get_queryset().in_bulk([UUID(entry.id) for entry in new])
        called = names.of_entries(tournament.pk, self.caller(tournament.club_id).audience)
        return [entry_shown(rows[UUID(entry.id)], done.stream.aggregate.state, called) for entry in new]

    def represent(self, rows: Sequence[models.Entry]) -> Sequence[Json]:
        if not rows:
            return []
        tournament = rows[0].tournament
        return as_they_stand(tournament, rows, self.caller(tournament.club_id).audience)


def _new_people(club: UUID, asked: Sequence[NewEntry]) -> dict[str, models.Person]:
    """The people to create, by the path at which an entry names them. Raises BadFields for an entry of two people."""
    template = N_("Either a person of the club, or a new one.")
    refuse(
        Fault(f"{at}.new_person", "one_of", template)
        for at, body in enumerate(asked)
        if body.new_person and body.person is not None
    )
    return {path: new_person(club, new) for at, body in enumerate(asked) for path, new in _brought(at, body)}


def _brought(at: int, body: NewEntry) -> Iterator[tuple[str, NewEntrant]]:
    if body.new_person:
        yield f"{at}.person", body.new_person
    for number, member in enumerate(body.members):
        if isinstance(member, NewTeamMember):
            yield f"{at}.members.{number}", member.new_person


def _registered(body: NewEntry, at: int, people: Mapping[str, models.Person]) -> commands.NewEntry:
    """The entry of a body, the one with that number. people: new ones, by path."""
    person = people[f"{at}.person"].pk if body.new_person else body.person
    members = (people.get(f"{at}.members.{number}", member) for number, member in enumerate(body.members))
    return commands.NewEntry(
        id=str(uuid7()),
        person=None if person is None else str(person),
        members=tuple(str(member.pk if isinstance(member, models.Person) else member) for member in members),
        from_round=body.from_round,
        rating=body.rating,
    )


@contextmanager
def _fields_of_one() -> Iterator[None]:
    """Names the wrong fields of a single body, not those of a list that has it alone."""
    try:
        yield
    except Rejected as wrong:
        wrong.leave(0)
        raise


class CheckInList(Body, frozen=True):
    """Who is here.

    entries: their ids, or `all` for everyone who is expected and has not left.
    """

    entries: Annotated[list[UUID], Meta(min_length=1, max_length=MOST_ENTRIES)] | Literal["all"]


class CheckedInEntries(msgspec.Struct):
    """The entries as they are now. results: those that were named; of `all`, those that were not here before."""

    results: list[Entry]


class TournamentCheckIn(Resource):
    """The arrival of several entries of a tournament."""

    queryset = models.Tournament.objects.all()
    permission_classes = [may(Action.CHECK_IN)]

    @describes(CheckedInEntries, body=CheckInList)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Staff check in several entries, or everyone who is expected: all of them or none."""
        row, asked = self.get_object(), parsing.read(CheckInList, request.data)
        named = None if isinstance(asked.entries, str) else [str(entry) for entry in asked.entries]
        actor = self.caller(row.club_id).actor
        done = tournaments.check_in(id, named, club=row.club_id, actor=actor, at=timezone.now())
        arrived = _arrived(done) if named is None else list(dict.fromkeys(named))
        rows = models.Entry.objects.in_bulk([UUID(entry) for entry in arrived])
        called = names.of_entries(id, self.caller(row.club_id).audience)
        shown = [entry_shown(rows[UUID(entry)], done.stream.aggregate.state, called) for entry in arrived]
        return Reply({"results": shown})


def _arrived(done: Done) -> Sequence[str]:
    """The entries that a command has checked in."""
    events = map(streams.decode, done.events)
    return [event.entry for event in events if isinstance(event, EntryCheckedIn)]


class Entries(LeadsPeople, Steps):
    """Single entries."""

    queryset = models.Entry.objects.select_related("person", "tournament")
    permission_classes = [ReadOnly]
    item_field = "entry"
    answer_type = Entry
    steps = (
        Step(
            "check-in",
            CheckIn,
            "check_in_entry",
            "The entry is here and will be seated.",
            or_entry=True,
            undo=Step(
                "check-in",
                WithdrawCheckIn,
                "withdraw_check_in",
                "The entry is not here after all; refused once it has a seat or a bye.",
                or_entry=True,
            ),
        ),
        Step("drop", Drop, "drop_entry", "The entry leaves, at once or after a round.", or_entry=True),
        Step("return", Return, "return_entry", "The entry is back for the rounds still to be seated.", or_entry=True),
        Step("table", FixTable, "fix_table", "Fixes the entry's table (for a wheelchair, say), or frees it."),
        Step("notice", NoticeEntry, "notice_entry", "Staff have seen that the entry came late or leaves."),
    )

    @describes(Entry)
    def retrieve(self, request: Request, id: UUID) -> Reply:
        """The entry, for everybody."""
        return self.one(self.get_object())

    def represent(self, rows: Sequence[models.Entry]) -> Sequence[Json]:
        return list(map(self._now, rows))

    def _now(self, row: models.Entry) -> Json:
        with streams.reading(row.club_id, TOURNAMENT, row.tournament_id) as stream:
            return self.answer(row, stream.aggregate.state)

    def answer(self, row: models.Entry, state: State) -> Json:
        who = self.caller(row.club_id)
        shown = entry_shown(row, state, names.of_entries(row.tournament_id, who.audience))
        if not (who.is_staff or who.stands_for(LinkKind.ENTRY, row.pk)):
            return shown
        call = latest_call(state.calls, str(row.pk))
        return shown | {"call": None if call is None else call_view(call, who.viewer) | home_of(row)}
