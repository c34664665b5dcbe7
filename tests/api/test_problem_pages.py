"""The `type` of a problem leads to a page; every code of the service has one, and every operation names its codes."""

from __future__ import annotations

import pytest

from api.openapi.operations import OPERATIONS
from api.problem_pages.catalogue import CATALOGUE, GROUPS
from api.problem_pages.operations import CODES_OF
from tests.api.conftest import Site
from tests.pins import source
from tests.refusals.finding import codes_by_operation, operations

NO_CODES = {"different", "equal", "not_compared"}
"""Texts that the search takes for codes: rules of a sheet, and what a redraw finds."""
OF_DJANGO = {*("blank", "invalid_choice", "max_length"), *(code for code in CATALOGUE if code.startswith("password_"))}
MADE = {"bad_month", "bad_week", "unknown_category", "unknown_division", "unknown_parameter"}
"""Codes that the source puts together, or has a name for."""


def test_every_code_of_the_source_is_explained_once() -> None:
    assert source.refusal_codes() - NO_CODES == set(CATALOGUE) - OF_DJANGO - MADE
    assert sum(len(group.TEXTS) for group in GROUPS) == len(CATALOGUE)
    for one in CATALOGUE.values():
        assert one.meaning.endswith("."), one.code
        assert one.advice.endswith((".", "…")), one.code


def test_the_codes_of_operations_are_those_of_the_source() -> None:
    """`python -m tests.refusals` writes them again."""
    assert {name: tuple(codes) for name, codes in CODES_OF.items()} == codes_by_operation()
    known = {*OPERATIONS.values(), *(name for name, _, _ in operations())}
    assert set(CODES_OF) <= known


def test_a_problem_leads_to_its_page(site: Site) -> None:
    problem = site.anonymous.send("GET", "tournaments?colour=red").json()
    page = site.anonymous.get(problem["type"], headers={"Accept": "text/html"})
    assert (page.status_code, page["Content-Type"]) == (200, "text/html; charset=utf-8")
    told = page.content.decode()
    assert "Unknown parameter" in told
    assert "The query has a parameter that this path does not know" in told


def test_a_page_is_json_too(site: Site) -> None:
    told = site.anonymous.get("/problems/results_missing", headers={"Accept": "application/json"}).json()
    assert (told["code"], told["type"]) == ("results_missing", "/problems/results_missing")
    assert told["facts"] == ["number", "tables"]
    assert "close_round" in told["operations"]
    listed = site.anonymous.get("/problems", headers={"Accept": "application/json"}).json()
    assert {one["code"] for one in listed} == set(CATALOGUE)


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_pages_of_all_kinds_are_shown(site: Site, accept: str) -> None:
    assert site.anonymous.get("/problems", headers={"Accept": accept}).status_code == 200
    for code in ("stale", "results_missing", "bad_sheet", "bad_byte", "lot"):
        assert site.anonymous.get(f"/problems/{code}", headers={"Accept": accept}).status_code == 200
    assert site.anonymous.get("/problems/no-such-code", headers={"Accept": accept}).status_code == 404
    assert site.anonymous.post("/problems").status_code == 405
