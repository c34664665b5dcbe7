"""Django's caches, with one more operation: to count in one round trip."""

from __future__ import annotations

from typing import Any

from django.core.cache.backends import locmem, redis


class RedisCache(redis.RedisCache):
    """The cache that all processes share."""

    def count(self, key: str, timeout: int) -> int:
        """Add one to the number at a key, 0 if there is none, and return it. timeout: of the key, in seconds."""
        made = self.make_and_validate_key(key)
        backend: Any = self._cache
        with backend.get_client(made, write=True).pipeline(transaction=False) as pipeline:
            number, _ = pipeline.incr(made).expire(made, timeout).execute()
        return int(number)


class LocMemCache(locmem.LocMemCache):
    """The cache of one process."""

    def count(self, key: str, timeout: int) -> int:
        """Add one to the number at a key, 0 if there is none, and return it. timeout: of the key, in seconds."""
        self.add(key, 0, timeout)
        return self.incr(key)
