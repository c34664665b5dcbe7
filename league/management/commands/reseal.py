"""`manage.py reseal`: the last step before an old SECRET_KEY is thrown away."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from league.services.resealing import reseal


class Command(BaseCommand):
    """Seals the secrets of webhooks and signs log-ins with the present key. Twice is as once."""

    help = "Seals and signs with SECRET_KEY what the database holds by one of SECRET_KEY_FALLBACKS."

    def handle(self, *args: Any, **options: Any) -> None:
        done = reseal()
        self.stdout.write(
            _("%(webhooks)s webhooks were sealed again, %(sessions)s log-ins were signed again.")
            % {"webhooks": done.webhooks, "sessions": done.sessions}
        )
        if done.unreadable:
            raise CommandError(
                _("The secrets of %(count)s webhooks can’t be read: none of the keys is the one that sealed them.")
                % {"count": done.unreadable}
            )
