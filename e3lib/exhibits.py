"""The exhibits by name, the paper's and ours: their numbers, their figures, files of both."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from e3lib import figures, powerflow, tables
from e3lib.bench import DECEPTIVE, TIERS, gmail_icon, mse_bench, reworded
from e3lib.break_even import kind_costs, simulate
from e3lib.calibration import usage
from e3lib.ensemble import load
from e3lib.figures.style import SvgFigure
from e3lib.llmcase.runfile import recording
from e3lib.metrics import Summary, summarize
from e3lib.robustness import Sweep, axes, draw_weights, weight_sweep, wording
from e3lib.study import ABLATIONS, minimum_costs, run_all
from e3lib.tables import Table, scoreboard

LOCAL_MODEL = "qwen2.5-coder-1.5b"  # the recording that the package ships


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A table or figure, of the paper or of our own.

    Attributes
    ----------
    title
        What it shows.
    ids
        The published numbers that it shows, by the beginnings of their ids; none for an exhibit
        without numbers.
    table, figure
        Make its table or its figure, where it has one.
    """

    title: str
    ids: tuple[str, ...] = ()
    table: Callable[[], Table] | None = None
    figure: Callable[[], SvgFigure] | None = None

    def tables(self) -> tuple[Table, ...]:
        """Its own table, then its published numbers beside ours."""
        own = () if self.table is None else (self.table(),)
        return own + ((scoreboard(*self.ids),) if self.ids else ())


def find(name: str) -> Exhibit:
    """The exhibit of a name.

    Raises
    ------
    ValueError
        If there is none; the message names the nearest.
    """
    if name not in EXHIBITS:
        near = get_close_matches(name, EXHIBITS, n=3, cutoff=0.4) or EXHIBITS
        raise ValueError(f"there is no exhibit {name!r}; there is {', '.join(near)}")
    return EXHIBITS[name]


def save(name: str, folder: Path) -> tuple[Path, ...]:
    """Write an exhibit's figure as SVG and its tables as CSV; return the files.

    Each file is written whole or not at all.

    Raises
    ------
    ValueError
        If there is no such exhibit.
    OSError
        If the folder cannot be written to; the message is one sentence.
    """
    exhibit = find(name)
    texts = {}
    if exhibit.figure is not None:
        texts[f"{name}.svg"] = exhibit.figure().svg
    if exhibit.table is not None:
        texts[f"{name}.csv"] = exhibit.table().csv()
    if exhibit.ids:
        texts[f"{name}-published.csv"] = scoreboard(*exhibit.ids).csv()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return tuple(_write(folder / file, text) for file, text in texts.items())
    except OSError as error:
        raise OSError(f"cannot write to {folder}: {error.strerror}") from error


def _write(path: Path, text: str) -> Path:
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    return path


@cache
def _runs():
    return run_all()


def _means() -> dict[str, Summary]:
    minimum = minimum_costs(_runs())
    return {policy: summarize(runs, minimum) for policy, runs in _runs().items()}


def _sweep() -> Sweep:
    return weight_sweep(list(_means().values()), draw_weights())


def _losing_region() -> SvgFigure:
    ours, theirs = (axes(_means()[policy]) for policy in ("E3", "Adaptive Retrieval"))
    return figures.losing_region(_sweep(), ours - theirs)


def _deceptive_sweep() -> SvgFigure:
    hard = TIERS[2]
    runs = {n / hard: simulate(n) for n in range(0, hard + 1, 10)}
    return figures.deceptive_sweep(kind_costs(), hard / sum(TIERS), runs)


def _break_even() -> SvgFigure:
    hard = TIERS[2]
    return figures.break_even_plane(kind_costs(), hard / sum(TIERS), DECEPTIVE / hard)


def _growing_load() -> SvgFigure:
    loadings = [step / 4 for step in range(1, 15)] + [3.6, 3.7, 3.72, 3.73]
    return figures.growing_load(powerflow.grow(powerflow.three_bus(), loadings))


