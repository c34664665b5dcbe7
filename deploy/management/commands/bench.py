"""`manage.py bench [NAME …] [--OPTION …]`: run the benchmarks in bench/, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from django.conf import settings

from deploy.steps import Command as StepsCommand


def names(folder: Path) -> list[str]:
    """Return the names of the benchmarks; each is a module of the folder."""
    return sorted(path.stem for path in folder.glob("*.py") if not path.stem.startswith("_"))


class Command(StepsCommand):
    """Calls each benchmark's `main()` with those options that are in its OPTIONS.

    A benchmark starts the servers that it measures: tests/servers.py.
    """

    help = "Runs the named benchmarks, or all of them, and prints their ratios."

    def run(self, arguments: Sequence[str]) -> int:
        known = names(Path(settings.BASE_DIR, "bench"))
        options = [argument for argument in arguments if argument.startswith("--")]
        chosen = [argument for argument in arguments if argument not in options]
        unknown = [name for name in chosen if name not in known]
        if unknown:
            raise SystemExit(f"There is no benchmark {unknown[0]}: {', '.join(known)}.")
        for name in chosen or known:
            self.stdout.write(f"== bench {name}")
            benchmark = import_module(f"bench.{name}")
            benchmark.main(*(option for option in options if option in getattr(benchmark, "OPTIONS", ())))
        return 0
