"""`manage.py audit`: ask for known vulnerabilities of the packages in the lock files, with pip-audit."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any, NamedTuple

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

LOCKS = ("deploy/requirements.txt", "deploy/requirements-dev.txt")
NOT_ASKED = 2
"""The exit status where the data about some packages can't be had: nothing is known of these."""

HOST = re.compile(r"ConnectionPool\(host='([^']+)'")
"""In the error of a connection that could not be made."""


class Audit(NamedTuple):
    """What is known of a lock file's packages. found: a line each. unknown: packages without data, by name."""

    asked: int
    found: list[str]
    unknown: list[str]


def read(report: str) -> Audit:
    """Return what pip-audit's JSON says."""
    packages = json.loads(report)["dependencies"]
    found = [
        f"{package['name']} {package['version']}: {wrong['id']}, mended in {', '.join(wrong['fix_versions']) or 'none'}"
        for package in packages
        for wrong in package.get("vulns", ())
    ]
    return Audit(len(packages), found, [package["name"] for package in packages if "skip_reason" in package])


def audit(lock: str, service: str) -> Audit:
    """Ask about a lock file. Raises CommandError where no data can be had at all."""
    command = [sys.executable, "-m", "pip_audit", "-r", lock, "--require-hashes", "--disable-pip", "-f", "json"]
    command += ["-s", service, "--progress-spinner", "off", "--timeout", "30"]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)
    try:
        return read(done.stdout)
    except ValueError:
        raise CommandError(f"The data can't be had: {_why(done.stderr)}.", returncode=NOT_ASKED) from None


def _why(said: str) -> str:
    """Why there was no answer. said: what pip-audit wrote, at whose end is the error."""
    if host := HOST.findall(said):
        return f"{host[-1]} can't be reached from here"
    return (said.strip().splitlines() or ["no answer"])[-1].rstrip(".")


class Command(BaseCommand):
    """Exit status 1: something is known; 2: of some packages nothing can be known now."""

    help = "Lists known vulnerabilities of the packages in the lock files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--service", choices=("pypi", "osv"), default="osv", help="whose data (osv)")

    def handle(self, *args: Any, **options: Any) -> None:
        audits = {lock: audit(lock, options["service"]) for lock in LOCKS}
        for lock, one in audits.items():
            self.stdout.write(f"{lock}: {one.asked} packages, {len(one.found)} known vulnerabilities")
            for line in one.found:
                self.stdout.write(f"  {line}")
        if any(one.found for one in audits.values()):
            raise CommandError("Known vulnerabilities were found.")
        if unknown := sorted({name for one in audits.values() for name in one.unknown}):
            raise CommandError(
                f"There is no data about {len(unknown)} packages, so nothing is known of them: {', '.join(unknown)}.",
                returncode=NOT_ASKED,
            )
