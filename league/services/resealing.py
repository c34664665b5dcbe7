"""Seals and signs again, with the present SECRET_KEY, what the database holds by one of SECRET_KEY_FALLBACKS."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils.crypto import constant_time_compare

from league.models import User, Webhook
from league.webhooks.secrets import Unreadable, is_sealed_now, sealed, unsealed

SECRETS = ("secret", "old_secret")


class Resealed(NamedTuple):
    """What was done. unreadable: webhooks whose secret was sealed with a key that the site does not know."""

    webhooks: int
    unreadable: int
    sessions: int


def reseal() -> Resealed:
    """Seal the secrets of webhooks and sign the log-ins again. Doing it twice changes nothing more."""
    found = [_reseal(id) for id in Webhook.objects.values_list("pk", flat=True)]
    return Resealed(found.count(True), found.count(None), sum(map(_sign, _sessions())))


@transaction.atomic
def _reseal(id: UUID) -> bool | None:
    """Seal a webhook's secrets; whether that was needed; None where one can't be read."""
    webhook = Webhook.objects.select_for_update().filter(pk=id).first()
    old = {name: getattr(webhook, name) for name in SECRETS if webhook and getattr(webhook, name)}
    try:
        new = {name: sealed(unsealed(stored)) for name, stored in old.items() if not is_sealed_now(stored)}
    except Unreadable:
        return None
    Webhook.objects.filter(pk=id).update(**new)
    return bool(new)


def _sessions() -> Iterator[Session]:
    return Session.objects.order_by().iterator(chunk_size=500)


def _sign(session: Session) -> bool:
    """Sign a session, with the hash by which its user is known; whether it has a user."""
    store = SessionStore(session.session_key)
    said = session.get_decoded()
    user = User.objects.filter(pk=str(said[SESSION_KEY])).first() if SESSION_KEY in said else None
    if user is None:
        return False
    own = user.get_session_auth_hash()
    hashes = (own, *user.get_session_auth_fallback_hash())
    if not any(constant_time_compare(said.get(HASH_SESSION_KEY, ""), known) for known in hashes):
        return False
    said[HASH_SESSION_KEY] = own
    changed = Session.objects.filter(pk=session.pk, session_data=session.session_data)
    return bool(changed.update(session_data=store.encode(said)))
