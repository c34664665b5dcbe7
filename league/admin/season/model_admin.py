"""Seasons in the admin: the list, and the pages of each. Their rows are derived from the log."""

from __future__ import annotations

from uuid import UUID

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from league.admin import downloads
from league.admin.desk import views as desk_views
from league.admin.desk.opening import NewSeason
from league.admin.desk.season.page import PAGES
from league.admin.formatting import place_plots
from league.admin.person import page as person_page
from league.admin.row_pages import Page, RowPages
from league.admin.scope import clubs_seen
from league.admin.season import fairness, head_to_head, main_page
from league.admin.site import site
from league.admin.what_if import pages as what_if
from league.models import LeagueTableRow, Person, Season


@admin.register(Season, site=site)
class SeasonAdmin(RowPages):
    """Seasons are opened by a form and changed from their desks."""

    list_display = ("name", "leader", "people", "club")
    list_filter = (("club", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("club",)
    search_fields = ("name",)
    ordering = ("-id",)
    list_per_page = 50
    add_words = NewSeason.title
    new_form, page_of_new = NewSeason, "admin:league_season_change"
    empty_sentence = _("No season yet. Open one here; its league table is calculated automatically.")
    main_page = main_page.page
    desk = PAGES
    desk_pages = (
        Page("desk/", "league_season_desk", desk_views.show),
        Page("desk/<slug:name>/", "league_season_step", desk_views.step),
    )
    pages = (
        Page("fairness/", "league_season_fairness", fairness.page),
        Page("head-to-head/", "league_season_head_to_head", head_to_head.page),
        Page("places/", "league_season_places", place_plots.season_page),
        Page("what-if/", "league_season_what_if", what_if.season_page),
    )
    files = (
        Page("fairness/<str:form>", "league_season_fairness_file", downloads.fairness),
        Page("head-to-head/<str:form>", "league_season_meetings_file", downloads.head_to_head),
        Page("<str:form>", "league_season_file", downloads.league_table),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Season]:
        return with_leaders(super().get_queryset(request))

    @admin.display(description=_("in the lead"))
    def leader(self, season: Season) -> str:
        return str(vars(season)["leader_shown_as"] or vars(season)["leader_name"] or "–")

    @admin.display(description=_("people"), ordering="ranked")
    def people(self, season: Season) -> int:
        return int(vars(season)["ranked"])

    def get_urls(self) -> list[URLPattern]:
        """The pages of a season, and those of a person's record, which may span seasons."""
        seen = self.admin_site.admin_view
        people = [
            path("person/<uuid:id>/", seen(self.record), name="league_season_person"),
            path("person/<uuid:id>/<str:table>/<str:form>", seen(self.record_file), name="league_person_file"),
        ]
        return [*people, *super().get_urls()]

    def record(self, request: HttpRequest, id: UUID) -> HttpResponse:
        context = self.site_context(request) | {"opts": Person._meta}
        return person_page.page(request, _person(request, id), context)

    def record_file(self, request: HttpRequest, id: UUID, table: str, form: str) -> HttpResponse:
        return downloads.record(request, _person(request, id), table, form)


def _person(request: HttpRequest, id: UUID) -> Person:
    return get_object_or_404(Person.objects.filter(club__in=clubs_seen(request)), pk=id)


def with_leaders(seasons: QuerySet[Season]) -> QuerySet[Season]:
    """Seasons with the number of people in their tables and the name of the leader."""
    first = LeagueTableRow.objects.filter(season=OuterRef("pk")).order_by("order")
    name = Subquery(first.values("person__name")[:1])
    shown_as = Subquery(first.values("person__shown_as")[:1])
    return seasons.annotate(ranked=Count("rows"), leader_name=name, leader_shown_as=shown_as)
