"""Tags of the desk: a tournament's *Print* menu, what comes after its end, and QR codes of pages of the hall."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from league.access.origin import phones_reach, public_origin
from league.admin.desk.tournament import after, printing
from league.web import qr

register = template.Library()


@register.inclusion_tag("league/admin/desk/print_menu.html", takes_context=True)
def print_menu(context: Context) -> dict[str, Any]:
    """The menu for the page's `request` and `tournament`."""
    return {"menu": printing.menu(context["request"], context["tournament"])}


@register.inclusion_tag("league/admin/desk/after.html", takes_context=True)
def after_the_end(context: Context) -> dict[str, Any]:
    """The part of the page about a closed tournament; nothing for others."""
    shared = {name: context[name] for name in ("tournament", "steps", "csrf_token")}
    return {**shared, "after": after.after_the_end(context["desk"], context["request"])}


@register.simple_tag(takes_context=True)
def qr_of(context: Context, path: str) -> SafeString | str:
    """The QR code of a page of the hall; nothing if phones can't reach this server."""
    origin = public_origin(context["request"])
    return qr.svg(f"{origin}{path}") if phones_reach(origin) else ""
