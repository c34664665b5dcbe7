"""How strong the people of a club are: what the ratings say that follow its log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.admin import downloads as files
from league.admin.formatting.wording import game_name
from league.admin.scope import ReadOnly, clubs_seen, refuse_nul
from league.admin.site import site
from league.domain.ratings import OVERALL
from league.files.spreadsheet import CSV, XLSX
from league.models import Rating

ALL_GAMES = _("All games together")
MOST_CLUBS = 10
"""Of so many clubs the list leads to files; the API has those of all."""


class GameFilter(admin.SimpleListFilter):
    """One ladder at a time: that over all games, unless another is chosen."""

    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The games in which anybody of the caller's clubs is rated."""
        games = model_admin.get_queryset(request).exclude(game=OVERALL).order_by("game")
        return [(slug, game_name(slug)) for slug in games.values_list("game", flat=True).distinct()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Rating]) -> QuerySet[Rating]:
        """The rows of the chosen ladder."""
        return queryset.filter(game=self.value() or OVERALL)

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        """What can be clicked; without a choice the ladder over all games is shown."""
        for choice in super().choices(changelist):
            is_overall = choice["query_string"] == changelist.get_query_string(remove=[self.parameter_name])
            yield {**choice, "display": ALL_GAMES} if is_overall else choice


@admin.register(Rating, site=site)
class RatingAdmin(ReadOnly):
    """The ladders of the caller's clubs."""

    list_display = ("person", "rating", "mean", "deviation", "games", "ladder", "club")
    list_display_links = None
    list_filter = (GameFilter, ("club", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("person", "club")
    search_fields = ("person__name", "person__shown_as")
    search_help_text = _("Name")
    ordering = ("-shown", "person")
    list_per_page = 50
    show_full_result_count = False
    empty_sentence = _("Nobody is rated yet. Ratings move when a round is closed.")

    def get_urls(self) -> list[URLPattern]:
        """The list as a file, beside the usual pages."""
        file = path("<uuid:club>/<str:form>", self.admin_site.admin_view(self.file), name="league_rating_file")
        return [file, *super().get_urls()]

    def file(self, request: HttpRequest, club: UUID, form: str) -> HttpResponse:
        """The ladder of a club as a file."""
        refuse_nul(request)
        if not clubs_seen(request).filter(pk=club).exists():
            raise Http404
        return files.of_ratings(club, request.GET.get("game", OVERALL), form)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The list, with its files: of each club that has ratings in the ladder that is shown."""
        refuse_nul(request)
        game = request.GET.get("game", OVERALL)
        query = f"?{urlencode({'game': game})}" if game else ""
        clubs = clubs_seen(request).filter(pk__in=Rating.objects.filter(game=game).values("club")).order_by("name")
        words = ((XLSX, gettext("{club} as XLSX")), (CSV, gettext("{club} as CSV")))
        downloads = [
            (told.format(club=club.name), reverse("admin:league_rating_file", args=[club.pk, form]) + query)
            for club in clubs[:MOST_CLUBS]
            for form, told in words
        ]
        answer: HttpResponse = super().changelist_view(request, {"downloads": downloads, **(extra_context or {})})
        return answer

    @admin.display(description=_("rating"), ordering="shown")
    def rating(self, rating: Rating) -> str:
        """What the person is almost surely better than."""
        return _two(rating.shown)

    @admin.display(description=_("mean"), ordering="mu")
    def mean(self, rating: Rating) -> str:
        """How strong the person seems."""
        return _two(rating.mu)

    @admin.display(description=_("± deviation"), ordering="sigma")
    def deviation(self, rating: Rating) -> str:
        """How unsure that is."""
        return _two(rating.sigma)

    @admin.display(description=_("in"))
    def ladder(self, rating: Rating) -> str:
        """The game whose ladder it is."""
        return str(ALL_GAMES) if rating.game == OVERALL else game_name(rating.game)


def _two(number: float) -> str:
    return f"{number:.2f}".replace("-", "−")
