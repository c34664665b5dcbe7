"""Where a request comes from, as failed log-ins are counted by it."""

from __future__ import annotations

from ipaddress import ip_address

from django.http import HttpRequest


def client_address(request: HttpRequest) -> str | None:
    """The client's address, without a zone; None where the server knows none, or a proxy named what is no address."""
    try:
        return str(ip_address(request.META.get("REMOTE_ADDR", ""))).partition("%")[0]
    except ValueError:
        return None
