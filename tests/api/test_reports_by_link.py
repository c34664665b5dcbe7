"""Results told with a link: by the slip of the table, and by the entries that sit there."""

from __future__ import annotations

import json
from random import Random
from typing import Any
from uuid import UUID

import pytest

from league.models import Event
from league.repository import streams
from league.repository.streams import GAME
from tests.api.conftest import Site, Visitor
from tests.api.test_idempotency import together
from tests.api.test_links import KEY, Hall, command, dealt, hands
from tests.api.test_tables import cards_told


class Room:
    """A running round of score sheets at two tables, with the links of the first and of one entry elsewhere."""

    def __init__(self, site: Site, seats: int = 3, **fields: Any) -> None:
        self.site = site
        size = {"min": seats, "max": seats, "prefer": seats}
        self.tournament = site.tournament(game="scoresheet", table_size=size, **fields)["id"]
        site.entries(self.tournament, *"ABCDEF"[: 2 * seats])
        self.round = site.round(self.tournament)
        first, second = self.round["tables"]
        self.table, self.other_table = first["id"], second["id"]
        self.seats = [seat["entry"] for seat in first["seats"]]
        self.slip, self.other_slip = site.table_link(self.table), site.table_link(self.other_table)
        self.guests = [site.entry_link(entry) for entry in self.seats]
        self.stranger = site.entry_link(second["seats"][0]["entry"])

    def scores(self, *numbers: Any) -> dict[str, Any]:
        return {"scores": dict(zip(self.seats, numbers, strict=True))}

    def send(self, who: Visitor, what: str, body: Any, **headers: str) -> Any:
        return who.send("PUT" if what == "result" else "POST", f"tables/{self.table}/{what}", body, **headers)

    def state(self, who: Visitor, what: str, body: Any) -> str:
        """The table's state after what was sent; the code of a refusal."""
        answer = self.send(who, what, body)
        told: dict[str, Any] = answer.json()
        return str(told["state"] if answer.status_code == 200 else told["code"])

    def actors(self) -> list[str]:
        """Who is said to have done what happened to results, in order."""
        rows = Event.objects.filter(stream=self.tournament, type__regex="result|dispute").order_by("position")
        return list(rows.values_list("actor", flat=True))


@pytest.fixture
def room(site: Site) -> Room:
    return Room(site)


def test_the_slip_reports_and_an_entry_confirms(room: Room) -> None:
    first, second, third = room.guests
    assert room.state(room.slip, "result", room.scores(9, 7, 5)) == "reported"
    assert room.state(room.slip, "result", room.scores(9, 7, 5)) == "reported"
    assert room.state(room.slip, "confirm", {}) == "own_result"
    assert room.state(room.slip, "result", room.scores(9, 7, 6)) == "reported"
    assert room.state(first, "result", room.scores(9, 7, 6)) == "confirmed"
    assert room.state(second, "confirm", {}) == room.state(first, "confirm", {}) == "confirmed"
    assert room.state(room.slip, "result", room.scores(9, 8, 6)) == "disputed"
    assert room.state(third, "dispute", {**room.scores(1, 2, 3), "note": "I saw it"}) == "disputed"
    table, entry = f"table:{room.table}", [f"entry:{id}" for id in room.seats]
    assert room.actors() == [table, table, entry[0], table, entry[2]]


def test_an_entry_reports_and_another_confirms_but_not_itself_nor_the_slip(room: Room) -> None:
    first, second, _ = room.guests
    assert room.state(first, "result", room.scores(9, 7, 5)) == "reported"
    assert room.state(first, "confirm", {}) == "own_result"
    assert room.state(room.slip, "result", room.scores(9, 7, 5)) == "reported"
    assert room.state(room.slip, "confirm", {}) == "table_confirms"
    assert room.state(first, "result", room.scores(5, 7, 9)) == "reported"
    assert room.state(second, "result", room.scores(9, 7, 5)) == "disputed"
    assert room.state(second, "confirm", {}) == "confirmed"
    assert room.state(first, "result", room.scores(9, 7, 5)) == "disputed"
    assert room.actors() == [f"entry:{room.seats[n]}" for n in (0, 0, 1, 1, 0)]


