"""Codes on paper and on a screen lead to an address that phones reach."""

import pytest
from django.conf import LazySettings
from django.test import RequestFactory

from league.access import origin
from league.access.origin import phones_reach, public_origin

pytestmark = pytest.mark.backend("sqlite")


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> list[str]:
    """The machine's addresses in its networks."""
    settings.ALLOWED_HOSTS = ["*"]
    found = ["192.168.1.7", "10.0.0.2"]
    monkeypatch.setattr(origin, "addresses", lambda: found)
    return found


def asked_at(host: str, *, is_secure: bool = False) -> str:
    """The public origin where the director's browser has `host` in its address bar."""
    name, _, port = host.rpartition(":") if host[-1] != "]" and ":" in host else (host, "", "")
    request = RequestFactory().get("/", SERVER_NAME=name, SERVER_PORT=port or "80", secure=is_secure)
    request.META["HTTP_HOST"] = host
    return public_origin(request)


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "127.3.2.1:8000"])
def test_a_director_at_the_laptop_prints_codes_for_the_network(network, settings, host):
    settings.IS_ON_LAN = True
    assert asked_at(host) == "http://192.168.1.7:8000"


def test_the_network_joined_during_the_evening_is_the_one_in_the_codes(network, settings):
    settings.IS_ON_LAN = True
    network.remove("192.168.1.7")
    assert asked_at("127.0.0.1:8000") == "http://10.0.0.2:8000"


def test_a_director_who_chose_one_of_several_addresses_keeps_it(network, settings):
    settings.IS_ON_LAN = True
    assert asked_at("10.0.0.2:8000") == "http://10.0.0.2:8000"


def test_without_a_network_or_without_lan_the_address_is_the_requests_and_no_phone_reaches_it(network, settings):
    settings.IS_ON_LAN = False
    assert asked_at("127.0.0.1:8000") == "http://127.0.0.1:8000"
    settings.IS_ON_LAN = True
    network.clear()
    assert asked_at("localhost:8000") == "http://localhost:8000"
    assert not phones_reach("http://localhost:8000")


def test_in_production_it_is_the_host_of_the_request_or_the_setting(network, settings):
    assert asked_at("club.example", is_secure=True) == "https://club.example"
    settings.PUBLIC_ORIGIN = "https://play.example.org"
    assert asked_at("10.1.2.3:8000") == "https://play.example.org"


@pytest.mark.parametrize(("address", "is_reached"), [
    ("http://127.0.0.1:8000", False),
    ("http://[::1]:8000", False),
    ("http://tables.localhost", False),
    ("http://192.168.1.7:8000", True),
    ("http://[fd00::2]:8000", True),
    ("https://play.example.org", True),
])  # fmt: skip
def test_which_addresses_phones_reach(address: str, is_reached: bool):
    assert phones_reach(address) is is_reached


def test_this_machines_addresses_have_no_loopback_and_none_twice():
    found = origin.addresses()
    assert len(set(found)) == len(found)
    assert not any(map(origin.is_here_only, found))
