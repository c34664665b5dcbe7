"""Secrets of links and tokens in log lines: masked in the finished line, wherever in it they come from.

| in a line | masked |
| --- | --- |
| the address of a link, also within another one | /t/-/*** |
| a header with a link or a token | Link ***, Token *** |
| the cookie of a link or of a sign-up | tk-e0a1b2c=*** |
| a link at the end of a wrong address | /t/*** |
| the secret of a webhook | whsec_*** |
| a long link, as 0.5.0 made them | *** |
| a token by itself | *** |
"""

from __future__ import annotations

import re
from typing import Any

MASK = "***"
END = r"[^\s\"'<>\\,;)\]}]+"
SLASH = r"(?:/|%2f)"
SECRETS = re.compile(
    rf"(?P<address>{SLASH}t{SLASH}+(?:-|%2d){SLASH}+){END}"
    rf"|(?P<header>\b(?:link|token)[ =:]+){END.replace('+', '{30,}')}"
    rf"|(?P<cookie>\btk-[tesm][0-9a-f]{{6}}=){END}"
    rf"|(?P<misplaced>{SLASH}|[?&]\w+=)[\w-]{{40,44}}(?![\w.-])"
    r"|(?P<webhook>\bwhsec_)[\w+/=-]+"
    rf"|(?:table|entry)\.[0-9a-f]{{32}}\.{END}"
    r"|\btk[pc]_[0-9a-z]{20,}",
    re.IGNORECASE,
)


def masked(text: str) -> str:
    """The text without the secrets of links and tokens."""
    return SECRETS.sub(_kept, text)


def mask_line(_logger: Any, _method: str, line: str) -> str:
    """The last processor of a log line: the finished text, with its traceback."""
    return masked(line)


def _kept(found: re.Match[str]) -> str:
    return "".join(part for part in found.group("address", "header", "cookie", "misplaced", "webhook") if part) + MASK
