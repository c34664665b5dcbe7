"""`manage.py screenshots FOLDER [pytest's arguments]`: pictures of each page of the hall in each phase of a night."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from deploy import chromium
from deploy.management.commands.test import run_leg
from deploy.steps import Command as StepsCommand

FOLDER = "TABLEKEEPER_PICTURES"
"""The variable that names the folder to tests/night/pictures.py."""
PICTURES = "tests/night/pictures.py"


class Command(StepsCommand):
    """Takes the pictures, and fails where a page does not fit its window or axe finds a fault."""

    help = (
        "Writes pictures of each page of the hall in each phase of a night, and of the admin, into FOLDER: at 360, "
        "1280 and 1920 pixels, light and dark. What follows FOLDER are pytest's arguments, such as -k screen."
    )

    def run(self, arguments: Sequence[str]) -> int:
        if not arguments or arguments[0].startswith("-"):
            raise SystemExit("Name the folder for the pictures: python3 manage.py screenshots FOLDER")
        try:
            browser = chromium.find_or_install()
        except chromium.Missing as missing:
            raise SystemExit(str(missing)) from None
        os.environ[FOLDER] = str(Path(arguments[0]).resolve())
        return run_leg("sqlite", [PICTURES, *arguments[1:]], browser)
