"""The tables that show an idea: a bill, the price list, instructions and what E3 makes of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields

from e3lib.bench import reworded
from e3lib.cost import DEFAULT_WEIGHTS, PRICES, Cost, Weights
from e3lib.environment import Environment, run
from e3lib.estimate import Estimator, lexical_estimate
from e3lib.policies import oracle
from e3lib.tables.table import Table
from e3lib.task import Task

_AXES = (("seconds", "latency"), ("tokens", "tokens"), ("tool calls", "tool_calls"),
         ("files read in full", "files"))  # fmt: skip
_NAMES = {1: "local (1)", 2: "cross-file (2)", 3: "repository (3)"}


def bill(cost: Cost, weights: Weights = DEFAULT_WEIGHTS) -> Table:
    """The scalar cost of Eq. 1 axis by axis: amount, weight, product."""
    rows = []
    for (label, axis), weight in zip(_AXES, fields(weights), strict=True):
        amount, price = getattr(cost, axis), getattr(weights, weight.name)
        rows.append((label, f"{round(amount, 2):g}", f"{price:g}", f"{amount * price:.2f}"))
    rows.append(("C", "", "", f"{cost.scalar(weights):.2f}"))
    return Table("A cost vector and its scalar cost", ("Axis", "Amount", "Weight", "Product"),
                 tuple(rows))  # fmt: skip


def prices() -> Table:
    """The price list: what an action is charged beside the text it returns, and how we know."""
    rows = tuple(
        (name.replace("_", " "), f"{p.cost.latency:.2f}", f"{p.cost.tokens:g}",
         f"{p.cost.tool_calls:g}", f"{p.cost.files:g}", f"{p.cost.scalar():.2f}", p.tag, p.source)
        for name, p in PRICES.items()
    )  # fmt: skip
    columns = ("Action", "Latency s", "Tokens", "Tool calls", "Files", "C", "Tag", "From what")
    return Table("What each action is charged", columns, rows)


def composition(tasks: Sequence[Task]) -> Table:
    """The tasks of each level, the sites of one of them, and the oracle's actions (Sec. 5.2)."""
    rows = []
    for level, name in _NAMES.items():
        tier = [task for task in tasks if task.level == level]
        if tier:
            first, deceptive = tier[0], sum(task.deceptive for task in tier)
            sites = (len(first.direct_sites), len(first.indirect_sites))
            rows.append(
                (name, str(len(tier)), str(deceptive), *map(str, sites), _oracle_actions(first))
            )
    columns = ("Level", "Tasks", "Deceptive", "Direct sites", "Indirect sites", "Oracle's actions")
    return Table("What the benchmark is made of", columns, tuple(rows))


def estimates(tasks: Sequence[Task], estimate: Estimator = lexical_estimate) -> Table:
    """What the estimator makes of each task: x0 = (d, s, r, c) and the searches it took (Eq. 4)."""
    rows = []
    for task in tasks:
        env = Environment(task)
        x0 = estimate(task.query, env)
        probes = sum(action.kind == "search" for action in env.trajectory)
        rows.append((task.query, str(task.level), str(x0.difficulty), str(x0.scope),
                     f"{x0.risk:g}", f"{x0.confidence:g}", str(probes)))  # fmt: skip
    columns = ("Instruction", "True level", "d", "s", "r", "c", "Searches")
    return Table("Instructions and their estimates", columns, tuple(rows))


def instructions(tasks: Sequence[Task]) -> Table:
    """What an agent is told, task by task."""
    rows = tuple((task.id, task.query) for task in tasks)
    return Table("What the agent is told", ("Task", "Instruction"), rows)


def wordings(tasks: Sequence[Task]) -> Table:
    """Each task's instruction beside its held-out wording (Sec. 7.6)."""
    rows = tuple(
        (task.id, task.query, new.query) for task, new in zip(tasks, reworded(tasks), strict=True)
    )
    return Table("Two wordings of the same tasks", ("Task", "Instruction", "Held-out"), rows)


def _oracle_actions(task: Task) -> str:
    """The kinds of action on the oracle's trajectory, for instance `search, edit ×2, verify`."""
    counts = Counter(a.kind for a in run(oracle(task), task, "Oracle").trajectory)
    return ", ".join(kind if n == 1 else f"{kind} ×{n}" for kind, n in counts.items())
