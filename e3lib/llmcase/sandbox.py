"""Run tests over code that a model wrote: another process, limited in time, memory and network.

What is limited: wall-clock and processor time, memory, the size of a written file, the environment
(no variable of the caller is passed on, so no key), and the network where `unshare` may cut it.
What is not: the file system. The tests run as the caller's own user.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

TIME_LIMIT = 30.0  # seconds; a healthy run takes less than one
CHILD = Path(__file__).with_name("child.py")


@dataclass(frozen=True, slots=True)
class TestReport:
    """What pytest reported: how many tests passed, and which failed.

    `problem` says why there is no report; it is empty where pytest finished and wrote one.
    """

    __test__ = False  # the name is not a test class
    passed: int
    failed: tuple[str, ...]
    problem: str = ""

    @property
    def green(self) -> bool:
        """True where pytest reported at least one test and no failure."""
        return not self.problem and not self.failed and self.passed > 0

    def __str__(self) -> str:
        if self.problem:
            return self.problem
        counts = f"tests passed: {self.passed}, tests failed: {len(self.failed)}"
        return "\n".join([counts, *self.failed])


TestRunner = Callable[[Path, Sequence[Path]], TestReport]  # the workspace, the tests to run


@cache
def no_network() -> tuple[str, ...]:
    """The command prefix that starts a process without a network; empty where there is none."""
    prefix = ("unshare", "--user", "--map-root-user", "--net", "--")
    if shutil.which(prefix[0]) is None:
        return ()
    works = subprocess.run([*prefix, "true"], capture_output=True, timeout=10).returncode == 0
    return prefix if works else ()


def run_pytest(root: Path, targets: Sequence[Path], time_limit: float = TIME_LIMIT) -> TestReport:
    """Run the tests in `targets` against the package in `root`."""
    with tempfile.TemporaryDirectory(prefix="llmcase-report-") as name:
        report = Path(name) / "report.xml"
        # -I ignores the caller's PYTHON* variables and keeps this package's directory off the path
        python = [sys.executable, "-I", "-B", str(CHILD)]
        command = [*no_network(), *python, str(root), str(report), *map(str, targets)]
        problem = _wait(command, root, Path(name), time_limit)
        if problem:
            return TestReport(0, (), problem)
        if not report.is_file():
            return TestReport(0, (), "the tests ended without a report")
        return parse_report(report.read_text("utf-8", "replace"), root)


def _wait(command: list[str], root: Path, home: Path, time_limit: float) -> str:
    """Run to the end, or kill the whole process group at the limit and say so."""
    environment = {
        "PATH": os.defpath,
        "HOME": str(home),
        "TMPDIR": str(home),
        "LANG": "C.UTF-8",
    }
    with open(home / "output", "wb") as output:
        process = subprocess.Popen(
            command,
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            process.wait(time_limit)
        except subprocess.TimeoutExpired:
            return f"the tests were stopped after {time_limit:g} seconds"
        finally:
            _kill_group(process)
    return ""


def _kill_group(process: subprocess.Popen) -> None:
    """End whatever the tests left running as well."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def parse_report(text: str, root: Path) -> TestReport:
    """Read pytest's report, less the workspace's own place, which changes from run to run."""
    try:
        cases = list(ET.fromstring(text).iter("testcase"))
    except ET.ParseError:
        return TestReport(0, (), "the tests ended without a complete report")
    bad = [(case, child) for case in cases for child in case if child.tag in ("failure", "error")]
    failed = tuple(
        f"{case.get('name')}: {_reason(child).replace(f'{root}/', '')}" for case, child in bad
    )
    skipped = sum(child.tag == "skipped" for case in cases for child in case)
    return TestReport(len(cases) - len({id(case) for case, _ in bad}) - skipped, failed)


def _reason(failure: ET.Element) -> str:
    """Why a test failed, in a line: pytest's message, or what stopped a module's collection."""
    said = failure.get("message") or ""
    if said == "collection failure":
        errors = [line for line in (failure.text or "").splitlines() if line.startswith("E ")]
        said = errors[-1].removeprefix("E ").strip() if errors else said
    return said.strip().partition("\n")[0][:200]
