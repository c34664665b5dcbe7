"""The admin's sidebar."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access.actions import Action
from league.admin.scope import is_superuser, may


def sidebar(request: HttpRequest) -> list[dict[str, Any]]:
    """Groups of links in Unfold's format, those that the caller may follow."""
    is_person = request.path.startswith(f"{reverse('admin:league_season_changelist')}person/")
    sees_people = may(request, Action.PEOPLE)
    groups = [
        _group(
            _("Club night"),
            _item(_("Overview"), "space_dashboard", "admin:index") | {"active": request.path == reverse("admin:index")},
            _item(_("Tournaments"), "emoji_events", "admin:league_tournament_changelist"),
            _item(_("League tables"), "leaderboard", "admin:league_season_changelist")
            | ({"active": False} if is_person and sees_people else {}),
            _item(_("Ratings"), "trending_up", "admin:league_rating_changelist"),
        ),
    ]
    club = [
        _item(_("People"), "group", "admin:league_person_changelist") | ({"active": True} if is_person else {})
        if sees_people
        else None,
        _item(_("Clubs and members"), "groups", "admin:league_club_changelist") if may(request, Action.CLUB) else None,
        _item(_("Programs"), "smart_toy", "admin:league_clubtoken_changelist") if may(request, Action.TOKENS) else None,
        _item(_("Webhooks"), "webhook", "admin:league_webhook_changelist") if may(request, Action.WEBHOOKS) else None,
    ]
    if any(club):
        groups.append(_group(_("Club"), *filter(None, club)))
    groups.append(_group(_("History"), _item(_("What happened"), "history", "admin:log")))
    groups.append(_group(_("Account"), _item(_("My tokens"), "key", "admin:league_personaltoken_changelist")))
    if is_superuser(request):
        users = _item(_("Users"), "badge", "admin:league_user_changelist")
        tokens = _item(_("Tokens"), "key", "admin:knox_authtoken_changelist")
        groups.append(_group(_("Site"), users, tokens, _item(_("What runs"), "smart_toy", "admin:what_runs")))
    return groups


def _group(title: str, *items: dict[str, Any]) -> dict[str, Any]:
    return {"title": title, "items": list(items)}


def _item(title: str, icon: str, view: str) -> dict[str, Any]:
    return {"title": title, "icon": icon, "link": reverse(view)}
