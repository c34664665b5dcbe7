"""Tournaments: a list, and a page of each with standings and rounds. Derived from the log, so never written here."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from league import names as names_of
from league.admin import standings
from league.admin.scope import ReadOnly
from league.admin.site import site
from league.admin.wording import game_name, state_name
from league.models import Tournament
from league.streams import TOURNAMENT, NoSuchStream, reading

READING = ("GET", "HEAD")


@admin.register(Tournament, site=site)
class TournamentAdmin(ReadOnly):
    """Read-only: a tournament is what its log says."""

    list_display = ("name", "state_label", "game_label", "entry_count", "round_count", "starts", "club")
    list_filter = (("club", admin.RelatedOnlyFieldListFilter), "state")
    list_select_related = ("club",)
    search_fields = ("name",)
    ordering = ("-id",)
    list_per_page = 50
    empty_sentence = _("No tournament yet. The first one appears here as soon as it is created by the API.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tournament]:
        counted = {"entered": Count("entries", distinct=True), "seated": Count("rounds", distinct=True)}
        found: QuerySet[Tournament] = super().get_queryset(request).annotate(**counted)
        return found

    @display(
        description=_("state"),
        ordering="state",
        label={"open": "info", "running": "success", "closed": "primary", "cancelled": "danger"},
    )
    def state_label(self, tournament: Tournament) -> tuple[str, str]:
        return tournament.state, state_name(tournament.state)

    @admin.display(description=_("starts at"), ordering="starts_at")
    def starts(self, tournament: Tournament) -> str:
        """In the club's own time."""
        at = tournament.starts_at
        return f"{at.astimezone(ZoneInfo(tournament.club.time_zone)):%Y-%m-%d %H:%M}" if at else "–"

    @admin.display(description=_("game"), ordering="game")
    def game_label(self, tournament: Tournament) -> str:
        return game_name(tournament.game)

    @admin.display(description=_("entries"), ordering="entered")
    def entry_count(self, tournament: Tournament) -> int:
        return int(vars(tournament)["entered"])

    @admin.display(description=_("rounds"), ordering="seated")
    def round_count(self, tournament: Tournament) -> int:
        return int(vars(tournament)["seated"])

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The tournament's page; nothing can be sent to it."""
        if request.method not in READING:
            return HttpResponseNotAllowed(READING)
        tournament = self.get_object(request, object_id)
        if tournament is None:
            raise Http404
        context = {
            **self.admin_site.each_context(request),
            "title": tournament.name,
            "opts": self.opts,
            "original": tournament,
            "tournament": tournament,
            **_read(tournament),
        }
        return TemplateResponse(request, "league/admin/tournament.html", context)


def _read(tournament: Tournament) -> dict[str, Any]:
    """What the page shows of the tournament's stream."""
    names = names_of.of_entries(tournament.pk)
    try:
        with reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
            folded = stream.aggregate.state
            page = standings.page(folded, names)
            settings, seed_hash = folded.settings, folded.seed_hash
    except NoSuchStream:
        raise Http404 from None
    return {
        "page": page,
        "settings": settings,
        "seed_hash": seed_hash,
        "short_hash": seed_hash[:12],
        "entry_count": len(names),
        "seasons": list(tournament.seasons.all()),
        "game": game_name(settings.game),
        "state_name": state_name(tournament.state),
    }
