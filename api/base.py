"""The views of all resources: DRF's `GenericAPIView` and view sets, with structs in place of serializers.

A view returns a `Reply`. A method that `writes` answers a repeated request again, and can be run dry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import Http404, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from rest_framework.exceptions import NotAuthenticated
from rest_framework.generics import GenericAPIView
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.viewsets import ViewSetMixin

from api import deprecation, lean, parsing, problems, query, scopes, unlogged, validators
from api.authentication import Link, Session, Token
from api.downloads import CsvText
from api.negotiation import Negotiation
from api.openapi.schema import ResourceSchema
from api.pagination import Filters, ListPages, Ordering, Pages
from api.permissions import ReadOnly
from api.problems import bad_field
from api.query import Q
from api.throttling import ByCaller
from games.kernel import N_, Json, Rejected
from league.access import roles, visibility
from league.access.audience import Audience
from league.access.links import Holder
from league.access.programs import Program
from league.access.roles import USER, Caller, Forbidden
from league.domain.values.consent import begun_everywhere
from league.domain.values.faults import BadFields
from league.domain.values.text import as_uuid
from league.dry_run import trial
from league.dry_run.effects import view_of
from league.dry_run.trial import Dealt, DryRunDone
from league.dry_run.view import MEDIA_TYPE
from league.log.store import Key, writing
from league.models import Club, Scope
from league.repository import writers
from league.services import idempotency, preconditions
from league.services.idempotency import StoredResponse
from league.services.rounds import STALE

READING = ("GET", "HEAD")
STANDINGS = "standings"
VARY = ("Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Cookie")
NO_VERSION = 0
"""Of lists and things that have no version of their own, nor a parent with one."""
REFUSED = 422
SHOWS_CARDS = N_("A dealt game has no dry run: it would show the next cards.")
P = ParamSpec("P")
R = TypeVar("R", bound="Resource")
Method = TypeVar("Method", bound=Callable[..., Any])


@dataclass(frozen=True)
class Reply:
    """The answer of a view.

    data: a struct or JSON values; None for 204. location: the path of what was created. repeated: the data for a
    repeated request, where the data have a secret that is shown once. tag: the ETag, where that is known already.
    """

    data: Any = None
    status: int = 200
    location: str = ""
    repeated: Any = None
    tag: str = ""

    def stored(self) -> StoredResponse:
        """The answer in the form in which it is kept for a repeated request."""
        body = "" if self.data is None else as_json(self.data).decode()
        kept = None if self.repeated is None else as_json(self.repeated).decode()
        return StoredResponse(self.status if body else 204, body, self.location, stored_body=kept)


class DryRun(Enum):
    """What `?dry_run=true` does at the writes of a resource.

    TOLD: the answer is the events and standings as they would be. OWN: the resource has its own answer. NONE: refused.
    """

    TOLD = auto()
    OWN = auto()
    NONE = auto()


class DryRunJson(JSONRenderer):
    """The answer of a dry run: JSON of a media type of its own, so that nobody takes it for the answer of the write."""

    media_type = MEDIA_TYPE


class Resource(GenericAPIView[Any]):
    """A view of one path. Its methods return `Reply`; every other outcome is raised.

    parent: of a list in the path of a thing, the model of that thing. has_tags: whether its answers have an ETag.
    takes_if_match: whether its writes do; all do but a log-in, which is about no thing. gives_secrets: the names of the
    methods that answer with tokens, links or secrets, which nobody should keep or compress.
    """

    authentication_classes = [Token, Link, Session]
    permission_classes: Sequence[Any] = [ReadOnly]
    throttle_classes: Sequence[Any] = [ByCaller]
    parser_classes = [parsing.StrictJson]
    renderer_classes = [JSONRenderer]
    content_negotiation_class = Negotiation
    filter_backends = []
    pagination_class: type[Pages] | None = None
    http_method_names = ["get", "head", "post", "put", "patch", "delete", "options"]
    versioning_class = None
    lookup_field = "id"
    schema = ResourceSchema()
    dry_run = DryRun.TOLD
    parent: type[Model] | None = None
    has_tags = True
    takes_if_match = True
    gives_secrets: Collection[str] = ()
    scope: Scope | None = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuses, before any method: a query that no database could take, and a dry run where there is none."""
        self._callers: dict[UUID, Caller] = {}
        self._thing: Any = None
        if request.method == "OPTIONS":
            return
        _ = request._request.body  # read before the parser does, it stays there for the fingerprint
        super().initial(request, *args, **kwargs)
        parsing.refuse_nul(request)
        if parsing.flag_parameter(request, "dry_run") and (request.method in READING or self.dry_run is DryRun.NONE):
            raise bad_field("dry_run", "no_dry_run", N_("There is no dry run of this."))
        if request.method in self.allowed_methods:
            query.refuse_others(request.query_params, self._parameters())
        self._fields = lean.fields_asked(request, self._lean_fields())

    def asked(self, parameters: type[Q]) -> Q:
        """The parameters of the query, which the method `describes`; `as` is as negotiated. Raises Problem."""
        given: Any = self.request.query_params
        form: Any = self.request.accepted_renderer
        if isinstance(form, CsvText) and "as" not in given:
            given = given.copy()
            given["as"] = form.format
        return query.read(parameters, given)

    @property
    def is_in_pages(self) -> bool:
        """Whether the request is for a list that has filters, an order and pages."""
        return getattr(self, "action", None) == "list" and self.pagination_class is not None

    def _parameters(self) -> Collection[str]:
        """The names of the parameters that the request may have."""
        method = str(self.request.method)
        names = set(query.declared(getattr(self, method.lower())))
        if self.is_in_pages:
            sources: tuple[Any, ...] = (*(backend() for backend in self.filter_backends), self.paginator)
            names |= {one["name"] for source in sources for one in source.get_schema_operation_parameters(self)}
        if method in READING:
            return names | ({lean.FIELDS} if self._lean_fields() else set())
        return names | ({"dry_run", STANDINGS} if self.dry_run is DryRun.TOLD else {"dry_run"})

    def _lean_fields(self) -> Sequence[str]:
        """The names that `fields` takes; none where the request does not read a struct as JSON."""
        method = str(self.request.method)
        described = getattr(getattr(self, method.lower(), None), "described", None)
        if described is None or method not in READING or not self.answers_json:
            return ()
        return lean.fields_of(described.answer)

    @property
    def answers_json(self) -> bool:
        """Whether the answer is JSON where nothing else is asked for."""
        return self.renderer_classes[0] is JSONRenderer

    def perform_authentication(self, request: Request) -> None:
        """As in DRF; then the request is counted, so that one that is not permitted counts too."""
        super().perform_authentication(request)
        super().check_throttles(request)

    def check_throttles(self, request: Request) -> None:
        """Done with the authentication."""

    def get_renderers(self) -> list[BaseRenderer]:
        """As in DRF; where a dry run is asked for, `Accept` may name its media type too."""
        is_tried = self.dry_run is DryRun.TOLD and self.request.GET.get("dry_run") == "true"
        return [*super().get_renderers(), *([DryRunJson()] if is_tried else [])]

    def check_permissions(self, request: Request) -> None:
        """As in DRF, but everybody may ask which methods a path has, and one that it does not have is 405."""
        if request.method in self.allowed_methods and request.method != "OPTIONS":
            scopes.require(self, request)
            super().check_permissions(request)

    def check_object_permissions(self, request: Request, obj: Any) -> None:
        """As in DRF; to callers who may not open its tournament, a thing does not exist."""
        if not visibility.is_open(obj) and not visibility.may_open(self.caller(obj.club_id), obj):
            raise Http404
        super().check_object_permissions(request, obj)
        self._thing = obj

    def get_exception_handler(self) -> Callable[..., HttpResponse | None]:
        """Errors are problems, whatever the settings of the framework say."""
        return problems.handle

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Turns a `Reply` into a response."""
        if isinstance(response, Reply):
            is_read = request.method in READING
            response = self._as_read(response) if is_read else as_http(response.stored())
        if getattr(self, "action", str(request.method).lower()) in self.gives_secrets:
            response.headers["Cache-Control"] = "no-store, no-transform"
        patch_vary_headers(response, VARY if self.authentication_classes else VARY[:3])
        deprecation.announce(self, request, response)
        return super().finalize_response(request, response, *args, **kwargs)

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """The methods of the path, in `Allow`, for everybody."""
        return HttpResponse(status=204)

    def get_parent(self, rows: type[Model] | QuerySet[Any]) -> Any:
        """The thing that a nested path begins with, looked up and permitted as by `get_object`."""
        parent = get_object_or_404(rows, id=self.kwargs[self.lookup_field])
        self.check_object_permissions(self.request, parent)
        return parent

    def raw_body(self) -> bytes:
        """The part of a request that is the same in a repeated request: of a form the file in it, else the body."""
        content: Any = self.request.data
        body: bytes = content if isinstance(content, bytes) else self.request._request.body
        return body

    def unless_known(self, read: Callable[[], Hashable], answer: Callable[[], Reply]) -> Reply:
        """An answer that follows from some versions, the query, the language and the caller alone: made once of these.

        read: reads the versions, here before the answer is made, so that no answer is older than its versions.
        """
        of_today = partial(_with_day, read)  # a birthday lets people be named
        versions = of_today()
        unlogged.note(self.request._request, of_today, versions)
        asked = self.request.path, self.request.META.get("QUERY_STRING", "")
        key = (*asked, get_language(), frozenset(self.callers), versions)
        made = validators.answers.get(key)
        if made is None:
            data = answer().data
            body = as_json(self._lean(data))
            made = validators.Made(validators.tag_of(self._version_of(data), body), body)
            validators.answers.put(key, made)
        return Reply(msgspec.Raw(made.body), tag=made.tag)

    def _as_read(self, reply: Reply) -> HttpResponse:
        """The answer to GET with its ETag, or 304 for a client that has it."""
        body = b"" if reply.tag else as_json(self._lean(reply.data))
        tag = reply.tag or (validators.tag_of(self._version_of(reply.data), body) if self.has_tags else "")
        headers = {"ETag": tag} if tag else {"Cache-Control": "no-store"}
        if tag and validators.is_known(self.request._request, tag):
            return HttpResponseNotModified(headers=headers)
        return HttpResponse(body or as_json(reply.data), content_type="application/json", headers=headers)

    def _lean(self, data: Any) -> Any:
        """An answer with the fields that are asked for; its version is still that of the whole."""
        return data if self._fields is None else lean.only(self._fields, data)

    def _version_of(self, data: Any) -> int:
        """The version of an answer: its own, else that of the thing in the path."""
        own = data.get("version") if isinstance(data, dict) else getattr(data, "version", None)
        return getattr(self._thing, "version", NO_VERSION) if own is None else own

    def check_if_match(self) -> None:
        """Checks the `If-Match` of a write, in its transaction. Raises Problem and Stale."""
        expected = parsing.versions_of(self.request)
        if expected is not None:
            preconditions.require(self.newest_version(), expected)

    def newest_version(self) -> int:
        """The version of what a write is about, which stays locked until the transaction ends."""
        thing = self.thing()
        return preconditions.version_of(thing) if hasattr(thing, "version") else NO_VERSION

    def thing(self) -> Any:
        """What a write is about: the thing in the path; of a list its parent, or else the club that the request names.

        None where there is no such thing.
        """
        if self.lookup_field not in self.kwargs:
            return self.club_named()
        return self.get_object() if self.parent is None else self.get_parent(self.parent)

    def club_named(self) -> Club | None:
        """The club that the body or the query of a write names, if the caller may write there."""
        content: Any = self.request.data
        first = content[0] if isinstance(content, list) and content else content
        text = first.get("club") if isinstance(first, dict) else self.request.query_params.get("club")
        named = as_uuid(str(text))
        club = None if named is None else Club.objects.filter(id=named).first()
        if club is not None:
            self.check_object_permissions(self.request, club)
        return club

    def caller(self, club: UUID) -> Caller:
        """The role of the caller in the club; looked up once a request."""
        if club not in self._callers:
            link = self.request.auth if isinstance(self.request.auth, Holder) else None
            self._callers[club] = roles.caller(self.request.user, club, link)
        return self._callers[club]

    @property
    def callers(self) -> Collection[Caller]:
        """The caller's roles that were looked up so far."""
        return self._callers.values()

    @property
    def audience(self) -> Audience:
        """The caller as a reader of names of all clubs of this request."""
        found = [who.audience for who in self.callers]
        own = frozenset(entry for one in found for entry in one.own)
        return Audience(bool(found) and all(one.is_club for one in found), own)


