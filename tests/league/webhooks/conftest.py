"""A receiver on this machine, which the operator allows."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_network

import pytest
from django.conf import LazySettings

from tests.league.webhooks.receiver import Receiver, receiving


@pytest.fixture
def loopback(settings: LazySettings) -> None:
    """The operator allows webhooks to this machine without encryption."""
    settings.WEBHOOK_PRIVATE_ADDRESSES = [ip_network("127.0.0.1")]
    settings.WEBHOOK_PLAIN_HTTP = True


@pytest.fixture
def receiver(loopback: None) -> Iterator[Receiver]:
    with receiving() as found:
        yield found
