"""The Django app of clubs, their log and what is derived from it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeagueConfig(AppConfig):
    """Clubs, people, tournaments, seasons."""

    name = "league"
    verbose_name = _("Club")
    default_auto_field = "django.db.models.BigAutoField"
