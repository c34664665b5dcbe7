"""`python -m tests.clients` plays the night and writes its answers as the examples of the OpenAPI document."""

from __future__ import annotations

from django.core.management import call_command
from django.db import transaction
from django.test.utils import setup_test_environment

from tests.without_data import set_up


def write() -> None:
    """Writes `api/openapi/night.json`, from a night in an empty database."""
    set_up()
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
