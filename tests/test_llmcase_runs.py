"""A batch: planned, written line by line, resumed, reported and replayed."""

import asyncio
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from e3lib.llmcase import batch, runfile
from e3lib.llmcase.batch import Settings, run_batch
from e3lib.llmcase.loop import ProviderFailure, ScriptedModel
from e3lib.llmcase.oracle import gold_calls
from e3lib.llmcase.outcome import ENDINGS, INFRASTRUCTURE, classify_error, outcome
from e3lib.llmcase.replay import replay
from e3lib.llmcase.report import cell
from e3lib.llmcase.runfile import RunFileError
from e3lib.llmcase.tasks import TASKS
from e3lib.llmcase.trace import Trace, Turn, call_record, redacted
from e3lib.reproduce import published

SMALL = Settings("scripted", tasks=("L1_version",), policies=("react", "e3"), repeats=2)


def gold(instruction):
    """The oracle as a model."""
    (task,) = [task for task in TASKS.values() if instruction in (task.plain, task.located)]
    return list(gold_calls(task))


def trace(ended="finish", passed=False, edited=(), policy="e3", repeat=1, tokens=100, **more):
    turn = Turn(
        "", tokens, 10, 2.0, more.pop("waited", 0.0), 1, "tool_calls", more.pop("calls", ())
    )
    return Trace(
        "L1_version", 1, policy, "plain", repeat, "m", "", (turn,), ended,
        edited=edited, passed=passed, **more,
    )  # fmt: skip


@pytest.fixture(scope="module")
def gold_file(tmp_path_factory):
    """A run file of four scripted gold runs."""
    path = tmp_path_factory.mktemp("runs") / "run.jsonl"
    runfile.create(path, SMALL.to_json())
    asyncio.run(run_batch(path, SMALL.plan(), ScriptedModel(gold), SMALL, lambda trace: None))
    return path


@pytest.fixture
def finished(gold_file, tmp_path):
    """A copy of it that a test may spoil."""
    return Path(shutil.copy(gold_file, tmp_path))


@pytest.mark.parametrize(
    ("ended", "passed", "edited", "expected"),
    [
        ("finish", True, ("a",), "success"),
        ("finish", False, ("a",), "wrong_edit"),
        ("finish", False, (), "no_edit"),
        ("step_budget", True, ("a",), "passed_unfinished"),
        ("step_budget", False, ("a",), "step_budget"),
        ("rate_limit", False, (), "rate_limit"),
        ("grader_error", None, ("a",), "grader_error"),
    ],
)
def test_the_ending_is_told_from_why_it_stopped_and_what_the_grader_said(
    ended, passed, edited, expected
):
    assert outcome(trace(ended, passed, edited)) == expected
    assert expected in ENDINGS


@pytest.mark.parametrize(
    ("status", "code", "message", "expected"),
    [
        (429, "rate_limit_exceeded", "", "rate_limit"),
        (429, "insufficient_quota", "", "quota_exhausted"),
        (429, "", "You exceeded your current quota, please check your plan", "quota_exhausted"),
        (402, "", "Insufficient credits", "quota_exhausted"),
        (400, "context_length_exceeded", "", "context_overflow"),
        (400, "", "the request exceeds the available context size", "context_overflow"),
        (401, "", "", "auth"),
        (403, "", "", "auth"),
        (408, "", "", "provider_timeout"),
        (503, "", "overloaded", "provider_error"),
        (None, "", "Connection error.", "provider_error"),
    ],
)
def test_a_provider_error_is_classified_by_its_text_before_its_status(
    status, code, message, expected
):
    assert classify_error(status, code, message) == expected


def test_the_plan_is_balanced_wherever_it_is_stopped():
    plan = Settings("m", wordings=("plain", "located"), repeats=3).plan()
    assert len(plan) == 3 * 5 * 2 * 3
    assert {t.repeat for t in plan[:30]} == {1}
    assert [t.policy for t in plan[:3]] == ["mcf-thorough", "react", "e3"]
    assert {t.task_id for t in plan[18:30]} == {"L2_commentdecoder", "L3_decoderbase"}


def test_the_projection_uses_the_published_means_and_the_turn_limit():
    plan = replace(SMALL, repeats=1).plan()
    projected = batch.projection(plan, SMALL.limits)
    assert (projected.runs, projected.requests) == (2, 40)
    ids = [f"llmcase.gpt4o.L1_version.{policy}.tokens" for policy in SMALL.policies]
    assert projected.tokens == sum(published()[id].value for id in ids)


def test_every_run_is_a_line_and_reads_back_as_it_was(finished):
    saved = runfile.load(finished)
    assert [outcome(t) for t in saved.traces] == ["success"] * 4
    assert Trace.from_json(saved.traces[0].to_json()) == saved.traces[0]
    assert Settings.from_json(dict(saved.settings)) == SMALL


def test_a_real_run_is_a_run_like_the_simulated_ones(finished):
    run = runfile.load(finished).traces[0].as_run()
    assert run.solved
    assert (run.cost.tokens, run.cost.tool_calls, run.cost.files) == (4 * 110, 4, 1)
    assert [a.kind for a in run.trajectory[:3]] == ["model", "read_file", "model"]


