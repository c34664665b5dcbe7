"""The file of a backup: a ZIP with a part for each table and a manifest with the parts' hashes.

A part has a line for each row, a JSON array of its values. What is read has bounds, and no part is held as a whole: a
small file may be huge inside.
"""

from __future__ import annotations

import os
import re
import secrets
import time
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from glob import escape
from hashlib import sha256
from pathlib import Path
from typing import IO, Annotated, Any

import msgspec
import psycopg
from django.core.exceptions import ValidationError
from django.db import DatabaseError
from msgspec import Meta

from deploy.backups.tables import Node

FORMAT = 1
MANIFEST = "manifest.json"
UNFINISHED = re.compile(r"\.[0-9a-f]{8}\.unfinished(-wal|-shm|-journal|\.queue)?\Z")
"""How the names end of files that are being written, and of those that SQLite keeps next to them."""
LEFT_SECONDS = 24 * 60 * 60
"""An unfinished file in which nothing was written for so long is left of a process that was killed."""
CHUNK_BYTES = 1024 * 1024
MANIFEST_BYTES = 4 * CHUNK_BYTES
LINE_CHUNKS = 128
"""So many chunks in a row without an end of a line are too many: no row is as long."""
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Those of which zipfile unpacks no more at once than it is asked for."""
Value = str | int | float | bool | None
Name = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_]{1,63}\Z")]
VERSION = r"\A[0-9]+(\.[0-9]+)+[0-9A-Za-z.+-]*\Z"
TIME = r"\A[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})\Z"
WHY_LENGTH = 500
DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError, OverflowError, RuntimeError),
    msgspec.DecodeError,
)
"""What reading a damaged ZIP raises."""


class NoBackup(Exception):
    """The file is no whole backup; the text says why, in characters that do nothing in a terminal."""

    def __init__(self, why: str) -> None:
        super().__init__("".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in why[:WHY_LENGTH]))


class Part(msgspec.Struct, frozen=True):
    """A table. columns: of its rows' values, in this order. sha256: of the part's lines.

    last_number: the last number that the database gave to a row, 0 where it gives none.
    """

    table: Name
    columns: list[Name]
    rows: Annotated[int, Meta(ge=0)]
    sha256: str
    last_number: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 0

    @property
    def name(self) -> str:
        """Its name in the ZIP."""
        return f"tables/{self.table}.jsonl"


class Manifest(msgspec.Struct, frozen=True):
    """What the file holds.

    version: of the product. made_at: when its picture of the database was taken. database: the kind of database.
    migrations: the newest of each app.
    """

    format: Annotated[int, Meta(ge=1)]
    version: Annotated[str, Meta(pattern=VERSION, max_length=40)]
    made_at: Annotated[str, Meta(pattern=TIME)]
    database: Name
    migrations: list[Node]
    parts: Annotated[list[Part], Meta(min_length=1)]

    def rows_of(self, table: str) -> int:
        """The number of rows of a table."""
        return sum(part.rows for part in self.parts if part.table == table)


@contextmanager
def new_file(file: Path) -> Iterator[Path]:
    """A file for its owner alone, written under another name: it gets its own when it is whole and on the disk.

    The other name is this process's alone. Raises FileExistsError where there is a file of that name by then: it is
    left as it is.
    """
    _remove_left(file.parent)
    unfinished = file.with_name(f"{file.name}.{secrets.token_hex(4)}.unfinished")
    os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield unfinished
        with unfinished.open("rb+") as written:
            os.fsync(written.fileno())
        _name(unfinished, file)
    finally:
        _remove(unfinished)


def _name(unfinished: Path, file: Path) -> None:
    """Gives the file its name. Raises FileExistsError."""
    try:
        os.link(unfinished, file)
    except (FileExistsError, FileNotFoundError):
        raise
    except OSError:  # a stick's file system has no links: take the name with an empty file, and replace that
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            unfinished.replace(file)
        except OSError:
            file.unlink()
            raise


def _remove_left(folder: Path) -> None:
    """Removes what killed processes have left."""
    for file in folder.glob("*.unfinished*"):
        if UNFINISHED.search(file.name):
            with suppress(OSError):
                if file.stat().st_mtime < time.time() - LEFT_SECONDS:
                    file.unlink()


def _remove(unfinished: Path) -> None:
    """Removes the file, and those that SQLite keeps next to it."""
    for file in unfinished.parent.glob(f"{escape(unfinished.name)}*"):
        file.unlink(missing_ok=True)


class Writer:
    """Writes a backup part by part."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive = archive
        self.parts: list[Part] = []

    def write(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], last_number: int) -> None:
        """Adds a table."""
        digest, count, encode = sha256(), 0, msgspec.json.Encoder().encode
        named = Part(table, list(columns), 0, "")
        with self.archive.open(named.name, "w", force_zip64=True) as out:
            for row in rows:
                line = encode(row) + b"\n"
                digest.update(line)
                out.write(line)
                count += 1
        self.parts.append(Part(table, list(columns), count, digest.hexdigest(), last_number))

    def finish(self, version: str, made_at: str, database: str, migrations: list[Node]) -> Manifest:
        """Adds the manifest."""
        manifest = Manifest(FORMAT, version, made_at, database, migrations, self.parts)
        self.archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
        return manifest


