"""The measured oracle (Sec. 7.7): each gold patch, run through the same tools that a model gets."""

from collections.abc import Iterator

from e3lib.llmcase.grading import grade
from e3lib.llmcase.tasks import TASKS, CaseTask
from e3lib.llmcase.tools import Toolbox
from e3lib.llmcase.workspace import workspace
from e3lib.trajectory import Action, Run


def gold_calls(task: CaseTask) -> Iterator[tuple[str, dict[str, str]]]:
    """The minimum-sufficient calls: read and edit each gold file, test once, finish."""
    for path in task.gold:
        yield "read_file", {"path": path}
        yield "edit_file", {"path": path, "old": task.old, "new": task.new}
    yield "run_tests", {"path": "tests"}
    yield "finish", {"summary": f"replaced {task.old} with {task.new}"}


def oracle_run(task: CaseTask) -> Run:
    """The gold patch as a Run. Latency is left out, as in the paper, so that C_min is exact."""
    with workspace() as root:
        tools = Toolbox(root)
        actions = []
        for name, arguments in gold_calls(task):
            result = tools.call(name, arguments)
            actions.append(Action(name, arguments.get("path", ""), result.cost))
        return Run(task.id, task.level, "oracle", tuple(actions), grade(task.id, root).green)


def measure() -> dict[str, Run]:
    """The oracle's run of every task, in the paper's order."""
    return {task.id: oracle_run(task) for task in TASKS.values()}


def published_values() -> dict[str, float]:
    """Our value for every id llmcase.oracle.* of the published numbers."""
    values = {}
    for task_id, run in measure().items():
        prefix, cost = f"llmcase.oracle.{task_id}", run.cost
        values[f"{prefix}.files"] = cost.files
        values[f"{prefix}.tool_calls"] = cost.tool_calls
        values[f"{prefix}.tokens"] = cost.tokens
        values[f"{prefix}.cost"] = cost.scalar()
    return values
