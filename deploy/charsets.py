"""Charsets that a request may name: only those that exist are looked up, and none that is slow or no text.

Python keeps every name that somebody has looked up, also of what does not exist, for as long as the process lives; and
Django looks up what a Content-Type names before any middleware sees it. So strangers could fill the memory.
"""

from __future__ import annotations

import codecs
import encodings
import pkgutil
from encodings.aliases import aliases

KNOWN = frozenset(aliases) | {module.name for module in pkgutil.iter_modules(encodings.__path__)}
"""The names of Python's codecs, as `codecs` writes them."""
WITH_ESCAPES = ("utf-7", "unicode-escape", "raw-unicode-escape")
"""Charsets in which ASCII can stand for any sign, also for a surrogate without its other half."""
OF_HOST_NAMES = ("punycode", "idna")
"""They are no text of people, and the time to read one grows with the square of its length, or faster."""


def look_up_known_ones_only() -> None:
    """From now on Python looks no other names up in its own codecs. Doing it twice changes nothing."""
    codecs.unregister(encodings.search_function)
    codecs.unregister(_search)
    codecs.register(_search)


def is_charset(name: str) -> bool:
    """Return whether any bytes can be decoded with that name, and never to half a sign, which no answer can repeat."""
    try:
        b"a=\xff".decode(name, "replace")
    except (LookupError, ValueError):
        return False
    return codecs.lookup(name).name not in (*WITH_ESCAPES, *OF_HOST_NAMES)


def _search(name: str) -> codecs.CodecInfo | None:
    return encodings.search_function(name) if name in KNOWN else None
