"""`{% print_menu %}`: the *Print* menu of a tournament, in a page of the admin."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from league.admin.desk.tournament import printing

register = template.Library()


@register.inclusion_tag("league/admin/desk/print_menu.html", takes_context=True)
def print_menu(context: Context) -> dict[str, Any]:
    """The menu for the page's `request` and `tournament`."""
    return {"menu": printing.menu(context["request"], context["tournament"])}
