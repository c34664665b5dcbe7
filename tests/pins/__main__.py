"""`python -m tests.pins` rewrites `permanent.json`: run it and read the difference where a change is meant."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path

import django

PINS = Path(__file__).with_name("permanent.json")


def write() -> None:
    """Writes what the code says now, one thing a line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    os.environ.setdefault("TABLEKEEPER_MODE", "club")
    os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(64))
    os.environ.setdefault("DATABASE_URL", "sqlite:///:memory:")
    os.environ.setdefault("REDIS_URL", "")
    django.setup()

    from tests.pins.permanent import permanent

    PINS.write_text(json.dumps(permanent(), indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    write()
