"""From one thing to the next: the tournament and the club of everything, the current round, where somebody sits now."""

from __future__ import annotations

from typing import Any

from tests.api.conftest import Site, Visitor

HERE = "tournament", "club"


def night(site: Site, *names: str, **settings: Any) -> tuple[str, list[str]]:
    """A tournament of tables of three and its entries."""
    fixed: dict[str, Any] = {
        "game": "scoresheet",
        "table_size": {"min": 3, "max": 3},
        "points": {"by_place": [3, 2, 1]},
    }
    tournament = site.tournament(**{**fixed, **settings})["id"]
    return tournament, site.entries(tournament, *(names or ("A", "B", "C", "D")))


def follow(who: Visitor, url: str) -> Any:
    """The page behind a link of another one."""
    return who.get(url.removeprefix("http://testserver")).json()


def report(site: Site, table: dict[str, Any]) -> None:
    """A table reports 3, 2 and 1 in the order of its seats."""
    scores = {seat["entry"]: 3 - at for at, seat in enumerate(table["seats"])}
    answer = site.director.send("PUT", f"tables/{table['id']}/result", {"scores": scores})
    assert answer.status_code == 200, answer.content


def test_everything_of_a_tournament_leads_to_it_and_to_its_club(site: Site) -> None:
    tournament, entries = night(site)
    round = site.round(tournament)
    table = round["tables"][0]["id"]
    announced = site.referee.send("POST", f"tournaments/{tournament}/announcements", {"text": "Pizza"}).json()
    site.referee.send("POST", f"tables/{table}/call")
    penalty = site.penalty(tournament, entries[0])
    home = {"tournament": tournament, "club": str(site.club.pk)}
    for path in (
        f"rounds/{round['id']}", f"tables/{table}", f"entries/{entries[0]}", f"penalties/{penalty}",
        f"announcements/{announced['id']}", f"tournaments/{tournament}/rounds/current", f"entries/{entries[0]}/seat",
    ):  # fmt: skip
        assert site.referee.send("GET", path).json().items() >= home.items(), path
    for list_ in ("rounds", "entries", "penalties", "calls", "announcements"):
        results = site.referee.send("GET", f"tournaments/{tournament}/{list_}").json()["results"]
        assert results, list_
        assert all(result.items() >= home.items() for result in results), list_
    assert site.referee.send("GET", f"tables/{table}").json()["call"].items() >= home.items()
    friendly = site.friendly(site.member, site.director)
    assert {name: friendly[name] for name in (*HERE, "round")} == {**home, "tournament": None, "round": None}


def test_a_penalty_is_read_by_everybody_until_it_is_lifted(site: Site) -> None:
    tournament, entries = night(site)
    penalty = site.penalty(tournament, entries[0], 2)
    shown, reason = site.anonymous.send("GET", f"penalties/{penalty}").json(), {"reason": "late"}
    assert (shown["points"], shown["lifted"]) == (2, False)
    assert site.referee.send("GET", f"penalties/{penalty}").json() == shown | reason
    site.referee.send("POST", f"penalties/{penalty}/lift")
    assert site.anonymous.send("GET", f"penalties/{penalty}").status_code == 404
    assert site.referee.send("GET", f"penalties/{penalty}").json()["lifted"]


def test_the_current_round_is_the_newest_that_everybody_knows(site: Site) -> None:
    tournament, _ = night(site)
    path = f"tournaments/{tournament}/rounds/current"

    def current() -> tuple[int, str]:
        shown = site.anonymous.send("GET", path).json()
        assert shown == site.anonymous.send("GET", f"rounds/{shown['id']}").json()
        return shown["number"], shown["state"]

    draft = site.round(tournament, start=False)
    for who in (site.director, site.anonymous):
        refused = who.send("GET", path)
        assert (refused.status_code, refused.json()["code"]) == (404, "no_round")
    for step, state in (("publish", "published"), ("start", "running")):
        site.director.send("POST", f"rounds/{draft['id']}/{step}")
        assert current() == (1, state)
    report(site, draft["tables"][0])
    site.director.send("POST", f"rounds/{draft['id']}/close", {})
    next_ = site.round(tournament, start=False)
    assert current() == (1, "closed")
    site.director.send("POST", f"rounds/{next_['id']}/publish")
    assert current() == (2, "published")
    site.director.send("POST", f"rounds/{next_['id']}/cancel", {"reason": "a fire alarm"})
    assert current() == (1, "closed")


