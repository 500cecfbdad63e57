"""The tables of LLM-Case (Sec. 7.7): the measured oracle, the paper's model, and our own runs."""

from collections.abc import Mapping

from e3lib import reproduce
from e3lib.llmcase.batch import Settings
from e3lib.llmcase.loop import POLICIES
from e3lib.llmcase.oracle import measure
from e3lib.llmcase.outcome import ENDINGS, INFRASTRUCTURE, outcome
from e3lib.llmcase.report import WITHOUT_LATENCY, Cell, cell, grouped
from e3lib.llmcase.runfile import RunFile
from e3lib.llmcase.tasks import TASKS, WORDINGS
from e3lib.llmcase.trace import Trace
from e3lib.tables.table import Table
from e3lib.trajectory import Run

NONE = "–"


def published(prefix: str) -> dict[str, float]:
    """The published numbers under an id's prefix, by the rest of the id."""
    return {
        id.removeprefix(prefix): row.value
        for id, row in reproduce.published().items()
        if id.startswith(prefix)
    }


def llmcase_tasks() -> Table:
    """The five tasks: level, what the agent is told, and how many files the gold patch touches."""
    return Table(
        "The tasks of LLM-Case over toml 0.10.2",
        ("Task", "Level", "Instruction", "Files"),
        tuple((t.id, str(t.level), t.plain, str(len(t.gold))) for t in TASKS.values()),
    )


def llmcase_oracle(runs: Mapping[str, Run] | None = None) -> Table:
    """C_min of each task, measured now, beside the published one.

    The residual is published less ours: the short texts that the paper's tools returned.
    """
    theirs = published("llmcase.oracle.")
    return Table(
        "The measured oracle beside the published one",
        ("Task", "Files", "Calls", "Tokens", "published", "residual", "C_min", "published",
         "passes"),
        tuple(_oracle_row(id, run, theirs) for id, run in (runs or measure()).items()),
    )  # fmt: skip


def _oracle_row(id: str, run: Run, theirs: Mapping[str, float]) -> tuple[str, ...]:
    tokens = theirs[f"{id}.tokens"]
    return (
        id,
        f"{run.cost.files:g}",
        f"{run.cost.tool_calls:g}",
        f"{run.cost.tokens:g}",
        f"{tokens:g}",
        f"{tokens - run.cost.tokens:+g}",
        f"{run.cost.scalar(WITHOUT_LATENCY):.1f}",
        f"{theirs[f'{id}.cost']:.1f}",
        "yes" if run.solved else "no",
    )


def llmcase_gpt4o() -> Table:
    """The paper's own runs of gpt-4o, three per cell: quoted, not rerun."""
    theirs = published("llmcase.gpt4o.")
    ids = [policy.replace("-", "_") for policy in POLICIES]
    rows = [
        (
            task,
            *(
                f"{theirs[f'{task}.{id}.files']:.1f} · {theirs[f'{task}.{id}.tokens']:,.0f}"
                for id in ids
            ),
        )
        for task in (*TASKS, "mean")
    ]
    for name, key, style in (("latency, s", "latency", ".1f"), ("success, %", "success", ".0f")):
        rows.append((name, *(f"{theirs[f'{id}.{key}']:{style}}" for id in ids)))
    return Table(
        "gpt-4o, published, not rerun: mean files · mean tokens", ("Task", *POLICIES), tuple(rows)
    )


def llmcase_settings(saved: RunFile) -> Table:
    """What a run file says about itself: model, weights, machine, limits, and how far it came."""
    settings = saved.settings
    planned = len(Settings.from_json(dict(settings)).plan())
    rows = [("runs", f"{len(saved.traces)} of {planned} planned")]
    for key in ("model", "date", "machine", "python"):
        rows.append((key, str(settings[key])))
    for group in ("weights", "server", "limits", "parameters"):
        for key, value in settings.get(group, {}).items():
            rows.append((f"{group}: {key.replace('_', ' ')}", f"{value}"))
    rows += [("note", note) for note in settings.get("notes", ())]
    return Table("How these runs were made", ("Setting", "Value"), tuple(rows))


def llmcase_runs(saved: RunFile) -> Table:
    """Every cell of a run file: n, passes, files and tokens by task, wording and policy."""
    places = [*TASKS, *WORDINGS, *POLICIES]
    groups = grouped(saved.traces, "task_id", "wording", "policy")
    in_order = sorted(groups.items(), key=lambda group: list(map(places.index, group[0])))
    return Table(
        f"{saved.settings['model']}: every cell",
        ("Task", "Wording", "Policy", "n", "Pass", "Files", "Tokens", "± sd", "Endings"),
        tuple((*key, *_cell_row(cell(traces))) for key, traces in in_order),
    )


