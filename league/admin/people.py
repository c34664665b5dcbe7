"""The people of a club."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.forms import Form
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.access.actions import Action
from league.admin.scope import ClubScoped
from league.admin.site import site
from league.models import Person
from league.services import clubs


@admin.register(Person, site=site)
class PersonAdmin(ClubScoped):
    """Names and contacts. A person can't move to another club."""

    action = Action.PEOPLE
    list_display = ("name", "home_club", "born", "household", "email", "club")
    list_filter = (("club", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("club",)
    search_fields = ("name", "family_name", "shown_as", "household", "home_club", "email")
    search_help_text = _("Name, household, home club or e-mail")
    ordering = ("name", "id")
    list_per_page = 50
    add_words = _("Add a person")
    empty_sentence = _("There are no people yet. Add them here, or type their names at a tournament's desk.")
    fieldsets = (
        (None, {"fields": ("club", "name", "family_name", "shown_as")}),
        (_("Details"), {"fields": ("household", "home_club", "born", "email")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Person | None = None) -> tuple[str, ...]:
        return ("club",) if obj else ()

    def save_model(self, request: HttpRequest, obj: Person, form: Form, change: Any) -> None:
        actor, at = f"user:{request.user.pk}", timezone.now()
        if change:
            clubs.change(obj, {name: form.cleaned_data[name] for name in form.changed_data}, actor=actor, at=at)
        else:
            clubs.add_people([obj], actor=actor, at=at)
