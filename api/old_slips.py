"""Slips of 0.5.0: their QR codes lead into the API, with the link behind `#`, where no server sees it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse


class LeadsPeople:
    """A view set whose items' addresses are on such slips: people get a page, programs the item."""

    action_map: dict[str, str]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """A browser keeps what is behind `#` when it is sent on to the page, whose script reads it."""
        is_item = request.method == "GET" and self.action_map.get("get") == "retrieve"
        if is_item and "text/html" in request.headers.get("Accept", ""):
            headers = {"Cache-Control": "no-store", "Vary": "Accept"}
            return HttpResponseRedirect(reverse("web:old-slip"), status=303, headers=headers)
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return answer
