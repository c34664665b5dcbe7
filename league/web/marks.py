"""The marks of states and things, drawn on a grid of 24: inline SVG, in the colour of the text around it."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

MARKS = {
    "dashed": '<circle cx="12" cy="12" r="8" stroke-dasharray="4.2 4.2"/>',
    "eye": '<path d="M2 12s4-6.5 10-6.5S22 12 22 12s-4 6.5-10 6.5S2 12 2 12z"/><circle cx="12" cy="12" r="2.6"/>',
    "dot": '<circle cx="12" cy="12" r="6" fill="currentColor" stroke="none"/>',
    "lock": '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
    "ring": '<circle cx="12" cy="12" r="7"/>',
    "clock": '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>',
    "tick": '<path d="M5 12.5 10 17.5 19 7"/>',
    "ticks": '<path d="M2 12.5 7 17.5 15 8M11 16l1.5 1.5L22 7"/>',
    "alert": '<path d="M12 4v10"/><path d="M12 19.2v.1" stroke-width="3.4"/>',
    "hand": '<path d="M7 12V6.5a1.5 1.5 0 0 1 3 0V11 4.500a1.5 1.5 0 0 1 3 0V11 5.500a1.5 1.5 0 0 1 3 0V12'
    " 8.500a1.5 1.5 0 0 1 3 0V15c0 4-2.5 6.5-6 6.5-3 0-4.5-1.3-6-3.500l-3-4.500c-.7-1.2.9-2.4 2-1.400z"
    '"/>',
    "delete": '<path d="M9 5h11v14H9L3 12z"/><path d="M12 9.500l5 5M17 9.500l-5 5"/>',
    "cross": '<path d="M6 6l12 12M18 6 6 18"/>',
    "pause": '<path d="M9 5v14M15 5v14"/>',
    "search": '<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5 21 21"/>',
    "speaker": '<path d="M4 10v4h3l5 4V6L7 10z"/><path d="M15.5 9a4.5 4.5 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11"/>',
    "offline": '<path d="M3 3l18 18M2 9a15 15 0 0 1 4-2.600M10 5.200A15 15 0 0 1 22 9M5.5 12.700a10 10 0 0 1 4-2.2'
    'M15 10.900a10 10 0 0 1 3.5 1.800M8.8 16.200a5 5 0 0 1 5-1"/><path d="M12 20v.1" stroke-width="3.4"/>',
    "more": '<path d="M12 5v.1M12 12v.1M12 19v.1" stroke-width="3.4"/>',
    "next": '<path d="M9 5l7 7-7 7"/>',
    "about": '<path d="M3 14c3-6 6-6 9-2s6 4 9-2"/>',
    "up": '<path d="M12 6l7 12H5z" fill="currentColor" stroke="none"/>',
    "down": '<path d="M12 18 5 6h14z" fill="currentColor" stroke="none"/>',
    "cup": '<path d="M7 4h10v5a5 5 0 0 1-10 0zM12 14v5M8 20h8M7 6H4v1a3 3 0 0 0 3 3M17 6h3v1a3 3 0 0 1-3 3"/>',
    "calendar": '<rect x="4" y="6" width="16" height="14" rx="2"/><path d="M4 10h16M8 3v4M16 3v4"/>',
}
LOGO = (
    '<rect width="32" height="32" rx="8" fill="var(--accent)"/>'
    '<path d="M7 10h18v4H7zM10 17h12M10 14v8M22 14v8" fill="none" stroke="var(--on-accent)" stroke-width="2"/>'
)


def mark(name: str) -> SafeString:
    """A mark, without meaning for a screen reader: a word stands beside it. Raises KeyError for an unknown one."""
    return format_html('<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">{}</svg>', mark_safe(MARKS[name]))  # noqa: S308


def logo() -> SafeString:
    """The sign of Tablekeeper, a table."""
    return format_html('<svg class="logo" viewBox="0 0 32 32" aria-hidden="true">{}</svg>', mark_safe(LOGO))  # noqa: S308
