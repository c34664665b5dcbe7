"""Clubs and their members."""

from __future__ import annotations

import zoneinfo
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from league.access.actions import Action
from league.admin.scope import ClubScoped, is_superuser
from league.admin.site import site
from league.models import Club, Membership, Role, User
from league.services import clubs


class MemberForm(forms.ModelForm[Membership]):
    """A member by user name, so that the form doesn't list other clubs' users."""

    user = forms.ModelChoiceField(
        User.objects.all(),
        to_field_name="username",
        label=_("User name"),
        widget=UnfoldAdminTextInputWidget({"autocomplete": "off", "autocapitalize": "none"}),
        error_messages={"invalid_choice": _("There is no user with that name.")},
    )

    class Meta:
        model = Membership
        fields = ("user", "role")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance._state.adding:
            self.initial["user"] = self.instance.user.username
            self.fields["user"].disabled = True


class MemberFormSet(forms.BaseInlineFormSet[Membership, Club, MemberForm]):
    """The members of a club, at least one of them a director."""

    def clean(self) -> None:
        super().clean()
        forms_left = [form for form in self.forms if hasattr(form, "cleaned_data")]
        leaving = [form.instance.pk for form in forms_left if not _directs(form)]
        Club.objects.select_for_update().get(pk=self.instance.pk)
        stay = Membership.objects.filter(club=self.instance, role=Role.DIRECTOR).exclude(pk__in=leaving)
        if not stay.exists() and not any(map(_directs, forms_left)):
            raise forms.ValidationError(_("A club needs at least one director."), code="last_director")


def _directs(form: MemberForm) -> bool:
    """Whether the member is a director once the form is saved."""
    return form.cleaned_data.get("role") == Role.DIRECTOR and not form.cleaned_data.get("DELETE")


class MemberInline(TabularInline):
    """The members in a club's form; who may change the club may change them."""

    model = Membership
    form = MemberForm
    formset = MemberFormSet
    extra = 0
    hide_title = True
    verbose_name = _("member")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        members: QuerySet[Membership] = super().get_queryset(request).select_related("user")
        return members

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True

    has_add_permission = has_change_permission = has_delete_permission = has_view_permission


def _zones() -> list[tuple[str, str]]:
    return [(zone, zone.replace("_", " ")) for zone in sorted(zoneinfo.available_timezones())]


class ClubForm(forms.ModelForm[Club]):
    """A club, with its time zone from a list."""

    time_zone = forms.ChoiceField(
        choices=_zones,
        label=_("Time zone"),
        initial=Club._meta.get_field("time_zone").default,
        widget=UnfoldAdminSelectWidget,
        help_text=_("The club's pages and its log show times in this zone."),
    )

    class Meta:
        model = Club
        fields = ("name", "time_zone", "language")


@admin.register(Club, site=site)
class ClubAdmin(ClubScoped):
    """Clubs with their members. Only superusers create clubs."""

    action = Action.CLUB
    club_path = "pk"
    form = ClubForm
    list_display = ("name", "time_zone", "language", "members", "people")
    search_fields = ("name",)
    empty_sentence = _("There is no club yet.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        counted = {"member_count": Count("memberships", distinct=True), "person_count": Count("people", distinct=True)}
        found: QuerySet[Club] = super().get_queryset(request).annotate(**counted)
        return found

    @admin.display(description=_("members"), ordering="member_count")
    def members(self, club: Club) -> int:
        return int(vars(club)["member_count"])

    @admin.display(description=_("people"), ordering="person_count")
    def people(self, club: Club) -> int:
        return int(vars(club)["person_count"])

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_superuser(request)

    def get_inlines(self, request: HttpRequest, obj: Club | None) -> Sequence[type[MemberInline]]:
        """Without members for a new club, whose only member is its director."""
        return (MemberInline,) if obj else ()

    def save_model(self, request: HttpRequest, obj: Club, form: Any, change: Any) -> None:
        """Whoever creates a club becomes its director."""
        if change:
            clubs.change(obj, {name: form.cleaned_data[name] for name in form.changed_data})
        elif isinstance(request.user, User):
            clubs.make_club({"id": obj.pk, **form.cleaned_data}, request.user)
            obj.refresh_from_db()
