"""Tournaments in the admin: the list, and the pages of each. Their rows are derived from the log."""

from __future__ import annotations

from django.contrib import admin
from django.core.exceptions import BadRequest, ValidationError
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display

from league.access.actions import Action
from league.admin import downloads
from league.admin.desk import views as desk_views
from league.admin.desk.opening import NewTournament
from league.admin.desk.tournament import printing
from league.admin.desk.tournament.page import PAGES
from league.admin.formatting import place_plots
from league.admin.row_pages import Page, RowPages
from league.admin.scope import may
from league.admin.site import site
from league.admin.tournament import deleting, explanations, forecast, main_page, personal_link, redraw
from league.admin.what_if import pages as what_if
from league.models import Tournament
from league.queries import dates
from league.queries.wording import game_name, state_name


@admin.register(Tournament, site=site)
class TournamentAdmin(RowPages):
    """Tournaments are opened by a form and run from their desks."""

    list_display = ("name", "state_label", "game_label", "entry_count", "round_count", "starts", "club")
    list_filter = (("club", admin.RelatedOnlyFieldListFilter), "state")
    list_select_related = ("club",)
    search_fields = ("name",)
    ordering = ("-id",)
    list_per_page = 50
    add_words = NewTournament.title
    new_form, page_of_new = NewTournament, "admin:league_tournament_desk"
    empty_sentence = _("No tournament yet. Open one here.")
    main_page = main_page.page
    desk = PAGES
    desk_pages = (
        Page("desk/", "league_tournament_desk", desk_views.show),
        *(Page(f"desk/{tab}/", f"league_tournament_{tab}", desk_views.show, {"tab": tab}) for tab in PAGES.tabs if tab),
        Page("desk/<slug:name>/", "league_tournament_step", desk_views.step),
        Page("desk/<slug:name>/<uuid:about>/", "league_tournament_step", desk_views.step),
    )
    pages = (
        Page("why/<uuid:entry>/", "league_tournament_why_place", explanations.page, {"number": None}),
        Page("why/<uuid:entry>/<int:number>/", "league_tournament_why_seat", explanations.page),
        Page("redraw/<int:number>/", "league_redraw", redraw.page),
        Page("link/<uuid:entry>/", "league_tournament_personal_link", personal_link.page),
        Page("needs/", "league_tournament_needs", forecast.page),
        Page("places/", "league_tournament_places", place_plots.tournament_page),
        Page("what-if/", "league_tournament_what_if", what_if.tournament_page),
    )
    files = (
        Page("standings/<str:form>", "league_tournament_standings_file", downloads.standings),
        Page("print/<slug:what>.pdf", "league_tournament_print", printing.pdf),
        Page("entries/<str:form>", "league_tournament_entries_file", downloads.entries),
    )

    def get_urls(self) -> list[URLPattern]:
        own = path("tables/", self.admin_site.admin_view(desk_views.tables), name="league_tournament_tables")
        return [own, *super().get_urls()]

    actions = ("delete_unplayed",)

    @action(description=_("Delete if nothing was seated"), permissions=["delete_unplayed"])
    def delete_unplayed(self, request: HttpRequest, chosen: QuerySet[Tournament]) -> HttpResponse | None:
        return deleting.delete(self, request, chosen)

    def has_delete_unplayed_permission(self, request: HttpRequest) -> bool:
        return may(request, Action.TOURNAMENTS)

    def response_action(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> HttpResponse | None:
        """An action on the chosen rows. Raises BadRequest for an id that is none."""
        try:
            answer: HttpResponse | None = super().response_action(request, queryset)
        except ValidationError:
            raise BadRequest from None
        return answer

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
        """The start in the club's time zone."""
        at = tournament.starts_at
        return dates.listed(dates.local(at, tournament.club.time_zone)) if at else "–"

    @admin.display(description=_("game"), ordering="game")
    def game_label(self, tournament: Tournament) -> str:
        return game_name(tournament.game)

    @admin.display(description=_("entries"), ordering="entered")
    def entry_count(self, tournament: Tournament) -> int:
        return int(vars(tournament)["entered"])

    @admin.display(description=_("rounds"), ordering="seated")
    def round_count(self, tournament: Tournament) -> int:
        return int(vars(tournament)["seated"])