def test_only_who_belongs_to_the_table(room: Room) -> None:
    before = Event.objects.count()
    for caller in (room.other_slip, room.stranger):
        for what, body in (("result", room.scores(1, 2, 3)), ("confirm", {}), ("dispute", room.scores(1, 2, 3))):
            assert room.send(caller, what, body).status_code == 403
    for caller in (room.slip, room.guests[0]):
        awards = {"awards": dict.fromkeys(room.seats, 5)}
        rulings = (("rule", {"uphold": True, "reason": "x"}), ("correct", {**room.scores(1, 2, 3), "reason": "x"}))
        for what, body in (("result", awards), ("dispute", awards), *rulings):
            assert room.send(caller, what, body).status_code == 403
    assert Event.objects.count() == before


def test_while_the_round_is_on(room: Room) -> None:
    site, guest = room.site, room.guests[0]
    room.send(room.slip, "result", room.scores(9, 7, 5))
    second = {"scores": {seat["entry"]: 1 for seat in room.round["tables"][1]["seats"]}}
    room.other_slip.send("PUT", f"tables/{room.other_table}/result", second)
    assert site.director.send("POST", f"rounds/{room.round['id']}/close", {}).status_code == 200
    closed = room.send(room.slip, "result", room.scores(9, 7, 5))
    assert (closed.status_code, closed.json()["code"]) == (401, "round_over")
    assert [room.state(guest, what, body) for what, body in (("result", room.scores(9, 7, 5)), ("confirm", {}))] == [
        "round_closed"
    ] * 2
    draft = site.round(room.tournament, start=False)["tables"][0]
    seated = site.entry_link(draft["seats"][0]["entry"])
    hidden = seated.send("PUT", f"tables/{draft['id']}/result", {"scores": {}})
    assert hidden.status_code == 404


def test_a_slip_sent_twice_at_once_is_one_report(live_site: Site) -> None:
    room = Room(live_site)
    answers = together(*[lambda: room.send(live_site.table_link(room.table), "result", room.scores(9, 7, 5))] * 2)
    assert [(answer.status_code, answer.json()["state"]) for answer in answers] == [(200, "reported")] * 2
    assert room.actors() == [f"table:{room.table}"]
    assert Event.objects.filter(stream=room.table).count() == 3


@pytest.mark.parametrize("same", [True, False])
def test_two_players_who_report_at_once_come_to_one_result_and_one_answer_to_it(live_site: Site, same: bool) -> None:
    room = Room(live_site)
    other = room.scores(9, 7, 5) if same else room.scores(5, 7, 9)
    answers = together(
        lambda: room.send(room.guests[0], "result", room.scores(9, 7, 5)),
        lambda: room.send(room.guests[1], "result", other),
    )
    assert sorted(answer.json()["state"] for answer in answers) == sorted(
        ["reported", "confirmed" if same else "disputed"]
    )
    assert sorted(room.actors()) == sorted(f"entry:{entry}" for entry in room.seats[:2])
    assert Event.objects.filter(stream=room.table).count() == 3


def play_out(site: Site, table: str) -> None:
    """A dealt game to its end; the last card comes with its player's own link."""
    match = streams.rebuilt(site.club.id, GAME, UUID(table)).match
    lot, moves = Random(1), []
    while match.pending():
        moves.append(match.suggest(lot))
        match.execute(moves[-1])
    assert command(site.referee, table, moves[:-1]).status_code == 200
    assert command(site.entry_link(moves[-1]["player"]), table, moves[-1]).status_code == 200


