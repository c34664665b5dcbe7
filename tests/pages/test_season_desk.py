"""A season is changed from its desk: how it adds up, divisions and categories, events, results from a file."""

from __future__ import annotations

import html
import re
from copy import deepcopy
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.domain.season.state import Season as State
from league.domain.season.table.groups import Division, Juniors, Newcomers, OfClub
from league.domain.season.table.scheme import LowPoint, Scheme, SeasonPoints
from league.models import Event, Membership, Person, Role, User
from league.projections.followers import follow
from league.repository.streams import SEASON, reading
from tests.pages.night import FIRST_NIGHT, PASSWORD, Night, Playing, make_people, make_season
from tests.pages.test_shown import season_page, text_of

STEPS = ("settings", "groups", "tournament", "result", "results-file", "take-out")
FILE = "event,date,name,place,status,extra,for,hat\nAway,2026-12-08,Emmy Noether,1,,1/2,fair,x\n,,Kurt Gödel,,DNF,,,\n"


def desk(night: Night, name: str = "") -> str:
    return f"/admin/league/season/{night.season}/desk/{name + '/' if name else ''}"


def state_of(night: Night) -> State:
    with reading(night.club.pk, SEASON, night.season) as stream:
        state: State = deepcopy(stream.aggregate.state)
        return state


def form_of(client: Client, address: str) -> dict[str, Any]:
    """What the form at an address would send as it is."""
    form = client.get(address).context["form"]
    return {field.html_name: value for field in form if (value := field.value()) is not None and value is not False}


def sends(client: Client, night: Night, name: str, **told: Any) -> Any:
    """The answer to a form as it stands, with what is typed into it."""
    sent = {**form_of(client, desk(night, name)), **told}
    return client.post(desk(night, name), {key: value for key, value in sent.items() if value is not None})


def test_the_desk_leads_to_its_steps(director: Client, night: Night):
    assert f'href="{desk(night)}"' in director.get(season_page(night)).text
    page = director.get(desk(night)).text
    assert all(f'href="{desk(night, name)}"' in page for name in STEPS)
    assert "1. Club night 3 November" in page
    for name in STEPS:
        assert director.get(desk(night, name)).status_code == 200, name


def test_how_a_season_adds_up_is_changed_and_all_else_stays(director: Client, night: Night):
    told = {"called": "Winter", "by_place": "10 7,5 5 7/3", "best": "3", "final": "1,5", "minimum": "2"}
    assert sends(director, night, "settings", **{**told, "by_place": "10 7.5 5 7/3"}).status_code == 302
    state = state_of(night)
    points = SeasonPoints(by_place=(10, "7.5", 5, "7/3"))
    assert state.name == "Winter"
    assert state.scheme == Scheme(points=points, best=3, final="1.5", minimum=2, ties=("count_back",))
    assert form_of(director, desk(night, "settings"))["final"] == "1.5"
    assert sends(director, night, "settings", final="", best="").status_code == 302
    assert state_of(night).scheme == Scheme(points=points, minimum=2, ties=("count_back",))
    count = Event.objects.count()
    assert sends(director, night, "settings").status_code == 302
    assert Event.objects.count() == count


def test_a_scheme_that_the_form_can_not_say_stays_whole(director: Client, night: Night):
    low = Scheme(points=SeasonPoints(low_point=LowPoint(codes={"DNF": "starters+1"})), drop_worst=((3, 1),))
    sailing = Night(night.club, night.director, make_season(night.club, night.director, low), [])
    assert sends(director, sailing, "settings", called="Sailing", final="2").status_code == 302
    assert state_of(sailing).scheme == Scheme(points=low.points, drop_worst=low.drop_worst, final=2)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"final": "-1"}, "A weight must be 0 or more."),
        ({"final": "x"}, "“x” is not a number"),
        ({"final": "1/0"}, "is not a number"),
        ({"final": "1/999999999"}, "too fine to be added up exactly"),
        ({"by_place": "4 two"}, "“two” is not a number"),
        ({"by_place": "32,000 2"}, "32,000 can be read in two ways: write 32000 or 32."),
        ({"final": "1,500"}, "write 1500 or 1,5."),
        ({"best": "2.000"}, "write 2000 or 2."),
        ({"by_place": "1 " * 600}, ""),
        ({"best": "0"}, "greater than or equal to 1"),
        ({"called": ""}, "required"),
        ({"called": "x\x00"}, "Null"),
        ({"minimum": "1" * 30}, ""),
        ({"seen": "x"}, "Someone else changed this first"),
        ({"once": "x" * 65}, ""),
    ],
)
def test_junk_in_the_settings_is_told_and_changes_nothing(director: Client, night: Night, typed: Any, told: str):
    count = Event.objects.count()
    answer = sends(director, night, "settings", by_place=typed.pop("by_place", "1/999999937 4"), **typed)
    assert (answer.status_code, Event.objects.count()) == (422, count)
    assert told in html.unescape(answer.text), answer.context["form"].errors


