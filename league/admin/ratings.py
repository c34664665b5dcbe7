"""The ratings of a club's people, and their files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.admin import downloads
from league.admin.filters import query_string
from league.admin.scope import ReadOnly, clubs_seen, refuse_nul
from league.admin.search import FoldedSearch
from league.admin.site import site
from league.domain.ratings import OVERALL
from league.files.spreadsheet import CSV, XLSX
from league.models import Rating
from league.queries import wording
from league.queries.wording import game_name

ALL_GAMES = _("All games together")
MOST_CLUBS = 10
"""The list links to the files of at most so many clubs; the API has all of them."""


class GameFilter(admin.SimpleListFilter):
    """The ratings in one game; by default those over all games."""

    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The games with ratings in the caller's clubs."""
        games = model_admin.get_queryset(request).exclude(game=OVERALL).order_by("game")
        return [(slug, game_name(slug)) for slug in games.values_list("game", flat=True).distinct()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Rating]) -> QuerySet[Rating]:
        return queryset.filter(game=self.value() or OVERALL)

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        """The games; the first choice, without a parameter, is all games together."""
        for choice in super().choices(changelist):
            is_overall = choice["query_string"] == changelist.get_query_string(remove=[self.parameter_name])
            yield {**choice, "display": ALL_GAMES} if is_overall else choice


@admin.register(Rating, site=site)
class RatingAdmin(FoldedSearch, ReadOnly):
    """The ratings in the caller's clubs."""

    list_display = ("person", "rating", "mean", "deviation", "games", "ladder", "club")
    list_display_links = ("person",)
    list_before_template = "league/admin/rating_meaning.html"
    list_filter = (GameFilter, ("club", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("person", "club")
    search_fields = ("person__public_key",)
    search_help_text = _("Name")
    ordering = ("-shown", "person")
    list_per_page = 50
    show_full_result_count = False
    empty_sentence = _("Nobody has a rating yet. Ratings change when a round is closed.")

    def get_urls(self) -> list[URLPattern]:
        file = path("<uuid:club>/<str:form>", self.admin_site.admin_view(self.file), name="league_rating_file")
        return [file, *super().get_urls()]

    def file(self, request: HttpRequest, club: UUID, form: str) -> HttpResponse:
        refuse_nul(request)
        row = get_object_or_404(clubs_seen(request), pk=club)
        return downloads.ratings(row, request.GET.get("game", OVERALL), form)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The list, with links to files of the clubs that have ratings in the game."""
        refuse_nul(request)
        game = request.GET.get("game", OVERALL)
        clubs = clubs_seen(request).filter(pk__in=Rating.objects.filter(game=game).values("club")).order_by("name")
        labels = ((XLSX, gettext("{club} as XLSX")), (CSV, gettext("{club} as CSV")))
        links = [
            (
                label.format(club=club.name),
                reverse("admin:league_rating_file", args=[club.pk, form]) + query_string(game=game),
            )
            for club in clubs[:MOST_CLUBS]
            for form, label in labels
        ]
        more = {"downloads": links, "meaning": wording.RATING_MEANING, **(extra_context or {})}
        answer: HttpResponse = super().changelist_view(request, more)
        return answer

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The page of the person, with all their ratings. Raises Http404; PermissionDenied for a change."""
        found = self.get_object(request, object_id)
        if found is None:
            raise Http404
        if request.method == "POST":
            raise PermissionDenied
        return HttpResponseRedirect(reverse("admin:league_season_person", args=[found.person_id]))

    @admin.display(description=_("rating (safe estimate)"), ordering="shown")
    def rating(self, rating: Rating) -> str:
        """The strength that the person almost certainly exceeds."""
        return str(wording.rating(rating.shown))

    @admin.display(description=_("estimate"), ordering="mu")
    def mean(self, rating: Rating) -> str:
        return str(wording.rating(rating.mu))

    @admin.display(description=_("uncertainty"), ordering="sigma")
    def deviation(self, rating: Rating) -> str:
        """The standard deviation of the estimate."""
        return str(wording.rating_uncertainty(rating.sigma))

    @admin.display(description=_("game"))
    def ladder(self, rating: Rating) -> str:
        return str(ALL_GAMES) if rating.game == OVERALL else game_name(rating.game)