def test_who_played_the_last_card_of_a_dealt_game_has_not_reported_it(site: Site) -> None:
    hall = Hall(site, "dealt")
    table, seats = hall.tables[0], hall.seats[0]
    play_out(site, table)
    told = site.referee.send("GET", f"tables/{table}").json()
    assert (told["result"]["source"], told["result"]["by"]) == ("game", None)
    falling = sorted(seats, key=told["result"]["places"].__getitem__, reverse=True)
    upside_down = {entry: place for place, entry in enumerate(falling, 1)}
    for entry in seats:
        answer = site.entry_link(entry).send("PUT", f"tables/{table}/result", {"places": upside_down})
        assert answer.json()["state"] == "disputed"
    confirmed = site.entry_link(seats[0]).send("POST", f"tables/{table}/confirm", {})
    assert confirmed.json()["result"]["places"] == told["result"]["places"]


def test_a_table_that_was_published_waits(site: Site) -> None:
    tournament = site.tournament(game="scoresheet")["id"]
    entries = site.entries(tournament, "A", "B", "C")
    draft = site.round(tournament, start=False)
    site.director.send("POST", f"rounds/{draft['id']}/publish")
    table = draft["tables"][0]["id"]
    body = {"places": dict(zip(entries, (1, 2, 3), strict=True))}
    for caller in (site.table_link(table), site.entry_link(entries[0])):
        answer = caller.send("PUT", f"tables/{table}/result", body)
        assert (answer.status_code, answer.json()["code"]) == (422, "round_not_running")


def test_a_result_names_exactly_the_seats_whoever_tells_it(room: Room) -> None:
    before = Event.objects.count()
    elsewhere = room.round["tables"][1]["seats"][0]["entry"]
    first, second, third = room.seats
    for wrong in ({first: 1, second: 2}, {first: 1, second: 2, elsewhere: 3},
                  {first: 1, second: 2, third: 3, elsewhere: 4}):  # fmt: skip
        for caller in (room.slip, room.guests[0], room.site.referee):
            answer = room.send(caller, "result", {"scores": wrong})
            assert (answer.status_code, answer.json()["code"]) == (422, "wrong_players")
    assert Event.objects.count() == before


def test_one_went_home_and_another_never_came(site: Site) -> None:
    room = Room(site)
    first, second, third = room.seats
    body = {"scores": {first: 7, second: 3}, "left": [second], "absent": [third]}
    told = room.send(room.slip, "result", body).json()
    assert (told["result"]["places"], told["result"]["source"]) == ({first: 1, second: 2, third: 2}, "table")
    data = Event.objects.get(stream=room.tournament, type="tournament.result_recorded").data
    assert (data["left"], data["absent"]) == ([second], [third])
    assert room.state(room.guests[1], "result", body) == "confirmed"


def test_nobody_without_an_account_is_told_who_said_what(room: Room) -> None:
    answers = [
        room.send(room.slip, "result", room.scores(9, 7, 5)),
        room.send(room.guests[0], "dispute", {**room.scores(7, 9, 5), "note": "I saw it"}),
        room.send(room.guests[1], "confirm", {}),
        room.send(room.site.anonymous, "confirm", {}),
        room.site.anonymous.send("GET", f"tables/{room.table}"),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 401, 200]
    for answer in answers:
        assert not any(said in answer.content.decode() for said in ("entry:", "table:", "I saw it"))
    assert answers[2].json()["result"] == answers[4].json()["result"]


