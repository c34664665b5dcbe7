"""Windows of a browser in which nothing can be clicked on a page that is being left."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext

VEIL = """
addEventListener("beforeunload", () => {
  const veil = document.documentElement.style;
  veil.visibility = "hidden";
  setTimeout(() => { veil.visibility = ""; }, 5000);
});
addEventListener("pageshow", () => { document.documentElement.style.visibility = ""; });
"""
"""A click returns before the page it leads to is there, and the next one may still find its words on the old page.

So a page hides itself when it is left: a browser clicks on nothing that is hidden, but waits. A page that stays, since
what came is a file, is back after five seconds.
"""


def new_context(browser: Browser, **options: Any) -> BrowserContext:
    """A window of its own, with the options of `Browser.new_context`."""
    context = browser.new_context(**options)
    context.add_init_script(VEIL)
    return context