def test_an_entry_reads_where_it_sits_now(site: Site) -> None:
    tournament, entries = night(site, hall={"labels": ["Window"]}, clock_seconds=600)
    paths = {entry: f"entries/{entry}/seat" for entry in entries}

    def kinds() -> list[str]:
        return [site.anonymous.send("GET", path).json()["kind"] for path in paths.values()]

    assert set(kinds()) == {"no_round"}
    round = site.round(tournament, start=False)
    assert set(kinds()) == {"no_round"}
    site.director.send("POST", f"rounds/{round['id']}/start")
    (table,), (bye,) = round["tables"], round["byes"]
    for seat in table["seats"]:
        shown = site.anonymous.send("GET", paths[seat["entry"]]).json()
        assert (shown["kind"], shown["round"], shown["round_number"]) == ("seated", round["id"], 1)
        assert (shown["table"], shown["table_number"], shown["label"]) == (table["id"], 1, "Window")
        assert (shown["seat"], shown["clock"]["state"]) == (seat["seat"], "running")
        others = [
            {name: other[name] for name in ("seat", "entry", "name")} for other in table["seats"] if other != seat
        ]
        assert shown["others"] == others
    shown = site.anonymous.send("GET", paths[bye]).json()
    assert (shown["kind"], shown["table"], shown["seat"], shown["others"]) == ("bye", None, None, [])
    assert shown["clock"]["state"] == "running"
    (late,) = site.entries(tournament, "Late")
    assert site.anonymous.send("GET", f"entries/{late}/seat").json()["kind"] == "not_seated"
    site.director.send("POST", f"entries/{late}/drop", {})
    assert site.anonymous.send("GET", f"entries/{late}/seat").json()["kind"] == "dropped"


def test_the_seat_in_a_tournament_for_members_is_for_them_and_the_link(site: Site) -> None:
    tournament, entries = night(site, visibility="members")
    site.round(tournament)
    path = f"entries/{entries[0]}/seat"
    seen = [who.send("GET", path).status_code for who in (site.anonymous, site.stranger, site.member)]
    assert (seen, site.entry_link(entries[0]).send("GET", path).status_code) == ([404, 404, 200], 200)


def test_a_round_that_can_not_be_closed_names_the_tables_as_missing_expects_them(site: Site) -> None:
    tournament, _ = night(site, "A", "B", "C", "D", "E", "F")
    round = site.round(tournament)
    report(site, round["tables"][0])
    close = f"rounds/{round['id']}/close"
    facts = site.director.send("POST", close, {}).json()["facts"]
    assert (facts["missing"], facts["table_ids"]) == ([2], [round["tables"][1]["id"]])
    seats = [seat["entry"] for seat in round["tables"][1]["seats"]]
    missing = {id: {"places": dict(zip(seats, (1, 2, 3), strict=True))} for id in facts["table_ids"]}
    assert site.director.send("POST", close, {"missing": missing}).status_code == 200


def test_a_table_as_it_was(site: Site) -> None:
    tournament, _ = night(site, "A", "B", "C")
    round = site.round(tournament)
    (table,) = round["tables"]
    path = f"tables/{table['id']}"
    position = site.director.send("GET", f"tournaments/{tournament}/events?limit=1000").json()["next_after"]
    report(site, table)
    first = site.anonymous.send("GET", path).json()
    site.director.send("POST", f"rounds/{round['id']}/close", {})
    seats = [seat["entry"] for seat in table["seats"]]
    other = {"scores": dict(zip(seats, (1, 2, 3), strict=True)), "reason": "read upside down"}
    assert site.director.send("POST", f"{path}/correct", other).status_code == 200

    def then(as_of: str) -> Any:
        return site.anonymous.get(path, {"as_of": as_of}).json()

    assert (then(str(position))["result"], then(str(position))["state"]) == (None, "playing")
    assert then("round:1")["result"] == first["result"]
    assert then("round:1")["game_version"] == first["game_version"] < site.anonymous.send("GET", path).json()["version"]
    now = site.anonymous.send("GET", path).json()
    assert then("2999-01-01T00:00:00+01:00") == now
    for wrong, code in (("0", "unknown"), ("round:2", "unknown"), ("tomorrow", "bad_time"), ("2026-01-01", "bad_time")):
        assert then(wrong)["errors"][0]["code"] == code, wrong


def test_the_past_of_a_table_shows_no_draft_and_nothing_that_is_hidden(site: Site) -> None:
    tournament, _ = night(site, "A", "B", "C", rounds=1)
    round = site.round(tournament, start=False)
    path = f"tables/{round['tables'][0]['id']}"
    position = site.director.send("GET", f"tournaments/{tournament}/events?limit=1000").json()["next_after"]
    site.director.send("POST", f"rounds/{round['id']}/start")
    seen = [who.get(path, {"as_of": position}).status_code for who in (site.director, site.anonymous)]
    assert seen == [200, 400]
    report(site, round["tables"][0])
    played = site.director.send("GET", f"tournaments/{tournament}/events?limit=1000").json()["next_after"]
    site.director.send("PATCH", f"tournaments/{tournament}", {"standings_shown": "hide_last"})
    shown = [who.get(path, {"as_of": played}).json()["result"] for who in (site.director, site.anonymous)]
    assert (shown[0] is None, shown[1]) == (False, None)


