"""A page of another origin in a real browser: it reads, writes and follows with a token, and can't log in."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from knox.models import AuthToken
from playwright.sync_api import Browser

from tests.api.conftest import Site, build_site

pytestmark = [pytest.mark.backend("sqlite"), pytest.mark.django_db(transaction=True)]
SCRIPT = """async ([api, tournament, token]) => {
  const headers = {Authorization: `Token ${token}`};
  const json = {...headers, "Content-Type": "application/json", "Idempotency-Key": "k1"};
  const failed = (sent) => sent.then(() => "read", () => "refused");
  const read = await fetch(`${api}${tournament}`, {headers});
  const tag = read.headers.get("ETag");
  const patch = (name) => fetch(
    `${api}${tournament}`, {method: "PATCH", headers: {...json, "If-Match": tag}, body: JSON.stringify({name})});
  const written = await patch("From elsewhere");
  const again = await patch("From elsewhere");
  const stale = await fetch(
    `${api}${tournament}`, {method: "PATCH", headers: {...json, "Idempotency-Key": "k2", "If-Match": tag}, body: "{}"});
  const known = await fetch(
    `${api}${tournament}/standings`, {headers: {...headers, "If-None-Match": "*"}, cache: "no-store"});
  const stream = await fetch(`${api}${tournament}/live`, {headers});
  const message = new TextDecoder().decode((await stream.body.getReader().read()).value);
  const logIn = {username: "director", password: "correct horse battery"};
  return {
    name: (await written.json()).name,
    statuses: [read.status, written.status, again.status, stale.status, known.status],
    exposed: [!!tag, again.headers.get("Idempotency-Replayed"), !!read.headers.get("X-Request-Id")],
    problem: (await stale.json()).code,
    message,
    logIn: await failed(fetch(
      `${api}tokens`, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(logIn)})),
    cookies: await failed(fetch(`${api}games`, {credentials: "include"})),
    plain: await failed(fetch(`${api}games`)),
    admin: await failed(fetch(api.replace("/api/v1/", "/admin/login/"))),
  };
}"""


class Page(BaseHTTPRequestHandler):
    """An empty page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Scores</title>")

    def log_message(self, *_args: Any) -> None:
        """Says nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of another site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def site(transactional_db: None) -> Site:
    """The site in committed transactions."""
    return build_site()


def test_a_page_of_another_origin_works_with_a_token_and_can_not_log_in(
    site: Site, browser: Browser, live_server: Any, elsewhere: str
) -> None:
    tournament = site.tournament()["id"]
    token = AuthToken.objects.create(user=site.director.user)[1]
    page = browser.new_page()
    page.goto(elsewhere)
    found = page.evaluate(SCRIPT, [f"{live_server.url}/api/v1/", f"tournaments/{tournament}", token])
    page.close()
    assert found["statuses"] == [200, 200, 200, 412, 304]
    assert (found["name"], found["problem"]) == ("From elsewhere", "stale")
    assert found["exposed"] == [True, "true", True]
    assert "event: changed" in found["message"]
    assert (found["logIn"], found["cookies"], found["plain"], found["admin"]) == (
        "refused",
        "refused",
        "read",
        "refused",
    )