def _cell_row(c: Cell) -> tuple[str, ...]:
    endings = ", ".join(f"{name} {count}" for name, count in c.endings.items())
    spread = NONE if c.tokens_spread is None else f"{c.tokens_spread:,.0f}"
    return str(c.n), str(c.passed), f"{c.files:.1f}", f"{c.tokens:,.0f}", spread, endings


def llmcase_totals(saved: RunFile, oracle: Mapping[str, Run] | None = None) -> Table:
    """Each policy over all its runs, and its success again without the infrastructure failures."""
    runs = measure() if oracle is None else oracle
    minimum = {id: run.cost.scalar(WITHOUT_LATENCY) for id, run in runs.items()}
    groups = grouped(saved.traces, "wording", "policy")
    return Table(
        f"{saved.settings['model']}: each policy",
        ("Wording", "Policy", "n", "Pass", "Pass, clean", "Files", "Tokens", "Latency, s",
         "without waits", "ACRR"),
        tuple((*key, *_total_row(cell(traces, minimum))) for key, traces in groups.items()),
    )  # fmt: skip


def _total_row(c: Cell) -> tuple[str, ...]:
    return (
        str(c.n),
        str(c.passed),
        f"{c.passed_clean}/{c.clean}",
        f"{c.files:.1f}",
        f"{c.tokens:,.0f}",
        f"{c.latency:.0f}",
        f"{c.working:.0f}",
        NONE if c.acrr is None else f"{c.acrr:.1f}",
    )


def llmcase_savings(ours: str = "e3") -> Table:
    """How much less one policy spends than the others, from the published means of gpt-4o."""
    theirs = published("llmcase.gpt4o.")
    rows = []
    for other in POLICIES:
        if other != ours:
            names = (ours.replace("-", "_"), other.replace("-", "_"))
            pairs = [[theirs[f"mean.{n}.tokens"] for n in names],
                     [theirs[f"{n}.latency"] for n in names]]  # fmt: skip
            rows.append((other, *(f"{100 * (1 - a / b):.0f}" for a, b in pairs)))
    return Table(f"What {ours} saves on gpt-4o, %", ("Against", "Tokens", "Latency"), tuple(rows))


def llmcase_context() -> Table:
    """What the policies sent on gpt-4o beside what the task needs: tokens by task, published."""
    theirs = published("llmcase.")
    ids = [policy.replace("-", "_") for policy in POLICIES]
    rows = []
    for task in TASKS:
        floor = theirs[f"oracle.{task}.tokens"]
        sent = [theirs[f"gpt4o.{task}.{id}.tokens"] / floor for id in ids]
        rows.append((task, f"{floor:,.0f}", *(f"{ratio:.0f}" for ratio in sent)))
    return Table(
        "Published tokens of gpt-4o as a multiple of the oracle's",
        ("Task", "Oracle", *POLICIES),
        tuple(rows),
    )


def llmcase_endings(saved: RunFile) -> Table:
    """How the runs ended, by policy. Classes that did not occur are left out."""
    counts = {p: cell(t).endings for (p,), t in grouped(saved.traces, "policy").items()}
    seen = [name for name in ENDINGS if any(c.get(name) for c in counts.values())]
    return Table(
        f"{saved.settings['model']}: how the runs ended",
        ("Ending", *counts, "Meaning"),
        tuple((n, *(str(c.get(n, 0)) for c in counts.values()), ENDINGS[n]) for n in seen),
    )


def llmcase_taxonomy() -> Table:
    """Every class a run can end in, and whether it speaks about the agent or the infrastructure."""
    return Table(
        "How a run can end",
        ("Ending", "Speaks about", "Meaning"),
        tuple(
            (name, "the infrastructure" if name in INFRASTRUCTURE else "the agent", meaning)
            for name, meaning in ENDINGS.items()
        ),
    )


def llmcase_trajectory(trace: Trace, width: int = 60) -> Table:
    """One run unrolled: each call, the beginning of what it returned, and what the turn cost."""
    rows = []
    for number, turn in enumerate(trace.turns, 1):
        tokens, seconds = f"{turn.tokens:,}", f"{turn.seconds:.1f}"
        for call in turn.calls:
            said = ", ".join(_short(value, width // 2) for value in call.arguments.values())
            rows.append((str(number), f"{call.tool}({said})", _short(call.result, width), tokens,
                         seconds))  # fmt: skip
            tokens = seconds = ""
        if not turn.calls:
            rows.append((str(number), "no call", _short(turn.text, width), tokens, seconds))
    verdict = f"{outcome(trace)}, {trace.tokens:,} tokens"
    return Table(
        f"{trace.task_id}, {trace.wording}, {trace.policy}: {verdict}",
        ("Turn", "Call", "Returned", "Tokens", "Seconds"),
        tuple(rows),
    )


def _short(value: object, width: int) -> str:
    text = " ⏎ ".join(str(value).splitlines())
    return text if len(text) <= width else text[: width - 1] + "…"
