"""The way of a new club to its first night, on the overview: people, a season, tonight; and the demo to look around."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from league.access.actions import Action
from league.admin.scope import clubs_for, is_superuser
from league.models import Club, Person, Season, Tournament, User
from league.services import demo

HIDDEN, HIDDEN_SECONDS = "first_steps_hidden", 365 * 24 * 3600
"""The cookie with the club whose steps are hidden in this browser."""


class Step(NamedTuple):
    """A step. done: in words, what is there; "" while it is to be taken. is_next: the first one to be taken."""

    title: str
    text: str
    done: str
    button: str
    address: str
    is_next: bool


class FirstSteps(NamedTuple):
    """club: None before there is one."""

    club: Club | None
    steps: Sequence[Step]


def of(request: HttpRequest) -> FirstSteps | None:
    """The steps of the only club that the caller directs, until all are taken or the caller hides them."""
    clubs = list(clubs_for(request, Action.TOURNAMENTS).filter(is_demo=False)[:2])
    if not clubs:
        return FirstSteps(None, [_make_club()]) if is_superuser(request) else None
    if len(clubs) > 1 or request.COOKIES.get(HIDDEN) == clubs[0].pk.hex:
        return None
    steps = _steps(clubs[0])
    return None if all(step.done for step in steps) else FirstSteps(clubs[0], steps)


def _make_club() -> Step:
    text = _("Its people, nights and league tables belong to it.")
    return Step(_("Your club"), text, "", _("Name your club"), reverse("admin:league_club_add"), is_next=True)


def _steps(club: Club) -> list[Step]:
    people = Person.objects.current().filter(club=club).count()
    season = Season.objects.filter(club=club).order_by("-id").first()
    night = Tournament.objects.filter(club=club).order_by("-id").first()
    found = [
        (
            _("People"),
            _("Who plays in your club? Names are enough; more people can be entered at the door."),
            ngettext("{n} person is in the club.", "{n} people are in the club.", people).format(n=people)
            if people
            else "",
            _("Add people"),
            reverse("admin:league_person_changelist" if people else "admin:league_person_add"),
        ),
        (
            _("A season"),
            _("Its league table adds up the nights. The usual points are filled in."),
            _("{name} is open.").format(name=season.name) if season else "",
            _("Open a season"),
            reverse("admin:league_season_add"),
        ),
        (
            _("Tonight"),
            _("Choose the game and how the tables are seated. Then its desk leads you through the night."),
            _("{name} is open.").format(name=night.name) if night else "",
            _("Open tonight"),
            reverse("admin:league_tournament_add"),
        ),
    ]
    left = next((at for at, step in enumerate(found) if not step[2]), None)
    return [Step(*step, is_next=at == left) for at, step in enumerate(found)]


@require_POST
def hide(request: HttpRequest) -> HttpResponse:
    """Hides the steps of a club in this browser."""
    answer, secure = HttpResponseRedirect(reverse("admin:index")), settings.SESSION_COOKIE_SECURE
    for club in clubs_for(request, Action.TOURNAMENTS).filter(is_demo=False)[:1]:
        answer.set_cookie(HIDDEN, club.pk.hex, HIDDEN_SECONDS, httponly=True, samesite="Lax", secure=secure)
    return answer


@require_POST
def fill_demo(request: HttpRequest) -> HttpResponse:
    """Plays the demo of the caller, who directs a club or may make one."""
    own = clubs_for(request, Action.TOURNAMENTS).filter(is_demo=False).first()
    if own is None and not is_superuser(request):
        raise PermissionDenied
    assert isinstance(request.user, User)
    demo.fill(request.user, like=own, at=timezone.now())
    messages.success(request, _("The demo night is running. Try everything: nothing of it is in your club."))
    return HttpResponseRedirect(reverse("admin:index"))


@require_POST
def remove_demo(request: HttpRequest) -> HttpResponse:
    """Removes the demo of the caller."""
    assert isinstance(request.user, User)
    demo.remove(request.user)
    messages.success(request, _("The demo is removed."))
    return HttpResponseRedirect(reverse("admin:index"))
