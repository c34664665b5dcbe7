"""An evening run by clicking: what a director does at the desk, each by the words on the page."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import Page, expect


def open_tournament(page: Page, name: str, *, season: str = "", points: str = "", **typed: str) -> None:
    """Opens a tournament of score sheets from the list. typed: other fields, by label with "_" for " "."""
    page.goto("/admin/league/tournament/")
    page.get_by_role("link", name="Open a tournament").click()
    page.get_by_label("Name", exact=True).fill(name)
    for label, text in typed.items():
        page.get_by_label(label.replace("_", " "), exact=True).first.fill(text)
    if points:
        page.get_by_text("More", exact=True).click()
        page.get_by_label("Points are paid").select_option("by_place")
        page.get_by_label("Points by place").fill(points)
    if season:
        page.get_by_label("Counts in the season").select_option(label=season)
    page.get_by_role("button", name="Open a tournament").click()
    expect(page.get_by_text(f"{name} is open.")).to_be_visible()


def enter_new(page: Page, *names: str) -> None:
    """Enters people whom the club does not know, on the page about people."""
    page.get_by_role("link", name="People", exact=True).click()
    form = page.locator("details").filter(has_text="Enter a list")
    if form.get_attribute("open") is None:
        form.locator("summary").click()
    form.get_by_label("Names, one on each line").fill("\n".join(names))
    form.get_by_role("button", name="Enter", exact=True).click()


def report(page: Page, table: int, scores: Mapping[str, str]) -> None:
    """Tells the result of a table by scores."""
    form = page.get_by_role("article", name=f"Table {table}")
    for name, score in scores.items():
        form.get_by_label(f"Score of {name}").fill(score)
    form.get_by_role("button", name="Save the result").click()


def click(page: Page, name: str) -> None:
    """Clicks a button, or a link that leads to a page that asks."""
    page.get_by_role("button", name=name, exact=True).or_(page.get_by_role("link", name=name, exact=True)).first.click()
