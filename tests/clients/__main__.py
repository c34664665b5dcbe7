"""`python -m tests.clients` plays the night and writes its answers as the examples of the OpenAPI document."""

from __future__ import annotations

import os
import secrets

import django
from django.core.management import call_command
from django.db import transaction
from django.test.utils import setup_test_environment


def write() -> None:
    """Writes `api/openapi/night.json`, from a night in an empty database."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    os.environ.setdefault("TABLEKEEPER_MODE", "club")
    os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(64))
    os.environ.setdefault("DATABASE_URL", "sqlite:///:memory:")
    os.environ.setdefault("REDIS_URL", "")
    django.setup()
    setup_test_environment()
    call_command("migrate", verbosity=0)

    from api.openapi.night import FILE
    from tests.api.conftest import build_site
    from tests.clients.night import Night
    from tests.clients.recording import Recording, evening, operations, recording

    kept = Recording(operations())
    with transaction.atomic(), evening(), recording(kept):
        Night(build_site()).play()
    FILE.write_text(kept.as_json(), "utf-8")


if __name__ == "__main__":
    write()
