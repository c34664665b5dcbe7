"""A browser, and windows in it of somebody who is logged in and of a stranger."""

from __future__ import annotations

from tests.pages.conftest import live_night, open_page
from tests.web.conftest import browser, phone

__all__ = ["browser", "live_night", "open_page", "phone"]
