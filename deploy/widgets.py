"""Widgets of forms, by the templates of league, then by those of the apps. The theme renders one while it is loaded."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from django import forms
from django.conf import settings
from django.forms.renderers import DjangoTemplates


class Renderer(DjangoTemplates):
    """Django's renderer, with one more folder in front."""

    @cached_property
    def engine(self) -> Any:
        """The template engine for widgets."""
        folders = [settings.BASE_DIR / "league" / "templates", Path(forms.__file__).parent / "templates"]
        return self.backend({"APP_DIRS": True, "DIRS": folders, "NAME": "djangoforms", "OPTIONS": {}})
