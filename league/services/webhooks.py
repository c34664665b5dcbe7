"""Webhooks of clubs: made, changed and switched off here; `league.webhooks` sends to them.

Each change leaves a trace in the club's log, without addresses and secrets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import F, Q
from django.shortcuts import get_object_or_404
from uuid6 import uuid7

from games.kernel import N_, Rejected
from league.domain.club.events import WebhookAdded, WebhookChanged, WebhookRemoved
from league.domain.values.faults import Fault, refuse
from league.log import store
from league.log.store import writing
from league.models import Club, DeliveryState, OffBecause, Webhook, WebhookDelivery, WebhookState
from league.repository import event_types
from league.services.clocks import CLOCK
from league.services.club_log import note
from league.services.preconditions import raise_version
from league.webhooks import secrets
from league.webhooks.destinations import fault_of
from league.webhooks.secrets import new_secret, sealed, unsealed

MOST_WEBHOOKS = 20
OLD_SECRET_FOR = timedelta(days=1)
KEPT_FOR = timedelta(days=30)
MOST_KEPT = 1000
IS_OFF = N_("The webhook is off: switch it on first.")
BAD_SECRET = N_("A secret is whsec_ and the base64 of 24 to 64 bytes.")


def add(club: Club, url: str, types: Sequence[str], secret: str | None, *, actor: str, at: datetime) -> Webhook:
    """Makes a webhook for the events from now on. secret: None: one is drawn.

    Raises BadFields, and Rejected `too_many_webhooks`.
    """
    refuse(_faults(url, types, secret))
    with writing():
        Club.objects.select_for_update().get(pk=club.pk)
        if Webhook.objects.filter(club=club).count() >= MOST_WEBHOOKS:
            raise Rejected("too_many_webhooks", N_("A club has at most {most} webhooks."), {"most": MOST_WEBHOOKS})
        webhook = Webhook.objects.create(
            club=club,
            url=url,
            types=list(types),
            made_at=at,
            position=store.newest(club.pk),
            secret=sealed(secret or new_secret()),
            next_at=at,
        )
        raise_version(Club, club.pk)
        note(club.pk, WebhookAdded(str(webhook.pk)), actor=actor, at=at)
    return webhook


def change(webhook: Webhook, fields: Mapping[str, Any], *, actor: str, at: datetime) -> Webhook:
    """Changes `url`, `types`, `state` or `secret` and returns the newest row. Its version rises unless all is the same.

    A new secret, drawn where it is None, is valid beside the old one for a day. A webhook that is switched on goes on
    at its position, and its failures are forgotten. Raises BadFields and Http404.
    """
    refuse(_faults(fields.get("url"), fields.get("types"), fields.get("secret")))
    with writing():
        newest = _locked(webhook)
        changed = tuple(name for name in fields if name == "secret" or getattr(newest, name) != fields[name])
        if not changed:
            return newest
        for name in changed:
            _CHANGES[name](newest, fields[name], at)
        newest.version += 1
        newest.save()
        note(newest.club_id, WebhookChanged(str(newest.pk), changed), actor=actor, at=at)
    return newest


def remove(webhook: Webhook, *, actor: str, at: datetime) -> None:
    """Removes a webhook with its deliveries."""
    with writing():
        newest = Webhook.objects.select_for_update().filter(pk=webhook.pk).first()  # a sender adds nothing meanwhile
        if newest is not None:
            newest.delete()
            raise_version(Club, webhook.club_id)
            note(webhook.club_id, WebhookRemoved(str(webhook.pk)), actor=actor, at=at)


def ping(webhook: Webhook, *, at: datetime) -> WebhookDelivery:
    """A delivery without events, sent once and at once. Raises Rejected `webhook_off`."""
    id = uuid7()
    body = msgspec.json.encode({"club": webhook.club_id, "delivery": id, "events": []}, enc_hook=str).decode()
    with writing():
        _require_on(webhook)
        delivery = WebhookDelivery.objects.create(
            id=id,
            club_id=webhook.club_id,
            webhook=webhook,
            once=True,
            events=0,
            position=webhook.position,
            body=body,
            made_at=at,
        )
        _wake(webhook, at)
    return delivery


def send_again(delivery: WebhookDelivery, *, at: datetime) -> WebhookDelivery:
    """Sends a delivery at once: one that waits, or once more one that is over. Raises Rejected `webhook_off`."""
    with writing():
        _require_on(delivery.webhook)
        over = WebhookDelivery.objects.exclude(state=DeliveryState.WAITING).filter(pk=delivery.pk)
        over.update(state=DeliveryState.WAITING, once=True)
        _wake(delivery.webhook, at)
    delivery.refresh_from_db()
    return delivery


def switch_off(webhook: Webhook, because: OffBecause, *, at: datetime) -> None:
    """Switches a webhook off that can't be sent to any longer."""
    with writing():
        on = Webhook.objects.filter(pk=webhook.pk, state=WebhookState.ON)
        if on.update(state=WebhookState.OFF, off_because=because, version=F("version") + 1):
            note(webhook.club_id, WebhookChanged(str(webhook.pk), ("state",)), actor=CLOCK, at=at)


