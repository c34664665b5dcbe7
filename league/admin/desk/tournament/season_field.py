"""The season in which a tournament counts, as a form field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.models import Club, Season


class SeasonField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A season, or none. It names the clubs of seasons if there are several."""

    names_clubs = False

    def __init__(self) -> None:
        words: dict[str, Any] = {"label": _("Counts in the season"), "empty_label": _("none")}
        super().__init__(queryset=Season.objects.none(), required=False, **words)

    def offer(self, clubs: Sequence[Club]) -> None:
        """Offer the seasons of these clubs, the newest first. If there are none, say so and where to open one."""
        ids = [club.pk for club in clubs]
        self.queryset = Season.objects.filter(club__in=ids).select_related("club").order_by("-id")
        self.names_clubs = len(ids) > 1
        if not self.queryset.exists():
            self.help_text = format_html(
                '{} <a class="tk-link" href="{}">{}</a>',
                gettext("There is no season yet, so the night counts in no league table."),
                reverse("admin:league_season_add"),
                gettext("Open a season"),
            )

    def label_from_instance(self, season: Season) -> str:
        return f"{season.club}: {season}" if self.names_clubs else str(season)
