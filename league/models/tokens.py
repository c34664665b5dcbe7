"""Tokens: what programs log in with. The secret itself is stored as a digest only, and shown once."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from knox.models import AuthToken
from uuid6 import uuid7

LONGEST_NAME = 100


class Scope(models.TextChoices):
    """What a token may be used for, each with what those before it allow. `league.access.scopes` has the table."""

    READ = "read", _("read")
    REPORT = "report", _("report results")
    RUN = "run", _("run rounds")
    DIRECT = "direct", _("everything")


class TokenDetails(models.Model):
    """What every token has. last_used_at: exact to a minute; null until it is used."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(_("name"), max_length=LONGEST_NAME, blank=True)
    scope = models.CharField(_("scope"), max_length=6, choices=Scope.choices, default=Scope.DIRECT)
    last_used_at = models.DateTimeField(_("last used"), null=True, editable=False)

    class Meta:
        abstract = True


class PersonalToken(TokenDetails):
    """A user's token. auth: django-rest-knox's row, with the user, the digest and the expiry; both end together."""

    auth = models.OneToOneField(AuthToken, on_delete=models.CASCADE, related_name="details")

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name or str(self.id)
