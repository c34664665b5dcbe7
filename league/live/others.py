"""The wakes of other processes, which come through Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from uuid import UUID

import msgspec
import redis.asyncio
import structlog
from django.conf import settings
from redis.exceptions import RedisError

from league.live.waking import CHANNEL, LOOK_AT_ALL, Wake

PING_SECONDS = 5.0
CONNECT_SECONDS = 2.0
RETRY_SECONDS = 1.0
log = structlog.get_logger(__name__)
_wakes = msgspec.json.Decoder(dict[UUID, int])


async def listen(wake: Callable[[Wake], None]) -> None:
    """Calls `wake` for each wake of another process; after each new connection, for all streams."""
    while settings.REDIS_URL:
        try:
            await _listen(wake)
        except (RedisError, OSError, msgspec.MsgspecError) as error:
            log.warning("no wakes from other processes", error=str(error))
            await asyncio.sleep(RETRY_SECONDS)


async def _listen(wake: Callable[[Wake], None]) -> None:
    client = redis.asyncio.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=CONNECT_SECONDS, health_check_interval=PING_SECONDS
    )
    async with client, client.pubsub(ignore_subscribe_messages=True) as following:
        await following.subscribe(CHANNEL)
        wake(LOOK_AT_ALL)
        while True:
            message = await following.get_message(timeout=PING_SECONDS)
            if message is not None:
                wake(_wakes.decode(message["data"]))
