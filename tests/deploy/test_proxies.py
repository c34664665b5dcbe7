"""The proxies of deploy/ pass on what Tablekeeper needs, and nothing that a client may not choose."""

from __future__ import annotations

import inspect
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
import uvicorn

from api.body_limit import MOST_BYTES, MOST_BYTES_AT
from api.v1.live import HEADERS
from tests.deploy import proxies
from tests.deploy.proxies import NAME, PATIENCE_SECONDS, Proxy

pytestmark = pytest.mark.backend("sqlite")

Starter = Callable[[Path, int], AbstractContextManager[Proxy]]
PROXIES: dict[str, Starter] = {"nginx": proxies.nginx, "caddy": proxies.caddy}
IDLE = {proxies.NGINX: r"keepalive_timeout (\d+)s;", proxies.CADDYFILE: r"keepalive (\d+)s\n"}
SPOOFED = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "http"}


class Setting(NamedTuple):
    """A proxy before the web process, and a client that trusts it."""

    proxy: Proxy
    client: httpx.Client


@pytest.fixture(scope="module", params=PROXIES)
def setting(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Setting]:
    folder = tmp_path_factory.mktemp(request.param)
    with ExitStack() as stack:
        web = stack.enter_context(proxies.web(folder))
        proxy = stack.enter_context(PROXIES[request.param](folder, web))
        stack.enter_context(pytest.MonkeyPatch.context()).setattr(socket, "getaddrinfo", _local(socket.getaddrinfo))
        client = httpx.Client(
            base_url=f"https://{NAME}:{proxy.https}", verify=proxy.trust, trust_env=False, timeout=PATIENCE_SECONDS
        )
        yield Setting(proxy, stack.enter_context(client))


def _local(getaddrinfo: Callable[..., object]) -> Callable[..., object]:
    """Look-ups that lead the example's name to this machine."""

    def look_up(host: str, *more: object, **options: object) -> object:
        return getaddrinfo("127.0.0.1" if host in (NAME, NAME.encode()) else host, *more, **options)

    return look_up


@pytest.mark.parametrize("headers", [{}, SPOOFED], ids=["plain", "spoofed"])
def test_the_address_and_the_scheme_are_those_that_the_proxy_sees(setting: Setting, headers: dict[str, str]) -> None:
    seen = setting.client.get("/", headers=headers).json()
    assert (seen["client"], seen["scheme"]) == ("127.0.0.1", "https")
    assert seen["headers"]["x-forwarded-for"] == "127.0.0.1"
    assert seen["headers"]["x-forwarded-proto"] == "https"


def test_the_host_is_the_one_that_was_asked_for(setting: Setting) -> None:
    assert setting.client.get("/").json()["headers"]["host"] == f"{NAME}:{setting.proxy.https}"


def test_a_live_stream_is_not_held_back(setting: Setting) -> None:
    with setting.client.stream("GET", "/stream", params=HEADERS) as answer:
        messages = answer.iter_raw()
        assert next(messages) == b"data: one\n\n"
        setting.client.get("/release")
        assert next(messages) == b"data: two\n\n"


def test_a_file_to_import_gets_through_up_to_a_byte_above_the_limit(setting: Setting) -> None:
    path, most = max(MOST_BYTES_AT.items(), key=lambda limit: limit[1])
    assert setting.client.post(path, content=b" " * (most + 1)).json()["length"] == most + 1


@pytest.mark.parametrize("path", MOST_BYTES_AT)
def test_every_path_that_takes_files_is_let_through(setting: Setting, path: str) -> None:
    assert setting.client.post(path, content=b" " * (3 * MOST_BYTES)).json()["length"] == 3 * MOST_BYTES


@pytest.mark.parametrize("path", ["/api/v1/tournaments", "/api/v1/tournaments/import/more", "/"])
def test_other_bodies_are_cut_by_the_proxy_soon_after_the_limit(setting: Setting, path: str) -> None:
    assert setting.client.post(path, content=b" " * (MOST_BYTES + 1)).json()["length"] == MOST_BYTES + 1
    assert setting.client.post(path, content=b" " * (3 * MOST_BYTES)).status_code == 413


def test_browsers_get_http_2(setting: Setting) -> None:
    assert setting.proxy.protocol() == "h2"


def test_plain_http_leads_to_https(setting: Setting) -> None:
    answer = httpx.get(f"http://127.0.0.1:{setting.proxy.http}/club?a=1", headers={"Host": NAME}, trust_env=False)
    assert (answer.status_code, answer.headers["location"]) in [
        (code, f"https://{NAME}/club?a=1") for code in (301, 308)
    ]


@pytest.mark.parametrize("file", IDLE, ids=lambda file: file.name)
def test_a_proxy_leaves_an_idle_connection_before_the_web_process_does(file: Path) -> None:
    (seconds,) = re.findall(IDLE[file], file.read_text("utf-8"))
    assert int(seconds) < inspect.signature(uvicorn.Config).parameters["timeout_keep_alive"].default
