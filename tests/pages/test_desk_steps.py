"""What the desk's rarer steps do: reopening, extra time for a table, settings, seats by hand, and who is looked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page
from uuid6 import uuid7

from league.domain.tournament import commands
from league.domain.tournament.formats import Manual
from league.domain.tournament.results.reports import Report
from league.domain.tournament.settings import PointScheme, Wins
from league.domain.tournament.state import Tournament
from league.models import Event, Membership, Role, Table, User
from league.repository.streams import TOURNAMENT, reading
from league.seating import planning
from league.services import results
from tests.pages.night import FIRST_NIGHT, PASSWORD, Night, Playing, make_people
from tests.pages.test_desk import address, form_at, running


def state_of(night: Night, id: UUID) -> Tournament:
    """A tournament as it stands."""
    with reading(night.club.pk, TOURNAMENT, id) as stream:
        state: Tournament = deepcopy(stream.aggregate.state)
        return state


def step(id: UUID, name: str, about: str = "") -> str:
    """Where a step of a tournament is taken."""
    return "/".join(part for part in (f"/admin/league/tournament/{id}/desk", name, about) if part) + "/"


def asked(client: Client, at: str) -> dict[str, Any]:
    """All fields of a step's page as a browser would send them."""
    form = client.get(at).context["form"]
    found = {field.html_name: field.value() for field in form}
    return {name: value for name, value in found.items() if value not in (None, False)}


@pytest.fixture
def small(night: Night) -> Playing:
    """A tournament in which the first seven of the club are here; nothing is seated."""
    tournament = Playing(night.club, night.director, night.season, "Small night", FIRST_NIGHT)
    tournament.enter([*make_people(night.club, [f"Guest {number}" for number in range(1, 8)])])
    return tournament


def test_a_closed_tournament_is_reopened_with_a_reason_and_closed_again(director: Client, night: Night):
    id = night.tournaments[0]
    assert "Reopen the tournament" in director.get(step(id, "")).text
    sent = asked(director, step(id, "reopen"))
    assert director.post(step(id, "reopen"), sent | {"reason": ""}).status_code == 422
    assert state_of(night, id).state == "closed"
    assert director.post(step(id, "reopen"), sent | {"reason": "one more round"}).status_code == 302
    assert state_of(night, id).state == "running"
    assert director.post(step(id, "close"), {}).status_code == 302
    assert (state_of(night, id).state, state_of(night, id).editions) == ("closed", 2)
    late = director.post(step(id, "reopen"), sent | {"reason": "again", "once": "another"})
    assert late.status_code == 422
    assert "Someone else changed this first" in late.text
    assert state_of(night, id).state == "closed"


def test_a_referee_reopens_nothing_and_sets_nothing(night: Night):
    user = User.objects.create_user("referee", password=PASSWORD)
    Membership.objects.create(club=night.club, user=user, role=Role.REFEREE)
    client = Client()
    client.force_login(user)
    for name in ("reopen", "settings", "seat-by-hand"):
        assert client.get(step(night.tournaments[0], name)).status_code == 403
    assert "Reopen" not in client.get(step(night.tournaments[0], "")).text


def test_one_table_has_more_time_and_the_others_do_not(director: Client, night: Night):
    found = running(night).rounds[-1]
    sent = form_at(director, night, "extend", found.id) | {
        "minutes": "5",
        "reason": "slow",
        "table": found.tables[1].id,
    }
    assert director.post(address(night, "extend", found.id), sent).status_code == 302
    after = running(night).rounds[-1]
    assert after.clock == found.clock
    assert [table.extra_seconds for table in after.tables] == [0, 300, 0]
    assert "own time:" in director.get(address(night)).text
    sent = form_at(director, night, "extend", found.id) | {"minutes": "5", "reason": "slow", "table": str(uuid7())}
    assert director.post(address(night, "extend", found.id), sent).status_code == 422


