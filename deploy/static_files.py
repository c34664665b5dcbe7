"""Static files: each has an address with a hash of its content, so a browser asks for it once and keeps it.

Where an operator has collected them (STATIC_ROOT), WhiteNoise's storage knows the hashes and has compressed the files.
Everywhere else, as in club mode, they are served from the apps' folders.
"""

from __future__ import annotations

from functools import cache
from hashlib import md5
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any, ClassVar

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware

HASH_DIGITS = 12


class InApps(StaticFilesStorage):
    """The files in the apps' folders, under addresses with hashes."""

    def url(self, name: str | None) -> str:
        """The address of a file; of one that is nowhere, its plain name."""
        return super().url(hashed(name or ""))


@cache
def hashed(name: str) -> str:
    """The name with the hash of the file's content before its ending."""
    found = finders.find(name)
    if found is None:
        return name
    digest = md5(Path(found).read_bytes(), usedforsecurity=False).hexdigest()[:HASH_DIGITS]
    path = PurePosixPath(name)
    return str(path.with_name(f"{path.stem}.{digest}{path.suffix}"))


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Serves each static file in one piece: Django warns of a file that an ASGI server reads block by block."""

    files: dict[str, Any]
    found: ClassVar[dict[str, Any]] = {}
    """The files of the apps by address, looked for once in a process."""

    def add_files_from_finders(self) -> None:
        """Take the files of the apps."""
        if not self.found:
            super().add_files_from_finders()
            self.found.update(self.files)
        self.files = self.found

    def add_file_to_dictionary(self, url: str, path: str, stat_cache: Any = None) -> None:
        """Serve a file of an app under both its addresses; collected ones have a copy for each."""
        super().add_file_to_dictionary(url, path, stat_cache=stat_cache)
        if self.use_finders and url.startswith(self.static_prefix):
            address = staticfiles_storage.url(url.removeprefix(self.static_prefix))
            super().add_file_to_dictionary(address, path, stat_cache=stat_cache)

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """Return the file, a part of it, or the reason why not."""
        found = static_file.get_response(request.method, request.META)
        with found.file or BytesIO() as file:
            answer = HttpResponse(file.read(), status=int(found.status))
        del answer.headers["Content-Type"]
        for name, value in found.headers:
            answer.headers[name] = value
        return answer
