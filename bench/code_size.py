"""`bench code_size`: how long functions and files are, and how many lines the product has.

A function's lines are those from `def` to its end, with signature and docstring, without decorators; methods and inner
functions count as functions of their own. A package is the first folder below league/, domain's next one, or games/,
api/ and deploy/ as a whole. Lines of files are all lines, as `wc -l` counts them. Migrations count as product.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from statistics import mean, median, quantiles
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PRODUCT = ("games", "league", "api", "deploy")
LONGEST_FUNCTION, LONGEST_FILE = 40, 400


class Function(NamedTuple):
    """A function of the product."""

    where: str
    name: str
    lines: int


def main() -> None:
    """Prints what is too long, the lengths by package, and the lines of the product."""
    files = {path: path.read_text() for package in PRODUCT for path in sorted((ROOT / package).rglob("*.py"))}
    by_package: dict[str, list[Function]] = defaultdict(list)
    for path, text in files.items():
        by_package[package_of(path)] += functions_of(path, text)
    print_long(files, list(chain.from_iterable(by_package.values())))
    print_lengths(by_package)
    print_lines(files)


def package_of(path: Path) -> str:
    """The package that a file is counted in."""
    folders = path.relative_to(ROOT).parts[:-1]
    if folders[0] != "league":
        return folders[0]
    return "/".join(folders[: 3 if folders[1:2] == ("domain",) else 2])


def functions_of(path: Path, text: str) -> Iterator[Function]:
    """Every function of a file."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            yield Function(f"{path.relative_to(ROOT)}:{node.lineno}", node.name, lines)


def print_long(files: dict[Path, str], functions: list[Function]) -> None:
    """Prints the functions and files that are longer than they should be."""
    long = sorted((each for each in functions if each.lines > LONGEST_FUNCTION), key=lambda each: -each.lines)
    print(f"functions of more than {LONGEST_FUNCTION} lines: {len(long)}")
    for function in long:
        print(f"  {function.lines:4} {function.where} {function.name}")
    counted = {path: lines for path, text in files.items() if (lines := text.count("\n")) > LONGEST_FILE}
    print(f"files of more than {LONGEST_FILE} lines: {len(counted)}")
    for path, lines in counted.items():
        print(f"  {lines:4} {path.relative_to(ROOT)}")


def print_lengths(by_package: dict[str, list[Function]]) -> None:
    """Prints the lengths of functions in each package and in all of them."""
    print(f"{'functions of':<32}{'count':>7}{'mean':>7}{'median':>8}{'90 %':>7}{'longest':>9}")
    everything = list(chain.from_iterable(by_package.values()))
    for package, functions in [*sorted(by_package.items()), ("all packages", everything)]:
        lines = [each.lines for each in functions]
        if len(lines) > 1:
            most_of_them = quantiles(lines, n=10, method="inclusive")[-1]
            print(
                f"{package:<32}{len(lines):>7}{mean(lines):>7.2f}{median(lines):>8g}{most_of_them:>7g}{max(lines):>9}"
            )


def print_lines(files: dict[Path, str]) -> None:
    """Prints the lines of the product, by its four packages and in all."""
    lines = dict.fromkeys(PRODUCT, 0)
    for path, text in files.items():
        lines[path.relative_to(ROOT).parts[0]] += text.count("\n")
    print(f"lines: {', '.join(f'{package} {count:,}' for package, count in lines.items())}")
    print(f"lines of the product: {sum(lines.values()):,} in {len(files)} files")
