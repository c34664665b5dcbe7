"""The page of the API says what the document says: each operation with its samples, each schema, working links."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from api.openapi.page import components_of, sections_of
from tests.api.conftest import Site
from tests.api.test_service import document

pytestmark = pytest.mark.django_db


def test_each_operation_and_each_schema_is_on_the_page_once(site: Site) -> None:
    html = site.anonymous.get("docs").content.decode()
    ids = Counter(re.findall(r' id="([^"]+)"', html))
    assert [name for name, times in ids.items() if times > 1] == []
    made = document(site)
    operations = {one["operationId"] for methods in made["paths"].values() for one in methods.values()}
    assert operations | {f"schema-{name}" for name in made["components"]["schemas"]} <= set(ids)
    assert html.count('<figure class="sample curl">') == html.count('<figure class="sample python">') == len(operations)
    assert html.count('<figure class="sample javascript">') == len(operations)


def test_the_page_begins_with_the_guide_and_its_first_round(site: Site) -> None:
    html = site.anonymous.get("docs").content.decode()
    headings = re.findall(r"<h2[^>]*>([^<]+)</h2>", html)
    assert headings[:2] == ["A first round from the shell", "Log-in"]
    assert headings.index("Errors") < headings.index("What may change") < headings.index("Clubs and members")
    assert headings[-1] == "Schemas"


@pytest.mark.parametrize(
    "page",
    [
        "docs",
        "docs/access",
        "docs/what-readers-see",
        "docs/who-was-not-there",
        "docs/webhooks",
        "docs/exchange",
        "docs/bot.py",
    ],
)
def test_every_link_of_a_page_leads_somewhere(site: Site, page: str) -> None:
    html = site.anonymous.get(page).content.decode()
    ids = set(re.findall(r' id="([^"]+)"', html))
    links = set(re.findall(r'<a [^>]*?href="([^"]+)"', html))
    assert {link for link in links if link.startswith("#") and link[1:] not in ids} == set()
    for link in links:
        if not link.startswith(("#", "http")):
            path = f"docs/{link.split('#')[0].removeprefix('../docs').removeprefix('docs/')}".rstrip("/")
            assert site.anonymous.get(path).status_code == 200, link


def test_a_browser_that_has_the_page_is_not_sent_it_again(site: Site) -> None:
    first = site.anonymous.get("docs")
    again = site.anonymous.get("docs", headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert again["Content-Security-Policy"] == first["Content-Security-Policy"]


def test_a_page_that_is_not_there_and_one_that_is_no_page_are_problems(site: Site) -> None:
    missing = site.anonymous.get("docs/nothing")
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
    other = site.anonymous.get("docs", headers={"Accept": "image/png"})
    assert (other.status_code, other.json()["code"]) == (406, "not_acceptable")


def test_an_operation_shows_other_bodies_its_answer_and_what_a_body_needs() -> None:
    media = {
        "schema": {"$ref": "#/components/schemas/Name"},
        "examples": {"a": {"value": {}}, "b": {"value": {"x": 1}}},
    }
    answer = {"description": "Yes.", "content": {"application/json": {"example": {"x": 2}, "schema": {}}}}
    operation = {
        "operationId": "rename",
        "summary": "Renames",
        "tags": ["people"],
        "requestBody": {"content": {"application/json": media}},
        "responses": {"200": answer},
        "x-codeSamples": [],
    }
    fields = {"type": "object", "properties": {"x": {"type": "integer"}, "y": {}}, "required": ["x"]}
    made = {
        "paths": {"/api/v1/people": {"post": operation}},
        "tags": [{"name": "people", "x-displayName": "People", "description": ""}],
        "components": {"schemas": {"Name": fields, "Told": fields}},
    }
    ((shown,),) = (section.operations for section in sections_of(made))
    assert shown.examples == [("Body: b", '{"x": 1}'), ("Answer 200", '{"x": 2}')]
    notes = {component.name: [field.note for field in component.fields] for component in components_of(made)}
    assert notes == {"Name": ["needed", ""], "Told": ["", "not always there"]}
