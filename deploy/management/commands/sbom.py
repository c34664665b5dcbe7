"""`manage.py sbom FILE`: the packages of production, by name, version and hashes, as CycloneDX lists them."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

import deploy
from deploy.bootstrap import RUN

LOCK = f"deploy/{RUN}"
VERSION = "1.6"
REQUIREMENT = re.compile(r"([\w.-]+)(?:\[[^]]*\])?==([^ ;]+)(?: ; (.+?))? \\")
HASH = re.compile(r" +--hash=sha256:([0-9a-f]{64})(?: \\)?")


class Package(NamedTuple):
    """A package of the lock file. only_if: the environments in which it is installed, "" for all."""

    name: str
    version: str
    only_if: str
    hashes: list[str]


def packages(lock: str) -> Iterator[Package]:
    """Yield the packages of a lock file. Raises ValueError for a line that is none of those that uv writes."""
    found: Package | None = None
    for number, line in enumerate(lock.splitlines(), 1):
        if requirement := REQUIREMENT.fullmatch(line):
            if found:
                yield found
            found = Package(requirement[1], requirement[2], requirement[3] or "", [])
        elif found and (sign := HASH.fullmatch(line)):
            found.hashes.append(sign[1])
        elif line.strip() and not line.lstrip().startswith("#"):
            raise ValueError(f"line {number}")
    if found:
        yield found


def component(package: Package) -> dict[str, Any]:
    """Return a package as CycloneDX describes it. Its hashes are those of its files, one of which is installed."""
    name = f"pkg:pypi/{quote(package.name)}@{quote(package.version)}"
    hashes = [{"alg": "SHA-256", "content": sign} for sign in package.hashes]
    url = f"https://pypi.org/simple/{package.name}/"
    only_if = {"description": f"only if {package.only_if}"} if package.only_if else {}
    return {
        "type": "library",
        "bom-ref": name,
        "name": package.name,
        "version": package.version,
        **only_if,
        "purl": name,
        "externalReferences": [{"type": "distribution", "url": url, "hashes": hashes}],
    }


def bill(lock: str) -> dict[str, Any]:
    """Return the bill of materials. It has no time and no number of its own, so the same lock gives the same bill."""
    product = {
        "type": "application",
        "bom-ref": "tablekeeper",
        "name": "tablekeeper",
        "version": settings.VERSION,
        "licenses": [{"license": {"id": "Apache-2.0"}}],
    }
    return {
        "$schema": f"http://cyclonedx.org/schema/bom-{VERSION}.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": VERSION,
        "version": 1,
        "metadata": {"component": product, "properties": [{"name": "cdx:reproducible", "value": "true"}]},
        "components": [component(package) for package in packages(lock)],
    }


class Command(BaseCommand):
    """Reads the lock file of production; the same lock gives the same file."""

    help = "Writes the software bill of materials of production, as CycloneDX JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="where to write it")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        lock = Path(deploy.__file__).with_name(RUN).read_text("utf-8")
        try:
            file.write_bytes(msgspec.json.format(msgspec.json.encode(bill(lock))) + b"\n")
        except OSError as error:
            raise CommandError(f"{file} can't be written: {error.strerror}.") from None
        self.stdout.write(f"The packages of {LOCK} are in {file}.")
