"""Template tags of the hall's pages: `{% load hall %}`."""

from __future__ import annotations

import re
import zlib
from datetime import datetime
from typing import Any, NamedTuple

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.web import marks, scripts, styles

register = template.Library()


class Badge(NamedTuple):
    """How a state is shown: by a mark and a word; its colour is in the style sheets, by its code."""

    mark: str
    word: str | Promise


BADGES = {
    "draft": Badge("dashed", _("draft")),
    "published": Badge("eye", _("published")),
    "running": Badge("dot", _("running")),
    "closed": Badge("lock", _("closed")),
    "cancelled": Badge("cross", _("cancelled")),
    "ended": Badge("lock", _("ended")),
    "not_started": Badge("dashed", _("not started")),
    "playing": Badge("ring", _("playing")),
    "unsent": Badge("clock", pgettext_lazy("not sent yet", "waiting")),
    "reported": Badge("tick", _("reported")),
    "confirmed": Badge("ticks", _("confirmed")),
    "ruled": Badge("ticks", _("decided")),
    "disputed": Badge("alert", _("disputed")),
    "calls": Badge("hand", _("calls")),
}
MEDALS = {1: " first", 2: " second", 3: " third"}


@register.simple_tag
def mark(name: str) -> SafeString:
    """A mark of `league.web.marks`."""
    return marks.mark(name)


@register.simple_tag
def logo() -> SafeString:
    """The sign of Tablekeeper."""
    return marks.logo()


@register.simple_tag
def badge(state: str, word: str = "") -> SafeString:
    """A state as mark and word. word: another one than the usual ("ended 22:14")."""
    shown = BADGES[state]
    return format_html('<span class="badge {}">{}{}</span>', state, marks.mark(shown.mark), word or shown.word)


@register.simple_tag
def chip(number: int, size: str = "") -> SafeString:
    """A table's number, the signpost. size: "" or "large"."""
    return format_html('<span class="chip {}">{}</span>', size, number)


@register.simple_tag
def place(number: int | None, shared: bool = False) -> SafeString:
    """A place as a medal: 1, "2=" for a shared one, a dash for none."""
    if number is None:
        return format_html('<span class="place"><span class="hidden">{}</span>–</span>', _("no place"))
    return format_html('<span class="place{}">{}{}</span>', MEDALS.get(number, ""), number, "=" if shared else "")


@register.simple_tag
def person(name: str) -> SafeString:
    """A name, whose direction of writing does not disturb the line."""
    return format_html("<bdi>{}</bdi>", name)


@register.inclusion_tag("league/web/name_line.html")
def name_line(name: str, **more: Any) -> dict[str, Any]:
    """A line with a name. more: seat (a number), you (this is the reader), score, state (a badge), place, shared."""
    return {"name": name, **more}


@register.inclusion_tag("league/web/clock.html", takes_context=True)
def clock(context: template.Context, shown: Any, title: str = "") -> dict[str, Any]:
    """A clock in all its states. shown: a `league.web.clock.ShownClock`. title: the line above its words."""
    return {"clock": shown, "title": title}


@register.filter
def moment(at: datetime) -> str:
    """A time as scripts read it, to the millisecond."""
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


@register.simple_tag
def styles_of(page: str) -> SafeString:
    """The style sheet of a page."""
    return mark_safe(styles.styles_of(page))  # noqa: S308


@register.simple_tag
def script_of(page: str) -> SafeString:
    """The script of a page; nothing where it has none."""
    if page not in scripts.PAGES:
        return SafeString()
    address = reverse("web:script", args=[page, scripts.hash_of(page)])
    return format_html('<script defer src="{}"></script>', address)


TICKING = re.compile(r"(<[^>]*\bdata-time\b[^>]*>)[^<]*|\bdata-now=\"?\w+\"?")
"""What changes in a clock from one second to the next; that alone makes no new version of a part."""


def without_ticks(content: str) -> str:
    """The content without what changes each second."""
    return TICKING.sub(r"\1", content)


class PartNode(template.Node):
    """A part of a page that scripts fetch and swap alone."""

    def __init__(self, name: str, attributes: FilterExpression | None, nodelist: NodeList) -> None:
        self.name, self.attributes, self.nodelist = name, attributes, nodelist

    def render(self, context: template.Context) -> SafeString:
        """The part with the hash of its content; nothing where only other parts were asked for."""
        wanted = context.get("wanted_parts")
        if wanted is not None and "*" not in wanted and self.name not in wanted:
            return SafeString()
        content = self.nodelist.render(context)
        found = format(zlib.crc32(without_ticks(content).encode()), "x")
        classes = "" if self.attributes is None else conditional_escape(self.attributes.resolve(context))
        part = SafeString(f'<div id="{self.name}" data-part="{found}" class="{classes}">{content}</div>')
        context.get("found_parts", []).append(part)
        return part


@register.tag
def part(parser: Parser, token: Token) -> PartNode:
    """`{% part name "classes" %}…{% endpart %}`: a part of the page under that id; parts do not hold parts."""
    words = token.split_contents()
    nodelist = parser.parse(("endpart",))
    parser.delete_first_token()
    return PartNode(words[1], parser.compile_filter(words[2]) if len(words) > 2 else None, nodelist)
