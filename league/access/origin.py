"""The address under which phones reach this site: every code on paper and on a screen leads there."""

from __future__ import annotations

import socket
from contextlib import closing
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from league.access.interfaces import of_interfaces


def public_origin(request: HttpRequest) -> str:
    """Return the site's scheme, host and port as phones reach it, without a slash at the end.

    The setting PUBLIC_ORIGIN comes first. Else it is the address of the request, unless that is for this machine only
    (127.0.0.1) while a club's server is open to the network: then the machine's address there, asked each time, since
    a laptop may join another network during the evening.
    """
    if settings.PUBLIC_ORIGIN:
        return str(settings.PUBLIC_ORIGIN)
    host, _ = split_domain_port(request.get_host())
    found = addresses() if settings.IS_ON_LAN and is_here_only(host) else []
    return f"http://{found[0]}:{request.get_port()}" if found else f"{request.scheme}://{request.get_host()}"


def origin_in_letters() -> str:
    """Return the site's scheme, host and port for links that no request asks for; "" where nobody has named them.

    What a request says of its host must not get into a letter: anybody may send another one.
    """
    named = [host for host in settings.ALLOWED_HOSTS if not host.startswith((".", "*")) and not is_here_only(host)]
    return str(settings.PUBLIC_ORIGIN) or (f"https://{named[0]}" if named and settings.IS_HTTPS else "")


def phones_reach(address: str) -> bool:
    """Whether another device can open an address of this site: one of 127.0.0.1 leads each phone to itself."""
    return not is_here_only(urlsplit(address).hostname or "")


def is_here_only(host: str) -> bool:
    """Whether a host name or an address, with or without the brackets of IPv6, means the machine it is used on."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def addresses() -> list[str]:
    """Return this machine's IPv4 addresses in its networks, the one of the usual way out first. Nothing is sent."""
    found = [address for address in (_way_out(), *of_interfaces()) if address and not is_here_only(address)]
    return list(dict.fromkeys(found))


def _way_out() -> str | None:
    """The address from which this machine would send to others; None without a router, as in its own hotspot."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
