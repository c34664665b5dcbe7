"""The root of the API links to every list, the documentation and the schema."""

from __future__ import annotations

from tests.api.conftest import API, Site


def test_the_root_links_to_every_list_the_docs_and_the_schema(site: Site) -> None:
    links = site.anonymous.send("GET", "").json()
    assert {"tournaments", "seasons", "people", "clubs", "games", "ratings", "me", "schema", "docs"} <= set(links)
    assert all(url == f"http://testserver{API}{name}" for name, url in links.items())
    for name in set(links) - {"docs", "schema"}:
        answer = site.director.send("GET", name + (f"?club={site.club.id}" if name == "ratings" else ""))
        assert answer.status_code == 200, name