def test_divisions_and_categories_are_told_by_names(director: Client, night: Night):
    told = {
        "division_0_name": "First",
        "division_0_people": "Kurt Gödel\n  emmy  noether \n",
        "division_0_down": "1",
        "division_2_name": "Second",
        "division_2_up": "1",
        "category_0_name": "Juniors",
        "category_0_age": "18",
        "category_0_on": "2026-12-31",
        "category_1_name": "New",
        "category_1_type": "newcomers",
        "category_1_age": "7",
        "category_2_name": "North",
        "category_2_type": "club",
        "category_2_club": "North",
    }
    assert sends(director, night, "groups", **told).status_code == 302
    state = state_of(night)
    godel, noether = (str(Person.objects.get(name=name).pk) for name in ("Kurt Gödel", "Emmy Noether"))
    assert state.divisions == (Division("First", (godel, noether), down=1), Division("Second", up=1))
    assert state.categories == (
        Juniors("Juniors", 18, FIRST_NIGHT.date().replace(month=12, day=31)),
        Newcomers("New"),
        OfClub("North", "North"),
    )
    count = Event.objects.count()
    assert sends(director, night, "groups").status_code == 302  # as it stands
    assert Event.objects.count() == count
    assert (
        sends(director, night, "groups", division_0_name="", category_1_name="", category_2_name="").status_code == 422
    )
    answer = sends(director, night, "groups", division_0_name="", division_1_up="0", category_1_name="")
    assert answer.status_code == 302
    assert [division.name for division in state_of(night).divisions] == ["Second"]
    assert [category.name for category in state_of(night).categories] == ["Juniors", "North"]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"division_0_name": "A", "division_0_people": "Zeno"}, "Line 1: the club has no member called Zeno."),
        ({"division_0_name": "A", "division_0_people": "\nTwin"}, "Line 2: Twin may be Twin (1), Twin (2)."),
        (
            {"division_0_name": "A", "division_0_people": "Kurt Gödel\nKurt Gödel"},
            "These are in two divisions, or listed twice: Kurt Gödel.",
        ),
        (
            {"division_0_name": "A", "division_0_people": "Kurt Gödel", "division_0_size": "3"},
            "both people and a size",
        ),
        ({"division_1_name": "A", "division_2_name": "a", "division_1_size": "2"}, "Two groups are called a."),
        ({"division_0_name": "A", "division_1_name": "B"}, "Every division but the last needs people or a size."),
        ({"division_0_name": "A", "division_0_up": "1"}, "Nobody can go up from the highest division."),
        ({"division_0_name": "A", "division_0_up": "x"}, "whole number"),
        ({"category_0_name": "A"}, "A category of this kind needs this."),
        ({"category_0_name": "A", "category_0_type": "club"}, "A category of this kind needs this"),
        ({"category_0_name": "A", "category_0_type": "elders"}, "valid choice"),
        ({"category_0_name": "A", "category_0_type": "", "category_0_on": "x"}, "valid date"),
    ],
)
def test_junk_in_the_groups_is_told_and_changes_nothing(director: Client, night: Night, typed: Any, told: str):
    make_people(night.club, ["Twin", "Twin"])
    count = Event.objects.count()
    answer = sends(director, night, "groups", **typed)
    assert (answer.status_code, Event.objects.count()) == (422, count)
    assert told in html.unescape(answer.text), answer.context["form"].errors


