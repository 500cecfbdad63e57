"""Every way a provider can fail ends a run in its own class, and costs what it cost."""

import asyncio

import pytest
from fault_server import FaultServer, calls, cut, error, no_choices, says, send, serving, slow

from e3lib.llmcase import engine
from e3lib.llmcase.loop import Budget, Limits, attempt
from e3lib.llmcase.outcome import outcome, problems
from e3lib.llmcase.trace import Trace

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of Inspect's own libraries

GREP = calls(("grep", {"text": "__version__"}))
READ = calls(("read_file", {"path": "toml/tz.py"}))
EDIT = {"path": "toml/__init__.py", "old": '"0.10.2"', "new": '"0.10.3"'}
FINISH = calls(("finish", {"summary": "done"}))
TOO_MANY = error(429, "rate_limit_exceeded", "Rate limit reached for tokens per min")
NO_QUOTA = error(429, "insufficient_quota", "You exceeded your current quota")
TOO_LONG = error(400, "context_length_exceeded", "This model's maximum context length is 8192")
FILTERED = error(400, "content_filter", "The response was filtered")

# answers, the class, requests sent, turns kept
FAULTS = {
    "429 for ever": ((GREP, TOO_MANY), "rate_limit", 3, 1),
    "quota exhausted": ((GREP, NO_QUOTA), "quota_exhausted", 2, 1),
    "500 for ever": ((GREP, error(500, "server_error", "oops")), "provider_error", 3, 1),
    "401": ((error(401, "invalid_api_key", "Incorrect API key provided"),), "auth", 1, 0),
    "cut connection": ((GREP, cut), "provider_error", 3, 1),
    "no choices": ((GREP, no_choices()), "provider_error", 3, 1),
    "not JSON": ((GREP, send(200, "hello")), "provider_error", 3, 1),
    "bad JSON arguments": ((calls(("grep", '{"text": ')),), "bad_json", 3, 3),
    "unknown tool": ((calls(("delete_all", {})),), "unknown_tool", 3, 3),
    "bad arguments": ((calls(("grep", {"pattern": 7})),), "bad_arguments", 3, 3),
    "no tool call": ((says("I think that the version should be bumped."),), "no_tool_call", 3, 3),
    "repeated calls": ((GREP,), "repeat_loop", 4, 4),
    "refusal": ((says(None, refusal="I cannot help with that."),), "refusal", 1, 1),
    "content filter": ((GREP, says("", finish="content_filter")), "refusal", 2, 2),
    "content filter as an error": ((GREP, FILTERED), "refusal", 2, 2),
    "truncated output": ((says("The version", finish="length"),), "truncated", 1, 1),
    "context overflow": ((READ, TOO_LONG), "context_overflow", 2, 2),
    "finish without an edit": ((FINISH,), "no_edit", 1, 1),
}


@pytest.fixture(scope="module")
def server():
    faults = FaultServer()
    with serving(faults) as url:
        faults.url = url
        yield faults


@pytest.fixture
def run(server, monkeypatch):
    """Run one agent against the server's script."""
    monkeypatch.setenv("FAULT_BASE_URL", server.url)
    monkeypatch.setenv("FAULT_API_KEY", "sk-planted-secret")

    def run(*answers, limits=None, budget=None, patience=30):
        server.script(*answers)
        quick = engine.Parameters(attempt_seconds=patience, retries=1, first_pause=0.01)
        model = engine.InspectModel("openai-api/fault/m", quick)
        blank = Trace("L1_version", 1, "react", "plain", 1, model.name, "")
        return asyncio.run(attempt(blank, model, limits or Limits(), budget or Budget()))

    return run


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_ends_in_its_own_class_and_keeps_what_was_spent(name, run, server):
    answers, ending, requests, turns = FAULTS[name]
    trace = run(*answers)
    assert outcome(trace) == ending
    assert len(server.requests) == requests
    assert len(trace.turns) == turns
    assert trace.passed is False
    answered = turns - (name in ("context overflow", "content filter as an error"))
    assert trace.tokens == 110 * answered


def test_a_reply_that_is_too_slow_is_a_timeout(run, server):
    run(FINISH)  # the first request loads the provider's client, which takes its time
    trace = run(GREP, slow(1.5), patience=1)
    assert outcome(trace) == "provider_timeout"
    assert len(server.requests) == 3
    assert trace.waited >= 2


def test_a_run_recovers_from_one_rate_limit_and_counts_the_wait(run, server):
    wait = error(429, "rate_limit_exceeded", "slow down", Retry_After="0.2")
    trace = run(wait, calls(("edit_file", EDIT)), FINISH)
    assert outcome(trace) == "success"
    assert trace.turns[0].requests == 2
    assert trace.waited >= 0.2
    assert trace.as_run().cost.latency >= trace.waited


