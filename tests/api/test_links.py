"""`links`: whoever holds one acts for a table or an entry, and sees no more than that."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.signing import Signer
from django.test import Client

from league.access import links
from league.models import Entry, Event, KeptAnswer
from tests.api.conftest import Site, Visitor, link_holder, sheet
from tests.api.test_tables import cards_told

KEY = {"Idempotency-Key": "7f1c"}


class Hall:
    """A tournament of Monster Trick whose first round runs, at two tables of three, with the links of all."""

    def __init__(self, site: Site, play: str = "recorded", **fields: Any) -> None:
        size = {"min": 3, "max": 3, "prefer": 3}
        self.site = site
        self.tournament = site.tournament(game_options={"play": play}, table_size=size, **fields)["id"]
        self.entries = site.entries(self.tournament, "A", "B", "C", "D", "E", "F")
        self.round = site.round(self.tournament)
        self.tables = [table["id"] for table in self.round["tables"]]
        self.seats = [[seat["entry"] for seat in table["seats"]] for table in self.round["tables"]]

    def links(self) -> dict[str, str]:
        """The round's links by table, as the API gives them."""
        answer = self.site.referee.send("POST", f"rounds/{self.round['id']}/links")
        assert answer.status_code == 200, answer.content
        return {row["table"]: row["link"] for row in answer.json()["results"]}


def command(caller: Visitor, table: str, body: Any, **headers: str) -> Any:
    return caller.send("POST", f"tables/{table}/commands", body, **headers)


def refused(caller: Visitor, path: str = "games") -> str:
    """The code of the 401 that a link gets."""
    answer = caller.send("GET", path)
    assert (answer.status_code, answer["Content-Type"]) == (401, "application/problem+json"), answer.content
    code: str = answer.json()["code"]
    return code


def test_slips_can_be_printed_again(site: Site) -> None:
    hall = Hall(site)
    first, second = (site.director.send("POST", f"rounds/{hall.round['id']}/links") for _ in range(2))
    assert first.json() == second.json()
    rows = first.json()["results"]
    assert [row["table"] for row in rows] == hall.tables
    assert len({row["link"] for row in rows}) == 2
    assert rows[0]["url"] == f"http://testserver/t/-/{rows[0]['link']}"
    assert command(link_holder(rows[0]["link"]), hall.tables[0], sheet(hall.seats[0], 1)).status_code == 200


def test_a_link_is_kept_nowhere(site: Site) -> None:
    hall = Hall(site)
    for path in (f"rounds/{hall.round['id']}/links", f"entries/{hall.entries[0]}/link"):
        first, second = (site.director.send("POST", path, {}, **KEY) for _ in range(2))
        assert (first.json(), second.status_code) == (second.json(), 200)
    assert KeptAnswer.objects.count() == 0


def test_revoked_links_are_worthless_and_new_ones_are_not(site: Site) -> None:
    hall = Hall(site)
    before, entry = hall.links(), site.entry_link(hall.entries[0])
    assert site.director.send("DELETE", f"rounds/{hall.round['id']}/links").status_code == 204
    after = hall.links()
    assert not set(before.values()) & set(after.values())
    assert [refused(link_holder(link)) for link in before.values()] == ["link_revoked"] * 2
    assert [link_holder(link).send("GET", "games").status_code for link in after.values()] == [200, 200]
    assert entry.send("GET", "games").status_code == 200
    path = f"entries/{hall.entries[0]}/link"
    old = site.director.send("POST", path).json()
    assert site.director.send("DELETE", path).status_code == 204
    new = site.director.send("POST", path).json()
    assert (refused(link_holder(old["link"])), refused(entry)) == ("link_revoked", "link_revoked")
    assert link_holder(new["link"]).send("GET", "games").status_code == 200
    assert new["url"] == f"http://testserver/t/-/{new['link']}"


