"""The people of a club."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminNullBooleanSelectWidget

from league.access.actions import Action
from league.admin.person import forgetting, merging
from league.admin.person.page import address_of
from league.admin.scope import ClubScoped, refuse_nul
from league.admin.search import FoldedSearch
from league.admin.site import site
from league.models import Person
from league.services import clubs, people


class ConsentSelect(UnfoldAdminNullBooleanSelectWidget):
    """The answers to whether public pages may name somebody."""

    def __init__(self) -> None:
        super().__init__()
        self.choices = [
            ("unknown", _("Nothing was agreed: yes, unless under 18")),
            ("true", _("Yes")),
            ("false", _("No")),
        ]


class PersonForm(forms.ModelForm[Person]):
    """A person, with what is shown of them to whom."""

    public = forms.NullBooleanField(
        label=_("May public pages name this person?"),
        required=False,
        widget=ConsentSelect,
        help_text=_(
            "Without a name, pages, screens and files for everybody show “Player 7” instead. Members of the club still "
            "read the name. Under 18, a name is shown only if you choose Yes."
        ),
    )

    class Meta:
        model = Person
        fields = ("club", "name", "family_name", "shown_as", "public", "household", "home_club", "born", "email")
        help_texts = {
            "shown_as": _(
                "Standings, screens and lists show this in place of the name, to members too: a nickname, or a name "
                "without the surname. To leave the name out for everybody else, choose No below."
            ),
            "household": _("The same text for all people of one household: seatings can keep them apart."),
            "home_club": _("Tells people of the same name apart."),
            "born": _("A year, or a date like 1990-12-31."),
            "email": _("Only directors see it."),
        }


class ConsentFilter(admin.SimpleListFilter):
    """Those whom public pages name, or the others."""

    title = _("named in public")
    parameter_name = "named"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Person]) -> QuerySet[Person]:
        if self.value() not in ("yes", "no"):
            return queryset
        hidden = [row.pk for row in queryset.exclude(public=None, born="") if not row.may_be_named]
        return queryset.exclude(pk__in=hidden) if self.value() == "yes" else queryset.filter(pk__in=hidden)


@admin.register(Person, site=site)
class PersonAdmin(FoldedSearch, ClubScoped):
    """Names and contacts of those who may be chosen. A person can't move to another club."""

    action = Action.PEOPLE
    form = PersonForm
    list_display = ("called", "home_club", "born", "household", "email", "named", "club")
    list_display_links = None
    list_filter = (ConsentFilter, ("club", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("club",)
    search_fields = ("search_key",)
    search_help_text = _("Name, household, home club or e-mail")
    ordering = ("search_key", "id")
    list_per_page = 50
    add_words = _("Add a person")
    empty_sentence = _("There are no people yet. Add them here, or type their names at a tournament's desk.")
    fieldsets = (
        (None, {"fields": ("club", "name", "family_name", "shown_as", "public")}),
        (_("Details"), {"fields": ("household", "home_club", "born", "email")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Person]:
        rows: QuerySet[Person] = super().get_queryset(request)
        return rows.filter(merged_into=None, is_forgotten=False)

    def get_urls(self) -> list[URLPattern]:
        """The pages that merge, separate and forget a person."""
        views = {"merge": merging.merge, "separate": merging.separate, "forget": forgetting.forget}
        seen = self.admin_site.admin_view
        own = [
            path(f"<uuid:id>/{name}/", seen(self._with_person(view)), name=f"league_person_{name}")
            for name, view in views.items()
        ]
        return [*own, *super().get_urls()]

    def _with_person(self, view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        """The view of a person whom the caller may change. Raises Http404 for anybody else.

        Of somebody who was merged or forgotten meanwhile, as by the same button pressed twice, their page.
        """

        def found(request: HttpRequest, id: UUID) -> HttpResponse:
            refuse_nul(request)
            person = get_object_or_404(super(PersonAdmin, self).get_queryset(request).select_related("club"), pk=id)
            if person.merged_into_id is not None or person.is_forgotten:
                return HttpResponseRedirect(address_of(people.final(person)))
            return view(request, person, {**self.admin_site.each_context(request), "opts": self.opts})

        return found

    @admin.display(description=_("name"), ordering="search_key")
    def called(self, person: Person) -> str:
        """The name, which leads to the page of the person."""
        shown = format_html('<a href="{}"><strong><bdi>{}</bdi></strong></a>', address_of(person), person.name)
        if person.public_name == person.name:
            return shown
        return format_html(gettext("{name}, shown as {shown_as}"), name=shown, shown_as=person.public_name)

    @admin.display(description=_("in public"))
    def named(self, person: Person) -> str:
        """Why public pages don't name the person; "" where they do."""
        if person.may_be_named:
            return ""
        words = gettext("not named") if person.public is False else gettext("not named: under 18")
        return format_html('<span class="tk"><span class="tk-badge is-draft">{}</span></span>', words)

    def get_readonly_fields(self, request: HttpRequest, obj: Person | None = None) -> tuple[str, ...]:
        return ("club",) if obj else ()

    def save_model(self, request: HttpRequest, obj: Person, form: forms.Form, change: Any) -> None:
        actor, at = f"user:{request.user.pk}", timezone.now()
        if change:
            clubs.change(obj, {name: form.cleaned_data[name] for name in form.changed_data}, actor=actor, at=at)
        else:
            clubs.add_people([obj], actor=actor, at=at)

    def response_post_save_change(self, request: HttpRequest, obj: Person) -> HttpResponse:
        """Back to the page of the person."""
        return HttpResponseRedirect(address_of(obj))
