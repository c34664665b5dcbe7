"""Certificates of a closed tournament: an A4 sheet on its side for each entry, to be signed by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.translation import gettext as _

from league.files.paper.page import BRONZE, GOLD, HEIGHT, PALE, SILVER, WIDTH, Colour, Paper
from league.queries import dates
from league.queries.ending import Ending, FinalRow

ACROSS, DOWN = HEIGHT, WIDTH
FRAME, INNER = 10.0, 13.0
MARGIN = 28.0
ROOM, MIDDLE = ACROSS - 2 * MARGIN, ACROSS / 2
MEDALS: Mapping[int, Colour] = {1: GOLD, 2: SILVER, 3: BRONZE}
SIGNATURE = 80.0


def written(found: Ending, rows: Sequence[FinalRow], language: str) -> bytes:
    """Return the file. rows: those of the entries that get a certificate, each with a place."""
    paper = Paper(_("Certificates"), language, is_on_its_side=True)
    for row in rows:
        _put_frame(paper)
        _put_winner(paper, row, len(found.placed))
        _put_night(paper, found)
        paper.end_page()
    return paper.written()


def _put_frame(paper: Paper) -> None:
    paper.box(FRAME, FRAME, ACROSS - 2 * FRAME, DOWN - 2 * FRAME, 1.1, 4)
    paper.box(INNER, INNER, ACROSS - 2 * INNER, DOWN - 2 * INNER, 0.25, 2.5)


def _put_winner(paper: Paper, row: FinalRow, of: int) -> None:
    """Who it is for, and the place. of: how many have one."""
    place = row.place or 0
    _put_line(paper, 32, 17, _("Certificate"), 40, is_bold=True)
    paper.medal(MIDDLE, 68, 12, str(place), MEDALS.get(place, PALE))
    _put_line(paper, 94, 24 if row.members else 33, row.name, 42, is_bold=True)
    _put_line(paper, 118, 9, ", ".join(row.members), 15)
    _put_line(paper, 129, 12, place_words(place, of, is_shared=row.is_shared), 24)


def place_words(place: int, of: int, *, is_shared: bool) -> str:
    """“2nd place of 11”, “2nd place of 11, shared”."""
    words = _("{place} place of {all}, shared") if is_shared else _("{place} place of {all}")
    return words.format(place=ordinal(place), all=of)


def _put_night(paper: Paper, found: Ending) -> None:
    """The club, the night with its day and its leagues, and the line for the signature."""
    row = found.row
    _put_line(paper, 20, 10, row.club.name, 18, is_grey=True)
    night = row.name
    if found.day is not None:
        night = _("{tournament}, {day}").format(tournament=row.name, day=dates.in_full(found.day))
    _put_line(paper, 144, 9, night, 16)
    seasons = ", ".join(row.seasons.order_by("pk").values_list("name", flat=True))
    _put_line(paper, 153, 8, _("League {season}").format(season=seasons) if seasons else "", 13, is_grey=True)
    start = MIDDLE - SIGNATURE / 2
    paper.rule(start, 184, start + SIGNATURE, 184, 0.25)
    _put_line(paper, 185, 6, _("Signature"), 9, is_grey=True)


def _put_line(
    paper: Paper, y: float, height: float, text: str, size: float, *, is_bold: bool = False, is_grey: bool = False
) -> None:
    """Put a text into the middle of the sheet."""
    paper.box_of_text(MARGIN, y, ROOM, height, text, size, is_bold=is_bold, align="middle", is_grey=is_grey)
