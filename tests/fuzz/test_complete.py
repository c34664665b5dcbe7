"""The table of parsers has each header of a request that the product reads."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.fuzz.parsers import ALL
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")
META, BY_DJANGO = "HTTP_", {"CONTENT_LENGTH", "CONTENT_TYPE"}
LEFT_OUT = (
    "deploy/coalescing", "deploy/demo", "deploy/linters", "deploy/management", "league/management", "league/webhooks/",
)  # fmt: skip
"""What reads no request, or none of a stranger, or compares headers as they are."""
ONLY_THERE = {"x-real-ip", "forwarded", "x-forwarded-proto"}
"""Headers of which it is only asked whether they are there, or what one word they are."""


def headers_read() -> Iterator[tuple[str, str]]:
    """The headers that are read from requests by their names, each with the module that does."""
    for folder in ("api", "deploy", "league"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            name = file.relative_to(ROOT).as_posix()
            if not name.startswith(LEFT_OUT):
                yield from ((header, name) for header in _in(file, name))


def _in(file: Path, name: str) -> Iterator[str]:
    module = name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Constant(value=str(text)) if (text.startswith(META) and text.isupper()) or text in BY_DJANGO:
                yield text.removeprefix(META).replace("_", "-")
            case (
                ast.Call(func=ast.Attribute(value=ast.Attribute(attr="headers") as of, attr="get"), args=[asked, *_])
                | ast.Subscript(value=ast.Attribute(attr="headers") as of, slice=asked, ctx=ast.Load())
            ) if "request" in ast.unparse(of):
                yield str(eval(ast.unparse(asked), vars(import_module(module))))


def test_each_header_that_is_read_is_in_the_table() -> None:
    known = {parser.name.partition(" of ")[0].lower() for parser in ALL} | ONLY_THERE
    read = [*headers_read()]
    assert len(read) > 20
    assert {(header, module) for header, module in read if header.lower() not in known} == set()
