"""QR codes in pages: dark on white in every theme, since many readers see nothing else."""

from __future__ import annotations

from functools import lru_cache

import segno
from django.utils.safestring import SafeString, mark_safe

QUIET = 4
"""Modules of white around the code, which readers need."""
CACHED = 200


@lru_cache(CACHED)
def svg(text: str) -> SafeString:
    """The code of a text as SVG, as large as its surroundings."""
    code = segno.make(text, error="m", micro=False)
    return mark_safe(  # noqa: S308
        code.svg_inline(border=QUIET, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None)
    )