def test_no_answer_to_a_report_tells_anothers_hand(site: Site) -> None:
    hall = dealt(site)
    table, seats = hall.tables[0], hall.seats[0]
    body = {"places": dict(zip(seats, (1, 2, 3), strict=True))}
    guest, slip = site.entry_link(seats[0]), site.table_link(table)
    held = {(card["suit"], card["value"]) for card in hands(site, table)[seats[0]]}
    answers = [
        slip.send("PUT", f"tables/{table}/result", body),
        guest.send("PUT", f"tables/{table}/result", body),
        guest.send("PUT", f"tables/{table}/result", {"scores": {seats[0]: 1}}),
        guest.send("POST", f"tables/{table}/confirm", {}),
        slip.send("POST", f"tables/{table}/dispute", {"places": dict(zip(seats, (3, 2, 1), strict=True))}),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 422, 200, 200]
    assert [set(cards_told(answer.json())) for answer in answers] == [set(), held, set(), held, set()]


def test_a_key_is_the_links_own(room: Room) -> None:
    first, again = (room.send(room.slip, "result", room.scores(9, 7, 5), **KEY) for _ in range(2))
    assert (first.status_code, again["Idempotency-Replayed"], again.content) == (200, "true", first.content)
    count = len(room.actors())
    for stranger in (room.other_slip, room.stranger, room.site.member):
        refused = room.send(stranger, "result", room.scores(9, 7, 5), **KEY)
        assert (refused.status_code, "Idempotency-Replayed" in refused) == (403, False)
        assert not any(entry in refused.content.decode() for entry in room.seats)
    nobody = room.send(room.site.anonymous, "result", room.scores(9, 7, 5), **KEY)
    assert (nobody.status_code, "Idempotency-Replayed" in nobody) == (401, False)
    assert len(room.actors()) == count
    confirmed = room.send(room.guests[0], "result", room.scores(9, 7, 5), **KEY)
    assert (confirmed.json()["state"], "Idempotency-Replayed" in confirmed) == ("confirmed", False)


CHESS = {"points": {"by_place": [1, 0]}}


@pytest.mark.parametrize(
    ("text", "points", "absent"),
    [
        ("1-0", [1, 0], []),
        ("0-1", [0, 1], []),
        ("½-½", ["0.5", "0.5"], []),
        ("1/2-1/2", ["0.5", "0.5"], []),
        ("+/-", [1, 0], [1]),
        ("-/+", [0, 1], [0]),
        ("-/-", [0, 0], [0, 1]),
    ],
)
def test_a_table_of_two_reports_as_players_write(site: Site, text: str, points: list[Any], absent: list[int]) -> None:
    room = Room(site, 2, **CHESS)
    told = room.send(room.slip, "result", {"result": text}).json()
    assert [told["result"]["points"][entry] for entry in room.seats] == points
    assert told["result"]["absent"] == [room.seats[seat] for seat in absent]
    assert room.state(room.guests[1], "result", {"result": text}) == "confirmed"
    other = "0-1" if text != "0-1" else "1-0"
    assert room.state(room.guests[0], "dispute", {"result": other}) == "disputed"
    told = room.send(site.referee, "rule", {"result": other, "reason": "the sheet"}).json()
    assert sorted(told["result"]["points"].values()) == [0, 1]
    told = room.send(site.referee, "correct", {"result": text, "reason": "no"}).json()
    assert [told["result"]["points"][entry] for entry in room.seats] == points


def test_a_draw_against_a_loss_is_for_staff_to_give(site: Site) -> None:
    room = Room(site, 2, **CHESS)
    for text, points in (("½-0", ["0.5", 0]), ("0-½", [0, "0.5"]), ("0-0", [0, 0])):
        assert room.send(room.slip, "result", {"result": text}).status_code == 403
        told = room.send(site.referee, "result", {"result": text}).json()
        assert [told["result"]["points"][entry] for entry in room.seats] == points


def test_the_missing_tables_of_two_are_told_so_too(site: Site) -> None:
    room = Room(site, 2, **CHESS)
    missing = {room.table: {"result": "+/-"}, room.other_table: {"result": "0-1"}}
    told = site.director.send("POST", f"rounds/{room.round['id']}/close", {"missing": missing}).json()
    assert [list(table["result"]["points"].values()) for table in told["tables"]] == [[1, 0], [0, 1]]


