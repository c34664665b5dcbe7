"""The door that every resource has: who asks, what may be answered, and that a repeated request has one effect."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum, auto
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from uuid import UUID

import msgspec
from django.db import transaction
from django.http import HttpResponse
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from api import parsing, problems
from api.authentication import Link, Session, Token
from api.openapi.schema import DoorSchema
from api.problems import Problem, bad_field
from games.kernel import N_, Rejected
from league.access import roles
from league.access.links import Holder
from league.access.roles import Caller, Forbidden
from league.domain.values.faults import BadFields
from league.dry_run import trial
from league.dry_run.effects import view_of
from league.dry_run.trial import Dealt, DryRunDone
from league.models import LinkKind
from league.services import idempotency
from league.services.idempotency import StoredResponse

REFUSED = 422
READING = ("GET", "HEAD")
STALE = "stale_plan"
"""The code of a refusal that is no answer: what was sent is computed again."""
SHOWS_CARDS = N_("A dealt game has no dry run: it would show the next cards.")
P = ParamSpec("P")
D = TypeVar("D", bound="Door")


@dataclass(frozen=True)
class Shown:
    """What a view answers. data: a struct or JSON values; None for 204. location: the path of what was made."""

    data: Any = None
    status: int = 200
    location: str = ""

    def answer(self) -> StoredResponse:
        """As it is kept."""
        body = "" if self.data is None else as_json(self.data).decode()
        return StoredResponse(self.status if body else 204, body, self.location)


class DryRun(Enum):
    """What `?dry_run=true` is to the writes of a resource.

    TOLD: events and standings as they would be. OWN: the resource has its own answer. NONE: refused.
    """

    TOLD = auto()
    OWN = auto()
    NONE = auto()


class Door(APIView):
    """A resource's view. Its methods answer `Shown`; everything else is raised."""

    authentication_classes = [Token, Link, Session]
    permission_classes = []
    throttle_classes = []
    parser_classes = [parsing.StrictJson]
    renderer_classes = [JSONRenderer]
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    versioning_class = None
    schema = DoorSchema()
    dry_run = DryRun.TOLD

    def setup(self, request: Any, *args: Any, **kwargs: Any) -> None:
        """Each request has a view of its own."""
        super().setup(request, *args, **kwargs)
        self._callers: dict[UUID, Caller] = {}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Before any method: a query that no database could take is refused, and a dry run where there is none."""
        _ = request._request.body  # read before the parser does, it stays there for the fingerprint
        super().initial(request, *args, **kwargs)
        parsing.refuse_nul(request)
        if parsing.flag_parameter(request, "dry_run") and (request.method in READING or self.dry_run is DryRun.NONE):
            raise bad_field("dry_run", "no_dry_run", N_("There is no dry run of this."))

    def get_exception_handler(self) -> Callable[..., HttpResponse | None]:
        """Errors are problems, whatever the settings of the framework say."""
        return problems.handle

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Turns what a reading method shows into its answer."""
        if isinstance(response, Shown):
            response = as_http(response.answer())
        return super().finalize_response(request, response, *args, **kwargs)

    def sent(self) -> bytes:
        """What has to be the same in a repeated request."""
        body: bytes = self.request._request.body
        return body

    def caller(self, club: UUID) -> Caller:
        """How whoever asks stands in the club; looked up once a request."""
        if club not in self._callers:
            self._callers[club] = roles.caller(self.request.user, club, link_of(self.request))
        return self._callers[club]

    @property
    def callers(self) -> Collection[Caller]:
        """As whom the request has been looked at so far."""
        return self._callers.values()

    def member(self, club: UUID) -> Caller:
        """The caller, who has a role in the club; to anybody else the club's own things are not there."""
        who = self.known(club)
        if who.role is None:
            raise Problem(404)
        return who

    def staff(self, club: UUID) -> Caller:
        """The caller, who is director or referee of the club."""
        who = self.known(club)
        if not who.is_staff:
            raise Forbidden
        return who

    def director(self, club: UUID) -> Caller:
        """The caller, who is director of the club."""
        who = self.known(club)
        if not who.is_director:
            raise Forbidden
        return who

    def known(self, club: UUID) -> Caller:
        """The caller, who is logged in."""
        require_login(self.request)
        return self.caller(club)

    def staff_or_entry(self, club: UUID, entry: UUID) -> Caller:
        """The caller, who is director or referee of the club, or came with the link of that entry."""
        who = self.caller(club)
        return who if who.stands_for(LinkKind.ENTRY, entry) else self.staff(club)


