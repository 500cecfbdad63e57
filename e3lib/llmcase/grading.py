"""The hidden acceptance check: pytest over graders that the agent never sees (Sec. 7.7)."""

import shutil
import tempfile
from pathlib import Path

from e3lib.llmcase.sandbox import TestReport, TestRunner, run_pytest
from e3lib.llmcase.workspace import workspace

_GRADERS = Path(__file__).with_name("graders")


class GraderError(Exception):
    """The grader itself does not work here: an infrastructure failure, never a wrong edit."""


def grade(task_id: str, root: Path, runner: TestRunner = run_pytest) -> TestReport:
    """Run a task's hidden grader, and the behaviour that every task must keep.

    The graders are copied to where they run only now, when the agent has stopped.

    Raises
    ------
    GraderError
        If pytest gives no report, and gives none for the pristine library either. Where only the
        edited library has none, the edit is at fault and the report says so.
    """
    report = _run(task_id, root, runner)
    if report.problem:
        with workspace() as pristine:
            if control := _run(task_id, pristine, runner).problem:
                raise GraderError(f"the grader of {task_id} does not run here: {control}")
    return report


def _run(task_id: str, root: Path, runner: TestRunner) -> TestReport:
    with tempfile.TemporaryDirectory(prefix="llmcase-grader-") as name:
        targets = [
            Path(shutil.copy(_GRADERS / f"{grader}.py", name)) for grader in ("behaviour", task_id)
        ]
        return runner(root, targets)
