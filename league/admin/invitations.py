"""Invitations to be a director or a referee of a club, answered on the first page of the admin."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.kernel import Rejected
from league.access.actions import Action, roles_for
from league.models import Membership, User
from league.services import members


def of(user: User | AnonymousUser) -> list[Membership]:
    """The user's invitations to roles that use the admin."""
    if not isinstance(user, User):
        return []
    return list(members.invitations(user).filter(role__in=roles_for(Action.READING)))


@require_POST
def answer(request: HttpRequest, id: int) -> HttpResponse:
    """Accepts an invitation, or declines it."""
    try:
        text = _answered(request.user, id, accept="accept" in request.POST)
    except Rejected:
        messages.error(request, _("This invitation no longer exists."))
    else:
        messages.success(request, text)
    return HttpResponseRedirect(reverse("admin:index"))


def _answered(user: User | AnonymousUser, id: int, *, accept: bool) -> str:
    """Accepts or declines an invitation, and returns what has happened. Raises Rejected where it is gone."""
    invitation = next((one for one in of(user) if one.pk == id), None)
    if invitation is None or not isinstance(user, User):
        raise members.no_invitation()
    members.answer(invitation, user, accept=accept, at=timezone.now())
    text = _("You have joined {club}.") if accept else _("You have declined the invitation of {club}.")
    return text.format(club=invitation.club.name)
