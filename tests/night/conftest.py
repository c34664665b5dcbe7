"""One club's server and one browser for all tests of a night."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from deploy.club import DIRECTOR
from deploy.demo.client import Client
from tests.deploy.served import PASSWORD, Club, club
from tests.night.hall import Hall, log_in
from tests.web.conftest import browser

__all__ = ["browser"]


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """`manage.py club` as a process of its own, with its worker that watches the clocks.

    Its codes lead to another address: phones don't reach one of this machine alone.
    """
    folder, origin = tmp_path_factory.mktemp("club"), "http://hall.example"
    with club(folder, TABLEKEEPER_PASSWORD=PASSWORD, PUBLIC_ORIGIN=origin) as running:
        yield running


@pytest.fixture(scope="package")
def api(served: Club) -> Iterator[Client]:
    """The director, by the API."""
    with Client(served.address) as client:
        client.log_in(DIRECTOR, PASSWORD)
        yield client


@pytest.fixture(scope="package")
def logged_in(browser: Browser, served: Club) -> Any:
    return log_in(browser, served)


@pytest.fixture
def hall(browser: Browser, served: Club, api: Client, logged_in: Any) -> Iterator[Hall]:
    """The hall of an evening. No page breaks its policy or has an error in its script."""
    hall = Hall(browser, served, api, logged_in)
    yield hall
    hall.close()
