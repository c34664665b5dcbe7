"""An import contract for pyproject.toml: what a package may import, so that whatever is not named is refused."""

from __future__ import annotations

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
