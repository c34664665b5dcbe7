"""What is sent to a webhook next, and what follows from the answer.

A sender claims its webhook for a while, so no two send at once. It sends one delivery after the other: what was asked
for once more, then the delivery that waits, then the next events of the log. The body of a delivery is stored before it
is sent, and the position moves when the receiver has taken it. So whenever a process ends, nothing is lost: the next
sender repeats the delivery that waits, with the same id and the same body, and later events wait behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from time import monotonic
from typing import Any
from uuid import UUID, uuid4

import msgspec
import structlog
from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from uuid6 import uuid7

from games.kernel import Json
from league import metrics
from league.access.roles import Caller
from league.log import store
from league.log.store import writing
from league.log.time import steady
from league.models import DeliveryState, Event, OffBecause, Role, Webhook, WebhookDelivery, WebhookState
from league.queries import event_feed
from league.repository import event_types
from league.services import webhooks
from league.webhooks import secrets, sending
from league.webhooks.sending import Outcome

CLAIMED_FOR = timedelta(seconds=60)
IN_A_ROW_SECONDS = 30.0
MOST_EVENTS, MOST_BYTES = 100, 64 * 1024
WAITS = (5, 60, 600, 3600)
LONGEST_WAIT = 6 * 3600
FAILS_FOR = timedelta(days=3)
GONE = 410
log = structlog.get_logger(__name__)


def due(at: datetime, club: UUID | None = None, *, most: int) -> Sequence[UUID]:
    """The webhooks that have something to send and that nobody sends to, who has waited longest first."""
    found = Webhook.objects.filter(state=WebhookState.ON, next_at__lte=at)
    if club is not None:
        found = found.filter(club=club)
    newer = Event.objects.filter(club=OuterRef("club_id"), position__gt=OuterRef("position"))
    asked = WebhookDelivery.objects.filter(webhook=OuterRef("pk"), state=DeliveryState.WAITING)
    found = found.filter(_free(at)).filter(Exists(newer) | Exists(asked))
    return list(found.order_by("next_at", "id").values_list("pk", flat=True)[:most])


def deliver(id: UUID) -> int:
    """Sends to a webhook what there is, for some seconds; returns the number of requests.

    Safe to run several times at once, and to be killed: one sender has the claim, which ends by itself.
    """
    claim, begun, sent = uuid4(), monotonic(), 0
    at = _now()
    free = Webhook.objects.filter(_free(at), pk=id, state=WebhookState.ON, next_at__lte=at)
    if not free.update(claim=claim, claimed_until=at + CLAIMED_FOR):
        return 0
    goes_on = True
    while goes_on and (delivery := _next(id, claim)):
        goes_on = _sent(delivery, claim) and monotonic() < begun + IN_A_ROW_SECONDS
        sent += 1
    Webhook.objects.filter(pk=id, claim=claim).update(claim=None, claimed_until=None)
    return sent


def _now() -> datetime:
    return steady(timezone.now())


def _free(at: datetime) -> Q:
    return Q(claimed_until=None) | Q(claimed_until__lt=at)


def _next(id: UUID, claim: UUID) -> WebhookDelivery | None:
    """The delivery to be sent now, with its webhook; None if there is none, or the claim is lost."""
    at = _now()
    webhook = Webhook.objects.filter(pk=id, claim=claim, state=WebhookState.ON).first()
    if webhook is None:
        return None
    waiting = webhook.deliveries.filter(state=DeliveryState.WAITING).order_by("-once", "id").first()
    if waiting is not None:
        waiting.webhook = webhook
        return waiting if _held(webhook, claim, at) else None
    return _made(webhook, claim, at)


def _held(webhook: Webhook, claim: UUID, at: datetime, **changes: Any) -> bool:
    """Holds the claim for longer; False if it is lost. changes: further fields of the webhook."""
    mine = Webhook.objects.filter(pk=webhook.pk, claim=claim)
    return bool(mine.update(claimed_until=at + CLAIMED_FOR, **changes))


def _made(webhook: Webhook, claim: UUID, at: datetime) -> WebhookDelivery | None:
    """A new delivery of the next events that the webhook wants; None once there are none."""
    as_director = Caller(webhook.club_id, None, Role.DIRECTOR)
    head, types = store.newest(webhook.club_id), event_types.chosen(webhook.types)
    has_more = webhook.position < head
    while has_more:
        part = event_feed.feed(as_director, webhook.position, MOST_EVENTS, head=head, types=types)
        if part.events:
            return _stored(webhook, claim, at, part)
        webhook.position, has_more = part.next_after, part.has_more
        if not _held(webhook, claim, at, position=webhook.position):
            return None
    return None


def _stored(webhook: Webhook, claim: UUID, at: datetime, part: event_feed.Feed) -> WebhookDelivery | None:
    """A delivery of the first events of a part, as many as fit; at least one."""
    fitting = list(_fitting(part.events))
    position = part.next_after if len(fitting) == len(part.events) else part.events[len(fitting) - 1]["position"]
    id = uuid7()
    body = {"club": webhook.club_id, "delivery": id, "events": fitting}
    delivery = WebhookDelivery(
        id=id,
        club_id=webhook.club_id,
        webhook=webhook,
        events=len(fitting),
        position=position,
        body=msgspec.json.encode(body, enc_hook=str).decode(),
        made_at=at,
    )
    with writing(webhook.pk):
        if not _held(webhook, claim, at):
            return None
        delivery.save(force_insert=True)
    return delivery


def _fitting(events: Sequence[Json]) -> Sequence[msgspec.Raw]:
    """The JSON of the first events that fit into one request."""
    made: list[msgspec.Raw] = []
    size = 0
    for event in events:
        text = msgspec.json.encode(event, enc_hook=str)
        size += len(text) + 1
        if made and size > MOST_BYTES:
            break
        made.append(msgspec.Raw(text))
    return made


def _sent(delivery: WebhookDelivery, claim: UUID) -> bool:
    """Sends a delivery and notes what has become of it; returns whether others may follow."""
    at = _now()
    body = delivery.body.encode()
    try:
        signed = secrets.signatures(
            webhooks.secrets_of(delivery.webhook, at), str(delivery.pk), int(at.timestamp()), body
        )
    except secrets.Unreadable:
        webhooks.switch_off(delivery.webhook, OffBecause.NO_SECRET, at=at)
        return False
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"Tablekeeper/{settings.VERSION}",
        "Webhook-Id": str(delivery.pk),
        "Webhook-Timestamp": str(int(at.timestamp())),
        "Webhook-Signature": signed,
    }
    if not connection.in_atomic_block:
        connection.close()  # others may use it while the receiver is waited for
    outcome = sending.post(delivery.webhook.url, headers, body)
    metrics.DELIVERIES.labels("taken" if outcome.is_taken else "refused").inc()
    log.info(
        "webhook", webhook=str(delivery.webhook_id), delivery=str(delivery.pk), code=outcome.code, fault=outcome.fault
    )
    return _noted(delivery, claim, outcome)


def _noted(delivery: WebhookDelivery, claim: UUID, outcome: Outcome) -> bool:
    """Stores what has become of a delivery, unless another sender has the webhook by now."""
    at = _now()
    with writing(delivery.webhook_id):
        webhook = Webhook.objects.select_for_update().filter(pk=delivery.webhook_id, claim=claim).first()
        if webhook is None:
            return False
        state = DeliveryState.DELIVERED if outcome.is_taken else DeliveryState.FAILED
        if not outcome.is_taken and not delivery.once:
            state = DeliveryState.WAITING
            _note_failure(webhook, at)
        if outcome.is_taken and not delivery.once:
            webhook.position, webhook.tries, webhook.failing_since = delivery.position, 0, None
        webhook.next_at = max(webhook.next_at, at)
        webhook.save(update_fields=["position", "tries", "failing_since", "next_at"])
        WebhookDelivery.objects.filter(pk=delivery.pk).update(
            state=state,
            once=False,
            tries=delivery.tries + 1,
            tried_at=at,
            delivered_at=at if outcome.is_taken else delivery.delivered_at,
            code=outcome.code,
            fault=outcome.fault,
            answer=outcome.answer,
        )
        return _stays_on(webhook, outcome, at) and state != DeliveryState.WAITING


def _note_failure(webhook: Webhook, at: datetime) -> None:
    """Sets when the delivery that waits is sent again."""
    wait = WAITS[webhook.tries] if webhook.tries < len(WAITS) else LONGEST_WAIT
    webhook.tries += 1
    webhook.failing_since = webhook.failing_since or at
    webhook.next_at = at + timedelta(seconds=wait)


def _stays_on(webhook: Webhook, outcome: Outcome, at: datetime) -> bool:
    """Switches a webhook off whose receiver is gone, or has failed for days; returns whether it is still on."""
    if outcome.is_taken:  # also a ping, while older events wait: the receiver is back
        return True
    is_gone = outcome.code == GONE
    if is_gone or (webhook.failing_since and at - webhook.failing_since >= FAILS_FOR):
        webhooks.switch_off(webhook, OffBecause.GONE if is_gone else OffBecause.FAILING, at=at)
        return False
    return True
