"""The pictures that chats and networks show with a link: the name of a club, or of a night, on a green ground."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.views.decorators.http import require_safe
from PIL import Image, ImageDraw, ImageFont

from league.access.visibility import MEMBERS
from league.files.paper.fonts import BOLD, FOLDER, OWN, REGULAR, line
from league.files.paper.shaping import visual
from league.models import Club, Tournament
from league.queries.dates import when
from league.web import pages
from league.web.club import nights
from league.web.club.finding import of_club
from league.web.lookup import tournament_of

SIZE = WIDTH, HEIGHT = 1200, 630
EDGE, TITLE, SMALL, LEAST = 90, 92, 46, 40
GREEN, WHITE, PALE = "#0b7a6f", "#ffffff", "#cfe9e5"
KEPT_SECONDS = 600
MOST_LINES = 3


@of_club
def of_the_club(request: HttpRequest, club: Club) -> HttpResponse:
    """The name of the club and its next night, as every visitor may see it."""
    next_night = nights.coming(club, AnonymousUser(), pages.present()).filter(state="open").first()
    return _answer(club, club.name, next_night, "")


@require_safe
def of_a_night(request: HttpRequest, code: str) -> HttpResponse:
    """The name of a night, its day and its club. 404 for one that is for members only."""
    row = tournament_of(code)
    if row.visibility == MEMBERS:
        raise Http404
    return _answer(row.club, row.name, row, row.club.name)


def _answer(club: Club, title: str, dated: Tournament | None, above: str) -> HttpResponse:
    with translation.override(club.written_in), timezone.override(ZoneInfo(club.time_zone)):
        start = dated.starts_at if dated else None
        below = when(timezone.localtime(start)) if start else ""
    answer = HttpResponse(drawn(title, above, below), content_type="image/png")
    answer.headers["Cache-Control"] = f"public, max-age={KEPT_SECONDS}"
    return answer


@lru_cache(64)
def drawn(title: str, above: str, below: str) -> bytes:
    """The picture as PNG. title: in large letters; above, below: small lines, "" for none.

    The line above is in large letters if the font lacks signs of the title.
    """
    title, above = (_writable(title), _writable(above)) if _writable(title) else (_writable(above), "")
    picture = Image.new("RGB", SIZE, GREEN)
    draw = ImageDraw.Draw(picture)
    _table(draw)
    font, lines = _fitting(title)
    top = EDGE + 130
    small = _font(REGULAR, SMALL)
    draw.text((EDGE, top - 60), visual(_cut(above, small)), PALE, small)
    for number, words in enumerate(lines):
        draw.text((EDGE, top + number * font.size * 1.2), visual(words), WHITE, font)
    draw.text((EDGE, HEIGHT - EDGE - SMALL), visual(_cut(_writable(below), small)), PALE, small)
    file = BytesIO()
    picture.quantize(32).save(file, "PNG", optimize=True)
    return file.getvalue()


def _writable(text: str) -> str:
    """The text, if the font has all its signs; an address with empty boxes would say less than one without words."""
    return text if all(run.font in OWN for run in line(text).runs) and not line(text).missing else ""


def _table(draw: ImageDraw.ImageDraw) -> None:
    """The sign of Tablekeeper, in the corner."""
    x, y, unit = EDGE, 64, 4
    for box in ((0, 0, 18, 4), (3, 7, 15, 8), (2, 4, 4, 14), (14, 4, 16, 14)):
        left, top, right, bottom = (side * unit for side in box)
        draw.rectangle((x + left, y + top, x + right, y + bottom), fill=WHITE)


def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FOLDER / f"{name}.ttf", size)


def _fitting(title: str) -> tuple[ImageFont.FreeTypeFont, list[str]]:
    """The largest letters in which the title has few enough lines; what does not fit then is cut."""
    for size in range(TITLE, LEAST, -8):
        font = _font(BOLD, size)
        lines = _lines(title, font)
        if len(lines) <= MOST_LINES and all(font.getlength(line) <= WIDTH - 2 * EDGE for line in lines):
            return font, lines
    font = _font(BOLD, LEAST)
    return font, [_cut(line, font) for line in _lines(title, font)[:MOST_LINES]]


def _lines(text: str, font: ImageFont.FreeTypeFont) -> list[str]:
    """The words in lines that fit, as far as single words do."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.getlength(longer) <= WIDTH - 2 * EDGE:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _cut(text: str, font: ImageFont.FreeTypeFont) -> str:
    """The text with an ellipsis where it is too long."""
    if font.getlength(text) <= WIDTH - 2 * EDGE:
        return text
    while text and font.getlength(f"{text}…") > WIDTH - 2 * EDGE:
        text = text[:-1]
    return f"{text}…"
