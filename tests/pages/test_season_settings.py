"""The form of how a season adds up: it shows every scheme, says what it can't show, sets what organisers need."""

from __future__ import annotations

import html
from typing import Any

from django.test import Client

from games.kernel import Json
from league.domain.season.commands import Change
from league.domain.season.table.scheme import LowPoint, Scheme, SeasonPoints, Split
from league.domain.values.faults import read
from league.models import Event
from league.repository.streams import SEASON
from league.services import execution
from tests.pages.night import FIRST_NIGHT, Night
from tests.pages.test_season_desk import desk, sends, state_of

SCHEMES: list[Json] = [
    {"points": None},
    {"points": {"by_place": [10, "7.5", "7/3", -1], "ties": "higher"}, "best": 6, "ties": ["best_last", "count_back"]},
    {"points": {"by_place": [1] * 500, "ties": "lower"}, "drop_worst": 2, "attendance": "0.5", "minimum": 3},
    {"points": {"low_point": {"codes": {"DNF": "starters+1", "RDG": 4, "DNE": "7/3"}, "undroppable": ["DNE", "DSQ"]}}},
    {"points": {"low_point": {"codes": {"did not start": 5}}}, "drop_worst": [[5, 1], [9, 2]], "places": "dense"},
    {"splits": [{"events": [1, 8], "best": 4}, {"events": [9, 16], "best": 4}], "shared_seat": "split", "final": "1.5"},
    {"ties": ["count_back", "count_back_scoring", "best_last", "lower_gross", "first_to_reach"], "shared_seat": "none"},
]


def change(night: Night, scheme: Json) -> None:
    command = read(Change, {"type": "change", "scheme": scheme})
    execution.execute(SEASON, night.season, command, club=night.club.pk, actor="user:test", at=FIRST_NIGHT)


def settings(client: Client, night: Night, **typed: Any) -> Scheme:
    """The scheme that the form makes of what stands and what is typed."""
    answer = sends(client, night, "settings", **typed)
    assert answer.status_code == 302, answer.context["form"].errors
    return state_of(night).scheme


def test_sent_as_it_stands_every_scheme_stays(director: Client, night: Night):
    for scheme in SCHEMES:
        change(night, scheme)
        count = Event.objects.count()
        assert settings(director, night) == read(Scheme, scheme)
        assert Event.objects.count() == count, scheme


def test_what_the_form_can_not_show_is_said(director: Client, night: Night):
    notes = {
        3: "Results with these codes are never dropped: DNE, DSQ.",
        4: "The points for codes can only be changed through the API.",
        5: "The best 4 of events 1 to 8 count; The best 4 of events 9 to 16 count",
    }
    for number, scheme in enumerate(SCHEMES):
        change(night, scheme)
        page = html.unescape(director.get(desk(night, "settings")).text)
        assert [at for at, note in notes.items() if note in page] == ([number] if number in notes else [])
    change(night, SCHEMES[4])
    page = html.unescape(director.get(desk(night, "settings")).text)
    assert "From 5 events on, the worst result is dropped; From 9 events on, the worst 2 results are dropped" in page


def test_everything_is_set_anew(director: Client, night: Night):
    chain: dict[str, Any] = {"decides": ["lower_gross", "", "best_last"]}
    more = {
        "attendance": "1,5",
        "places": "dense",
        "drop_worst": "2",
        "shared_seat": "split",
        "best": "",
        "minimum": "",
    }
    low = settings(director, night, kind="low_point", codes="DNF starters+1, DSQ 10", shared="lower", **chain, **more)
    points = SeasonPoints(low_point=LowPoint({"DNF": "starters+1", "DSQ": 10}), ties="lower")
    told: Any = {"attendance": "1.5", "places": "dense", "drop_worst": 2, "shared_seat": "split"}
    assert low == Scheme(points=points, ties=("lower_gross", "best_last"), **told)
    awarded = settings(director, night, kind="awards", drop_worst="", places="1224", decides=[])
    assert awarded == Scheme(attendance="1.5", shared_seat="split")
    by_place = settings(director, night, kind="by_place", by_place="4 2", shared="higher", attendance="0")
    assert by_place == Scheme(points=SeasonPoints(by_place=(4, 2), ties="higher"), shared_seat="split")


def test_a_best_takes_the_place_of_parts(director: Client, night: Night):
    change(night, SCHEMES[5])
    assert settings(director, night, minimum="2").splits == (Split((1, 8), 4), Split((9, 16), 4))
    scheme = settings(director, night, best="3")
    assert (scheme.splits, scheme.best, scheme.minimum) == (None, 3, 2)


def test_what_is_wrong_is_told_at_its_field(director: Client, night: Night):
    count = Event.objects.count()
    wrong: list[tuple[dict[str, Any], str, str]] = [
        ({"best": "1", "drop_worst": "1"}, "drop_worst", "Choose one: "),
        ({"by_place": ""}, "by_place", "Write the points for the first place"),
        ({"kind": "low_point", "codes": "DNF"}, "codes", "“DNF” is not a code with its points."),
        ({"kind": "low_point", "codes": "DNF x"}, "codes", ""),
        ({"kind": "luck"}, "kind", "Select a valid choice"),
        ({"attendance": "x"}, "attendance", ""),
        ({"decides": ["best_last", "best_last"]}, "decides", "Best score, then last is in the list twice."),
        ({"shared_seat": "x"}, "shared_seat", "Select a valid choice"),
        ({"final": "-1"}, "final", "A weight must be 0 or more."),
    ]
    for typed, field, told in wrong:
        answer = sends(director, night, "settings", **typed)
        assert (answer.status_code, Event.objects.count()) == (422, count), typed
        assert told in str(answer.context["form"].errors.get(field)), (typed, answer.context["form"].errors)
        assert list(answer.context["form"].errors) == [field]
