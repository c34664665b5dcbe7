"""The sample receiver of docs/webhooks.md, run as it is printed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path

import httpx
import pytest
from django.conf import LazySettings
from django.utils import timezone

from league.models import WebhookDelivery
from league.services import webhooks
from league.webhooks import delivering, secrets
from tests.league.nights import new_club
from tests.league.webhooks.workers import happens
from tests.processes import ROOT
from tests.servers import free_port

PAGE = (ROOT / "docs" / "webhooks.md").read_text()
pytestmark = [pytest.mark.backend("sqlite"), pytest.mark.django_db]


def test_the_sample_receiver_takes_what_is_signed_and_each_event_once(tmp_path: Path, settings: LazySettings) -> None:
    settings.WEBHOOK_PRIVATE_ADDRESSES, settings.WEBHOOK_PLAIN_HTTP = [ip_network("127.0.0.1")], True
    (source,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "receiver.py").write_text(source)
    port, secret, club = free_port(), secrets.new_secret(), new_club()
    program = subprocess.Popen(
        [sys.executable, "receiver.py", str(port)],
        cwd=tmp_path,
        env={**os.environ, "WEBHOOK_SECRET": secret},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        webhook = webhooks.add(
            club, f"http://127.0.0.1:{port}/", ["club.changed"], secret, actor="user:1", at=timezone.now()
        )
        happens(club, 2)
        unsigned = httpx.HTTPTransport(retries=20).handle_request(httpx.Request("POST", webhook.url, content=b"{}"))
        assert unsigned.status_code == 401
        assert delivering.deliver(webhook.pk) == 1
        delivery = WebhookDelivery.objects.get()
        assert (delivery.state, delivery.code) == ("delivered", 204)
        webhooks.send_again(delivery, at=timezone.now())
        happens(club, 1)
        assert delivering.deliver(webhook.pk) == 2
        assert WebhookDelivery.objects.filter(state="delivered").count() == 2
    finally:
        program.terminate()
        printed, _ = program.communicate(timeout=30)
    assert [line.split()[1:] for line in printed.splitlines()] == [["club.changed", '{"fields":', '["name"]}']] * 3


def test_the_page_names_what_there_is() -> None:
    for fact in (f"up to {delivering.MOST_EVENTS} or 64 kB", "5 seconds, 1 minute, 10 minutes, 1 hour", "three days"):
        assert fact in PAGE
    assert delivering.MOST_BYTES == 64 * 1024
    assert (*delivering.WAITS, delivering.LONGEST_WAIT) == (5, 60, 600, 3600, 6 * 3600)
    assert {"WEBHOOK_PRIVATE_ADDRESSES", "WEBHOOK_PLAIN_HTTP", "WEBHOOK_REDIRECTS"} <= set(
        re.findall(r"WEBHOOK_\w+", PAGE)
    )
