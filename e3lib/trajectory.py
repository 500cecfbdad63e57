"""What happened: the actions of a run in order (Sec. 3.1); its cost is derived, not stored."""

from dataclasses import dataclass

from e3lib.cost import Cost


@dataclass(frozen=True, slots=True)
class Action:
    """One action a_t of a trajectory: its kind, what it was aimed at, and what it was charged."""

    kind: str
    target: str
    cost: Cost


@dataclass(frozen=True, slots=True)
class Run:
    """One policy on one task: the trajectory pi and the verdict of the check V."""

    task_id: str
    level: int
    policy: str
    trajectory: tuple[Action, ...]
    solved: bool

    @property
    def cost(self) -> Cost:
        """The sum of the actions' charges, axis by axis (Eq. 1)."""
        return total(self.trajectory)


def total(trajectory: tuple[Action, ...]) -> Cost:
    """The sum of the charges of a trajectory, axis by axis."""
    latency = tokens = tool_calls = files = 0
    for action in trajectory:
        cost = action.cost
        latency += cost.latency
        tokens += cost.tokens
        tool_calls += cost.tool_calls
        files += cost.files
    return Cost(latency, tokens, tool_calls, files)
