"""`e3 llmcase`: what it says, what it returns, and what is left when it is killed."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fault_server import FaultServer, calls, error, serving

from e3lib.llmcase import runfile
from e3lib.llmcase.__main__ import main

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of Inspect's own libraries

ROOT = Path(__file__).parent.parent
FINISH = calls(("finish", {"summary": "done"}))
RUN = ("run", "--model", "openai-api/fault/m", "--task", "L1_version", "--policy", "e3")


@pytest.fixture
def e3(monkeypatch, capsys):
    """Run the command in this process; return its status and what it printed."""

    def e3(*arguments):
        monkeypatch.setattr(sys, "argv", ["e3", *map(str, arguments)])
        status = main()
        return status, *capsys.readouterr()

    return e3


@pytest.fixture
def server(monkeypatch):
    faults = FaultServer()
    with serving(faults) as url:
        monkeypatch.setenv("FAULT_BASE_URL", url)
        monkeypatch.setenv("FAULT_API_KEY", "sk-planted-secret")
        yield faults


def test_the_oracle_needs_no_model(e3):
    status, out, _ = e3("oracle")
    assert status == 0
    assert out.count("yes") == 5


def test_the_commands_load_no_llm_library():
    code = "import sys, e3lib.llmcase.cli; print('inspect_ai' in sys.modules)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_a_batch_is_announced_run_reported_and_replayed(e3, server, tmp_path):
    server.script(FINISH)
    path = tmp_path / "run.jsonl"
    status, out, _ = e3(*RUN, "--repeats", 2, "--yes", "--out", path)
    assert status == 0
    assert "2 runs of openai-api/fault/m: at most 40 requests" in out
    assert "[2/2] L1_version plain e3 #2: no_edit, 1 turns, 110 tokens" in out
    assert "0 of 2 runs pass the hidden tests" in out
    assert e3("replay", path)[0] == 0
    status, out, _ = e3("report", path)
    assert status == 0
    assert "no_edit" in out
    assert "0 of the planned runs are missing" in out


def test_a_batch_that_the_infrastructure_ended_is_no_success_and_can_be_resumed(
    e3, server, tmp_path
):
    path = tmp_path / "run.jsonl"
    server.script(error(429, "insufficient_quota", "You exceeded your current quota"))
    status, out, _ = e3(*RUN, "--repeats", 2, "--yes", "--out", path)
    assert status == 1
    assert "stopped early: the account has no quota left" in out
    server.script(FINISH)
    status, out, _ = e3("resume", path, "--yes")
    assert status == 0
    assert len(runfile.load(path).attempts) == 3
    assert e3("resume", path, "--yes")[1] == "nothing is missing\n"


def test_the_token_budget_is_hard(e3, server, tmp_path):
    server.script(calls(("grep", {"text": "a"})), calls(("grep", {"text": "b"})), FINISH)
    path = tmp_path / "run.jsonl"
    status, out, _ = e3(*RUN, "--repeats", 9, "--max-tokens", 200, "--yes", "--out", path)
    assert status == 1
    assert len(server.requests) == 2  # 110 tokens each
    assert "reached its limit on tokens" in out


def test_a_parallel_batch_runs_every_run_once(e3, server, tmp_path):
    server.script(FINISH)
    path = tmp_path / "run.jsonl"
    assert e3(*RUN, "--repeats", 6, "--parallel", 3, "--yes", "--out", path)[0] == 0
    assert sorted(t.repeat for t in runfile.load(path).attempts) == [1, 2, 3, 4, 5, 6]


MISTAKES = {
    "unknown run file": (("report", "absent.jsonl"), "there is no run file absent.jsonl"),
    "no such replay": (("replay", "absent.jsonl"), "there is no run file absent.jsonl"),
    "unknown provider": (("run", "--model", "nosuch/m", "--yes"), "'nosuch/m' cannot be used"),
    "missing key": (("run", "--model", "openai/gpt-4o", "--yes"), "OPENAI_API_KEY"),
    "nobody to ask": (RUN, "say --yes to start"),
    "no local model": (("serve-local", "--file", "absent.gguf"), "make local-model"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_clear_sentence(name, e3, server, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    arguments, said = MISTAKES[name]
    status, _, err = e3(*arguments)
    assert status == 2
    assert said in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_port_in_use_is_one_clear_sentence(e3, server, monkeypatch):
    monkeypatch.setattr("e3lib.llmcase.cli.load", lambda *arguments: None)
    port = os.environ["FAULT_BASE_URL"].partition("1:")[2].partition("/")[0]
    status, _, err = e3("serve-local", "--port", port)
    assert status == 2
    assert f"port {port} cannot be used (Address already in use)" in err


def test_a_missing_extra_is_one_clear_sentence(e3, monkeypatch):
    monkeypatch.setitem(sys.modules, "e3lib.llmcase.engine", None)
    status, _, err = e3(*RUN, "--yes")
    assert status == 2
    assert "pip install 'e3lib[llm]'" in err


def test_answering_no_spends_nothing(e3, server, monkeypatch, tmp_path):
    server.script(FINISH)
    monkeypatch.setattr(sys, "stdin", type("Terminal", (), {"isatty": lambda self: True})())
    monkeypatch.setattr("builtins.input", lambda prompt: "n")
    status, _, _ = e3(*RUN, "--out", tmp_path / "run.jsonl")
    assert status == 1
    assert server.requests == []
    assert not (tmp_path / "run.jsonl").exists()


def test_kill_9_loses_at_most_the_running_run(server, tmp_path):
    def stuck(handler):
        time.sleep(0.2 if len(server.requests) < 3 else 4)
        FINISH(handler)

    server.script(stuck)
    path = tmp_path / "run.jsonl"
    arguments = [*RUN, "--repeats", "5", "--yes", "--out", str(path)]
    command = [sys.executable, "-m", "e3lib.llmcase", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, env=os.environ, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while len(server.requests) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    process.kill()
    process.wait()
    assert len(runfile.load(path).traces) == 2
    assert all(json.loads(line) for line in path.read_text().splitlines())
    assert "sk-planted-secret" not in path.read_text()
