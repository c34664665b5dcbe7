"""The folder of a club's data: its files are their owner's alone, and its secret key is whole or not there."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

from league.log.file_lock import locked

DATABASE, SECRET_KEY, LOCK = "tablekeeper.sqlite3", "secret_key", "club.lock"
OURS = (f"{DATABASE}*", f"{SECRET_KEY}*", LOCK)
OTHERS = 0o077
"""The permissions of everybody but the owner."""
SECRET_KEY_LENGTH = 50


def prepare(folder: Path) -> str:
    """Create the folder if needed, close it to others, and return its secret key. Raises SystemExit with a sentence."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        close_to_others(folder)
        with locked(folder / f"{SECRET_KEY}.lock"):
            return secret_key(folder / SECRET_KEY)
    except OSError as error:
        raise SystemExit(f"Can't keep a club's data in {folder} ({error.strerror}).") from None


def close_to_others(folder: Path) -> None:
    """Take every permission of others from our files, and from the folder unless it holds other files as well."""
    ours = {file for pattern in OURS for file in folder.glob(pattern)}
    is_shared = bool(set(folder.iterdir()) - ours)
    for path in (*ours, *([] if is_shared else [folder])):
        mode = path.stat().st_mode
        if mode & OTHERS:
            path.chmod(mode & ~OTHERS & 0o7777)
    if is_shared and folder.stat().st_mode & OTHERS:
        sys.stderr.write(
            f"Others may look into {folder}, which holds other files too; they can't read the club's data.\n"
        )


def secret_key(file: Path) -> str:
    """Return the key in the file; it is made at the first start, and where a full disk left the file empty.

    Of what else is found, such as the zeros that a power cut may leave, only a long line of plain characters is a key.
    """
    key = file.read_text("utf-8", errors="replace").strip() if file.exists() else ""
    if not key:
        key = new_key()
        write_whole(file, key)
    if len(key) < SECRET_KEY_LENGTH or not (key.isascii() and key.isprintable()):
        raise SystemExit(
            f"The secret key in {file} is not whole. Put the file back from a backup; or remove it, and a new key is"
            " made, with which everybody has to log in again and links made before lead nowhere."
        )
    return key


def new_key() -> str:
    return secrets.token_urlsafe(64)


def write_whole(file: Path, text: str) -> None:
    """Write a file that only its owner can read: all of it, on the disk, or nothing."""
    unfinished = file.with_name(f"{file.name}.new")
    unfinished.unlink(missing_ok=True)
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new:
        new.write(text)
        new.flush()
        os.fsync(new.fileno())
    unfinished.replace(file)
