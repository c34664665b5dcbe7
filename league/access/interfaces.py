"""This machine's IPv4 addresses in its networks: on Linux those of each interface, elsewhere those of its own name."""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from importlib import import_module

SIOCGIFADDR = 0x8915
"""Linux: the IPv4 address of a network interface."""
NAME_LENGTH = 15
VIRTUAL = ("lo", "docker", "br-", "veth", "virbr", "vmnet", "podman")
"""Beginnings of the names of interfaces behind which no phone is."""


def of_interfaces() -> Iterator[str]:
    """The addresses that other machines may reach, in the system's order."""
    return _of_linux() if sys.platform == "linux" else _of_own_name()


def _of_linux() -> Iterator[str]:
    ioctl = import_module("fcntl").ioctl
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        for _, name in socket.if_nameindex():
            if name.startswith(VIRTUAL):
                continue
            asked = struct.pack("256s", name.encode()[:NAME_LENGTH])
            with suppress(OSError):  # it has none now
                yield socket.inet_ntoa(ioctl(probe, SIOCGIFADDR, asked)[20:24])


def _of_own_name() -> Iterator[str]:
    with suppress(OSError):  # the name is known nowhere
        for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_DGRAM):
            yield str(found[4][0])