class ResourceSet(ViewSetMixin, Resource):
    """A list and its items. `represent` makes the answers of rows; each list and item is one of them.

    list_name: the name of the list's address, if it is not the router's `basename`, as the item's is.
    """

    filter_backends = [Filters, Ordering]
    pagination_class: type[Pages] | None = Pages
    ordering_fields: Sequence[str] = ("id",)
    lookup_value_converter = "uuid"
    list_name = ""

    def represent(self, rows: Sequence[Any]) -> Sequence[Any]:
        """The answers of rows, in their order, as the caller may see them."""
        raise NotImplementedError

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Filters are for lists; an item is found by its id alone."""
        return super().filter_queryset(queryset) if self.action == "list" else queryset

    def page(self, rows: QuerySet[Any]) -> Reply:
        """The page of `rows` that the query asks for. Raises Problem."""
        found = self.paginate_queryset(self.filter_queryset(rows)) or []
        return Reply(self.get_paginated_response(self.represent(found)))

    def one(self, row: Any) -> Reply:
        """The answer of one row."""
        return Reply(self.represent([row])[0])


class WholeList(ResourceSet):
    """A list that is read whole from the state of an aggregate, and answered in pages; in its own order alone."""

    filter_backends = []
    pagination_class: type[Pages] | None = ListPages

    def page_of(self, items: Sequence[Json], key: str = "id") -> Reply:
        """The page that the query asks for. key: the field that identifies an item. Raises Problem."""
        return Reply(ListPages().page_of(items, self.request, key))


def ends_in_writes(method: Method) -> Method:
    """A method whose answer is that of one that `writes`: it takes an Idempotency-Key, as the document then says."""
    method.ends_in_writes = True  # type: ignore[attr-defined]
    return method


def writes(method: Callable[Concatenate[R, Request, P], Reply]) -> Callable[..., HttpResponse]:
    """A method that changes something, for a user or the holder of a link.

    Its effect and its answer are stored in one transaction. With an Idempotency-Key a repeat by the same actor
    gets the first answer again; 2xx and refusals by the rules (422) are kept. With If-Match the thing must have one of
    these versions.
    """

    @ends_in_writes
    @wraps(method)
    def once(self: R, request: Request, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        actor = _actor_of(request)
        waits_for = _waits_for(self, request, actor)

        def do_if_matching() -> Reply:
            self.check_if_match()
            return method(self, request, *args, **kwargs)

        if self.dry_run is DryRun.TOLD and parsing.flag_parameter(request, "dry_run"):
            return as_http(_dry_run(self, waits_for, do_if_matching), MEDIA_TYPE)
        key = parsing.key_of(request)
        path, query = request.path.encode(), request.META.get("QUERY_STRING", "").encode()
        prints = idempotency.fingerprints(str(request.method).encode(), path, query, self.raw_body())

        def do() -> StoredResponse:
            if key is None:
                return do_if_matching().stored()
            try:
                with transaction.atomic():
                    return do_if_matching().stored()
            except BadFields:
                raise
            except Rejected as rejected:
                refusal = problems.refusal(rejected)
                if refusal.status != REFUSED or rejected.code == STALE:
                    raise
                return StoredResponse(
                    REFUSED, refusal.body(problems.request_id(request._request), self.audience).decode()
                )

        return as_http(idempotency.run_once(actor, key, prints, do, waits_for=waits_for))

    return once


def if_matching(method: Callable[Concatenate[R, Request, P], Reply]) -> Callable[..., Reply]:
    """A method in one transaction, where If-Match allows it. Its answer is not stored."""

    @wraps(method)
    def checked(self: R, request: Request, *args: P.args, **kwargs: P.kwargs) -> Reply:
        with writing():
            self.check_if_match()
            return method(self, request, *args, **kwargs)

    return checked


def _with_day(read: Callable[[], Hashable]) -> Hashable:
    return begun_everywhere(timezone.now()), read()


def _actor_of(request: Request) -> str:
    """The actor to be written into the log: a user, a program, or what a link is for. Raises NotAuthenticated."""
    if isinstance(request.auth, Holder):
        return request.auth.actor
    user: Any = request.user
    if isinstance(user, Program):
        return user.actor
    if not user.is_authenticated:
        raise NotAuthenticated
    return f"{USER}{user.pk}"


def _waits_for(resource: Resource, request: Request, actor: str) -> Key:
    """What a write waits for: the stream that the path names, or else the other writes of its actor."""
    named = resource.kwargs.get(resource.lookup_field)
    if isinstance(request.auth, Holder) and request.auth.id == named:
        return request.auth.tournament
    return writers.stream_about(named) if isinstance(named, UUID) else actor


def _dry_run(resource: Resource, waits_for: Key, do: Callable[[], Reply]) -> StoredResponse:
    """The effects of a write, for the staff of its club; nothing is changed, and no key is kept.

    Raises what the write raises; for callers who are not staff, Forbidden in place of its refusal.
    """
    has_standings = parsing.flag_parameter(resource.request, STANDINGS, default=True)
    try:
        with trial.dry_run(waits_for):
            do()
    except DryRunDone as done:
        if not resource.caller(done.club).is_staff:
            raise Forbidden from None
        return Reply(view_of(done, has_standings=has_standings)).stored()
    except (Rejected, Dealt) as refused:
        if not all(who.is_staff for who in resource.callers):
            raise Forbidden from refused
        if isinstance(refused, Dealt):
            raise bad_field("dry_run", "no_dry_run", SHOWS_CARDS) from refused
        raise
    raise TypeError("a write with a dry run goes through the services")


def as_json(data: Any) -> bytes:
    """An answer's JSON; times with their offset, ids and translated words as text."""
    return msgspec.json.encode(data, enc_hook=str)


def as_http(answer: StoredResponse, media_type: str = JSONRenderer.media_type) -> HttpResponse:
    """The answer of a write with its headers: `ETag` of a single resource, `Location`, `Idempotency-Replayed`."""
    kind = problems.CONTENT_TYPE if answer.status == REFUSED else media_type
    response = HttpResponse(answer.body, status=answer.status, content_type=kind if answer.body else None)
    version = _version(answer.body) if answer.body else None
    if version is not None:
        response["ETag"] = validators.tag_of(version, answer.body.encode())
    if answer.location:
        response["Location"] = answer.location
    if answer.replayed:
        response["Idempotency-Replayed"] = "true"
    return response


class _Versioned(msgspec.Struct):
    id: str | None = None
    version: int | None = None


_versioned = msgspec.json.Decoder(_Versioned | list[Any])


def _version(body: str) -> int | None:
    try:
        read = _versioned.decode(body)
    except msgspec.ValidationError:
        return None
    return read.version if isinstance(read, _Versioned) and read.id else None
