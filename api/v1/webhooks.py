"""`clubs/{id}/webhooks`, `webhooks/{id}` and their deliveries: a club's events, sent to its own programs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal, cast
from uuid import UUID

import django_filters
import msgspec
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from msgspec import UNSET, Meta, UnsetType
from rest_framework.decorators import action
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Reply, ResourceSet, writes
from api.openapi.schema import Page, describes
from api.parsing import Body
from api.permissions import may
from api.v1.clubs import permitted_club
from api.v1.feeds import Event
from league import models
from league.access.actions import Action
from league.models.webhooks import LONGEST_URL
from league.repository.event_types import ALL
from league.services import webhooks
from league.webhooks.secrets import unsealed

MASK = "***"
Url = Annotated[str, Meta(min_length=1, max_length=LONGEST_URL)]
Types = Annotated[list[Annotated[str, Meta(min_length=1, max_length=100)]], Meta(min_length=1, max_length=100)]
BASE64_OF_24_TO_64 = "(X{4}){8,20}(X{2}==|X{3}=)?|(X{4}){21}(X{2}==)?".replace("X", "[A-Za-z0-9+/]")
Secret = Annotated[str, Meta(max_length=100, extra_json_schema={"pattern": f"^whsec_({BASE64_OF_24_TO_64})$"})]
State = Literal["on", "off"]
DeliveryState = Literal["waiting", "delivered", "failed"]
Because = Literal["switched_off", "failing", "gone", "no_secret"]
FaultCode = Literal[
    "",
    "refused",
    "redirect",
    "too_many_redirects",
    "timeout",
    "no_answer",
    "no_connection",
    "unknown_host",
    "bad_certificate",
    "private_address",
    "not_https",
    "bad_url",
]


class NewWebhook(Body, frozen=True):
    """A webhook to make; it gets the events from now on.

    url: begins with https://. types: the event types to send; `tournament.*` are all of tournaments, `*` are all.
    secret: `whsec_` and the base64 of 24 to 64 bytes; null: one is made.
    """

    url: Url
    types: Types = msgspec.field(default_factory=lambda: [ALL])
    secret: Secret | None = None


class ChangeWebhook(Body, frozen=True):
    """What to change of a webhook.

    url: begins with https://. types: the event types to send. state: `on` goes on at the position. secret: another
    one, null: one is made; the old one signs too for a day.
    """

    url: Url | UnsetType = UNSET
    types: Types | UnsetType = UNSET
    state: State | UnsetType = UNSET
    secret: Secret | UnsetType | None = UNSET


class Webhook(msgspec.Struct):
    """A webhook of a club.

    id: of the webhook. version: rises with each change, not with deliveries. club: the id of the club whose events
    are sent. url: where they are sent to. types: the event types that are sent. state: whether anything is sent.
    off_because: why it is off; null while it is on. made_at: when it was made. position: up to which the receiver
    has taken the club's log. failing_since: when the receiver first failed to take what waits now. next_at: when
    that is sent again; null if nothing has failed. secret: only in the answer to the request that has set it.
    """

    id: UUID
    version: int
    club: UUID
    url: str
    types: list[str]
    state: State
    off_because: Because | None
    made_at: datetime
    position: int
    failing_since: datetime | None
    next_at: datetime | None
    secret: str | UnsetType = UNSET


class EventBatch(msgspec.Struct):
    """What a receiver gets.

    club: the id of the club. delivery: the same as the header `Webhook-Id`. events: in the order of positions, as the
    feed shows them to a director; none in a ping.
    """

    club: UUID
    delivery: UUID
    events: list[Event]


class Delivery(msgspec.Struct):
    """What was sent to a webhook in one request, however often.

    id: the `Webhook-Id`. webhook: the id of the webhook. state: `failed` is not sent again by itself; `waiting` is.
    events: their number. position: up to which the receiver has taken the log with it. made_at: when it was made.
    tries: how often it was sent. tried_at: when it was last sent. delivered_at: when it was taken. code: the HTTP
    status of the last answer. fault: why it does not count, or why there was none; empty if it counts. answer: the
    first 1024 bytes of the last answer. body: what is sent; not in lists.
    """

    id: UUID
    webhook: UUID
    state: DeliveryState
    events: int
    position: int
    made_at: datetime
    tries: int
    tried_at: datetime | None
    delivered_at: datetime | None
    code: int | None
    fault: FaultCode
    answer: str
    body: EventBatch | UnsetType = UNSET


class ClubWebhooks(ResourceSet):
    """The webhooks of a club."""

    queryset = models.Webhook.objects.all()
    parent = models.Club
    permission_classes = [may(Action.WEBHOOKS)]
    gives_secrets = ("create",)
    dry_run = DryRun.NONE

    @describes(Page[Webhook])
    def list(self, request: Request, id: UUID) -> Reply:
        """The webhooks of the club, for its directors."""
        return self.page(self.get_queryset().filter(club=permitted_club(self)))

    @describes(Webhook, body=NewWebhook, status=201)
    @writes
    def create(self, request: Request, id: UUID) -> Reply:
        """A director makes a webhook: the club's events are sent to an address, in order, from now on.

        The answer shows the secret, this once: a repeat with the same `Idempotency-Key` has `***` in its place.
        """
        club, new = permitted_club(self), parsing.read(NewWebhook, request.data)
        actor = self.caller(club.pk).actor
        made = webhooks.add(club, new.url, new.types, new.secret, actor=actor, at=timezone.now())
        return _with_secret(made, 201, reverse("api:webhook", args=[made.pk]))

    def represent(self, rows: Sequence[models.Webhook]) -> Sequence[Webhook]:
        return [_answer(row) for row in rows]


class Webhooks(ResourceSet):
    """Single webhooks."""

    queryset = models.Webhook.objects.all()
    permission_classes = [may(Action.WEBHOOKS)]
    gives_secrets = ("partial_update",)
    dry_run = DryRun.NONE

    @describes(Webhook)
    def retrieve(self, request: Request, id: UUID) -> Reply:
        """The webhook, for directors of its club."""
        return self.one(self.get_object())

    @describes(Webhook, body=ChangeWebhook)
    @writes
    def partial_update(self, request: Request, id: UUID) -> Reply:
        """A director changes the webhook, switches it on or off, or gives it a new secret, which the answer shows."""
        row, change = self.get_object(), parsing.read(ChangeWebhook, request.data)
        fields = {name: value for name, value in msgspec.structs.asdict(change).items() if value is not UNSET}
        changed = webhooks.change(row, fields, actor=self.caller(row.club_id).actor, at=timezone.now())
        return _with_secret(changed) if "secret" in fields else self.one(changed)

    @describes()
    @writes
    def destroy(self, request: Request, id: UUID) -> Reply:
        """A director removes the webhook with its deliveries."""
        row = self.get_object()
        webhooks.remove(row, actor=self.caller(row.club_id).actor, at=timezone.now())
        return Reply()

    @describes(Delivery, status=201)
    @action(detail=True, methods=["post"])
    @writes
    def ping(self, request: Request, id: UUID) -> Reply:
        """A director tries the webhook: a delivery without events is sent once, at once."""
        row = self.get_object()
        parsing.read(parsing.Empty, request.data)
        made = webhooks.ping(row, at=timezone.now())
        return Reply(_delivery(made), 201, reverse("api:delivery", args=[row.pk, made.pk]))

    def represent(self, rows: Sequence[models.Webhook]) -> Sequence[Webhook]:
        return [_answer(row) for row in rows]


class DeliveryFilters(django_filters.FilterSet):
    """The filters of deliveries."""

    state = django_filters.ChoiceFilter(
        choices=models.DeliveryState.choices, help_text="Only deliveries in this state."
    )

    class Meta:
        model = models.WebhookDelivery
        fields = ("state",)


class Deliveries(ResourceSet):
    """The deliveries of a webhook."""

    queryset = models.WebhookDelivery.objects.select_related("webhook")
    permission_classes = [may(Action.WEBHOOKS)]
    parent = models.Webhook
    filterset_class = DeliveryFilters
    lookup_url_kwarg = "delivery"
    list_name = "deliveries"
    dry_run = DryRun.NONE

    @describes(Page[Delivery])
    def list(self, request: Request, id: UUID) -> Reply:
        """What was sent to the webhook in the last 30 days, or waits; without bodies."""
        return self.page(self.get_queryset().filter(webhook=self.get_parent(models.Webhook)).defer("body"))

    @describes(Delivery)
    def retrieve(self, request: Request, id: UUID, delivery: UUID) -> Reply:
        """A delivery with its body."""
        return Reply(_delivery(self.delivery(), with_body=True))

    @describes(Delivery)
    @action(detail=True, methods=["post"])
    @writes
    def again(self, request: Request, id: UUID, delivery: UUID) -> Reply:
        """A director sends the delivery at once, with the same id and the same body, whether or not it was taken."""
        row = self.delivery()
        parsing.read(parsing.Empty, request.data)
        return Reply(_delivery(webhooks.send_again(row, at=timezone.now())))

    def delivery(self) -> models.WebhookDelivery:
        """The delivery in the path, of the webhook in the path."""
        rows = self.get_queryset().filter(webhook=self.get_parent(models.Webhook))
        found: models.WebhookDelivery = get_object_or_404(rows, pk=self.kwargs["delivery"])
        return found

    def represent(self, rows: Sequence[models.WebhookDelivery]) -> Sequence[Delivery]:
        return [_delivery(row) for row in rows]


def _with_secret(row: models.Webhook, status: int = 200, location: str = "") -> Reply:
    """The answer that shows the secret; it is stored without it."""
    shown, repeated = _answer(row), _answer(row)
    shown.secret, repeated.secret = unsealed(row.secret), MASK
    return Reply(shown, status, location, repeated=repeated)


def _answer(row: models.Webhook) -> Webhook:
    return Webhook(
        id=row.pk,
        version=row.version,
        club=row.club_id,
        url=row.url,
        types=row.types,
        state=cast("State", row.state),
        off_because=cast("Because", row.off_because) if row.off_because else None,
        made_at=row.made_at,
        position=row.position,
        failing_since=row.failing_since,
        next_at=row.next_at if row.failing_since and row.state == models.WebhookState.ON else None,
    )


def _delivery(row: models.WebhookDelivery, *, with_body: bool = False) -> Delivery:
    return Delivery(
        id=row.pk,
        webhook=row.webhook_id,
        state=cast("DeliveryState", row.state),
        events=row.events,
        position=row.position,
        made_at=row.made_at,
        tries=row.tries,
        tried_at=row.tried_at,
        delivered_at=row.delivered_at,
        code=row.code,
        fault=cast("FaultCode", row.fault),
        answer=row.answer,
        body=msgspec.json.decode(row.body, type=EventBatch) if with_body else UNSET,
    )
