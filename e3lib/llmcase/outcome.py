"""How a run ended: a pure function of its trace.

Why a run stopped is kept apart from whether its edit passed.
"""

from collections import Counter
from types import MappingProxyType

from e3lib.llmcase.trace import Trace

ENDINGS = MappingProxyType(
    {
        "success": "the model finished and the hidden tests pass",
        "wrong_edit": "the model finished and the hidden tests fail",
        "no_edit": "the model finished without having changed a file",
        "passed_unfinished": "the hidden tests pass, but the model never called finish",
        "step_budget": "the limit on turns was reached",
        "token_limit": "the limit on one run's tokens was reached",
        "time_limit": "the limit on one run's time was reached",
        "no_tool_call": "three turns in a row called no tool",
        "repeat_loop": "three turns in a row that repeat the turn before, results and all",
        "bad_json": "three turns in a row whose arguments are not JSON",
        "unknown_tool": "three turns in a row that call a tool which does not exist",
        "bad_arguments": "three turns in a row with missing or wrong arguments",
        "refusal": "the model or its provider's content filter declined",
        "truncated": "the reply was cut at its length limit",
        "context_overflow": "the conversation no longer fits the model's context",
        "rate_limit": "the provider went on answering: too many requests",
        "quota_exhausted": "the account has no quota left",
        "provider_timeout": "the provider did not answer in time",
        "provider_error": "the provider failed, cut the connection or sent an empty reply",
        "auth": "the provider does not accept the key",
        "batch_budget": "the whole batch reached its limit on tokens",
        "grader_error": "the hidden tests do not run on this machine",
    }
)
INFRASTRUCTURE = frozenset(
    {
        "rate_limit",
        "quota_exhausted",
        "provider_timeout",
        "provider_error",
        "auth",
        "batch_budget",
        "grader_error",
    }
)
FATAL = frozenset({"quota_exhausted", "auth", "batch_budget", "grader_error"})  # stop the batch
PROBLEMS = ("bad_json", "unknown_tool", "bad_arguments", "tool_error")


def outcome(trace: Trace) -> str:
    """The one class, a key of `ENDINGS`, that a run belongs to.

    A run whose edit passes the hidden tests is solved even when something else stopped it; it is
    told apart as `passed_unfinished`. Anything else that stopped a run early names the class.
    """
    if trace.ended == "finish":
        if trace.passed:
            return "success"
        return "wrong_edit" if trace.edited else "no_edit"
    return "passed_unfinished" if trace.passed else trace.ended


def problems(trace: Trace) -> Counter[str]:
    """How many calls of a run were malformed or refused, by kind."""
    return Counter(call.error for turn in trace.turns for call in turn.calls if call.error)


def classify_error(status: int | None, code: str, message: str) -> str:
    """The class of a provider's error, from its HTTP status, its error code and its text.

    The code and the text come first: a provider reports an empty account as status 429, like a rate
    limit that passes by waiting.
    """
    said = f"{code} {message}".lower()
    if "insufficient_quota" in said or "exceeded your current quota" in said or status == 402:
        return "quota_exhausted"
    if status == 413 or "context_length" in said or "context size" in said or "context len" in said:
        return "context_overflow"
    if "content_filter" in said or "content_policy" in said:
        return "refusal"
    if status in (401, 403):
        return "auth"
    if status == 429:
        return "rate_limit"
    if status == 408 or "timed out" in said or "timeout" in said:
        return "provider_timeout"
    return "provider_error"
