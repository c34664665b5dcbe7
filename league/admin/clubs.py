"""Clubs and their members."""

from __future__ import annotations

import zoneinfo
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db.models import Count, Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from league.access.actions import Action
from league.admin.scope import ClubScoped, is_superuser
from league.admin.site import site
from league.models import Club, Membership, Role, User
from league.services import clubs, members


class MemberForm(forms.ModelForm[Membership]):
    """A member by user name. Any name can be invited, so the form does not tell which ones have an account."""

    user = forms.CharField(
        label=_("User name"),
        max_length=150,
        widget=UnfoldAdminTextInputWidget({"autocomplete": "off", "autocapitalize": "none"}),
    )

    class Meta:
        model = Membership
        fields = ("role",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance._state.adding:
            self.initial["user"] = self.instance.username
            self.fields["user"].disabled = True

    def clean_user(self) -> str:
        name: str = self.cleaned_data["user"]
        if self.instance._state.adding:
            UnicodeUsernameValidator()(name)
        return name

    @property
    def is_removed(self) -> bool:
        """Whether the member is to be removed."""
        return bool(self.cleaned_data.get("DELETE"))

    @property
    def directs(self) -> bool:
        """Whether the member is a director once the form is saved; somebody who is invited is not yet."""
        return self.cleaned_data.get("role") == Role.DIRECTOR and bool(self.instance.user_id) and not self.is_removed


class MemberFormSet(forms.BaseInlineFormSet[Membership, Club, MemberForm]):
    """The members of a club, each once, at least one of them a director."""

    new_objects: list[Any]
    changed_objects: list[Any]
    deleted_objects: list[Any]

    def clean(self) -> None:
        super().clean()
        forms_left = [form for form in self.forms if hasattr(form, "cleaned_data")]
        names = Counter(form.cleaned_data.get("user") for form in forms_left)
        if twice := [name for name, count in names.items() if name and count > 1]:
            template = gettext("{name} is a member already.")
            raise forms.ValidationError(template.format(name=twice[0]), code="duplicate")
        leaving = [form.instance.pk for form in forms_left if not form.directs]
        Club.objects.select_for_update().get(pk=self.instance.pk)
        directors = Membership.objects.filter(club=self.instance, role=Role.DIRECTOR, user__isnull=False)
        if not directors.exclude(pk__in=leaving).exists() and not any(form.directs for form in forms_left):
            raise forms.ValidationError(_("A club needs at least one director."), code="last_director")

    def apply(self, by: User, at: datetime) -> None:
        """Add, change and remove members; first those who become directors, as there is always one."""
        self.new_objects, self.changed_objects, self.deleted_objects = [], [], []
        actor = f"user:{by.pk}"
        for form in sorted(self.forms, key=lambda form: not form.directs):
            member, role = form.instance, Role(form.cleaned_data.get("role") or Role.MEMBER)
            if member._state.adding:
                if form.has_changed() and not form.is_removed:
                    members.add(
                        self.instance,
                        form.cleaned_data["user"],
                        role,
                        None,
                        actor=actor,
                        at=at,
                        sees_accounts=by.is_superuser,
                    )
            elif form.is_removed:
                members.remove(member, actor=actor, at=at)
            elif form.has_changed():
                members.change_role(self.instance, member.username, role, actor=actor, at=at)


class MemberInline(TabularInline):
    """The members in a club's form; who may change the club may change them."""

    model = Membership
    form = MemberForm
    fields = ("user", "role")
    formset = MemberFormSet
    extra = 0
    hide_title = True
    verbose_name = _("member")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        members: QuerySet[Membership] = super().get_queryset(request).select_related("user")
        return members

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        """The formset, with the role as the only field of the model: a name is no user yet."""
        return super().get_formset(request, obj, fields=("role",), **kwargs)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True

    has_add_permission = has_change_permission = has_delete_permission = has_view_permission


def _zones() -> list[tuple[str, str]]:
    return [(zone, zone.replace("_", " ")) for zone in sorted(zoneinfo.available_timezones())]


def _languages(current: str) -> list[tuple[str, Any]]:
    """The languages into which the texts are translated, and the one that the club has, which may be none of them."""
    offered = list(settings.LANGUAGES)
    names = dict(settings.KNOWN_LANGUAGES)
    if current in dict(offered):
        return offered
    return [*offered, (current, gettext("{language}: not translated yet").format(language=names[current]))]


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
        fields = ("name", "slug", "time_zone", "language", "wifi_name", "wifi_password")
        help_texts = {
            "slug": _("The club's page is at /c/ and this word. Earlier addresses lead there too. Empty: as the name."),
            "wifi_name": _("The screen in the hall can show a QR code with which guests join. Empty: there is none."),
            "wifi_password": _("Empty: the wifi is open to everybody."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"] = forms.ChoiceField(
            choices=_languages(self.instance.language),
            label=_("Language"),
            widget=UnfoldAdminSelectWidget,
            help_text=_("Of the club’s papers. Pages are in the language of each reader’s browser."),
        )


@admin.register(Club, site=site)
class ClubAdmin(ClubScoped):
    """Clubs with their members. Only superusers create clubs."""

    action = Action.CLUB
    club_path = "pk"
    form = ClubForm
    list_display = ("name", "time_zone", "member_count", "people")
    search_fields = ("name",)
    empty_sentence = _("There is no club yet.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        counted = {"member_count": Count("memberships", distinct=True), "person_count": Count("people", distinct=True)}
        found: QuerySet[Club] = super().get_queryset(request).annotate(**counted)
        return found

    @admin.display(description=_("members"), ordering="member_count")
    def member_count(self, club: Club) -> int:
        return int(vars(club)["member_count"])

    @admin.display(description=_("people"), ordering="person_count")
    def people(self, club: Club) -> int:
        return int(vars(club)["person_count"])

    def view_on_site(self, club: Club) -> str:
        """The public page of the club, whatever a refused form says of its address."""
        return reverse("web:club", args=[Club.objects.values_list("slug", flat=True).get(pk=club.pk)])

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_superuser(request)

    def get_inlines(self, request: HttpRequest, obj: Club | None) -> Sequence[type[MemberInline]]:
        """Without members for a new club, whose only member is its director."""
        return (MemberInline,) if obj else ()

    def save_model(self, request: HttpRequest, obj: Club, form: Any, change: Any) -> None:
        """Whoever creates a club becomes its director."""
        assert isinstance(request.user, User)
        if change:
            changes = {name: form.cleaned_data[name] for name in form.changed_data}
            clubs.change(obj, changes, actor=f"user:{request.user.pk}", at=timezone.now())
        else:
            clubs.make_club({"id": obj.pk, **form.cleaned_data}, request.user, at=timezone.now())
            obj.refresh_from_db()

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: Any) -> None:
        assert isinstance(request.user, User)
        formset.apply(request.user, timezone.now())