def test_the_settings_are_changed_and_what_is_not_shown_stays(director: Client, small: Playing, night: Night):
    scheme = PointScheme(by_place=(4, 2, 1, 0), ties="higher", missed=-1)
    small.send(commands.Change(points=scheme))
    before = state_of(night, small.id).settings
    at = step(small.id, "settings")
    sent = asked(director, at)
    wanted = {"called": "Grand night", "rounds": "3", "clock_minutes": "20", "by_place": "5 3 1", "tie_breaks": ["lot"]}
    sizes = {"seats": "own", "smallest": "3", "preferred": "3", "largest": "4", "decided": "own"}
    assert director.post(at, sent | wanted | sizes).status_code == 302
    after = state_of(night, small.id).settings
    assert (after.name, after.rounds, after.clock_seconds, after.tie_breaks) == ("Grand night", 3, 1200, ("lot",))
    assert (after.table_size.min, after.table_size.prefer, after.table_size.max) == (3, 3, 4)
    assert after.points == PointScheme(by_place=(5, 3, 1), ties="higher", missed=-1)
    assert (after.game_options, after.starts_at, after.format) == (
        before.game_options,
        before.starts_at,
        before.format,
    )


def test_a_tie_break_keeps_its_options_where_another_is_added(director: Client, small: Playing, night: Night):
    small.send(commands.Change(tie_breaks=(Wins("none"),)))
    at = step(small.id, "settings")
    sent = asked(director, at)
    assert director.post(at, sent | {"tie_breaks": ["wins", "buchholz"]}).status_code == 302
    assert state_of(night, small.id).settings.tie_breaks == (Wins("none"), "buchholz")


def test_settings_that_nobody_changed_are_no_event(director: Client, small: Playing):
    before = Event.objects.filter(stream=small.id).count()
    assert director.post(step(small.id, "settings"), asked(director, step(small.id, "settings"))).status_code == 302
    assert Event.objects.filter(stream=small.id).count() == before


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"called": ""}, "This field is required."),
        ({"seats": "own", "smallest": "", "preferred": "", "largest": ""}, "Write all three sizes"),
        ({"seats": "own", "smallest": "5", "preferred": "3", "largest": "4"}, "is played by"),
        ({"seats": "own", "smallest": "2", "preferred": "7", "largest": "12"}, "is played by"),
        ({"by_place": "1e400"}, "“1e400” is not a number"),
        ({"clock_minutes": "9" * 400}, "Ensure this value is less than"),
        ({"rounds": "1" + "0" * 5000}, "Enter a whole number."),
        ({"called": "a\0b"}, "Null characters are not allowed."),
    ],
)
def test_settings_that_cannot_be_are_refused_and_kept_in_the_form(
    director: Client, small: Playing, night: Night, wrong: dict[str, str], sentence: str
):
    before = state_of(night, small.id).settings
    answer = director.post(step(small.id, "settings"), asked(director, step(small.id, "settings")) | wrong)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert state_of(night, small.id).settings == before


def test_fewer_rounds_than_are_seated_are_refused(director: Client, night: Night):
    at = address(night, "settings")
    answer = director.post(at, asked(director, at) | {"rounds": "1"})
    assert answer.status_code == 422
    assert "2 rounds are seated already." in answer.text


def test_of_two_directors_the_second_learns_of_the_firsts_settings(director: Client, small: Playing, night: Night):
    at = step(small.id, "settings")
    first, second = asked(director, at), asked(director, at)
    director.post(at, first | {"rounds": "3"})
    late = director.post(at, second | {"rounds": "5"})
    assert late.status_code == 422
    assert "Someone else changed this first" in late.text
    assert state_of(night, small.id).settings.rounds == 3


def tables(night: Night, id: UUID) -> Iterator[tuple[str, ...]]:
    """The seats of the draft."""
    draft = state_of(night, id).draft
    assert draft is not None
    return (table.seats for table in draft.tables)


