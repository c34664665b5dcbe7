"""The layers of pyproject.toml hold, and an import that breaks them is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path

import grimp
import pytest

from tests.contracts import PatternLayersContract

CONTRACTS = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["tool"]["importlinter"][
    "contracts"
]
LAYERS = {each["container"]: each for each in CONTRACTS if each["type"] == "pattern_layers"}


def refused(container: str, *imports: tuple[str, str], module: str | None = None) -> list[str]:
    """What the contract of a package refuses in a made-up graph. module: one more, which imports nothing."""
    graph = grimp.ImportGraph()
    for name in dict.fromkeys([*(name for pair in imports for name in pair), *([module] if module else [])]):
        graph.add_module(name)
    for importer, imported in imports:
        graph.add_import(importer=importer, imported=imported)
    options = {name: LAYERS[container].get(name, []) for name in ("container", "layers", "exempt")}
    contract = PatternLayersContract(LAYERS[container]["name"], session_options={}, contract_options=options)
    check = contract.check(graph, verbose=False)
    lines: list[str] = check.metadata["refused"]
    assert check.kept is not bool(lines)
    return lines


UPWARD = [
    ("league", "league.services.rounds", "league.admin.site"),
    ("league", "league.domain.values.text", "league.models.people"),
    ("league", "league.repository.streams", "league.queries.names"),
    ("league.domain", "league.domain.values.clock", "league.domain.tournament.state"),
    ("league.domain", "league.domain.tournament.rounds.fold", "league.domain.tournament.rounds.rules"),
    ("league.domain", "league.domain.tournament.state", "league.domain.standings.points"),
    ("league.domain", "league.domain.seating.plan", "league.domain.tournament.results.claims"),
    ("league.domain", "league.domain.tournament.view", "league.domain.explanations.seat"),
]


@pytest.mark.parametrize(("container", "importer", "imported"), UPWARD)
def test_an_import_upwards_is_refused_and_the_same_downwards_is_not(container, importer, imported):
    assert refused(container, (importer, imported)) == [f"{importer} -> {imported}"]
    assert refused(container, (imported, importer)) == []


def test_modules_of_one_layer_may_import_each_other():
    rules, repair = "league.domain.tournament.rounds.rules", "league.domain.tournament.rounds.repair"
    assert refused("league.domain", (rules, repair), (repair, rules)) == []


@pytest.mark.parametrize("container", LAYERS)
def test_a_module_without_a_layer_is_refused(container):
    assert refused(container, module=f"{container}.attic") == [f"{container}.attic is in no layer"]


def test_an_exempt_module_needs_no_layer():
    assert refused("league", module="league.migrations.0001_initial") == []
