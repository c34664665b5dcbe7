"""Tokens: what programs log in with. The secret itself is stored as a digest only, and shown once."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from knox.models import AuthToken
from uuid6 import uuid7

from league.models.name_fields import NameField
from league.models.people import Club

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
    name = NameField(_("name"), max_length=LONGEST_NAME, blank=True)
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


class ClubToken(TokenDetails):
    """The token of a club's program: a bot, a screen, a script. It belongs to no person, and ends with no password.

    The row stays when the token is revoked or has ended, because the log has its id and pages show its name.
    digest: as of a user's token.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tokens", verbose_name=_("club"))
    digest = models.CharField(max_length=128, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), null=True, editable=False)
    revoked_at = models.DateTimeField(_("revoked"), null=True, editable=False)

    class Meta:
        verbose_name = _("token of a program")
        verbose_name_plural = _("tokens of programs")
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name
