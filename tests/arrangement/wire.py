"""A wire between two processes that can be cut: a small TCP proxy on this machine."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from tests.servers import free_port

CHUNK = 65_536


class Wires:
    """The event loop, in a thread, that all wires run in."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="wires", daemon=True)
        self.thread.start()

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Runs something in the loop, to its end."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    def wire(self, port: int) -> Wire:
        """A new wire to a port of this machine."""
        made = Wire(self, port)
        self.do(made.listen())
        return made

    def close(self) -> None:
        self.do(self._end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(30)
        self.loop.close()

    async def _end(self) -> None:
        own = asyncio.current_task()
        running = [task for task in asyncio.all_tasks() if task is not own]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


class Wire:
    """Passes bytes between `port` and the port `to`, unless it is cut, silent or slow."""

    def __init__(self, wires: Wires, to: int) -> None:
        self.wires, self.to, self.port = wires, to, free_port()
        self._passes = asyncio.Event()
        self._passes.set()
        self._delay = 0.0
        self._is_cut = False
        self._ends: set[asyncio.StreamWriter] = set()

    async def listen(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self.port, backlog=256)

    @contextmanager
    def cut(self) -> Iterator[None]:
        """Inside, connections are ended, and new ones at once."""
        self.wires.do(self._cut(True))
        try:
            yield
        finally:
            self.wires.do(self._cut(False))

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Inside, connections stay and can be made, but nothing arrives; it arrives afterwards."""
        self.wires.do(self._pass(False))
        try:
            yield
        finally:
            self.wires.do(self._pass(True))

    @contextmanager
    def slow(self, seconds: float) -> Iterator[None]:
        """Inside, each piece of data arrives so much later."""
        self._delay = seconds
        try:
            yield
        finally:
            self._delay = 0.0

    async def _cut(self, is_cut: bool) -> None:
        self._is_cut = is_cut
        for end in list(self._ends):
            end.transport.abort()

    async def _pass(self, passes: bool) -> None:
        if passes:
            self._passes.set()
        else:
            self._passes.clear()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        try:
            await self._passes.wait()
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.transport.abort()
            return
        self._ends |= {writer, far_writer}
        try:
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        finally:
            self._ends -= {writer, far_writer}
            for end in (writer, far_writer):
                end.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                await asyncio.sleep(self._delay)
                await self._passes.wait()
                writer.write(data)
                await writer.drain()
            writer.write_eof()
            return
        writer.transport.abort()
