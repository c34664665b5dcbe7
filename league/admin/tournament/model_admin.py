"""Tournaments: a list, a page of each with standings and rounds, and its desk. Their rows are derived from the log."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from league.admin import downloads
from league.admin.desk import views as desk_views
from league.admin.desk.opening import NewTournament
from league.admin.desk.tournament.page import PAGES
from league.admin.formatting import place_plots, stages
from league.admin.formatting.wording import deciding, game_name, state_name
from league.admin.scope import ReadOnly, is_director
from league.admin.site import site
from league.admin.tournament import explanations, forecast, redraw, standings, standings_filters
from league.admin.what_if import pages as what_if
from league.models import Tournament
from league.queries import names as names_of
from league.repository.streams import TOURNAMENT, NoSuchStream, reading

READING = ("GET", "HEAD")


@admin.register(Tournament, site=site)
class TournamentAdmin(ReadOnly):
    """A tournament is what its log says: it is opened and run by commands, from its desk."""

    list_display = ("name", "state_label", "game_label", "entry_count", "round_count", "starts", "club")
    list_filter = (("club", admin.RelatedOnlyFieldListFilter), "state")
    list_select_related = ("club",)
    search_fields = ("name",)
    ordering = ("-id",)
    list_per_page = 50
    add_words = NewTournament.title
    empty_sentence = _("No tournament yet. Open one here.")

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

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_director(request)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The form that opens a tournament."""
        return desk_views.open_new(
            request, NewTournament, "admin:league_tournament_desk", partial(self._context, request)
        )

    def get_urls(self) -> list[URLPattern]:
        """The desk and its steps, besides the usual pages."""
        desk = [
            path("<uuid:id>/desk/", self.admin_site.admin_view(self.desk), name="league_tournament_desk"),
            path("<uuid:id>/desk/<slug:name>/", self.admin_site.admin_view(self.step), name="league_tournament_step"),
            path(
                "<uuid:id>/desk/<slug:name>/<uuid:about>/",
                self.admin_site.admin_view(self.step),
                name="league_tournament_step",
            ),
        ]
        why_pages = [
            path(
                "<uuid:id>/why/<uuid:entry>/", self.admin_site.admin_view(self.why), name="league_tournament_why_place"
            ),
            path(
                "<uuid:id>/why/<uuid:entry>/<int:number>/",
                self.admin_site.admin_view(self.why),
                name="league_tournament_why_seat",
            ),
        ]
        redraw = path("<uuid:id>/redraw/<int:number>/", self.admin_site.admin_view(self.redraw), name="league_redraw")
        seen = self.admin_site.admin_view
        tables = [
            path("<uuid:id>/needs/", seen(self.needs), name="league_tournament_needs"),
            path("<uuid:id>/places/", seen(self.places), name="league_tournament_places"),
            path("<uuid:id>/what-if/", seen(self.what_if), name="league_tournament_what_if"),
            path("<uuid:id>/standings/<str:form>", seen(self.standings_file), name="league_tournament_standings_file"),
            path("<uuid:id>/entries/<str:form>", seen(self.entries_file), name="league_tournament_entries_file"),
        ]
        return [*desk, *why_pages, redraw, *tables, *super().get_urls()]

    def desk(self, request: HttpRequest, id: UUID) -> HttpResponse:
        """The page from which the night is run."""
        row = self._row(request, id)
        return desk_views.show(request, PAGES, row, partial(self._context, request, original=row, title=row.name))

    def step(self, request: HttpRequest, id: UUID, name: str, about: UUID | None = None) -> HttpResponse:
        """A step at the desk."""
        row = self._row(request, id)
        return desk_views.step(request, PAGES, row, name, partial(self._context, request, original=row), about)

    def why(self, request: HttpRequest, id: UUID, entry: UUID, number: int | None = None) -> HttpResponse:
        """Why an entry has its seat in a round, or its place."""
        if request.method not in READING:
            return HttpResponseNotAllowed(READING)
        row = self._row(request, id)
        return explanations.page(request, row, entry, number, {**self._context(request), "original": row})

    def redraw(self, request: HttpRequest, id: UUID, number: int) -> HttpResponse:
        """Whether a round is seated as its draw comes out."""
        if request.method not in READING:
            return HttpResponseNotAllowed(READING)
        row = self._row(request, id)
        return redraw.page(request, row, number, {**self._context(request), "original": row})

    def needs(self, request: HttpRequest, id: UUID) -> HttpResponse:
        """What somebody needs in the round that goes on."""
        if request.method not in READING:
            return HttpResponseNotAllowed(READING)
        row = self._row(request, id)
        return forecast.page(request, row, {**self._context(request), "original": row})

    def places(self, request: HttpRequest, id: UUID) -> HttpResponse:
        """Places after each round, as a plot and as a table."""
        row = self._row(request, id)
        told = {"original": row, "tournament": row, "title": row.name, **place_plots.of_tournament(row, request.GET)}
        return TemplateResponse(request, "league/admin/tournament_places.html", {**self._context(request), **told})

    def standings_file(self, request: HttpRequest, id: UUID, form: str) -> HttpResponse:
        """The standings as a file."""
        row, told = self._row(request, id), standings_filters.told(request.GET.dict())
        return downloads.of_standings(row, form, told.after_round)

    def entries_file(self, request: HttpRequest, id: UUID, form: str) -> HttpResponse:
        """The entries as a file."""
        return downloads.of_entries(self._row(request, id), form)

    def what_if(self, request: HttpRequest, id: UUID) -> HttpResponse:
        """The standings under other points or another chain, beside what is."""
        if request.method not in READING:
            return HttpResponseNotAllowed(READING)
        row = self._row(request, id)
        return what_if.tournament_page(request, row, {**self._context(request), "original": row})

    def _row(self, request: HttpRequest, id: UUID) -> Tournament:
        row = self.get_queryset(request).select_related("club").filter(pk=id).first()
        if row is None:
            raise Http404
        return row

    def _context(self, request: HttpRequest, **more: Any) -> dict[str, Any]:
        return {**self.admin_site.each_context(request), "opts": self.opts, **more}

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
            **self._context(request),
            "title": tournament.name,
            "original": tournament,
            "tournament": tournament,
            **_read(tournament, standings_filters.told(request.GET.dict())),
        }
        return TemplateResponse(request, "league/admin/tournament.html", context)


def _read(tournament: Tournament, told: standings_filters.Told) -> dict[str, Any]:
    """What the page shows of the tournament's stream. Raises Http404 for a round that has not begun."""
    names = names_of.of_entries(tournament.pk)
    try:
        with reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
            folded = stream.aggregate.state
            page = standings.page(folded, standings.rows_of(stream, told), names, told)
            begun = stages.stage_sentences(folded, names)
            filters = standings_filters.filters(folded, told)
            settings, seed_hash = folded.settings, folded.seed_hash
    except NoSuchStream:
        raise Http404 from None
    return {
        "page": page,
        "filters": filters,
        "kept": [("entry", told.entry)] if told.entry else [],
        "query": told.query,
        "file_query": told.file_query,
        "find": told.find,
        "is_filtered": bool(told.query),
        "chain": deciding(standings_filters.deciding_in(folded)),
        "stages": begun,
        "settings": settings,
        "seed_hash": seed_hash,
        "short_hash": seed_hash[:12],
        "entry_count": len(names),
        "seasons": list(tournament.seasons.all()),
        "game": game_name(settings.game),
        "state_name": state_name(tournament.state),
    }
