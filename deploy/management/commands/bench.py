"""`manage.py bench [NAME …]`: the benchmarks of bench/, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from django.conf import settings

from deploy.steps import Command as StepsCommand


def names(folder: Path) -> list[str]:
    """The benchmarks: one a module of the folder."""
    return sorted(path.stem for path in folder.glob("*.py") if not path.stem.startswith("_"))


class Command(StepsCommand):
    """Calls each benchmark's `main()`, with Django set up. It starts the servers that it measures: tests/servers.py."""

    help = "Runs the benchmarks named, or all of them, and prints their ratios."

    def run(self, arguments: Sequence[str]) -> int:
        known = names(Path(settings.BASE_DIR, "bench"))
        unknown = [name for name in arguments if name not in known]
        if unknown:
            raise SystemExit(f"There is no benchmark {unknown[0]}: {', '.join(known)}.")
        for name in arguments or known:
            self.stdout.write(f"== bench {name}")
            import_module(f"bench.{name}").main()
        return 0
