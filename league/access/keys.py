"""Digests by the site's SECRET_KEY, and by the keys that it had before: SECRET_KEY_FALLBACKS."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.utils.crypto import salted_hmac


def keys() -> Iterator[str]:
    """The key that signs, then those by which what they signed is still accepted."""
    yield settings.SECRET_KEY
    yield from settings.SECRET_KEY_FALLBACKS


def digests(salt: str, value: bytes) -> Iterator[bytes]:
    """The HMAC-SHA256 of a value by each key; the first one is for what is made now."""
    return (salted_hmac(salt, value, secret=key, algorithm="sha256").digest() for key in keys())