def test_a_stand_in_stays_when_all_is_counted_anew(site: Site) -> None:
    room = Room(site, 2, **CHESS)
    (eve,) = site.people("Eve")
    white, _ = room.seats
    stands = {"result": "0-1", "stand_in": {white: eve}}
    assert room.state(room.slip, "result", stands) == "reported"
    assert site.director.send(
        "POST", f"rounds/{room.round['id']}/close", {"missing": {room.other_table: {"result": "1-0"}}}
    ).status_code == 200  # fmt: skip
    site.round(room.tournament)
    other = site.anonymous.send("GET", f"tables/{room.table}").json()["result"]
    assert (other["stand_in"], other["points"][white]) == ({white: eve}, 0)
    correction = {"result": "1-0", "reason": "upside down"}
    site.referee.send("POST", f"tables/{room.other_table}/correct", correction)
    rows = site.anonymous.send("GET", f"tournaments/{room.tournament}/standings?after_round=1").json()["rows"]
    assert {row["entry"]: row["points"] for row in rows}[white] == 0
    assert json.dumps(site.anonymous.send("GET", f"tables/{room.table}").json()["result"]) == json.dumps(other)


def test_two_phones_with_the_one_link_of_the_table(room: Room) -> None:
    first, second, third = ({"as": entry} for entry in room.seats)
    assert room.state(room.slip, "result", room.scores(9, 7, 5) | first) == "reported"
    assert room.state(room.slip, "result", room.scores(9, 7, 5) | first) == "reported"
    assert room.state(room.slip, "confirm", first) == "own_result"
    assert room.state(room.slip, "confirm", {}) == "table_confirms"
    assert room.state(room.slip, "dispute", first | {"note": "no"}) == "own_result"
    assert room.state(room.slip, "result", room.scores(9, 7, 6) | first) == "reported"
    assert room.state(room.slip, "confirm", second) == "confirmed"
    assert room.state(room.slip, "result", room.scores(1, 2, 3) | third) == "disputed"
    told = room.site.referee.send("GET", f"tables/{room.table}").json()["result"]
    assert [told["as_entry"], told["confirmed_as"], told["disputes"][0]["as_entry"]] == room.seats
    for caller in (room.slip, room.guests[0], room.site.anonymous):
        seen = caller.send("GET", f"tables/{room.table}").json()["result"]
        assert (seen["as_entry"], seen["confirmed_as"], seen["disputes"][0]["as_entry"]) == (None, None, None)
        shown = caller.send("GET", f"tournaments/{room.tournament}/events").content.decode()
        assert "as_entry" not in shown
        rounds = caller.send("GET", f"tournaments/{room.tournament}/rounds").json()["results"]
        assert [rounds[0]["tables"][0]["result"][name] for name in ("as_entry", "confirmed_as")] == [None, None]


def test_a_personal_link_and_its_name_on_the_slip_are_one(room: Room) -> None:
    assert room.state(room.slip, "result", room.scores(9, 7, 5) | {"as": room.seats[0]}) == "reported"
    assert room.state(room.guests[0], "confirm", {}) == "own_result"
    assert room.state(room.guests[0], "result", room.scores(9, 7, 5)) == "reported"
    assert room.state(room.guests[1], "confirm", {}) == "confirmed"


def test_as_is_for_the_slip_and_for_seats(room: Room) -> None:
    room.state(room.slip, "result", room.scores(9, 7, 5))
    elsewhere = room.round["tables"][1]["seats"][0]["entry"]
    for what, body in (("result", room.scores(9, 7, 5)), ("confirm", {}), ("dispute", {"note": "no"})):
        assert room.state(room.slip, what, body | {"as": elsewhere}) == "not_at_table"
        assert room.state(room.slip, what, body | {"as": "nobody"}) == "bad_fields"
        for caller in (room.guests[1], room.site.referee):
            assert room.state(caller, what, body | {"as": room.seats[1]}) == "no_table_link"
        assert room.send(room.other_slip, what, body | {"as": elsewhere}).status_code == 403


