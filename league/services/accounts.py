"""Accounts: their passwords, and what is left of old log-ins. Each function is one change."""

from __future__ import annotations

from datetime import datetime, timedelta

from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import transaction
from knox.models import AuthToken

from league.models import User

LOG_INS_KEPT_FOR = timedelta(days=30)


def set_password(user: User, password: str, field: str = "password") -> None:
    """Gives the user a password, without saving. Raises ValidationError for the field if it is too weak."""
    try:
        validate_password(password, user)
    except ValidationError as weak:
        raise ValidationError({field: weak}) from weak
    user.set_password(password)


def change_password(user: User, password: str, *, kept_token: str) -> None:
    """Changes a password; all tokens end but the one with the digest `kept_token`. Raises ValidationError."""
    set_password(user, password, "password.new")
    user.kept_token = kept_token
    with transaction.atomic():
        user.save(update_fields=["password"])


def delete_expired(now: datetime) -> int:
    """Deletes expired tokens and sessions, wrong log-ins that no longer count, and log-ins older than 30 days.

    Returns the number of rows.
    """
    old = (
        AuthToken.objects.filter(expiry__lt=now),
        Session.objects.filter(expire_date__lt=now),
        AccessAttempt.objects.filter(attempt_time__lt=now - settings.AXES_COOLOFF_TIME),
        AccessLog.objects.filter(attempt_time__lt=now - LOG_INS_KEPT_FOR),
    )
    return sum(rows.delete()[0] for rows in old)
