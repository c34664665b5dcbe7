"""The dashboard and the alert rules: each expression is PromQL, and each figure and label in it exists."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import promql_parser
import pytest
import yaml

from deploy import metrics as page
from league import metrics
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")
NAME = re.compile(r"\btablekeeper_\w+")
SEVERITIES = {"page", "warn", "info"}
COUNTED = [found for found in vars(metrics).values() if type(found).__name__ in ("Counter", "Histogram")]


def dashboard() -> Any:
    return json.loads((ROOT / "deploy/grafana/tablekeeper.json").read_text("utf-8"))


def rules() -> list[dict[str, Any]]:
    found = yaml.safe_load((ROOT / "deploy/alerts.yml").read_text("utf-8"))
    return [rule for group in found["groups"] for rule in group["rules"]]


def expressions() -> Iterator[str]:
    yield from (target["expr"] for panel in dashboard()["panels"] for target in panel["targets"])
    yield from (rule["expr"] for rule in rules())


def labels() -> dict[str, set[str]]:
    """The labels of each series, by its name."""
    found: dict[str, set[str]] = {}
    for metric in COUNTED:
        name, own = metric._name, set(metric._labelnames)
        endings = {"_total": own} if type(metric).__name__ == "Counter" else {"_bucket": own | {"le"}, "_count": own}
        found |= {name + ending: of for ending, of in endings.items()}
    for family in page.State().collect():
        found[family.name] = set(family._labelnames)
    return found


@cache
def selectors(expression: str) -> list[tuple[str, set[str]]]:
    """The series that an expression names, each with the labels that it is chosen by. Raises ValueError."""
    promql_parser.parse(expression)
    chosen = re.findall(r"(tablekeeper_\w+)(?:\{([^}]*)\})?", expression)
    return [(name, set(re.findall(r"(\w+)\s*[=!]", matchers))) for name, matchers in chosen]


@pytest.mark.django_db
def test_each_expression_is_promql_and_names_what_exists() -> None:
    known = labels()
    for expression in expressions():
        found = selectors(expression)
        assert found, expression
        for name, by in found:
            assert name in known, f"{name} in {expression}"
            assert by <= known[name], expression
        grouped = {label.strip() for part in re.findall(r"by \(([^)]*)\)", expression) for label in part.split(",")}
        assert grouped <= set.union(*(known[name] for name, _ in found)), expression


@pytest.mark.django_db
def test_each_figure_is_on_the_dashboard() -> None:
    shown = {name for panel in dashboard()["panels"] for t in panel["targets"] for name in NAME.findall(t["expr"])}
    wanted = {name.removesuffix("_count") for name in labels() if not name.endswith("_bucket")}
    missing = {name for name in wanted if not any(found.startswith(name) for found in shown)}
    assert missing == {"tablekeeper_info", "tablekeeper_follower_lag_clubs"}


def test_the_panels_have_numbers_of_their_own_and_do_not_overlap() -> None:
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    cells = [
        (x, y)
        for panel in panels
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(set(cells)) == len(cells)
    assert max(x for x, _ in cells) < 24


def test_each_rule_says_how_bad_it_is_and_what_to_do() -> None:
    assert len({rule["alert"] for rule in rules()}) == len(rules())
    for rule in rules():
        assert set(rule) == {"alert", "expr", "for", "labels", "annotations"}
        assert re.fullmatch(r"Tablekeeper[A-Za-z]+", rule["alert"])
        assert re.fullmatch(r"\d+[smh]", rule["for"])
        assert rule["labels"]["severity"] in SEVERITIES
        assert rule["annotations"]["summary"].endswith(".")


def test_what_is_no_promql_is_found() -> None:
    with pytest.raises(ValueError, match=r".+"):
        selectors("rate(tablekeeper_requests_total[5m]")
