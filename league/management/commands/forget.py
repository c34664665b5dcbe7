"""`manage.py forget`: forget people again, after a backup was restored."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from league.services import people


class Command(BaseCommand):
    """Deletes the names of everybody whom the log or the list (FORGOTTEN_FILE) names as forgotten. Twice is as once."""

    help = "Forgets people again after a restore: those in the log and in the file FORGOTTEN_FILE."

    def handle(self, *args: Any, **options: Any) -> None:
        count = people.forget_again(at=timezone.now())
        self.stdout.write(_("%(people)s people were forgotten again") % {"people": count})
