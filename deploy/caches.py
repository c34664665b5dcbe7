"""Django's caches, with one more operation: to count in one round trip."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from django.core.cache.backends import locmem, redis


class RedisCache(redis.RedisCache):
    """The cache that all processes share.

    Django makes a cache for each request, and with it a connection. Here all caches of a process share the connections.
    """

    shared: ClassVar[dict[tuple[str, ...], Any]] = {}

    @cached_property
    def _cache(self) -> Any:
        django: Any = self
        made = django._class(django._servers, **django._options)
        return self.shared.setdefault(tuple(django._servers), made)

    @cached_property
    def _counting(self) -> Any:
        return self._cache.get_client(None, write=True)

    def count(self, key: str, timeout: int) -> int:
        """Add one to the number at a key, 0 if there is none, and return it. timeout: of the key, in seconds."""
        made = self.make_and_validate_key(key)
        number = int(self._counting.incr(made))
        if number == 1:
            self._counting.expire(made, timeout)
        return number


class LocMemCache(locmem.LocMemCache):
    """The cache of one process."""

    def count(self, key: str, timeout: int) -> int:
        """Add one to the number at a key, 0 if there is none, and return it. timeout: of the key, in seconds."""
        self.add(key, 0, timeout)
        return self.incr(key)
