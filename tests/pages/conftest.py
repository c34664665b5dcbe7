"""A played night, and a real browser to look at it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, sync_playwright
from pytest_django import DjangoDbBlocker

from deploy import chromium
from league.models import Club, User
from tests.pages.night import PASSWORD, Night, make_club, play_night
from tests.pages.windows import new_context
from tests.standing import made_once

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


@pytest.fixture(scope="module")
def standing(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Night]:
    """A club's season, made once for a module."""
    with made_once(django_db_blocker, play_night) as night:
        yield night


@pytest.fixture
def night(standing: Night, db: None) -> Night:
    """A club's season; what the test does to it is taken back."""
    return standing


@pytest.fixture
def live_night(transactional_db: None) -> Night:
    """A club's season in committed transactions, for a browser to look at."""
    return play_night()


@pytest.fixture
def other(db: None) -> tuple[Club, User]:
    """Another club and its director, a stranger to the first."""
    return make_club("Thursday Club")


@pytest.fixture
def director(client: Client, night: Night) -> Client:
    """The night's director, logged in."""
    client.force_login(night.director)
    return client


@pytest.fixture
def stranger(other: tuple[Club, User]) -> Client:
    """The director of the other club, logged in."""
    client = Client()
    client.force_login(other[1])
    return client


@contextmanager
def chromium_running() -> Iterator[Browser]:
    """Chromium, installed where it is missing; without it the tests fail and say how to get it.

    Its loop runs in the thread: tests elsewhere, which run one of their own, can't run meanwhile.
    """
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # the browser's own loop runs in the tests' thread
    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=chromium.find_or_install(), args=FLAGS)
        yield running
        running.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, for the tests of this folder. A fixture of a package's conftest ends with the package's tests."""
    with chromium_running() as running:
        yield running


@pytest.fixture
def open_page(browser: Browser, live_server, live_night: Night) -> Iterator[Callable[..., Page]]:
    """Opens a window in which the director has logged in by the form. No page may break its policy or its script."""
    contexts, said, wrong = [], list[str](), list[str]()

    def opened(width: int = 1280, scheme: Literal["light", "dark"] = "light") -> Page:
        context = new_context(
            browser,
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            base_url=live_server.url,
            locale="en-GB",
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
        page.goto("/admin/")
        page.get_by_label("Username").fill(live_night.director.username)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.get_by_role("heading", name="League tables").wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [line for line in said if "Content Security Policy" in line] == []
    assert wrong == []