def test_a_table_link_is_good_while_its_round_is_published_or_running(site: Site) -> None:
    tournament = site.tournament()["id"]
    entries = site.entries(tournament, "A", "B", "C")
    draft = site.round(tournament, start=False)
    path, table = f"rounds/{draft['id']}", draft["tables"][0]["id"]
    asked = site.director.send("POST", f"{path}/links")
    assert (asked.status_code, asked.json()["code"]) == (422, "round_not_open")
    slip, guest = site.table_link(table), site.entry_link(entries[0])
    assert refused(slip) == "round_over"
    site.director.send("POST", f"{path}/publish")
    assert slip.send("GET", f"tables/{table}").json()["state"] == "waiting"
    early = command(slip, table, sheet(entries, 1))
    assert (early.status_code, early.json()["code"]) == (422, "wrong_phase")
    site.director.send("POST", f"{path}/start")
    for number in (1, 2, 3):
        assert command(slip, table, sheet(entries, number)).status_code == 200
    assert slip.send("GET", f"tables/{table}").json()["state"] == "reported"
    assert site.director.send("POST", f"{path}/close").json()["state"] == "closed"
    assert refused(slip, f"tables/{table}") == "round_over"
    assert guest.send("GET", f"tables/{table}").status_code == 200
    assert command(guest, table, sheet(entries, 1)).json()["code"] == "wrong_phase"


def test_a_table_link_ends_with_its_tournament(site: Site) -> None:
    hall = Hall(site)
    slip = site.table_link(hall.tables[0])
    site.director.send("POST", f"tournaments/{hall.tournament}/cancel")
    assert refused(slip) == "round_over"


@pytest.mark.parametrize(
    "value",
    [
        "",
        "x",
        "a b",
        "table.1.0",
        "\u00fc",
        "x" * 4000,
        Signer(key="another site's key", salt="tablekeeper.link", sep=".").sign(f"table.{uuid4().hex}.0"),
        Signer(salt="another purpose", sep=".").sign(f"entry.{uuid4().hex}.0"),
        links.SIGNER.sign(f"entry.{uuid4().hex}.0"),
    ],
    ids=["empty", "x", "two words", "unsigned", "not ascii", "long", "other key", "other salt", "no entry"],
)
def test_a_link_that_is_none_opens_nothing(site: Site, value: str) -> None:
    assert refused(link_holder(value)) == "bad_link"
    assert refused(link_holder(value), f"clubs/{site.club.id}/events") == "bad_link"


def test_a_link_that_was_made_here_for_a_table_that_is_not_there_says_that_it_is_gone(site: Site) -> None:
    assert refused(link_holder(links.SIGNER.sign(f"table.{uuid4().hex}.0"))) == "table_gone"


def test_a_forged_link_opens_nothing(site: Site) -> None:
    hall = Hall(site)
    link, other = (links.SIGNER.sign(f"table.{UUID(table).hex}.0") for table in hall.tables)
    body, signature = link.rpartition(".")[::2]
    kind, target, serial = body.split(".")
    forged = [
        f"{kind}.{UUID(hall.tables[1]).hex}.{serial}.{signature}",
        f"entry.{UUID(hall.entries[0]).hex}.{serial}.{signature}",
        f"{kind}.{target}.1.{signature}",
        ".".join((body, other.rpartition(".")[2])),
        link[:-1],
        body,
    ]
    assert [refused(link_holder(value)) for value in forged] == ["bad_link"] * len(forged)
    assert link_holder(link).send("GET", "games").status_code == 200


def test_a_table_link_reports_for_its_table_alone(site: Site) -> None:
    hall = Hall(site)
    slip = site.table_link(hall.tables[0])
    assert command(slip, hall.tables[1], sheet(hall.seats[1], 1)).status_code == 403
    taken = command(slip, hall.tables[0], sheet(hall.seats[0], 1))
    assert taken.status_code == 200, taken.content
    assert {event["actor"] for event in taken.json()["events"]} == {f"table:{hall.tables[0]}"}
    for body in ({"type": "rewind", "to": 1, "reason": "x"}, {"type": "amend", "at": 2, "command": {}, "reason": "x"}):
        assert command(slip, hall.tables[0], body).status_code == 403
    tried = slip.send("POST", f"tables/{hall.tables[0]}/commands?dry_run=true", sheet(hall.seats[0], 2))
    assert tried.status_code == 403


def test_an_entry_link_reports_at_its_own_table_and_arrives_and_leaves(site: Site) -> None:
    hall = Hall(site)
    me, neighbour, away = hall.seats[0][0], hall.seats[0][1], hall.seats[1][0]
    guest = site.entry_link(me)
    assert command(guest, hall.tables[1], sheet(hall.seats[1], 1)).status_code == 403
    taken = command(guest, hall.tables[0], sheet(hall.seats[0], 1))
    assert taken.status_code == 200, taken.content
    assert {event["actor"] for event in taken.json()["events"]} == {f"entry:{me}"}
    for step, body, state in (
        ("drop", {"after_round": 3}, "checked_in"),
        ("drop", {}, "dropped"),
        ("return", {}, "checked_in"),
        ("check-in", {}, "checked_in"),
    ):
        answer = guest.send("POST", f"entries/{me}/{step}", body)
        assert (answer.status_code, answer.json().get("state")) == (200, state), answer.content
        assert [guest.send("POST", f"entries/{id}/{step}", body).status_code for id in (neighbour, away)] == [403, 403]
    assert Event.objects.filter(type="tournament.entry_dropped", actor=f"entry:{me}").count() == 2