def test_a_sentence_is_enough_for_a_dispute(room: Room) -> None:
    room.state(room.slip, "result", room.scores(9, 7, 5) | {"as": room.seats[0]})
    for nothing in ({}, {"note": ""}, {"note": " "}):
        answer = room.send(room.slip, "dispute", nothing | {"as": room.seats[1]})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "note")
    assert room.state(room.slip, "dispute", {"note": "B had 12", "as": room.seats[1]}) == "disputed"
    (dispute,) = room.site.referee.send("GET", f"tables/{room.table}").json()["result"]["disputes"]
    assert (dispute["note"], dispute["as_entry"], dispute["places"]) == ("B had 12", room.seats[1], None)
    assert "B had 12" not in room.slip.send("GET", f"tables/{room.table}").content.decode()
    told = room.send(room.site.referee, "rule", {"uphold": True, "reason": "the sheet"}).json()
    assert (told["state"], told["result"]["disputes"]) == ("ruled", [])


def test_personal_links_only(site: Site) -> None:
    room = Room(site, personal_links=True)
    assert site.anonymous.send("GET", f"tournaments/{room.tournament}").json()["personal_links"] is True
    assert room.state(room.slip, "result", room.scores(9, 7, 5) | {"as": room.seats[0]}) == "personal_link_needed"
    record = {"type": "record_round", "scores": dict(zip(room.seats, (9, 7, 5), strict=True))}
    answer = room.slip.send("POST", f"tables/{room.table}/commands", record)
    assert (answer.status_code, answer.json()["code"]) == (422, "personal_link_needed")
    assert room.state(room.guests[0], "result", room.scores(9, 7, 5)) == "reported"
    assert room.state(room.slip, "confirm", {"as": room.seats[1]}) == "personal_link_needed"
    assert room.state(room.slip, "dispute", {"note": "no"}) == "personal_link_needed"
    assert room.state(room.guests[1], "confirm", {}) == "confirmed"
    site.director.send("PATCH", f"tournaments/{room.tournament}", {"personal_links": False})
    assert room.state(room.slip, "dispute", {"note": "no", "as": room.seats[2]}) == "disputed"


def test_the_slip_sends_a_sheet_of_the_game_as_somebody(room: Room) -> None:
    record = {"type": "record_round", "scores": dict(zip(room.seats, (9, 7, 5), strict=True))}
    path = f"tables/{room.table}/commands"
    for wrong, code in (("x", "bad_fields"), (room.round["tables"][1]["seats"][0]["entry"], "not_at_table")):
        assert room.slip.send("POST", f"{path}?as={wrong}", record).json()["code"] == code
    assert room.guests[0].send("POST", f"{path}?as={room.seats[0]}", record).json()["code"] == "no_table_link"
    assert room.slip.send("POST", f"{path}?as={room.seats[0]}", record).status_code == 200
    assert room.state(room.slip, "confirm", {"as": room.seats[0]}) == "own_result"
    assert room.state(room.slip, "confirm", {"as": room.seats[1]}) == "confirmed"


def test_the_games_of_a_table_are_reported_and_confirmed_as_somebody(site: Site) -> None:
    room = Room(site, games_per_round=2)
    both = {"games": [room.scores(9, 7, 5), room.scores(5, 7, 9)], "as": room.seats[0]}
    assert room.state(room.slip, "result", both) == "reported"
    assert room.state(room.slip, "result", both | {"as": room.seats[1]}) == "confirmed"
    told = room.slip.send("POST", f"tables/{room.table}/dispute?game=2", {"note": "no", "as": room.seats[2]})
    assert told.json()["state"] == "disputed"
    assert site.referee.send("GET", f"tables/{room.table}?game=1").json()["state"] == "confirmed"
