"""Lab 1: a trajectory written down by hand, followed step by step."""

from collections.abc import Sequence

from e3lib.environment import Environment, IllegalAction, run
from e3lib.labs import NotYet
from e3lib.task import Site, Task
from e3lib.trajectory import Run

Plan = Sequence[tuple[str, ...]]


def follow(plan: Plan, task: Task) -> Run:
    """The run of a plan whose steps are (tool, target), such as ("edit", "shop/mail.py:7").

    Raises
    ------
    NotYet
        If a step cannot be taken; the message gives its number and what would be right.
    """
    steps = list(plan)

    def policy(query: str, env: Environment) -> None:
        for number, step in enumerate(steps, 1):
            try:
                _take(step, task, env)
            except (IllegalAction, ValueError, TypeError) as error:
                raise NotYet(f"Step {number}, {step}: {error}") from None

    return run(policy, task, "your plan")


def listing(task: Task, *paths: str) -> str:
    """The instruction and the files at the paths (all where none is given), lines numbered."""
    lines = [f"{task.id}: {task.query}"]
    for path in paths or task.files:
        text = task.files[path]
        lines += ["", f"--- {path}"]
        lines += [f"{number:>4}  {line}" for number, line in enumerate(text.splitlines(), 1)]
    return "\n".join(lines)


def _take(step: tuple[str, ...], task: Task, env: Environment) -> None:
    match tuple(step):
        case ("list_dir" | "search" | "inspect_file" | "dependency_trace" as tool, *targets) if (
            targets
        ):
            getattr(env, tool)(*targets)
        case ("read_range" | "edit" as tool, place):
            getattr(env, tool)(_site(place, task))
        case ("verify", "light" | "heavy" as form):
            env.verify(heavy=form == "heavy")
        case _:
            raise ValueError(
                'a step is (tool, target): ("search", "text"), ("read_range", "file:line"), '
                '("inspect_file", "file"), ("dependency_trace", "file"), ("edit", "file:line") '
                'or ("verify", "light")'
            )


def _site(place: str, task: Task) -> Site:
    path, _, line = place.rpartition(":")
    if path not in task.files:
        raise ValueError(f"there is no file {path!r}; write a place as file:line")
    lines = task.files[path].splitlines()
    if not line.isdecimal() or not 1 <= int(line) <= len(lines):
        raise ValueError(f"{path} has lines 1 to {len(lines)}, not {line!r}")
    return Site(path, int(line), lines[int(line) - 1])