def test_a_tournament_comes_in_as_the_final_and_goes_out_again(director: Client, night: Night):
    other = make_season(night.club, night.director)
    cup = Playing(night.club, night.director, other, "The cup", FIRST_NIGHT)
    answer = sends(director, night, "tournament", tournament=str(cup.id), multiplier="1/2", final="on")
    assert answer.status_code == 302, answer.context["form"].errors
    event = list(state_of(night).events.values())[-1]
    assert (event.tournament, event.multiplier, event.final, event.date) == (str(cup.id), "0.5", True, None)
    again = sends(director, night, "tournament", tournament=str(cup.id))
    assert (again.status_code, len(state_of(night).events)) == (422, 5)
    assert sends(director, night, "take-out", event=event.id).status_code == 302
    assert len(state_of(night).events) == 4
    assert sends(director, night, "take-out", event="x").status_code == 422
    assert sends(director, night, "tournament", tournament="x", multiplier="-1").status_code == 422


def test_a_result_is_typed_row_by_row(director: Client, night: Night):
    told = {
        "event": "Away",
        "date": "2026-12-08",
        "multiplier": "2",
        "final": "on",
        "row_1_name": "emmy noether",
        "row_1_place": "1",
        "row_3_name": "Kurt Gödel",
        "row_3_status": "DNF",
        "row_4_name": "Ada Lovelace",
        "row_4_points": "2,5",
        "row_4_extra": "-1",
        "row_4_for": "late",
    }
    assert sends(director, night, "result", **told).status_code == 302
    event = list(state_of(night).events.values())[-1]
    ada, godel, noether = (
        str(Person.objects.get(name=name).pk) for name in ("Ada Lovelace", "Kurt Gödel", "Emmy Noether")
    )
    assert event.result is not None
    assert (event.result.name, str(event.date), event.multiplier, event.final) == ("Away", "2026-12-08", 2, True)
    assert (event.result.places, event.result.status, event.result.awards) == (
        {noether: 1},
        {godel: "DNF"},
        {ada: "2.5"},
    )
    assert [(extra.person, extra.points, extra.for_) for extra in event.extra] == [(ada, -1, "late")]
    follow(night.club.pk)
    assert "Away" in text_of(director, season_page(night))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({}, "Write at least one person."),
        ({"row_2_name": "Zeno", "row_2_place": "1"}, "Line 2, name: the club knows nobody called Zeno."),
        ({"row_3_place": "1"}, "Line 3, name: a name is missing."),
        ({"row_2_name": "Kurt Gödel"}, "Line 2, place: a place, a status or points are needed."),
        ({"row_2_name": "Kurt Gödel", "row_2_place": "1", "row_2_status": "DNF"}, "either a place or a status"),
        ({"row_2_name": "Kurt Gödel", "row_2_place": "0"}, "a whole number from 1 to 1000000 is needed."),
        ({"row_2_name": "Kurt Gödel", "row_2_place": "²"}, "Line 2, place: a whole number"),
        ({"row_2_name": "Kurt Gödel", "row_2_points": "x"}, "“x” is not a number"),
        ({"row_2_name": "Kurt Gödel", "row_2_points": "1e400"}, ""),
        ({"row_2_name": "Kurt Gödel", "row_2_points": "32,000"}, "32,000 can be read in two ways: write 32000 or 32."),
        ({"row_1_name": "Kurt Gödel", "row_1_place": "1", "multiplier": "1.500"}, "write 1500 or 1.5."),
        ({"row_2_name": "Kurt Gödel", "row_2_status": "X" * 21}, "at most 20 characters"),
        ({"row_1_name": "Kurt Gödel", "row_1_place": "1", "multiplier": "-1"}, "a number such as 3"),
        ({"row_1_name": "Kurt Gödel", "row_1_place": "1", "date": "x"}, "valid date"),
        (
            {"row_1_name": "Kurt Gödel", "row_1_place": "1", "row_1_extra": "1/999999937", "multiplier": "1/999999929"},
            "",
        ),
    ],
)
def test_junk_in_a_result_is_told_beside_it_and_changes_nothing(director: Client, night: Night, typed: Any, told: str):
    count = Event.objects.count()
    answer = sends(director, night, "result", **typed)
    assert (answer.status_code, Event.objects.count()) == (422, count)
    assert told in html.unescape(answer.text), answer.context["form"].errors


