"""Processes that count, and one that reads what they have counted, in the folder METRICS_DIR."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families as families

from deploy import metrics as page
from league import metrics


def count(times: int) -> None:
    """Counts so many commands, and as many appends of half a second."""
    metrics.COMMANDS.labels("test").inc(times)
    for _ in range(times):
        metrics.APPENDS.observe(0.5)


def count_many_kinds(of: int) -> float:
    """Counts so many kinds, whose names fill the file; returns what was counted, as this process knows it."""
    counters = [metrics.COMMANDS.labels(f"{number} {'k' * 200}") for number in range(of)]
    for counter in counters:
        counter.inc()
    return float(sum(counter._value.get() for counter in counters))


def read() -> dict[str, float]:
    """Each figure by its name and its labels."""
    return parsed(page.figures().decode())


def parsed(text: str) -> dict[str, float]:
    """The figures of a page, such as `tablekeeper_commands_total kind=test`."""
    found = [sample for family in families(text) for sample in family.samples]
    return {" ".join([s.name, *(f"{k}={v}" for k, v in sorted(s.labels.items()))]): s.value for s in found}