@pytest.mark.parametrize("manual", [False, True])
def test_the_director_gives_the_tables(director: Client, small: Playing, night: Night, manual: bool):
    if manual:
        small.send(commands.Change(format=Manual()))
        assert "Seat round 1" not in director.get(step(small.id, "")).text
    at = step(small.id, "seat-by-hand")
    order = [field.name.removeprefix("at_") for field in director.get(at).context["form"].visible_fields()]
    assert len(order) == 7
    numbers = dict(zip(order, ("2", "1", "1", "2", "2", "1", ""), strict=True))
    sent = asked(director, at) | {f"at_{entry}": number for entry, number in numbers.items()}
    for _ in range(2):
        assert director.post(at, sent).status_code == 302
    first, second = tables(night, small.id)
    assert first == (order[1], order[2], order[5])
    assert second == (order[0], order[3], order[4])
    draft = state_of(night, small.id).draft
    assert draft is not None
    assert (draft.byes, draft.given, draft.number) == ((order[6],), True, 1)
    assert "Seat again" not in director.get(step(small.id, "")).text


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        (["", "", "", "", "", "", ""], "Nobody has a table."),
        (["1", "1", "1", "3", "3", "3", ""], "Nobody sits at table 2"),
        (["1", "1", "1", "x", "", "", ""], ": a whole number from 1 to 1000 is needed."),
        (["1", "1", "1", "0", "", "", ""], ": a whole number from 1 to 1000 is needed."),
        (["1", "1", "1", "1", "1", "1", "2"], "1"),
    ],
)
def test_tables_that_cannot_be_are_refused(
    director: Client, small: Playing, night: Night, numbers: list[str], sentence: str
):
    at = step(small.id, "seat-by-hand")
    fields = [field.html_name for field in director.get(at).context["form"].visible_fields()]
    answer = director.post(at, asked(director, at) | dict(zip(fields, numbers, strict=True)))
    assert answer.status_code == 422
    assert sentence in answer.text
    assert state_of(night, small.id).draft is None


def test_somebody_moves_to_another_table_of_the_draft(director: Client, small: Playing, night: Night):
    plan = planning.plan_next(small.id, club=night.club.pk)
    assert plan is not None
    small.send(planning.new_seat_command(plan))
    draft = state_of(night, small.id).draft
    assert draft is not None
    big, little = sorted(draft.tables, key=lambda table: -len(table.seats))
    assert (len(big.seats), len(little.seats)) == (4, 3)
    page = director.get(step(small.id, ""))
    form = page.context["steps"]["move"]
    sent = {field.html_name: field.value() for field in form.hidden_fields()} | {"entry": big.seats[0]}
    assert director.post(form.address, sent | {"table": "x"}).status_code == 422
    for _ in range(2):
        assert director.post(form.address, sent | {"table": little.id}).status_code == 302
    after = {table.id: table.seats for table in state_of(night, small.id).rounds[-1].tables}
    assert after == {big.id: big.seats[1:], little.id: (*little.seats, big.seats[0])}


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("evariste", ["Évariste Galois"]),
        ("GALOIS", ["Évariste Galois"]),
        ("lov ad", ["Ada Lovelace"]),
        ("lovelce", []),
        ("ada lovelce", ["Ada Lovelace"]),
        ("华", ["华罗庚"]),
        ("موسى", ["محمد بن موسى الخوارزمي"]),
        ("a\0b", []),
        ("%", []),
        ("' OR 1=1 --", []),
    ],
)
def test_people_are_found_while_their_name_is_typed(director: Client, night: Night, wanted: str, found: list[str]):
    empty = Playing(night.club, night.director, night.season, "Empty night", FIRST_NIGHT)
    answer = director.get(step(empty.id, "people"), {"name": wanted}).json()
    assert [option["name"] for option in answer["options"]] == found


def test_a_lifted_penalty_has_never_been(director: Client, night: Night):
    entry = next(iter(running(night).entries))
    sent = form_at(director, night, "penalise") | {"entry": entry, "points": "3", "reason": "late"}
    director.post(address(night, "penalise"), sent)
    (id,) = running(night).penalties
    assert not running(night).penalties[id].lifted
    assert director.post(address(night, "lift", id), {}).status_code == 302
    assert running(night).penalties[id].lifted
    page = director.get(address(night, "more"))
    assert "lifted" in page.text
    assert page.context["penalties"][0].lift is None


