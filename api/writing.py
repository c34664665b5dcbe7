"""Writes: a repeated request has one effect and gets the first answer; a dry run changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.db import transaction
from django.http import HttpResponse
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from api import parsing, problems
from api.base import DryRun, Resource
from api.problems import bad_field
from api.replies import REFUSED, Reply, as_http
from games.kernel import N_, Rejected
from league.access.links import Holder
from league.access.roles import Forbidden
from league.domain.values.faults import BadFields
from league.dry_run import trial
from league.dry_run.effects import view_of
from league.dry_run.trial import Dealt, DryRunDone
from league.services import idempotency
from league.services.idempotency import StoredResponse

STALE = "stale_plan"
"""The code of a refusal that is not an answer: the plan is made again."""
SHOWS_CARDS = N_("A dealt game has no dry run: it would show the next cards.")
P = ParamSpec("P")
R = TypeVar("R", bound=Resource)


def writes(method: Callable[Concatenate[R, Request, P], Reply]) -> Callable[..., HttpResponse]:
    """A method that changes something, for a user or the holder of a link.

    Its effect and its answer are stored in one transaction. With an Idempotency-Key a repeat by the same actor
    gets the first answer again; 2xx and refusals by the rules (422) are kept.
    """

    @wraps(method)
    def once(self: R, request: Request, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        actor = _actor_of(request)
        if self.dry_run is DryRun.TOLD and parsing.flag_parameter(request, "dry_run"):
            return as_http(_dry_run(self, lambda: method(self, request, *args, **kwargs)))
        key = parsing.key_of(request)
        path, query = request.path.encode(), request.META.get("QUERY_STRING", "").encode()
        print_ = idempotency.fingerprint(str(request.method).encode(), path, query, self.raw_body())

        def do() -> StoredResponse:
            try:
                with transaction.atomic():
                    return method(self, request, *args, **kwargs).stored()
            except BadFields:
                raise
            except Rejected as rejected:
                refusal = problems.refusal(rejected)
                if refusal.status != REFUSED or rejected.code == STALE:
                    raise
                return StoredResponse(REFUSED, refusal.body(problems.request_id(request._request)).decode())

        return as_http(idempotency.run_once(actor, key, print_, do))

    return once


def _actor_of(request: Request) -> str:
    """The actor to be written into the log: a user, or the table or entry of a link. Raises NotAuthenticated."""
    if isinstance(request.auth, Holder):
        return request.auth.actor
    if not request.user.is_authenticated:
        raise NotAuthenticated
    return f"user:{request.user.pk}"


def _dry_run(resource: Resource, do: Callable[[], Reply]) -> StoredResponse:
    """The effects of a write, for the staff of its club; nothing is changed, and no key is kept.

    Raises what the write raises; for callers who are not staff, Forbidden in place of its refusal.
    """
    try:
        with trial.dry_run():
            do()
    except DryRunDone as done:
        if not resource.caller(done.club).is_staff:
            raise Forbidden from None
        return Reply(view_of(done)).stored()
    except (Rejected, Dealt) as refused:
        if not all(who.is_staff for who in resource.callers):
            raise Forbidden from refused
        if isinstance(refused, Dealt):
            raise bad_field("dry_run", "no_dry_run", SHOWS_CARDS) from refused
        raise
    raise TypeError("a write with a dry run goes through the services")
