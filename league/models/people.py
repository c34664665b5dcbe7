"""Clubs, the users who act in them and the people they know. Names and contacts live here, never in the log."""

import uuid
import zoneinfo
from datetime import date
from typing import Self

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from uuid6 import uuid7

from league.domain.values import consent
from league.models.name_fields import NameField, SearchKeyField
from league.models.slug_field import ClubSlugField


class User(AbstractUser):
    """A person who can log in. Their memberships give their permissions in each club.

    version: rises with a new password and with each change of a role. kept_token: the digest of a token that a new
    password does not end; "" for none. It is not stored.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    version = models.PositiveIntegerField(default=1, db_default=1, editable=False)
    kept_token = ""


def check_time_zone(name: str) -> None:
    """Raises ValidationError unless `name` is a zone of the tz database."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("“%(name)s” is not a time zone."), code="bad_time_zone", params={"name": name})


def check_printable(text: str) -> None:
    """Raises ValidationError for line breaks and other signs that nobody can type."""
    if not text.isprintable():
        raise ValidationError(_("Write signs that can be typed, on one line."), code="bad_text")


class Club(models.Model):
    """A club: the unit of permissions, and of order in the log. wifi_name, wifi_password: of the hall, for guests.

    slug: its name in addresses, `/c/<slug>`; those that it had before are `OldSlug`. is_demo: it can be removed.
    version: rises with each change of the club, and with whatever is added to its lists or changed in that of members.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = NameField(_("name"))
    slug = ClubSlugField(_("address"))
    time_zone = models.CharField(_("time zone"), max_length=64, default="Europe/Berlin", validators=[check_time_zone])
    language = models.CharField(_("language"), max_length=10, choices=settings.KNOWN_LANGUAGES, default="en")
    wifi_name = models.CharField(
        _("name of the wifi"), max_length=32, blank=True, default="", db_default="", validators=[check_printable]
    )
    wifi_password = models.CharField(
        _("password of the wifi"), max_length=63, blank=True, default="", db_default="", validators=[check_printable]
    )
    is_demo = models.BooleanField(default=False, db_default=False, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name

    @property
    def written_in(self) -> str:
        """The language of its papers: its own where the texts are translated into it, else that of the site."""
        return self.language if self.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


class Role(models.TextChoices):
    """A role in a club. `league.access.actions` has the table of what each may do."""

    DIRECTOR = "director", _("director")
    REFEREE = "referee", _("referee")
    MEMBER = "member", _("member")


class Membership(models.Model):
    """A user's one role in a club, or an invitation to it.

    user: None as long as nobody has accepted. invited: the user name that is invited, whether or not an account has it;
    "" once the user has joined. invitation: its id, which stays.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("club"))
    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("user"), null=True, editable=False
    )
    invited = models.CharField(max_length=150, blank=True, default="", db_default="", editable=False)
    invitation = models.UUIDField(null=True, unique=True, editable=False)
    role = models.CharField(_("role"), max_length=10, choices=Role.choices, default=Role.MEMBER)
    version = models.PositiveIntegerField(default=1, db_default=1, editable=False)

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        ordering = ["club_id", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_role_in_a_club"),
            models.UniqueConstraint(
                fields=["club", "invited"], condition=~models.Q(invited=""), name="one_invitation_to_a_club"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.username} ({self.get_role_display()})"

    @property
    def username(self) -> str:
        """The user name of the member, or of the invited person."""
        return self.user.username if self.user else self.invited

    @property
    def shown_id(self) -> uuid.UUID:
        """The id in the list of members: the user's, or that of the invitation."""
        found = self.user_id or self.invitation
        assert found is not None
        return found


def check_born(text: str) -> None:
    """Raises ValidationError unless `text` is a year (1000-9999) or an ISO date."""
    try:
        date.fromisoformat(text if len(text) > 4 else f"{text}-01-01")
    except ValueError:
        raise ValidationError(_("Write a year or a date like 1990-12-31."), code="bad_date") from None


class PersonQuery(models.QuerySet["Person"]):
    """People by what became of them."""

    def current(self) -> Self:
        """Those who may be chosen: neither merged into another nor forgotten."""
        return self.filter(merged_into=None, is_forgotten=False)


class Person(models.Model):
    """A person known to a club. Two people may have the same name.

    public: whether pages that everybody may read name the person; None: nothing was agreed, so their age decides.
    merged_into: the same person under another id, which stands for this one. is_forgotten: the names were deleted at
    the person's wish. public_key, search_key: find a person by the public name, and by all that staff know of names
    and contacts.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="people", verbose_name=_("club"))
    name = NameField(_("name"))
    family_name = NameField(_("family name"), blank=True)
    household = NameField(_("household"), blank=True, needs_letter=False)
    home_club = NameField(_("home club"), blank=True, needs_letter=False)
    born = models.CharField(_("born"), max_length=10, blank=True, validators=[check_born])
    email = models.EmailField(_("e-mail"), blank=True)
    shown_as = NameField(_("shown as"), blank=True)
    public = models.BooleanField(_("named in public"), null=True, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, related_name="merged", editable=False)
    is_forgotten = models.BooleanField(default=False, db_default=False, editable=False)
    public_key = SearchKeyField(of=("public_name",))
    search_key = SearchKeyField(of=("name", "family_name", "shown_as", "household", "home_club", "email"))
    objects = PersonQuery.as_manager()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        ordering = ["id"]
        indexes = [models.Index(fields=["club", "id"], name="person_in_club")]

    def __str__(self) -> str:
        return self.public_name

    @property
    def public_name(self) -> str:
        """The name that standings and feeds show, to others than members of the club only if `may_be_named`."""
        return self.shown_as or self.name

    @property
    def may_be_named(self) -> bool:
        """Whether pages that everybody may read name the person today."""
        return consent.may_be_named(self.public, self.born, consent.begun_everywhere(timezone.now()))