def test_a_club_that_a_link_is_not_of_is_closed_to_it(site: Site) -> None:
    hall = Hall(site)
    slip = site.table_link(hall.tables[0])
    friendly = site.friendly(site.member, site.other)
    assert slip.send("GET", f"tables/{friendly['id']}").status_code == 403
    assert slip.send("GET", f"clubs/{site.elsewhere.id}").status_code == 404  # it shows nothing to the public
    games = {row["stream"] for row in slip.send("GET", f"clubs/{site.club.id}/events?limit=1000").json()["results"]}
    assert friendly["id"] not in games
    assert hall.tables[0] in games


def test_a_key_belongs_to_the_table_or_the_entry_that_used_it(site: Site) -> None:
    hall = Hall(site)
    slip, guest = site.table_link(hall.tables[0]), site.entry_link(hall.seats[0][0])
    first, again = (command(slip, hall.tables[0], sheet(hall.seats[0], 1), **KEY) for _ in range(2))
    assert (first.status_code, again["Idempotency-Replayed"]) == (200, "true")
    assert first.content == again.content
    other = command(guest, hall.tables[0], sheet(hall.seats[0], 1), **KEY)
    assert (other.status_code, "Idempotency-Replayed" in other) == (422, False)
    assert command(slip, hall.tables[0], sheet(hall.seats[0], 2), **KEY).status_code == 409
    stranger = command(site.table_link(hall.tables[1]), hall.tables[0], sheet(hall.seats[0], 1), **KEY)
    assert (stranger.status_code, "Idempotency-Replayed" in stranger) == (403, False)


def dealt(site: Site) -> Hall:
    """A hall in which every table was dealt and all point cards lie: of each player other ones on the left."""
    hall = Hall(site, "dealt")
    orders = ([3, 1, 2], [2, 3, 1], [1, 3, 2])
    for table, seats in zip(hall.tables, hall.seats, strict=True):
        assert command(site.table_link(table), table, {"type": "start_round"}).status_code == 200
        for entry, order in zip(seats, orders, strict=True):
            assert command(site.entry_link(entry), table, {"type": "arrange", "order": order}).status_code == 200
    return hall


def hands(site: Site, table: str) -> dict[str, list[dict[str, Any]]]:
    """The hands at a table, as the referee sees them."""
    shown: dict[str, list[dict[str, Any]]] = site.referee.send("GET", f"tables/{table}").json()["view"]["hands"]
    return shown


def cards_of(hand: list[dict[str, Any]]) -> set[tuple[str, int]]:
    return {(card["suit"], card["value"]) for card in hand}


def everything_told(site: Site, hall: Hall, caller: Visitor) -> list[Any]:
    """All that the caller can read of the club, the tournament, its round and its tables."""
    paths = [
        f"clubs/{site.club.id}/events?limit=1000",
        f"tournaments/{hall.tournament}",
        f"tournaments/{hall.tournament}/events?limit=1000",
        f"tournaments/{hall.tournament}/rounds",
        f"tournaments/{hall.tournament}/entries",
        f"tournaments/{hall.tournament}/standings",
        f"rounds/{hall.round['id']}",
        *[f"tables/{table}" for table in hall.tables],
    ]
    answers = [caller.send("GET", path) for path in paths]
    assert {answer.status_code for answer in answers} == {200}
    return [answer.json() for answer in answers]


def test_an_entry_sees_its_own_hand_and_a_table_none(site: Site) -> None:
    hall = dealt(site)
    table, (me, you, they) = hall.tables[0], hall.seats[0]
    mine = site.entry_link(me).send("GET", f"tables/{table}").json()["view"]
    assert cards_of(mine["hands"][me]) == cards_of(hands(site, table)[me])
    assert (mine["hands"][you], mine["hands"][they], mine["orders"]) == (12, 12, {me: [3, 1, 2]})
    elsewhere = site.entry_link(hall.seats[1][0]).send("GET", f"tables/{table}").json()["view"]
    slip = site.table_link(table).send("GET", f"tables/{table}").json()["view"]
    public = site.anonymous.send("GET", f"tables/{table}").json()["view"]
    assert elsewhere == slip == public
    assert (set(public["hands"].values()), public["orders"], public["legal"]) == ({12}, {}, [])


