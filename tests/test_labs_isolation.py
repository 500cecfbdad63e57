"""What a submission can and cannot do: it runs in a child, the course in this process."""

import os
import time
from pathlib import Path

import pytest

from e3lib.bench import mse_bench
from e3lib.cost import Weights
from e3lib.e3 import e3
from e3lib.environment import Environment, run
from e3lib.labs import isolation, wire
from e3lib.labs.submission import Ended, Failed, Submission

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(
    os.name != "posix", reason="submissions are graded on POSIX systems"
)
needs_landlock = pytest.mark.skipif(
    not isolation.protections()["files"], reason="this kernel has no Landlock; the grader says so"
)
needs_namespaces = pytest.mark.skipif(
    not isolation.protections()["network"], reason="no user namespaces here; the grader says so"
)


@pytest.fixture
def submission():
    with Submission(seconds=20) as submission:
        yield submission


def test_plain_answers_arrive_as_they_are(submission):
    submission.run("import numpy as np\na = {'x': [1, (2.5, None)]}\nb = np.arange(3)\nc = ...")
    assert submission.get("a") == {"x": [1, (2.5, None)]}
    assert submission.get("b") == [0, 1, 2]
    assert submission.get("c") is ...


def test_a_policy_in_the_child_acts_on_the_environment_here(submission):
    submission.run("from e3lib.e3 import e3\ndef policy(query, env):\n    e3(query, env)")
    tasks = mse_bench(3, tiers=(2, 2, 2), deceptive=1)
    for task in tasks:
        assert run(submission.get("policy"), task, "x") == run(e3, task, "x")


def test_a_policy_reads_its_cost_and_is_told_of_an_illegal_action(submission):
    submission.run(
        "from e3lib.environment import IllegalAction\nseen = []\n"
        "def policy(query, env):\n"
        "    try:\n        env.inspect_file('nowhere.py')\n"
        "    except IllegalAction as error:\n        seen.append(str(error))\n"
        "    env.list_dir()\n    seen.append(env.cost.tool_calls)\n"
    )
    run(submission.get("policy"), mse_bench(3, tiers=(1, 0, 0), deceptive=0)[0], "x")
    assert submission.get("seen") == ["there is no file 'nowhere.py'", 1]


def test_a_policy_finds_no_task_behind_its_tools(submission):
    submission.run(
        "def policy(query, env):\n"
        "    for name in ('_task', '_files', '_ledger', '_accepts', '__dict__'):\n"
        "        found.append(getattr(env, name, None))\n"
        "found = []"
    )
    run(submission.get("policy"), mse_bench(3, tiers=(1, 0, 0), deceptive=0)[0], "x")
    submission.run("texts = [repr(f) for f in found]")
    *hidden, own = submission.get("texts")
    assert hidden == ["None"] * 4
    assert "Task" not in own and "Site" not in own


def test_a_patched_library_changes_nothing_here(submission):
    submission.run(
        "import e3lib.environment as e, e3lib.labs as l\n"
        "e.Environment._accepts = e.Environment.verify = lambda *a, **k: True\n"
        "e.run = l.expect = lambda *a, **k: None\n"
        "def policy(query, env):\n    pass"
    )
    task = mse_bench(3, tiers=(1, 0, 0), deceptive=0)[0]
    assert not run(submission.get("policy"), task, "x").solved


def test_a_policy_cannot_name_a_tool_that_is_none(submission):
    submission.run("def policy(query, env):\n    env.solve()")
    with pytest.raises(Failed, match="there is no tool 'solve'"):
        submission.get("policy")("q", environment())


def environment():
    return Environment(mse_bench(3, tiers=(1, 0, 0), deceptive=0)[0])


@needs_landlock
@pytest.mark.parametrize(
    "place",
    [ROOT / "course" / "labs" / "lab1_trajectory" / "lab1_trajectory.ipynb", ROOT / "README.md",
     Path("/etc/passwd"), Path(f"/proc/{os.getpid()}/environ"), Path(f"/proc/{os.getpid()}/mem")],
)  # fmt: skip
def test_a_submission_cannot_read(submission, place):
    with pytest.raises(Failed, match="PermissionError"):
        submission.run(f"open({str(place)!r}, 'rb').read(1)")


