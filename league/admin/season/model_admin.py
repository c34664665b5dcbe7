"""Seasons and their league tables. Their rows are derived from the log."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import admin
from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from games.kernel import Json
from league.admin import downloads
from league.admin.desk import views as desk_views
from league.admin.desk.opening import NewSeason
from league.admin.desk.season.page import PAGES
from league.admin.formatting import place_plots
from league.admin.formatting.season_scheme import scheme_sentences
from league.admin.formatting.wording import deciding
from league.admin.scope import ReadOnly, clubs_seen, directed_clubs, is_director
from league.admin.season import fairness, league_table, league_table_filters, meetings
from league.admin.site import site
from league.admin.what_if import pages as what_if
from league.domain.season.state import Season as SeasonState
from league.models import Event, FollowerPosition, LeagueTableRow, Person, Season, Tournament
from league.projections import league_tables
from league.projections.followers import LEAGUE_TABLES
from league.projections.league_tables import NoSuchGroup, TableQuery
from league.queries import names as names_of
from league.repository.streams import SEASON, NoSuchStream, reading

READING = ("GET", "HEAD")


@admin.register(Season, site=site)
class SeasonAdmin(ReadOnly):
    """A league table is what the log says; a season is opened here and then only looked at."""

    list_display = ("name", "leader", "people", "club")
    list_filter = (("club", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("club",)
    search_fields = ("name",)
    ordering = ("-id",)
    list_per_page = 50
    add_words = NewSeason.title
    empty_sentence = _("No season yet. Open one here; its league table follows by itself.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Season]:
        return with_leaders(super().get_queryset(request))

    @admin.display(description=_("in the lead"))
    def leader(self, season: Season) -> str:
        return str(vars(season)["leader_shown_as"] or vars(season)["leader_name"] or "–")

    @admin.display(description=_("people"), ordering="ranked")
    def people(self, season: Season) -> int:
        return int(vars(season)["ranked"])

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_director(request)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The form that opens a season."""
        return desk_views.open_new(request, NewSeason, "admin:league_season_change", partial(self._context, request))

    def get_urls(self) -> list[URLPattern]:
        """The pages of a season beside its league table."""
        seen = self.admin_site.admin_view
        own = [
            path("<uuid:id>/fairness/", seen(self.fairness), name="league_season_fairness"),
            path("<uuid:id>/fairness/<str:form>", seen(self.fairness_file), name="league_season_fairness_file"),
            path("<uuid:id>/head-to-head/", seen(self.head_to_head), name="league_season_head_to_head"),
            path("<uuid:id>/head-to-head/<str:form>", seen(self.meetings_file), name="league_season_meetings_file"),
            path("<uuid:id>/places/", seen(self.places), name="league_season_places"),
            path("<uuid:id>/what-if/", seen(self.what_if), name="league_season_what_if"),
            path("person/<uuid:id>/", seen(self.record), name="league_season_person"),
            path("<uuid:id>/desk/", seen(self.desk), name="league_season_desk"),
            path("<uuid:id>/desk/<slug:name>/", seen(self.step), name="league_season_step"),
            path("person/<uuid:id>/<str:table>/<str:form>", seen(self.record_file), name="league_person_file"),
            path("<uuid:id>/<str:form>", seen(self.file), name="league_season_file"),
        ]
        return [*own, *super().get_urls()]

    def fairness(self, request: HttpRequest, id: UUID) -> HttpResponse:
        """What everybody has had in the season, and who has had most of what nobody wants."""
        season = self._row(request, id)
        context = {"title": season.name, "original": season, "season": season, **fairness.page_of(season)}
        return self._page(request, "league/admin/fairness.html", context)

    def fairness_file(self, request: HttpRequest, id: UUID, form: str) -> HttpResponse:
        """The same as a file for a spreadsheet."""
        return fairness.file_of(self._row(request, id), form)

    def head_to_head(self, request: HttpRequest, id: UUID) -> HttpResponse:
        """Who met whom in the season."""
        season = self._row(request, id)
        context = {"title": season.name, "original": season, "season": season, **meetings.matrix(season)}
        return self._page(request, "league/admin/head_to_head.html", context)

    def desk(self, request: HttpRequest, id: UUID) -> HttpResponse:
        """The page from which the season is changed."""
        row = self._row(request, id)
        return desk_views.show(request, PAGES, row, partial(self._context, request, original=row))

    def step(self, request: HttpRequest, id: UUID, name: str) -> HttpResponse:
        """A step at the season's desk."""
        row = self._row(request, id)
        return desk_views.step(request, PAGES, row, name, partial(self._context, request, original=row))

    def _row(self, request: HttpRequest, id: UUID) -> Season:
        season: Season | None = self.get_object(request, str(id))
        if season is None:
            raise Http404
        return season

    def _context(self, request: HttpRequest, **more: Any) -> dict[str, Any]:
        return {**self.admin_site.each_context(request), "opts": self.opts, **more}

    def places(self, request: HttpRequest, id: UUID) -> HttpResponse:
        """Places after each event, as a plot and as a table."""
        season = self._row(request, id)
        context = {
            "title": season.name,
            "original": season,
            "season": season,
            **place_plots.of_season(season, request.GET),
        }
        return self._page(request, "league/admin/season_places.html", context)

    def what_if(self, request: HttpRequest, id: UUID) -> HttpResponse:
        """The league table as it would be if the season added up otherwise, beside what is."""
        if request.method not in READING:
            return HttpResponseNotAllowed(READING)
        season = self._row(request, id)
        return what_if.season_page(request, season, {**self._context(request), "original": season})

    def record(self, request: HttpRequest, id: UUID) -> HttpResponse:
        """What somebody has come to."""
        person = get_object_or_404(Person.objects.filter(club__in=clubs_seen(request)), pk=id)
        return self._page(request, "league/admin/record.html", {"title": str(person), **meetings.record_of(person)})

    def _page(self, request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
        return TemplateResponse(request, template, {**self._context(request), **context})

    def file(self, request: HttpRequest, id: UUID, form: str) -> HttpResponse:
        """The league table as a file for a spreadsheet."""
        return downloads.of_season(self._row(request, id), form, request.GET.dict())

    def meetings_file(self, request: HttpRequest, id: UUID, form: str) -> HttpResponse:
        """Who met whom, as a file."""
        return downloads.of_meetings(self._row(request, id), form)

    def record_file(self, request: HttpRequest, id: UUID, table: str, form: str) -> HttpResponse:
        """What somebody has come to, as a file."""
        person = get_object_or_404(Person.objects.filter(club__in=clubs_seen(request)), pk=id)
        return downloads.of_person(person, table, form)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The season's league table; nothing can be sent to it."""
        if request.method not in READING:
            return HttpResponseNotAllowed(READING)
        season = self.get_object(request, object_id)
        if season is None:
            raise Http404
        directed = directed_clubs(request)
        may_change = directed is None or season.club_id in directed
        told = {"title": season.name, "original": season, "season": season, "may_change": may_change}
        context = {**told, **_read(season, request.GET.dict())}
        return self._page(request, "league/admin/league_table.html", context)


def with_leaders(seasons: QuerySet[Season]) -> QuerySet[Season]:
    """Seasons with how many people are in their tables, and who stands first."""
    first = LeagueTableRow.objects.filter(season=OuterRef("pk")).order_by("order")
    name = Subquery(first.values("person__name")[:1])
    shown_as = Subquery(first.values("person__shown_as")[:1])
    return seasons.annotate(ranked=Count("rows"), leader_name=name, leader_shown_as=shown_as)


def _read(season: Season, told: dict[str, str]) -> dict[str, Any]:
    """What the page shows of the season's stream and of its rows. told: the query, which may ask for a part."""
    wanted = league_table_filters.asked(told)
    try:
        rows = _rows(season, wanted)
        with reading(season.club_id, SEASON, season.pk) as stream:
            state: SeasonState = stream.aggregate.state
            columns = league_table.columns(state, _tournaments(season, state))
            said, chain = scheme_sentences(state.scheme), deciding(["points", *state.scheme.ties])
            filters = league_table_filters.filters(state, [column.date for column in columns], told)
    except NoSuchStream:
        raise Http404 from None
    names = names_of.of_people([UUID(row["person"]) for row in rows])
    find = told.get(league_table_filters.FIND, "")
    shown = league_table.rows(rows, names, columns)
    return {
        "columns": columns,
        "rows": [row for row in shown if league_table_filters.fits(row.name, find)],
        "find": find,
        "chain": chain,
        "filters": filters,
        "query": league_table_filters.query_of(told),
        "is_filtered": wanted != TableQuery() or bool(find),
        "is_part": wanted != TableQuery(),
        "is_of_days": wanted.span is not None,
        "scheme": said,
        "counted_events": sum(column.is_counted for column in columns),
        **_behind(season),
    }


def _rows(season: Season, wanted: TableQuery) -> list[Json]:
    """The rows as they are kept; of a part as the log says. Raises Http404 for a part that is none."""
    if wanted == TableQuery():
        return list(LeagueTableRow.objects.filter(season=season).order_by("order").values_list("data", flat=True))
    try:
        return list(league_tables.table(season, wanted).rows)
    except NoSuchGroup:
        raise Http404 from None


def _tournaments(season: Season, state: SeasonState) -> dict[str, league_table.Tournament]:
    zone = ZoneInfo(state.time_zone)
    wanted = [event.tournament for event in state.events.values() if event.tournament]
    return {
        str(row.pk): league_table.Tournament(
            row.name, row.state, row.starts_at.astimezone(zone).date() if row.starts_at else None
        )
        for row in Tournament.objects.filter(club=season.club_id, pk__in=wanted)
    }


def _behind(season: Season) -> dict[str, Any]:
    """How far the table has read the log, and whether there is more."""
    read = FollowerPosition.objects.filter(club=season.club_id, name=LEAGUE_TABLES).values_list("position", flat=True)
    upto = read.first() or 0
    newest = Event.objects.filter(club=season.club_id).aggregate(newest=Max("position"))["newest"] or 0
    return {"upto": upto, "is_behind": upto < newest, "newest": newest}