def test_no_answer_feed_or_error_tells_a_link_anothers_hand_or_order(site: Site) -> None:
    hall = dealt(site)
    table, (me, you, _they) = hall.tables[0], hall.seats[0]
    guest, held = site.entry_link(me), hands(site, table)
    played, theirs = held[me][0], held[you][0]
    tries = [
        command(guest, table, {"type": "play", "card": theirs, "trick": "new"}),
        command(guest, table, {"type": "play", "player": you, "card": theirs, "trick": "new"}),
        command(guest, table, {"type": "arrange", "player": you, "order": [1, 2, 3]}),
        command(guest, hall.tables[1], {"type": "play", "card": played, "trick": "new"}),
        command(guest, table, sheet(hall.seats[0], 1)),
        command(guest, table, {"type": "play", "card": played, "trick": "new"}),
    ]
    assert [answer.status_code for answer in tries] == [422, 403, 403, 403, 403, 200]
    told = [answer.json() for answer in tries[1:]] + everything_told(site, hall, guest)
    assert set(cards_told(told)) == cards_of(held[me])
    assert set(cards_told(tries[0].json())) <= cards_of([theirs])
    assert orders_told(told) == {me: {(3, 1, 2)}}


@pytest.mark.parametrize("kind", ["table", "entry of another table", "nobody"])
def test_whoever_does_not_play_is_told_what_lies_on_the_table(site: Site, kind: str) -> None:
    hall = dealt(site)
    table, (me, *_) = hall.tables[0], hall.seats[0]
    played = hands(site, table)[me][0]
    assert command(site.entry_link(me), table, {"type": "play", "card": played, "trick": "new"}).status_code == 200
    other = hall.seats[1][0]
    callers = {"table": site.table_link(table), "entry of another table": site.entry_link(other)}
    told = everything_told(site, hall, callers.get(kind, site.anonymous))
    own = kind == "entry of another table"
    assert set(cards_told(told)) == cards_of([played]) | (
        cards_of(hands(site, hall.tables[1])[other]) if own else set()
    )
    assert orders_told(told) == ({other: {(3, 1, 2)}} if own else {})


def orders_told(value: Any) -> dict[str, set[tuple[int, ...]]]:
    """The orders of point cards that answers name, by player, wherever they stand."""
    found: dict[str, set[tuple[int, ...]]] = {}
    if isinstance(value, list):
        for below in value:
            merge(found, orders_told(below))
    elif isinstance(value, dict):
        for player, order in value.get("orders", {}).items():
            merge(found, {player: {tuple(order)}})
        if "order" in value:
            merge(found, {value["player"]: {tuple(value["order"])}})
        merge(found, orders_told([below for key, below in value.items() if key != "orders"]))
    return found


def merge(found: dict[str, set[tuple[int, ...]]], more: dict[str, set[tuple[int, ...]]]) -> None:
    for player, orders in more.items():
        found.setdefault(player, set()).update(orders)


def test_the_hand_in_the_feed_is_the_entrys_own(site: Site) -> None:
    hall = dealt(site)
    me = hall.seats[0][0]
    guest = site.entry_link(me)
    for query in ("limit=1000", "limit=1000&after=0"):
        feed = guest.send("GET", f"clubs/{site.club.id}/events?{query}").json()["results"]
        shown = {
            event["stream"]: event["data"]["hands"] for event in feed if event["type"] == "monster_trick.round_dealt"
        }
        assert cards_of(shown[hall.tables[0]].pop(me)) == cards_of(hands(site, hall.tables[0])[me])
        assert [list(told.values()) for told in shown.values()] == [[12, 12], [12, 12, 12]]


def test_the_log_names_who_reported_by_link(site: Site) -> None:
    hall = Hall(site)
    command(site.table_link(hall.tables[0]), hall.tables[0], sheet(hall.seats[0], 1))
    site.entry_link(hall.seats[1][0]).send("POST", f"entries/{hall.seats[1][0]}/drop", {"after_round": 2})
    reader = Client()
    reader.force_login(site.superuser.user)
    page = reader.get("/admin/log/").content.decode()
    name = str(Entry.objects.get(id=hall.seats[1][0]))
    assert "table 1, round 1, by link" in page
    assert f"{name}, by link" in page
