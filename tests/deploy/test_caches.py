"""Counting in the cache."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.core.cache import cache

from deploy.caches import RedisCache


def test_a_number_begins_at_one_and_each_key_has_its_own() -> None:
    counting: Any = cache
    first, second = (f"counted-{uuid4()}" for _ in range(2))
    assert [counting.count(key, 60) for key in (first, first, second, first)] == [1, 2, 1, 3]


def test_a_number_ends_with_its_time() -> None:
    counting: Any = cache
    key = f"counted-{uuid4()}"
    counting.count(key, 60)
    counting.count(key, 60)
    counting.touch(key, -1)
    assert counting.count(key, 60) == 1


def test_the_caches_of_all_requests_share_their_connections() -> None:
    first, second = (RedisCache("redis://localhost:1/0", {}) for _ in range(2))
    assert first._cache is second._cache
