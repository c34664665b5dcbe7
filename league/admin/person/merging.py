"""Somebody is there twice: the other one is looked for, both are compared, then one stands for both. And back again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.kernel import Json, Rejected
from league.access.roles import USER
from league.admin.desk.refusals import sentence
from league.admin.person.page import address_of
from league.domain.values.likeness import Spelled, likeness
from league.domain.values.names import search_key
from league.domain.values.text import as_uuid
from league.models import Person
from league.queries import records
from league.queries.records import Attended
from league.services import people

SHOWN = ("name", "family_name", "shown_as", "home_club", "household", "born", "email")
MOST_FOUND = 20
LONGEST_SEARCH = 200


class Detail(NamedTuple):
    """A field of both. is_other: both have a value, and not the same."""

    label: str
    texts: Sequence[str]
    is_other: bool


class Compared(NamedTuple):
    """Two people who may be one. events: of each, the newest first. shared: where both were, so they are two."""

    people: Sequence[Person]
    details: Sequence[Detail]
    events: Sequence[Sequence[Attended]]
    shared: Sequence[Json]

    @property
    def together(self) -> int:
        return sum(len(events) for events in self.events)

    @property
    def stays(self) -> Person:
        """Whose name and details are suggested: of the one who came more often."""
        return self.people[len(self.events[1]) > len(self.events[0])]

    @property
    def hides(self) -> bool:
        """Whether only one of them may be named in public; then nobody is afterwards."""
        return len({person.may_be_named for person in self.people}) > 1


@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, person: Person, context: dict[str, Any]) -> HttpResponse:
    """Looks for the other one; with `with` in the query compares both; by POST merges them."""
    if request.method == "POST":
        return _merge(request, person)
    text = request.GET.get("q", "")[:LONGEST_SEARCH]
    chosen = as_uuid(request.GET.get("with", ""))
    other = None if chosen is None else get_object_or_404(_others(person), pk=chosen)
    shown = {
        "title": _("Merge {name} with somebody").format(name=person),
        "person": person,
        "q": text,
        "found": [] if other else _with_words(person, text) if text.strip() else _alike(person),
        "compared": compare(person, other) if other else None,
    }
    return TemplateResponse(request, "league/admin/person/merge.html", {**context, **shown})


def _merge(request: HttpRequest, person: Person) -> HttpResponse:
    """One of both stands for both from now on. Nothing happens where that is refused, or nobody was chosen."""
    other = _chosen(person, request.POST.get("with", ""))
    if other.merged_into_id is not None:  # the same button, pressed once more
        return HttpResponseRedirect(address_of(people.final(other)))
    goes, stays = (person, other) if request.POST.get("stays") == str(other.pk) else (other, person)
    try:
        people.merge(goes, stays.pk, actor=f"{USER}{request.user.pk}", at=timezone.now())
    except Rejected as refusal:
        messages.error(request, sentence(person.club_id, refusal.template, refusal.facts))
        return HttpResponseRedirect(f"{reverse('admin:league_person_merge', args=[person.pk])}?with={other.pk}")
    words = _("{other} and {name} are one person now. If that was wrong, separate them again below.")
    messages.success(request, words.format(other=goes, name=stays))
    return HttpResponseRedirect(address_of(stays))


@require_POST
def separate(request: HttpRequest, person: Person, context: dict[str, Any]) -> HttpResponse:
    """Takes somebody out again who was merged into the person."""
    merged = _chosen(person, request.POST.get("person", ""))
    if merged.merged_into_id is None:  # the same button, pressed once more
        return HttpResponseRedirect(address_of(merged))
    try:
        out = people.separate(person, merged.pk, actor=f"{USER}{request.user.pk}", at=timezone.now())
    except Rejected as refusal:
        messages.error(request, sentence(person.club_id, refusal.template, refusal.facts))
        return HttpResponseRedirect(address_of(person))
    messages.success(request, _("{name} and {other} are two people again.").format(name=person, other=out))
    return HttpResponseRedirect(address_of(out))


def compare(person: Person, other: Person) -> Compared:
    """What would be joined."""
    both = (person, other)
    labels = {field.name: str(field.verbose_name) for field in Person._meta.fields}
    texts = [(labels[name], [str(getattr(one, name)) for one in both]) for name in SHOWN]
    details = [Detail(label, pair, all(pair) and pair[0] != pair[1]) for label, pair in texts if any(pair)]
    events = [records.history(one).events for one in both]
    return Compared(both, details, events, people.shared_events(person, other))


def _chosen(person: Person, id: str) -> Person:
    """Another person of the club, who may be merged into somebody. Raises Http404."""
    rows: Any = Person.objects.filter(club=person.club_id, is_forgotten=False).exclude(pk=person.pk)
    found: Person = get_object_or_404(rows, pk=as_uuid(id))
    return found


def _others(person: Person) -> Any:
    return Person.objects.current().filter(club=person.club_id).exclude(pk=person.pk).order_by("name", "pk")


def _with_words(person: Person, text: str) -> list[Person]:
    """The people in whose texts each word occurs."""
    rows = _others(person)
    for word in search_key(text).split():
        rows = rows.filter(search_key__contains=word)
    return list(rows[:MOST_FOUND])


def _alike(person: Person) -> list[Person]:
    """The people with a word of the name: first those whose name is almost the same, then by the number of words."""
    words = search_key(f"{person.name} {person.shown_as}").split()
    wanted = Q(pk__in=())
    for word in words:
        wanted |= Q(search_key__contains=word)
    own = Spelled.of(person.name)

    def nearness(one: Person) -> tuple[bool, int]:
        return likeness(own, Spelled.of(one.name)) is None, -sum(word in one.search_key for word in words)

    return sorted(_others(person).filter(wanted), key=nearness)[:MOST_FOUND]
