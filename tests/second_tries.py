"""A plugin of pytest for `manage.py test`: a test that fails is tried once more, and the end of the run names it.

Browsers, real servers and a busy machine make one test in thousands fail by chance. Each is a defect to look into, so
more than a few of them in a run fail it.
"""

from __future__ import annotations

import pytest

MOST = 3


class SecondTries:
    """The tests of this run that failed at first, and why."""

    def __init__(self) -> None:
        self.reasons: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes a first try that failed."""
        if str(report.outcome) == "rerun":
            crash = getattr(report.longrepr, "reprcrash", None)
            self.reasons[report.nodeid] = f"{crash.path}:{crash.lineno}: {crash.message}" if crash else ""

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fails a run that needed too many second tries."""
        if len(self.reasons) > MOST and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Says how many there were, and what went wrong first."""
        if self.reasons:
            for name, reason in self.reasons.items():
                terminalreporter.write_line(f"first try of {name}: {reason}")
            terminalreporter.write_line(f"tried twice: {len(self.reasons)}; more than {MOST} fail the run")


def pytest_configure(config: pytest.Config) -> None:
    """Counts where the results of all workers arrive."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(SecondTries())
