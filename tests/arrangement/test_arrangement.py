"""The processes of production, from the production lock file alone, play a night with clocks over https.

Then come a few faults; `manage.py faults` makes many.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.arrangement import night as nights
from tests.arrangement.arrangement import DIRECTOR, Arrangement, arranged
from tests.arrangement.night import PEOPLE, SEATS
from tests.arrangement.site import PASSWORD
from tests.faults import report
from tests.faults.kinds import PRODUCTION
from tests.faults.run import NO_LIMITS, run

pytestmark = pytest.mark.backend("postgres")
OTHER_ADDRESS = "127.0.0.2"
READ_SINCE = """
SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND query LIKE '%%league_%%' AND query_start > %s
"""
CLOCK_EXPIRED = "tournament.clock_expired"
SEED, FAULTS, SECONDS = 17, 10, 15.0


@pytest.fixture(scope="module")
def running() -> Iterator[Arrangement]:
    """The arrangement, for the tests of this file; to start it takes longer than each of them."""
    with arranged(**NO_LIMITS) as made:
        yield made


def test_a_night_with_clocks_over_https(running: Arrangement) -> None:
    with nights.opened(running) as night, nights.followed(running, night) as hall:
        client = night.client
        round = client.post(f"tournaments/{night.tournament}/rounds", {})["id"]
        client.post(f"rounds/{round}/publish", {})
        hall.until_told("round_published")
        tables = client.post(f"rounds/{round}/start", {})["tables"]
        hall.until_told("clock_expired")
        assert len(tables) == PEOPLE // SEATS
        for table in tables:
            assert_one_took_effect(nights.report_at_once(night, table))
        client.post(f"rounds/{round}/close", {})
        standings = client.get(f"tournaments/{night.tournament}/standings")["rows"]
        assert [row["place"] for row in standings[:4]] == [1, 1, 1, 1]
        client.post(f"tournaments/{night.tournament}/close", {})
        running.until(lambda: len(league_table(night)) == PEOPLE, "the league table has everybody")
        assert league_table(night)[0]["points"] == "10.5"
        assert len(night.events(CLOCK_EXPIRED)) == 1
        assert len(night.events("tournament.result_recorded")) == len(tables)
    report = running.verify()
    assert (report["clean"], report["findings"]) == (True, [])
    assert running.rebuild() == []
    assert {name: service.ended for name, service in running.services.items() if service.ended} == {}


def league_table(night: nights.Night) -> Any:
    return night.client.get(f"seasons/{night.season}/standings")["rows"]


def assert_one_took_effect(answers: list[httpx.Response]) -> None:
    """All have the same answer; all but one know that it is a repeated one."""
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert sum("Idempotency-Replayed" in answer.headers for answer in answers) == len(answers) - 1


def test_the_client_s_own_address_is_counted_and_nobody_chooses_one(running: Arrangement) -> None:
    transport = httpx.HTTPTransport(local_address=OTHER_ADDRESS, verify=running.proxy.trust)
    with running.http(transport=transport) as http:
        answer = http.post(
            "api/v1/tokens",
            json={"username": DIRECTOR, "password": "wrong"},
            headers={"X-Forwarded-For": "192.0.2.66, 198.51.100.7"},
        )
    assert answer.status_code == 401
    with running.connection() as connection:
        found = connection.execute("SELECT DISTINCT ip_address::text FROM axes_accessattempt").fetchall()
    assert found == [(f"{OTHER_ADDRESS}/32",)]


def test_cookies_are_sent_by_https_alone(running: Arrangement) -> None:
    with running.http(follow_redirects=True) as http:
        page = http.get("admin/login/")
        token = http.cookies["csrftoken"]
        body = {"username": DIRECTOR, "password": PASSWORD, "csrfmiddlewaretoken": token, "next": "/admin/"}
        answer = http.post("admin/login/", data=body, headers={"Referer": str(page.url)}, follow_redirects=False)
        assert answer.status_code == 302
        cookies = [*page.headers.get_list("Set-Cookie"), *answer.headers.get_list("Set-Cookie")]
        assert {cookie.partition("=")[0] for cookie in cookies} == {"csrftoken", "sessionid"}
        assert all("; Secure" in cookie for cookie in cookies)
        assert "; HttpOnly" in next(cookie for cookie in cookies if cookie.startswith("sessionid"))
        assert page.headers["Strict-Transport-Security"].startswith("max-age=")
        assert http.get("admin/").status_code == 200


def test_what_comes_past_the_proxy_by_plain_http_is_led_to_https(running: Arrangement) -> None:
    port = running.ports["web-1"]
    headers = {"Host": running.address.split("/")[2]}
    answer = httpx.get(f"http://127.0.0.1:{port}/admin/", headers=headers, trust_env=False, timeout=60)
    assert (answer.status_code, answer.headers["Location"]) == (301, f"{running.address}admin/")


def test_visitors_read_the_replica(running: Arrangement) -> None:
    def is_read() -> bool:
        with running.connection("replica") as replica, running.http() as http:
            (began,) = replica.execute("SELECT clock_timestamp()").fetchall()[0]
            assert http.get("api/v1/tournaments").status_code == 200
            return bool(replica.execute(READ_SINCE, [began]).fetchall())

    running.until(is_read, "the replica answers a visitor")


def test_a_few_faults_lose_nothing_and_double_nothing(running: Arrangement) -> None:
    outcome = run(running, PRODUCTION, seed=SEED, faults=FAULTS, seconds=SECONDS)
    assert outcome.complaints == [], "\n".join(report.lines(outcome))
    assert outcome.faults.total() == FAULTS
    assert sum(write.is_acknowledged for write in outcome.journal.writes) > FAULTS
