"""The languages of the hall's pages: English, and those into which the texts of this app are translated."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import get_language_info

SOURCE = "en"
TRANSLATIONS = Path(__file__).parents[1] / "locale"


@cache
def languages() -> dict[str, str]:
    """The languages by code, each by its own name."""
    known = [code for code, _name in settings.LANGUAGES if code == SOURCE or _is_translated(code)]
    return {code: get_language_info(code)["name_local"] for code in known}


def _is_translated(code: str) -> bool:
    return (TRANSLATIONS / translation.to_locale(code) / "LC_MESSAGES" / "django.mo").exists()


def language_of(request: HttpRequest) -> str:
    """The language of the answer: the one that was chosen or that the browser asks for, where the hall has it."""
    wanted = translation.get_language_from_request(request)
    return wanted if wanted in languages() else SOURCE