def test_points_of_three_decimals_are_shown_so_that_they_can_be_sent_again(director: Client, night: Night):
    told = {
        "row_1_name": "1.125",
        "row_1_points": "1,1250",
        "row_1_for": "1.125",
        "row_1_extra": "2",
        "multiplier": "1,1250",
    }
    Person.objects.create(club=night.club, name="1.125")
    assert sends(director, night, "result", **told).status_code == 302
    event = list(state_of(night).events.values())[-1]
    assert event.result is not None
    assert (list(event.result.awards.values()), event.multiplier) == (["1.125"], "1.125")
    assert [extra.for_ for extra in event.extra] == ["1.125"]
    correct = f"{desk(night, 'correct')}?which={event.id}"
    shown = form_of(director, correct)
    assert (shown["row_1_name"], shown["row_1_points"], shown["multiplier"]) == ("1.125", "1.1250", "1.1250")


def test_who_stands_in_a_result_twice_is_told_by_rows(director: Client, night: Night):
    typed = {f"row_{row}_{cell}": value for row in (2, 5) for cell, value in (("name", "Kurt Gödel"), ("place", "1"))}
    answer = sends(director, night, "result", **typed)
    assert "Line 5, name: Kurt Gödel is in the event already, on line 2." in answer.text


def test_there_are_more_rows_where_they_are_asked_for(director: Client, night: Night):
    assert director.get(desk(night, "result") + "?rows=24").context["form"].count == 24
    for junk in ("0", "-1", "x", "151", "9" * 30, "²"):
        assert director.get(f"{desk(night, 'result')}?rows={junk}").status_code == 404
    many = {f"row_{row}_name": "" for row in range(1, 400)}
    assert sends(director, night, "result", **many).status_code == 422


def upload(client: Client, night: Night, raw: bytes, **more: str) -> Any:
    file = SimpleUploadedFile("results.csv", raw)
    return sends(client, night, "results-file", file=file, **more)


def test_a_file_is_shown_with_what_becomes_of_the_table_before_it_is_taken(director: Client, night: Night):
    count = Event.objects.count()
    shown = upload(director, night, FILE.encode())
    assert (shown.status_code, Event.objects.count()) == (200, count)
    page = text_of_answer(shown)
    assert "1 event, 2 rows" in page
    assert "not read: hat" in page
    assert "Emmy Noether : place 1, 0.5 extra: fair" in page
    assert "Kurt Gödel : DNF" in page
    form = shown.context["form"]
    assert [row.name for row in form.contents.table.rows].count("Emmy Noether") == 1
    sent = {field.html_name: field.value() for field in form}
    for _ in range(2):
        assert director.post(form.address, sent).status_code == 302
    assert Event.objects.count() == count + 1
    foreseen = {row.name: (row.place, row.moved) for row in form.contents.table.rows}
    follow(night.club.pk)
    rows = director.get(season_page(night)).context["rows"]
    assert {row.name: (row.place, row.movement) for row in rows} == foreseen


def text_of_answer(answer: Any) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)))


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"", "empty"),
        (b"name,place\nZeno,1\n", "Line 2, name: the club knows nobody called Zeno."),
        (b"name,place\nKurt G\xf6del,1\n", "Line 2, column 7: the byte F6 is not Unicode."),
        (b"place\n1\n", "either name or person must be one of them"),
        (b"name,place,date\nEmmy Noether,1,2026-W53-4\n", "Line 2, date: a day such as 2026-12-31 is needed."),
        (b"name,place\nEmmy Noether,1\n" + b"x" * 10 + b",\n", "Line 3, name: the club knows nobody"),
        (b"\x00", ""),
        (b"name,place,multiplier\nEmmy Noether,1,1/999999937\nEmmy Noether,2,", ""),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_place(director: Client, night: Night, raw: bytes, told: str):
    count = Event.objects.count()
    answer = upload(director, night, raw)
    assert (answer.status_code, Event.objects.count()) == (422, count)
    assert told in html.unescape(answer.text), answer.context["form"].errors


def test_a_file_that_the_season_refuses_is_refused_before_it_is_shown(director: Client, night: Night):
    """Each row is right; together with the season's points their denominators are too large."""
    raw = b"event,name,points\nA,Emmy Noether,1/999999937\nB,Emmy Noether,1/999999929\n"
    answer = upload(director, night, raw)
    assert answer.status_code == 422
    assert "too fine to be added up exactly" in answer.text


