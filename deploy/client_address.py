"""The client's address, by which failed log-ins, guesses at secrets and strangers' requests are counted."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address

from django.http import HttpRequest, HttpResponse

from league.access import attempts


def client_address(request: HttpRequest) -> str | None:
    """Return the client's address without a zone; None if the server or a proxy gives no valid one."""
    try:
        return str(ip_address(request.META.get("REMOTE_ADDR", ""))).partition("%")[0]
    except ValueError:
        return None


def client_address_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Note the client's address while its request is answered."""

    def middleware(request: HttpRequest) -> HttpResponse:
        token = attempts.address.set(client_address(request) or attempts.UNKNOWN)
        try:
            return get_response(request)
        finally:
            attempts.address.reset(token)

    return middleware
