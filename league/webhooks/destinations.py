"""Where webhooks may lead: to public addresses by https, and to what else the operator allows.

An address of a name is checked when it is connected to, so a name that leads elsewhere a moment later gains nothing.
"""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from games.kernel import N_
from league.domain.values.faults import Fault

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
PORTS = {"https": 443, "http": 80}
RESOLVE_SECONDS = 5.0
NAT64 = ipaddress.ip_network("64:ff9b::/96")
BAD_URL = N_("An address such as https://example.org/hook is needed: without blanks, a log-in or a part after #.")
NOT_HTTPS = N_("The address has to begin with https://.")
PRIVATE = N_("The address leads into a private network.")


class Destination(NamedTuple):
    """Where a request goes. host: as in the address, without brackets. path: with the query."""

    is_https: bool
    host: str
    port: int
    path: str

    @property
    def host_header(self) -> str:
        """The header `Host`: the port only where it is not the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = PORTS["https" if self.is_https else "http"]
        return host if self.port == usual else f"{host}:{self.port}"


class Unreachable(Exception):
    """A request can't be sent. fault: why, as deliveries show it."""

    def __init__(self, fault: str) -> None:
        self.fault = fault
        super().__init__(fault)


def fault_of(url: str) -> Fault | None:
    """What is wrong with the address of a webhook, as far as its text says that."""
    parts = _split(url)
    if parts is None:
        return Fault("url", "bad_url", BAD_URL)
    if not _may_use(parts.scheme):
        return Fault("url", "not_https", NOT_HTTPS)
    literal = _literal(parts.hostname or "")
    return Fault("url", "private_address", PRIVATE) if literal and not is_allowed(literal) else None


def destination(url: str) -> Destination:
    """Where a request to this address goes. Raises Unreachable."""
    parts = _split(url)
    if parts is None:
        raise Unreachable("bad_url")
    if not _may_use(parts.scheme):
        raise Unreachable("not_https")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Destination(parts.scheme == "https", str(parts.hostname), parts.port or PORTS[parts.scheme], path)


def addresses(host: str, port: int) -> Sequence[str]:
    """The addresses of a host that may be connected to. Raises Unreachable."""
    found = list(dict.fromkeys(_resolved(host, port)))
    allowed = [address for address in found if is_allowed(ipaddress.ip_address(address.partition("%")[0]))]
    if not allowed:
        raise Unreachable("private_address" if found else "unknown_host")
    return allowed


def is_allowed(address: Address) -> bool:
    """Whether a request may go there: to public addresses, and to the networks that the operator has named."""
    if any(address in network for network in settings.WEBHOOK_PRIVATE_ADDRESSES):
        return True
    inner = list(_inside(address))
    if inner:
        return all(map(is_allowed, inner))
    is_site_local = isinstance(address, ipaddress.IPv6Address) and address.is_site_local
    return address.is_global and not (address.is_multicast or address.is_reserved or is_site_local)


def _inside(address: Address) -> Iterator[Address]:
    """The IPv4 addresses that an IPv6 address may lead to: mapped, 6to4, Teredo, NAT64, and the old compatible ones."""
    if not isinstance(address, ipaddress.IPv6Address):
        return
    last = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if address.ipv4_mapped:
        yield address.ipv4_mapped
    if address.sixtofour:
        yield address.sixtofour
    if address.teredo:
        yield from address.teredo
    if address in NAT64 or (int(address) >> 32 == 0 and int(address) > 1):
        yield last


def _may_use(scheme: str) -> bool:
    return scheme == "https" or (scheme == "http" and settings.WEBHOOK_PLAIN_HTTP)


def _split(url: str) -> SplitResult | None:
    """The parts of an address; None for one that is none, or has a log-in in it."""
    try:
        parts = urlsplit(url)
        is_whole = parts.scheme in PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return None
    is_plain = url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    return parts if is_whole and is_plain and "#" not in url and "@" not in parts.netloc else None


def _literal(host: str) -> Address | None:
    """The address that a host writes as a number, in any of the forms that the system takes; None for a name."""
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        pass
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


def _resolved(host: str, port: int) -> Sequence[str]:
    """The addresses of a host; the system's own time-out may be long, so it is waited for in a thread."""
    found: list[str] = []

    def resolve() -> None:
        try:
            rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            return
        found.extend(str(row[4][0]) for row in rows)

    thread = threading.Thread(target=resolve, name="webhook-name", daemon=True)
    thread.start()
    thread.join(RESOLVE_SECONDS)
    return list(found)
