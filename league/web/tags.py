"""Template tags of the hall's pages: `{% load hall %}`."""

from __future__ import annotations

import re
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from datetime import datetime
from threading import Lock
from typing import Any, NamedTuple

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from league.queries.wording import Movement
from league.web import addresses, marks, scripts, styles
from league.web.rounds import ShownRound, ShownTable

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
    "open": Badge("ring", _("open")),
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
def my_page(code: str, entry: str) -> str:
    """The address of somebody's own page."""
    return addresses.of_entry(code, entry)


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
def moved(movement: Movement) -> SafeString:
    """Places gained or lost, as mark and words; nothing where the place is the same or was not known."""
    if movement.is_new:
        return format_html('<span class="moved">{}</span>', _("new"))
    if not movement.up and not movement.down:
        return SafeString()
    way, places = ("up", movement.up) if movement.up else ("down", movement.down)
    words = gettext("{places} up") if movement.up else gettext("{places} down")
    return format_html('<span class="moved {}">{}{}</span>', way, marks.mark(way), words.format(places=places))


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


@register.simple_tag
def round_title(shown: Any) -> str:
    """ "Round 2 of 3", "Final", "Final, round 1 of 2". shown: a `league.web.rounds.ShownRound`."""
    facts = {"final": shown.stage, "number": shown.within, "of": shown.of}
    if shown.stage > 1:
        return gettext("Final {final}, round {number}").format(**facts)
    if shown.stage:
        is_alone = shown.of == 1
        of_many = gettext("Final, round {number} of {of}") if shown.of else gettext("Final, round {number}")
        return gettext("Final") if is_alone else of_many.format(**facts)
    return (gettext("Round {number} of {of}") if shown.of else gettext("Round {number}")).format(**facts)


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
    return TICKING.sub(r"\1", content) if "data-time" in content or "data-now" in content else content


class Kept:
    """What many readers share, rendered once for the first who asks, while others wait. most: how many are kept."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, Lock()
        self._found: OrderedDict[Hashable, SafeString] = OrderedDict()
        self._rendering: dict[Hashable, Lock] = {}

    def get(self, key: Hashable, render: Callable[[], SafeString]) -> SafeString:
        """What is kept by a key, or else what `render` gives."""
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
                return self._found[key]
            rendering = self._rendering.setdefault(key, Lock())
        try:
            with rendering:
                found = self._found.get(key)
                return self._keep(key, render()) if found is None else found
        finally:
            with self._lock:
                self._rendering.pop(key, None)

    def _keep(self, key: Hashable, made: SafeString) -> SafeString:
        with self._lock:
            self._found[key] = made
            while len(self._found) > self._most:
                self._found.popitem(last=False)
        return made


_parts, _tables = Kept(256), Kept(4096)


@register.simple_tag(takes_context=True)
def tables_of(context: template.Context, round: ShownRound, is_open: bool = False) -> SafeString:
    """The tables of a round; each is rendered once for all readers whom it does not mark, unless a clock runs at it."""
    me, language = context.get("me", ""), get_language()

    def shown(table: ShownTable) -> SafeString:
        def render() -> SafeString:
            of_round = {"round": round, "table": table, "open": is_open, "me": me}
            return render_to_string("league/web/public/table.html", of_round)

        if table.clock or (me and any(seat.entry == me for seat in table.seats)):
            return render()
        return _tables.get((table, round.state, is_open, language), render)

    return SafeString("".join(map(shown, round.tables)))


class PartNode(template.Node):
    """A part of a page that scripts fetch and swap alone.

    shared_parts of the context: keys of what parts show, by name, for those that are the same for many readers.
    """

    def __init__(self, name: str, attributes: FilterExpression | None, nodelist: NodeList) -> None:
        self.name, self.attributes, self.nodelist = name, attributes, nodelist

    def render(self, context: template.Context) -> SafeString:
        """The part with the hash of its content; nothing where only other parts were asked for."""
        wanted = context.get("wanted_parts")
        if wanted is not None and "*" not in wanted and self.name not in wanted:
            return SafeString()
        shared = (context.get("shared_parts") or {}).get(self.name)
        part = _parts.get(shared, lambda: self._rendered(context)) if shared else self._rendered(context)
        if (found := context.get("found_parts")) is not None:
            found.append(part)
        return part

    def _rendered(self, context: template.Context) -> SafeString:
        content = self.nodelist.render(context)
        found = format(zlib.crc32(without_ticks(content).encode()), "x")
        classes = "" if self.attributes is None else conditional_escape(self.attributes.resolve(context))
        return SafeString(f'<div id="{self.name}" data-part="{found}" class="{classes}">{content}</div>')


@register.tag
def part(parser: Parser, token: Token) -> PartNode:
    """`{% part name "classes" %}…{% endpart %}`: a part of the page under that id; parts do not hold parts."""
    words = token.split_contents()
    nodelist = parser.parse(("endpart",))
    parser.delete_first_token()
    return PartNode(words[1], parser.compile_filter(words[2]) if len(words) > 2 else None, nodelist)
