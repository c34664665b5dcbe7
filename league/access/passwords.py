"""What follows from a new password, at whatever door it was set."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _
from knox.models import AuthToken

from league.models import User


class EndsTokens:
    """Ends the account's tokens once its password is changed. Sessions end by themselves: they name the old one.

    Django tells its password validators of each password that is saved; this one refuses none.
    """

    def validate(self, password: str, user: Any = None) -> None:
        """Accept every password."""

    def password_changed(self, password: str, user: User) -> None:
        """End all tokens but the one that `user.kept_token` names. The account has another version then."""
        User.objects.filter(pk=user.pk).update(version=F("version") + 1)
        AuthToken.objects.filter(user=user).exclude(digest=user.kept_token).delete()

    def get_help_text(self) -> str:
        return _("A new password ends all other log-ins of this account.")
