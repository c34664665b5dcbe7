"""`sign-ups`: who has put themselves on the list of a tournament; accepted, on standby, withdrawn."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import django_filters
import msgspec
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from msgspec import Meta
from rest_framework.decorators import action
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Reply, Resource, ResourceSet, if_matching, writes
from api.openapi.schema import Page, describes
from api.parsing import Body
from api.permissions import may
from api.problems import bad_field
from api.v1.home import home_of
from games.kernel import N_, Json
from league import models
from league.access import sign_ups as access
from league.access.actions import Action
from league.access.roles import Caller
from league.log.time import steady
from league.models import LinkKind, Scope
from league.queries.sign_ups import Listed, listed
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.services import letters, sign_ups
from league.services.sign_up_fields import LONGEST_EMAIL, LONGEST_NAME, Asked

State = Literal["unconfirmed", "waiting", "standby", "accepted"]
LONGEST_LANGUAGE = 10


class NewSignUp(Body, frozen=True):
    """Somebody who wants to come.

    name: theirs; with the link of an entry of the club null: the person of that entry. email: where the site sends
    e-mails. consent: they agree that this is stored, and shown as the page for sign-ups says. public: false keeps the
    name off pages for everybody, as for people under 18.
    """

    name: Annotated[str, Meta(max_length=2 * LONGEST_NAME)] | None = None
    email: Annotated[str, Meta(max_length=LONGEST_EMAIL)] = ""
    consent: bool = False
    public: bool = True


class SignedUp(msgspec.Struct):
    """What has become of it.

    state: `unconfirmed`: an e-mail with a link is on its way; `waiting` for the director; on `standby`; `accepted`.
    secret: lets its holder confirm and withdraw; null where it is in the e-mail.
    """

    state: State
    secret: str | None


class Likely(msgspec.Struct):
    """Somebody of the club who may be meant. person: their id. name: theirs. home_club: where they come from."""

    person: UUID
    name: str
    home_club: str


class SignUp(msgspec.Struct):
    """A sign-up, for directors.

    id: of the sign-up. version: rises with each change. tournament: the id of its tournament. club: the id of its club.
    state: what it waits for: the link in the e-mail, the director, a free place; or it is `accepted`. name: as it was
    typed. email: where to write; empty without one. public: false keeps the name off pages for everybody. here: at the
    door, and checked in as soon as there is a place. signed_up_at: when. consented_at: when they agreed that it is
    stored; null for somebody whom the desk wrote down. person: whom of the club they are, once that is known. entry: as
    which they are in the tournament; null before that. people: of the club who may be meant, the likeliest first.
    question: what to look at before it is accepted: `which` of the people with nearly this name; `entered`: the person
    is in the tournament already; `twice`: this name has signed up before; null: nothing.
    """

    id: UUID
    version: int
    tournament: UUID
    club: UUID
    state: State
    name: str
    email: str
    public: bool
    here: bool
    signed_up_at: datetime
    consented_at: datetime | None
    person: UUID | None
    entry: UUID | None
    people: list[Likely]
    question: Literal["which", "entered", "twice"] | None


class AcceptSignUp(Body, frozen=True):
    """Who they are.

    person: the id of a person of the club; the sign-up of one who is entered already is theirs. as_new: true makes a
    new person. Without both it is the one person of the club with this name, or else a new one.
    """

    person: UUID | None = None
    as_new: bool = False


class NewStandby(Body, frozen=True):
    """Somebody for the standby list. person: the id of a person of the club. name: or a name. here: at the door."""

    person: UUID | None = None
    name: Annotated[str, Meta(max_length=2 * LONGEST_NAME)] | None = None
    here: bool = True


class Secret(Body, frozen=True):
    """The secret of a sign-up. secret: of its link, or as it was answered."""

    secret: Annotated[str, Meta(max_length=access.LONGEST)]


class AcceptedSignUps(msgspec.Struct):
    """Who is in now. results: the sign-ups that were accepted. left: how many wait whom somebody has to look at."""

    results: list[SignUp]
    left: int


class SignUpFilter(django_filters.FilterSet):
    """Sign-ups in a state."""

    class Meta:
        model = models.SignUp
        fields = ["state"]


def _represent(rows: Sequence[models.SignUp]) -> list[Json]:
    """The answers of sign-ups of one tournament."""
    if not rows:
        return []
    tournament = rows[0].tournament
    with streams.reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
        return [_shown(one) for one in listed(tournament, stream.aggregate.state, rows)]


def _shown(one: Listed) -> Json:
    row = one.row
    return {
        "id": row.pk,
        "version": row.version,
        **home_of(row),
        "state": row.state,
        "name": row.name,
        "email": row.email,
        "public": not row.is_hidden,
        "here": row.is_here,
        "signed_up_at": row.made_at,
        "consented_at": row.consented_at,
        "person": row.person_id,
        "entry": row.entry,
        "people": [{"person": who.pk, "name": who.public_name, "home_club": who.home_club} for who in one.people],
        "question": one.question,
    }


def _without_details(shown: Json) -> Json:
    """The answer as it is kept for a repeated request: what somebody typed is deleted after the night, there too."""
    return shown | {"name": "", "email": "", "people": []}


def _reply(row: models.SignUp, status: int = 200, location: str = "") -> Reply:
    (shown,) = _represent([row])
    return Reply(shown, status, location, repeated=_without_details(shown))


ACCEPTING = may(Action.ENTRIES) & may(Action.PEOPLE)
"""Who is accepted may become a new person of the club."""


class TournamentSignUps(ResourceSet):
    """The sign-ups of a tournament."""

    parent = models.Tournament
    queryset = models.SignUp.objects.select_related("person", "tournament")
    permission_classes = [may(Action.ENTRIES)]
    filterset_class = SignUpFilter
    dry_run = DryRun.NONE
    gives_secrets = ("create",)
    scope = Scope.RUN

    def get_permissions(self) -> Any:
        """Everybody who may open the tournament may sign up."""
        return [AllowAny()] if self.action == "create" else super().get_permissions()

    @describes(Page[SignUp])
    def list(self, request: Request, id: UUID) -> Reply:
        """The sign-ups of the tournament, for directors. They are deleted when it is closed, or its night is over."""
        self.get_parent(models.Tournament)
        return self.page(self.get_queryset().filter(tournament=id))

    @describes(SignedUp, body=NewSignUp, status=201)
    @if_matching
    def create(self, request: Request, id: UUID) -> Reply:
        """Somebody signs up, without an account, as on the page `/t/<code>/sign-up`. Attempts are limited.

        Where the site sends e-mails, the answer is always the same: who has the address follows the link. With the link
        of an entry of the club, the person of that entry signs up. An Idempotency-Key is ignored.
        """
        tournament, asked = self.get_parent(models.Tournament), parsing.read(NewSignUp, request.data)
        at, language = steady(timezone.now()), (get_language() or "en")[:LONGEST_LANGUAGE]
        if asked.name is None and (person := _person_of(self.caller(tournament.club_id))) is not None:
            if not asked.consent:
                raise bad_field("consent", "required", N_("Without your consent we can’t put you on the list."))
            row = sign_ups.come(tournament, person, language=language, at=at)
            return Reply(SignedUp(row.state, access.secret_of(row.pk)), 201)  # type: ignore[arg-type]
        made = sign_ups.sign_up(
            tournament,
            Asked(asked.name or "", asked.email, asked.consent, is_hidden=not asked.public, language=language),
            at=at,
        )
        if made is None or letters.are_sent():
            return Reply(SignedUp("unconfirmed", None), 201)
        return Reply(SignedUp(made.state, access.secret_of(made.pk)), 201)  # type: ignore[arg-type]

    def represent(self, rows: Sequence[models.SignUp]) -> Sequence[Json]:
        return _represent(rows)


def _person_of(who: Caller) -> models.Person | None:
    """The person of the entry with whose link the caller came."""
    if who.link is None or who.link.kind != LinkKind.ENTRY:
        return None
    entry = models.Entry.objects.filter(pk=who.link.id, person__is_forgotten=False).select_related("person").first()
    return None if entry is None else entry.person


class AcceptAllSignUps(Resource):
    """Everybody who waits."""

    parent = models.Tournament
    permission_classes = [ACCEPTING]
    dry_run = DryRun.NONE

    @describes(AcceptedSignUps, body=parsing.Empty)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """A director accepts everybody who waits, but for those whose `question` somebody has to look at."""
        tournament = self.get_parent(models.Tournament)
        parsing.read(parsing.Empty, request.data)
        actor, at = self.caller(tournament.club_id).actor, timezone.now()
        shown = _represent(sign_ups.accept_all(tournament, actor=actor, at=at))
        left = models.SignUp.objects.filter(tournament=tournament, state="waiting").count()
        kept = {"results": [_without_details(one) for one in shown], "left": left}
        return Reply({"results": shown, "left": left}, repeated=kept)


class TournamentStandby(Resource):
    """The standby list of a tournament."""

    parent = models.Tournament
    permission_classes = [may(Action.ENTRIES)]
    dry_run = DryRun.NONE

    @describes(SignUp, body=NewStandby, status=201)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """A director puts somebody on the standby list, such as somebody at the door."""
        tournament, asked = self.get_parent(models.Tournament), parsing.read(NewStandby, request.data)
        if (asked.person is None) == (asked.name is None):
            raise bad_field("person", "one_of", N_("Either a person of the club, or a name."))
        person = None
        if asked.person is not None:
            rows = models.Person.objects.current().filter(club=tournament.club_id)
            person = rows.filter(pk=asked.person).first()
            if person is None:
                raise bad_field("person", "unknown_person", N_("The club has no person with this id."))
        row = sign_ups.stand_by(tournament, asked.name or "", person, is_here=asked.here, at=timezone.now())
        return _reply(row, 201, reverse("api:sign-up", args=[row.pk]))


class SignUps(ResourceSet):
    """Single sign-ups."""

    queryset = models.SignUp.objects.select_related("person", "tournament")
    permission_classes = [may(Action.ENTRIES)]
    dry_run = DryRun.NONE

    @describes(SignUp)
    def retrieve(self, request: Request, id: UUID) -> Reply:
        """The sign-up, for directors."""
        return self.one(self.get_object())

    @action(detail=True, methods=["post"], url_path="accept", url_name="accept", permission_classes=[ACCEPTING])
    @describes(SignUp, body=AcceptSignUp)
    @writes
    def accept_sign_up(self, request: Request, id: UUID) -> Reply:
        """A director lets somebody in, from standby too, also over the limit: they are entered."""
        row, asked = self.get_object(), parsing.read(AcceptSignUp, request.data)
        actor, at = self.caller(row.club_id).actor, timezone.now()
        return _reply(sign_ups.accept(row, asked.person, is_new=asked.as_new, actor=actor, at=at))

    @describes()
    @writes
    def destroy(self, request: Request, id: UUID) -> Reply:
        """A director takes the sign-up off the list. An entry that was made of it stays."""
        sign_ups.remove(self.get_object())
        return Reply()

    def represent(self, rows: Sequence[models.SignUp]) -> Sequence[Json]:
        return _represent(rows)


class ByLink(Resource):
    """What the holder of a sign-up's secret may do."""

    permission_classes = [AllowAny]
    dry_run = DryRun.NONE
    scope = Scope.REPORT
    gives_secrets = ("post",)

    def thing(self) -> models.SignUp:
        return self.held()[0]

    def held(self) -> tuple[models.SignUp, access.Signed]:
        """The sign-up of the secret in the body. Raises Http404."""
        signed = access.signed(parsing.read(Secret, self.request.data).secret)
        if signed is None:
            raise Http404
        return get_object_or_404(models.SignUp.objects.select_related("tournament"), pk=signed.id), signed


class ConfirmSignUp(ByLink):
    """The link in a letter."""

    @describes(SignedUp, body=Secret)
    @if_matching
    def post(self, request: Request) -> Reply:
        """Somebody confirms that they signed up: they are entered if there is room, else on standby."""
        row, signed = self.held()
        at = steady(timezone.now())
        if row.state == "unconfirmed" and not signed.confirms(at):
            raise Http404
        confirmed = sign_ups.confirm(row, at=at)
        if confirmed is None:
            raise Http404
        return Reply(SignedUp(confirmed.state, access.secret_of(row.pk)))  # type: ignore[arg-type]


class WithdrawSignUp(ByLink):
    """Somebody who does not come after all."""

    @describes(body=Secret)
    @if_matching
    def post(self, request: Request) -> Reply:
        """Somebody withdraws: the sign-up is deleted, and the entry that was made of it leaves."""
        row, _ = self.held()
        sign_ups.withdraw(row, at=steady(timezone.now()))
        return Reply()
