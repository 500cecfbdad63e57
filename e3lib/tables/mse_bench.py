"""The tables of the main study: results, levels, the Gmail case, the ablation (Sec. 7.1-7.4)."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate

from e3lib.cost import DEFAULT_WEIGHTS, Weights
from e3lib.metrics import Summary, acrr, by_level, summarize
from e3lib.reproduce import rounded
from e3lib.study import minimum_costs
from e3lib.tables.table import Table
from e3lib.trajectory import Action, Run

Runs = Mapping[str, Sequence[Run]]

_AXES = ("Success %", "Latency s", "Tokens", "Tool calls", "Files", "C", "ACRR")


def main_results(runs: Runs, weights: Weights = DEFAULT_WEIGHTS) -> Table:
    """Means over all tasks for each policy (the main results table of Sec. 7.1)."""
    return _by_policy("Means over all tasks, by policy", runs, weights)


def gmail(runs: Runs) -> Table:
    """The same means on the one motivating task (the Gmail-icon table of Sec. 7.3)."""
    only = {policy: [r for r in rs if r.task_id == "L1-gmail"] for policy, rs in runs.items()}
    return _by_policy("The Gmail-icon task, by policy", only, DEFAULT_WEIGHTS)


def levels(runs: Runs) -> Table:
    """Success, mean C and mean ACRR of each policy at each level (Sec. 7.2)."""
    minimum = minimum_costs(runs)
    rows = []
    for policy, policy_runs in runs.items():
        tiers = [summarize(tier, minimum) for tier in by_level(policy_runs).values()]
        cells = [cell for s in tiers for cell in (_percent(s), f"{s.scalar:.2f}", _acrr(s))]
        rows.append((_shown(policy), *cells))
    present = by_level(next(iter(runs.values())))
    heads = [f"L{n} {head}" for n in present for head in ("success %", "C", "ACRR")]
    return Table("Success, cost and redundancy by level", ("Policy", *heads), tuple(rows))


def ablation(runs: Runs) -> Table:
    """E3 with one stage removed at a time (the ablation table of Sec. 7.4)."""
    minimum = minimum_costs(runs)
    rows = []
    for variant, variant_runs in runs.items():
        s = summarize(variant_runs, minimum)
        level3 = summarize(by_level(variant_runs)[3], minimum)
        cells = (_percent(s), f"{s.scalar:.2f}", _acrr(s), f"{level3.scalar:.2f}")
        rows.append((_shown(variant), *cells))
    columns = ("Variant", "Success %", "C", "ACRR", "C at level 3")
    return Table("E3 with one stage removed", columns, tuple(rows))


def constant_cost(runs: Runs, policy: str = "Max-Context-First") -> Table:
    """A policy beside one that pays the same mean cost on every task (Sec. 7.2).

    With a constant cost K the ACRR of a task is K / C_min - 1 (Eq. 3), so it falls as C_min grows,
    whatever the policy does.
    """
    minimum = minimum_costs(runs)
    constant = summarize(runs[policy], minimum).scalar
    rows = []
    for level, tier in by_level(runs[policy]).items():
        s, floor = summarize(tier, minimum), [minimum[run.task_id].scalar() for run in tier]
        mean_floor = sum(floor) / len(floor)
        flat = sum(acrr(constant, c) for c in floor) / len(floor)
        cells = (s.scalar, mean_floor, s.scalar - mean_floor, s.acrr, flat)
        rows.append((str(level), *(f"{cell:.2f}" for cell in cells)))
    columns = ("Level", "C", "C_min", "C - C_min", "ACRR", f"ACRR if C were always {constant:.2f}")
    return Table(f"{policy} beside a policy of constant cost", columns, tuple(rows))


def level_3(runs: Runs, deceptive: Collection[str]) -> Table:
    """What each kind of action adds to the mean C of a level-3 task (Sec. 7.2).

    E3 stands there twice: on the tasks whose ids are in `deceptive`, and on the obvious rest.
    """
    e3, ar, oracle = (by_level(runs[p])[3] for p in ("E3", "Adaptive Retrieval", "Oracle"))
    groups = {
        "Oracle": oracle,
        "Adaptive Retrieval": ar,
        "E3, obvious": [run for run in e3 if run.task_id not in deceptive],
        "E3, deceptive": [run for run in e3 if run.task_id in deceptive],
    }
    bills = {name: _bill(tier) for name, tier in groups.items()}
    kinds = dict.fromkeys(kind for bill in reversed(bills.values()) for kind in bill)
    rows = [(kind, *(_or_dash(bill.get(kind)) for bill in bills.values())) for kind in kinds]
    rows.append(("all", *(f"{sum(bill.values()):.2f}" for bill in bills.values())))
    return Table("Mean C of a level-3 task, by action", ("Action", *groups), tuple(rows))


def trajectory(run: Run) -> Table:
    """One run, action by action, with the running cost (Figure 4a as a table)."""
    running = accumulate(action.cost.scalar() for action in run.trajectory)
    rows = tuple(
        (
            f"{action.kind} {action.target}",
            f"{action.cost.latency:.2f}",
            f"{action.cost.tokens:.0f}",
            f"{action.cost.tool_calls:.0f}",
            f"{action.cost.files:.0f}",
            f"{action.cost.scalar():.2f}",
            f"{so_far:.2f}",
        )
        for action, so_far in zip(run.trajectory, running, strict=True)
    )
    columns = ("Action", "Latency s", "Tokens", "Tool calls", "Files", "C", "Running C")
    return Table(f"{run.policy} on {run.task_id}", columns, rows)


def _bill(runs: Sequence[Run]) -> dict[str, float]:
    """Mean C per run of each kind of action, in the order of the first run."""
    bill: Counter[str] = Counter()
    for action in (action for run in runs for action in run.trajectory):
        bill[_kind(action)] += action.cost.scalar() / len(runs)
    return bill


def _kind(action: Action) -> str:
    """The kind of an action; of thoughts and checks also which."""
    says_more = action.kind in ("reason", "verify")
    return f"{action.kind} {action.target}" if says_more else action.kind


def _or_dash(cost: float | None) -> str:
    return "–" if cost is None else f"{cost:.2f}"


def _by_policy(caption: str, runs: Runs, weights: Weights) -> Table:
    minimum = minimum_costs(runs)
    rows = tuple(_means(summarize(policy_runs, minimum, weights)) for policy_runs in runs.values())
    return Table(caption, ("Policy", *_AXES), rows)


def _means(s: Summary) -> tuple[str, ...]:
    cost = s.cost
    return (
        s.policy, _percent(s), f"{cost.latency:.2f}", f"{cost.tokens:.0f}",
        f"{cost.tool_calls:.1f}", f"{cost.files:.2f}", f"{s.scalar:.2f}", _acrr(s),
    )  # fmt: skip


def _shown(policy: str) -> str:
    """A policy's name as a table shows it; the study writes `- Expand` for E3 without Expand."""
    return policy.replace("- ", "without ")


def _percent(s: Summary) -> str:
    return f"{100 * s.success:.1f}"


def _acrr(s: Summary) -> str:
    return "–" if s.acrr is None else str(rounded(s.acrr, 2))
