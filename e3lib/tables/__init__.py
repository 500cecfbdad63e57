"""The tables of the book, one function each; every function returns a Table."""

from e3lib.tables.concepts import (
    bill,
    composition,
    estimates,
    prices,
    repository,
    wordings,
)
from e3lib.tables.discussion import (
    commit_scope,
    real_redundancy,
    real_runs,
    scope_prediction,
    sent_tokens,
    three_kinds_of_evidence,
)
from e3lib.tables.llmcase import (
    llmcase_endings,
    llmcase_gpt4o,
    llmcase_oracle,
    llmcase_runs,
    llmcase_tasks,
    llmcase_taxonomy,
    llmcase_totals,
    llmcase_trajectory,
)
from e3lib.tables.mse_bench import (
    ablation,
    constant_cost,
    gmail,
    level_3,
    levels,
    main_results,
    trajectory,
)
from e3lib.tables.powerflow import (
    beside_pandapower,
    cheap_starts,
    power_flow_numbers,
    power_flow_speed,
    real_networks,
)
from e3lib.tables.related import nearest_relatives, routing_and_scope
from e3lib.tables.scoreboard import reasons, scoreboard, verdicts
from e3lib.tables.table import Table

__all__ = [
    "Table",
    "ablation",
    "beside_pandapower",
    "bill",
    "cheap_starts",
    "commit_scope",
    "composition",
    "constant_cost",
    "estimates",
    "gmail",
    "level_3",
    "levels",
    "llmcase_endings",
    "llmcase_gpt4o",
    "llmcase_oracle",
    "llmcase_runs",
    "llmcase_tasks",
    "llmcase_taxonomy",
    "llmcase_totals",
    "llmcase_trajectory",
    "main_results",
    "nearest_relatives",
    "power_flow_numbers",
    "power_flow_speed",
    "prices",
    "real_networks",
    "real_redundancy",
    "real_runs",
    "reasons",
    "repository",
    "routing_and_scope",
    "scope_prediction",
    "scoreboard",
    "sent_tokens",
    "three_kinds_of_evidence",
    "trajectory",
    "verdicts",
    "wordings",
]
