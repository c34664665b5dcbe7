"""The catalogue of events: complete, and every example fits its schema and is what a feed would show."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from api.base import as_json
from games.codec import plain
from games.kernel import REFEREE
from league.queries.event_catalogue import EventForm, catalogue
from league.repository.streams import codec
from tests.api.conftest import Site, Visitor

NEVER_SHOWN = {"seed": "0", "secret": "0" * 32}
FORMS = pytest.mark.parametrize("form", catalogue(), ids=lambda form: f"{form.type}-{form.schema}")


def listed(query: str = "") -> list[dict[str, Any]]:
    answer = Visitor().send("GET", f"schema/events{query}")
    assert answer.status_code == 200, answer.content
    found: list[dict[str, Any]] = answer.json()["results"]
    return found


def test_every_type_is_there_with_every_schema_number() -> None:
    known = [(name, number) for name, event in sorted(codec().classes.items()) for number in range(event.schema, 0, -1)]
    assert [(form["type"], form["schema"]) for form in listed()] == known
    assert [form["is_current"] for form in listed("?type=tournament.round_seated")] == [True, False, False, False]
    assert not [form.type for form in catalogue() if not form.description]


@FORMS
def test_an_example_fits_its_schema(form: EventForm) -> None:
    example, schema = plain(form.example), plain(form.data)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(example, schema)
    extra = set(example) - set(schema["properties"])
    assert not extra, "a field of the example is not described"
    assert set(schema["required"]) <= set(example)
    if form.type == "tournament.created" or form.type.endswith(".started"):
        assert not {"seed", "secret"} & set(schema["properties"])


@FORMS
def test_an_example_is_what_staff_see(form: EventForm) -> None:
    event = codec().classes[form.type]
    if form.is_current:
        read = codec().from_plain(form.type, form.schema, NEVER_SHOWN | plain(form.example))
        assert as_json(read.show(REFEREE)) == as_json(form.example)
        assert (read.show(None) is None) == (form.shown_to == "staff")
    else:
        newer = event.upcasts[form.schema](plain(form.example))
        assert set(newer) >= set(form.example or ())


def test_an_old_form_has_no_newer_fields() -> None:
    newest, *_, oldest = listed("?type=tournament.round_seated")
    assert set(newest["data"]["properties"]) - set(oldest["data"]["properties"]) == {"game", "bye_terms", "edition"}
    newest, oldest = listed("?type=season.created")

    def scheme(form: dict[str, Any]) -> set[str]:
        (name,) = [name for name, part in form["data"]["$defs"].items() if "shared_seat" in newest_of(name)]
        return set(form["data"]["$defs"][name]["properties"])

    def newest_of(name: str) -> dict[str, Any]:
        found: dict[str, Any] = newest["data"]["$defs"][name].get("properties", {})
        return found

    assert scheme(newest) - scheme(oldest) == {"shared_seat"}


def test_one_type_or_one_kind(db: None) -> None:
    assert {form["type"] for form in listed("?type=club.*")} == {
        name for name in codec().classes if name.startswith("club.")
    }
    refused = Visitor().send("GET", "schema/events?type=moon.eaten")
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, "unknown_type")


def test_what_a_feed_shows_fits_the_catalogue(site: Site) -> None:
    tournament = site.tournament()["id"]
    site.entries(tournament, "Ada", "Bea", "Cleo")
    site.round(tournament)
    site.friendly(site.member, site.other, play="dealt")
    forms = {(form.type, form.schema): plain(form.data) for form in catalogue()}
    events = site.director.send("GET", f"clubs/{site.club.id}/events").json()["results"]
    assert len({event["type"] for event in events}) > 6
    for event in events:
        jsonschema.validate(event["data"], forms[event["type"], event["schema"]])
