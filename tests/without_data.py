"""Django for the programs of the tests that write files: as in a club, with an empty database in memory."""

from __future__ import annotations

import os
import secrets

import django


def set_up() -> None:
    """Sets Django up; variables that are set already stay."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    os.environ.setdefault("TABLEKEEPER_MODE", "club")
    os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(64))
    os.environ.setdefault("DATABASE_URL", "sqlite:///:memory:")
    os.environ.setdefault("REDIS_URL", "")
    django.setup()
