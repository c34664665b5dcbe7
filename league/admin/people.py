"""The people of a club."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminNullBooleanSelectWidget

from league.access.actions import Action
from league.admin.scope import ClubScoped
from league.admin.search import FoldedSearch
from league.admin.site import site
from league.models import Person
from league.services import clubs


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


@admin.register(Person, site=site)
class PersonAdmin(FoldedSearch, ClubScoped):
    """Names and contacts. A person can't move to another club."""

    action = Action.PEOPLE
    form = PersonForm
    list_display = ("name", "home_club", "born", "household", "email", "club")
    list_filter = (("club", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("club",)
    search_fields = ("search_key",)
    search_help_text = _("Name, household, home club or e-mail")
    ordering = ("name", "id")
    list_per_page = 50
    add_words = _("Add a person")
    empty_sentence = _("There are no people yet. Add them here, or type their names at a tournament's desk.")
    fieldsets = (
        (None, {"fields": ("club", "name", "family_name", "shown_as", "public")}),
        (_("Details"), {"fields": ("household", "home_club", "born", "email")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Person | None = None) -> tuple[str, ...]:
        return ("club",) if obj else ()

    def save_model(self, request: HttpRequest, obj: Person, form: forms.Form, change: Any) -> None:
        actor, at = f"user:{request.user.pk}", timezone.now()
        if change:
            clubs.change(obj, {name: form.cleaned_data[name] for name in form.changed_data}, actor=actor, at=at)
        else:
            clubs.add_people([obj], actor=actor, at=at)
