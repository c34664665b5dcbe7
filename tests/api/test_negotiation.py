"""`Accept` chooses the form of an answer, unless `?as=` names one; what no form fits is 406 with those there are."""

from __future__ import annotations

import pytest

from tests.api.conftest import Site
from tests.api.test_doors import Venue

JSON, CSV, PDF = "application/json", "text/csv", "application/pdf"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


REFUSED = ("text/html", "image/*", "*/*;q=0", "application/json;q=0", "nonsense", "text/csv;q=0")


@pytest.fixture
def site(venue: Venue) -> Site:
    """The site behind the doors."""
    return venue.site


@pytest.fixture
def path(venue: Venue) -> str:
    """The path of a tournament."""
    return f"tournaments/{venue.ids['tournament']}"


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("", JSON),
        ("*/*", JSON),
        (BROWSER, JSON),
        ("application/json; charset=utf-8", JSON),
        ("text/csv", CSV),
        ("TEXT/CSV", CSV),
        ("text/*", CSV),
        (XLSX, XLSX),
        (PDF, PDF),
        ("text/csv, */*;q=0.1", CSV),
        ("text/csv, */*", CSV),
        ("application/json;q=0.5, text/csv;q=0.8", CSV),
        ("application/json;q=0.8, text/csv;q=0.5", JSON),
        ("application/json, text/csv", JSON),
        ("application/json;q=0, */*", CSV),
        ("application/*;q=0.9, application/json;q=0.1", XLSX),
        ("text/csv;q=x", CSV),
        ("text/csv;q=7, application/json", JSON),
        ("nonsense, text/csv", CSV),
    ],
)
def test_the_header_chooses(site: Site, path: str, accept: str, media_type: str) -> None:
    answer = site.anonymous.send("GET", f"{path}/standings", Accept=accept)
    assert (answer.status_code, answer["Content-Type"].partition(";")[0]) == (200, media_type)
    assert "Accept" in answer["Vary"]


@pytest.mark.parametrize(
    "accept", ["text/html", "image/*", "*/*;q=0", "application/json;q=0", "nonsense", "text/csv;q=0"]
)
def test_what_is_not_offered_is_refused_with_what_is(site: Site, path: str, accept: str) -> None:
    answer = site.anonymous.send("GET", f"{path}/standings", Accept=accept)
    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")
    assert answer.json()["facts"] == {"types": [JSON, CSV, XLSX, PDF]}
    assert answer.json()["detail"] == f"This is offered as {JSON}, {CSV}, {XLSX}, {PDF} only."


def test_the_query_comes_before_the_header(site: Site, path: str) -> None:
    for wanted, media_type in (("csv", CSV), ("xlsx", XLSX), ("pdf", PDF), ("json", JSON)):
        for accept in (JSON, CSV, "image/png"):
            answer = site.anonymous.send("GET", f"{path}/standings?as={wanted}", Accept=accept)
            assert (answer.status_code, answer["Content-Type"].partition(";")[0]) == (200, media_type)
    unknown = site.anonymous.send("GET", f"{path}/standings?as=doc")
    assert (unknown.status_code, unknown.json()["errors"][0]["field"]) == (400, "as")


def test_every_list_with_a_file_is_chosen_by_the_header(site: Site, path: str) -> None:
    new = {"club": str(site.club.pk), "name": "W", "scheme": {"points": {"by_place": [3, 2, 1]}}}
    season = f"seasons/{site.director.send('POST', 'seasons', new).json()['id']}"
    paths = (
        f"{path}/entries",
        f"{season}/standings",
        f"{season}/ledger",
        f"{season}/head-to-head",
        f"ratings?club={site.club.pk}",
    )
    for one in paths:
        answer = site.director.send("GET", one, Accept=CSV)
        assert answer["Content-Type"].partition(";")[0] == CSV, one
        assert "attachment" in answer["Content-Disposition"]


def test_a_write_answers_json(site: Site, path: str) -> None:
    (person,) = site.people("Dee")
    refused = site.director.send("POST", f"{path}/entries", {"person": person}, Accept=CSV)
    assert (refused.status_code, refused.json()["facts"]) == (406, {"types": [JSON]})
    for accept in (JSON, "application/*", "application/vnd.tablekeeper.dry-run+json"):
        dry = site.director.send("POST", f"{path}/entries?dry_run=true", {"person": person}, Accept=accept)
        assert dry.status_code == 200, accept


def test_a_parameter_format_chooses_nothing(site: Site, path: str) -> None:
    for wanted in ("csv", "json", "xml"):
        answer = site.anonymous.send("GET", f"{path}/standings?format={wanted}")
        assert answer.status_code == 400 or answer["Content-Type"] == JSON


@pytest.mark.parametrize("below", ["/live", "/export", "/paper"])
def test_a_method_that_a_path_has_not_is_405_where_nothing_is_json(site: Site, path: str, below: str) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        answer = site.director.send(method, f"{path}{below}", {}, Accept=JSON)
        assert (answer.status_code, answer["Content-Type"]) == (405, "application/problem+json"), method
    for page in ("docs", "docs/access"):
        assert site.director.send("POST", page, {}).status_code == 405
