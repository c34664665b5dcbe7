"""Sign-ups: who wants to come, until they are entered. Names and addresses are never in the log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from uuid6 import uuid7

from league.models.inline import Tournament
from league.models.name_fields import NameField
from league.models.people import Club, Person


class SignUpState(models.TextChoices):
    """What a sign-up waits for: the link in the letter, the director, a free place. ACCEPTED: for nothing any more."""

    UNCONFIRMED = "unconfirmed", _("not confirmed")
    WAITING = "waiting", _("waiting")
    STANDBY = "standby", _("standby")
    ACCEPTED = "accepted", _("accepted")


class Letter(models.TextChoices):
    """A letter that is still to be sent: to confirm; or to tell the state after that, or that a place was free."""

    NONE = "", "-"
    CONFIRM = "confirm", "confirm"
    STATE = "state", "state"
    LET_IN = "let_in", "let in"


class SignUpQuery(models.QuerySet["SignUp"]):
    """Sign-ups by what is to be done with them."""

    def holding(self) -> Self:
        """Those that keep a place without an entry."""
        return self.filter(state=SignUpState.WAITING)

    def about(self, people: Iterable[Person]) -> Self:
        """Those of these people; and those that have a name or an address of theirs, and may be of somebody else."""
        about = Q(pk=None)
        for person in people:
            of_nobody = Q(club=person.club_id, person=None)
            about |= Q(person=person) | of_nobody & Q(name__in={person.name, person.shown_as} - {""})
            about |= of_nobody & Q(email__iexact=person.email) if person.email else Q()
        return self.filter(about)


class SignUp(models.Model):
    """Somebody who wants to come to a tournament.

    person: whom of the club they are, where that is known; entry: as which they are in the tournament. form: follows
    from the form that was sent and its contents, so that it counts once. joined_at: when
    they were put on the list, by which the standby list is ordered. consented_at: when they agreed that all this is
    stored; None for somebody whom the desk wrote down. is_hidden: pages for everybody shall not name them. is_here:
    they stand at the door. language: of their letters. letter: the one that is due from `letter_at` on. letter_tries:
    how often it could not be sent.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="sign_ups")
    version = models.PositiveIntegerField(default=1, editable=False)
    state = models.CharField(max_length=11, choices=SignUpState.choices)
    name = NameField(_("name"))
    email = models.EmailField(_("e-mail"), blank=True)
    person = models.ForeignKey(Person, on_delete=models.SET_NULL, null=True, related_name="+")
    entry = models.UUIDField(null=True)
    form = models.UUIDField(null=True, unique=True)
    made_at = models.DateTimeField()
    joined_at = models.DateTimeField(null=True)
    consented_at = models.DateTimeField(null=True)
    is_hidden = models.BooleanField(default=False)
    is_here = models.BooleanField(default=False)
    language = models.CharField(max_length=10, default="en")
    letter = models.CharField(max_length=7, choices=Letter.choices, blank=True, default=Letter.NONE)
    letter_at = models.DateTimeField(null=True)
    letter_tries = models.PositiveSmallIntegerField(default=0)
    objects = SignUpQuery.as_manager()

    class Meta:
        verbose_name = _("sign-up")
        verbose_name_plural = _("sign-ups")
        ordering = ["joined_at", "id"]
        indexes = [
            models.Index(fields=["tournament", "state"], name="sign_up_in_tournament"),
            models.Index(fields=["letter_at"], name="sign_up_letter_due", condition=~Q(letter="")),
            models.Index(fields=["email"], name="sign_up_by_email"),
        ]

    def __str__(self) -> str:
        return self.name
