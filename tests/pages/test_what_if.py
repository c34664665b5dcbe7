"""The pages *What if*: both tables side by side, faults at their fields, and nothing is stored."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from uuid6 import uuid7

from league.domain.season.commands import AddResult, Create
from league.domain.season.table.scheme import Scheme
from league.domain.tournament.results.commands import RecordResult
from league.domain.tournament.settings import PointScheme, Wins
from league.domain.values.faults import read
from league.models import Event, Membership, Person, Role, User
from league.queries.wording import Movement
from league.repository.streams import SEASON
from league.services import execution, seasons
from tests.league.counted_queries import counted
from tests.league.nights import ACTOR
from tests.league.nights import Night as Evening
from tests.pages.night import FIRST_NIGHT, PASSWORD, Night
from tests.pages.test_preview import words


def page(kind: str, id: Any) -> str:
    return f"/admin/league/{kind}/{id}/what-if/"


def asked(client: Client, at: str, **typed: Any) -> Any:
    """The page's form sent with something in it changed, as a browser would send it."""
    form = client.get(at).context["form"]
    sent = {field.html_name: field.value() for field in form} | typed
    query = {name: value for name, value in sent.items() if value not in (None, False)}
    return client.get(f"{at}?{urlencode(query, doseq=True)}")


def told(answer: Any) -> list[str]:
    """Name, place before and after, points before and after, movement."""
    assert answer.status_code == 200, answer.context["form"].errors
    return [_line(move) for move in answer.context["moves"]]


def _line(move: Any) -> str:
    before, after = move.before, move.after
    return f"{move.name} {before.place}-{after.place} {before.points.text}-{after.points.text} {_sign(move.movement)}"


def _sign(movement: Movement) -> str:
    if movement.up or movement.down:
        return f"▲ {movement.up}" if movement.up else f"▼ {movement.down}"
    return "=" if movement.is_known else ""


@pytest.fixture
def three(night: Night) -> Evening:
    """Ada, Kurt and Olga after two rounds that pay 4, 2, 1: Ada 4 and 1, Kurt 2 and 4, Olga 1 and 2."""
    evening = Evening.open(night.club, points={"by_place": [4, 2, 1]}, tie_breaks=["wins"])
    evening.enter(Person.objects.bulk_create(Person(club=night.club, name=name) for name in ("Ada", "Kurt", "Olga")))
    evening.play_round(lambda entry: 3 - evening.entries.index(entry))
    evening.play_round(lambda entry: {0: 1, 1: 3, 2: 2}[evening.entries.index(entry)])
    return evening


@pytest.fixture
def season(night: Night) -> Any:
    """Ada wins and stays away, Kurt is second and wins, and 10, 7, 5 are paid."""
    body = {"club": str(night.club.pk), "name": "Summer", "scheme": {"points": {"by_place": [10, 7, 5]}}}
    id = seasons.open_season(read(Create, body), actor="user:test", at=FIRST_NIGHT).stream.id
    ada, kurt = (
        str(person.pk)
        for person in Person.objects.bulk_create(Person(club=night.club, name=name) for name in ("Ada", "Kurt"))
    )
    for places in ({ada: 1, kurt: 2}, {kurt: 1}):
        command = read(AddResult, {"type": "add_result", "id": str(uuid7()), "places": places})
        execution.execute(SEASON, id, command, club=night.club.pk, actor="user:test", at=FIRST_NIGHT)
    return id


def test_the_form_shows_how_it_is_and_compares_nothing_yet(director: Client, three: Evening):
    answer = director.get(page("tournament", three.id))
    form = answer.context["form"]
    assert (answer.status_code, answer.context["moves"]) == (200, None)
    assert [form[name].value() for name in ("kind", "by_place", "decides")] == ["by_place", "4 2 1", ["wins"]]
    assert f'href="{page("tournament", three.id)}"' in director.get(f"/admin/league/tournament/{three.id}/change/").text


def test_as_it_is_nobody_moves(director: Client, three: Evening):
    assert told(asked(director, page("tournament", three.id))) == [
        "Kurt 1-1 6-6 =",
        "Ada 2-2 5-5 =",
        "Olga 3-3 3-3 =",
    ]