@needs_landlock
def test_a_program_that_it_starts_can_read_no_more_than_it(submission):
    submission.run("import subprocess, sys")
    submission.run(
        "done = subprocess.run(['cat', '/etc/passwd'], capture_output=True)\nsaid = done.stdout"
        ".decode()"
    )
    assert submission.get("said") == ""


@needs_landlock
def test_a_submission_cannot_write_its_own_score(submission, tmp_path):
    scores = tmp_path / "scores.csv"
    scores.write_text("ada,0\n")
    with pytest.raises(Failed, match="PermissionError"):
        submission.run(f"open({str(scores)!r}, 'w').write('ada,20')")
    assert scores.read_text() == "ada,0\n"


def test_a_submission_may_write_in_its_own_folder(submission):
    submission.run("open('notes.txt', 'w').write('mine')\nback = open('notes.txt').read()")
    assert submission.get("back") == "mine"


@needs_namespaces
def test_a_submission_has_no_network(submission):
    with pytest.raises(Failed, match="unreachable"):
        submission.run("import socket\nsocket.create_connection(('127.0.0.1', 9), 1)")


def test_a_submission_sees_no_variable_of_the_grader(monkeypatch):
    monkeypatch.setenv("E3_HIDDEN_SEED", "42")
    with Submission(seconds=20) as submission:
        submission.run("import os\nnames = sorted(os.environ)")
        assert "E3_HIDDEN_SEED" not in submission.get("names")


def test_a_loop_without_an_end_is_stopped():
    started = time.monotonic()
    with Submission(seconds=2) as submission, pytest.raises(Ended, match="stopped after 2 seconds"):
        submission.run("while True:\n    pass")
    assert time.monotonic() - started < 15


@pytest.mark.parametrize("ending", ["import os\nos._exit(0)", "raise SystemExit", "exit()"])
def test_a_submission_that_ends_itself_is_told_so(submission, ending):
    with pytest.raises(Failed):
        submission.run(ending)


def test_a_submission_that_eats_memory_is_refused_more(submission):
    with pytest.raises(Failed, match="MemoryError"):
        submission.run("hoard = bytearray(4 << 30)")


@pytest.mark.parametrize("noise", ["b'no message\n'", "b'[1]\n'", "b'x' * (8 << 20)"])
def test_noise_on_the_line_ends_the_submission_or_is_no_answer(submission, noise):
    shout = f"import os\nfor fd in range(3, 12):\n    try:\n        os.write(fd, {noise})\n"
    with pytest.raises((Failed, wire.Unreadable)):
        submission.run(f"{shout}    except OSError:\n        pass")
        submission.get("nothing")


def test_a_message_is_never_unpickled_and_makes_only_known_types():
    with pytest.raises(wire.Unreadable):
        wire.decode({"type": "Popen", "with": [["true"]]})
    with pytest.raises(wire.Unreadable):
        wire.decode({"function": "print"})
    with pytest.raises(wire.Unreadable, match="not plain data"):
        wire.encode(object())


def test_weights_that_are_none_are_no_answer():
    with pytest.raises(wire.Unreadable, match="weight alpha is -1"):
        wire.decode({"type": "Weights", "with": [-1, 0, 0, 0]})
    assert wire.decode(wire.encode(Weights(1, 2, 3, 4))) == Weights(1, 2, 3, 4)


@needs_namespaces
def test_nothing_that_a_submission_starts_outlives_it(tmp_path):
    with Submission(seconds=20) as submission:
        submission.run(
            "import subprocess, sys\nchild = subprocess.Popen([sys.executable, '-c', "
            "'import time; time.sleep(987654)'], start_new_session=True)"
        )
    time.sleep(0.3)
    commands = [p.read_bytes() for p in Path("/proc").glob("[0-9]*/cmdline") if p.exists()]
    assert not any(b"987654" in command for command in commands)