def test_half_a_last_line_is_dropped_and_written_over(finished):
    with open(finished, "ab") as file:
        file.write(b'{"task_id": "' + b"x" * 50_000)
    assert len(runfile.load(finished).traces) == 4
    runfile.append(finished, runfile.load(finished).traces[0])
    lines = finished.read_bytes().splitlines()
    assert len(lines) == 6
    assert all(json.loads(line) for line in lines)


def test_only_what_the_infrastructure_ended_is_run_again(tmp_path):
    path = tmp_path / "run.jsonl"
    runfile.create(path, SMALL.to_json())
    for number, ended in enumerate(["rate_limit", "step_budget"], 1):
        runfile.append(path, trace(ended, policy="react", repeat=number))
    saved = runfile.load(path)
    assert saved.settled() == {("L1_version", "plain", "react", 2)}
    runfile.append(path, trace("finish", True, ("a",), policy="react"))
    assert runfile.load(path).superseded == 1


def test_an_existing_file_is_never_overwritten(finished):
    before = finished.read_bytes()
    with pytest.raises(RunFileError, match="e3 llmcase resume"):
        runfile.create(finished, {})
    assert finished.read_bytes() == before


@pytest.mark.parametrize("text", ["", "hello\n", "{}\n", '{"format": "other"}\n', "\0\n", "[1]\n"])
def test_a_file_of_another_kind_is_one_sentence(text, tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    with pytest.raises(RunFileError, match="is not a run file"):
        runfile.load(path)


def test_a_fatal_failure_ends_the_batch_and_another_does_not(tmp_path):
    class Failing(ScriptedModel):
        def chat(self, system, user):
            return self

        async def reply(self):
            raise ProviderFailure(endings.pop(0), "", 1.0, 1)

    endings = ["rate_limit", "quota_exhausted", "rate_limit"]
    path = tmp_path / "run.jsonl"
    runfile.create(path, SMALL.to_json())
    plan, model = SMALL.plan(), Failing(gold)
    stopped = asyncio.run(run_batch(path, plan, model, SMALL, lambda trace: None))
    assert stopped == "quota_exhausted"
    assert [t.ended for t in runfile.load(path).traces] == ["rate_limit", "quota_exhausted"]


def test_keys_in_the_environment_never_reach_the_file(tmp_path, monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", "sk-planted-secret")

    def leaking(instruction):
        return [("grep", {"text": "sk-planted-secret"}), ("finish", {"summary": "done"})]

    path = tmp_path / "run.jsonl"
    one = replace(SMALL, policies=("e3",), repeats=1)
    runfile.create(path, one.to_json())
    asyncio.run(run_batch(path, one.plan(), ScriptedModel(leaking), one, lambda trace: None))
    assert "[redacted]" in path.read_text()
    assert "sk-planted-secret" not in path.read_text()


def test_a_key_that_is_a_number_does_not_spoil_the_record():
    spent = trace(tokens=12345678, message="no: 12345678")
    clean = redacted(spent, ["12345678"])
    assert clean.tokens == 12345688
    assert clean.message == "no: [redacted]"


def test_success_is_reported_over_all_runs_and_without_the_infrastructure():
    runs = [trace("finish", True, ("a",)), trace("finish"), trace("rate_limit"), trace("auth")]
    c = cell(runs)
    assert (c.n, c.passed, c.clean, c.passed_clean) == (4, 1, 2, 1)
    assert c.endings == {"success": 1, "no_edit": 1, "rate_limit": 1, "auth": 1}


def test_latency_is_reported_with_and_without_waits():
    c = cell([trace(waited=7.0), trace(waited=1.0)])
    assert c.latency == pytest.approx(6.0)
    assert c.working == pytest.approx(2.0)


def test_the_spread_is_the_sample_deviation_and_needs_two_runs():
    assert cell([trace(tokens=90), trace(tokens=290)]).tokens_spread == pytest.approx(
        141.42, abs=0.01
    )
    assert cell([trace()]).tokens_spread is None


def test_acrr_counts_solved_runs_and_leaves_latency_out():
    """Eq. 3 by hand: C = .02 * 400 = 8 against C_min = 2 is a redundancy of 3."""
    solved = trace("finish", True, ("a",), tokens=390)
    assert cell([solved, trace()], {"L1_version": 2.0}).acrr == pytest.approx(3.0)
    assert cell([trace()], {"L1_version": 2.0}).acrr is None


def test_a_report_on_nothing_is_refused():
    with pytest.raises(ValueError, match="no run"):
        cell([])


def test_a_replay_agrees_with_what_was_recorded(finished):
    again = replay(runfile.load(finished).traces[0])
    assert again.agrees
    assert again.calls == 4


def test_a_replay_notices_a_result_that_is_not_what_was_recorded(finished):
    recorded = runfile.load(finished).traces[0]
    forged = call_record("read_file", {"path": "toml/tz.py"}, "another text", seconds=0.0)
    turns = (replace(recorded.turns[0], calls=(forged,)), *recorded.turns[1:])
    again = replay(replace(recorded, turns=turns))
    assert [call.tool for call in again.different] == ["read_file"]
    assert not again.agrees


def test_a_long_result_is_cut_but_its_digest_covers_all_of_it():
    one, other = (call_record("grep", {}, "x" * 5000 + end, seconds=0.0) for end in "ab")
    assert one.result == other.result
    assert one.digest != other.digest
    assert one.size == 5001


def test_every_infrastructure_class_is_a_known_ending():
    assert set(ENDINGS) > INFRASTRUCTURE