def secrets_of(webhook: Webhook, at: datetime) -> Iterator[str]:
    """The secrets that sign now: the newest, and for a day the one before. Raises Unreadable."""
    yield unsealed(webhook.secret)
    if webhook.old_secret and webhook.old_secret_until and at < webhook.old_secret_until:
        with suppress(secrets.Unreadable):
            yield unsealed(webhook.old_secret)


def delete_expired(now: datetime) -> int:
    """Deletes deliveries older than 30 days, and of each webhook all but the newest thousand; returns their number.

    Where one of them waits, its events are read from the log again.
    """
    deleted = WebhookDelivery.objects.filter(made_at__lt=now - KEPT_FOR).delete()[0]
    for webhook in Webhook.objects.all():
        rows = webhook.deliveries.order_by("-id").values_list("pk", flat=True)
        last = rows[MOST_KEPT : MOST_KEPT + 1].first()
        if last is not None:
            old = Q(pk__lte=last) & ~Q(state=DeliveryState.WAITING)
            deleted += webhook.deliveries.filter(old).delete()[0]
    return deleted


def forget_answers(club: UUID) -> int:
    """Deletes the answers of receivers, in which names of people may stand; returns their number."""
    return WebhookDelivery.objects.filter(club=club).exclude(answer="").update(answer="")


def _locked(webhook: Webhook) -> Webhook:
    """The newest row, which stays as it is until the transaction ends. Raises Http404 if it was removed meanwhile."""
    return get_object_or_404(Webhook.objects.select_for_update(), pk=webhook.pk)


def _require_on(webhook: Webhook) -> None:
    """Raises Rejected for a webhook that is off, and Http404."""
    if _locked(webhook).state != WebhookState.ON:
        raise Rejected("webhook_off", IS_OFF)


def _wake(webhook: Webhook, at: datetime) -> None:
    """Lets the next sweep send, also to a receiver that has failed."""
    Webhook.objects.filter(pk=webhook.pk).update(next_at=at)


def _faults(url: str | None, types: Sequence[str] | None, secret: str | None) -> Iterator[Fault]:
    """The faults of the fields that are given."""
    if url is not None and (fault := fault_of(url)):
        yield fault
    for number, pattern in enumerate(types or ()):
        if event_types.unknown([pattern]):
            yield Fault(f"types.{number}", "unknown_type", N_("There is no event type {type}."), {"type": pattern})
    if secret is not None and not secrets.is_secret(secret):
        yield Fault("secret", "bad_secret", BAD_SECRET)


def _set_url(webhook: Webhook, url: str, at: datetime) -> None:
    webhook.url, webhook.next_at = url, at


def _set_types(webhook: Webhook, types: Sequence[str], _at: datetime) -> None:
    webhook.types = list(types)


def _set_state(webhook: Webhook, state: str, at: datetime) -> None:
    is_on = state == WebhookState.ON
    webhook.state, webhook.off_because = WebhookState(state), "" if is_on else OffBecause.SWITCHED_OFF
    webhook.tries, webhook.failing_since, webhook.next_at = 0, None, at


def _set_secret(webhook: Webhook, secret: str | None, at: datetime) -> None:
    webhook.old_secret, webhook.old_secret_until = webhook.secret, at + OLD_SECRET_FOR
    webhook.secret = sealed(secret or new_secret())


_CHANGES = {"url": _set_url, "types": _set_types, "state": _set_state, "secret": _set_secret}