def test_the_past_of_a_friendly_game(site: Site) -> None:
    friendly = site.friendly(site.member, site.director)
    path = f"tables/{friendly['id']}"
    assert site.member.get(path, {"as_of": "2999-01-01T00:00:00Z"}).json() == site.member.send("GET", path).json()
    refused = [site.member.get(path, {"as_of": as_of}).json()["errors"][0]["code"] for as_of in ("0", "round:1")]
    assert refused == ["unknown", "bad_time"]


def test_tournaments_by_the_time_at_which_they_start(site: Site) -> None:
    days = {
        "c": "2026-12-03T19:00:00+01:00",
        "a": "2026-12-01T19:00:00+01:00",
        "never": None,
        "b": "2026-12-02T18:00:00Z",
    }
    for name, day in days.items():
        site.tournament(name=name, **({"starts_at": day} if day else {}))

    def listed(**query: Any) -> list[str]:
        page = site.anonymous.get("tournaments", query).json()
        names = [row["name"] for row in page["results"]]
        while page["next"]:
            page = follow(site.anonymous, page["next"])
            names += [row["name"] for row in page["results"]]
        return names

    for size in (1, 2, 200):
        assert listed(ordering="starts_at", page_size=size) == ["a", "b", "c", "never"]
        assert listed(ordering="-starts_at", page_size=size) == ["c", "b", "a", "never"]
    assert listed(starts_after="2026-12-01T19:00:00+01:00", starts_before="2026-12-03T18:00:00Z") == ["a", "b"]
    assert listed(starts_after="2026-12-02T18:00:00.001Z") == ["c"]
    wrong = site.anonymous.get("tournaments", {"starts_after": "2026-12-01", "starts_before": "x"}).json()["errors"]
    assert [(fault["field"], fault["code"]) for fault in wrong] == [
        ("starts_after", "bad_time"),
        ("starts_before", "bad_time"),
    ]


def test_who_has_the_code_finds_the_tournament(site: Site) -> None:
    made = {kind: site.tournament(visibility=kind) for kind in ("public", "link", "members")}
    for kind, tournament in made.items():
        for code in (tournament["code"], tournament["code"].lower()):
            found = site.anonymous.get("tournaments", {"code": code}).json()["results"]
            assert [row["id"] for row in found] == ([] if kind == "members" else [tournament["id"]]), kind
            assert len(site.member.get("tournaments", {"code": code}).json()["results"]) == 1


def test_lists_that_look_paged_are_paged(site: Site) -> None:
    tournament, entries = night(site)
    season = site.director.send(
        "POST", "seasons", {"club": str(site.club.pk), "name": "W", "scheme": {"points": {"by_place": [1]}}}
    )
    people = site.people("X")
    for number in range(5):
        site.penalty(tournament, entries[0])
        site.referee.send("POST", f"tournaments/{tournament}/announcements", {"text": f"{number}"})
        site.season_event(season.json()["id"], {"places": {people[0]: 1}, "name": f"{number}"})
    for entry in entries:
        site.referee.send("POST", f"entries/{entry}/call")
    for path in (
        *(f"tournaments/{tournament}/{name}" for name in ("penalties", "announcements", "calls", "entries")),
        f"seasons/{season.json()['id']}/events", f"clubs/{site.club.pk}/members", "games",
    ):  # fmt: skip
        whole = site.referee.send("GET", path).json()
        assert (whole["next"], whole["previous"]) == (None, None), path
        assert len(whole["results"]) >= 4, path
        read, page = [], site.referee.get(path, {"page_size": 2}).json()
        assert page["previous"] is None
        while True:
            assert len(page["results"]) <= 2
            read += page["results"]
            if page["next"] is None:
                break
            last, page = page, follow(site.referee, page["next"])
            assert follow(site.referee, page["previous"])["results"] == last["results"], path
        assert read == whole["results"], path
        for cursor in ("x", "bm8", "\u00e9"):
            answer = site.referee.get(path, {"cursor": cursor})
            assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "bad_cursor"), (path, cursor)


def test_a_page_goes_on_where_it_ended_though_the_list_has_changed(site: Site) -> None:
    tournament, entries = night(site)
    penalties = [site.penalty(tournament, entries[0]) for _ in range(4)]
    path = f"tournaments/{tournament}/penalties"
    first = site.anonymous.get(path, {"page_size": 2}).json()
    site.referee.send("POST", f"penalties/{penalties[0]}/lift")
    assert [one["id"] for one in follow(site.anonymous, first["next"])["results"]] == penalties[2:]
