"""The search of a list of rows that have search keys."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from league.domain.values.names import search_key

LONGEST_SEARCH = 200


class FoldedSearch(ModelAdmin):
    """Finds names without case and accents. Its `search_fields` are search keys."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The rows with all words of the text."""
        found: tuple[QuerySet[Any], bool] = super().get_search_results(
            request, queryset, search_key(search_term[:LONGEST_SEARCH])
        )
        return found
