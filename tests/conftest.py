"""What every test shares: Hypothesis profiles, the browser, and that CI leaves nothing out."""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from collections.abc import Generator
from textwrap import fill
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

CI = os.environ.get("CI", "") not in ("", "0", "false")

# The two cores of a small machine are shared, so no example has a deadline.
settings.register_profile(
    "dev", max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", settings.get_profile("dev"), max_examples=150, derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if CI else "dev"))

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str | None:
    """The path of the Chromium to drive: ``$VANDATTA_CHROMIUM``, or the system's own."""
    named = os.environ.get("VANDATTA_CHROMIUM")
    return named or next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Let pytest-playwright start the system's Chromium, as it downloads none itself."""
    path = chromium()
    if path is None:
        pytest.skip("no Chromium: apt install chromium, or name one in VANDATTA_CHROMIUM")
    flags = [*browser_type_launch_args.get("args", ()), *CHROMIUM_FLAGS]
    return {**browser_type_launch_args, "executable_path": path, "args": flags}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run browser tests last: once Playwright runs, its event loop keeps asyncio tests out."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell the numbers that tests of many random mixes have counted, in however many parts."""
    total: Counter[str] = Counter()
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            total.update(json.loads(dict(report.user_properties).get("mixes", "{}")))
    if total:
        terminalreporter.section(f"{total.pop('mixes'):,} random mixes")
        groups: dict[str, list[str]] = {}
        for key, number in sorted(total.items()):
            group, _, name = key.rpartition(": ")
            groups.setdefault(group or "rounds", []).append(f"{name} {number:,}")
        for group, told in groups.items():
            terminalreporter.write_line(fill(f"{group}: {', '.join(told)}", 100))


def _forbid_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if CI and report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"CI leaves nothing out, but this was skipped: {report.longrepr}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skipped test into a failed one when CI runs it."""
    report = yield
    _forbid_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn a skipped module into a failed one when CI runs it."""
    report = yield
    _forbid_skip(report)
    return report
