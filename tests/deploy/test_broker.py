"""A broker that takes connections and says nothing holds up nobody for long; one that is lost ends no worker."""

from __future__ import annotations

import socket
import time
from contextlib import closing

import pytest
from celery import Celery
from kombu import Connection
from kombu.exceptions import OperationalError
from kombu.transport import redis

from deploy import worker
from deploy.celery import app, configuration
from tests import servers


def test_a_silent_broker_is_given_up_soon() -> None:
    with closing(socket.create_server(("127.0.0.1", 0), backlog=16)) as silent:
        lonely = Celery("silent", set_as_current=False)
        lonely.conf.update(configuration(f"redis://127.0.0.1:{silent.getsockname()[1]}/0"))
        began = time.monotonic()
        with pytest.raises(OperationalError):
            lonely.send_task("league.tasks.follow", retry=False)
        assert time.monotonic() - began < 8


@pytest.mark.backend("postgres")
def test_a_connection_that_is_closed_already_ends_no_worker_that_has_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis.Transport, "Channel", worker.Channel)
    with app.connection_for_write() as connection, connection.SimpleQueue("for a lost connection") as queue:
        queue.put("message")
        taken = connection.default_channel.basic_get("for a lost connection")
        assert taken is not None
        connection.transport.client = None
        connection.close()


@pytest.mark.backend("postgres")
def test_a_message_that_could_not_be_acknowledged_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(redis.Transport, "Channel", worker.Channel)
    server = servers.redis_server()
    options = configuration(server.url)["broker_transport_options"]
    with Connection(server.url, transport_options=options) as connection:
        channel = connection.default_channel
        channel.qos.prefetch_count = 1
        with connection.SimpleQueue("for one message") as queue:
            queue.put("message")
        taken = channel.basic_get("for one message")
        assert not channel.qos.can_consume()
        server.stop()
        channel.basic_ack(taken.delivery_tag)
        assert channel.qos.can_consume()
