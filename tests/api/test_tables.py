"""`tables`: friendly games and the tables of a round; nobody sees a hand that is not theirs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from league.models import Event
from tests.api.conftest import Site, Visitor, sheet, version_in


def command(caller: Visitor, table: str, body: Any, query: str = "") -> Any:
    return caller.send("POST", f"tables/{table}/commands{query}", body)


def hand(caller: Visitor, table: str) -> Any:
    view = caller.send("GET", f"tables/{table}").json()["view"]
    return view["hands"][str(caller.user.pk)]


def dealt(site: Site) -> str:
    """A dealt friendly game of `member` and `other`, dealt and arranged."""
    table: str = site.friendly(site.member, site.other, play="dealt")["id"]
    answer = command(site.member, table, {"type": "start_round"})
    assert answer.status_code == 200, answer.content
    return table


def test_a_friendly_game_belongs_to_the_members_who_play_it(site: Site) -> None:
    made = site.friendly(site.member, site.other)
    assert made["round"] is None
    assert (made["game"], made["state"], made["number"]) == ("monster-trick", "playing", 1)
    assert [(seat["seat"], seat["player"], seat["name"]) for seat in made["seats"]] == [
        (1, str(site.member.user.pk), "member"),
        (2, str(site.other.user.pk), "other"),
    ]
    shown = site.referee.send("GET", f"tables/{made['id']}")
    assert (shown.status_code, version_in(shown)) == (200, made["version"])
    assert site.stranger.send("GET", f"tables/{made['id']}").status_code == 404
    assert site.anonymous.send("GET", f"tables/{made['id']}").status_code == 401


@pytest.mark.parametrize(
    ("change", "status", "code", "field"),
    [
        ({"players": ["stranger", "member"]}, 400, "bad_fields", "players.0"),
        ({"players": ["member", "member"]}, 422, "bad_players", "players.1"),
        ({"players": ["member"]}, 422, "bad_players", "players"),
        ({"game": "chess"}, 422, "unknown_game", "game"),
        ({"options": {"play": "guessed"}}, 422, "bad_options", "options.play"),
        ({"options": {"no": 1}}, 422, "bad_options", "options.no"),
        ({"options": [1]}, 400, "bad_fields", "options"),
    ],
)
def test_a_friendly_game_that_can_not_be(
    site: Site, change: dict[str, Any], status: int, code: str, field: str
) -> None:
    body = {"game": "monster-trick", "players": ["member", "other"], "options": {}, **change}
    body["players"] = [str(getattr(site, name).user.pk) for name in body["players"]]
    answer = site.member.send("POST", f"clubs/{site.club.id}/tables", body)
    told = answer.json()
    assert (answer.status_code, told["code"]) == (status, code), told
    assert [error["field"] for error in told["errors"]] == [field]
    assert Event.objects.count() == 0


def test_players_see_their_own_hand_and_nobody_elses(site: Site) -> None:
    table = dealt(site)
    mine, theirs = hand(site.member, table), hand(site.other, table)
    assert (len(mine), len(theirs)) == (12, 12)
    view = site.member.send("GET", f"tables/{table}").json()["view"]
    assert view["hands"][str(site.other.user.pk)] == 12


def cards_told(value: Any) -> Iterator[tuple[str, int]]:
    """Every card that an answer names, wherever it stands."""
    if isinstance(value, dict):
        if {"suit", "value"} <= set(value) and isinstance(value["value"], int):
            yield value["suit"], value["value"]
        for below in value.values():
            yield from cards_told(below)
    elif isinstance(value, list):
        for below in value:
            yield from cards_told(below)


def test_no_answer_feed_or_error_tells_a_hand(site: Site) -> None:
    table = dealt(site)
    me, you = str(site.member.user.pk), str(site.other.user.pk)
    secret = {(card["suit"], card["value"]) for card in hand(site.other, table)}
    for player in (me, you):
        caller = site.member if player == me else site.other
        assert command(caller, table, {"type": "arrange", "order": [3, 1, 2]}).status_code == 200
    card = hand(site.other, table)[0]
    answers = [
        site.member.send("GET", f"tables/{table}"),
        site.member.send("GET", f"clubs/{site.club.id}/events"),
        command(site.member, table, {"type": "play", "card": card, "trick": "new"}),
        command(site.member, table, {"type": "play", "player": you, "card": card, "trick": "new"}),
        command(site.member, table, {"type": "play", "card": hand(site.member, table)[0], "trick": "new"}),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 422, 403, 200]
    assert not secret & set(cards_told([answers[n].json() for n in (0, 1, 4)]))
    assert answers[2].json()["code"] == "not_in_hand"
    named = {(card["suit"], card["value"])}
    assert not (secret - named) & set(cards_told([answer.json() for answer in answers]))
    assert json.dumps([3, 1, 2]) not in json.dumps(site.anonymous.send("GET", f"clubs/{site.club.id}/events").json())


def test_a_strangers_feed_leaves_friendly_games_out_and_moves_on(site: Site) -> None:
    dealt(site)
    newest = Event.objects.latest("position").position
    for caller in (site.stranger, site.anonymous):
        feed = caller.send("GET", f"clubs/{site.club.id}/events").json()
        assert (feed["results"], feed["next_after"]) == ([], newest)


def test_a_player_may_leave_out_player_and_not_speak_for_another(site: Site) -> None:
    table = dealt(site)
    you = str(site.other.user.pk)
    answer = command(site.member, table, {"type": "arrange", "player": you, "order": [1, 2, 3]})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    answer = command(site.member, table, {"type": "arrange", "order": [1, 2, 3]})
    assert answer.status_code == 200
    assert [event["type"] for event in answer.json()["events"]] == ["monster_trick.point_cards_arranged"]
    assert answer.json()["version"] == site.member.send("GET", f"tables/{table}").json()["game_version"]


def test_the_referees_commands_are_the_staffs(site: Site) -> None:
    table = site.friendly(site.member, site.other)["id"]
    for body in ({"type": "rewind", "to": 1, "reason": "x"}, {"type": "amend", "at": 2, "command": {}, "reason": "x"}):
        assert command(site.member, table, body).status_code == 403
        assert command(site.referee, table, body).status_code == 422 or body["type"] == "rewind"


def test_a_list_of_commands_is_taken_whole_or_not_at_all(site: Site) -> None:
    table = site.friendly(site.member, site.other)["id"]
    players = [str(site.member.user.pk), str(site.other.user.pk)]
    before = Event.objects.count()
    good, bad = sheet(players, 1), {**sheet(players, 2), "orders": {}}
    refused = command(site.member, table, [good, bad])
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_sheet")
    assert Event.objects.count() == before
    taken = command(site.member, table, [good, sheet(players, 2), sheet(players, 3)])
    assert taken.status_code == 200
    assert taken.json()["view"]["phase"] == "over"
    assert command(site.member, table, []).status_code == 422


def test_a_finished_friendly_game_has_a_result(site: Site) -> None:
    table = site.friendly(site.member, site.other)["id"]
    players = [str(site.member.user.pk), str(site.other.user.pk)]
    # Three tricks each: the third flip shows the third card, the round's highest: 3 + 6 + 9.
    command(site.member, table, [sheet(players, number, dict.fromkeys(players, 3)) for number in (1, 2, 3)])
    shown = site.member.send("GET", f"tables/{table}").json()
    assert shown["state"] == "reported"
    assert shown["result"]["scores"] == dict.fromkeys(players, 18)
    assert shown["result"]["places"] == dict.fromkeys(players, 1)


def test_a_dry_run_shows_and_changes_nothing(site: Site) -> None:
    tournament = site.tournament()
    entries = site.entries(tournament["id"], "A", "B", "C")
    table = site.round(tournament["id"])["tables"][0]["id"]
    before = Event.objects.count()
    sheets = [sheet(entries, number) for number in (1, 2, 3)]
    answer = command(site.referee, table, sheets, "?dry_run=true")
    told = answer.json()
    assert answer.status_code == 200, told
    assert {event["type"].partition(".")[0] for event in told["events"]} == {"monster_trick", "tournament"}
    assert [row["points"] for row in told["standings_before"]] == [0, 0, 0]
    # The first of the sheet wins all nine tricks each time; the others share 2 and 1.
    assert [row["points"] for row in told["standings_after"]] == [3, "1.5", "1.5"]
    assert Event.objects.count() == before
    assert site.referee.send("GET", f"tables/{table}").json()["result"] is None
    assert command(site.member, table, sheets, "?dry_run=true").status_code == 403
    assert command(site.referee, table, sheets, "?dry_run=perhaps").status_code == 400


def test_a_player_has_no_dry_run(site: Site) -> None:
    table = site.friendly(site.member, site.other)["id"]
    players = [str(site.member.user.pk), str(site.other.user.pk)]
    assert command(site.member, table, sheet(players, 1), "?dry_run=true").status_code == 403
    assert command(site.member, table, sheet(players, 1), "?dry_run=false").status_code == 200


def test_a_dealt_game_has_no_dry_run(site: Site) -> None:
    table = site.friendly(site.member, site.other, play="dealt")["id"]
    answer = command(site.referee, table, {"type": "start_round"}, "?dry_run=true")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "no_dry_run")
    assert "hands" not in answer.content.decode()


def test_a_table_waits_until_its_round_starts(site: Site) -> None:
    tournament = site.tournament()
    entries = site.entries(tournament["id"], "A", "B", "C")
    draft = site.round(tournament["id"], start=False)
    table = draft["tables"][0]["id"]
    assert site.anonymous.send("GET", f"tables/{table}").status_code == 404
    site.director.send("POST", f"rounds/{draft['id']}/publish")
    shown = site.anonymous.send("GET", f"tables/{table}").json()
    assert (shown["state"], shown["view"], shown["game_version"]) == ("waiting", None, 0)
    refused = command(site.referee, table, sheet(entries, 1))
    assert (refused.status_code, refused.json()["code"]) == (422, "wrong_phase")


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        [[]],
        [None],
        "start_round",
        {"type": None},
        {"type": ["start_round"]},
        {"type": "start_round", "extra": 1},
        {"type": "start_round", "player": "me"},
        {"type": "record_round"},
        {"type": "record_round", "orders": 7, "tricks": {}},
        {"type": "record_round", "orders": {}, "tricks": [["x"]]},
        {"type": "record_round", "orders": {"nobody": [1, 2, 3]}, "tricks": {"nobody": 9}},
        {"type": "play", "card": {"suit": "green", "value": 1}, "trick": "new"},
        {"type": "play", "card": {"suit": 1}, "trick": {"a": 1}, "player": {}},
        {"type": "arrange", "player": 5, "order": "123"},
        {"type": "rewind", "to": -1, "reason": "x"},
        {"type": "rewind", "to": 10**15, "reason": "x"},
        {"type": "rewind", "to": True, "reason": "x"},
        {"type": "amend", "at": 0, "command": {}, "reason": "x"},
        {"type": "amend", "at": 1, "command": {"type": "amend"}, "reason": "x"},
    ],
)
@pytest.mark.parametrize("play", ["dealt", "recorded"])
def test_junk_commands_are_refused_and_change_nothing(site: Site, body: Any, play: str) -> None:
    table = site.friendly(site.member, site.other, play=play)["id"]
    before = Event.objects.count()
    for caller in (site.referee, site.member):
        answer = command(caller, table, body)
        assert answer.status_code in (403, 422), answer.content
        assert answer["Content-Type"] == "application/problem+json"
    assert Event.objects.count() == before


def test_scores_are_read_by_their_text(site: Site) -> None:
    body = {"game": "scoresheet", "players": [], "options": {"whole_numbers": False}}
    body["players"] = [str(site.member.user.pk), str(site.other.user.pk)]
    table = site.member.send("POST", f"clubs/{site.club.id}/tables", body).json()["id"]
    raw = json.dumps({"type": "record_round", "scores": dict(zip(body["players"], (0.1, "0.25"), strict=True))})
    answer = site.member.post(f"tables/{table}/commands", data=raw, content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert list(site.member.send("GET", f"tables/{table}").json()["result"]["scores"].values()) == ["0.1", "0.25"]


def test_nothing_is_played_on_in_a_tournament_that_was_called_off(site: Site) -> None:
    tournament = site.tournament()["id"]
    site.entries(tournament, "A", "B", "C")
    table = site.round(tournament)["tables"][0]
    sheets = [sheet([seat["entry"] for seat in table["seats"]], number) for number in (1, 2)]
    path = f"tables/{table['id']}/commands"
    assert site.referee.send("POST", path, sheets[0]).status_code == 200
    assert site.director.send("POST", f"tournaments/{tournament}/cancel").status_code == 200
    for command in (sheets[1], {"type": "rewind", "to": 1, "reason": "x"}):
        answer = site.referee.send("POST", path, command)
        assert (answer.status_code, answer.json()["code"]) == (422, "wrong_phase")
