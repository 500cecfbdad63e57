"""LLM-Case as a task of Inspect AI: its logs and viewer, and tests that run in its sandbox.

    inspect eval e3lib/llmcase/inspect_task.py -T policy=e3 --model openai/gpt-4o

The agent is the same `attempt`. Only pytest moves: the workspace is copied into the container, the
tests run there without a network, and nothing but pytest's report comes back.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import get_model
from inspect_ai.scorer import Score, Target, accuracy, scorer, stderr
from inspect_ai.solver import Generate, TaskState, solver
from inspect_ai.util import SandboxEnvironment, sandbox

from e3lib.llmcase.engine import InspectModel
from e3lib.llmcase.loop import Budget, Limits, attempt
from e3lib.llmcase.outcome import outcome
from e3lib.llmcase.sandbox import CHILD, TIME_LIMIT, TestReport, TestRunner, parse_report
from e3lib.llmcase.tasks import TASKS
from e3lib.llmcase.trace import Trace

COMPOSE = Path(__file__).with_name("docker") / "compose.yaml"


@task
def llmcase(policy: str = "e3", wording: str = "plain") -> Task:
    """The five tasks under one policy; tests run in Docker unless --sandbox says otherwise."""
    samples = [Sample(id=t.id, input=t.instruction(wording)) for t in TASKS.values()]
    return Task(
        dataset=samples,
        solver=agent(policy, wording),
        scorer=hidden_tests(),
        sandbox=("docker", str(COMPOSE)),
    )


@solver
def agent(policy: str, wording: str):
    """One run of our own loop; its trace goes into the log."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        case, name = TASKS[str(state.sample_id)], str(get_model())
        blank = Trace(case.id, case.level, policy, wording, state.epoch, name, "")
        runner = in_sandbox(sandbox(), asyncio.get_running_loop())
        trace = await attempt(blank, InspectModel(name), Limits(), Budget(), runner)
        state.metadata["trace"] = trace.to_json()
        return state

    return solve


@scorer(metrics=[accuracy(), stderr()])
def hidden_tests():
    """What the hidden tests said, and how the run ended."""

    async def score(state: TaskState, target: Target) -> Score:
        trace = Trace.from_json(state.metadata["trace"])
        return Score(value=trace.passed is True, answer=outcome(trace), explanation=trace.grader)

    return score


def in_sandbox(box: SandboxEnvironment, loop: asyncio.AbstractEventLoop) -> TestRunner:
    """A test runner for the loop's worker threads that runs pytest inside a sandbox."""

    def runner(root: Path, targets: Sequence[Path]) -> TestReport:
        return asyncio.run_coroutine_threadsafe(_run(box, root, targets), loop).result()

    return runner


async def _run(box: SandboxEnvironment, root: Path, targets: Sequence[Path]) -> TestReport:
    await box.exec(["rm", "-rf", "work", "hidden", "report.xml"])
    files = [path for path in root.rglob("*") if path.is_file() and not path.is_symlink()]
    for path in files:
        await box.write_file(f"work/{path.relative_to(root).as_posix()}", path.read_bytes())
    await box.write_file("child.py", CHILD.read_bytes())
    command = ["python3", "-I", "-B", "child.py", "work", "report.xml"]
    for target in targets:
        inside = target == root or root in target.parents
        place = f"work/{target.relative_to(root).as_posix()}" if inside else f"hidden/{target.name}"
        if not inside:
            await box.write_file(place, target.read_bytes())
        command.append(place)
    try:
        await box.exec(command, timeout=int(TIME_LIMIT), timeout_retry=False)
        return parse_report(await box.read_file("report.xml"), root)
    except (TimeoutError, OSError) as problem:
        return TestReport(0, (), f"the tests ended without a report ({type(problem).__name__})")