EXHIBITS: Mapping[str, Exhibit] = {
    "table-routing": Exhibit(
        "Table 2.3: adaptive computation, routing, and scope estimation",
        table=tables.routing_and_scope,
    ),
    "table-composition": Exhibit(
        "Section 5.2: the composition of MSE-Bench",
        ("bench.",),
        table=lambda: tables.composition(mse_bench()),
    ),
    "table-main": Exhibit(
        "Section 7.1: main results", ("main.",), table=lambda: tables.main_results(_runs())
    ),
    "table-gmail": Exhibit(
        "Section 7.3: the Gmail-icon task",
        ("gmail.",),
        table=lambda: tables.gmail(run_all([gmail_icon()])),
    ),
    "table-ablation": Exhibit(
        "Section 7.4: E3 with one stage removed",
        ("ablation.",),
        table=lambda: tables.ablation(run_all(policies=ABLATIONS)),
    ),
    "figure-1": Exhibit("Figure 1: the loop of E3", figure=figures.e3_loop),
    "figure-2a": Exhibit(
        "Figure 2a: success against cost",
        tuple(f"main.{p}.{n}" for p in ("mcf", "react", "ar", "e3", "oracle")
              for n in ("success", "cost")),
        figure=lambda: figures.success_cost(_runs()),
    ),
    "figure-2b": Exhibit(
        "Figure 2b: what the cost is made of",
        tuple(f"main.{p}.{n}" for p in ("mcf", "react", "ar", "e3")
              for n in ("latency", "tokens", "tool_calls", "files", "cost")),
        figure=lambda: figures.cost_breakdown(_runs()),
    ),
    "figure-2c": Exhibit(
        "Figure 2c: reduction of each axis",
        ("main.e3_vs_mcf.",),
        figure=lambda: figures.axis_reduction(_runs()),
    ),
    "figure-3": Exhibit(
        "Figure 3: redundancy by level",
        ("level.",),
        figure=lambda: figures.acrr_by_level(_runs()),
    ),
    "figure-4a": Exhibit(
        "Figure 4a: the Gmail-icon task unrolled",
        tuple(f"gmail.{p}.cost" for p in ("mcf", "react", "ar", "e3", "oracle")),
        figure=lambda: figures.running_cost(_runs()),
    ),
    "figure-4b": Exhibit(
        "Figure 4b: true level against estimate",
        ("estimator.template.",),
        figure=lambda: figures.calibration_matrix(mse_bench()),
    ),
    "figure-5a": Exhibit(
        "Figure 5a: held-out wording",
        ("estimator.", "heldout."),
        figure=lambda: figures.held_out(wording(mse_bench()), wording(reworded(mse_bench()))),
    ),
    "figure-5b": Exhibit(
        "Figure 5b: reductions over random weights", ("sensitivity.",),
        figure=lambda: figures.weight_reductions(_sweep()),
    ),
    "table-llmcase-tasks": Exhibit(
        "Section 7.7: the tasks of LLM-Case", table=tables.llmcase_tasks
    ),
    "table-llmcase-oracle": Exhibit(
        "Section 7.7: the measured oracle of LLM-Case",
        ("llmcase.oracle.",),
        table=tables.llmcase_oracle,
    ),
    "table-llmcase-gpt4o": Exhibit(
        "Section 7.7: gpt-4o on LLM-Case, published and not rerun",
        ("llmcase.gpt4o.",),
        table=tables.llmcase_gpt4o,
    ),
    "figure-6": Exhibit(
        "Figure 6: a real model by policy and level, ours beside the published means",
        figure=lambda: figures.llmcase_levels(recording(LOCAL_MODEL), "located"),
    ),
    "figure-7a": Exhibit(
        "Figure 7a: power flow from starts of growing error",
        ("powerflow.",),
        table=tables.power_flow_numbers,
        figure=lambda: figures.success_by_start_error(powerflow.sweeps_of_figure_7a()),
    ),
    "figure-7b": Exhibit(
        "Figure 7b: the basin of a power flow",
        figure=lambda: figures.basins(powerflow.maps_of_figure_7b()),
    ),
    "growing-load": Exhibit("A power flow up to its nose", figure=_growing_load),
    "start-direction": Exhibit(
        "Random errors of the flat start's size",
        figure=lambda: figures.direction_and_norm(powerflow.measured_starts()["random_errors"]),
    ),
    "table-real-networks": Exhibit(
        "Three starts of a power flow on real networks", table=tables.real_networks
    ),
    "table-power-flow-speed": Exhibit("The speed of a power flow", table=tables.power_flow_speed),
    "losing-region": Exhibit("Weights under which E3 loses", figure=_losing_region),
    "held-out-matrix": Exhibit(
        "True level against estimate in held-out wording",
        ("estimator.heldout.",),
        figure=lambda: figures.calibration_matrix(reworded(mse_bench())),
    ),
    "seeds": Exhibit(
        "The numbers over a thousand seeds",
        table=lambda: tables.seed_intervals(load()),
        figure=lambda: figures.seed_intervals(load()),
    ),
    "tornado": Exhibit(
        "Prices against the headline",
        table=lambda: tables.conclusions(usage()),
        figure=lambda: figures.tornado(usage(), "E3 is cheaper than Adaptive Retrieval"),
    ),
    "tornado-held-out": Exhibit(
        "Prices against the claim on held-out wording",
        figure=lambda: figures.tornado(usage(), "E3 stays cheaper in held-out wording"),
    ),
    "deceptive-sweep": Exhibit("Cost against the share of deception", figure=_deceptive_sweep),
    "break-even": Exhibit(
        "Which reliable policy is cheapest, by the mix of tasks", figure=_break_even
    ),
}  # fmt: skip
