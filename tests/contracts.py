"""Import contracts for pyproject.toml: what a package may import, and layers whose modules are named by patterns."""

from __future__ import annotations

import re
import sys
from typing import Any

import grimp
from importlinter import Contract, ContractCheck, fields, output


def is_within(module: str, package: str) -> bool:
    """Whether `module` is `package` or lies in it."""
    return module == package or module.startswith(f"{package}.")


class OnlyContract(Contract):
    """The package imports itself, the standard library and what is `allowed`; everything else breaks the contract."""

    package: Any = fields.StringField()
    allowed: Any = fields.ListField(subfield=fields.StringField())

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        """Every direct import out of the package, against the list."""
        package: str = self.package
        allowed: list[str] = [package, *self.allowed]
        refused = sorted(
            f"{module} -> {imported}"
            for module in graph.modules
            if is_within(module, package)
            for imported in graph.find_modules_directly_imported_by(module)
            if imported.split(".")[0] not in sys.stdlib_module_names
            and not any(is_within(imported, name) for name in allowed)
        )
        return ContractCheck(kept=not refused, metadata={"refused": refused})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """One line an import that may not be."""
        for line in check.metadata["refused"]:
            output.print_error(line)


def pattern(text: str) -> re.Pattern[str]:
    """A module pattern: `*` is one part of a dotted name; a match covers the module and all that lies in it."""
    parts = ["[^.]+" if part == "*" else re.escape(part).replace(r"\*", "[^.]*") for part in text.split(".")]
    return re.compile(r"\.".join(parts) + r"(\..+)?")


class PatternLayersContract(Contract):
    """Layers, the highest first, each a line of module patterns. A module belongs to the first layer that matches it.

    A module may import its own layer and those below. One that matches no layer breaks the contract, unless `exempt`.
    """

    container: Any = fields.StringField()
    layers: Any = fields.ListField(subfield=fields.StringField())
    exempt: Any = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        """Every direct import between modules of the container, against their layers."""
        layers = [[pattern(text) for text in layer.split()] for layer in self.layers]
        exempt = [pattern(text) for text in self.exempt or ()]

        def layer_of(module: str) -> int | None:
            found = (at for at, texts in enumerate(layers) if any(text.fullmatch(module) for text in texts))
            return next(found, None)

        within = sorted(module for module in graph.modules if module.startswith(f"{self.container}."))
        known = {module: layer_of(module) for module in within}
        homeless = [
            f"{module} is in no layer"
            for module, layer in known.items()
            if layer is None and not any(text.fullmatch(module) for text in exempt)
        ]
        upward = [
            f"{module} -> {imported}"
            for module, layer in known.items()
            for imported in sorted(graph.find_modules_directly_imported_by(module))
            if layer is not None and (other := known.get(imported)) is not None and other < layer
        ]
        return ContractCheck(kept=not (homeless or upward), metadata={"refused": [*homeless, *upward]})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """One line an import that may not be."""
        for line in check.metadata["refused"]:
            output.print_error(line)
