"""The way of a new club to its first night, on the overview: people, a season, tonight; and the demo to look around."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from league.access.actions import Action
from league.admin.scope import clubs_for, is_superuser
from league.domain.values.faults import BadFields
from league.domain.values.names import compared
from league.files.csv_file import Unreadable
from league.files.entry_lines import read_list
from league.log.store import writing
from league.models import Club, Person, Season, Tournament, User
from league.queries.refusals import sentence
from league.services import clubs, demo

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
    """club: None before there is one. form: for its people."""

    club: Club | None
    steps: Sequence[Step]
    form: NamesForm | None = None


class NamesForm(forms.Form):
    """A pasted list of the people of a club. new: those of them whom the club does not know yet."""

    names = forms.CharField(
        label=_lazy("Names, one on each line"),
        max_length=50_000,
        widget=forms.Textarea({"rows": 4, "autocomplete": "off"}),
    )

    def __init__(self, club: Club, data: Any = None) -> None:
        super().__init__(data)
        self.club = club
        self.new: list[Person] = []

    def clean_names(self) -> str:
        text: str = self.cleaned_data["names"]
        try:
            listed = [person for line in read_list(self.club.pk, text) for person in line.people]
        except BadFields as wrong:
            raise forms.ValidationError([sentence(fault.template, fault.facts) for fault in wrong.faults]) from wrong
        except Unreadable as wrong:
            raise forms.ValidationError(sentence(wrong.template, wrong.facts)) from wrong
        known = {compared(name) for name in self.club.people.current().values_list("name", flat=True)}
        fresh = {compared(person.name): person for person in reversed(listed)}
        self.new = [person for name, person in reversed(fresh.items()) if name not in known]
        return text


def of(request: HttpRequest) -> FirstSteps | None:
    """The steps of the only club that the caller directs, until all are taken or the caller hides them."""
    own = list(_own_clubs(request)[:2])
    if not own:
        return FirstSteps(None, [_make_club()]) if is_superuser(request) else None
    if len(own) > 1 or request.COOKIES.get(HIDDEN) == own[0].pk.hex:
        return None
    steps = _steps(own[0])
    return None if all(step.done for step in steps) else FirstSteps(own[0], steps, NamesForm(own[0]))


def _own_clubs(request: HttpRequest) -> QuerySet[Club]:
    """The clubs that the caller directs, without demos."""
    return clubs_for(request, Action.TOURNAMENTS).filter(is_demo=False)


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
    for club in _own_clubs(request)[:1]:
        answer.set_cookie(HIDDEN, club.pk.hex, HIDDEN_SECONDS, httponly=True, samesite="Lax", secure=secure)
    return answer


@require_POST
def fill_demo(request: HttpRequest) -> HttpResponse:
    """Plays the demo of the caller, who directs a club or may make one."""
    own = _own_clubs(request).first()
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


@require_POST
def add_people(request: HttpRequest, shown_again: Callable[[NamesForm], HttpResponse]) -> HttpResponse:
    """Adds the people of a pasted list to the caller's club. shown_again: the page of a list that is refused."""
    club = _own_clubs(request).first()
    if club is None:
        raise PermissionDenied
    with writing(club.pk):  # a list that is sent twice at once adds its people once
        Club.objects.select_for_update().get(pk=club.pk)
        form = NamesForm(club, request.POST)
        if form.is_valid():
            clubs.add_people(form.new, actor=f"user:{request.user.pk}", at=timezone.now())
    if form.errors:
        return shown_again(form)
    n = len(form.new)
    text = ngettext("{n} person was added to the club.", "{n} people were added to the club.", n)
    messages.success(request, text.format(n=n))
    return HttpResponseRedirect(reverse("admin:index"))
