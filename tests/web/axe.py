"""What axe finds on a page."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LOOSEN = """() => [...document.querySelectorAll("*")]
    .filter((element) => getComputedStyle(element).position === "sticky")
    .forEach((element) => { element.dataset.loose = ""; element.style.position = "static"; })"""
FASTEN = """() => document.querySelectorAll("[data-loose]").forEach((element) => {
    element.style.position = "";
    delete element.dataset.loose;
})"""


def violations(page: Page) -> list[str]:
    """Rule and element of each fault, without the bars that cover whatever is below them until somebody scrolls."""
    options: dict[str, Any] = {"runOnly": {"type": "tag", "values": TAGS}}
    page.evaluate(LOOSEN)
    found = Axe().run(page, options=options).response["violations"]
    page.evaluate(FASTEN)
    return [f"{fault['id']}: {node['html'][:160]}" for fault in found for node in fault["nodes"]]
