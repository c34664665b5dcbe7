"""The client's address, by which failed log-ins are counted."""

from __future__ import annotations

from ipaddress import ip_address

from django.http import HttpRequest


def client_address(request: HttpRequest) -> str | None:
    """Return the client's address without a zone; None if the server or a proxy gives no valid one."""
    try:
        return str(ip_address(request.META.get("REMOTE_ADDR", ""))).partition("%")[0]
    except ValueError:
        return None
