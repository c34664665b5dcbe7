"""How a tournament ended: as JSON, as a text for a chat, and on certificates."""

from __future__ import annotations

from typing import Any

from league.models import Person
from tests.api.conftest import Site
from tests.api.test_navigation import night, report
from tests.league.files.paper import pdf


def played(site: Site, *people: str, **settings: Any) -> tuple[str, list[str]]:
    """A tournament of one round at one table; who sits first wins. The entries by place, the winner first."""
    tournament, _ = night(site, *people, **settings)
    round = site.round(tournament)
    report(site, round["tables"][0])
    assert site.director.send("POST", f"rounds/{round['id']}/close", {}).status_code == 200
    return tournament, [seat["entry"] for seat in round["tables"][0]["seats"]]


def closed(site: Site, *people: str, **settings: Any) -> tuple[str, list[str]]:
    tournament, order = played(site, *people, **settings)
    assert site.director.send("POST", f"tournaments/{tournament}/close", {}).status_code == 200
    return tournament, order


def test_the_summary_is_for_everybody_as_json_and_as_text(site: Site) -> None:
    tournament, order = closed(site, "Ann", "Ben", "Cy")
    path = f"tournaments/{tournament}/summary"
    found = site.anonymous.send("GET", path).json()
    assert [(row["place"], row["entry"], row["withdrawn"], row["stage"]) for row in found["places"]] == [
        (place, entry, False, 0) for place, entry in enumerate(order, 1)
    ]
    assert (found["people"], found["rounds"], found["all_names"]) == (3, 1, False)
    assert found["address"].startswith("http://testserver/t/")
    by_accept = site.anonymous.get(path, headers={"Accept": "text/plain"})
    assert by_accept["Content-Type"] == "text/plain; charset=utf-8"
    assert by_accept.content.decode() == found["text"] == site.anonymous.get(f"{path}?as=text").content.decode()
    assert site.anonymous.get(f"{path}?as=pdf").json()["errors"][0]["code"] == "unknown_form"
    assert site.anonymous.send("GET", f"{path}?fields=text").json() == {"text": found["text"]}
    assert found["text"].split("\n\n")[1].startswith(f"🥇 {found['places'][0]['name']}: ")


def test_nothing_before_the_close_tells_of_hidden_results_and_a_cancelled_one_has_no_end(site: Site) -> None:
    tournament, _ = played(site, "Ann", "Ben", "Cy", standings_shown="hide_last")
    path = f"tournaments/{tournament}"
    paper = f"{path}/paper?sheet=certificates"
    for visitor in (site.anonymous, site.director):
        answer = visitor.send("GET", f"{path}/summary")
        assert (answer.status_code, answer.json()["code"]) == (422, "not_closed")
        assert "Ann" not in answer.content.decode()
    assert site.director.get(paper).json()["code"] == "not_closed"
    site.director.send("POST", f"{path}/cancel", {})
    for address in (f"{path}/summary", paper):
        assert site.director.get(address).json()["code"] == "tournament_cancelled"


def test_a_tournament_for_members_tells_others_nothing(site: Site) -> None:
    tournament, order = closed(site, "Ann", "Ben", "Cy", visibility="members")
    Person.objects.filter(name="Ben").update(public=False)
    path = f"tournaments/{tournament}/summary"
    assert site.anonymous.send("GET", path).status_code == 404
    of_member, of_entry = (who.send("GET", path).json() for who in (site.member, site.entry_link(order[0])))
    assert of_member["all_names"]
    assert {row["name"] for row in of_member["places"]} == {"Ann", "Ben", "Cy"}
    assert "Ben" not in of_entry["text"]


def test_certificates_are_for_those_who_have_a_place(site: Site) -> None:
    tournament, order = played(site, "Ann", "Ben", "Cy", "Dee", table_size={"min": 3, "max": 4})
    site.director.send("POST", f"entries/{order[3]}/drop", {})
    site.director.send("POST", f"tournaments/{tournament}/close", {})
    listed = site.director.send("GET", f"tournaments/{tournament}/entries").json()["results"]
    called = {entry["id"]: entry["name"] for entry in listed}
    path = f"tournaments/{tournament}/paper"

    def pages(**asked: str) -> list[str]:
        answer = site.referee.get(path, {"sheet": "certificates", **asked})
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf"), answer.content
        return pdf.words(answer.content)

    first, second, third = pages()
    assert called[order[0]] in first
    assert "1st place of 4" in first
    assert called[order[1]] in second
    assert "2nd place of 4" in second
    assert called[order[2]] in third
    assert len(pages(places="2")) == 2
    (one,) = pages(entries=order[1])
    assert called[order[1]] in one
    withdrawn = site.referee.get(path, {"sheet": "certificates", "entries": order[3]})
    assert (withdrawn.status_code, withdrawn.json()["code"]) == (422, "no_certificate")
    assert site.member.get(path, {"sheet": "certificates"}).status_code == 403
