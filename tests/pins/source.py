"""Refusal codes, salts and labels, which no registry has: found in the syntax trees of the product's source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("games", "league", "api", "deploy")
TABLES_OF_CODES = re.compile(r"CODES$")
SNAKE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
MARK = "N_"
LABELS = ("label", "salt", "message")
FOREIGN = {"salted_hmac": 0, "uuid5": 1, "draw": 1}
"""Functions whose argument at that place is a label; those of Django and Python are not in the trees."""
PREFIXED = re.compile(r"[a-z][a-z -]*:\{\}.*")

Function = ast.FunctionDef | ast.AsyncFunctionDef
SEARCHED = (
    *(ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef),
    *(ast.Call, ast.Tuple, ast.Assign, ast.AnnAssign, ast.JoinedStr),
)


@cache
def nodes() -> tuple[ast.AST, ...]:
    """Every node of the product's modules that one of the searches here looks at."""
    files = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))
    trees = [ast.parse(file.read_text("utf-8")) for file in files]
    return tuple(node for tree in trees for node in ast.walk(tree) if isinstance(node, SEARCHED))


def refusal_codes() -> set[str]:
    """The texts that are given for a parameter `code`, stand before a sentence, or in a table of codes."""
    found = {text for argument in arguments(("code",), {}) for text in texts(argument)}
    for node in nodes():
        if isinstance(node, ast.Tuple):
            found.update(_before_sentences(node.elts))
        if isinstance(node, ast.Assign | ast.AnnAssign) and TABLES_OF_CODES.search(_target(node)):
            found.update(_in_table(node.value))
        if isinstance(node, Function) and node.name == "code":
            found.update(text for part in ast.walk(node) if isinstance(part, ast.Return) for text in texts(part.value))
    return {text for text in found if SNAKE.fullmatch(text)}


def labels() -> set[str]:
    """The texts that draws, signatures and ids are made of; `{}` is where a value goes."""
    found = {text for argument in arguments(LABELS, FOREIGN) for text in texts(argument)}
    for node in nodes():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "encode":
            found.update(texts(node.func.value))
        if isinstance(node, ast.JoinedStr) and PREFIXED.fullmatch(template(node)):
            found.add(template(node))
    return {text for text in found if text.strip("{}")}


def arguments(names: tuple[str | None, ...], known: dict[str, int]) -> Iterator[ast.expr]:
    """What is given, in any call, for a parameter of one of these names. known: functions and the place of theirs."""
    places = {name: {place} for name, place in known.items()}
    for node in nodes():
        for function, place in _places(node, names):
            places.setdefault(function, set()).add(place)
    for node in nodes():
        if isinstance(node, ast.Call):
            yield from (keyword.value for keyword in node.keywords if keyword.arg in names)
            for place in places.get(_called(node), ()):
                yield from node.args[place : place + 1]


def _places(node: ast.AST, names: tuple[str | None, ...]) -> Iterator[tuple[str, int]]:
    """The functions and classes defined here that have such a parameter, and its place."""
    if isinstance(node, ast.ClassDef):
        fields = [
            part.target.id
            for part in node.body
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
        ]
        yield from ((node.name, at) for at, field in enumerate(fields) if field in names)
        for part in node.body:
            if isinstance(part, Function):
                own = node.name if part.name == "__init__" else part.name
                yield from ((own, at) for at, name in enumerate(_parameters(part)[1:]) if name in names)
    if isinstance(node, ast.Module):
        for part in node.body:
            if isinstance(part, Function):
                yield from ((part.name, at) for at, name in enumerate(_parameters(part)) if name in names)


def _parameters(function: Function) -> list[str]:
    return [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _before_sentences(values: list[ast.expr]) -> Iterator[str]:
    """Texts that are followed by a marked sentence."""
    for value, after in pairwise(values):
        if isinstance(after, ast.Call) and _called(after) == MARK:
            yield from texts(value)


def _target(node: ast.Assign | ast.AnnAssign) -> str:
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    return target.id if isinstance(target, ast.Name) else ""


def _in_table(value: ast.expr | None) -> Iterator[str]:
    """The codes of a table: its keys, its values, or the parts of its tuples."""
    for part in ast.walk(value) if value else ():
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def texts(value: ast.AST | None) -> Iterator[str]:
    """The text of an expression; both of a choice."""
    match value:
        case ast.Constant(value=str() as text):
            yield text
        case ast.JoinedStr():
            yield template(value)
        case ast.IfExp(body=one, orelse=other):
            yield from texts(one)
            yield from texts(other)


def template(text: ast.JoinedStr) -> str:
    """An f-string with `{}` for its values."""
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in text.values)