def link_of(request: Request) -> Holder | None:
    """For whom the request's link stands, if it came with one."""
    return request.auth if isinstance(request.auth, Holder) else None


def require_login(request: Request) -> None:
    """Raises NotAuthenticated for somebody nameless, Forbidden for the holder of a link, who has no account."""
    if link_of(request) is not None:
        raise Forbidden
    if not request.user.is_authenticated:
        raise exceptions.NotAuthenticated


def actor_of(request: Request) -> str:
    """Who writes: a user, or the table or entry of a link. Raises NotAuthenticated for somebody nameless."""
    link = link_of(request)
    if link is not None:
        return link.actor
    require_login(request)
    return f"user:{request.user.pk}"


def writes(
    method: Callable[Concatenate[D, Request, P], Shown],
) -> Callable[..., HttpResponse]:
    """A method that changes something, for somebody who is logged in or came with a link.

    Its effect and its answer stand in one transaction. With an Idempotency-Key a repeat by the same actor
    gets the first answer again; 2xx and refusals by the rules (422) are kept.
    """

    @wraps(method)
    def once(self: D, request: Request, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        actor = actor_of(request)
        if self.dry_run is DryRun.TOLD and parsing.flag_parameter(request, "dry_run"):
            return as_http(_tried(self, lambda: method(self, request, *args, **kwargs)))
        key = parsing.key_of(request)
        path, query = request.path.encode(), request.META.get("QUERY_STRING", "").encode()
        print_ = idempotency.fingerprint(str(request.method).encode(), path, query, self.sent())
        _ = request.data

        def do() -> StoredResponse:
            try:
                with transaction.atomic():
                    return method(self, request, *args, **kwargs).answer()
            except BadFields:
                raise
            except Rejected as rejected:
                refusal = problems.refusal(rejected)
                if refusal.status != REFUSED or rejected.code == STALE:
                    raise
                return StoredResponse(REFUSED, refusal.body(problems.request_id(request._request)).decode())

        return as_http(idempotency.run_once(actor, key, print_, do))

    return once


def _tried(door: Door, do: Callable[[], Shown]) -> StoredResponse:
    """What a write would lead to, for the staff of its club; nothing of it stays, and no key is kept.

    Raises what the write raises, and Forbidden in place of its refusal for whoever is not of the staff.
    """
    try:
        with trial.dry_run():
            do()
    except DryRunDone as tried:
        door.staff(tried.club)
        return Shown(view_of(tried)).answer()
    except (Rejected, Dealt) as refused:
        if not all(who.is_staff for who in door.callers):
            raise Forbidden from refused
        if isinstance(refused, Dealt):
            raise bad_field("dry_run", "no_dry_run", SHOWS_CARDS) from refused
        raise
    raise TypeError("a write with a dry run goes through the services")


def as_json(data: Any) -> bytes:
    """An answer's JSON; times with their offset, ids and translated words as text."""
    return msgspec.json.encode(data, enc_hook=str)


def as_http(answer: StoredResponse) -> HttpResponse:
    """The answer with its headers: what a single resource's version is, where it stands, whether it is a repeat."""
    kind = problems.CONTENT_TYPE if answer.status == REFUSED else "application/json"
    response = HttpResponse(answer.body, status=answer.status, content_type=kind if answer.body else None)
    version = _version(answer.body) if answer.body else None
    if version is not None:
        response["ETag"] = f'"{version}"'
    if answer.location:
        response["Location"] = answer.location
    if answer.replayed:
        response["Idempotency-Replayed"] = "true"
    return response


class _Resource(msgspec.Struct):
    id: str | None = None
    version: int | None = None


_resource = msgspec.json.Decoder(_Resource | list[Any])


def _version(body: str) -> int | None:
    try:
        read = _resource.decode(body)
    except msgspec.ValidationError:
        return None
    return read.version if isinstance(read, _Resource) and read.id else None
