"""Codes to hang up and to hand out: the tournament's page for the wall, and everybody's own link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from segno.helpers import make_wifi_data

from league.files.paper.page import HEIGHT, WIDTH, Paper

MARGIN = 14.0
ROWS, COLUMNS = 5, 2
CODE = 34.0
WIFI_CODE = 34.0


class Own(NamedTuple):
    """The link of an entry, with the name that it belongs to."""

    name: str
    link: str


class Wifi(NamedTuple):
    """The wifi of the hall. password: "" for one without."""

    name: str
    password: str

    @property
    def text(self) -> str:
        """What a phone's camera reads to join it."""
        security = "WPA" if self.password else None
        return str(make_wifi_data(ssid=self.name, password=self.password or None, security=security))


def poster(name: str, club: str, address: str, wifi: Wifi | None, language: str) -> bytes:
    """Return the file with the code of a tournament's page, which changes nothing, and above it that of the wifi.

    address: of the page.
    """
    paper, width = Paper(name, language), WIDTH - 2 * MARGIN
    site, slash, code = address.partition("://")[2].rpartition("/")
    paper.box_of_text(MARGIN, 14, width, 9, club, 18, align="middle", is_grey=True)
    paper.box_of_text(MARGIN, 24, width, 26, name, 46, is_bold=True, align="middle")
    size = 104.0 if wifi else 130.0
    top = 208 - size
    if wifi:
        _put_wifi(paper, wifi, 56)
    else:
        paper.box_of_text(MARGIN, 54, width, 14, _("Where do I sit? How long?"), 30, align="middle")
    paper.code((WIDTH - size) / 2, top, size, address)
    said = _("Scan it, or open {site} and enter").format(site=site + slash)
    paper.box_of_text(MARGIN, 216, width, 10, said, 20, align="middle")
    paper.box_of_text(MARGIN, 228, width, 32, " ".join(code), 84, is_bold=True, align="middle")
    said = _("This page is for looking: nothing can be changed there. Tables report with the code on their slip.")
    paper.box_of_text(MARGIN, HEIGHT - 30, width, 16, said, 12, align="middle", is_grey=True)
    paper.end_page()
    return paper.written()


def _put_wifi(paper: Paper, wifi: Wifi, y: float) -> None:
    """The wifi, which comes first: without it a phone may not reach the page."""
    left, width = MARGIN + WIFI_CODE + 22, WIDTH - 2 * MARGIN - WIFI_CODE - 22
    paper.code(MARGIN + 12, y, WIFI_CODE, wifi.text)
    paper.box_of_text(left, y, width, 12, _("First the wifi: {name}").format(name=wifi.name), 22, is_bold=True)
    if wifi.password:
        paper.box_of_text(left, y + 12, width, 10, _("Password: {password}").format(password=wifi.password), 18)
    paper.box_of_text(left, y + 23, width, 11, _("Then the night: where do I sit, how long?"), 18)


def personal(links: Sequence[Own], night: str, title: str, language: str) -> bytes:
    """Return the file with everybody's own code, ten on a sheet, to be cut along the lines. links: by name."""
    paper, on_a_sheet = Paper(title, language), ROWS * COLUMNS
    across, down = WIDTH / COLUMNS, HEIGHT / ROWS
    for start in range(0, len(links), on_a_sheet):
        for at, own in enumerate(links[start : start + on_a_sheet]):
            _put_own(paper, at % COLUMNS * across, at // COLUMNS * down, own, night)
        for row in range(1, ROWS):
            paper.rule(0, row * down, WIDTH, row * down, 0.1)
        paper.rule(across, 0, across, HEIGHT, 0.1)
        paper.end_page()
    return paper.written()


def _put_own(paper: Paper, x: float, y: float, own: Own, night: str) -> None:
    left, width = x + CODE + 17, WIDTH / COLUMNS - CODE - 25
    paper.code(x + 10, y + (HEIGHT / ROWS - CODE) / 2, CODE, own.link)
    paper.box_of_text(left, y + 10, width, 16, own.name, 16, is_bold=True)
    said = _("This code is yours alone. It checks you in, shows your table, reports and confirms.")
    paper.box_of_text(left, y + 27, width, 13, said, 9)
    paper.box_of_text(left, y + 41, width, 9, night, 8, is_grey=True)