@pytest.mark.parametrize(
    ("typed", "rows"),
    [
        ({"by_place": "4 3 3"}, ["Ada 2-1 5-7 ▲ 1", "Kurt 1-1 6-7 =", "Olga 3-3 3-6 ="]),
        (
            {"by_place": "0 0 9", "decides": []},
            ["Ada 2-1 5-9 ▲ 1", "Olga 3-1 3-9 ▲ 2", "Kurt 1-3 6-0 ▼ 2"],
        ),
        (
            {"kind": "outcomes", "outcomes": "3 1 0"},
            ["Ada 2-1 5-3 ▲ 1", "Kurt 1-1 6-3 =", "Olga 3-3 3-0 ="],
        ),
        # scores 3, 2, 1 and 1, 3, 2
        ({"kind": "share"}, ["Kurt 1-1 6-0.83 =", "Ada 2-2 5-0.67 =", "Olga 3-3 3-0.5 ="]),
        (
            {"kind": "raw", "by_place": "", "minus": "1", "per": "1/2"},
            ["Kurt 1-1 6-6 =", "Ada 2-2 5-4 =", "Olga 3-3 3-2 ="],
        ),
        ({"after_round": "1", "by_place": "4 2 1"}, ["Ada 1-1 4-4 =", "Kurt 2-2 2-2 =", "Olga 3-3 1-1 ="]),
        ({"low_wins": "on"}, ["Olga 3-1 3-3 ▲ 2", "Ada 2-2 5-5 =", "Kurt 1-3 6-6 ▼ 2"]),
    ],
)
def test_the_same_rounds_paid_otherwise(director: Client, three: Evening, typed: dict[str, Any], rows: list[Any]):
    before = Event.objects.count()
    assert told(asked(director, page("tournament", three.id), **typed)) == rows
    assert Event.objects.count() == before


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"kind": "outcomes", "outcomes": "3 1"}, "outcomes", "three numbers"),
        ({"by_place": "4 two"}, "by_place", "“two” is not a number."),
        ({"by_place": " ".join(["1"] * 13)}, "by_place", "A list of 1 to 12 entries."),
        ({"kind": "raw", "per": "0"}, "per", "must be above 0"),
        ({"decides": ["wins", "wins"]}, "decides", "Wins is in the list twice."),
        ({"decides": ["luck"]}, "decides", "Select a valid choice"),
        ({"after_round": "3"}, "after_round", "Round 3 has not begun."),
        ({"kind": "luck"}, "kind", "Select a valid choice"),
    ],
)
def test_what_can_not_be_is_said_at_its_field(
    director: Client, three: Evening, typed: dict[str, Any], field: str, sentence: str
):
    answer = asked(director, page("tournament", three.id), **typed)
    assert (answer.status_code, answer.context["moves"]) == (422, None)
    assert sentence in str(answer.context["form"].errors[field])
    assert sentence in words(answer)


def test_points_by_scores_that_nobody_told_are_refused_by_name(director: Client, night: Night):
    evening = Evening.open(night.club)
    evening.enter(Person.objects.bulk_create(Person(club=night.club, name=name) for name in ("Ada", "Kurt", "Olga")))
    table = evening.start_round().tables[0]
    places = {entry: place for place, entry in enumerate(table.seats, 1)}
    evening.send(RecordResult(table.id, places, evening.at, source="table", by=ACTOR))
    answer = asked(director, page("tournament", evening.id), kind="share")
    assert answer.status_code == 422
    assert " needs a score, because scores are the points here." in words(answer)
    assert table.seats[0] not in words(answer)


def test_options_of_a_tie_break_and_lists_by_size_stay(director: Client, night: Night):
    points = {"by_place": [4, 2, 1, 0], "per_size": {"3": [7, 4, 1]}, "bye": 2}
    evening = Evening.open(night.club, points=points, tie_breaks=[{"name": "wins", "shared": "none"}, "lot"])
    form = director.get(page("tournament", evening.id)).context["form"]
    assert form["per_size"].value() == "3: 7 4 1"
    sent = asked(director, page("tournament", evening.id)).context["form"].wanted()
    assert (sent.points, sent.tie_breaks) == (None, (Wins("none"), "lot"))
    other = asked(director, page("tournament", evening.id), ties="higher", decides=["wins"]).context["form"].wanted()
    assert other.points == read(PointScheme, {**points, "ties": "higher"})
    assert other.tie_breaks == (Wins("none"),)