@pytest.mark.parametrize("junk", ["", "x", "name,place\nZeno,1", "name,place\nEmmy Noether,0", '"', "\ud800"])
def test_a_text_that_was_not_shown_is_not_taken(director: Client, night: Night, junk: str):
    count = Event.objects.count()
    form = upload(director, night, FILE.encode()).context["form"]
    sent = {field.html_name: field.value() for field in form} | {"text": junk.encode("utf-8", "replace").decode()}
    assert (director.post(form.address, sent).status_code, Event.objects.count()) == (422, count)


def test_a_form_that_is_stale_is_refused(director: Client, night: Night):
    stale = form_of(director, desk(night, "settings"))
    assert sends(director, night, "settings", called="Other").status_code == 302
    answer = director.post(desk(night, "settings"), {**stale, "called": "Third"})
    assert answer.status_code == 422
    assert "Someone else changed this first" in answer.text
    assert state_of(night).name == "Other"


def test_only_directors_of_the_club_come_to_the_desk(stranger: Client, night: Night):
    referee = User.objects.create_user("referee", password=PASSWORD)
    Membership.objects.create(club=night.club, user=referee, role=Role.REFEREE)
    client = Client()
    client.force_login(referee)
    assert "Change the season" not in client.get(season_page(night)).text
    for name in ("", *STEPS):
        assert client.get(desk(night, name)).status_code == 403
        assert stranger.get(desk(night, name)).status_code == 404
    for name in (*STEPS, "take-results"):
        assert client.post(desk(night, name)).status_code == 403
        assert stranger.post(desk(night, name)).status_code == 404


def test_steps_that_are_none_are_not_found(director: Client, night: Night):
    assert director.get(desk(night, "nothing")).status_code == 404
    assert director.get(desk(night, "take-results")).status_code == 405
    assert director.post(desk(night)).status_code == 405
    assert director.put(desk(night, "settings")).status_code == 405
    for name in (*STEPS, "take-results"):
        assert director.post(desk(night, name)).status_code == 422, name


def test_the_same_result_is_asked_about_before_it_counts_again(director: Client, night: Night):
    typed = {"event": "Away", "date": "2026-12-08", "row_1_name": "Emmy Noether", "row_1_place": "1"}
    assert sends(director, night, "result", **typed).status_code == 302
    again = sends(director, night, "result", **typed)
    assert again.status_code == 422
    assert "The season has this very result already." in html.unescape(again.text)
    assert not again.context["form"]["again"].is_hidden
    assert sends(director, night, "result", **typed, again="on").status_code == 302
    assert sum(event.result is not None for event in state_of(night).events.values()) == 2


def test_results_without_a_name_and_a_day_that_count_twice_are_listed(director: Client, night: Night):
    typed = {"row_1_name": "Emmy Noether", "row_1_place": "1"}
    assert sends(director, night, "result", **typed).status_code == 302
    assert "very same results" not in director.get(desk(night)).text
    assert sends(director, night, "result", **typed, again="on").status_code == 302
    assert "has the very same results as" in director.get(desk(night)).text


def test_the_same_file_of_results_is_pointed_out_before_it_is_imported(director: Client, night: Night):
    def read() -> Any:
        file = SimpleUploadedFile("away.csv", FILE.encode())
        return sends(director, night, "results-file", file=file)

    def take(shown: Any, **more: str) -> Any:
        fields = {field.html_name: field.value() for field in shown.context["form"]}
        return director.post(desk(night, "take-results"), {**{k: v for k, v in fields.items() if v}, **more})

    assert take(read()).status_code == 302
    shown = read()
    assert "The season has one of these results already" in shown.text
    assert take(shown).status_code == 422
    assert take(shown, again="on").status_code == 302


def test_codes_after_which_others_move_up_and_a_lost_place(director: Client, night: Night):
    assert sends(director, night, "settings", move_up="DSQ, RET").status_code == 302
    assert state_of(night).scheme.moving_up == ("DSQ", "RET")
    assert form_of(director, desk(night, "settings"))["move_up"] == "DSQ, RET"
    typed = {"row_1_name": "Emmy Noether", "row_1_place": "1", "row_1_status": "DSQ"}
    assert sends(director, night, "result", **typed, abandoned="on").status_code == 302
    *_, added = state_of(night).events.values()
    assert added.abandoned
    assert "abandoned: counts for nothing" in director.get(season_page(night)).text
    assert sends(director, night, "settings", move_up="").status_code == 302
    assert state_of(night).scheme.moving_up == ()
