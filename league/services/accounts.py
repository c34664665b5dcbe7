"""Accounts: their passwords. Each function is one change."""

from __future__ import annotations

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from league.models import User


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
