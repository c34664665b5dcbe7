"""A broker that takes connections and says nothing holds up nobody for long."""

from __future__ import annotations

import socket
import time
from contextlib import closing

import pytest
from celery import Celery
from kombu.exceptions import OperationalError

from deploy.celery import configuration


def test_a_silent_broker_is_given_up_soon() -> None:
    with closing(socket.create_server(("127.0.0.1", 0), backlog=16)) as silent:
        app = Celery("silent", set_as_current=False)
        app.conf.update(configuration(f"redis://127.0.0.1:{silent.getsockname()[1]}/0"))
        began = time.monotonic()
        with pytest.raises(OperationalError):
            app.send_task("league.tasks.follow", retry=False)
        assert time.monotonic() - began < 8