def test_a_league_table_that_adds_up_otherwise(director: Client, night: Night, season: Any):
    at = page("season", season)
    assert told(asked(director, at)) == ["Kurt 1-1 17-17 =", "Ada 2-2 10-10 ="]
    assert told(asked(director, at, best="1")) == ["Ada 2-1 10-10 ▲ 1", "Kurt 1-1 17-10 ="]
    assert told(asked(director, at, drop_worst="1", attendance="2")) == ["Kurt 1-1 17-14 =", "Ada 2-2 10-12 ="]
    low = told(asked(director, at, kind="low_point", codes="DNC 4"))
    assert low == ["Kurt 1-1 17-3 =", "Ada 2-2 10-5 ="]
    assert f'href="{at}"' in director.get(f"/admin/league/season/{season}/change/").text


def test_who_has_too_few_nights_has_no_place(director: Client, season: Any):
    answer = asked(director, page("season", season), minimum="2")
    assert [(move.name, move.after.place, _sign(move.movement)) for move in answer.context["moves"]] == [
        ("Kurt", 1, "="),
        ("Ada", None, ""),
    ]


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"best": "1", "drop_worst": "1"}, "drop_worst", "Choose one"),
        ({"by_place": ""}, "by_place", "Write the points for the first place"),
        ({"kind": "low_point", "codes": "DNF"}, "codes", "“DNF” is not a code with its points."),
        ({"kind": "low_point", "codes": "DNF many"}, "codes", "DNF: many is not a number"),
        ({"attendance": "x"}, "attendance", "is not a number"),
        ({"decides": ["count_back", "count_back"]}, "decides", "Count-back is in the list twice."),
    ],
)
def test_what_can_not_be_of_a_season_is_said_at_its_field(
    director: Client, season: Any, typed: dict[str, Any], field: str, sentence: str
):
    answer = asked(director, page("season", season), **typed)
    assert (answer.status_code, answer.context["moves"]) == (422, None)
    assert sentence in str(answer.context["form"].errors[field])


def test_what_the_form_does_not_ask_stays_as_the_season_has_it(director: Client, night: Night):
    scheme = {
        "points": {"low_point": {"codes": {"DNF": "starters+1", "RDG": 4}, "undroppable": ["DSQ"]}, "ties": "average"},
        "drop_worst": [[3, 1], [6, 2]], "shared_seat": "split", "ties": ["best_last"], "places": "dense", "final": 2,
    }  # fmt: skip
    body = {"club": str(night.club.pk), "name": "Regatta", "scheme": scheme}
    id = seasons.open_season(read(Create, body), actor="user:test", at=FIRST_NIGHT).stream.id
    assert asked(director, page("season", id)).context["form"].wanted().scheme == read(Scheme, scheme)
    one = asked(director, page("season", id), drop_worst="1").context["form"].wanted().scheme
    assert (one.drop_worst, one.final, one.points) == (1, 2, read(Scheme, scheme).points)


def test_the_pages_are_for_the_staff_of_the_club(stranger: Client, client: Client, night: Night, three: Evening):
    member = Client()
    user = User.objects.create_user("member", password=PASSWORD)
    Membership.objects.create(club=night.club, user=user, role=Role.MEMBER)
    member.force_login(user)
    for at in (page("tournament", three.id), page("season", night.season)):
        assert stranger.get(at).status_code == 404
        assert client.get(at).status_code == 302
        assert member.get(at).status_code == 302


def test_nothing_is_sent_to_them(director: Client, night: Night, three: Evening):
    for at in (page("tournament", three.id), page("season", night.season)):
        assert director.post(at, {"asked": "1"}).status_code == 405
        assert director.get(at + "?asked=1").status_code == 422
        assert director.get(at + "?asked=1&by_place=%00").status_code == 422
    assert director.get(page("tournament", uuid7())).status_code == 404
    assert director.get(page("season", uuid7())).status_code == 404


def test_the_night_of_fourteen_asks_no_more_than_one_of_three(director: Client, night: Night, three: Evening):
    took = []
    for id in (three.id, night.tournaments[0]):
        with counted() as queries:
            asked(director, page("tournament", id), by_place="9 5 1")
        took.append(len(queries))
    assert took[0] == took[1]
