"""Tests over code that a model wrote are limited, and cannot fake a pass."""

import os
import textwrap

import pytest

from e3lib.llmcase import grading
from e3lib.llmcase.grading import GraderError, grade
from e3lib.llmcase.sandbox import no_network, run_pytest
from e3lib.llmcase.tasks import TASKS
from e3lib.llmcase.tools import Toolbox
from e3lib.llmcase.workspace import workspace


@pytest.fixture
def root():
    with workspace() as path:
        yield path


def written(root, code):
    path = root / "tests" / "test_probe.py"
    path.write_text(textwrap.dedent(code))
    return [path]


def test_the_caller_environment_is_not_passed_on(root, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-secret")
    probe = "import os\ndef test(): assert 'sk-planted-secret' not in str(dict(os.environ))"
    assert run_pytest(root, written(root, probe)).green


def test_a_test_that_never_ends_is_stopped_with_what_it_started(root):
    probe = """
        import subprocess, time
        def test():
            subprocess.Popen(["sh", "-c", "sleep 3; touch survived"])
            time.sleep(60)
    """
    report = run_pytest(root, written(root, probe), time_limit=2.5)
    assert report.problem == "the tests were stopped after 2.5 seconds"
    assert not report.green
    assert not (root / "survived").exists()


@pytest.mark.skipif(os.name == "nt", reason="no such limit on Windows")
def test_memory_is_limited(root):
    report = run_pytest(root, written(root, "def test(): bytearray(2 << 30)"))
    assert len(report.failed) == 1
    assert "MemoryError" in report.failed[0]


@pytest.mark.skipif(not no_network(), reason="this system cannot cut the network")
def test_there_is_no_network(root):
    probe = """
        import socket
        def test():
            socket.create_connection(("127.0.0.1", 9), timeout=1)
    """
    report = run_pytest(root, written(root, probe))
    assert "unreachable" in report.failed[0]


def test_leaving_early_with_a_zero_status_is_no_pass(root):
    (root / "toml" / "__init__.py").write_text("import os\nos._exit(0)\n")
    report = grade("L1_version", root)
    assert not report.green
    assert report.problem == "the tests ended without a report"


def test_a_broken_library_fails_its_grader(root):
    (root / "toml" / "__init__.py").write_text("def broken(:\n")
    report = grade("L1_version", root)
    assert not report.green
    assert report.failed


def test_a_grader_that_cannot_run_is_not_a_wrong_edit(root, monkeypatch):
    monkeypatch.setattr("e3lib.llmcase.sandbox.CHILD", root / "absent.py")
    with pytest.raises(GraderError, match="does not run here"):
        grade("L1_version", root)


def test_graders_are_not_in_the_workspace(root):
    names = {path.name for path in root.rglob("*.py")}
    assert not names & {path.name for path in grading._GRADERS.iterdir()}


@pytest.mark.parametrize("task_id", TASKS)
def test_the_pristine_library_fails_every_grader(task_id, root):
    report = grade(task_id, root)
    assert report.failed
    assert report.passed >= 3  # the behaviour that every task keeps


@pytest.mark.parametrize(
    ("task_id", "forgotten"),
    [("L2_commentdecoder", 1), ("L2_arrayseparator", 1), ("L3_decoderbase", 2)],
)
def test_a_patch_that_forgets_a_file_fails(task_id, forgotten, root):
    task, tools = TASKS[task_id], Toolbox(root)
    for number, path in enumerate(task.gold):
        if number != forgotten:
            tools.call("edit_file", {"path": path, "old": task.old, "new": task.new})
    assert not grade(task_id, root).green


def test_a_half_done_refactor_fails_the_visible_tests(root):
    """Expand needs a signal: the visible tests see that ordered.py was forgotten."""
    tools, task = Toolbox(root), TASKS["L3_decoderbase"]
    for path in task.gold[:2]:
        tools.call("edit_file", {"path": path, "old": task.old, "new": task.new})
    assert "cannot import name 'TomlDecoder'" in tools.call("run_tests", {"path": "tests"}).text
