"""`manage.py sbom FILE`: the packages of production, by name, version and hashes, as CycloneDX lists them."""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

LOCK = "deploy/requirements.txt"
VERSION = "1.6"


class Command(BaseCommand):
    """Reads the lock file of production; the same lock gives the same file."""

    help = "Writes the software bill of materials of production, as CycloneDX JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="where to write it")

    def handle(self, *args: Any, **options: Any) -> None:
        file = Path(options["file"]).resolve()
        command = [sys.executable, "-W", "ignore", "-m", "cyclonedx_py", "requirements", LOCK, "--pyproject"]
        command += ["pyproject.toml", "--of", "JSON", "--sv", VERSION, "--output-reproducible", "-o", str(file)]
        done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CommandError(f"{file} can't be written: {done.stderr.strip()[-500:]}")
        self.stdout.write(f"The packages of {LOCK} are in {file}.")
