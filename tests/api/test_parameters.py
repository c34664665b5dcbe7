"""The parameters of queries: typed, bounded, refused by name where nobody knows them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
import pytest
from django.http import QueryDict
from msgspec import Meta

from api.problems import Problem
from api.query import Moment, Query, parameters_of, read
from tests.api.conftest import Site

ID = "0198c0de-0000-7000-8000-000000000001"


class Asked(Query, frozen=True):
    """What a test asks.

    count: how many. as: the form. listed: several words.
    """

    count: Annotated[int, Meta(ge=1, le=9)] = 3
    form: Literal["json", "csv"] = msgspec.field(default="json", name="as")
    listed: tuple[Annotated[str, Meta(pattern="^[a-z]+$")], ...] = ()
    flag: bool = False
    id: UUID | None = None
    day: date | None = None
    at: Annotated[datetime, Meta(tz=True)] | None = None
    when: Moment | None = None
    text: Annotated[str, Meta(max_length=3)] | None = None


class Needed(Asked, frozen=True, kw_only=True):
    """With a parameter that is needed."""

    who: UUID


def asked(text: str, query: type[Query] = Asked) -> dict[str, Any]:
    return msgspec.structs.asdict(read(query, QueryDict(text)))


def faults(text: str, query: type[Query] = Asked) -> list[tuple[str, str]]:
    with pytest.raises(Problem) as refused:
        read(query, QueryDict(text))
    return [(error.field, error.code) for error in refused.value.errors]


def test_every_type_is_read() -> None:
    found = asked(f"count=9&as=csv&listed=a,b&flag=true&id={ID}&day=2026-12-31&at=2026-12-31T19:00:00%2B01:00&when=7")
    assert found == {
        "count": 9, "form": "csv", "listed": ("a", "b"), "flag": True, "id": UUID(ID), "day": date(2026, 12, 31),
        "at": datetime(2026, 12, 31, 18, tzinfo=UTC), "when": 7, "text": None,
    }  # fmt: skip
    assert asked("when=2026-12-31T19:00:00Z")["when"] == datetime(2026, 12, 31, 19, tzinfo=UTC)
    assert asked("")["count"] == 3


def test_every_wrong_value_is_named_at_once() -> None:
    text = "count=10&as=html&listed=a,B&flag=yes&id=x&day=31.12.&at=2026-12-31T19:00:00&when=then&text=four"
    assert faults(text) == [
        ("count", "bad_number"), ("as", "invalid"), ("listed", "bad_format"), ("flag", "bad_flag"), ("id", "bad_id"),
        ("day", "bad_date"), ("at", "bad_time"), ("when", "bad_time"), ("text", "bad_length"),
    ]  # fmt: skip
    assert faults("count=0", Needed) == [("count", "bad_number"), ("who", "required")]
    assert faults("who=", Needed) == [("who", "required")]


def test_a_query_describes_its_parameters() -> None:
    found = {one.name: one for one in parameters_of(Needed)}
    assert (found["who"].is_needed, found["count"].is_needed) == (True, False)
    assert found["count"].schema == {"type": "integer", "minimum": 1, "maximum": 9, "default": 3}
    assert found["as"].schema == {"type": "string", "enum": ["csv", "json"], "default": "json"}
    assert found["at"].schema == {"type": "string", "format": "date-time"}
    assert [found[name].text for name in ("count", "as", "listed")] == ["How many.", "The form.", "Several words."]


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "tournaments"), ("GET", "tournaments/{id}"), ("GET", "tournaments/{id}/standings"), ("GET", "clock"),
     ("POST", "tournaments"), ("PATCH", "tournaments/{id}"), ("POST", "tournaments/{id}/cancel"),
     ("GET", ""), ("GET", "schema"), ("GET", "docs"), ("GET", "tournaments/{id}/live")],
)  # fmt: skip
def test_unknown_parameters_are_refused_by_name(site: Site, method: str, path: str) -> None:
    tournament = site.tournament()
    answer = site.director.send(method, path.format(id=tournament["id"]) + "?format=json&colour=red")
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (400, "unknown_parameter")
    assert [(error["field"], error["code"]) for error in problem["errors"]] == [
        ("format", "unknown_parameter"),
        ("colour", "unknown_parameter"),
    ]


def test_the_refusal_names_what_is_known(site: Site) -> None:
    answer = site.anonymous.send("GET", "seasons?page=2")
    known = "club, cursor, fields, ordering, page_size"
    assert answer.json()["errors"][0]["detail"] == f"There is no such parameter here. Known here: {known}."
    answer = site.anonymous.send("DELETE", "tokens/current?now=1")
    assert answer.status_code == 401


def test_a_parameter_is_given_once(site: Site) -> None:
    answer = site.anonymous.send("GET", "tournaments?state=open&state=closed&page_size=1&page_size=2")
    assert answer.status_code == 400
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [
        ("state", "repeated_parameter"),
        ("page_size", "repeated_parameter"),
    ]


def test_writes_take_a_dry_run_and_what_they_describe(site: Site) -> None:
    tournament = site.tournament()
    path = f"tournaments/{tournament['id']}"
    assert site.director.send("PATCH", f"{path}?dry_run=false", {"name": "Wednesday"}).status_code == 200
    refused = site.director.send("PATCH", f"{path}?dry=true", {"name": "Thursday"})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "dry")
    assert site.director.send("GET", path).json()["name"] == "Wednesday"
