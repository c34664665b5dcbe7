"""Tokens: a director gives programs theirs and revokes them; everybody sees and revokes their own."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminSelectWidget

from league.access.actions import Action
from league.access.roles import USER
from league.admin.scope import ClubScoped
from league.admin.site import site
from league.admin.users import rendered, site_zone
from league.models import ClubToken, PersonalToken, Scope, User
from league.services import tokens
from league.services.tokens import USUAL

VALID_FOR = {"month": USUAL, "year": timedelta(days=365), "ever": None}
MEANINGS = {
    Scope.READ: gettext_lazy("read: sees what staff see"),
    Scope.REPORT: gettext_lazy("report: also sends results, check-ins and calls"),
    Scope.RUN: gettext_lazy("run: also runs rounds and does what a referee may"),
    Scope.DIRECT: gettext_lazy("direct: may do everything that a director may"),
}


class Revocable(ModelAdmin):
    """A list of valid tokens without their secrets, with times in the clubs' zone. To delete one is to revoke it."""

    list_display_links = None

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        with timezone.override(site_zone()):
            return rendered(super().changelist_view(request, extra_context))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """A token has no page of its own: the list says all of it."""
        return HttpResponseRedirect(reverse(f"admin:league_{self.opts.model_name}_changelist"))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(self.has_view_permission(request, obj))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for token in queryset:
            self.delete_model(request, token)


class NewTokenForm(forms.ModelForm[ClubToken]):
    """A token for a program: what it is called, what it may do, and for how long."""

    scope = forms.ChoiceField(
        label=gettext_lazy("It may"),
        choices=lambda: [(scope.value, MEANINGS[scope]) for scope in Scope],
        initial=Scope.READ,
        widget=UnfoldAdminSelectWidget,
    )
    valid_for = forms.ChoiceField(
        label=gettext_lazy("Valid"),
        choices=[
            ("month", gettext_lazy("for 30 days")),
            ("year", gettext_lazy("for a year")),
            ("ever", gettext_lazy("until it is revoked")),
        ],
        widget=UnfoldAdminSelectWidget,
    )

    class Meta:
        model = ClubToken
        fields = ("club", "name", "scope")
        help_texts = {"name": gettext_lazy("What the log calls the program, as “results channel”.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = True


@admin.register(ClubToken, site=site)
class ClubTokenAdmin(Revocable, ClubScoped):
    """The tokens of a club's programs."""

    action = Action.TOKENS
    form = NewTokenForm
    fields = ("club", "name", "scope", "valid_for")
    list_display = ("name", "scope", "created_at", "last_used_at", "expires_at", "club")
    list_select_related = ("club",)
    search_fields = ("name",)
    ordering = ("-created_at",)
    add_words = gettext_lazy("Give a program a token")
    empty_sentence = gettext_lazy("No program has a token. A bot or a script needs one to work for the club.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ClubToken]:
        valid = tokens.valid_of_clubs(timezone.now()).values("pk")
        return super().get_queryset(request).filter(pk__in=valid)

    def save_model(self, request: HttpRequest, obj: ClubToken, form: Any, change: Any) -> None:
        """Makes the token. The form's row gets its id, and the secret for the answer."""
        valid_for, now = VALID_FOR[form.cleaned_data["valid_for"]], timezone.now()
        ends = None if valid_for is None else now + valid_for
        actor = f"{USER}{request.user.pk}"
        made = tokens.make_for_club(obj.club_id, obj.name, Scope(obj.scope), ends, actor=actor, at=now)
        obj.pk, obj._state.adding = made.row.pk, False
        vars(request)["_secret"] = made.secret

    def response_add(self, request: HttpRequest, obj: ClubToken, post_url_continue: str | None = None) -> HttpResponse:
        """The page that shows the secret, once."""
        context = {
            **site.each_context(request),
            "title": _("The token of {name}").format(name=obj.name),
            "original": obj,
            "opts": self.opts,
            "secret": vars(request)["_secret"],
            "back": reverse("admin:league_clubtoken_changelist"),
        }
        answer = TemplateResponse(request, "league/admin/new_token.html", context)
        add_never_cache_headers(answer)
        return answer

    def delete_model(self, request: HttpRequest, obj: ClubToken) -> None:
        tokens.revoke_of_club(obj, actor=f"{USER}{request.user.pk}", at=timezone.now())


@admin.register(PersonalToken, site=site)
class OwnTokenAdmin(Revocable):
    """The caller's own tokens."""

    list_display = ("called", "scope", "created", "last_used_at", "expires")
    ordering = ("-id",)
    empty_sentence = gettext_lazy("You have no tokens. Programs make them through the API, with your password.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[PersonalToken]:
        assert isinstance(request.user, User)
        return tokens.of(request.user, timezone.now()).order_by("-id")

    @admin.display(description=gettext_lazy("name"))
    def called(self, token: PersonalToken) -> str:
        return token.name or _("without a name")

    @admin.display(description=gettext_lazy("created"), ordering="auth__created")
    def created(self, token: PersonalToken) -> Any:
        return token.auth.created

    @admin.display(description=gettext_lazy("expires"), ordering="auth__expiry")
    def expires(self, token: PersonalToken) -> Any:
        return token.auth.expiry

    def has_module_permission(self, request: HttpRequest) -> bool:
        return site.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: PersonalToken | None = None) -> bool:
        return site.has_permission(request) and (obj is None or obj.auth.user_id == request.user.pk)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: PersonalToken) -> None:
        tokens.revoke(obj.auth)
