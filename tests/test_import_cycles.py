"""No import cycle in the product: not even one that a late import or `if TYPE_CHECKING` hides."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest
import rustworkx

ROOT = Path(__file__).parents[1]
PACKAGES = ("games", "league", "api", "deploy")


def name_of(path: Path) -> str:
    """The dotted module name of a file below ROOT; a package's is its `__init__`'s."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def product_modules() -> dict[str, Path]:
    """Every module of the product by its dotted name."""
    return {name_of(path): path for package in PACKAGES for path in (ROOT / package).rglob("*.py")}


def imported(path: Path, modules: Mapping[str, Path]) -> Iterator[tuple[str, int]]:
    """Each product module that a file imports anywhere in it, with the line.

    `from package import name` counts as the module `package.name` if there is one, otherwise as `package`.
    `import a.b.c` counts as `a.b.c` alone.
    """
    package = name_of(path).split(".") if path.name == "__init__.py" else name_of(path).split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*above, *filter(None, [node.module])])
            named = {f"{source}.{alias.name}" for alias in node.names}
            found = {name if name in modules else source for name in named}
            yield from ((name, node.lineno) for name in sorted(found) if name in modules)


def import_graph() -> dict[str, dict[str, int]]:
    """For each product module: the product modules it imports, with the line of the first import."""
    modules = product_modules()
    graph: dict[str, dict[str, int]] = {name: {} for name in modules}
    for name, path in modules.items():
        for target, line in imported(path, modules):
            graph[name].setdefault(target, line)
    return graph


def cycles(graph: Mapping[str, Mapping[str, int]]) -> list[list[str]]:
    """Each group of modules that all import each other, directly or by others, as lines `module:line -> module`."""
    names = list(graph)
    number = {name: index for index, name in enumerate(names)}
    imports = rustworkx.PyDiGraph()
    imports.add_nodes_from(names)
    imports.add_edges_from_no_data([(number[name], number[other]) for name in names for other in graph[name]])
    groups = [{names[index] for index in group} for group in rustworkx.strongly_connected_components(imports)]
    return [_lines(graph, group) for group in groups if len(group) > 1]


def _lines(graph: Mapping[str, Mapping[str, int]], group: Collection[str]) -> list[str]:
    """The imports within a group."""
    return [
        f"{name}:{line} -> {other}" for name in sorted(group) for other, line in graph[name].items() if other in group
    ]


def test_no_module_of_the_product_imports_itself_by_way_of_others() -> None:
    found = cycles(import_graph())
    assert not found, "\n\n".join("\n".join(group) for group in found)


def test_a_cycle_is_named_with_its_lines() -> None:
    graph = {"a": {"b": 3}, "b": {"c": 1}, "c": {"b": 7}}
    assert cycles(graph) == [["b:1 -> c", "c:7 -> b"]]


def test_late_imports_and_those_for_types_alone_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.test_import_cycles.ROOT", tmp_path)
    package = tmp_path / "games"
    package.mkdir()
    (package / "__init__.py").write_text("from . import late\n")
    (package / "late.py").write_text("def run():\n    from games.typed import Name\n")
    (package / "typed.py").write_text("if TYPE_CHECKING:\n    import games\n    import games.late\n")
    assert import_graph() == {"games": {"games.late": 1}, "games.late": {"games.typed": 2},
                              "games.typed": {"games": 2, "games.late": 3}}  # fmt: skip