def test_files_of_a_failed_run_are_kept(run):
    trace = run(READ, NO_QUOTA)
    assert trace.as_run().cost.files == 1
    assert trace.message == "You exceeded your current quota"


def test_ten_calls_in_one_turn_are_all_made_and_counted(run):
    reads = [("read_file", {"path": path}) for path in ("toml/tz.py", "LICENSE") * 4]
    trace = run(calls(*reads, ("edit_file", EDIT), ("finish", {"summary": "done"})))
    assert outcome(trace) == "success"
    assert trace.as_run().cost.tool_calls == 10
    assert trace.as_run().cost.files == 2


def test_a_run_recovers_from_malformed_calls_and_counts_them(run, server):
    trace = run(calls(("grep", "{")), calls(("nope", {})), calls(("edit_file", EDIT)), FINISH)
    assert outcome(trace) == "success"
    assert problems(trace) == {"bad_json": 1, "unknown_tool": 1}
    told = [m["content"] for m in server.requests[-1]["messages"] if m["role"] == "tool"]
    assert "not JSON" in told[0]
    assert "there is no tool 'nope'" in told[1]


def test_a_pass_without_finish_is_told_apart(run):
    assert outcome(run(calls(("edit_file", EDIT)), TOO_LONG)) == "passed_unfinished"


@pytest.mark.parametrize(
    ("limits", "ending"),
    [
        (Limits(turns=1), "step_budget"),
        (Limits(tokens=200), "token_limit"),
        (Limits(seconds=1), "time_limit"),
    ],
)
def test_each_limit_of_a_run_stops_it(limits, ending, run):
    answers = (GREP, slow(1.5)) if ending == "time_limit" else (GREP, READ)
    trace = run(*answers, limits=limits)
    assert outcome(trace) == ending
    assert trace.turns


def test_a_spent_batch_budget_stops_the_run_before_another_request(run, server):
    trace = run(GREP, budget=Budget(limit=100))
    assert outcome(trace) == "batch_budget"
    assert len(server.requests) == 1


def test_the_key_is_nowhere_in_a_trace(run):
    echo = error(401, "invalid_api_key", "Incorrect API key provided: sk-planted-secret")
    from e3lib.llmcase.batch import secrets
    from e3lib.llmcase.trace import redacted

    trace = run(echo)
    assert "sk-planted-secret" in trace.to_json()
    assert "sk-planted-secret" not in redacted(trace, secrets()).to_json()


def test_the_three_policies_differ_in_the_system_prompt_alone(run, server):
    run(FINISH)
    (request,) = server.requests
    assert [tool["function"]["name"] for tool in request["tools"]] == [
        "list_dir", "grep", "read_file", "edit_file", "run_tests", "finish",
    ]  # fmt: skip
    assert [message["role"] for message in request["messages"]] == ["system", "user"]


def test_an_unknown_model_is_one_sentence():
    with pytest.raises(engine.UnknownModel, match="nosuch"):
        engine.InspectModel("nosuch/model")


def test_a_missing_key_is_one_sentence(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(engine.UnknownModel, match="OPENAI_API_KEY"):
        engine.InspectModel("openai/gpt-4o")


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # Inspect leaves a stream open
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_the_same_agent_runs_as_a_task_of_inspect_with_its_tests_in_a_sandbox(
    server, monkeypatch, tmp_path
):
    """Docker is not everywhere; Inspect's local sandbox has the same interface."""
    import inspect_ai

    from e3lib.llmcase.inspect_task import llmcase

    monkeypatch.setenv("FAULT_BASE_URL", server.url)
    monkeypatch.setenv("FAULT_API_KEY", "sk-planted-secret")
    server.script(calls(("edit_file", EDIT)), calls(("run_tests", {"path": "tests"})), FINISH)
    (log,) = inspect_ai.eval(
        llmcase(), model="openai-api/fault/m", sandbox="local", sample_id="L1_version",
        log_dir=str(tmp_path), display="none",
    )  # fmt: skip
    (sample,) = log.samples
    assert sample.scores["hidden_tests"].answer == "success"
    told = [m["content"] for m in server.requests[-1]["messages"] if m["role"] == "tool"]
    assert told[1] == "tests passed: 7, tests failed: 0"
    assert "sk-planted-secret" not in log.model_dump_json()


@pytest.mark.parametrize("name", ["openai/gpt-4o", "anthropic/claude-sonnet-4-5", "ollama/any"])
def test_no_provider_retries_behind_our_back(name, monkeypatch):
    for key in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(key, "sk-planted-secret")
    assert engine.InspectModel(name)._model.api.client.max_retries == 0