def test_staff_confirm_what_a_table_reported(director: Client, night: Night):
    table = running(night).rounds[-1].tables[1]
    report = Report(places={entry: place for place, entry in enumerate(table.seats, 1)})
    results.report(Table.objects.get(pk=table.id), report, actor=f"table:{table.id}", at=timezone.now())
    assert (
        director.post(address(night, "confirm", table.id), form_at(director, night, "confirm", table.id)).status_code
        == 302
    )
    result = running(night).tables[table.id].result
    assert result is not None
    assert result.state == "confirmed"
    page = director.get(address(night))
    offered = [step.name for step in page.context["current"].tables[1].steps]
    assert offered == ["correct"]


def test_what_staff_reported_waits_for_nobody(director: Client, night: Night):
    card = director.get(address(night)).context["current"].tables[0]
    assert (card.game.result.state, card.state_name) == ("reported", "from the desk")
    assert [step.name for step in card.steps] == ["correct"]


def test_a_table_leads_to_what_happened_at_it(director: Client, night: Night):
    first, second = running(night).rounds[-1].tables[:2]
    link = f"/admin/log/?club={night.club.pk}&table={first.id}"
    assert link.replace("&", "&amp;") in director.get(address(night)).text
    told = {line.event.type for line in director.get(link).context["lines"]}
    assert {"tournament.round_seated", "tournament.result_recorded"} <= told
    other = director.get(link.replace(first.id, second.id)).context["lines"]
    assert "tournament.result_recorded" not in {line.event.type for line in other}
    assert director.get(link.replace(first.id, "x")).status_code == 404


def test_the_clock_stops_while_one_table_still_has_time(director: Client, night: Night):
    late = Playing(night.club, night.director, night.season, "Late night", timezone.now() - timedelta(hours=2))
    late.enter(make_people(night.club, [f"Guest {number}" for number in range(1, 8)]))
    found = late.seat()
    late.start(found)
    late.at = timezone.now()
    desk = step(late.id, "")
    assert "pause" not in director.get(desk).context["steps"]
    late.send(commands.Extend(round=found.id, at=late.at, seconds=10800, reason="slow", table=found.tables[1].id))
    steps = director.get(desk).context["steps"]
    assert director.post(steps["pause"].address, {}).status_code == 302
    clock = state_of(night, late.id).rounds[-1].clock
    assert clock is not None
    assert clock.running_since is None


def test_a_name_written_from_the_right_stands_beside_its_place(open_page: Callable[..., Page], live_night: Night):
    page = open_page()
    page.goto(address(live_night) + "?round=1")
    page.locator("details").evaluate_all("all => all.forEach((details) => { details.open = true; })")
    table = page.locator(".tk-version li").filter(has_text="محمد").first
    place, name = (table.locator(part).bounding_box() for part in ("span", "bdi"))
    if place is None or name is None:
        pytest.fail("The name is not shown.")
    assert name["x"] - (place["x"] + place["width"]) < 20
    assert name["width"] < 200


def test_where_the_lowest_total_wins_the_desk_adds_points_and_says_so(director: Client, small: Playing):
    assert "Is this intended?" not in director.get(step(small.id, "")).text
    small.send(commands.Change(points=PointScheme(low_wins=True)))
    page = director.get(step(small.id, ""))
    assert "The lowest total wins, but a last place is worth fewer points than a first." in page.text
    form = director.get(step(small.id, "more")).context["penalise"]
    assert (str(form.button), str(form.fields["points"].label)) == ("Add points", "Points added")
    entry = next(iter(small.state().entries))
    hidden = {field.html_name: field.value() for field in form.hidden_fields()}
    director.post(step(small.id, "penalise"), hidden | {"entry": entry, "points": "8", "reason": "lost ball"})
    (penalty,) = small.state().penalties.values()
    assert penalty.points == -8
    assert penalty.worsens_by == 8
    assert "8 points added" in director.get(step(small.id, "more")).text