class Reader:
    """Reads a backup. Raises NoBackup wherever the file is not as it was written."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive = archive
        if any(info.compress_type not in METHODS for info in archive.infolist()):
            raise NoBackup("its parts are packed in a way in which none is written")
        with _whole(), archive.open(MANIFEST) as read:
            raw = read.read(MANIFEST_BYTES + 1)
            if len(raw) > MANIFEST_BYTES:
                raise NoBackup("its manifest is too long")
            try:
                self.manifest = msgspec.json.decode(raw, type=Manifest)
            except msgspec.ValidationError as error:
                _, _, where = str(error).partition(" - at `$.")
                raise NoBackup(f"its manifest has a wrong {where.rstrip('`')}" if where else str(error)) from error

    def check(self) -> None:
        """Reads every part, and compares it with its hash."""
        names = sorted([MANIFEST, *(part.name for part in self.manifest.parts)])
        if sorted(self.archive.namelist()) != names or len(names) != len(set(names)):
            raise NoBackup("its parts are not those of its manifest")
        for part in self.manifest.parts:
            digest, lines, unended = sha256(), 0, 0
            with _whole(), self.archive.open(part.name) as read:
                while chunk := read.read(CHUNK_BYTES):
                    digest.update(chunk)
                    ends = chunk.count(b"\n")
                    lines, unended = lines + ends, 0 if ends else unended + 1
                    if unended > LINE_CHUNKS:
                        raise NoBackup(f"{part.name} has a row that is too long")
            if (digest.hexdigest(), lines) != (part.sha256, part.rows):
                raise NoBackup(f"{part.name} is not what was written")

    def rows(self, part: Part) -> Iterator[list[Any]]:
        """The rows of a table, read as they are needed."""
        decode = msgspec.json.Decoder(list[Value]).decode
        with _whole(), self.archive.open(part.name) as lines:
            for row in map(decode, lines):
                if len(row) != len(part.columns):
                    raise NoBackup(f"{part.name} has a row that has not one value for each column")
                yield row


@contextmanager
def reading(file: Path | IO[bytes]) -> Iterator[Reader]:
    """Opens a backup. Raises NoBackup and OSError."""
    with _whole():
        archive = zipfile.ZipFile(file)
    with archive:
        yield Reader(archive)


@contextmanager
def loading(part: Part) -> Iterator[None]:
    """Raises NoBackup where what a part holds is not for its table."""
    try:
        yield
    except (ValueError, TypeError, LookupError, OverflowError, ValidationError, DatabaseError, psycopg.Error) as error:
        raise NoBackup(f"{part.name} can't be loaded: {error}") from error


@contextmanager
def _whole() -> Iterator[None]:
    try:
        yield
    except DAMAGE as error:
        raise NoBackup(str(error) or "a part of it ends too early") from error
    except OSError as error:
        if error.errno is None:  # of a part's content, not of the disk
            raise NoBackup(str(error)) from error
        raise
